"""Columns of a comparison: what differs about a URL, and for whom; only columns with a difference are shown."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.crawl.comparison import (
    DIFFERENCE_WORDS,
    FACTS,
    SELF,
    ComparedUrl,
    Comparison,
    PageFacts,
    Presence,
    Verdict,
    VerdictPair,
    value_words,
)
from robotstudio.crawl.model import Difference, Indexability
from robotstudio.text.language import WORDS, Meant, Message, tr
from robotstudio.ui.panels.site.broken_path import path_of
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_FIRST_ERROR = 400
_SAME: Final = TableCell("·", "text3", spoken="")
_CHANGED: Message = Meant("changed", "of a URL")
_BECOMES: Message = "{before} → {after}"
_LINE: Message = "line {line}"
_OPEN: Message = Meant("open", "of a URL")
_BLOCKED: Message = Meant("blocked", "verdict")
_OF_URLS = frozenset({Difference.REDIRECT, Difference.CANONICAL})
_MOST_VERDICTS = 4


class Clicks(Struct, frozen=True):
    """The clicks of URLs, in so many days; the titles are those of their column."""

    of: Mapping[str, float] = {}
    days: int = 0
    title: str = ""
    full_title: str = ""


def compared_columns(found: Comparison, rows: Sequence[ComparedUrl], clicks: Clicks) -> list[TableColumn]:
    """Return the columns for these rows: those in which one of them differs."""
    kinds = tuple(tr(each) for each in (DIFFERENCE_WORDS[Difference.NEW], DIFFERENCE_WORDS[Difference.GONE], _CHANGED))
    columns = [
        TableColumn("compared_kind", tr(Meant("Change", "noun")), _kind, _kind_rank, width=88, words=kinds),
        TableColumn(
            "compared_url", tr("URL"), _url, lambda row: row.url, is_code=True, least=170, share=1.6, by_rows=True
        ),
    ]
    if clicks.of:
        columns.append(_clicks_column(clicks))
    differing = {difference for row in rows for difference in row.differences}
    if {Difference.NEW, Difference.GONE} & differing:
        differing |= {Difference.STATUS}
    columns += [_fact_column(each, column) for each, column in _fact_columns().items() if each in differing]
    groups = [
        place for place in range(len(found.crawlers)) if any(_is_told(row.verdicts[place], found) for row in rows)
    ]
    columns += [_verdict_column(place, found) for place in groups[:_MOST_VERDICTS]]
    return columns


def _clicks_column(clicks: Clicks) -> TableColumn:
    def cell(row: ComparedUrl) -> TableCell:
        value = clicks.of.get(row.url)
        return TableCell("" if value is None else WORDS.number(value))

    def key(row: ComparedUrl) -> float:
        return clicks.of.get(row.url, -1)

    return TableColumn("compared_clicks", clicks.title, cell, key, width=80, is_number=True, tip=clicks.full_title)


def _kind_rank(row: ComparedUrl) -> int:
    return (Difference.NEW, Difference.GONE, None).index(row.kind)


def _kind(row: ComparedUrl) -> TableCell:
    color = {Difference.NEW: "allowed", Difference.GONE: "blocked", None: "accent"}[row.kind]
    said = tr(DIFFERENCE_WORDS[row.kind] if row.kind else _CHANGED)
    return TableCell(said, color, ground=f"{color}_tint", fill=1.0)


def _url(row: ComparedUrl) -> TableCell:
    return TableCell(path_of(row.url), spoken=row.url)


def _fact_columns() -> Mapping[Difference, TableColumn]:
    return {
        Difference.STATUS: TableColumn("compared_status", tr("Status"), width=104),
        Difference.REDIRECT: TableColumn("compared_redirect", tr("Redirects to"), is_code=True, least=100),
        Difference.TITLE: TableColumn("compared_title", tr("Title"), least=100),
        Difference.CANONICAL: TableColumn("compared_canonical", tr("Canonical"), is_code=True, least=100),
        Difference.INDEXABILITY: TableColumn("compared_indexability", tr("Indexability"), least=100),
        Difference.DEPTH: TableColumn("compared_depth", tr("Depth"), width=76),
        Difference.IN_LINKS: TableColumn("compared_in_links", tr("In-links"), width=88),
    }


def _fact_column(difference: Difference, column: TableColumn) -> TableColumn:
    name = FACTS[difference]

    def key(row: ComparedUrl) -> tuple[bool, str]:
        return difference not in row.differences, str(getattr(row.after, name))

    return replace(column, cell=_fact_cell(difference, name), key=key)


def _fact_cell(difference: Difference, name: str) -> Callable[[ComparedUrl], TableCell]:
    def words(facts: PageFacts) -> str:
        said = value_words(getattr(facts, name))
        return path_of(said) if difference in _OF_URLS else said

    def cell(row: ComparedUrl) -> TableCell:
        is_status = difference is Difference.STATUS
        if row.kind is Difference.NEW:
            has_value = getattr(row.after, name) not in {"", None}
            return TableCell(
                _pair(words(row.before), words(row.after)) if is_status else words(row.after) if has_value else ""
            )
        if row.kind is Difference.GONE:
            return TableCell(_pair(_before(row, words), words(row.after)), "blocked") if is_status else _SAME
        if difference not in row.differences:
            return _SAME
        color, pair = _color(difference, getattr(row.after, name)), _pair(_before(row, words), words(row.after))
        if difference is Difference.INDEXABILITY:
            return TableCell(words(row.after), color, spoken=pair)  # the other side is nearly always “indexable”
        return TableCell(pair, color)

    return cell


def _before(row: ComparedUrl, words: Callable[[PageFacts], str]) -> str:
    return "" if row.before.presence is Presence.UNKNOWN else words(row.before)


def _color(difference: Difference, after: object) -> str:
    if difference is Difference.STATUS:
        return "blocked" if not isinstance(after, int) or after >= _FIRST_ERROR else ""
    if difference is Difference.INDEXABILITY:
        return "allowed" if after is Indexability.INDEXABLE else "warning"
    return "warning" if difference is Difference.CANONICAL and after != SELF else ""


def _pair(before: str, after: str) -> str:
    return tr(_BECOMES, before=before, after=after) if before else after


def _is_told(pair: VerdictPair, found: Comparison) -> bool:
    is_blocked = pair.after is not None and not pair.after.allowed
    return pair.differs or (is_blocked and found.before is None)


def _verdict_column(place: int, found: Comparison) -> TableColumn:
    tokens = found.crawlers[place]
    title = tokens[0] if len(tokens) == 1 else f"{tokens[0]} + {len(tokens) - 1}"

    def cell(row: ComparedUrl) -> TableCell:
        pair = row.verdicts[place]
        is_new = row.kind is Difference.NEW
        if pair.after is None or not (is_new or _is_told(pair, found)):
            return _SAME
        return _verdict_cell(pair.after)

    def key(row: ComparedUrl) -> int:
        pair = row.verdicts[place]
        return 2 if pair.after is None or not _is_told(pair, found) else int(pair.after.allowed)

    tip = tr("Whether these crawlers may fetch it: {crawlers}.", crawlers=WORDS.listed_text(tokens))
    column = TableColumn("compared_verdict", title, cell, key, width=118, tip=tip, has_sign=True)
    return replace(column, id=f"{column.id}_{place}")


def _verdict_cell(verdict: Verdict) -> TableCell:
    if verdict.allowed:
        return TableCell(tr(_OPEN), "allowed", Glyph.CHECK)
    return TableCell(tr(_LINE, line=verdict.line) if verdict.line else tr(_BLOCKED), "blocked", Glyph.CROSS)
