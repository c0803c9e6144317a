"""Pages of a crawl are fetched without httpx, and whatever a server does, the result is that of httpx."""

import asyncio
import threading
from typing import cast

import pytest
from msgspec.structs import replace

from robotstudio.fetch.client import Fetcher, PageFetcher, _is_direct
from robotstudio.fetch.evidence import Evidence, FailureKind, FetchOutcome
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.resolving import FetchLoop
from tests.fetch.server import PATIENT, ROBOTS, TLS, Answer, Connection, redirect, response, serve, unused_port
from tests.fetch.test_hostile_servers import ENDING, ODD_ANSWERS, kind_of
from tests.fetch.test_odd_replies import HASTY, mutations

DIRECT = replace(PLAIN, http2=False, redirects=0)
BY_HTTPX = replace(DIRECT, http2=True)
KEPT = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


def fetch(*urls: str, limits: Limits = PATIENT, options: FetchOptions = DIRECT) -> list[Evidence]:
    """Fetch pages, one after the other, over the same connections."""

    async def each(pages: PageFetcher) -> list[Evidence]:
        return [await pages.page(url) for url in urls]

    async def work() -> list[Evidence]:
        async with Fetcher().connected(options, limits) as pages:
            return await each(pages)

    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(work())


def said(evidence: Evidence) -> tuple[object, ...]:
    """Return what does not depend on time and port."""
    hop = evidence.hops[-1] if evidence.hops else None
    head = None if hop is None else (hop.status, hop.reason, hop.http_version, hop.headers, hop.location, hop.ip)
    error = None if evidence.error is None else evidence.error.kind
    wire = None if evidence.truncated else evidence.wire_size
    return evidence.outcome, error, evidence.body, evidence.content_type, wire, head


@pytest.mark.usefixtures("plain_http")
@pytest.mark.parametrize("name", ODD_ANSWERS)
def test_every_misdeed_has_the_outcome_that_it_has_by_httpx(name: str) -> None:
    answer, outcome, kind = ODD_ANSWERS[name]
    with serve({"/page": cast("Answer", answer)}) as server:
        (evidence,) = fetch(f"{server.url}/page", limits=ENDING.get(kind, PATIENT))
    assert (evidence.outcome, kind_of(evidence)) == (outcome, kind)


@pytest.mark.usefixtures("plain_http")
@pytest.mark.parametrize("seed", range(6))
def test_mangled_reply_is_read_as_by_httpx(seed: int) -> None:
    replies: list[bytes] = []

    def answer(connection: Connection) -> None:
        connection.send(replies[-1])

    with serve({"/page": answer}) as server:
        for reply in mutations(seed):
            replies.append(reply)
            url = f"{server.url}/page"
            (direct,), (other,) = fetch(url, limits=HASTY), fetch(url, limits=HASTY, options=BY_HTTPX)
            assert said(direct) == said(other), reply


