"""The interface between a redirect walk and the sender of its requests: httpx, or a connection of a crawl."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

import httpx

from robotstudio.fetch.evidence import Tls
from robotstudio.fetch.hop_clock import encryption_of, peer_of
from robotstudio.fetch.limits import Meter

Trace: TypeAlias = Callable[[str, Mapping[str, Any]], Awaitable[None]]
"""Called with each step of a request, as httpx's trace extension is."""


class Answer(Protocol):
    """The head of an answer, whose body can be read."""

    status: int
    reason: str
    http_version: str
    headers: Sequence[tuple[str, str]]  # as they came

    def pieces(self) -> AsyncIterator[bytes]:
        """Read the body as it comes, still encoded."""
        ...

    async def close(self) -> None:
        """Read no more of the body."""
        ...

    def peer(self) -> str | None:
        """Return the IP address at the other end."""
        ...

    def tls(self) -> Tls | None: ...


Send: TypeAlias = Callable[[str, Mapping[str, str], Trace, Meter], Awaitable[Answer]]
"""Requests a URL with headers."""


_UNHEEDED: Final = frozenset(
    f"http11.{step}.{moment}"
    for step in ("send_request_body", "receive_response_body", "response_closed")
    for moment in ("started", "complete")
)
"""Steps that neither the clock nor the meter is about, though most are."""


def traced(trace: Trace, meter: Meter) -> Trace:
    """Return a trace extension that also has the meter count."""

    async def both(event: str, info: Mapping[str, Any]) -> None:
        if event in _UNHEEDED:
            return
        await trace(event, info)
        await meter.trace(event, info)

    return both


class HttpxAnswer:
    """An answer by httpx."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self._stream = response.extensions.get("network_stream")
        self.status = response.status_code
        self.reason = response.reason_phrase
        self.http_version = response.http_version
        self.headers = response.extensions["headers"].multi_items()

    def pieces(self) -> AsyncIterator[bytes]:
        return self._response.aiter_raw()

    async def close(self) -> None:
        await self._response.aclose()

    def peer(self) -> str | None:
        return None if self._stream is None else peer_of(self._stream)

    def tls(self) -> Tls | None:
        return None if self._stream is None else encryption_of(self._stream)


async def send_by(
    client: httpx.AsyncClient, url: str, headers: Mapping[str, str], trace: Trace, meter: Meter
) -> HttpxAnswer:
    """Request a URL by httpx."""
    request = client.build_request("GET", url, headers=headers, extensions={"trace": traced(trace, meter)})
    return HttpxAnswer(await client.send(request, stream=True))


async def keep_raw_headers(response: httpx.Response) -> None:
    """Copy the headers before httpx reads Location: it raises on a malformed one, even if not asked to follow."""
    response.extensions["headers"] = response.headers.copy()
    response.headers.pop("location", None)
