"""Made-up evidence for the tests of the Fetch tab: one for each outcome, each kind of body and each known failure."""

from datetime import UTC, datetime

from msgspec.structs import replace

from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, Hop, Timings
from robotstudio.text.language import told

ASKED = "https://www.example.com/robots.txt"
STATIC = "https://static.example.com/robots.txt"
SERVED = "https://cdn.example.net/r/www.example.com.txt"
AT = datetime(2026, 11, 20, 12, 32, 8, tzinfo=UTC)

BODY = b"""\
# robots.txt for www.example.com
# Owner: web-platform@example.com

User-agent: *
Disallow: /admin/
Disallow: /search
Disalow: /tmp/

User-agent: Googlebot
Disallow: /admin/
Disallow: /search
Disallow: /cart/checkout
Disallow: /*?sessionid=
Allow: /cart/help$
Sitemap: https://www.example.com/sitemap.xml
"""

HEADERS = (
    ("content-type", "text/plain; charset=utf-8"),
    ("content-length", "2143"),
    ("cache-control", "max-age=3600"),
    ("etag", '"8f1c-62a4"'),
    ("last-modified", "Wed, 18 Nov 2026 09:12:00 GMT"),
    ("content-encoding", "br"),
    ("age", "0"),
    ("server", "nginx"),
)

LAST_HOP = Hop(
    url=ASKED,
    status=200,
    reason="OK",
    http_version="HTTP/2",
    location=None,
    headers=HEADERS,
    elapsed_ms=64.0,
    started_ms=0.0,
    timings=Timings(connect=11, tls=18, wait=27, body=8),
    ip="198.51.100.7",
)

SUCCESS = Evidence(
    requested=ASKED,
    final_url=ASKED,
    outcome=FetchOutcome.SUCCESS,
    hops=(LAST_HOP,),
    body=BODY,
    size=len(BODY),
    wire_size=2143,
    truncated=False,
    content_type="text/plain; charset=utf-8",
    body_kind=Content.RULES,
    sha256="",
    elapsed_ms=64.0,
    fetched_at=AT,
    error=None,
    user_agent="RobotStudio/1.0",
)

_MOVED = Hop(
    url=ASKED,
    status=301,
    reason="Moved Permanently",
    http_version="HTTP/2",
    location=STATIC,
    headers=(("location", STATIC), ("content-length", "0")),
    elapsed_ms=41.0,
    started_ms=0.0,
    timings=Timings(connect=12, tls=17, wait=12),
    ip="203.0.113.20",
)
_FOUND = replace(
    _MOVED,
    url=STATIC,
    status=302,
    location=SERVED,
    headers=(("location", SERVED),),
    elapsed_ms=38.0,
    started_ms=41.0,
    timings=Timings(connect=8, tls=14, wait=16),
    ip="203.0.113.21",
)

REDIRECTED = replace(
    SUCCESS,
    final_url=SERVED,
    hops=(_MOVED, _FOUND, replace(LAST_HOP, url=SERVED, started_ms=79.0)),
    elapsed_ms=143.0,
)


def answered(
    status: int, outcome: FetchOutcome, body: bytes = b"<html>No</html>", kind: Content = Content.HTML
) -> Evidence:
    """Return a response with this status and no error."""
    return replace(
        SUCCESS,
        outcome=outcome,
        hops=(replace(LAST_HOP, status=status),),
        body=body,
        size=len(body),
        wire_size=len(body),
        body_kind=kind,
        content_type="text/html",
    )


def failed(outcome: FetchOutcome, kind: FailureKind, **arguments: str | float) -> Evidence:
    """Return a fetch without a response: the only hop has no status."""
    hop = replace(
        LAST_HOP,
        status=None,
        reason="",
        http_version="",
        headers=(),
        timings=Timings(connect=31),
        elapsed_ms=31.0,
        ip=None,
    )
    known = {
        "host": "www.example.com",
        "port": 443,
        "seconds": 10,
        "detail": "said so",
        "reason": told("No address given. Enter a site such as example.com."),
        **arguments,
    }
    return replace(
        SUCCESS,
        outcome=outcome,
        hops=(hop,),
        body=b"",
        size=0,
        wire_size=0,
        content_type="",
        body_kind=Content.EMPTY,
        elapsed_ms=31.0,
        error=Failure(kind, tuple(known.items())),
    )


