"""How much a server sends and in how many pieces, counted where it is read: below HTTP, which has no limits of its own.

An answer may begin with any number of interim responses (103) or, in HTTP/2, of control frames (PING, SETTINGS, empty
DATA): none of them reaches whoever waits for the answer, and each costs processor time.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from robotstudio.io.fetching.evidence import FailureKind
from robotstudio.io.fetching.limits import Limits

_CONNECTED = frozenset({"connect_tcp", "start_tls"})


class Stream(Protocol):
    """A connection of httpcore."""

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109  # httpcore's name
        """What has come, at most so much; b"" at the end."""


class LimitReachedError(Exception):
    """The server sent more of something than is read of it."""

    def __init__(self, kind: FailureKind, limit: int) -> None:
        super().__init__(kind.value)
        self.kind = kind
        self.limit = limit


class Meter:
    """Counts what is read over all connections of one fetch, and ends it at the limits."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._body: int | None = None  # bytes of it; None while there is no body yet
        self.size = 0  # of this hop
        self.pieces = 0

    def begin_hop(self) -> None:
        """A request follows; what came with the answer before it counts no more."""
        self.size, self._body = 0, None

    def begin_body(self) -> None:
        """The last header was read."""
        self._body = 0

    def add_body(self, count: int) -> None:
        """So much of what was read was body, as it came over the network."""
        self._body = (self._body or 0) + count

    async def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Called by httpx with names such as `connection.connect_tcp.complete`: watches each new connection."""
        _, name, moment = event.split(".")
        if name in _CONNECTED and moment == "complete":
            self.watch(info["return_value"])

    def watch(self, stream: Stream) -> None:
        """Count what is read from a connection, from now on."""
        read = stream.read

        async def counted(max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109  # httpcore's name
            self._check()
            data = await read(max_bytes, timeout)
            self.pieces += 1
            self.size += len(data)
            return data

        stream.read = counted  # type: ignore[method-assign]  # httpx has no option for a stream of one's own

    def _check(self) -> None:
        """Before each read, when everything read before was handed on: what is no body by now never was."""
        limits = self._limits
        if self._body is None and self.size > limits.head:
            raise LimitReachedError(FailureKind.HEAD_LIMIT, limits.head)
        if self.size - (self._body or 0) > limits.framing:
            raise LimitReachedError(FailureKind.FRAMING_LIMIT, limits.framing)
        if self.pieces >= limits.pieces:
            raise LimitReachedError(FailureKind.PIECES_LIMIT, limits.pieces)
