"""Texts and table columns of the path patterns of a crawled site."""

from collections.abc import Sequence
from functools import partial

from robotstudio.crawl.insight.map_tiles import MapTile
from robotstudio.crawl.insight.reach_report import PatternShare
from robotstudio.engine.sums import Sum
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.urls.set_columns import SetColumn, short_sum_words, sum_words, title_of

_PAGES = Plural("{count} page, {share} of them can be reached", "{count} pages, {share} of them can be reached")
_BLOCKED = Plural("{count} blocked", "{count} blocked")
_INSIDE = Plural("{count} path pattern inside", "{count} path patterns inside")
_UNKNOWN = Plural("unknown for {count} of {pages} pages", "unknown for {count} of {pages} pages")
_WITHOUT = Plural(
    "{count} has no tile, as its number is 0 or unknown", "{count} have no tile, as their number is 0 or unknown"
)
_BY_PAGES: Message = "Filled: blocked · hatched: not reachable · area: square root of the number of pages"
_BY_COLUMN: Message = "Filled: blocked · hatched: not reachable · area: square root of {column}"
_OUT = Plural("{count} allowed but not reachable", "{count} allowed but not reachable")


def tile_words(tile: MapTile, measure: str) -> list[str]:
    """Word the numbers of a tile; `measure` names what its area is of, "" for the pages."""
    reachable = WORDS.percent(tile.reachable / max(1, tile.pages))
    said = [ntr(_PAGES, tile.pages, share=reachable)]
    said += [ntr(_BLOCKED, tile.blocked)] if tile.blocked else []
    said += [ntr(_OUT, tile.out_of_reach)] if tile.out_of_reach else []
    said += [sum_words(measure, tile.size, WORDS)] if measure else []
    said += [ntr(_INSIDE, len(tile.shares))] if tile.opens else []
    return said


def area_words(measure: str, total: Sum, without: int) -> str:
    """Say what the map shows, and what has no tile; `total` is the sum over all pages."""
    said = [tr(_BY_COLUMN, column=measure) if measure else tr(_BY_PAGES)]
    if measure and total.unknown:
        said.append(ntr(_UNKNOWN, total.unknown, pages=WORDS.number(total.urls)))
    said += [ntr(_WITHOUT, without)] if without else []
    return WORDS.clauses(said)


def map_columns(column: SetColumn | None = None, sizes: Sequence[Sum] = (), title: str = "") -> tuple[TableColumn, ...]:
    """Return the columns of the list; `sizes` are the sums of a column, by the number of the pattern."""
    by_column = () if column is None else (
        TableColumn("map_sum", title_of(column.info, WORDS), partial(_sum, sizes, title), partial(_sum_key, sizes),
                    width=92, is_number=True, tip=title),
    )  # fmt: skip
    return (
        TableColumn("map_pattern", tr("Pattern"), _pattern, _pattern_key, is_code=True, least=120),
        TableColumn("map_pages", tr("Pages"), _pages, _pages_key, width=70, is_number=True),
        *by_column,
        TableColumn("map_reached", tr("Reachable"), _reached, _reached_key, width=96, is_number=True),
        TableColumn("map_blocked", tr("Blocked"), _blocked, _blocked_key, width=84, is_number=True),
        TableColumn("map_out", tr("Not reachable"), _out, _out_key, width=100, is_number=True, hidden_below=440),
    )


def _sum(sizes: Sequence[Sum], title: str, share: PatternShare) -> TableCell:
    found = sizes[share.number]
    color = "text" if found.total else "text3"
    return TableCell(short_sum_words(found, WORDS), color, spoken=sum_words(title, found, WORDS))


def _sum_key(sizes: Sequence[Sum], share: PatternShare) -> float:
    found = sizes[share.number]
    return -1.0 if found.is_unknown else found.total


def _pattern(share: PatternShare) -> TableCell:
    return TableCell(share.text)


def _pattern_key(share: PatternShare) -> str:
    return share.text


def _pages(share: PatternShare) -> TableCell:
    return TableCell(WORDS.number(share.pages))


def _pages_key(share: PatternShare) -> int:
    return share.pages


def _reached(share: PatternShare) -> TableCell:
    part = share.reachable / max(1, share.pages)
    return TableCell(WORDS.percent(part), ground="bar", fill=part)


def _reached_key(share: PatternShare) -> float:
    return share.reachable / max(1, share.pages)


def _blocked(share: PatternShare) -> TableCell:
    return TableCell(WORDS.number(share.blocked) if share.blocked else "", "blocked")


def _blocked_key(share: PatternShare) -> int:
    return share.blocked


def _out(share: PatternShare) -> TableCell:
    return TableCell(WORDS.number(share.out_of_reach) if share.out_of_reach else "", "warning")


def _out_key(share: PatternShare) -> int:
    return share.out_of_reach
