"""Whose address a log has: the client's, or that of a CDN or proxy that forwarded the request."""

import json
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from robotstudio import assets
from robotstudio.compliance.ip_ranges import AddressSet, pack_addresses
from robotstudio.text.language import Message, Plural, Told, told

UNKNOWN_ADDRESS: Final = "-"
"""Replaces the address of a client that only its proxy knows."""

_FORWARDED = Plural(
    "{count} request came through {name}; the client's address is the forwarded one.",
    "{count} requests came through {name}; the clients' addresses are the forwarded ones.",
)
_HIDDEN = Plural(
    "{count} request came through {name}, and the log does not have the client's address, so it cannot be verified. "
    "Log the header {header}.",
    "{count} requests came through {name}, and the log does not have the clients' addresses, so they cannot be "
    "verified. Log the header {header}.",
)
_PRIVATE: Final = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "169.254.0.0/16"),
    *("fc00::/7", "fe80::/10", "::1"),
)
_LOCAL_PROXY: Message = "a proxy in your own network"

Ints = npt.NDArray[np.int64]


class Cdn(Struct, frozen=True, eq=False):
    """A network that forwards requests: its addresses, and the header in which it sends the client's."""

    name: Message
    header: str
    networks: AddressSet


@cache
def known_cdns() -> tuple[Cdn, ...]:
    """Return the CDNs with published addresses, and private networks."""
    rows = json.loads(assets.path("cdn-ranges.json").read_bytes())["cdns"]
    return (
        *(Cdn(row["name"], row["header"], AddressSet((*row["ipv4"], *row["ipv6"]))) for row in rows),
        Cdn(_LOCAL_PROXY, "X-Forwarded-For", AddressSet(_PRIVATE)),
    )


class ClientAddresses(Struct, frozen=True, eq=False):
    """The clients of a log: `addresses`, and for each (connecting, forwarded) pair the number of its address."""

    addresses: tuple[str, ...]
    numbers: Ints
    notes: tuple[Told, ...]


def client_addresses(pairs: Sequence[tuple[str, str]], requests: Ints) -> ClientAddresses:
    """Find the client of each pair of a connecting and a forwarded address ("" if not logged).

    The forwarded address counts only if the connecting one is that of a known CDN or private: anybody can send the
    header. `requests` is the number of requests of each pair.
    """
    packed = pack_addresses([client for client, _ in pairs])
    is_forwarded = np.array([bool(forwarded) for _, forwarded in pairs], np.bool_)
    hidden = np.zeros(len(pairs), np.bool_)
    via = np.zeros(len(pairs), np.bool_)
    notes: list[Told] = []
    for cdn in known_cdns():
        inside = cdn.networks.contains(packed)
        for mask, message in ((inside & is_forwarded, _FORWARDED), (inside & ~is_forwarded, _HIDDEN)):
            if count := int(requests[mask].sum()):
                notes.append(told(message, count=count, name=told(cdn.name), header=cdn.header))
        via |= inside & is_forwarded
        hidden |= inside & ~is_forwarded
    found: dict[str, int] = {}
    numbers = np.zeros(len(pairs), np.int64)
    for place, (client, forwarded) in enumerate(pairs):
        address = forwarded if via[place] else UNKNOWN_ADDRESS if hidden[place] else client
        numbers[place] = found.setdefault(address, len(found))
    return ClientAddresses(tuple(found), numbers, tuple(notes))