GOOD: dict[str, Answer] = {
    "plain": response(200, ROBOTS, "Content-Type: text/plain", "X-Name: Zo\xeb"),
    "chunked": response(200, b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: x\r\n\r\n", "Transfer-Encoding: chunked"),
    "until the end": b"HTTP/1.0 200 OK\r\n\r\n" + ROBOTS * 10_000,
    "interim": b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + KEPT,
    "redirect": redirect("/elsewhere", 302),
    "nothing new": response(304),
    "no content": response(204),
    "not found": response(404, b"<title>gone</title>", "Content-Type: text/html"),
    "two types": response(200, b"x", "Content-Type: text/html", "Content-Type: text/plain"),
    "large": response(200, b"x" * 6_000_000),
}


@pytest.mark.usefixtures("plain_http")
@pytest.mark.parametrize("name", GOOD)
def test_good_answer_is_read_as_by_httpx(name: str) -> None:
    with serve({"/page?a=%20b": GOOD[name]}) as server:
        url = f"{server.url}/page?a=%20b"
        (direct,), (other,) = fetch(url), fetch(url, options=BY_HTTPX)
        heads = [sorted(head.lower().split(b"\r\n")) for head in server.requests]
    assert said(direct) == said(other)
    assert direct.hops[0].timings.wait is not None
    assert set(heads[0]) <= set(heads[1])


@pytest.mark.parametrize(
    ("certificate", "kind"),
    [
        ("valid", None),
        ("expired", FailureKind.TLS_EXPIRED),
        ("self-signed", FailureKind.TLS_SELF_SIGNED),
        ("wrong-host", FailureKind.TLS_WRONG_HOST),
        ("unknown-authority", FailureKind.TLS_UNKNOWN_AUTHORITY),
    ],
)
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_certificates_are_verified(
    host: str, certificate: str, kind: FailureKind | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "authority.pem"))
    with serve({"/page": KEPT}, certificate=certificate) as server:
        (evidence,) = fetch(f"https://{host}:{server.port}/page")
        assert len(server.requests) == (kind is None)
    assert kind_of(evidence) is kind
    assert evidence.hops[0].tls is None or evidence.hops[0].tls.version.startswith("TLS")


def test_port_that_speaks_no_tls_and_port_that_nobody_listens_at() -> None:
    with serve({"/page": KEPT}) as server:
        plain, unheard = fetch(f"https://{server.host}/page", f"http://127.0.0.1:{unused_port()}/page")
    assert (plain.outcome, kind_of(plain)) == (FetchOutcome.TLS_ERROR, FailureKind.TLS_HANDSHAKE)
    assert (unheard.outcome, kind_of(unheard)) == (FetchOutcome.REFUSED, FailureKind.CONNECTION_REFUSED)


def kept(*replies: bytes) -> tuple[list[int], Answer]:
    """Return how many requests each connection had, and an answer that keeps its connection for all of them."""
    counts: list[int] = []
    rest = iter(replies)
    lock = threading.Lock()

    def answer(connection: Connection) -> None:
        counts.append(0)
        wire = connection._wire
        while True:
            with lock:
                reply = next(rest, b"")
            if not reply:
                return
            counts[-1] += 1
            connection.send(reply)
            try:
                if not wire.recv(65_536):
                    return
            except OSError:
                return

    return counts, answer


@pytest.mark.usefixtures("plain_http")
def test_connection_is_used_again() -> None:
    counts, answer = kept(KEPT, KEPT.replace(b"200", b"404"), KEPT)
    with serve({"*": answer}) as server:
        found = fetch(*(f"{server.url}/{number}" for number in range(3)))
    assert ([one.status for one in found], counts) == ([200, 404, 200], [3])


@pytest.mark.usefixtures("plain_http")
@pytest.mark.parametrize(
    "first", [KEPT + b"HTTP/1.1 200 Evil\r\n\r\n", KEPT.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")]
)
def test_connection_is_not_used_again_after_too_much_or_where_the_server_ends_it(first: bytes) -> None:
    counts, answer = kept(first, KEPT)
    with serve({"*": answer}) as server:
        found = fetch(*(f"{server.url}/{number}" for number in range(2)))
    assert ([one.body for one in found], counts) == ([b"ok", b"ok"], [1, 1])


@pytest.mark.usefixtures("plain_http")
def test_httpx_is_used_where_more_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _is_direct(DIRECT)
    assert not _is_direct(BY_HTTPX)
    assert not _is_direct(replace(DIRECT, proxy="http://proxy.test"))
    assert not _is_direct(replace(DIRECT, trusted_anyway="https://a.test"))
    monkeypatch.setenv("https_proxy", "http://proxy.test")
    assert not _is_direct(DIRECT)
    assert _is_direct(replace(DIRECT, proxy=""))
    monkeypatch.setenv("no_proxy", "a.test")
    assert not _is_direct(DIRECT)
    monkeypatch.setenv("no_proxy", "*")
    assert _is_direct(DIRECT)
