"""The result of a fetch as frozen data; policy.py interprets it, words.py describes it."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from robotstudio.engine.content import Content
from robotstudio.text.language import Told

Argument = str | int | float | Told
Headers = tuple[tuple[str, str], ...]


class FetchOutcome(StrEnum):
    """Outcome of a fetch. Exactly one for each fetch; it is all that a status policy needs."""

    SUCCESS = "success"  # 2xx
    NOT_A_REDIRECT = "not_a_redirect"  # 3xx without a target that could be followed: 300, 304, no Location
    CLIENT_ERROR = "client_error"  # 4xx, except 429
    TOO_MANY_REQUESTS = "too_many_requests"  # 429
    SERVER_ERROR = "server_error"  # 5xx
    TOO_MANY_REDIRECTS = "too_many_redirects"
    REDIRECT_REFUSED = "redirect_refused"  # to another scheme, or to an invalid address
    DNS_ERROR = "dns_error"
    REFUSED = "refused"  # nothing listens on the port
    TLS_ERROR = "tls_error"
    TIMEOUT = "timeout"
    NETWORK_ERROR = "network_error"  # unreachable, reset, cut off, proxy
    INVALID_RESPONSE = "invalid_response"  # not HTTP, headers too large, a coding that cannot be undone
    INVALID_ADDRESS = "invalid_address"  # nothing was requested
    CANCELLED = "cancelled"


_ANSWERED = frozenset(
    {
        FetchOutcome.SUCCESS,
        FetchOutcome.NOT_A_REDIRECT,
        FetchOutcome.CLIENT_ERROR,
        FetchOutcome.TOO_MANY_REQUESTS,
        FetchOutcome.SERVER_ERROR,
    }
)


class AccessKind(StrEnum):
    """Way in which a site is told that a request is allowed."""

    BASIC = "basic"
    BEARER = "bearer"
    COOKIE = "cookie"
    HEADERS = "headers"
    SIGNATURE = "signature"  # by the person's own key
    SHOPIFY = "shopify"


class FailureKind(StrEnum):
    """The exact cause of a failure. words.py has a message for each."""

    ADDRESS_EMPTY = "address_empty"
    ADDRESS_INVALID = "address_invalid"
    HEADER_INVALID = "header_invalid"
    KEY_RING = "key_ring"  # the access that is kept for the site could not be read: nothing was requested
    DNS_UNKNOWN_HOST = "dns_unknown_host"
    DNS_NO_ANSWER = "dns_no_answer"
    CONNECTION_REFUSED = "connection_refused"
    UNREACHABLE = "unreachable"
    NOT_PUBLIC = "not_public"  # a public site leads to a private address
    CONNECT_FAILED = "connect_failed"
    CONNECT_TIMEOUT = "connect_timeout"
    READ_TIMEOUT = "read_timeout"
    TOTAL_TIMEOUT = "total_timeout"
    CONNECTION_RESET = "connection_reset"
    CONNECTION_CLOSED = "connection_closed"
    BODY_INCOMPLETE = "body_incomplete"
    TLS_EXPIRED = "tls_expired"
    TLS_NOT_YET_VALID = "tls_not_yet_valid"
    TLS_SELF_SIGNED = "tls_self_signed"
    TLS_WRONG_HOST = "tls_wrong_host"
    TLS_UNKNOWN_AUTHORITY = "tls_unknown_authority"
    TLS_CERTIFICATE = "tls_certificate"
    TLS_SETTINGS = "tls_settings"
    TLS_HANDSHAKE = "tls_handshake"
    NOT_HTTP = "not_http"
    HEADERS_TOO_LARGE = "headers_too_large"
    HEAD_LIMIT = "head_limit"  # too much before the answer: interim responses, control frames
    FRAMING_LIMIT = "framing_limit"  # too much around the body: chunk sizes, frames
    PIECES_LIMIT = "pieces_limit"  # too many reads of a few bytes
    PROTOCOL = "protocol"
    STATUS_UNKNOWN = "status_unknown"
    CODING_UNSUPPORTED = "coding_unsupported"
    CODING_BROKEN = "coding_broken"
    REDIRECT_SCHEME = "redirect_scheme"
    REDIRECT_INVALID = "redirect_invalid"
    REDIRECT_REACH = "redirect_reach"  # to an address that this site must not lead to
    REDIRECT_MISSING = "redirect_missing"
    REDIRECT_LIMIT = "redirect_limit"
    REDIRECT_LOOP = "redirect_loop"
    FTP_NO_FILE = "ftp_no_file"
    FTP_DIRECTORY = "ftp_directory"
    FTP_LOGIN = "ftp_login"
    FTP_REFUSED = "ftp_refused"
    FTP_PROTOCOL = "ftp_protocol"
    PROXY = "proxy"
    PROXY_UNSUPPORTED = "proxy_unsupported"
    CANCELLED = "cancelled"
    NOT_ASKED = "not_asked"  # the shared deadline passed before the request
    UNEXPECTED = "unexpected"


class Phase(StrEnum):
    CONNECTING = "connecting"
    WAITING = "waiting"  # there is a connection, and the request was sent
    REDIRECT = "redirect"
    READING = "reading"


class Failure(Struct, frozen=True):
    """An error as an id with named arguments; words.py makes the message."""

    kind: FailureKind
    arguments: tuple[tuple[str, Argument], ...] = ()

    def argument(self, name: str) -> Argument | None:
        return dict(self.arguments).get(name)


class Timings(Struct, frozen=True):
    """Durations of the steps of one hop in ms, in this order.

    None if a step did not happen; an interrupted step counts until it was interrupted.
    """

    connect: float | None = None  # DNS and TCP; None if the connection of the previous hop was reused
    tls: float | None = None
    wait: float | None = None  # from the request being sent to the last header
    body: float | None = None
    dns: float | None = None  # the part of `connect` spent on name resolution; None for an IP address


class Certificate(Struct, frozen=True):
    subject: str
    issuer: str
    names: tuple[str, ...]  # hosts it is valid for
    not_before: datetime  # aware, UTC
    not_after: datetime
    sha256: str


class Tls(Struct, frozen=True):
    """The negotiated TLS parameters."""

    version: str  # "TLSv1.3"
    cipher: str
    verified: bool  # False if the person had it fetched anyway
    certificate: Certificate | None  # None if it could not be read


class Hop(Struct, frozen=True):
    """One request and the head of its response. `status` is None if no response came."""

    url: str  # never with a user name or a password
    status: int | None
    reason: str  # HTTP/2 has none; then the phrase that goes with the status
    http_version: str  # "HTTP/1.1", "HTTP/2"; "" if no answer came
    location: str | None  # as sent
    headers: Headers  # names in lower case, in the order received
    elapsed_ms: float
    started_ms: float  # counted from the start of the fetch
    timings: Timings
    ip: str | None  # of the server; None without a connection or through a proxy
    tls: Tls | None = None  # None without encryption, or if the handshake failed


class Evidence(Struct, frozen=True):
    """The result of one fetch, failed or not; what was read before a failure is kept."""

    requested: str  # the URL of the robots.txt
    final_url: str  # of the last hop
    outcome: FetchOutcome
    hops: tuple[Hop, ...]
    body: bytes  # decoded, cut at the limit
    size: int  # bytes of `body`
    wire_size: int  # bytes of the body on the network, compressed or not
    truncated: bool  # there was more than the limit
    content_type: str  # as sent, "" if missing
    body_kind: Content  # of a page of a crawl: by `content_type` alone
    sha256: str  # of `body`, "" if no body was read
    elapsed_ms: float
    fetched_at: datetime  # aware, UTC
    error: Failure | None
    user_agent: str
    pretending: str = ""  # token of the crawler whose User-Agent was sent; "" if our own was
    asked: Headers = ()  # of the first request, without credentials
    unchanged: bool = False  # 304: `body` is the cached copy
    access: AccessKind | None = None  # kept for the site and sent, if any was; never what it was

    @property
    def answered(self) -> bool:
        """True if the status decides; an `error` is then only about the body or a missing redirect target."""
        return self.outcome in _ANSWERED

    @property
    def status(self) -> int | None:
        return self.hops[-1].status if self.hops else None

    @property
    def headers(self) -> Headers:
        return self.hops[-1].headers if self.hops else ()

    @property
    def redirects(self) -> int:
        """Number of redirects followed."""
        return max(0, len(self.hops) - 1)

    def header(self, name: str) -> str | None:
        """Return the first header of that name in the last hop, in any case."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), None)


class FetchProgress(Struct, frozen=True):
    """The state of a running fetch."""

    job_id: int
    phase: Phase
    redirect: int = 0  # number of the redirect being followed, 0 for the first request
    redirect_limit: int = 0
    size: int = 0  # of the body, so far


def nothing_fetched(address: str, outcome: FetchOutcome, error: Failure, at: datetime) -> Evidence:
    """Make the evidence of a fetch that never connected."""
    return Evidence(
        requested=address,
        final_url=address,
        outcome=outcome,
        hops=(),
        body=b"",
        size=0,
        wire_size=0,
        truncated=False,
        content_type="",
        body_kind=Content.EMPTY,
        sha256="",
        elapsed_ms=0.0,
        fetched_at=at,
        error=error,
        user_agent="",
    )
