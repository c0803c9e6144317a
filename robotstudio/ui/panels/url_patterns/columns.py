"""The columns of the list of patterns."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from robotstudio.app.url_patterns import Counts, PatternRow, PatternTable
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.sort_table import TableCell, TableColumn

_CRAWLER_WIDTH = 118


def columns_for(patterns: PatternTable) -> tuple[TableColumn, ...]:
    """Pattern, number of URLs, blocked for anyone, and one column for each crawler."""
    translate = partial(QCoreApplication.translate, "PatternTable")
    anyone = translate("Blocked for any")
    tip = translate("URLs that at least one crawler may not fetch")
    columns = [
        TableColumn("pattern", translate("Pattern"), _pattern, _pattern_key, is_code=True),
        TableColumn("urls", translate("URLs"), _urls, _urls_key, 84, is_number=True),
        _counted("", anyone, patterns.anyone, tip),
    ]
    for token, counts in patterns.blocked.items():
        title = patterns.titles.get(token, token)
        columns.append(_counted(f"={token}", title, counts, translate("URLs that {crawler} may not fetch")))
    return tuple(columns)


def _counted(column_id: str, title: str, counts: Counts | None, tip: str) -> TableColumn:
    cell, key = partial(_blocked, title, counts), partial(_share, counts)
    tip = tip.format(crawler=title)
    return TableColumn(column_id or "any", title, cell, key, _CRAWLER_WIDTH, is_number=True, tip=tip)


def _pattern(row: PatternRow) -> TableCell:
    return TableCell(row.pattern.text, weight=500, spoken=f"{row.pattern.text}\n{row.pattern.example}")


def _pattern_key(row: PatternRow) -> str:
    return row.pattern.text


def _urls(row: PatternRow) -> TableCell:
    return TableCell(format_count(row.pattern.urls))


def _urls_key(row: PatternRow) -> int:
    return row.pattern.urls


def _blocked(title: str, counts: Counts | None, row: PatternRow) -> TableCell:
    """How many of a pattern's URLs are blocked, with a bar as long as their share."""
    translate = partial(QCoreApplication.translate, "PatternTable")
    total = row.pattern.urls
    if counts is None:
        return TableCell(translate("unknown"), "unknown", Glyph.QUESTION)
    blocked = int(counts[row.number])
    words = {"count": format_count(blocked), "urls": format_count(total)}
    spoken = translate("{crawler}: {count} of {urls} blocked").format(crawler=title, **words)
    if not blocked:
        return TableCell("–", "no_rule", spoken=spoken)
    if blocked == total:
        said = translate("all {urls}").format(**words)
        return TableCell(said, "blocked", Glyph.CROSS, 600, "blocked_tint", 1.0, spoken)
    said = translate("{count} of {urls}").format(**words)
    return TableCell(said, "text", None, 500, "blocked_tint", blocked / total, spoken)


def _share(counts: Counts | None, row: PatternRow) -> tuple[float, int]:
    if counts is None:
        return -1.0, 0
    blocked = int(counts[row.number])
    return blocked / max(1, row.pattern.urls), blocked
