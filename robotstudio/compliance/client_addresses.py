"""Find the client's address in a log if a CDN or proxy forwarded the request."""

import json
from collections.abc import Collection, Mapping, Sequence
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
    """The addresses of the clients of a log, and for each pair of addresses the number of its client."""

    addresses: tuple[str, ...]
    numbers: Ints
    notes: tuple[Told, ...]


def client_addresses(pairs: Sequence[tuple[str, str]], requests: Ints) -> ClientAddresses:
    """Find the client of each pair of the connecting address and the forwarded ones ("" if not logged).

    Forwarded addresses count only if the connecting one is that of a known CDN or private, and of them the last one
    that is neither: those before it are what the client itself sent. If there is none, a private one counts: the
    request came from your own network. `requests` is the number of requests of each pair.
    """
    proxies = _proxies({each for client, forwarded in pairs for each in (client, *forwarded.split(","))})
    found: dict[str, int] = {}
    numbers = np.zeros(len(pairs), np.int64)
    counts: dict[tuple[Cdn, Plural], int] = {}
    for place, (client, forwarded) in enumerate(pairs):
        address = client
        if cdn := proxies.get(client):
            entries = [each for each in forwarded.split(",") if each]
            behind = (each for each in reversed(entries) if each not in proxies)
            own = (each for each in entries if proxies[each].name == _LOCAL_PROXY)
            address = next(behind, None) or next(own, UNKNOWN_ADDRESS)
            message = _HIDDEN if address == UNKNOWN_ADDRESS else _FORWARDED
            counts[cdn, message] = counts.get((cdn, message), 0) + int(requests[place])
        numbers[place] = found.setdefault(address, len(found))
    notes = (
        told(message, count=count, name=told(cdn.name), header=cdn.header) for (cdn, message), count in counts.items()
    )
    return ClientAddresses(tuple(found), numbers, tuple(notes))


def proxies_in(pairs: Sequence[tuple[str, str]], requests: Ints) -> tuple[Told, ...]:
    """Return a message for each CDN or proxy among the connecting addresses."""
    return client_addresses(pairs, requests).notes


def _proxies(addresses: Collection[str]) -> Mapping[str, Cdn]:
    """Return which of the addresses belong to a CDN or a private network."""
    listed = tuple(addresses)
    packed = pack_addresses(listed)
    return {listed[row]: cdn for cdn in known_cdns() for row in np.flatnonzero(cdn.networks.contains(packed))}
