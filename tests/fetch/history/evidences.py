"""Fetches as the tests of the history make them up."""

from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, Headers, Hop, Timings

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
HOST = "https://www.example.com"
ONE = b"User-agent: *\nDisallow: /one\n"
TWO = b"User-agent: *\nDisallow: /one\nDisallow: /two\n"
THREE = b"User-agent: *\nDisallow: /three\n"


def answered(
    body: bytes = ONE, status: int = 200, *, host: str = HOST, hour: float = 0, headers: Headers = ()
) -> Evidence:
    """Return an answer of a server, some hours after the start."""
    url = f"{host}/robots.txt"
    outcomes = {
        2: FetchOutcome.SUCCESS,
        3: FetchOutcome.NOT_A_REDIRECT,
        4: FetchOutcome.CLIENT_ERROR,
        5: FetchOutcome.SERVER_ERROR,
    }
    hop = Hop(url, status, "", "HTTP/1.1", None, headers, 12.5, 0.0, Timings(), "192.0.2.1")
    return Evidence(
        requested=url,
        final_url=url,
        outcome=outcomes[status // 100],
        hops=(hop,),
        body=body,
        size=len(body),
        wire_size=len(body),
        truncated=False,
        content_type="text/plain",
        body_kind=Content.RULES if body else Content.EMPTY,
        sha256="",
        elapsed_ms=12.5,
        fetched_at=START + timedelta(hours=hour),
        error=None,
        user_agent="RobotStudio",
    )


def failed(kind: FailureKind = FailureKind.READ_TIMEOUT, *, host: str = HOST, hour: float = 0) -> Evidence:
    """No answer."""
    error = Failure(kind, (("host", "www.example.com"), ("seconds", 10)))
    no_answer = replace(answered(b"", host=host, hour=hour), outcome=FetchOutcome.TIMEOUT, error=error)
    return replace(no_answer, hops=(replace(no_answer.hops[0], status=None),))
