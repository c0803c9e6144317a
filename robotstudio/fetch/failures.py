"""Map exceptions to outcomes. The only module that knows the exceptions of httpx and the libraries below it."""

import errno
import socket
import ssl
from collections.abc import Iterator, Mapping

import h2.errors
import h2.events
import h2.exceptions
import h11
import httpx
from msgspec import Struct

from robotstudio.fetch.address import host_of, port_of, shown
from robotstudio.fetch.address_policy import NotPublicError
from robotstudio.fetch.evidence import Argument, Failure, FailureKind, FetchOutcome
from robotstudio.fetch.limits import LimitReachedError, Limits
from robotstudio.text.language import Message, Told, told

Ending = tuple[FetchOutcome, Failure]


class ErrorContext(Struct, frozen=True):
    """State of the fetch when the exception was raised."""

    url: str
    limits: Limits
    connecting: bool = False  # there was no connection yet
    in_tls: bool = False
    is_connected: bool = False
    answered: bool = False  # the headers were read
    size: int = 0
    proxy: str | None = None

    def failure(self, kind: FailureKind, **more: Argument) -> Failure:
        """Make a failure with host and port. `octets` is the key of the size in the history database."""
        arguments: dict[str, Argument] = {"host": host_of(self.url), "port": port_of(self.url), **more}
        if kind is FailureKind.BODY_INCOMPLETE:
            arguments["octets"] = self.size
        return Failure(kind, tuple(arguments.items()))


# Codes of OpenSSL's x509_vfy.h; the ssl module has no names for them.
_CERTIFICATE = {
    9: FailureKind.TLS_NOT_YET_VALID,
    10: FailureKind.TLS_EXPIRED,
    18: FailureKind.TLS_SELF_SIGNED,
    19: FailureKind.TLS_UNKNOWN_AUTHORITY,
    20: FailureKind.TLS_UNKNOWN_AUTHORITY,
    21: FailureKind.TLS_UNKNOWN_AUTHORITY,
    62: FailureKind.TLS_WRONG_HOST,
    64: FailureKind.TLS_WRONG_HOST,
}
_UNREACHABLE = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL}
_NO_SUCH_NAME = {socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME)}

# Start of h11's error texts, and our messages. Others get a general message.
NO_STATUS = "no single status of three digits"
"""Reason for which an HTTP/2 response is refused."""

_BREACHES: Mapping[str, Message] = {
    NO_STATUS: "it has no three-digit status",
    "illegal header line": "a header line is malformed",
    "continuation line": "the first header line begins with a space",
    "no response line": "it begins with an empty line",
    "illegal chunk header": "a chunk size is not a number",
    "conflicting Content-Length": "it has two lengths",
    "bad Content-Length": "its Content-Length is not a number",
    "Transfer-Encoding": "its Transfer-Encoding is not understood",
    "malformed data": "a chunk has no end",
    "Got data when expecting EOF": "it continues after its end",
}
_NOT_HTTP = ("illegal status line", "no response line")
_BROKEN: Message = "it is malformed"
_RESET: Message = "it ended the stream with the code {code}"
_GONE: Message = "it ended the connection with the code {code}"


def classify(error: BaseException, context: ErrorContext) -> Ending:
    """Return the outcome of a fetch that ended with `error`."""
    causes = tuple(_causes(error))
    return (
        _limit(error, context)
        or _proxy(error, context)
        or _timeout(error, context)
        or _not_public(causes, context)
        or _name(causes, context)
        or _tls(causes, context)
        or _connection(error, causes, context)
        or _protocol(error, causes, context)
        or _unexpected(error, context)
    )