def _without_hops(outcome: FetchOutcome, kind: FailureKind) -> Evidence:
    return replace(failed(outcome, kind), hops=(), elapsed_ms=0.0, user_agent="")


OUTCOMES: dict[FetchOutcome, Evidence] = {
    FetchOutcome.SUCCESS: SUCCESS,
    FetchOutcome.NOT_A_REDIRECT: replace(
        answered(302, FetchOutcome.NOT_A_REDIRECT),
        error=Failure(FailureKind.REDIRECT_MISSING, (("host", "www.example.com"), ("status", 302))),
    ),
    FetchOutcome.CLIENT_ERROR: answered(404, FetchOutcome.CLIENT_ERROR),
    FetchOutcome.TOO_MANY_REQUESTS: answered(429, FetchOutcome.TOO_MANY_REQUESTS),
    FetchOutcome.SERVER_ERROR: answered(503, FetchOutcome.SERVER_ERROR),
    FetchOutcome.TOO_MANY_REDIRECTS: replace(
        REDIRECTED,
        outcome=FetchOutcome.TOO_MANY_REDIRECTS,
        hops=(_MOVED, _FOUND) * 3,
        body=b"",
        size=0,
        body_kind=Content.EMPTY,
        error=Failure(FailureKind.REDIRECT_LIMIT, (("host", "www.example.com"), ("limit", 5))),
    ),
    FetchOutcome.REDIRECT_REFUSED: replace(
        answered(301, FetchOutcome.REDIRECT_REFUSED),
        error=Failure(FailureKind.REDIRECT_SCHEME, (("host", "www.example.com"), ("scheme", "ftp"))),
    ),
    FetchOutcome.DNS_ERROR: failed(FetchOutcome.DNS_ERROR, FailureKind.DNS_UNKNOWN_HOST),
    FetchOutcome.REFUSED: failed(FetchOutcome.REFUSED, FailureKind.CONNECTION_REFUSED),
    FetchOutcome.TLS_ERROR: failed(FetchOutcome.TLS_ERROR, FailureKind.TLS_EXPIRED),
    FetchOutcome.TIMEOUT: failed(FetchOutcome.TIMEOUT, FailureKind.READ_TIMEOUT),
    FetchOutcome.NETWORK_ERROR: failed(FetchOutcome.NETWORK_ERROR, FailureKind.CONNECTION_RESET),
    FetchOutcome.INVALID_RESPONSE: failed(FetchOutcome.INVALID_RESPONSE, FailureKind.NOT_HTTP),
    FetchOutcome.INVALID_ADDRESS: _without_hops(FetchOutcome.INVALID_ADDRESS, FailureKind.ADDRESS_INVALID),
    FetchOutcome.CANCELLED: _without_hops(FetchOutcome.CANCELLED, FailureKind.CANCELLED),
}

BODIES: dict[Content, Evidence] = {
    Content.RULES: SUCCESS,
    Content.UTF16: answered(200, FetchOutcome.SUCCESS, "User-agent: *\nDisallow: /".encode("utf-16"), Content.UTF16),
    Content.TEXT: answered(200, FetchOutcome.SUCCESS, b"Not found", Content.TEXT),
    Content.HTML: answered(200, FetchOutcome.SUCCESS, b"<!doctype html>\n<title>Hello</title>\n", Content.HTML),
    Content.JSON: answered(200, FetchOutcome.SUCCESS, b'{"error": "none"}', Content.JSON),
    Content.XML: answered(200, FetchOutcome.SUCCESS, b"<?xml version='1.0'?><x/>", Content.XML),
    Content.BINARY: answered(200, FetchOutcome.SUCCESS, bytes(range(256)) * 4, Content.BINARY),
    Content.EMPTY: answered(200, FetchOutcome.SUCCESS, b"", Content.EMPTY),
}
