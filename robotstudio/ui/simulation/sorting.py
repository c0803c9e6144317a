"""In which order the URLs are listed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from robotstudio.io.urls import TestUrl
from robotstudio.ui.analysis import Analysis, Column
from robotstudio.ui.simulation.filters import Rows

_ALLOWED_BEHIND = 1 << 40
_UNDECIDED_BEHIND = 1 << 41


@dataclass(frozen=True, slots=True)
class SortKey:
    """By the verdicts of the crawler with this token, or by URL where it is None."""

    token: str | None
    descending: bool = False


def next_key(current: SortKey | None, token: str | None) -> SortKey | None:
    """What a click on a header asks for: first ascending, then descending, then the order in which URLs were added."""
    if current is None or current.token != token:
        return SortKey(token)
    return None if current.descending else SortKey(token, descending=True)


class Sorter:
    """Orders one list of URLs; the order by URL is worked out once."""

    def __init__(self, urls: Sequence[TestUrl]) -> None:
        self._urls = urls
        self._given: Rows = np.arange(len(urls), dtype=np.intp)
        self._by_url: Rows | None = None

    def order(self, key: SortKey | None, analysis: Analysis) -> Rows:
        """The positions of all URLs in the order wanted; equal ones stay as they were added."""
        if key is None:
            return self._given
        if key.token is None:
            return self._url_order()[::-1] if key.descending else self._url_order()
        column = analysis.column_of(key.token)
        if column is None:
            return self._given
        ranks = _verdict_ranks(column)
        return np.argsort(-ranks if key.descending else ranks, kind="stable").astype(np.intp, copy=False)

    def _url_order(self) -> Rows:
        if self._by_url is None:
            texts = [url.url for url in self._urls]
            self._by_url = np.array(sorted(range(len(texts)), key=texts.__getitem__), np.intp)
        return self._by_url


def _verdict_ranks(column: Column) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Blocked first, by line; then allowed, by line; then where no rule decided."""
    ranks = column.lines.astype(np.int64)
    ranks[column.allowed] += _ALLOWED_BEHIND
    ranks[column.allowed & (column.lines == 0)] = _UNDECIDED_BEHIND
    return ranks
