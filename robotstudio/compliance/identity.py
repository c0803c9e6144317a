"""Tell real crawlers from spoofed ones, by the addresses that operators publish and, if asked, by host names."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from robotstudio.compliance.ip_ranges import AddressSet, PackedAddresses, RangeList, pack_addresses
from robotstudio.compliance.model import Identity
from robotstudio.compliance.reverse_dns import NameCheck, NameVerdict

REAL, SPOOFED, UNKNOWN = 0, 1, 2
KINDS: Final = (Identity.REAL, Identity.SPOOFED, Identity.UNKNOWN)
_KIND_OF_NAME: Final = {NameVerdict.CONFIRMED: REAL, NameVerdict.OTHER: SPOOFED}
Kinds = npt.NDArray[np.int8]


class _PublishedFacts(Struct, frozen=True, eq=False):
    """Published addresses of a crawler, from all lists that name it."""

    addresses: AddressSet
    is_authoritative: bool
    endings: tuple[str, ...]
    dated: str


class Identities:
    """Tells the requests of a log apart; each list is prepared once."""

    def __init__(self, lists: Sequence[RangeList], addresses: Sequence[str], names: NameCheck | None = None) -> None:
        """Take the addresses of a log; `names` looks up host names, if that is asked for."""
        self._addresses = addresses
        self._packed: PackedAddresses = pack_addresses(addresses)
        self._names = names
        self._lists: dict[str, list[RangeList]] = {}
        for each in lists:
            for token in each.tokens:
                self._lists.setdefault(token.lower(), []).append(each)
        self._facts: dict[tuple[str, ...], _PublishedFacts] = {}

    def dated(self, token: str) -> str:
        """Return the day of the oldest list of a crawler; empty if there is none."""
        known = self._published(token)
        return known.dated if known else ""

    def kinds(self, token: str, rows: npt.NDArray[np.int32], is_cancelled: Callable[[], bool]) -> Kinds:
        """Return what each of some addresses of the log is for a crawler of this token."""
        known = self._published(token)
        kinds = np.full(len(self._addresses), UNKNOWN, np.int8)
        if known is None:
            return kinds[rows]
        inside = known.addresses.contains(self._packed)
        if known.is_authoritative:  # a host name or a missing address proves nothing
            kinds[np.concatenate((self._packed.v4_rows, self._packed.v6_rows))] = SPOOFED
        kinds[inside] = REAL
        if self._names and known.endings:
            asked = [int(row) for row in np.unique(rows) if not inside[row]]
            found = self._names.whose([self._addresses[row] for row in asked], known.endings, is_cancelled)
            for row in asked:
                kinds[row] = _KIND_OF_NAME.get(found[self._addresses[row]], kinds[row])
        return kinds[rows]

    def _published(self, token: str) -> _PublishedFacts | None:
        lists = self._lists.get(token.lower())
        if not lists:
            return None
        key = tuple(each.id for each in lists)
        if key not in self._facts:
            self._facts[key] = _PublishedFacts(
                AddressSet(network for each in lists for network in each.networks),
                all(each.is_authoritative for each in lists),
                tuple(dict.fromkeys(ending for each in lists for ending in each.rdns)),
                min(each.dated for each in lists),
            )
        return self._facts[key]


def count_kinds(kinds: Kinds) -> Mapping[Identity, int]:
    """Count the requests of each kind."""
    counts = np.bincount(kinds, minlength=len(KINDS))
    return {kind: int(count) for kind, count in zip(KINDS, counts, strict=True)}
