"""Nothing that a server does raises, hangs or fills the memory; each misdeed has its own outcome."""

import gzip
import queue
import threading
import tracemalloc
import zlib
from collections.abc import Iterator
from functools import partial

import brotli
import pytest
from msgspec.structs import replace

from robotstudio.engine.content import Content
from robotstudio.fetch.client import fetch_now
from robotstudio.fetch.evidence import Evidence, FailureKind, FetchOutcome
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.words import sentence
from robotstudio.fetch.worker import FetchThread
from tests.fetch.server import (
    ALL_ENDS,
    PATIENT,
    READS_END,
    ROBOTS,
    Answer,
    Connection,
    chain,
    drip,
    endless,
    hang,
    redirect,
    response,
    serve,
    unused_port,
)

pytestmark = pytest.mark.usefixtures("plain_http")

ENDING = {FailureKind.READ_TIMEOUT: READS_END, FailureKind.TOTAL_TIMEOUT: ALL_ENDS}
HEAD = b"HTTP/1.1 200 OK\r\n"
LONG_BODY = HEAD + b"Content-Length: 100000000\r\n\r\n"
MEBIBYTE = 1024 * 1024


def fetch(answer: Answer, limits: Limits = PATIENT) -> Evidence:
    with serve(answer) as server:
        return fetch_now(server.url, limits)


def kind_of(evidence: Evidence) -> FailureKind | None:
    return None if evidence.error is None else evidence.error.kind


def reset_at_once(connection: Connection) -> None:
    connection.reset()


def reset_in_the_body(connection: Connection) -> None:
    connection.send(LONG_BODY + ROBOTS)
    connection.wait(0.1)
    connection.reset()


def close_without_answer(connection: Connection) -> None:
    """Close the connection by returning."""


