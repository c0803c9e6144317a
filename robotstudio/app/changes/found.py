"""By which kinds of sources URLs were found: one that a sitemap names is meant to be fetched. No Qt here."""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.changes import Change, Changes
from robotstudio.io.url_set import UrlSet
from robotstudio.lazy_dataclasses import dataclass

SITEMAP, TYPED = "sitemap", "typed"
_KINDS = (SITEMAP, "log", "table", "list", TYPED)
"""Those that tell most come first; a kind that is not here counts as a list."""
_OTHERWISE = _KINDS.index("list")


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The kinds of the sources of each URL."""

    urls: UrlSet = field(default_factory=UrlSet)
    bits: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))

    @property
    def is_telling(self) -> bool:
        """Whether URLs were found anywhere but in the person's hands."""
        return any(source.kind != TYPED for source in self.urls.sources)

    def kinds(self, place: int) -> tuple[str, ...]:
        """The kinds of sources that have a URL."""
        bits = int(self.bits[place]) if place < len(self.bits) else 0
        return tuple(kind for number, kind in enumerate(_KINDS) if bits >> number & 1)

    def count_in_sitemaps(self, changes: Changes) -> Mapping[Change, int]:
        """How many URLs of the sitemaps become blocked, and how many become allowed."""
        listed = (self.bits & 1).astype(np.bool_)
        counts = {}
        for change in (Change.BLOCKED, Change.ALLOWED) if listed.any() else ():
            flipped = np.zeros(len(listed), np.bool_)
            for each in changes.compared:
                flipped |= each.changes == change
            counts[change] = int(np.count_nonzero(flipped & listed))
        return MappingProxyType(counts)


def found_in(urls: UrlSet) -> Found:
    """Where the URLs of a set were found."""
    bits = np.zeros(len(urls), np.uint8)
    for share in urls.shares:
        number = _KINDS.index(share.source.kind) if share.source.kind in _KINDS else _OTHERWISE
        bits[share.rows] |= np.uint8(1 << number)
    return Found(urls, bits)
