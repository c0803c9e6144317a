"""Trends: between crawls in one survey, and from an older survey to this one."""

from msgspec.structs import replace

from robotstudio.engine.crawlers import crawler_for
from robotstudio.survey.agents import ALL, ANY_TOKEN, BLOCKED, FREED, NAMED, RULED
from robotstudio.survey.figures.adoption import RANKS_MISSING
from robotstudio.survey.figures.changes import changes_of
from robotstudio.survey.figures.model import (
    Chart,
    Figure,
    FigurePart,
    FigureTable,
    Row,
    ai_of,
    by_columns,
    dated,
    largest_first,
    readable,
    share,
    with_bits,
)
from robotstudio.survey.result import Survey
from robotstudio.text.language import Message

_AGAINST_OLDER: Message = "To show who began and who stopped, compare with an older survey."
_TOP = (1_000, 5_000, 10_000, 50_000)


def _lines(survey: Survey, bits: int, *, tops: tuple[int, ...] | None = None) -> FigureTable:
    """Make a line for each AI crawler over the periods; with `tops` only of sites up to these ranks."""
    rows: list[Row] = []
    counts = with_bits(survey.partial, bits, 0, 1, 2)
    totals = _files_by(survey)
    for token in ai_of(survey.partial):
        for period in survey.periods:
            count = _upto(counts, tops, period, token)
            rows.append((token, dated(period), count, share(count, _upto(totals, tops, period))))
    return FigureTable(("crawler", "period", "sites", "share"), tuple(rows), None)


def _files_by(survey: Survey) -> dict[tuple[str | int, ...], int]:
    """Count files by period and rank."""
    found: dict[tuple[str | int, ...], int] = {}
    for key, count in survey.partial.counts("blocked_ai").items():
        found[key[:2]] = found.get(key[:2], 0) + count
    return found


def _upto(counts: dict[tuple[str | int, ...], int], tops: tuple[int, ...] | None, period: str, *rest: str) -> int:
    return sum(
        count
        for key, count in counts.items()
        if key[0] == period and (tops is None or key[1] in tops) and key[2:] == rest
    )


def _named(survey: Survey) -> FigureTable:
    return _lines(survey, NAMED)


def _disallowed(survey: Survey) -> FigureTable:
    table = _lines(survey, RULED | BLOCKED, tops=_TOP)
    return table if any(row[3] is not None for row in table.rows) else replace(table, note=RANKS_MISSING)


def _by_purpose(survey: Survey) -> FigureTable:
    blocked = with_bits(survey.partial, BLOCKED, 0, 2)
    rows: list[Row] = []
    for token in survey.partial.tokens:
        if token != ANY_TOKEN:
            for period in survey.periods:
                count = blocked.get((period, token), 0)
                purpose = crawler_for(token).purpose
                rows.append((purpose, token, dated(period), count, share(count, readable(survey.partial, period))))
    return FigureTable(("purpose", "crawler", "period", "sites", "share"), tuple(sorted(rows, key=str)), None)


def _all_closed(survey: Survey) -> FigureTable:
    closed = with_bits(survey.partial, ALL, 0, 2)
    rows: list[Row] = []
    for period in survey.periods:
        count = closed.get((period, ANY_TOKEN), 0)
        rows.append((dated(period), count, share(count, readable(survey.partial, period))))
    return FigureTable(("period", "disallow all", "share"), tuple(rows), survey.files)


def _any_ai(survey: Survey) -> FigureTable:
    counts = survey.partial.counts("blocked_ai")
    rows: list[Row] = []
    for name, is_top in (("top 5,000", True), ("others", False)):
        for period in survey.periods:
            chosen = {key: n for key, n in counts.items() if key[0] == period and (key[1] in {1_000, 5_000}) == is_top}
            shut = sum(count for key, count in chosen.items() if key[2])
            rows.append((name, dated(period), shut, share(shut, sum(chosen.values()))))
    return FigureTable(("sites of rank", "period", "block an AI crawler", "share"), tuple(rows), None)


def _freed(survey: Survey) -> FigureTable:
    freed = with_bits(survey.partial, FREED | NAMED, 2)
    turned = {change.crawler: (len(change.began), len(change.stopped)) for change in changes_of(survey)}
    rows: list[Row] = [
        (token, freed.get((token,), 0), *turned.get(token, (None, None))) for token in ai_of(survey.partial)
    ]
    note = "" if survey.older else _AGAINST_OLDER
    return FigureTable(
        ("crawler", "named and free", "began to block", "stopped"),
        largest_first(rows, 1),
        readable(survey.partial),
        note,
    )


def _all_some_none(survey: Survey) -> FigureTable:
    counts = by_columns(survey.partial, "extents", 0, 1)
    rows: list[Row] = []
    for period in survey.periods:
        total = survey.partial.total("answers", period)
        known = {extent: counts.get((period, extent), 0) for extent in ("all", "some", "none")}
        for state, count in (*known.items(), ("no file", total - sum(known.values()))):
            rows.append((dated(period), state, count, share(count, total)))
    return FigureTable(("period", "closed to AI", "sites", "share"), tuple(rows), survey.files)


_EXPERIMENTS = "Common Crawl robotstxt-experiments, 2016–2025"
_SOMESITE = "Somesite I Used to Crawl, IMC 2025"
TRENDS = (
    Figure(
        "C-3",
        FigurePart.TRENDS,
        "AI crawlers named, over time",
        _EXPERIMENTS,
        Chart.LINES,
        ("period", "share", "crawler"),
        _named,
        "% of files",
    ),
    Figure(
        "C-4",
        FigurePart.TRENDS,
        "AI crawlers disallowed, top 50,000",
        _EXPERIMENTS,
        Chart.LINES,
        ("period", "share", "crawler"),
        _disallowed,
        "% of files",
    ),
    Figure(
        "C-5",
        FigurePart.TRENDS,
        "Blocked crawlers by purpose",
        _EXPERIMENTS,
        Chart.PANELS,
        ("period", "share", "crawler", "purpose"),
        _by_purpose,
        "% of files",
    ),
    Figure(
        "C-7",
        FigurePart.TRENDS,
        "Everything is blocked for everybody",
        _EXPERIMENTS,
        Chart.LINES,
        ("period", "share"),
        _all_closed,
        "% of files",
    ),
    Figure(
        "L-2",
        FigurePart.TRENDS,
        "Sites that block an AI crawler",
        _SOMESITE,
        Chart.LINES,
        ("period", "share", "sites of rank"),
        _any_ai,
        "% of sites",
    ),
    Figure(
        "L-4",
        FigurePart.TRENDS,
        "Named and free, and restrictions removed",
        _SOMESITE,
        Chart.BARS,
        ("crawler", "named and free"),
        _freed,
        "files",
    ),
    Figure(
        "K-1",
        FigurePart.TRENDS,
        "Closed to AI: all, some, none",
        "Consent in Crisis, 2024",
        Chart.STACKED,
        ("period", "share", "closed to AI"),
        _all_some_none,
        "% of sites",
    ),
)
