"""HTTP/2 is spoken where the server offers it, and is as little able to hurt."""

import h2.connection
import pytest

from robotstudio.fetch.client import fetch_now
from robotstudio.fetch.evidence import FailureKind, FetchOutcome
from robotstudio.fetch.options import FetchOptions
from robotstudio.fetch.words import sentence
from tests.fetch.http2_server import Reply, serve_http2
from tests.fetch.server import PATIENT, READS_END, ROBOTS, TLS, response, serve


@pytest.fixture(autouse=True)
def _test_authority_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "authority.pem"))


def answer_well(speaker: h2.connection.H2Connection, stream: int) -> None:
    speaker.send_headers(stream, [(":status", "200"), ("content-type", "text/plain")])
    speaker.send_data(stream, ROBOTS, end_stream=True)


def reset_the_stream(speaker: h2.connection.H2Connection, stream: int) -> None:
    speaker.reset_stream(stream, 2)


def reset_in_the_body(speaker: h2.connection.H2Connection, stream: int) -> None:
    speaker.send_headers(stream, [(":status", "200")])
    speaker.send_data(stream, ROBOTS)
    speaker.reset_stream(stream, 2)


def go_away(speaker: h2.connection.H2Connection, _stream: int) -> None:
    speaker.close_connection(1)


def headers_without_end(speaker: h2.connection.H2Connection, stream: int) -> None:
    speaker.send_headers(stream, [(":status", "200"), *[("set-cookie", "a=b" * 20)] * 20_000])


def no_status(speaker: h2.connection.H2Connection, stream: int) -> None:
    speaker.send_headers(stream, [("content-type", "text/plain")])


def never(_speaker: h2.connection.H2Connection, _stream: int) -> None:
    """No answer."""


@pytest.mark.parametrize(
    "headers",
    [
        [("content-type", "text/plain")],
        [(":status", "")],
        [(":status", "abc")],
        [(":status", "+200")],
        [(":status", "2_00")],
        [(":status", "0200")],
        [(":status", "é200")],
        [(":status", "200"), (":status", "404")],
    ],
)
def test_answer_without_one_status_of_three_digits_is_no_answer(headers: list[tuple[str, str]]) -> None:
    def answer(speaker: h2.connection.H2Connection, stream: int) -> None:
        speaker.send_headers(stream, headers)
        speaker.send_data(stream, ROBOTS, end_stream=True)

    with serve_http2(answer) as url:
        evidence = fetch_now(url, PATIENT)
    assert (evidence.outcome, evidence.status, evidence.body) == (FetchOutcome.INVALID_RESPONSE, None, b"")
    assert evidence.error is not None
    assert "it has no three-digit status" in sentence(evidence.error)


def test_http2_is_spoken_and_shown() -> None:
    with serve_http2(answer_well) as url:
        evidence = fetch_now(url)
    assert (evidence.outcome, evidence.body) == (FetchOutcome.SUCCESS, ROBOTS)
    assert evidence.hops[0].http_version == "HTTP/2"


def test_http2_can_be_left_out() -> None:
    with serve(response(200, ROBOTS), certificate="valid") as server:
        evidence = fetch_now(server.url, options=FetchOptions(http2=False))
    assert (evidence.outcome, evidence.hops[0].http_version) == (FetchOutcome.SUCCESS, "HTTP/1.1")


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (reset_the_stream, FetchOutcome.INVALID_RESPONSE),
        (reset_in_the_body, FetchOutcome.NETWORK_ERROR),
        (go_away, FetchOutcome.INVALID_RESPONSE),
        (headers_without_end, FetchOutcome.INVALID_RESPONSE),
        (no_status, FetchOutcome.INVALID_RESPONSE),
        (never, FetchOutcome.TIMEOUT),
    ],
)
def test_http2_misdeed_has_an_outcome(reply: Reply, outcome: FetchOutcome) -> None:
    with serve_http2(reply) as url:
        evidence = fetch_now(url, READS_END if outcome is FetchOutcome.TIMEOUT else PATIENT)
    assert evidence.outcome is outcome
    assert evidence.error is not None
    assert evidence.error.kind is not FailureKind.UNEXPECTED