def classify_socket(error: OSError | UnicodeError, context: ErrorContext) -> Ending:
    """Like `classify`, for fetches that use sockets without httpx."""
    named = _name((error,), context)
    if named is not None:
        return named
    if isinstance(error, TimeoutError):
        kind = FailureKind.CONNECT_TIMEOUT if context.connecting else FailureKind.READ_TIMEOUT
        limits = context.limits
        seconds = limits.connect_seconds if context.connecting else limits.read_seconds
        return FetchOutcome.TIMEOUT, context.failure(kind, seconds=seconds)
    wrapped = httpx.NetworkError(str(error))
    return _connection(wrapped, (wrapped, error), context) or _unexpected(error, context)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Iterate over an exception and its causes, outermost first; libraries can make the chain circular."""
    waiting, seen = [error], set[int]()
    while waiting:
        current = waiting.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        if isinstance(current, BaseExceptionGroup):
            waiting.extend(current.exceptions)
        waiting.extend(cause for cause in (current.__cause__, current.__context__) if cause is not None)


def _proxy(error: BaseException, at: ErrorContext) -> Ending | None:
    if at.proxy is None or not (at.connecting or isinstance(error, httpx.ProxyError)):
        return None
    return FetchOutcome.NETWORK_ERROR, at.failure(FailureKind.PROXY, proxy=at.proxy, detail=_detail(error))


def _limit(error: BaseException, at: ErrorContext) -> Ending | None:
    """Return the limit that was reached, with its value in the unit of its message."""
    if not isinstance(error, LimitReachedError):
        return None
    size = told("{number} KiB", number=round(error.limit / 1024))
    said: dict[str, Argument] = {"size": size, "pieces": told("{number}", number=error.limit)}
    return FetchOutcome.INVALID_RESPONSE, at.failure(error.kind, **said)


def _timeout(error: BaseException, at: ErrorContext) -> Ending | None:
    if not isinstance(error, httpx.TimeoutException):
        return None
    if isinstance(error, httpx.ConnectTimeout):
        kind = FailureKind.READ_TIMEOUT if at.in_tls else FailureKind.CONNECT_TIMEOUT
        return FetchOutcome.TIMEOUT, at.failure(kind, seconds=at.limits.connect_seconds)
    return FetchOutcome.TIMEOUT, at.failure(FailureKind.READ_TIMEOUT, seconds=at.limits.read_seconds)


def _not_public(causes: tuple[BaseException, ...], at: ErrorContext) -> Ending | None:
    if not any(isinstance(cause, NotPublicError) for cause in causes):
        return None
    return FetchOutcome.NETWORK_ERROR, at.failure(FailureKind.NOT_PUBLIC)


def _name(causes: tuple[BaseException, ...], at: ErrorContext) -> Ending | None:
    for cause in causes:
        if isinstance(cause, (UnicodeError, httpx.InvalidURL)) and not at.is_connected:  # it cannot even be looked up
            return FetchOutcome.DNS_ERROR, at.failure(FailureKind.DNS_UNKNOWN_HOST)
        if isinstance(cause, socket.gaierror):
            known = cause.errno in _NO_SUCH_NAME
            return FetchOutcome.DNS_ERROR, at.failure(
                FailureKind.DNS_UNKNOWN_HOST if known else FailureKind.DNS_NO_ANSWER
            )
    return None


def _tls(causes: tuple[BaseException, ...], at: ErrorContext) -> Ending | None:
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            kind = _CERTIFICATE.get(getattr(cause, "verify_code", 0), FailureKind.TLS_CERTIFICATE)
            return FetchOutcome.TLS_ERROR, at.failure(kind, detail=shown(getattr(cause, "verify_message", "")))
    for cause in causes:
        if isinstance(cause, ssl.SSLError) and not at.answered:
            return FetchOutcome.TLS_ERROR, at.failure(FailureKind.TLS_HANDSHAKE, detail=_reason(cause))
    if at.in_tls:
        return FetchOutcome.TLS_ERROR, at.failure(FailureKind.TLS_HANDSHAKE, detail=told("the connection was closed"))
    return None


def _connection(error: BaseException, causes: tuple[BaseException, ...], at: ErrorContext) -> Ending | None:
    if not isinstance(error, httpx.NetworkError):
        return None
    if at.answered:
        return FetchOutcome.NETWORK_ERROR, at.failure(FailureKind.BODY_INCOMPLETE)
    numbers = {cause.errno for cause in causes if isinstance(cause, OSError)}
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return FetchOutcome.REFUSED, at.failure(FailureKind.CONNECTION_REFUSED)
    if any(isinstance(cause, TimeoutError) for cause in causes):
        return FetchOutcome.TIMEOUT, at.failure(FailureKind.CONNECT_TIMEOUT, seconds=at.limits.connect_seconds)
    if numbers & _UNREACHABLE:
        return FetchOutcome.NETWORK_ERROR, at.failure(FailureKind.UNREACHABLE)
    if at.connecting:
        return FetchOutcome.NETWORK_ERROR, at.failure(FailureKind.CONNECT_FAILED, detail=_detail(error))
    return FetchOutcome.NETWORK_ERROR, at.failure(FailureKind.CONNECTION_RESET)


def _protocol(error: BaseException, causes: tuple[BaseException, ...], at: ErrorContext) -> Ending | None:
    if not isinstance(error, httpx.ProtocolError):
        return None
    text = str(error)
    if text.startswith("Server disconnected"):
        kind = FailureKind.BODY_INCOMPLETE if at.answered else FailureKind.CONNECTION_CLOSED
        return FetchOutcome.NETWORK_ERROR, at.failure(kind)
    if at.answered:
        return FetchOutcome.NETWORK_ERROR, at.failure(FailureKind.BODY_INCOMPLETE)
    if any(_says_too_large(cause) for cause in causes):
        return FetchOutcome.INVALID_RESPONSE, at.failure(FailureKind.HEADERS_TOO_LARGE)
    if text.startswith(_NOT_HTTP):
        return FetchOutcome.INVALID_RESPONSE, at.failure(FailureKind.NOT_HTTP)
    return FetchOutcome.INVALID_RESPONSE, at.failure(FailureKind.PROTOCOL, detail=_breach(error, text))


def _breach(error: BaseException, text: str) -> Told:
    """Describe a protocol violation in our own words: those of libraries are for programmers."""
    event = error.__cause__.args[0] if error.__cause__ is not None and error.__cause__.args else None
    if isinstance(event, h2.events.StreamReset):
        return told(_RESET, code=_code_of(event.error_code))
    if isinstance(event, h2.events.ConnectionTerminated):
        return told(_GONE, code=_code_of(event.error_code))
    return told(next((words for mark, words in _BREACHES.items() if mark in text), _BROKEN))


def _code_of(code: int | None) -> str:
    known = {each.value: each.name for each in h2.errors.ErrorCodes}
    return known.get(int(code or 0), str(int(code or 0)))


def _says_too_large(cause: BaseException) -> bool:
    if isinstance(cause, h11.RemoteProtocolError):
        return cause.error_status_hint == 431
    return isinstance(cause, h2.exceptions.DenialOfServiceError)


def _unexpected(error: BaseException, at: ErrorContext) -> Ending:
    """Blame the server for any other exception: libraries raise all kinds when they trip over a response."""
    if at.answered:
        return FetchOutcome.NETWORK_ERROR, at.failure(FailureKind.BODY_INCOMPLETE)
    if at.is_connected:
        return FetchOutcome.INVALID_RESPONSE, at.failure(FailureKind.PROTOCOL, detail=told(_BROKEN))
    return FetchOutcome.INVALID_RESPONSE, at.failure(FailureKind.UNEXPECTED, detail=type(error).__name__)


def _reason(error: ssl.SSLError) -> str:
    """Return OpenSSL's reason; errors that Python raises have none."""
    return (getattr(error, "reason", None) or "unknown").replace("_", " ").lower()


def _detail(error: BaseException) -> str:
    return shown(str(error)) or type(error).__name__
