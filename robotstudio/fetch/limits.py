"""Upper bounds on what a fetch may cost; servers cannot raise them.

The `Meter` counts below HTTP, which has no limits of its own.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any, Final, Protocol

from msgspec import Struct

from robotstudio.fetch.evidence import FailureKind


class Limits(Struct, frozen=True):
    """Seconds, bytes, reads and redirects; exceeding any of them ends the fetch."""

    redirects: int = 5  # RFC 9309 §2.3.1.2: at least five; Google follows five, then takes it as a 404
    body: int = 5 * 1024 * 1024  # decoded; ten times what Google reads, so that the cut can be shown
    wire: int = 6 * 1024 * 1024  # before decoding: a coding may decode to nothing at all
    head: int = 128 * 1024  # everything before the body: interim responses, control frames, headers
    framing: int = 256 * 1024  # everything but the body: the head, sizes of chunks, frames
    pieces: int = 10_000  # reads from the network, over all hops: a byte at a time costs as much as a packet
    connect_seconds: float = 10.0
    read_seconds: float = 15.0  # without a single byte
    total_seconds: float = 20.0  # from the first look-up to the last byte, over all hops


DEFAULT_LIMITS = Limits()


_CONNECTED = frozenset({"connect_tcp", "start_tls"})


class Stream(Protocol):
    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109  # httpcore's name
        """Return at most `max_bytes`; b"" at the end."""


class LimitReachedError(Exception):
    """The server exceeded one of our limits."""

    def __init__(self, kind: FailureKind, limit: int) -> None:
        super().__init__(kind.value)
        self.kind = kind
        self.limit = limit


METER: "Final[ContextVar[Meter | None]]" = ContextVar("meter", default=None)
"""The meter of the current fetch: its connection may have been opened by an earlier one."""


class Meter:
    """Counts what is read over all connections of one fetch, and ends it at the limits."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._body: int | None = None  # bytes of it; None while there is no body yet
        self.size = 0  # of this hop
        self.pieces = 0

    def begin_hop(self) -> None:
        """Reset what the previous response counted."""
        self.size, self._body = 0, None

    def begin_body(self) -> None:
        """Note that the last header was read."""
        self._body = 0

    def add_body(self, count: int) -> None:
        """Count body bytes, as they came over the network."""
        self._body = (self._body or 0) + count

    async def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Handle an event of httpx such as `connection.connect_tcp.complete`: watch each new connection."""
        _, name, moment = event.split(".")
        if name in _CONNECTED and moment == "complete":
            self.watch(info["return_value"])

    def watch(self, stream: Stream) -> None:
        """Count what is read from a connection from now on."""
        read = stream.read

        async def counted(max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109  # httpcore's name
            meter = METER.get() or self
            meter.check()
            data = await read(max_bytes, timeout)
            meter.add(len(data))
            return data

        stream.read = counted  # type: ignore[method-assign]  # httpx has no option for a custom stream

    def add(self, count: int) -> None:
        """Count a read from the network."""
        self.pieces += 1
        self.size += count

    def check(self) -> None:
        """Check before each read, when all earlier bytes were handed on: what is not body by now never was."""
        limits = self._limits
        if self._body is None and self.size > limits.head:
            raise LimitReachedError(FailureKind.HEAD_LIMIT, limits.head)
        if self.size - (self._body or 0) > limits.framing:
            raise LimitReachedError(FailureKind.FRAMING_LIMIT, limits.framing)
        if self.pieces >= limits.pieces:
            raise LimitReachedError(FailureKind.PIECES_LIMIT, limits.pieces)
