"""Facts about every URL, from the verdicts of several sets of rules: a few flags in one byte for each URL.

What belongs to the same sorted paths is put together there; to bring a number to its URL costs more than to find it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk.verdicts import Bools, Spread, Verdicts
from robotstudio.engine.cancelling import Checkpoint, go_on

Flags = NDArray[np.uint8]


class Tally:
    """Sets flags where verdicts say so; the same verdicts are looked at once for the same flags."""

    def __init__(self, size: int, checkpoint: Checkpoint = go_on) -> None:
        """No flag of any of `size` URLs is set."""
        self._urls: Flags = np.zeros(size, np.uint8)
        self._rows: dict[Spread, Flags] = {}
        self._allowed: dict[Verdicts, Bools] = {}
        self._apart: dict[tuple[Spread, Spread], NDArray[np.intp]] = {}
        self._done: set[tuple[Any, ...]] = set()
        self._checkpoint = checkpoint

    def add(self, verdicts: Verdicts, *, blocked: int = 0, allowed: int = 0, decided: int = 0) -> None:
        """Set flags on URLs that may not be fetched, that may be, and about which a rule decides."""
        key = verdicts, blocked, allowed, decided
        if key not in self._done:
            self._done.add(key)
            self._checkpoint()
            rows = self._rows_of(verdicts.spread)
            np.bitwise_or(rows, verdicts.by_row(verdicts.flags(blocked, allowed, decided)), out=rows)

    def add_everywhere(self, flag: int) -> None:
        """Set a flag on every URL."""
        np.bitwise_or(self._urls, np.uint8(flag), out=self._urls)

    def add_where(self, mask: Bools, flag: int) -> None:
        """Set a flag on some URLs."""
        self._urls[mask] |= np.uint8(flag)

    def add_parting(self, ours: Verdicts, theirs: Verdicts, flag: int) -> None:
        """Set a flag on URLs that may be fetched by one and not by the other."""
        key = ours, theirs, flag
        if ours is theirs or key in self._done:
            return
        self._done.add(key)
        self._checkpoint()
        if ours.spread.paths is None or ours.spread.paths is not theirs.spread.paths:
            self.add_where(ours.mask_flipped(theirs), flag)
            return
        differs = self._allowed_of(ours) != self._allowed_of(theirs)
        if ours.spread is theirs.spread:
            if differs.any():
                self._rows_of(ours.spread)[differs] |= np.uint8(flag)
            return
        mask = ours.spread.of_urls(differs) if differs.any() else np.zeros(len(self._urls), np.bool_)
        apart = self._places_apart(ours.spread, theirs.spread)
        mask[apart] = ours.at(apart)[0] != theirs.at(apart)[0]
        self.add_where(mask, flag)

    def flags(self) -> Flags:
        """The flags of each URL, in the order given."""
        for spread, rows in self._rows.items():
            self._checkpoint()
            np.bitwise_or(self._urls, spread.of_urls(rows), out=self._urls)
        self._rows.clear()
        return self._urls

    def _rows_of(self, spread: Spread) -> Flags:
        if spread not in self._rows:
            self._rows[spread] = np.zeros(spread.size, np.uint8)
        return self._rows[spread]

    def _places_apart(self, one: Spread, other: Spread) -> NDArray[np.intp]:
        """The URLs whose path has another row in the other form; few, where both share their sorted paths."""
        key = one, other
        if key not in self._apart:
            self._apart[key] = np.flatnonzero(one.inverse != other.inverse)
        return self._apart[key]

    def _allowed_of(self, verdicts: Verdicts) -> Bools:
        if verdicts not in self._allowed:
            self._allowed[verdicts] = verdicts.by_row(verdicts.flags(0, 1, 0)).view(np.bool_)
        return self._allowed[verdicts]
