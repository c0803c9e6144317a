"""Measure the steps of a hop through httpx's trace extension."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from robotstudio.fetch.certificate import tls_of
from robotstudio.fetch.evidence import Timings, Tls

_CONNECT, _TLS, _WAIT, _DNS = "connect_tcp", "start_tls", "wait", "dns"
_STEPS = {
    "connect_tcp": _CONNECT,
    "start_tls": _TLS,
    "send_request_headers": _WAIT,
    "receive_response_headers": _WAIT,
}


class HopClock:
    """Times each step of one request; `ended` stops it, even during a step."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._begun: dict[str, float] = {}
        self._done: dict[str, float] = {}
        self._body_begun: float | None = None
        self._ended: float | None = None
        self._last = ""
        self.peer: str | None = None  # the IP address at the other end
        self.tls: Tls | None = None
        self.started = now()
        self.connected_to: str | None = None  # host at the other end of the connection, perhaps a proxy

    async def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Handle an event of httpx such as `connection.connect_tcp.started`."""
        _, name, moment = event.split(".")
        step = _STEPS.get(name)
        if step is None:
            return
        if moment == "started":
            self._begin(step, name, info)
        elif name != "send_request_headers":
            self._done[step] = self._now()
        if step == _CONNECT and moment == "complete":
            self.peer = peer_of(info["return_value"])
        if step == _TLS and moment == "complete":
            self.tls = encryption_of(info["return_value"])

    def _begin(self, step: str, name: str, info: Mapping[str, Any]) -> None:
        self._last = step
        if name != "receive_response_headers":
            if not self._begun:
                self.started = self._now()  # exclude what httpx did before
            self._begun[step] = self._now()
        if step == _CONNECT:
            host = info["host"]
            self.connected_to = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)

    def look_up_started(self) -> None:
        self._begun[_DNS] = self._now()

    def look_up_ended(self) -> None:
        """Note the end of the look-up, successful or not."""
        self._done[_DNS] = self._now()

    @property
    def in_tls(self) -> bool:
        """True during the TLS handshake, or if the connection failed in it."""
        return self._last == _TLS

    @property
    def connecting(self) -> bool:
        """True if there is no connection yet."""
        return self._last in {"", _CONNECT}

    def body_started(self) -> None:
        """Note that the last header was read."""
        self._body_begun = self._now()

    def ended(self) -> float:
        """Stop the clock; return the total in ms."""
        if self._ended is None:
            self._ended = self._now()
        return self._ended - self.started

    def timings(self) -> Timings:
        """Return the steps in ms; call it after `ended`."""
        end = self.started + self.ended()
        return Timings(
            connect=self._length(_CONNECT, end),
            tls=self._length(_TLS, end),
            wait=self._length(_WAIT, end),
            body=None if self._body_begun is None else end - self._body_begun,
            dns=self._length(_DNS, end),
        )

    def _length(self, step: str, end: float) -> float | None:
        begun = self._begun.get(step)
        if begun is None:
            return None
        done = self._done.get(step, end)
        return (done if done >= begun else end) - begun


class _Stream(Protocol):
    def get_extra_info(self, info: str) -> Any: ...  # noqa: ANN401  # each kind of information is of its own type


def peer_of(stream: _Stream) -> str | None:
    """Return the IP address at the other end of a connection."""
    peer = stream.get_extra_info("server_addr")
    return str(peer[0]) if peer else None


def encryption_of(stream: _Stream) -> Tls | None:
    connection = stream.get_extra_info("ssl_object")
    return None if connection is None else tls_of(connection)
