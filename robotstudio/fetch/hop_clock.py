"""Measure the steps of a hop through httpx's trace extension, and keep the server's certificate.

The certificate is read from its DER: `ssl` returns no fields of an unverified one.
"""

import hashlib
import ipaddress
import ssl
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, Protocol

from robotstudio.fetch.evidence import Certificate, Timings, Tls

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
    return None if connection is None else _tls_of(connection)


_OID, _BYTE_STRING, _UTC_TIME = 0x06, 0x04, 0x17
_VERSION, _EXTENSIONS, _DNS_NAME, _IP_ADDRESS = 0xA0, 0xA3, 0x82, 0x87
_COMMON_NAME, _ORGANISATION, _ALTERNATIVE_NAMES = b"\x55\x04\x03", b"\x55\x04\x0a", b"\x55\x1d\x11"
_BMP_STRING: Final = 0x1E
_MOST_NAMES: Final = 200


class _Item(NamedTuple):
    tag: int
    value: bytes


def _tls_of(connection: ssl.SSLObject) -> Tls:
    """Return the negotiated TLS parameters and the certificate."""
    der = connection.getpeercert(binary_form=True)
    cipher = connection.cipher()
    return Tls(
        version=connection.version() or "",
        cipher=cipher[0] if cipher else "",
        verified=connection.context.verify_mode is not ssl.CERT_NONE,
        certificate=None if der is None else read_certificate(der),
    )


def read_certificate(der: bytes) -> Certificate | None:
    """Return names and dates; None if the bytes are not a certificate."""
    try:
        return _certificate(der)
    except (ValueError, IndexError, StopIteration):
        return None


def _certificate(der: bytes) -> Certificate:
    signed = next(_items(next(_items(der)).value)).value
    fields = [item for item in _items(signed) if item.tag != _VERSION]
    issuer, validity, subject = fields[2:5]
    not_before, not_after = (_moment(item) for item in _items(validity.value))
    return Certificate(
        subject=_name(subject.value),
        issuer=_name(issuer.value),
        names=_alternative_names(fields[5:]),
        not_before=not_before,
        not_after=not_after,
        sha256=hashlib.sha256(der).hexdigest(),
    )


def _items(der: bytes) -> Iterator[_Item]:
    """Iterate over the TLV items in some bytes."""
    at = 0
    while at < len(der):
        tag, length, start = der[at], der[at + 1], at + 2
        if length & 0x80:
            start += length & 0x7F
            length = int.from_bytes(der[at + 2 : start])
        if start + length > len(der):
            raise ValueError("a value is longer than what holds it")
        yield _Item(tag, der[start : start + length])
        at = start + length


def _name(der: bytes) -> str:
    """Return the common name, else the organisation."""
    parts: dict[bytes, str] = {}
    for one in _items(der):
        for pair in _items(one.value):
            key, value = _items(pair.value)
            parts.setdefault(key.value, _text(value))
    return parts.get(_COMMON_NAME) or parts.get(_ORGANISATION) or ""


def _text(item: _Item) -> str:
    text = item.value.decode("utf-16-be" if item.tag == _BMP_STRING else "utf-8", "replace")
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text[:200])


def _moment(item: _Item) -> datetime:
    text = item.value.decode("ascii").removesuffix("Z")
    if item.tag == _UTC_TIME:  # RFC 5280 §4.1.2.5.1: two digits of the year, from 1950 to 2049
        text = ("19" if text[:2] >= "50" else "20") + text
    return datetime.strptime(text, "%Y%m%d%H%M%S").replace(tzinfo=UTC)


def _alternative_names(fields: list[_Item]) -> tuple[str, ...]:
    found: list[str] = []
    for outer in (field for field in fields if field.tag == _EXTENSIONS):
        for extension in _items(next(_items(outer.value)).value):
            parts = list(_items(extension.value))
            if parts[0].tag == _OID and parts[0].value == _ALTERNATIVE_NAMES and parts[-1].tag == _BYTE_STRING:
                found += map(_alternative_name, _items(next(_items(parts[-1].value)).value))
    return tuple(name for name in found if name)[:_MOST_NAMES]


def _alternative_name(item: _Item) -> str:
    if item.tag == _DNS_NAME:
        return _text(item)
    return str(ipaddress.ip_address(item.value)) if item.tag == _IP_ADDRESS else ""
