"""Access of each crawler by its purpose; and the blocked URLs, with the line that blocks each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from robotstudio.draft.columns import Column as Verdicts
from robotstudio.draft.columns import equal_columns
from robotstudio.engine.access import reach_of
from robotstudio.engine.crawlers import OWN, Crawler, title_of
from robotstudio.explain.words import assumed_words
from robotstudio.fetch.meanings import effect_words
from robotstudio.lint.context import raw_lines
from robotstudio.policy.words import ACCESS
from robotstudio.report.model import (
    MOST_EXAMPLES,
    BarChart,
    BarGroup,
    Block,
    Cell,
    CellKind,
    LazyRows,
    Prose,
    ReportColumn,
    ReportTable,
    ShareBar,
    VerdictTable,
    plain,
)
from robotstudio.report.subject import BlockedUrls, Findings, ReportChoices
from robotstudio.report.texts import share_words
from robotstudio.store.spreadsheet import BLOCKED
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.urls.set_columns import columns_of, full_titles
from robotstudio.urls.value_columns import ColumnKind

_OWN: Message = "Own crawlers"
_OTHERS: Message = "All others"
_BARS = Plural("Blocked, of {count} URL", "Blocked, of {count} URLs")
_MOST_NAMED: Final = 2
_AND_MORE: Message = "{crawlers} + {count}"
_MATRIX: Message = "Crawlers by purpose"
_BLOCKED: Message = "Blocked URLs, and the line that blocks each"
_NOTHING_BLOCKED: Message = "No URL is blocked for any of these crawlers."
_COUNTED = Plural(
    "{blocked} of {count} URL is blocked for at least one of the crawlers.",
    "{blocked} of {count} URLs are blocked for at least one of the crawlers.",
)
_BY_LINE: Mapping[bool, Message] = {True: "allowed by line {line}", False: "blocked by line {line}"}
_BY_NO_LINE: Mapping[bool, Message] = {True: "allowed", False: "blocked"}
_ALLOWED = "✓"
_ROWS_AT_ONCE = 4_096
_CONFLICTS = Plural(
    "{count} blocked URL has noindex, which no blocked crawler can read.",
    "{count} blocked URLs have noindex, which no blocked crawler can read.",
)


def build_matrix(found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """Build a row for each crawler, and a bar if there are URLs."""
    columns = {column.crawler.token: column for column in found.analysis.columns}
    groups = list(_by_purpose(found))
    total = len(found.subject.urls)
    if total:
        yield _bars(groups, columns, total)
    heads = (
        ReportColumn("purpose", tr("Purpose")),
        ReportColumn("crawler", tr("Crawler")),
        ReportColumn("group", tr("Group"), CellKind.CODE),
        ReportColumn("access", tr("Allowed for it")),
        *(
            (
                ReportColumn("blocked", tr("Blocked"), CellKind.NUMBER),
                ReportColumn("share", tr("Share"), CellKind.SHARE),
            )
            if total
            else ()
        ),
        ReportColumn("reading", tr("How it reads")),
    )
    rows = tuple(
        (purpose, title_of(crawler), *_row(columns[crawler.token], total), assumed_words(crawler))
        for purpose, crawlers in groups
        for crawler in crawlers
    )
    yield ReportTable("crawlers", tr(_MATRIX), heads, rows)


def _row(column: Verdicts, total: int) -> tuple[Cell, ...]:
    choice = column.choice
    group = "" if choice.token is None else choice.token
    access = effect_words(column.effect) if not column.is_by_rules else tr(ACCESS[reach_of(choice.rules).access])
    if not total:
        return group, access
    if not column.is_known:
        return group, access, None, ""
    return group, access, column.blocked_count, share_words(column.blocked_count, total)


def _by_purpose(found: Findings) -> Iterator[tuple[str, tuple[Crawler, ...]]]:
    """Group the crawlers by purpose, in the order of the catalogue; the one that stands for all others is last."""
    titles = {**found.subject.catalogue.purposes, OWN: _OWN}
    for purpose, said in titles.items():
        some = tuple(each for each in found.subject.crawlers if each.purpose == purpose and not each.is_any_other)
        if some:
            yield tr(said), some
    others = tuple(crawler for crawler in found.subject.crawlers if crawler.is_any_other)
    if others:
        yield tr(_OTHERS), others


def _bars(groups: Iterable[tuple[str, tuple[Crawler, ...]]], columns: Mapping[str, Verdicts], total: int) -> BarChart:
    made = []
    for title, crawlers in groups:
        alike: dict[int, list[Verdicts]] = {}
        for each in crawlers:
            column = columns[each.token]
            if column.is_known:
                alike.setdefault(id(column.verdicts) if column.is_by_rules else id(column), []).append(column)
        bars = tuple(
            ShareBar(_names(some), some[0].blocked_count, share_words(some[0].blocked_count, total))
            for some in alike.values()
        )
        if bars:
            made.append(BarGroup(title, bars))
    says = WORDS.clauses(
        tr("{crawler}: {count}", crawler=bar.title, count=bar.count) for group in made for bar in group.bars
    )
    return BarChart(ntr(_BARS, total), says, total, tuple(made))


def _names(columns: Sequence[Verdicts]) -> str:
    """Name crawlers that read alike."""
    names = [title_of(column.crawler) for column in columns]
    shown, rest = WORDS.side_by_side(names[:_MOST_NAMED]), len(names) - _MOST_NAMED
    return tr(_AND_MORE, crawlers=shown, count=rest) if rest > 0 else shown


def has_urls(found: Findings) -> bool:
    """Return True if there are URLs to judge."""
    return len(found.subject.urls) > 0


def build_blocked(found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """List each blocked URL with each line that blocks it."""
    blocked, urls = found.blocked, found.subject.urls
    if not len(blocked):
        yield Prose(plain(tr(_NOTHING_BLOCKED)))
        return
    rows = blocked.rows
    yield Prose(plain(ntr(_COUNTED, len(urls), blocked=len(rows))))
    if found.crawled:
        hidden = (urls[row].url for row in rows.tolist())
        conflicts = sum(url in found.crawled and found.crawled[url].noindex for url in hidden)
        if conflicts:
            yield Prose(plain(ntr(_CONFLICTS, conflicts)))
    yield ReportTable("blocked", tr(_BLOCKED), _heads(found), _rows(found, blocked), MOST_EXAMPLES)


def _heads(found: Findings) -> tuple[ReportColumn, ...]:
    heads = [
        ReportColumn("url", tr("URL"), CellKind.CODE),
        ReportColumn("crawlers", tr("Crawlers")),
        ReportColumn("line", tr("Line"), CellKind.NUMBER),
        ReportColumn("rule", tr("Rule"), CellKind.CODE),
    ]
    if _knows_sitemaps(found):
        heads.append(ReportColumn("in_sitemap", tr("In the sitemap"), CellKind.FLAG))
    if found.crawled:
        heads.append(ReportColumn("in_links", tr("Links to it"), CellKind.NUMBER))
        heads.append(ReportColumn("noindex", "noindex", CellKind.FLAG))
    return tuple(heads)


def _knows_sitemaps(found: Findings) -> bool:
    return bool(found.crawled) or bool((found.sources.bits & 1).any())


def _rows(found: Findings, blocked: BlockedUrls) -> LazyRows:
    rules = [raw.strip().decode("utf-8", "replace") for raw in raw_lines(found.subject.body)]
    urls = found.subject.urls.urls
    with_sitemaps, crawled, bits = _knows_sitemaps(found), found.crawled, found.sources.bits

    names = cache(WORDS.side_by_side)

    def row_at(place: int) -> tuple[Cell, ...]:
        row, tokens, line = blocked[place]
        url = urls[row]
        known = crawled.get(url)
        cells: list[Cell] = [url, names(tokens), line or None, rules[line - 1] if line else ""]
        if with_sitemaps:
            cells.append(bool(bits[row] & 1) or bool(known and known.in_sitemap))
        if crawled:
            cells += (known.in_links, known.noindex) if known else (None, None)
        return tuple(cells)

    return LazyRows(len(blocked), row_at)


def verdicts_of(found: Findings) -> VerdictTable:
    """Return every URL with its verdicts, equal columns once, and the values of its sources."""
    columns = found.analysis.columns
    alike = equal_columns(columns)
    values = columns_of(found.subject.urls)
    heads = (
        ReportColumn("url", tr("URL"), CellKind.CODE),
        *(
            ReportColumn(
                columns[group[0]].crawler.token,
                WORDS.side_by_side(title_of(columns[each].crawler) for each in group),
                CellKind.VERDICT,
            )
            for group in alike
        ),
        *(
            ReportColumn(each.id, title, CellKind.NUMBER if each.info.kind is ColumnKind.NUMBER else CellKind.TEXT)
            for each, title in zip(values, full_titles(values, WORDS), strict=True)
        ),
    )
    shown = [columns[group[0]] for group in alike]

    def rows() -> Iterator[tuple[object, ...]]:
        urls, beside = found.subject.urls.urls, [each.values for each in values]
        for first in range(0, len(urls), _ROWS_AT_ONCE):
            some = slice(first, min(first + _ROWS_AT_ONCE, len(urls)))
            words = [_verdict_words(column, some) for column in shown]
            for row in range(some.start, some.stop):
                at = row - first
                yield urls[row], *(said[at] for said in words), *(each.value(row) for each in beside)

    return VerdictTable(heads, rows)


def _verdict_words(column: Verdicts, some: slice) -> list[str]:
    """Return the verdicts on some URLs as a workbook has them: a sign, then words; "" if it is unknown."""
    if not column.is_known:
        return [""] * (some.stop - some.start)
    allowed, lines = column.at(some)
    said: dict[tuple[bool, int], str] = {}
    found = []
    for key in zip(allowed.tolist(), lines.tolist(), strict=True):
        if key not in said:
            words = tr(_BY_LINE[key[0]], line=key[1]) if key[1] else tr(_BY_NO_LINE[key[0]])
            said[key] = f"{_ALLOWED if key[0] else BLOCKED} {words}"
        found.append(said[key])
    return found
