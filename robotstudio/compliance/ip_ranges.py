"""Addresses that operators publish for their crawlers: shipped as of a day, and fetched again on request."""

import json
import re
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from robotstudio import assets
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import Message

_MAPPED: Final = "::ffff:"
MOST_NETWORKS: Final = 100_000
_NETWORK_KEYS: Final = frozenset({"ipv4prefix", "ipv6prefix", "ip_prefix", "ipv6_prefix"})
_IN_TEXT: Final = re.compile(r'"(?:ipv4Prefix|ipv6Prefix|ip_prefix|ipv6_prefix)"\s*:\s*"([0-9A-Fa-f:./]{3,50})"')
_PLAIN: Final = re.compile(r"[0-9A-Fa-f:.]{3,45}(?:/\d{1,3})?")

Bools = npt.NDArray[np.bool_]


class RangesError(RobotStudioError):
    """A response that is not a list of addresses."""


class RangeList(Struct, frozen=True, eq=False):
    """Networks of an operator, as of `dated`. If it is authoritative, who is outside of them is somebody else.

    `rdns` are the endings that the host name of an address must have; the name must lead back to the address.
    """

    id: str
    operator: str
    tokens: tuple[str, ...]
    published_at: str
    dated: str
    source: str
    is_authoritative: bool
    rdns: tuple[str, ...]
    networks: tuple[str, ...]


class PackedAddresses(Struct, frozen=True, eq=False):
    """Addresses as numbers; `v4_rows` and `v6_rows` say which of them each is; what is no address is in neither."""

    count: int
    v4: npt.NDArray[np.uint32]
    v4_rows: npt.NDArray[np.int64]
    v6: npt.NDArray[np.bytes_]
    v6_rows: npt.NDArray[np.int64]


def pack_addresses(addresses: Sequence[str]) -> PackedAddresses:
    """Pack addresses as they stand in a log; an IPv4 address written as IPv6 counts as IPv4."""
    v4, v4_rows, v6, v6_rows = [], [], [], []
    for row, text in enumerate(addresses):
        try:
            if ":" not in text:
                v4.append(socket.inet_pton(socket.AF_INET, text))
                v4_rows.append(row)
            elif text.lower().startswith(_MAPPED) and "." in text:
                v4.append(socket.inet_pton(socket.AF_INET, text[len(_MAPPED) :]))
                v4_rows.append(row)
            else:
                v6.append(socket.inet_pton(socket.AF_INET6, text))
                v6_rows.append(row)
        except (OSError, ValueError):  # the name of a host, or nothing that is known
            continue
    return PackedAddresses(
        len(addresses),
        np.frombuffer(b"".join(v4), ">u4").astype(np.uint32),
        np.array(v4_rows, np.int64),
        np.frombuffer(b"".join(v6), "S16"),
        np.array(v6_rows, np.int64),
    )


class AddressSet:
    """Networks of IPv4 and IPv6, asked in bulk: two searches, whatever their number."""

    def __init__(self, networks: Iterable[str]) -> None:
        """Leave out what is no network."""
        v4: list[IPv4Network] = []
        v6: list[IPv6Network] = []
        for text in networks:
            try:
                network = ip_network(text.strip(), strict=False)
            except ValueError:
                continue
            if isinstance(network, IPv4Network):
                v4.append(network)
            else:
                v6.append(network)
        self._v4 = _bounds(v4, lambda value: value, np.uint32)
        self._v6 = _bounds(v6, lambda value: value.to_bytes(16), "S16")

    def contains(self, addresses: PackedAddresses) -> Bools:
        """Return which of the addresses lie in one of the networks."""
        found = np.zeros(addresses.count, np.bool_)
        found[addresses.v4_rows] = _within(self._v4, addresses.v4)
        found[addresses.v6_rows] = _within(self._v6, addresses.v6)
        return found


def _bounds(
    networks: Iterable[IPv4Network | IPv6Network], form: Callable[[int], object], kind: npt.DTypeLike
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return where networks begin and end, in their order, without overlaps."""
    bounds = _without_overlaps(sorted((int(each.network_address), int(each.broadcast_address)) for each in networks))
    return np.array([form(start) for start, _ in bounds], kind), np.array([form(end) for _, end in bounds], kind)


def _within(bounds: tuple[npt.NDArray[Any], npt.NDArray[Any]], values: npt.NDArray[Any]) -> Bools:
    starts, ends = bounds
    if not len(starts):
        return np.zeros(len(values), np.bool_)
    places = np.searchsorted(starts, values, side="right") - 1
    within: Bools = (places >= 0) & (values <= ends[np.maximum(places, 0)])
    return within


def _without_overlaps(bounds: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Merge bounds in their order where they overlap."""
    joined: list[tuple[int, int]] = []
    for start, end in bounds:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def shipped_lists() -> tuple[RangeList, ...]:
    """Return the lists that the program ships."""
    return lists_of(json.loads(assets.path("ip-ranges.json").read_bytes()))


def lists_about(lists: Iterable[RangeList], tokens: Iterable[str]) -> tuple[RangeList, ...]:
    """Return the lists that have addresses of one of these crawlers."""
    wanted = {token.lower() for token in tokens}
    return tuple(each for each in lists if wanted & {token.lower() for token in each.tokens})


def lists_of(data: Mapping[str, Any]) -> tuple[RangeList, ...]:
    """Return the lists in data of the form of the shipped file."""
    return tuple(
        RangeList(
            row["id"],
            row["operator"],
            tuple(row["tokens"]),
            row["published_at"],
            row["dated"],
            row["source"],
            row["authoritative"],
            tuple(row["rdns"]),
            (*row["ipv4"], *row["ipv6"]),
        )
        for row in data["lists"]
    )


_NO_LIST: Message = "there is no list of addresses there."


def updated_list(known: RangeList, body: bytes, day: str) -> RangeList:
    """Parse a list of IP ranges: JSON of the usual form, a page with such JSON in it, or a network on each line.

    Raises RangesError if there is no network in it: then the known list stays in use.
    """
    text = body.decode("utf-8", "replace")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        networks = _IN_TEXT.findall(text) or _PLAIN.findall(text) * all(
            _PLAIN.fullmatch(line.strip()) for line in text.split("\n") if line.strip()
        )
        created = None
    else:
        networks = list(_networks_in(data))
        created = data.get("creationTime") if isinstance(data, dict) else None
    networks = [each for each in networks[:MOST_NETWORKS] if is_network(each)]
    if not networks:
        raise RangesError(_NO_LIST)
    dated = created[:10] if isinstance(created, str) and re.match(r"\d{4}-\d\d-\d\d", created) else day
    return replace(known, networks=tuple(networks), dated=dated, source=known.published_at)


def _networks_in(data: object) -> Iterable[str]:
    """Find the networks in JSON: in members of the usual names, or in a list of nothing but addresses."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            for key, inner in value.items():
                if isinstance(inner, str) and key.lower() in _NETWORK_KEYS:
                    yield inner
                else:
                    waiting.append(inner)
        elif isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, str) and _PLAIN.fullmatch(value):
            yield value


def is_network(text: str) -> bool:
    """Return True if a text is a network or an address."""
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True
