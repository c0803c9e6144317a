"""One HTTP/1.1 connection without a proxy, for the pages of a crawl: asyncio and h11 with nothing between them.

httpx takes twice as long for a page. Whatever goes wrong raises what httpx would raise.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final, cast

import h11
import httpx

from robotstudio.fetch.answers import Trace
from robotstudio.fetch.coding import ACCEPTED
from robotstudio.fetch.evidence import Tls
from robotstudio.fetch.hop_clock import encryption_of
from robotstudio.fetch.limits import Limits, Meter
from robotstudio.urls.urls import origin_in

_MOST_HEAD: Final = 100 * 1024  # as httpcore has it
_MOST_WAITING: Final = 256 * 1024  # bytes that were received and not read yet; then the server waits
_IDLE_SECONDS: Final = 5.0
_HAPPY_EYEBALLS: Final = 0.25
_DISCONNECTED: Final = "Server disconnected without sending a response."


class DirectConnection:
    """Requests pages, one after the other; connects again where the server or time has ended the connection."""

    def __init__(self, limits: Limits, tls: ssl.SSLContext) -> None:
        self._limits = limits
        self._tls = tls
        self._origin = ""
        self._host = b""
        self._wire: _Wire | None = None
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=_MOST_HEAD)
        self._idle_since = 0.0

    async def send(self, url: str, headers: Mapping[str, str], trace: Trace, meter: Meter) -> "DirectAnswer":
        """Request a URL, and read the head of the answer."""
        origin = origin_in(url)
        if self._wire is None or origin != self._origin or not self._is_fresh(self._wire):
            self.close()
            self._wire = await self._connected(url, origin, trace)
        wire = self._wire
        fields = [(b"host", self._host), (b"accept-encoding", ACCEPTED.encode())]
        fields += [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        await trace("http11.send_request_headers.started", {})
        head = self._http.send(h11.Request(method="GET", target=url[len(origin) :] or "/", headers=fields))
        self._http.send(h11.EndOfMessage())
        wire.write(head or b"")
        await trace("http11.receive_response_headers.started", {})
        while True:
            event = await self._event(wire, meter)
            if isinstance(event, h11.Response) or (
                isinstance(event, h11.InformationalResponse) and event.status_code == 101
            ):
                break
        await trace("http11.receive_response_headers.complete", {})
        return DirectAnswer(self, wire, event, meter)

    async def pieces(self, wire: "_Wire", meter: Meter) -> AsyncIterator[bytes]:
        """Read the body of the last answer."""
        while isinstance(event := await self._event(wire, meter), h11.Data):
            yield bytes(event.data)

    async def _event(self, wire: "_Wire", meter: Meter) -> Any:  # noqa: ANN401  # an event of h11, or one of its marks
        while True:
            event = self._next_event()
            if event is not h11.NEED_DATA:
                return event
            meter.check()
            data = await wire.read(self._limits.read_seconds)
            meter.add(len(data))
            if not data and self._http.their_state is h11.SEND_RESPONSE:
                raise httpx.RemoteProtocolError(_DISCONNECTED)
            self._http.receive_data(data)

    def _next_event(self) -> Any:  # noqa: ANN401  # as above
        try:
            return self._http.next_event()
        except h11.RemoteProtocolError as error:
            raise httpx.RemoteProtocolError(str(error)) from error

    def answered(self) -> None:
        """Keep the connection if its answer was read to the end, else close it."""
        if self._wire is None:
            return
        try:
            while self._http.their_state is h11.SEND_BODY and self._http.next_event() is not h11.NEED_DATA:
                pass  # the rest of a short body that nobody reads
        except h11.RemoteProtocolError:
            self.close()
            return
        is_done = self._http.our_state is h11.DONE and self._http.their_state is h11.DONE
        if is_done and not self._http.trailing_data[0]:  # bytes behind an answer must not become the next one
            self._http.start_next_cycle()
            self._idle_since = asyncio.get_running_loop().time()
        else:
            self.close()

    def close(self) -> None:
        """Close the connection; the next request opens one."""
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    def _is_fresh(self, wire: "_Wire") -> bool:
        return wire.is_quiet and asyncio.get_running_loop().time() - self._idle_since < _IDLE_SECONDS

    async def _connected(self, url: str, origin: str, trace: Trace) -> "_Wire":
        parts = httpx.URL(url)
        self._origin, self._host = origin, parts.netloc
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=_MOST_HEAD)
        host, is_secure = parts.raw_host.decode("ascii"), parts.scheme == "https"
        loop, seconds = asyncio.get_running_loop(), self._limits.connect_seconds
        await trace("connection.connect_tcp.started", {"host": host})
        try:
            async with asyncio.timeout(seconds):
                port = parts.port or (443 if is_secure else 80)
                _, wire = await loop.create_connection(_Wire, host, port, happy_eyeballs_delay=_HAPPY_EYEBALLS)
        except TimeoutError as error:
            raise httpx.ConnectTimeout(str(error)) from error
        except OSError as error:
            raise httpx.ConnectError(str(error)) from error
        await trace("connection.connect_tcp.complete", {"return_value": wire})
        if is_secure:
            await trace("connection.start_tls.started", {})
            await wire.encrypt(self._tls, host, seconds)
            await trace("connection.start_tls.complete", {"return_value": wire})
        return wire


class DirectAnswer:
    """The answer to a request of a `DirectConnection`."""

    def __init__(
        self, connection: DirectConnection, wire: "_Wire", head: h11.Response | h11.InformationalResponse, meter: Meter
    ) -> None:
        self._connection = connection
        self._wire = wire
        self._meter = meter
        self.status = head.status_code
        self.reason = head.reason.decode("ascii", "ignore")  # as httpx does
        self.http_version = f"HTTP/{head.http_version.decode('ascii')}"
        self.headers = _decoded(head.headers.raw_items())

    def pieces(self) -> AsyncIterator[bytes]:
        return self._connection.pieces(self._wire, self._meter)

    async def close(self) -> None:
        self._connection.answered()

    def peer(self) -> str | None:
        address = self._wire.get_extra_info("server_addr")
        return str(address[0]) if address else None

    def tls(self) -> Tls | None:
        return encryption_of(self._wire)


def _decoded(headers: Sequence[tuple[bytes, bytes]]) -> Sequence[tuple[str, str]]:
    """Decode the headers by the one encoding in which all of them are text, as httpx does."""
    for encoding in ("ascii", "utf-8"):
        try:
            return [(name.decode(encoding), value.decode(encoding)) for name, value in headers]
        except UnicodeDecodeError:
            continue
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]


class _Wire(asyncio.Protocol):
    """The bytes of a connection, as they came."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport  # from the connection on
        self._received = bytearray()
        self._is_over = self._is_paused = False
        self._error: Exception | None = None
        self._reading: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        if len(self._received) > _MOST_WAITING:
            self._transport.pause_reading()
            self._is_paused = True
        self._wake()

    def eof_received(self) -> bool:
        self._is_over = True
        self._wake()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_over, self._error = True, self._error or exc
        self._wake()

    @property
    def is_quiet(self) -> bool:
        """True if it is open, and nothing came that was not asked for."""
        return not self._is_over and not self._received

    async def encrypt(self, tls: ssl.SSLContext, host: str, seconds: float) -> None:
        """Begin TLS. Raises what httpx would."""
        tls.set_alpn_protocols(["http/1.1"])
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds):
                encrypted = await loop.start_tls(self._transport, self, tls, server_hostname=host)
                self._transport = cast("asyncio.Transport", encrypted)
        except TimeoutError as error:
            raise httpx.ConnectTimeout(str(error)) from error
        except (OSError, ssl.SSLError) as error:
            raise httpx.ConnectError(str(error)) from error

    def write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)

    async def read(self, seconds: float) -> bytes:
        """Return what was received, at least a byte; b"" at the end. Raises what httpx would."""
        if not self._received and not self._is_over:
            await self._wait(seconds)
        data = bytes(self._received)
        self._received.clear()
        if self._is_paused and not self._is_over:
            self._transport.resume_reading()
            self._is_paused = False
        if not data and self._error is not None:
            raise httpx.ReadError(str(self._error)) from self._error
        return data

    async def _wait(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._reading = loop.create_future()
        late = loop.call_later(seconds, self._wake, TimeoutError())
        try:
            await self._reading
        except TimeoutError as error:
            raise httpx.ReadTimeout("") from error
        finally:
            late.cancel()
            self._reading = None

    def _wake(self, error: Exception | None = None) -> None:
        if self._reading is None or self._reading.done():
            return
        if error is None:
            self._reading.set_result(None)
        else:
            self._reading.set_exception(error)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401  # as httpcore's streams
        return self._transport.get_extra_info("peername" if info == "server_addr" else info)

    def close(self) -> None:
        self._transport.abort()
