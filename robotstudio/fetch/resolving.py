"""An event loop that resolves names in daemon threads: a hanging DNS server delays neither cancel nor exit.

All connections of all fetches are made here, so this is where addresses are refused (`address_policy`).
"""

import asyncio
import contextlib
import socket
import threading
from contextvars import ContextVar
from functools import partial
from typing import Any, Final, Protocol

from robotstudio.fetch.address_policy import ADMITS


class LookUpWatch(Protocol):
    """Notified of name resolution."""

    def look_up_started(self) -> None: ...

    def look_up_ended(self) -> None: ...


LOOK_UPS: Final[ContextVar[LookUpWatch | None]] = ContextVar("look_ups", default=None)
"""The observer of the current fetch: httpx does not report look-ups, but passes the context on."""


class FetchLoop(asyncio.SelectorEventLoop):
    """The loop of every fetch. asyncio's own look-ups run in a pool that is joined when the loop closes."""

    async def getaddrinfo(
        self, host: bytes | str | None, port: bytes | str | int | None, **options: int
    ) -> list[tuple[Any, ...]]:
        """Resolve without blocking, as `socket.getaddrinfo`."""
        answer: asyncio.Future[list[tuple[Any, ...]]] = self.create_future()
        look_up = partial(_look_up, self, answer, partial(socket.getaddrinfo, host, port, **options))
        watch = LOOK_UPS.get()
        if watch is None:
            return await _answered(look_up, host, answer)
        watch.look_up_started()
        try:
            return await _answered(look_up, host, answer)
        finally:
            watch.look_up_ended()

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:  # noqa: ANN401  # asyncio's signature
        """Connect, unless the address must not be reached."""
        admit = ADMITS.get()
        if admit is not None:
            admit(str(address[0]))
        await super().sock_connect(sock, address)


async def _answered(look_up: "partial[None]", host: object, answer: "asyncio.Future[Any]") -> list[tuple[Any, ...]]:
    threading.Thread(target=look_up, name=f"dns {host!r}", daemon=True).start()
    found: list[tuple[Any, ...]] = await answer
    return found


def _look_up(loop: asyncio.AbstractEventLoop, answer: "asyncio.Future[Any]", ask: "partial[Any]") -> None:
    try:
        deliver = partial(_deliver, answer, ask())
    except (OSError, UnicodeError) as error:
        deliver = partial(_deliver, answer, error)
    with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
        loop.call_soon_threadsafe(deliver)


def _deliver(answer: "asyncio.Future[Any]", result: object) -> None:
    if answer.done():
        return
    if isinstance(result, Exception):
        answer.set_exception(result)
    else:
        answer.set_result(result)
