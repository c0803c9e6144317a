"""What a fetch returned, as frozen data: no opinion about it (policy.py), no words for it (words.py)."""

from datetime import datetime
from enum import StrEnum

from robotstudio.engine.content import Content
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.text.language import Told

Argument = str | int | float | Told
Headers = tuple[tuple[str, str], ...]


class FetchOutcome(StrEnum):
    """How a fetch ended. Every fetch has exactly one; a status policy needs nothing else of it."""

    SUCCESS = "success"  # 2xx
    NOT_A_REDIRECT = "not_a_redirect"  # 3xx without a target that could be followed: 300, 304, no Location
    CLIENT_ERROR = "client_error"  # 4xx, except 429
    TOO_MANY_REQUESTS = "too_many_requests"  # 429
    SERVER_ERROR = "server_error"  # 5xx
    TOO_MANY_REDIRECTS = "too_many_redirects"
    REDIRECT_REFUSED = "redirect_refused"  # to another scheme, or to something that is no address
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


class FailureKind(StrEnum):
    """What went wrong, more exactly than the outcome. The sentence of each is a row in words.py."""

    ADDRESS_EMPTY = "address_empty"
    ADDRESS_INVALID = "address_invalid"
    HEADER_INVALID = "header_invalid"
    DNS_UNKNOWN_HOST = "dns_unknown_host"
    DNS_NO_ANSWER = "dns_no_answer"
    CONNECTION_REFUSED = "connection_refused"
    UNREACHABLE = "unreachable"
    NOT_PUBLIC = "not_public"  # a public site leads to an address that is not
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
    PIECES_LIMIT = "pieces_limit"  # a few bytes at a time
    PROTOCOL = "protocol"
    STATUS_UNKNOWN = "status_unknown"
    CODING_UNSUPPORTED = "coding_unsupported"
    CODING_BROKEN = "coding_broken"
    REDIRECT_SCHEME = "redirect_scheme"
    REDIRECT_INVALID = "redirect_invalid"
    REDIRECT_REACH = "redirect_reach"  # where the site must not lead
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
    NOT_ASKED = "not_asked"  # the time for all fetches of one question was over
    UNEXPECTED = "unexpected"


class Phase(StrEnum):
    """How far a running fetch is."""

    CONNECTING = "connecting"
    WAITING = "waiting"  # there is a connection, and the request was sent
    REDIRECT = "redirect"
    READING = "reading"


@dataclass(frozen=True, slots=True)
class Failure:
    """An error as an id with named arguments; words.py makes the sentence of it."""

    kind: FailureKind
    arguments: tuple[tuple[str, Argument], ...] = ()

    def argument(self, name: str) -> Argument | None:
        """The argument of that name, None where this failure has none."""
        return dict(self.arguments).get(name)


@dataclass(frozen=True, slots=True)
class Timings:
    """Where the time of one hop went, in ms and in this order.

    None where a step did not happen; a step that was cut off counts until then.
    """

    connect: float | None = None  # DNS and TCP; None where the connection of the hop before was used again
    tls: float | None = None
    wait: float | None = None  # from the request being sent to the last header
    body: float | None = None
    dns: float | None = None  # the part of `connect` in which the name was looked up; None for an IP address


@dataclass(frozen=True, slots=True)
class Certificate:
    """What the certificate of a server says of itself."""

    subject: str
    issuer: str
    names: tuple[str, ...]  # the hosts that it is for
    not_before: datetime  # aware, UTC
    not_after: datetime
    sha256: str


@dataclass(frozen=True, slots=True)
class Tls:
    """What was agreed on with a server."""

    version: str  # "TLSv1.3"
    cipher: str
    verified: bool  # False where the person had it fetched anyway
    certificate: Certificate | None  # None where it could not be read


@dataclass(frozen=True, slots=True)
class Hop:
    """One request and the head of its answer. `status` is None where no answer came."""

    url: str  # never with a user name or a password
    status: int | None
    reason: str  # HTTP/2 has none; then the phrase that goes with the status
    http_version: str  # "HTTP/1.1", "HTTP/2"; "" where no answer came
    location: str | None  # as the server wrote it
    headers: Headers  # names in lower case, in the order received
    elapsed_ms: float
    started_ms: float  # counted from the start of the fetch
    timings: Timings
    ip: str | None  # the address at the other end; None where there was no connection or it went to a proxy
    tls: Tls | None = None  # None without encryption, or where the agreement failed


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything that one fetch found out, failed or not; what was read before a failure is kept."""

    requested: str  # the address of the robots.txt that was asked for
    final_url: str  # the address of the last hop
    outcome: FetchOutcome
    hops: tuple[Hop, ...]
    body: bytes  # decoded, cut at the limit
    size: int  # bytes of `body`
    wire_size: int  # bytes of the body as they came over the network, compressed or not
    truncated: bool  # there was more than the limit
    content_type: str  # as the server wrote it, "" where it did not
    body_kind: Content
    sha256: str  # of `body`, "" where no body was read
    elapsed_ms: float
    fetched_at: datetime  # aware, UTC
    error: Failure | None
    user_agent: str
    pretending: str = ""  # the token of the crawler whose header `user_agent` is; "" where it is our own
    asked: Headers = ()  # the headers of the first request, without credentials
    unchanged: bool = False  # the server said that the kept copy still stands (304); `body` is that copy

    @property
    def answered(self) -> bool:
        """Whether the status decides; an `error` beside it then only tells of the body or of a missing target."""
        return self.outcome in _ANSWERED

    @property
    def status(self) -> int | None:
        return self.hops[-1].status if self.hops else None

    @property
    def headers(self) -> Headers:
        return self.hops[-1].headers if self.hops else ()

    @property
    def redirects(self) -> int:
        """How many redirects were followed."""
        return max(0, len(self.hops) - 1)

    def header(self, name: str) -> str | None:
        """The first header of that name in the last hop, whatever its case."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), None)


@dataclass(frozen=True, slots=True)
class FetchProgress:
    """A sign of life from a running fetch."""

    job_id: int
    phase: Phase
    redirect: int = 0  # the number of the redirect being followed, 0 for the first request
    redirect_limit: int = 0
    size: int = 0  # of the body, so far


def nothing_fetched(address: str, outcome: FetchOutcome, error: Failure, at: datetime) -> Evidence:
    """The evidence of a fetch that got no answer at all, not even a failed connection."""
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
