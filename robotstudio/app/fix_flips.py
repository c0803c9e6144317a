"""How many verdicts a fix flips, over the test URLs and the chosen crawlers: worked out in a thread."""

from collections.abc import Callable, Mapping, Sequence

from robotstudio.app.checking import Checked
from robotstudio.engine.changes import flips
from robotstudio.engine.rule_classes import FileVersion
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.lint.fixing import apply
from robotstudio.lint.model import Fix

_MOST_SAMPLES = 6

Key = tuple[int, int]
"""A fix by the number of its finding, and its own number there; -1 stands for all fixes of its kind."""


@dataclass(frozen=True, slots=True)
class Flip:
    """A verdict that flips."""

    crawler: str
    url: str
    is_allowed: bool


@dataclass(frozen=True, slots=True)
class FlipCount:
    """How many verdicts flip, and some of them. `tried` is how many were looked at."""

    count: int
    samples: tuple[Flip, ...]
    tried: int


def count_flips(checked: Checked, fixes: Sequence[Fix]) -> FlipCount:
    """What flips if these fixes are applied. Crawlers that the outcome of the fetch decides for are left out."""
    table = checked.analysis.table
    crawlers = [column.crawler for column in checked.analysis.columns if column.is_by_rules]
    readers = [crawler.reader for crawler in crawlers]
    before = FileVersion(checked.body, checked.analysis.readings)
    after = before.revised(apply(checked.body, fixes).body)
    titles = {crawler.token: crawler.title for crawler in crawlers}
    found = flips(before, after, table, readers)
    urls = checked.analysis.urls
    samples = [
        Flip(titles[each.reader.token], urls[int(row)].display, bool(is_allowed))
        for each in found
        for row, is_allowed in zip(each.rows[:_MOST_SAMPLES], each.allowed[:_MOST_SAMPLES], strict=True)
    ]
    return FlipCount(sum(each.rows.size for each in found), tuple(samples[:_MOST_SAMPLES]), len(table) * len(crawlers))


def count_all(
    checked: Checked,
    wanted: Mapping[Key, Sequence[Fix]],
    is_cancelled: Callable[[], bool],
) -> tuple[Checked, Mapping[Key, FlipCount]]:
    """The same for several ways to mend the file, until the answer is not wanted any more."""
    counted: dict[Key, FlipCount] = {}
    for key, fixes in wanted.items():
        if is_cancelled():
            break
        counted[key] = count_flips(checked, fixes)
    return checked, counted
