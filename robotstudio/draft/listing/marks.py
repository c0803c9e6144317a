"""Marks on cells of the matrix: the verdict has changed, or is not as expected."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.engine.bulk import Bools, Flags

AS_BEFORE, WAS_ALLOWED, WAS_BLOCKED = 0, 1, -1
"""The numbers that stand for a change."""

CHANGED, FAILING, EXPECTED = 32, 64, 128
"""Flags of a URL besides those of `UrlFlag`: some cell differs, is not as expected, or has an expectation."""

Changes = NDArray[np.int8]


class ChangeSource(Protocol):
    """Gives the changes of a crawler's cells without storing a number for every URL."""

    def at(self, positions: NDArray[Any]) -> Changes:
        """Return the former verdicts on some URLs, if they have changed."""
        ...

    def mask(self) -> Bools:
        """Return which verdicts changed, for all URLs."""
        ...


class Expected(StrEnum):
    """Expectation of a cell, and whether it is met."""

    PASSES = "passes"
    SHOULD_ALLOW = "should-allow"
    SHOULD_BLOCK = "should-block"
    OTHER_LINE = "other-line"

    @property
    def fails(self) -> bool:
        """Return True if the cell is not as expected."""
        return self is not Expected.PASSES


class MatrixMarks(Struct, frozen=True, eq=False):
    """Marks for one list of URLs: `changed` by token, an array in their order or an object that computes parts.

    `expectations` are those of cells with an expectation.
    """

    changed: Mapping[str, Changes | ChangeSource] = field(default_factory=lambda: MappingProxyType({}))
    expectations: Mapping[Cell, Expected] = field(default_factory=lambda: MappingProxyType({}))

    def changes_at(self, token: str, positions: NDArray[Any]) -> Changes:
        """Return a crawler's former verdicts on some URLs, if they have changed."""
        source = self.changed.get(token)
        if source is None:
            return np.zeros(len(positions), np.int8)
        if isinstance(source, np.ndarray):
            inside = positions < len(source)
            found = np.zeros(len(positions), np.int8)
            found[inside] = source[positions[inside]]
            return found
        return source.at(positions)

    def is_same_as(self, other: "MatrixMarks") -> bool:
        """Return True if the same cells are marked in the same way."""
        return (
            self.expectations == other.expectations
            and self.changed.keys() == other.changed.keys()
            and all(_are_alike(source, other.changed[token]) for token, source in self.changed.items())
        )

    def facts(self, analysis: Analysis) -> Flags | None:
        """Return `CHANGED`, `FAILING` and `EXPECTED` for each URL, None if none is set for any."""
        facts = np.zeros(len(analysis.urls), np.uint8)
        shown = {column.crawler.token for column in analysis.columns}
        for token, source in self.changed.items():
            mask = source != AS_BEFORE if isinstance(source, np.ndarray) else source.mask()
            if token in shown and len(mask) == len(facts):  # marks of another list say nothing about this one
                facts[mask] |= np.uint8(CHANGED)
        for cell, expected in self.expectations.items():
            position = analysis.position(cell.url) if cell.token in shown else None
            if position is not None:
                facts[position] |= np.uint8(EXPECTED | FAILING if expected.fails else EXPECTED)
        return facts if facts.any() else None


def _are_alike(one: Changes | ChangeSource, other: Changes | ChangeSource) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one is other or np.array_equal(one, other)
    return one is other
