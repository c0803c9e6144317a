"""Whatever a server sends in place of an answer, only so much of it is read, and the sentence names the limit."""

import asyncio
from collections.abc import Callable, Mapping

import h2.connection
import pytest
from msgspec.structs import replace

from robotstudio.fetch import redirects
from robotstudio.fetch.client import fetch_now
from robotstudio.fetch.evidence import Evidence, FailureKind, FetchOutcome
from robotstudio.fetch.limits import DEFAULT_LIMITS, LimitReachedError, Limits, Meter
from robotstudio.fetch.words import sentence
from tests.fetch.http2_server import Reply, serve_http2
from tests.fetch.server import PATIENT, TLS, Answer, Connection, drip, endless, redirect, serve

READ_AT_ONCE = 65_536
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
SMALL = Limits(head=4_096, framing=8_192, pieces=50)


@pytest.fixture(autouse=True)
def meters(monkeypatch: pytest.MonkeyPatch) -> list[Meter]:
    """Return the meter of each fetch."""
    made: list[Meter] = []

    def make(limits: Limits) -> Meter:
        made.append(Meter(limits))
        return made[-1]

    monkeypatch.setattr(redirects, "Meter", make)
    return made


def kind_of(evidence: Evidence) -> FailureKind | None:
    return None if evidence.error is None else evidence.error.kind


class Pieces:
    """A connection on which so many bytes come with each read."""

    def __init__(self, *sizes: int) -> None:
        self._sizes = list(sizes)

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002, ASYNC109 - as httpcore has it
        return bytes(min(self._sizes.pop(0), max_bytes))


async def read_all(stream: Pieces, times: int) -> None:
    for _ in range(times):
        await stream.read(READ_AT_ONCE)


def test_head_is_read_up_to_its_limit() -> None:
    meter, stream = Meter(SMALL), Pieces(4_000, 97, 1)
    meter.watch(stream)
    with pytest.raises(LimitReachedError, match="head_limit"):
        asyncio.run(read_all(stream, 3))
    assert (meter.size, meter.pieces) == (4_097, 2)


def test_body_does_not_count_as_framing() -> None:
    meter, stream = Meter(SMALL), Pieces(100, *[9_000] * 9)
    meter.watch(stream)

    async def read_body() -> None:
        await stream.read(READ_AT_ONCE)
        meter.begin_body()
        for _ in range(9):
            meter.add_body(len(await stream.read(READ_AT_ONCE)))

    asyncio.run(read_body())
    assert meter.size == 100 + 9 * 9_000


def test_each_hop_has_its_own_bytes_but_all_share_the_pieces() -> None:
    meter, stream = Meter(SMALL), Pieces(*[4_000] * 60)
    meter.watch(stream)

    async def hop_by_hop() -> None:
        for _ in range(60):
            meter.begin_hop()
            await stream.read(READ_AT_ONCE)

    with pytest.raises(LimitReachedError, match="pieces_limit"):
        asyncio.run(hop_by_hop())
    assert meter.pieces == SMALL.pieces


FLOODS: Mapping[str, tuple[Answer, FailureKind]] = {
    "103": (endless(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 500), FailureKind.HEAD_LIMIT),
    "100": (endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 500), FailureKind.HEAD_LIMIT),
    "199": (endless(b"", b"HTTP/1.1 199 x\r\n\r\n" * 500), FailureKind.HEAD_LIMIT),
    "tiny chunks": (endless(CHUNKED, b"1\r\na\r\n" * 2_000), FailureKind.FRAMING_LIMIT),
    "chunk extensions": (endless(CHUNKED, (b"1;" + b"x" * 9_000 + b"\r\na\r\n") * 20), FailureKind.FRAMING_LIMIT),
    "long chunk sizes": (endless(CHUNKED, (b"0" * 15 + b"1\r\na\r\n") * 2_000), FailureKind.FRAMING_LIMIT),
}  # fmt: skip


