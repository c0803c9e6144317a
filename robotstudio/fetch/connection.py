"""One connection of httpcore without a proxy, for the pages of a crawl: without the client and the pool of httpx.

Whatever goes wrong raises what httpx would raise.
"""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

import httpcore
import httpx

from robotstudio.fetch.answers import Trace, traced
from robotstudio.fetch.coding import ACCEPTED
from robotstudio.fetch.evidence import Tls
from robotstudio.fetch.hop_clock import encryption_of, peer_of
from robotstudio.fetch.limits import Limits, Meter
from robotstudio.urls.urls import origin_in

_IDLE_SECONDS: Final = 5.0  # as httpx has it
_MOST_WAITING: Final = 256 * 1024  # bytes that were received and not read yet; then the server waits
_HAPPY_EYEBALLS: Final = 0.25


class DirectConnection:
    """Requests pages, one after the other; connects again where the server or time has ended the connection."""

    def __init__(self, limits: Limits, tls: ssl.SSLContext) -> None:
        seconds = limits.read_seconds
        self._timeouts = {"connect": limits.connect_seconds, "read": seconds, "write": seconds, "pool": seconds}
        self._tls = tls
        self._origin = ""
        self._place = httpcore.Origin(b"", b"", 0)
        self._host = b""
        self._http: httpcore.AsyncHTTPConnection | None = None

    async def send(self, url: str, headers: Mapping[str, str], trace: Trace, meter: Meter) -> "DirectAnswer":
        """Request a URL, and read the head of the answer."""
        origin = origin_in(url)
        http = self._open_to(origin)
        more: dict[str, Any] = {"timeout": self._timeouts}
        if http is None:
            await self.close()
            http = self._http = self._connection(url, origin)
            more["trace"] = traced(trace, meter)
        else:  # there is nothing else to trace
            await trace("http11.send_request_headers.started", {})
        fields = [(b"host", self._host), (b"accept-encoding", ACCEPTED.encode())]
        fields += [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        place = self._place
        target = httpcore.URL(
            scheme=place.scheme, host=place.host, port=place.port, target=url[len(origin) :].encode() or b"/"
        )
        with _errors_of_httpx():
            answer = await http.handle_async_request(httpcore.Request(b"GET", target, headers=fields, extensions=more))
        await trace("http11.receive_response_headers.complete", {})
        return DirectAnswer(answer)

    def _open_to(self, origin: str) -> httpcore.AsyncHTTPConnection | None:
        """Return the connection if it can be used for a page of the origin."""
        http = self._http
        return None if http is None or origin != self._origin or http.has_expired() or not http.is_available() else http

    def _connection(self, url: str, origin: str) -> httpcore.AsyncHTTPConnection:
        parts = httpx.URL(url)
        self._origin, self._host = origin, parts.netloc
        port = parts.port or (443 if parts.scheme == "https" else 80)
        self._place = httpcore.Origin(parts.raw_scheme, parts.raw_host, port)
        return httpcore.AsyncHTTPConnection(
            self._place, ssl_context=self._tls, keepalive_expiry=_IDLE_SECONDS, network_backend=AsyncioBackend()
        )

    async def close(self) -> None:
        """Close the connection; the next request opens one."""
        if self._http is not None:
            http, self._http = self._http, None
            with contextlib.suppress(httpcore.NetworkError, OSError):
                await http.aclose()


class DirectAnswer:
    """The answer to a request of a `DirectConnection`."""

    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer
        self._stream = answer.extensions["network_stream"]
        self.status = answer.status
        self.reason = answer.extensions["reason_phrase"].decode("ascii", "ignore")  # as httpx does
        self.http_version = answer.extensions["http_version"].decode("ascii")
        self.headers = _decoded(answer.headers)

    async def pieces(self) -> AsyncIterator[bytes]:
        with _errors_of_httpx():
            async for piece in self._answer.aiter_stream():
                yield piece

    async def close(self) -> None:
        with _errors_of_httpx():
            await self._answer.aclose()

    def peer(self) -> str | None:
        return peer_of(self._stream)

    def tls(self) -> Tls | None:
        return encryption_of(self._stream)


@contextlib.contextmanager
def _errors_of_httpx() -> Iterator[None]:
    """Raise errors of httpcore as those of httpx, which have the same names."""
    try:
        yield
    except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError) as error:
        kind: type[httpx.TransportError] = getattr(httpx, type(error).__name__)
        raise kind(str(error)) from error