ODD_ANSWERS = {
    "close without answer": (close_without_answer, FetchOutcome.NETWORK_ERROR, FailureKind.CONNECTION_CLOSED),
    "reset": (reset_at_once, FetchOutcome.NETWORK_ERROR, FailureKind.CONNECTION_RESET),
    "reset in body": (reset_in_the_body, FetchOutcome.NETWORK_ERROR, FailureKind.BODY_INCOMPLETE),
    "body shorter than said": (
        response(200, ROBOTS, length=99),
        FetchOutcome.NETWORK_ERROR,
        FailureKind.BODY_INCOMPLETE,
    ),
    "broken chunk": (
        response(200, b"zz\r\nx", "Transfer-Encoding: chunked"),
        FetchOutcome.NETWORK_ERROR,
        FailureKind.BODY_INCOMPLETE,
    ),
    "no last chunk": (
        response(200, b"5\r\nUser-\r\n", "Transfer-Encoding: chunked"),
        FetchOutcome.NETWORK_ERROR,
        FailureKind.BODY_INCOMPLETE,
    ),
    "never answers": (hang, FetchOutcome.TIMEOUT, FailureKind.READ_TIMEOUT),
    "stops in the headers": (drip(HEAD, b"", 60), FetchOutcome.TIMEOUT, FailureKind.READ_TIMEOUT),
    "stops in the body": (drip(LONG_BODY, b"", 60), FetchOutcome.TIMEOUT, FailureKind.READ_TIMEOUT),
    "drips headers": (drip(HEAD + b"X: "), FetchOutcome.TIMEOUT, FailureKind.TOTAL_TIMEOUT),
    "drips the body": (drip(LONG_BODY), FetchOutcome.TIMEOUT, FailureKind.TOTAL_TIMEOUT),
    "endless interim answers": (
        endless(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 1_000),
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.HEAD_LIMIT,
    ),
    "no HTTP": (b"SSH-2.0-OpenSSH_9.2\r\n\r\n", FetchOutcome.INVALID_RESPONSE, FailureKind.NOT_HTTP),
    "HTTP/0.9": (ROBOTS + b"\n\n", FetchOutcome.INVALID_RESPONSE, FailureKind.NOT_HTTP),
    "invalid status": (b"HTTP/1.1 2x0 OK\r\n\r\n", FetchOutcome.INVALID_RESPONSE, FailureKind.NOT_HTTP),
    "status 999": (response(999, ROBOTS), FetchOutcome.INVALID_RESPONSE, FailureKind.STATUS_UNKNOWN),
    "status 600": (response(600, ROBOTS), FetchOutcome.INVALID_RESPONSE, FailureKind.STATUS_UNKNOWN),
    "status 101": (
        b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n",
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.PROTOCOL,
    ),
    "NUL in a header": (HEAD + b"X: a\0b\r\n\r\n", FetchOutcome.INVALID_RESPONSE, FailureKind.PROTOCOL),
    "header without colon": (HEAD + b"nonsense\r\n\r\n", FetchOutcome.INVALID_RESPONSE, FailureKind.PROTOCOL),
    "two lengths": (
        HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.PROTOCOL,
    ),
    "length no number": (HEAD + b"Content-Length: x\r\n\r\n", FetchOutcome.INVALID_RESPONSE, FailureKind.PROTOCOL),
    "10 MB header": (
        endless(HEAD + b"X: ", b"x" * 65_536),
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.HEADERS_TOO_LARGE,
    ),
    "100,000 cookies": (
        HEAD + b"Set-Cookie: a=b\r\n" * 100_000 + b"\r\n",
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.HEADERS_TOO_LARGE,
    ),
    "endless status line": (
        endless(b"HTTP/1.1 200 ", b"x" * 65_536),
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.HEADERS_TOO_LARGE,
    ),
    "endless headers": (
        endless(HEAD, b"X-Header: value\r\n" * 4_000),
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.HEADERS_TOO_LARGE,
    ),
    "injected header": (HEAD + b"X: a\rY: b\r\n\r\n", FetchOutcome.INVALID_RESPONSE, FailureKind.PROTOCOL),
    "no brotli": (
        response(200, b"\xff" * 40, "Content-Encoding: br"),
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.CODING_BROKEN,
    ),
    "coding not asked for": (
        response(200, b"\x28\xb5\x2f\xfd", "Content-Encoding: zstd"),
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.CODING_UNSUPPORTED,
    ),
    "several codings": (
        response(200, ROBOTS, "Content-Encoding: gzip, gzip"),
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.CODING_UNSUPPORTED,
    ),
    "no gzip": (
        response(200, ROBOTS, "Content-Encoding: gzip"),
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.CODING_BROKEN,
    ),
    "half a gzip": (
        response(200, gzip.compress(ROBOTS * 50)[:-20], "Content-Encoding: gzip"),
        FetchOutcome.INVALID_RESPONSE,
        FailureKind.CODING_BROKEN,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("answer", "outcome", "kind"), ODD_ANSWERS.values(), ids=ODD_ANSWERS)
def test_misdeed_has_its_outcome_and_its_sentence(answer: Answer, outcome: FetchOutcome, kind: FailureKind) -> None:
    evidence = fetch(answer, ENDING.get(kind, PATIENT))
    assert (evidence.outcome, kind_of(evidence)) == (outcome, kind)
    assert evidence.error is not None
    assert "?" not in sentence(evidence.error)
    assert len(evidence.hops) == 1


def test_what_was_read_before_a_failure_is_kept() -> None:
    evidence = fetch(reset_in_the_body)
    assert (evidence.status, evidence.body, evidence.size) == (200, ROBOTS, len(ROBOTS))


@pytest.mark.parametrize(
    ("status", "outcome"),
    [(404, FetchOutcome.CLIENT_ERROR), (429, FetchOutcome.TOO_MANY_REQUESTS), (503, FetchOutcome.SERVER_ERROR)],
)
def test_error_status_stands_although_its_page_fails(status: int, outcome: FetchOutcome) -> None:
    evidence = fetch(response(status, b"page", length=99))
    assert (evidence.outcome, kind_of(evidence)) == (outcome, FailureKind.BODY_INCOMPLETE)


def test_hops_before_a_failure_are_kept() -> None:
    with serve({"/robots.txt": redirect("/b"), "/b": hang}) as server:
        evidence = fetch_now(server.url, READS_END)
    assert (evidence.outcome, [hop.status for hop in evidence.hops]) == (FetchOutcome.TIMEOUT, [301, None])
    assert (evidence.hops[1].timings.wait or 0) >= 200


def test_total_time_counts_over_all_hops() -> None:
    def slow(connection: Connection) -> None:
        connection.wait(0.2)
        connection.send(redirect("/robots.txt"))

    assert kind_of(fetch(slow, Limits(total_seconds=0.5))) is FailureKind.TOTAL_TIMEOUT


def test_a_thousand_redirects_cost_six_requests() -> None:
    with serve(chain(1000)) as server:
        assert fetch_now(server.url).outcome is FetchOutcome.TOO_MANY_REDIRECTS
        assert len(server.requests) == 6


def test_bytes_after_the_stated_length_are_not_part_of_the_body() -> None:
    assert fetch(response(200, ROBOTS + b"more", length=len(ROBOTS))).body == ROBOTS


def test_refused_port() -> None:
    evidence = fetch_now(f"http://127.0.0.1:{unused_port()}")
    assert (evidence.outcome, kind_of(evidence)) == (FetchOutcome.REFUSED, FailureKind.CONNECTION_REFUSED)


def test_unknown_host() -> None:
    evidence = fetch_now("http://robots.invalid")
    assert evidence.outcome is FetchOutcome.DNS_ERROR
    assert kind_of(evidence) in {FailureKind.DNS_UNKNOWN_HOST, FailureKind.DNS_NO_ANSWER}
    assert [hop.status for hop in evidence.hops] == [None]


@pytest.mark.parametrize("host", ["xn--a.example", "a..example", f"{'a' * 64}.example"])
def test_host_that_no_dns_can_know(host: str) -> None:
    assert fetch(redirect(f"http://{host}/")).outcome is FetchOutcome.DNS_ERROR


def test_endless_body_is_cut_at_the_limit() -> None:
    evidence = fetch(endless(HEAD + b"\r\n", b"Disallow: /x\n" * 5_000))
    assert (evidence.outcome, evidence.truncated, evidence.size) == (FetchOutcome.SUCCESS, True, 5 * MEBIBYTE)


def test_body_of_exactly_the_limit_is_whole() -> None:
    limits = replace(PATIENT, body=1_000)
    assert not fetch(response(200, b"x" * 1_000), limits).truncated
    longer = fetch(response(200, b"x" * 1_001), limits)
    assert (longer.truncated, longer.size) == (True, 1_000)


@pytest.fixture
def memory() -> Iterator[None]:
    tracemalloc.start()
    yield
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 * MEBIBYTE


def bomb(coding: str) -> bytes:
    if coding == "br":
        return response(200, brotli.compress(bytes(200 * MEBIBYTE), quality=1), "Content-Encoding: br")
    window = {"gzip": 31, "deflate": 15}[coding]
    packer = zlib.compressobj(9, zlib.DEFLATED, window)
    packed = b"".join(packer.compress(bytes(MEBIBYTE)) for _ in range(200)) + packer.flush()
    return response(200, packed, f"Content-Encoding: {coding}")


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_bomb_goes_off_within_bounds(coding: str) -> None:
    packed = bomb(coding)
    tracemalloc.reset_peak()
    evidence = fetch(packed)
    assert (evidence.truncated, evidence.size) == (True, 5 * MEBIBYTE)
    assert evidence.wire_size < MEBIBYTE


@pytest.mark.usefixtures("memory")
def test_coding_that_decodes_to_nothing_ends_at_the_wire_limit() -> None:
    nothing = zlib.compressobj(9, zlib.DEFLATED, 31)
    start = nothing.compress(b"") + nothing.flush(zlib.Z_FULL_FLUSH)
    empty_blocks = b"\0\0\0\xff\xff" * 13_000
    evidence = fetch(endless(HEAD + b"Content-Encoding: gzip\r\n\r\n" + start, empty_blocks))
    assert (evidence.truncated, evidence.body) == (True, b"")
    assert evidence.wire_size >= Limits().wire


@pytest.mark.parametrize(
    ("body", "content_type", "kind"),
    [
        (ROBOTS, "text/plain", Content.RULES),
        (ROBOTS, "text/html", Content.RULES),
        (b"<!DOCTYPE html><html>Not found</html>", "text/plain", Content.HTML),
        (b'{"error": 404}', "application/json", Content.JSON),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1", "text/plain", Content.BINARY),
        (ROBOTS.decode().encode("utf-16"), "text/plain", Content.UTF16),
        (b"\0" * 500, "text/plain", Content.BINARY),
        (b"", "text/plain", Content.EMPTY),
    ],
)
def test_body_that_is_no_robots_txt_is_recognised(body: bytes, content_type: str, kind: Content) -> None:
    evidence = fetch(response(200, body, f"Content-Type: {content_type}"))
    assert (evidence.outcome, evidence.body_kind) == (FetchOutcome.SUCCESS, kind)


@pytest.mark.parametrize(
    "answer",
    [hang, drip(HEAD), drip(LONG_BODY), endless(LONG_BODY, ROBOTS * 2_000), endless(HEAD, b"X: y\r\n")],
    ids=["never answers", "drips headers", "drips the body", "endless body", "endless headers"],
)
def test_cancel_ends_a_fetch_whatever_the_server_does(answer: Answer) -> None:
    asked, done = threading.Event(), queue.Queue[Evidence]()

    def tell(connection: Connection) -> None:
        asked.set()
        assert callable(answer)
        answer(connection)

    fetcher = FetchThread(Limits(read_seconds=1e4, total_seconds=1e4, body=1 << 40, wire=1 << 40))
    with serve(tell) as server:
        fetcher.start(server.url, 1, partial(_deliver, done))
        assert asked.wait(60)
        fetcher.cancel(1)
        evidence = done.get(timeout=60)
        fetcher.close()
    assert evidence.outcome in {FetchOutcome.CANCELLED, FetchOutcome.INVALID_RESPONSE}


def _deliver(done: "queue.Queue[Evidence]", _job: int, evidence: Evidence) -> None:
    done.put(evidence)