@pytest.mark.usefixtures("plain_http")
@pytest.mark.parametrize(("answer", "kind"), FLOODS.values(), ids=FLOODS)
def test_http1_flood_ends_after_so_many_bytes(answer: Answer, kind: FailureKind, meters: list[Meter]) -> None:
    with serve(answer) as server:
        evidence = fetch_now(server.url, PATIENT)
    assert (evidence.outcome, kind_of(evidence)) == (FetchOutcome.INVALID_RESPONSE, kind)
    limit = DEFAULT_LIMITS.head if kind is FailureKind.HEAD_LIMIT else DEFAULT_LIMITS.framing
    assert meters[0].size - evidence.wire_size <= limit + READ_AT_ONCE
    assert evidence.error is not None
    assert f"{limit // 1024} KiB" in sentence(evidence.error)


@pytest.mark.usefixtures("plain_http")
@pytest.mark.parametrize("head", [b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"])
def test_a_byte_at_a_time_ends_after_so_many_pieces(head: bytes, meters: list[Meter]) -> None:
    with serve(drip(head, every=0.001)) as server:
        evidence = fetch_now(server.url, replace(PATIENT, pieces=20))
    assert kind_of(evidence) is FailureKind.PIECES_LIMIT
    assert meters[0].pieces == 20
    assert evidence.error is not None
    assert "more than 20 pieces" in sentence(evidence.error)


@pytest.mark.usefixtures("plain_http")
def test_one_clock_runs_over_all_redirects() -> None:
    asked = []

    def slow(connection: Connection) -> None:
        asked.append(connection)
        connection.wait(0.3)
        connection.send(redirect(f"/{len(asked)}"))

    with serve({"*": slow, "/robots.txt": slow}) as server:
        evidence = fetch_now(server.url, Limits(total_seconds=1, redirects=50))
    assert kind_of(evidence) is FailureKind.TOTAL_TIMEOUT
    assert len(asked) <= 4
    assert evidence.error is not None
    assert "not complete after 1 s" in sentence(evidence.error)


def test_whole_fetch_ends_within_twenty_seconds_and_each_wait_before_it() -> None:
    limits = DEFAULT_LIMITS
    assert limits.total_seconds <= 20
    assert max(limits.connect_seconds, limits.read_seconds) < limits.total_seconds


def pings(speaker: h2.connection.H2Connection, _stream: int) -> None:
    for _ in range(12_000):
        speaker.ping(b"12345678")


def settings(speaker: h2.connection.H2Connection, _stream: int) -> None:
    for _ in range(20_000):
        speaker.update_settings({})


def early_hints(speaker: h2.connection.H2Connection, stream: int) -> None:
    for _ in range(16_000):
        speaker.send_headers(stream, [(":status", "103"), ("link", "</style.css>; rel=preload; as=style")])


def window_updates(speaker: h2.connection.H2Connection, _stream: int) -> None:
    for _ in range(14_000):
        speaker.increment_flow_control_window(1)


def empty_data(speaker: h2.connection.H2Connection, stream: int) -> None:
    speaker.send_headers(stream, [(":status", "200")])
    for _ in range(40_000):
        speaker.send_data(stream, b"")


HTTP2_FLOODS: Mapping[str, tuple[Reply, FailureKind]] = {
    "PING": (pings, FailureKind.HEAD_LIMIT),
    "SETTINGS": (settings, FailureKind.HEAD_LIMIT),
    "103": (early_hints, FailureKind.HEAD_LIMIT),
    "WINDOW_UPDATE": (window_updates, FailureKind.HEAD_LIMIT),
    "empty DATA": (empty_data, FailureKind.FRAMING_LIMIT),
}


@pytest.mark.parametrize(("reply", "kind"), HTTP2_FLOODS.values(), ids=HTTP2_FLOODS)
def test_http2_flood_ends_after_so_many_bytes(
    reply: Callable[[h2.connection.H2Connection, int], None],
    kind: FailureKind,
    meters: list[Meter],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "authority.pem"))
    with serve_http2(reply) as url:
        evidence = fetch_now(url, PATIENT)
    assert (evidence.outcome, kind_of(evidence)) == (FetchOutcome.INVALID_RESPONSE, kind)
    limit = DEFAULT_LIMITS.head if kind is FailureKind.HEAD_LIMIT else DEFAULT_LIMITS.framing
    assert meters[0].size <= limit + READ_AT_ONCE
