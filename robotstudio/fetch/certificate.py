"""Read a server's certificate from its DER: `ssl` returns no fields of an unverified one."""

import hashlib
import ipaddress
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple

from robotstudio.fetch.evidence import Certificate, Tls

_OID, _BYTE_STRING, _UTC_TIME = 0x06, 0x04, 0x17
_VERSION, _EXTENSIONS, _DNS_NAME, _IP_ADDRESS = 0xA0, 0xA3, 0x82, 0x87
_COMMON_NAME, _ORGANISATION, _ALTERNATIVE_NAMES = b"\x55\x04\x03", b"\x55\x04\x0a", b"\x55\x1d\x11"
_BMP_STRING: Final = 0x1E
_MOST_NAMES: Final = 200


class _Item(NamedTuple):
    tag: int
    value: bytes


def tls_of(connection: ssl.SSLObject) -> Tls:
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
