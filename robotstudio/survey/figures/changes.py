"""Changes since an older survey: how many files block `/` for each crawler, and which hosts began or stopped."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from robotstudio.survey.agents import BLOCKED
from robotstudio.survey.figures.model import FigureTable, readable, share, with_bits
from robotstudio.survey.result import Survey
from robotstudio.text.language import Message

_IN_BOTH: Message = "Who began and who stopped covers only hosts in both surveys."
COLUMNS: Final = ("crawler", "began to block", "stopped", "before", "now", "difference")


class BlockedShareChange(Struct, frozen=True):
    """The change for one crawler.

    The percentages of files that block `/` before and now, None without files; and, of the hosts in both surveys, those
    that began and those that stopped.
    """

    crawler: str
    before: float | None
    now: float | None
    began: tuple[str, ...]
    stopped: tuple[str, ...]

    @property
    def difference(self) -> float | None:
        """Change in percentage points."""
        return None if self.before is None or self.now is None else round(self.now - self.before, 2)


def changes_of(survey: Survey) -> tuple[BlockedShareChange, ...]:
    """Return the change for each crawler; empty without an older survey of the same crawlers."""
    older = survey.older
    if older is None or older.partial.tokens != survey.partial.tokens:
        return ()
    # If a host is in it twice, the last answer counts.
    before = {host: place for place, host in enumerate(older.rows.hosts)}
    now = {host: place for place, host in enumerate(survey.rows.hosts)}
    both = sorted(host for host in now if host in before)
    was = older.rows.states[[before[host] for host in both]] & BLOCKED > 0
    is_now = survey.rows.states[[now[host] for host in both]] & BLOCKED > 0
    counts = [with_bits(each.partial, BLOCKED, 2) for each in (older, survey)]
    totals = readable(older.partial), readable(survey.partial)
    return tuple(
        BlockedShareChange(
            token,
            share(counts[0].get((token,), 0), totals[0]),
            share(counts[1].get((token,), 0), totals[1]),
            tuple(both[row] for row in (is_now[:, place] & ~was[:, place]).nonzero()[0].tolist()),
            tuple(both[row] for row in (was[:, place] & ~is_now[:, place]).nonzero()[0].tolist()),
        )
        for place, token in enumerate(survey.partial.tokens)
    )


def table_of(changes: Iterable[BlockedShareChange]) -> FigureTable:
    """Return the changes as a table, largest first."""
    ordered = sorted(changes, key=lambda each: (-len(each.began) - len(each.stopped), -abs(each.difference or 0)))
    rows = tuple(
        (each.crawler, len(each.began), len(each.stopped), each.before, each.now, each.difference) for each in ordered
    )
    return FigureTable(COLUMNS, rows, note=_IN_BOTH)
