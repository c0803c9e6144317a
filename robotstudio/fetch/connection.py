"""One HTTP/1.1 connection without a proxy, for the pages of a crawl: h11 on a transport of asyncio.

Whatever goes wrong raises what httpx would raise.
"""

import asyncio
import contextlib
import ssl
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, Final, cast

import h11
import httpx

from robotstudio.fetch.answers import Trace
from robotstudio.fetch.coding import ACCEPTED
from robotstudio.fetch.evidence import Tls
from robotstudio.fetch.hop_clock import encryption_of, peer_of
from robotstudio.fetch.limits import Limits, Meter
from robotstudio.urls.urls import origin_in

_IDLE_SECONDS: Final = 5.0  # as httpx has it
_MOST_WAITING: Final = 256 * 1024  # bytes that were received and not read yet; then the server waits
_MOST_READ: Final = 64 * 1024
_LONGEST_HEAD: Final = 100 * 1024  # as httpx has it
_HAPPY_EYEBALLS: Final = 0.25
_SWITCHING: Final = 101
_SILENT: Final = "Server disconnected without sending a response."


class DirectConnection:
    """Requests pages, one after the other; connects again where the server or time has ended the connection."""

    def __init__(self, limits: Limits, tls: ssl.SSLContext) -> None:
        self._limits = limits
        self._tls = tls
        self._origin = ""
        self._host = b""
        self._wire: _Wire | None = None
        self._http = h11.Connection(h11.CLIENT)
        self._good_until = 0.0

    async def send(self, url: str, headers: Mapping[str, str], trace: Trace, meter: Meter) -> "DirectAnswer":
        """Request a URL, and read the head of the answer."""
        origin = origin_in(url)
        try:
            with _errors_of_httpx():
                if self._wire is None or origin != self._origin or not self._is_usable(self._wire):
                    self.abort()
                    self._wire = await self._connected(url, origin, trace)
                await trace("http11.send_request_headers.started", {})
                self._write(self._wire, url[len(origin) :].encode() or b"/", headers)
                await trace("http11.receive_response_headers.started", {})
                head = await self._head(meter)
                await trace("http11.receive_response_headers.complete", {})
        except BaseException:
            self.abort()
            raise
        return DirectAnswer(self, self._wire, head, meter)

    def _is_usable(self, wire: "_Wire") -> bool:
        """Return True if an idle connection was neither ended nor written to by the server."""
        return not wire.received and not wire.is_over and time.monotonic() <= self._good_until

    async def _connected(self, url: str, origin: str, trace: Trace) -> "_Wire":
        parts = httpx.URL(url)
        host = parts.raw_host.decode("ascii")
        port = parts.port or (443 if parts.scheme == "https" else 80)
        await trace("connection.connect_tcp.started", {"host": host})
        with _errors_of_connecting():
            async with asyncio.timeout(self._limits.connect_seconds):
                wire = await _Wire.to(host, port)
        try:
            await trace("connection.connect_tcp.complete", {"return_value": wire})
            if parts.scheme == "https":
                await trace("connection.start_tls.started", {})
                with _errors_of_connecting():
                    async with asyncio.timeout(self._limits.connect_seconds):
                        await wire.encrypt(self._tls, host)
                await trace("connection.start_tls.complete", {"return_value": wire})
        except BaseException:
            wire.transport.abort()
            raise
        self._origin, self._host = origin, parts.netloc
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=_LONGEST_HEAD)
        return wire

    def _write(self, wire: "_Wire", target: bytes, headers: Mapping[str, str]) -> None:
        fields = [(b"host", self._host), (b"accept-encoding", ACCEPTED.encode())]
        fields += [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        request = self._http.send(h11.Request(method=b"GET", target=target, headers=fields))
        self._http.send(h11.EndOfMessage())
        if request and not wire.transport.is_closing():  # a request is short: it need not be waited for
            wire.transport.write(request)

    async def _head(self, meter: Meter) -> h11.Response | h11.InformationalResponse:
        while True:
            event = await self._event(meter)
            if isinstance(event, h11.Response):
                return event
            if isinstance(event, h11.InformationalResponse) and event.status_code == _SWITCHING:
                return event

    async def _event(self, meter: Meter) -> h11.Event | type[h11.PAUSED]:
        while True:
            event = self._http.next_event()
            if event is not h11.NEED_DATA:
                return cast("h11.Event | type[h11.PAUSED]", event)
            meter.check()
            data = await self._read()
            meter.add(len(data))
            self._http.receive_data(data)

    async def _read(self) -> bytes:
        if self._wire is None:  # closed meanwhile
            raise httpx.ReadError("")
        data = await self._wire.read(self._limits.read_seconds)
        if not data and self._http.their_state is h11.SEND_RESPONSE:
            raise httpx.RemoteProtocolError(_SILENT)
        return data

    async def pieces(self, meter: Meter) -> AsyncIterator[bytes]:
        """Read the body of the answer, still encoded."""
        try:
            with _errors_of_httpx():
                while isinstance(event := await self._event(meter), h11.Data):
                    yield bytes(event.data)
        except BaseException:
            self.abort()
            raise

    def end_answer(self) -> None:
        """Keep the connection for the next request if the answer was read to its end, and nothing follows it."""
        is_read = self._http.our_state is h11.DONE and self._http.their_state is h11.DONE
        if not is_read or self._http.trailing_data[0]:
            self.abort()
        else:
            self._http.start_next_cycle()
            self._good_until = time.monotonic() + _IDLE_SECONDS

    def abort(self) -> None:
        """Close the connection at once; the next request opens one."""
        if self._wire is not None:
            self._wire.transport.abort()
            self._wire = None


class DirectAnswer:
    """The answer to a request of a `DirectConnection`."""

    def __init__(
        self,
        connection: DirectConnection,
        wire: "_Wire",
        head: h11.Response | h11.InformationalResponse,
        meter: Meter,
    ) -> None:
        self._connection = connection
        self._wire = wire
        self._meter = meter
        self.status = head.status_code
        self.reason = head.reason.decode("ascii", "ignore")  # as httpx does
        self.http_version = f"HTTP/{head.http_version.decode('ascii')}"
        self.headers = _decoded(head.headers.raw_items())

    def pieces(self) -> AsyncIterator[bytes]:
        return self._connection.pieces(self._meter)

    async def close(self) -> None:
        self._connection.end_answer()

    def peer(self) -> str | None:
        return self._wire.peer

    def tls(self) -> Tls | None:
        return self._wire.tls


@contextlib.contextmanager
def _errors_of_httpx() -> Iterator[None]:
    """Raise errors of h11 as those of httpx."""
    try:
        yield
    except h11.RemoteProtocolError as error:
        raise httpx.RemoteProtocolError(str(error)) from error
    except h11.LocalProtocolError as error:
        raise httpx.LocalProtocolError(str(error)) from error


@contextlib.contextmanager
def _errors_of_connecting() -> Iterator[None]:
    """Raise errors of sockets and encryption as those of httpx."""
    try:
        yield
    except TimeoutError as error:
        raise httpx.ConnectTimeout(str(error)) from error
    except OSError as error:  # that of ssl, too
        raise httpx.ConnectError(str(error)) from error


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
        self.transport: asyncio.Transport  # from the connection on
        self.received = bytearray()
        self.is_over = False
        self.peer: str | None = None
        self.tls: Tls | None = None
        self._is_paused = False
        self._error: Exception | None = None
        self._reading: asyncio.Future[None] | None = None

    @classmethod
    async def to(cls, host: str, port: int) -> "_Wire":
        """Connect."""
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(cls, host, port, happy_eyeballs_delay=_HAPPY_EYEBALLS)
        wire.peer = peer_of(wire)
        return wire

    async def encrypt(self, context: ssl.SSLContext, host: str) -> None:
        context.set_alpn_protocols(["http/1.1"])
        loop = asyncio.get_running_loop()
        encrypted = await loop.start_tls(self.transport, self, context, server_hostname=host)
        self.transport = cast("asyncio.Transport", encrypted)
        self.tls = encryption_of(self)

    def get_extra_info(self, info: str) -> Any:  # noqa: ANN401  # each kind of information is of its own type
        """Return what httpcore calls so."""
        return self.transport.get_extra_info("peername" if info == "server_addr" else info)

    async def read(self, seconds: float) -> bytes:
        """Return what was received, and wait for it if need be; b"" at the end."""
        if not self.received and not self.is_over:
            await self._wait(seconds)
        data = bytes(self.received[:_MOST_READ])
        del self.received[:_MOST_READ]
        if self._is_paused and not self.is_over and len(self.received) < _MOST_WAITING:
            self.transport.resume_reading()
            self._is_paused = False
        if not data and self._error is not None:
            raise httpx.ReadError(str(self._error)) from self._error
        return data

    async def _wait(self, seconds: float) -> None:
        """Wait for data or the end."""
        loop = asyncio.get_running_loop()
        self._reading = loop.create_future()
        late = loop.call_later(seconds, self._wake, httpx.ReadTimeout(""))
        try:
            await self._reading
        finally:
            late.cancel()
            self._reading = None

    def _wake(self, error: Exception | None = None) -> None:
        """Let who waits for data go on."""
        if self._reading is None or self._reading.done():
            return
        if error is None:
            self._reading.set_result(None)
        else:
            self._reading.set_exception(error)

    # what asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self.received += data
        if len(self.received) > _MOST_WAITING:
            self.transport.pause_reading()
            self._is_paused = True
        self._wake()

    def eof_received(self) -> bool:
        self.is_over = True
        self._wake()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_over, self._error = True, self._error or exc
        self._wake()
