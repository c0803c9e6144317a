"""Texts and table columns of the path patterns of a crawled site."""

from robotstudio.crawl.insight.reach_report import PatternShare
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_PAGES = Plural("{count} page, {share} of them can be reached", "{count} pages, {share} of them can be reached")
_BLOCKED = Plural("{count} blocked", "{count} blocked")
_OUT = Plural("{count} allowed but not reachable", "{count} allowed but not reachable")


def share_words(share: PatternShare) -> list[str]:
    """Word the numbers of a pattern."""
    reachable = WORDS.percent(share.reachable / max(1, share.pages))
    said = [ntr(_PAGES, share.pages, share=reachable)]
    said += [ntr(_BLOCKED, share.blocked)] if share.blocked else []
    said += [ntr(_OUT, share.out_of_reach)] if share.out_of_reach else []
    return said


def map_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("map_pattern", tr("Pattern"), _pattern, _pattern_key, is_code=True, least=120),
        TableColumn("map_pages", tr("Pages"), _pages, _pages_key, width=70, is_number=True),
        TableColumn("map_reached", tr("Reachable"), _reached, _reached_key, width=96, is_number=True),
        TableColumn("map_blocked", tr("Blocked"), _blocked, _blocked_key, width=84, is_number=True),
        TableColumn("map_out", tr("Not reachable"), _out, _out_key, width=100, is_number=True, hidden_below=440),
    )


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
