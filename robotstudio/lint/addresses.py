"""Addresses in a file: their scheme, host and path, as crawlers read them."""

from typing import NamedTuple

import ada_url


class Address(NamedTuple):
    """The parts of an address that rules are about; `path` has its query."""

    scheme: str
    host: str
    path: bytes


NONE = Address("", "", b"")


def address_of(text: str) -> Address:
    """The parts of a full address; empty ones where it is none."""
    try:
        url = ada_url.URL(text)
    except ValueError:
        return NONE
    scheme = url.protocol.removesuffix(":")
    rest = text.strip()[len(scheme) + 1 :]
    if not rest.startswith("//") or rest.startswith("///"):
        return Address(scheme, "", b"")  # browsers find a host even in https:///x, crawlers need not
    return Address(scheme, url.host, (url.pathname + url.search).encode())


def resolved(text: str, base: str) -> str:
    """A reference made full by the address of the file in which it stands; as it is where that cannot be done."""
    try:
        return ada_url.URL(text, base).href
    except ValueError:
        return text
