"""The two tables of a page check: what the page comes to for each crawler, and what it loads."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from robotstudio.app.page_report import ResourceRow, blockers_words
from robotstudio.io.fetching.page import ResourceKind
from robotstudio.io.fetching.page_check import Finding, PageRow, finding_words
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import TONES, Tone

_CONTEXT = "PageCheckTable"
_TONES: Mapping[Finding, Tone] = {
    Finding.NOINDEX_UNSEEN: Tone.WARNING,
    Finding.NOINDEX_SEEN: Tone.NOTE,
    Finding.CANONICAL_UNSEEN: Tone.WARNING,
    Finding.BLOCKED: Tone.BLOCKED,
    Finding.ALLOWED: Tone.ALLOWED,
    Finding.UNKNOWN: Tone.UNKNOWN,
}
_KINDS: Mapping[ResourceKind, str] = {
    ResourceKind.SCRIPT: "script",
    ResourceKind.STYLE: "style sheet",
    ResourceKind.IMAGE: "image",
    ResourceKind.FONT: "font",
    ResourceKind.FRAME: "frame",
    ResourceKind.MEDIA: "media",
}


def crawler_columns() -> tuple[TableColumn, ...]:
    """For each crawler: whether it may fetch the page, what follows, and how much else it may not fetch."""
    return (
        TableColumn("crawler", _tr("Crawler"), _crawler, _crawler_key, 150),
        TableColumn("page", _tr("The page"), _page, _page_key, 130),
        TableColumn("finding", _tr("What that comes to"), _finding, _finding_key, 0),
        TableColumn("blocked", _tr("Blocked"), _blocked, _blocked_key, 84, is_number=True,
                    tip=_tr("How much of what the page loads this crawler may not fetch")),
        TableColumn("unknown", _tr("Not known"), _unknown, _unknown_key, 90, is_number=True, hidden_below=960),
    )  # fmt: skip


def resource_columns() -> tuple[TableColumn, ...]:
    """What the page loads, by the host whose robots.txt governs it."""
    return (
        TableColumn("host", _tr("Host"), _host, _place, 190, is_code=True),
        TableColumn("rules", _tr("Its robots.txt"), _rules, _rules_key, 116, hidden_below=760),
        TableColumn("kind", _tr("Kind"), _kind, _kind_key, 84),
        TableColumn("url", _tr("Address"), _url, _url_key, 0, is_code=True),
        TableColumn("blockers", _tr("May not be fetched by"), _blockers, _blockers_key, 270),
    )


def crawler_of(row: PageRow) -> str:
    """By what a row of the first table is known."""
    return row.crawler.token


def place_of(row: ResourceRow) -> int:
    """By what a row of the second table is known."""
    return row.place


def _crawler(row: PageRow) -> TableCell:
    return TableCell(row.crawler.title, weight=500)


def _crawler_key(row: PageRow) -> str:
    return row.crawler.title.lower()


def _page(row: PageRow) -> TableCell:
    if row.page.allowed is None:
        return TableCell(_tr("not known"), "unknown", Glyph.QUESTION)
    if row.page.allowed:
        return TableCell(_tr("may fetch"), "allowed", Glyph.CHECK)
    words = _tr("blocked, line {line}").format(line=row.page.line) if row.page.line else _tr("blocked")
    return TableCell(words, "blocked", Glyph.CROSS, 600)


def _page_key(row: PageRow) -> tuple[int, int]:
    return (-1 if row.page.allowed is None else int(row.page.allowed), row.page.line or 0)


def _finding(row: PageRow) -> TableCell:
    return TableCell(finding_words(row, _tr), TONES[_TONES[row.finding]].text)


def _finding_key(row: PageRow) -> str:
    return row.finding.value


def _blocked(row: PageRow) -> TableCell:
    count = len(row.blocked)
    return TableCell(format_count(count), "blocked" if count else "text2", weight=600 if count else 400)


def _blocked_key(row: PageRow) -> int:
    return len(row.blocked)


def _unknown(row: PageRow) -> TableCell:
    return TableCell(format_count(row.unknown), "unknown" if row.unknown else "text2")


def _unknown_key(row: PageRow) -> int:
    return row.unknown


def _host(row: ResourceRow) -> TableCell:
    return TableCell(row.host.partition("://")[2], spoken=row.host)


def _place(row: ResourceRow) -> int:
    return row.place


def _rules(row: ResourceRow) -> TableCell:
    return TableCell(row.rules, "text2")


def _rules_key(row: ResourceRow) -> str:
    return row.rules


def _kind(row: ResourceRow) -> TableCell:
    return TableCell(_tr(_KINDS[row.resource.kind]), "text2")


def _kind_key(row: ResourceRow) -> str:
    return row.resource.kind.value


def _url(row: ResourceRow) -> TableCell:
    shown = row.resource.url.removeprefix(row.host)
    return TableCell(shown, spoken=row.resource.url)


def _url_key(row: ResourceRow) -> str:
    return row.resource.url


def _blockers(row: ResourceRow) -> TableCell:
    if not row.blockers:
        return TableCell("–", "text3", spoken=_tr("none of the crawlers asked about"))
    return TableCell(blockers_words(row, _tr), "blocked", Glyph.CROSS, 500)


def _blockers_key(row: ResourceRow) -> int:
    return len(row.blockers)


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)
