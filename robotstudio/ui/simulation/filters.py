"""Which URLs are listed: a search text and kinds of rows, worked out for all rows at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from robotstudio.engine.bulk import Bools
from robotstudio.engine.disagreement import parting_rows
from robotstudio.io.urls import TestUrl
from robotstudio.ui.analysis import Column

Rows = NDArray[np.intp]
"""Positions in the list of URLs, in the order in which they are shown."""


class FilterKind(StrEnum):
    """A kind of rows that a pill keeps."""

    BLOCKED = "blocked"  # at least one crawler may not fetch it
    DISAGREE = "disagree"  # some crawlers may fetch it, others may not
    NO_RULE = "no-rule"  # no rule decides for any crawler
    READING = "reading"  # some crawler reads it otherwise than RFC 9309, with another verdict


@dataclass(frozen=True, slots=True)
class Filters:
    """What a listed URL must fulfil, all of it together."""

    text: str = ""
    kinds: frozenset[FilterKind] = frozenset()
    source: str = ""
    """The id of the source that brought it."""

    @property
    def are_on(self) -> bool:
        """Whether anything may be left out."""
        return bool(self.text.split() or self.kinds or self.source)

    def with_kind(self, kind: FilterKind, on: bool) -> "Filters":
        """The same with one kind more or less."""
        return replace(self, kinds=self.kinds | {kind} if on else self.kinds - {kind})


class SearchTexts:
    """What the search looks at, for one list of URLs; made when it is first searched."""

    def __init__(self, urls: Sequence[TestUrl]) -> None:
        self._urls = urls
        self._texts: list[str] | None = None
        self._last: tuple[str, Bools | None] = ("", None)

    def matching(self, text: str) -> Bools | None:
        """The URLs that hold every word of the text, whatever its case; None for all."""
        if text != self._last[0]:
            self._last = (text, self._search(text.lower().split()))
        return self._last[1]

    def _search(self, words: Iterable[str]) -> Bools | None:
        found = None
        for word in words:
            texts = self._folded()
            hits = np.fromiter((word in text for text in texts), np.bool_, len(texts))
            found = hits if found is None else found & hits
        return found

    def _folded(self) -> list[str]:
        if self._texts is None:
            # Both forms: a person searches for what is on the screen, or for octets as they stand in a log.
            self._texts = [(f"{url.url}\n{url.display}" if "%" in url.path else url.url).lower() for url in self._urls]
        return self._texts


def kind_masks(
    columns: Sequence[Column], size: int, standard: Mapping[str, Bools] = MappingProxyType({})
) -> Mapping[FilterKind, Bools]:
    """For each kind the rows that are of it. Crawlers that share a group share their arrays: each is read once.

    Of a crawler that documents nothing, or comes back later, no row is of any kind; no rule decides where all are by
    the outcome of the fetch. `standard` are the verdicts by RFC 9309 for each token.
    """
    by_rules = [column for column in columns if column.is_by_rules]
    pairs = ((column.allowed, standard.get(column.crawler.token, column.allowed)) for column in by_rules)
    allowed = {id(column.allowed): column.allowed for column in columns if column.is_known}.values()
    lines = {id(column.lines): column.lines for column in by_rules}.values()
    all_allowed, any_allowed = np.ones(size, np.bool_), np.zeros(size, np.bool_)
    undecided = np.ones(size, np.bool_)
    for bools in allowed:
        all_allowed &= bools
        any_allowed |= bools
    for numbers in lines:
        undecided &= numbers == 0
    blocked = ~all_allowed
    return {
        FilterKind.BLOCKED: blocked,
        FilterKind.DISAGREE: blocked & any_allowed,
        FilterKind.NO_RULE: undecided & all_allowed if lines or not columns else np.zeros(size, np.bool_),
        FilterKind.READING: parting_rows(pairs, size),
    }


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """The listed rows, and for each kind how many rows would be listed if it were on as well.

    `has_partings` says that a crawler parts from RFC 9309 on a URL, listed or not.
    """

    rows: Rows
    counts: Mapping[FilterKind, int]
    has_partings: bool = False


def list_rows(filters: Filters, found: Bools | None, masks: Mapping[FilterKind, Bools], order: Rows) -> Listing:
    """The rows of `order` that pass; `found` are those that hold the search text, None for all."""
    kept = np.ones(len(order), np.bool_) if found is None else found.copy()
    for kind in filters.kinds:
        kept &= masks[kind]
    counts = {kind: int(np.count_nonzero(kept & mask)) for kind, mask in masks.items()}
    rows = order if not filters.are_on else order[kept[order]]
    reading = masks.get(FilterKind.READING)
    return Listing(rows, counts, has_partings=reading is not None and bool(reading.any()))