def _decoded(headers: Sequence[tuple[bytes, bytes]]) -> Sequence[tuple[str, str]]:
    """Decode the headers by the one encoding in which all of them are text, as httpx does."""
    for encoding in ("ascii", "utf-8"):
        try:
            return [(name.decode(encoding), value.decode(encoding)) for name, value in headers]
        except UnicodeDecodeError:
            continue
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]


class AsyncioBackend(httpcore.AsyncNetworkBackend):
    """Connections of asyncio, for httpcore: its own backend takes twice as long for a page."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # httpcore's name
        local_address: str | None = None,  # noqa: ARG002  # nobody chooses it
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002  # as above
    ) -> httpcore.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(timeout):
                _, protocol = await loop.create_connection(_Protocol, host, port, happy_eyeballs_delay=_HAPPY_EYEBALLS)
        except TimeoutError as error:
            raise httpcore.ConnectTimeout(str(error)) from error
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        return _Stream(protocol)


class _Protocol(asyncio.Protocol):
    """The bytes of a connection, as they came."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport  # from the connection on
        self.received = bytearray()
        self.is_over = self.is_paused = False
        self.error: Exception | None = None
        self.reading: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self.received += data
        if len(self.received) > _MOST_WAITING:
            self.transport.pause_reading()
            self.is_paused = True
        self.wake()

    def eof_received(self) -> bool:
        self.is_over = True
        self.wake()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_over, self.error = True, self.error or exc
        self.wake()

    def wake(self, error: Exception | None = None) -> None:
        """Let who waits for data go on."""
        if self.reading is None or self.reading.done():
            return
        if error is None:
            self.reading.set_result(None)
        else:
            self.reading.set_exception(error)

    async def wait(self, seconds: float | None) -> None:
        """Wait for data or the end. Raises TimeoutError."""
        loop = asyncio.get_running_loop()
        self.reading = loop.create_future()
        late = None if seconds is None else loop.call_later(seconds, self.wake, TimeoutError())
        try:
            await self.reading
        finally:
            if late is not None:
                late.cancel()
            self.reading = None


class _Stream(httpcore.AsyncNetworkStream):
    def __init__(self, protocol: _Protocol) -> None:
        self._protocol = protocol

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109  # httpcore's name
        protocol = self._protocol
        if not protocol.received and not protocol.is_over:
            try:
                await protocol.wait(timeout)
            except TimeoutError as error:
                raise httpcore.ReadTimeout("") from error
        data = bytes(protocol.received[:max_bytes])
        del protocol.received[:max_bytes]
        if protocol.is_paused and not protocol.is_over and len(protocol.received) < _MOST_WAITING:
            protocol.transport.resume_reading()
            protocol.is_paused = False
        if not data and protocol.error is not None:
            raise httpcore.ReadError(str(protocol.error)) from protocol.error
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002, ASYNC109  # as above
        if buffer and not self._protocol.transport.is_closing():  # a request is short: it need not be waited for
            self._protocol.transport.write(buffer)

    async def aclose(self) -> None:
        self._protocol.transport.abort()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109  # as above
    ) -> httpcore.AsyncNetworkStream:
        protocol, loop = self._protocol, asyncio.get_running_loop()
        try:
            async with asyncio.timeout(timeout):
                encrypted = await loop.start_tls(
                    protocol.transport, protocol, ssl_context, server_hostname=server_hostname
                )
        except TimeoutError as error:
            raise httpcore.ConnectTimeout(str(error)) from error
        except (OSError, ssl.SSLError) as error:
            raise httpcore.ConnectError(str(error)) from error
        protocol.transport = cast("asyncio.Transport", encrypted)
        return self

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401  # each kind of information is of its own type
        if info == "is_readable":
            return bool(self._protocol.received) or self._protocol.is_over
        return self._protocol.transport.get_extra_info("peername" if info == "server_addr" else info)
