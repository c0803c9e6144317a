"""In which order the URLs are listed."""

import numpy as np
from numpy.typing import NDArray

from robotstudio.app.analysis import Analysis, Column
from robotstudio.app.listing.filters import Rows
from robotstudio.engine.bulk import UrlTable, order_by_url
from robotstudio.engine.cancelling import Checkpoint
from robotstudio.lazy_dataclasses import dataclass

_MOST_RANKS = 1 << 16


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

    def __init__(self, table: UrlTable) -> None:
        self._table = table
        self._by_url: Rows | None = None

    def order(self, key: SortKey | None, analysis: Analysis, checkpoint: Checkpoint) -> Rows | None:
        """The positions of all URLs in the order wanted, None for that of the list; equal ones stay as added."""
        if key is None:
            return None
        if key.token is None:
            if self._by_url is None:
                self._by_url = order_by_url(self._table, checkpoint)
            return self._by_url[::-1] if key.descending else self._by_url
        column = analysis.column_of(key.token)
        if column is None:
            return None
        checkpoint()
        ranks = _verdict_ranks(column)
        checkpoint()
        return np.argsort(ranks.max(initial=0) - ranks if key.descending else ranks, kind="stable")


def _verdict_ranks(column: Column) -> NDArray[np.uint16] | NDArray[np.int64]:
    """Blocked first, by line; then allowed, by line; then where no rule decided."""
    lines = column.lines.astype(np.int64)
    behind = int(lines.max(initial=0)) + 1
    lines[column.allowed & (lines == 0)] = behind
    lines[column.allowed] += behind
    occurs = np.zeros(2 * behind + 1, np.bool_)
    occurs[lines] = True
    if np.count_nonzero(occurs) > _MOST_RANKS:
        return lines
    # Numbers as small as these are sorted digit by digit, many times as fast.
    return (np.cumsum(occurs) - 1).astype(np.uint16)[lines]
