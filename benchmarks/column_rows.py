"""Columns beside a million URLs: the bytes they take, and the time to sort, filter and sum them."""

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from benchmarks.corpus import Corpus
from benchmarks.generated import SEED
from benchmarks.table import Cells, Table, verdict
from benchmarks.timing import Effort, Task, compare
from robotstudio.engine.bulk.texts import Texts
from robotstudio.urls.set_columns import sums_of
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind, ValueColumn, lean
from robotstudio.urls.where import mask_where, parse

HEADINGS = ("what", "values", "URLs", "measured", "target", "")
MOST_BYTES, SORT_LIMIT = 60.0, 0.2
"""Bytes for six numbers of a URL, and seconds to sort a million."""

_NUMBERS, _GROUPS = 6, 5_000


def table(_corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    result = Table("Columns beside URLs", HEADINGS)
    for name in names:
        if name in MEASURES:
            say(name)
            result.rows += MEASURES[name](effort)
    return result


def _columns(size: int) -> dict[str, ValueColumn]:
    """Return six columns as Search Console and a crawler have them."""
    author = np.random.default_rng(SEED)
    clicks = np.floor(author.pareto(1.1, size) * 3).clip(0, 1e6)
    values = {
        "clicks": clicks,
        "impressions": np.floor(clicks * author.uniform(3, 90, size)),
        "ctr": author.uniform(0, 30, size).round(2),
        "position": author.uniform(1, 90, size).round(2),
        "status": author.choice(np.array([200.0, 301.0, 404.0]), size),
        "inlinks": np.floor(author.pareto(1.3, size)).clip(0, 1e5),
    }
    for each in values.values():
        each[author.random(size) < 0.1] = np.nan
    return {
        name: ValueColumn(ColumnInfo(name, ColumnKind.NUMBER, name, adds=True), lean(each))
        for name, each in values.items()
    }


def _memory(effort: Effort) -> list[Cells]:
    columns = _columns(effort.bulk)
    assert len(columns) == _NUMBERS
    each = sum(column.memory for column in columns.values()) / effort.bulk
    shown = f"{each:.0f} bytes a URL"
    return [
        (
            "memory",
            f"{_NUMBERS} numbers",
            f"{effort.bulk:,}",
            shown,
            f"≤ {MOST_BYTES:.0f}",
            verdict(is_met=each <= MOST_BYTES),
        )
    ]


def _times(effort: Effort) -> list[Cells]:
    columns = _columns(effort.bulk)
    groups = np.random.default_rng(SEED).integers(-1, _GROUPS, effort.bulk)
    condition, nothing = parse("clicks > 100 and not position >= 20 or inlinks is unknown"), Texts.of(())
    work: Mapping[tuple[str, str], Callable[[], object]] = {
        ("sort", "clicks"): lambda: columns["clicks"].order(is_descending=True),
        ("sort", "position"): columns["position"].order,
        ("filter", "three comparisons"): lambda: mask_where(condition, nothing, columns.__getitem__),
        ("sum", f"clicks of {_GROUPS:,} groups"): lambda: sums_of(columns["clicks"], groups, _GROUPS),
    }
    found = compare({" ".join(what): Task(run) for what, run in work.items()}, effort)
    rows: list[Cells] = []
    for (what, values), took in zip(work, found.values(), strict=True):
        wanted = ("–", "")
        if what == "sort":
            wanted = f"≤ {SORT_LIMIT * 1_000:.0f} ms", verdict(is_met=took * 1_000_000 / effort.bulk <= SORT_LIMIT)
        rows.append((what, values, f"{effort.bulk:,}", f"{took * 1_000:.1f} ms", *wanted))
    return rows


MEASURES: Mapping[str, Callable[[Effort], list[Cells]]] = {"column-memory": _memory, "column-times": _times}
