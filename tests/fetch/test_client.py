"""A fetch from a well-behaved server: every status, every redirect, and what is recorded of them."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest

from robotstudio.engine.content import Content
from robotstudio.fetch.client import USER_AGENT, fetch_now
from robotstudio.fetch.evidence import FailureKind, FetchOutcome
from robotstudio.fetch.limits import Limits
from tests.fetch.server import ROBOTS, chain, redirect, response, serve

pytestmark = pytest.mark.usefixtures("plain_http")

PLAIN = "Content-Type: text/plain"


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, FetchOutcome.SUCCESS),
        (201, FetchOutcome.SUCCESS),
        (203, FetchOutcome.SUCCESS),
        (206, FetchOutcome.SUCCESS),
        (300, FetchOutcome.NOT_A_REDIRECT),
        (305, FetchOutcome.NOT_A_REDIRECT),
        (400, FetchOutcome.CLIENT_ERROR),
        (401, FetchOutcome.CLIENT_ERROR),
        (403, FetchOutcome.CLIENT_ERROR),
        (404, FetchOutcome.CLIENT_ERROR),
        (410, FetchOutcome.CLIENT_ERROR),
        (418, FetchOutcome.CLIENT_ERROR),
        (429, FetchOutcome.TOO_MANY_REQUESTS),
        (451, FetchOutcome.CLIENT_ERROR),
        (499, FetchOutcome.CLIENT_ERROR),
        (500, FetchOutcome.SERVER_ERROR),
        (502, FetchOutcome.SERVER_ERROR),
        (503, FetchOutcome.SERVER_ERROR),
        (504, FetchOutcome.SERVER_ERROR),
        (599, FetchOutcome.SERVER_ERROR),
    ],
)
def test_status_decides_the_outcome_and_the_body_is_kept(status: int, outcome: FetchOutcome) -> None:
    with serve(response(status, ROBOTS, PLAIN)) as server:
        evidence = fetch_now(server.url)
    assert (evidence.outcome, evidence.status, evidence.body, evidence.error) == (outcome, status, ROBOTS, None)


@pytest.mark.parametrize(("status", "outcome"), [(204, FetchOutcome.SUCCESS), (304, FetchOutcome.NOT_A_REDIRECT)])
def test_status_without_a_body(status: int, outcome: FetchOutcome) -> None:
    with serve(response(status)) as server:
        evidence = fetch_now(server.url)
    assert (evidence.outcome, evidence.body, evidence.body_kind) == (outcome, b"", Content.EMPTY)


def test_evidence_of_a_success_is_complete() -> None:
    before = datetime.now(UTC)
    with serve(
        response(200, ROBOTS, "Content-Type: text/plain; charset=utf-8", "X-Two: 1", "x-two: 2", reason="OK")
    ) as server:
        evidence = fetch_now(f"{server.url}/any/page?query#fragment")
    hop = evidence.hops[0]
    assert evidence.requested == evidence.final_url == hop.url == f"{server.url}/robots.txt"
    assert (evidence.size, evidence.wire_size, evidence.truncated) == (len(ROBOTS), len(ROBOTS), False)
    assert (evidence.content_type, evidence.body_kind) == ("text/plain; charset=utf-8", Content.RULES)
    assert evidence.sha256 == sha256(ROBOTS).hexdigest()
    assert before <= evidence.fetched_at <= datetime.now(UTC)
    assert evidence.fetched_at.utcoffset() == timedelta(0)
    assert evidence.user_agent == USER_AGENT
    assert (hop.status, hop.reason, hop.http_version, hop.location, hop.ip) == (
        200,
        "OK",
        "HTTP/1.1",
        None,
        "127.0.0.1",
    )
    assert [value for name, value in hop.headers if name == "x-two"] == ["1", "2"]
    assert evidence.header("Content-Length") == str(len(ROBOTS))


def test_timings_of_a_hop_fit_into_it() -> None:
    with serve(response(200, ROBOTS)) as server:
        evidence = fetch_now(server.url)
    hop = evidence.hops[0]
    assert hop.timings.tls is None
    steps = [hop.timings.connect, hop.timings.wait, hop.timings.body]
    assert all(step is not None and step >= 0 for step in steps)
    assert sum(step or 0 for step in steps) <= hop.elapsed_ms <= evidence.elapsed_ms


def test_request_is_honest_and_carries_no_cookie() -> None:
    answers = {
        "/robots.txt": response(302, b"", "Location: /b", "Set-Cookie: a=b; Path=/"),
        "/b": response(200, ROBOTS),
    }
    with serve(answers) as server:
        fetch_now(server.url)
        first, second = (request.lower() for request in server.requests)
    assert f"user-agent: {USER_AGENT}".lower().encode() in first
    assert b"accept-encoding: gzip, deflate, br\r\n" in first
    assert b"cookie" not in second


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirect_is_followed(status: int) -> None:
    with serve({"/robots.txt": redirect("/r/robots.txt", status), "/r/robots.txt": response(200, ROBOTS)}) as server:
        evidence = fetch_now(server.url)
    assert (evidence.outcome, evidence.body, evidence.redirects) == (FetchOutcome.SUCCESS, ROBOTS, 1)
    assert [(hop.status, hop.location) for hop in evidence.hops] == [(status, "/r/robots.txt"), (200, None)]
    assert [hop.timings.body is None for hop in evidence.hops] == [True, False]
    assert evidence.requested == f"{server.url}/robots.txt"
    assert evidence.final_url == f"{server.url}/r/robots.txt"
    assert evidence.hops[0].started_ms < evidence.hops[1].started_ms


def test_five_redirects_are_followed() -> None:
    with serve(chain(5)) as server:
        evidence = fetch_now(server.url)
    assert (evidence.outcome, evidence.redirects, len(evidence.hops)) == (FetchOutcome.SUCCESS, 5, 6)


def test_sixth_redirect_is_not_followed() -> None:
    with serve(chain(6)) as server:
        evidence = fetch_now(server.url)
        asked = len(server.requests)
    assert (evidence.outcome, len(evidence.hops), asked) == (FetchOutcome.TOO_MANY_REDIRECTS, 6, 6)
    assert evidence.error is not None
    assert (evidence.error.kind, evidence.error.argument("limit")) == (FailureKind.REDIRECT_LIMIT, 5)
    assert (evidence.body, evidence.sha256) == (b"", "")


def test_redirect_limit_can_be_chosen() -> None:
    with serve(chain(3)) as server:
        assert fetch_now(server.url, Limits(redirects=2)).outcome is FetchOutcome.TOO_MANY_REDIRECTS
        assert fetch_now(server.url, Limits(redirects=3)).outcome is FetchOutcome.SUCCESS


@pytest.mark.parametrize("location", ["/robots.txt", "/other"])
def test_redirect_loop_ends_and_is_named(location: str) -> None:
    with serve({"/robots.txt": redirect(location), "/other": redirect("/robots.txt")}) as server:
        evidence = fetch_now(server.url)
    assert evidence.outcome is FetchOutcome.TOO_MANY_REDIRECTS
    assert evidence.error is not None
    assert evidence.error.kind is FailureKind.REDIRECT_LOOP


def test_redirect_across_hosts_is_followed() -> None:
    with serve({"/robots.txt": response(200, ROBOTS)}) as other:
        there = f"http://localhost:{other.port}/robots.txt"
        with serve(redirect(there)) as server:
            evidence = fetch_now(server.url)
    assert (evidence.outcome, evidence.final_url) == (FetchOutcome.SUCCESS, there)
    assert evidence.requested.startswith(server.url)


@pytest.mark.parametrize(
    ("location", "path"),
    [
        ("b", "/b"),
        ("./b", "/b"),
        ("../../b", "/b"),
        ("?x=1", "/robots.txt?x=1"),
        ("/a/../b", "/b"),
        ("/é", "/%C3%A9"),
        ("/a b", "/a%20b"),
        ("\\b", "/b"),
        ("/b#fragment", "/b"),
        ("/a|b", "/a|b"),
    ],
)
def test_relative_location_is_resolved_as_a_browser_does(location: str, path: str) -> None:
    head = f"HTTP/1.1 301 Moved\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()
    with serve({"/robots.txt": head, path: response(200, ROBOTS)}) as server:
        evidence = fetch_now(server.url)
    assert (evidence.outcome, evidence.final_url) == (FetchOutcome.SUCCESS, f"{server.url}{path}")


def test_location_without_a_scheme_keeps_the_scheme() -> None:
    with (
        serve({"/robots.txt": response(200, ROBOTS)}) as other,
        serve(redirect(f"//{other.host}/robots.txt")) as server,
    ):
        assert fetch_now(server.url).final_url == f"{other.url}/robots.txt"


@pytest.mark.parametrize(
    ("location", "scheme"),
    [
        ("file:///etc/passwd", "file"),
        ("javascript:alert(1)", "javascript"),
        ("JaVaScRiPt:alert(1)", "javascript"),
        ("data:text/plain,User-agent: *", "data"),
        ("ftp://127.0.0.1/robots.txt", "ftp"),
        ("mailto:a@b.example", "mailto"),
    ],
)
def test_redirect_to_another_scheme_is_refused(location: str, scheme: str) -> None:
    with serve(redirect(location)) as server:
        evidence = fetch_now(server.url)
    assert (evidence.outcome, evidence.hops[0].location) == (FetchOutcome.REDIRECT_REFUSED, location)
    assert evidence.error is not None
    assert (evidence.error.kind, evidence.error.argument("scheme")) == (FailureKind.REDIRECT_SCHEME, scheme)


@pytest.mark.parametrize("location", ["http://", "http://[::1", "https://exa mple/", "http://h:99999/", "x" * 9_000])
def test_redirect_to_no_address_is_refused(location: str) -> None:
    with serve(redirect(location)) as server:
        evidence = fetch_now(server.url)
    assert evidence.outcome is FetchOutcome.REDIRECT_REFUSED
    assert evidence.error is not None
    assert evidence.error.kind is FailureKind.REDIRECT_INVALID


def test_redirect_to_a_name_that_cannot_be_looked_up() -> None:
    with serve(redirect("https://xn--a.example/")) as server:
        evidence = fetch_now(server.url)
    assert evidence.outcome is FetchOutcome.DNS_ERROR
    assert [hop.status for hop in evidence.hops] == [301, None]


@pytest.mark.parametrize("header", [(), ("Location:",)])
def test_redirect_without_a_target_is_none(header: tuple[str, ...]) -> None:
    with serve(response(301, b"moved", *header)) as server:
        evidence = fetch_now(server.url)
    assert (evidence.outcome, evidence.status) == (FetchOutcome.NOT_A_REDIRECT, 301)
    assert evidence.error is not None
    assert evidence.error.kind is FailureKind.REDIRECT_MISSING


def test_credentials_are_sent_to_their_origin_only_and_recorded_nowhere() -> None:
    with serve({"/robots.txt": response(200, ROBOTS)}) as other:
        there = f"http://who:secret@{other.host}/robots.txt"
        with serve({"/robots.txt": redirect("/b"), "/b": redirect(there)}) as server:
            evidence = fetch_now(f"http://user:secret@{server.host}/")
            asked, elsewhere = server.requests, other.requests
    assert evidence.outcome is FetchOutcome.SUCCESS
    assert all(b"authorization: basic dxnlcjpzzwnyzxq=" in request.lower() for request in asked)
    assert all(b"authorization" not in request.lower() for request in elsewhere)
    assert "secret" not in repr(evidence)


def test_ipv6_host() -> None:
    with serve(response(200, ROBOTS), host="::1") as server:
        evidence = fetch_now(server.url)
    assert (evidence.outcome, evidence.hops[0].ip) == (FetchOutcome.SUCCESS, "::1")


def test_http_1_0_answer_ends_with_the_connection() -> None:
    with serve(b"HTTP/1.0 200 OK\r\n\r\n" + ROBOTS) as server:
        evidence = fetch_now(server.url)
    assert (evidence.outcome, evidence.body, evidence.hops[0].http_version) == (
        FetchOutcome.SUCCESS,
        ROBOTS,
        "HTTP/1.0",
    )


def test_interim_answers_are_skipped() -> None:
    with serve(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + response(200, ROBOTS)) as server:
        assert fetch_now(server.url).body == ROBOTS


def test_chunked_body() -> None:
    body = b"5\r\nUser-\r\n9;extension\r\nagent: *\n\r\n0\r\nTrailer: x\r\n\r\n"
    with serve(response(200, body, "Transfer-Encoding: chunked")) as server:
        assert fetch_now(server.url).body == b"User-agent: *\n"


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("", FailureKind.ADDRESS_EMPTY),
        ("exa mple.com", FailureKind.ADDRESS_INVALID),
        ("mailto:a@b.example", FailureKind.ADDRESS_INVALID),
    ],
)
def test_nothing_is_requested_for_what_is_no_address(typed: str, kind: FailureKind) -> None:
    evidence = fetch_now(typed)
    assert evidence.outcome is FetchOutcome.INVALID_ADDRESS
    assert evidence.error is not None
    assert evidence.error.kind is kind
