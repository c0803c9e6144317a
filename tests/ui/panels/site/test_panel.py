"""The Site tab: sources, lines that were not read, requests of a log."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.draft.url_sources import SourceLog, source_entries
from robotstudio.ui.panels.site.actions import CRAWL, LOGS, SEARCH, SOURCES
from robotstudio.ui.panels.site.panel import SitePanel
from robotstudio.ui.widgets.labels import EmptyHint
from robotstudio.urls.sources.reading import ReadOptions, read_bytes
from robotstudio.urls.url_builder import as_set, url_set
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import parse_list
from tests.ui.asked import Asked
from tests.ui.parts import part_of, texts
from tests.ui.tables import text_at, texts_of

NOW = datetime(2026, 5, 1, tzinfo=UTC)
LIST = Source("1", "list.txt", "list", ("/srv/list.txt",), NOW)
TABLE = Source("2", "pages.csv", "table", ("/srv/pages.csv",), NOW)
LATE = Source("3", "old.log", "log", ("/srv/old.log",))


def _urls() -> UrlSet:
    typed = as_set(parse_list("/a\n/b").urls)
    found = typed.with_added(url_set(parse_list("/b\n/c").urls, LIST))
    return found.with_added(url_set(parse_list("/c\n/d\n/e").urls, TABLE))


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def panel(qtbot: QtBot, asked: Asked) -> Iterator[SitePanel]:
    panel = SitePanel(asked.site())
    qtbot.addWidget(panel)
    panel.resize(900, 600)
    panel.show()
    qtbot.waitExposed(panel)
    panel.show_entries(source_entries(_urls(), [LATE]))
    yield panel
    panel.close_threads()


def _texts(panel: SitePanel) -> list[list[str]]:
    """Return the lines of each source: its name, what it is, its URLs, and what was left."""
    below = [panel.sources.cell(row, 0).below for row in range(len(panel.sources.rows))]
    rows = zip(texts_of(panel.sources), below, strict=True)
    return [[name, kind, urls, left] for (name, urls, _, left), kind in rows]


def test_each_source_says_how_much_it_brought_and_what_others_brought_too(panel: SitePanel) -> None:
    assert _texts(panel) == [
        ["Typed", "typed", "2", ""],
        ["list.txt", "list", "2", ""],
        ["pages.csv", "table", "3", ""],
        ["old.log", "access log", "–", "not loaded"],
    ]
    assert "5 URLs of 3 sources · 2 in several sources" in texts(panel)


def test_nothing_typed_is_no_source() -> None:
    assert source_entries(as_set(())).entries == ()


@pytest.mark.parametrize(
    ("source", "enabled"),
    [
        (0, {"only", "remove"}),
        (1, {"refresh", "only", "rename", "remove"}),
        (2, {"refresh", "only", "rename", "remove"}),
        (3, {"refresh", "rename", "remove"}),
    ],
)
def test_what_can_be_done_with_a_source(panel: SitePanel, source: int, enabled: set[str]) -> None:
    panel.sources.select_row(panel.sources.rows[source].source.id)
    shown = {name for name, button in panel.buttons.items() if button.isEnabled() and not button.isHidden()}
    assert shown == enabled


def test_a_source_is_renamed_in_its_place(asked: Asked, panel: SitePanel) -> None:
    panel.select(LIST)
    panel.sources.setFocus()
    QTest.keyClick(panel.sources, Qt.Key.Key_F2)
    field = panel.sources.findChild(QLineEdit)
    assert field is not None
    QTest.keyClicks(field, "shop")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert asked.calls[-1] == ("rename_source", LIST, "shop")


def test_the_delete_key_removes_a_source(asked: Asked, panel: SitePanel) -> None:
    panel.select(TABLE)
    QTest.keyClick(panel.sources, Qt.Key.Key_Delete)
    assert asked.calls[-1] == ("remove_source", TABLE)


def test_the_selected_source_stays_selected(panel: SitePanel) -> None:
    panel.select(TABLE)
    panel.show_entries(source_entries(_urls().without(LIST), ()))
    assert panel.source == TABLE


def test_one_source_is_shown_alone_and_all_again(asked: Asked, panel: SitePanel) -> None:
    panel.select(LIST)
    panel.buttons["only"].click()
    assert asked.calls[-1:] == [("show_only", LIST)]
    panel.show_only(LIST.id)
    panel.buttons["only"].click()
    assert asked.calls[-1:] == [("show_only", None)]


def test_lines_that_were_not_read_are_listed_and_copied(panel: SitePanel) -> None:
    reading = read_bytes(b"/a\n" + b"http://[x\n" * 300, "list.txt", ReadOptions())
    panel.show_reading(reading)
    panel.show_rejected(LIST)
    assert len(panel.rejected.rows) == 201
    assert text_at(panel.rejected, 200, 2) == "100 more lines are not shown."
    panel.copy_rejected.click()
    lines = QGuiApplication.clipboard().text().split("\n")
    assert lines[0] == "Line\tText\tWhy it was not read"
    assert lines[1].startswith("2\thttp://[x\t")


def test_the_book_keeps_urls_of_logs_only() -> None:
    book, line = SourceLog(), b'1.2.3.4 - - [10/Oct/2025:13:55:36 +0000] "GET /a HTTP/1.1" 200 12\n'
    log, listed = read_bytes(line, "access.log"), read_bytes(b"/a\n", "list.txt")
    for reading in (log, listed):
        book.keep(reading)
    assert list(book.logs()) == [log.source.id]
    kept = book.reading(listed.source)
    assert kept is not None
    assert len(kept.urls) == 0
    book.forget_others([listed.source])
    assert not book.logs()


def test_an_empty_panel_offers_to_add_files(asked: Asked, panel: SitePanel) -> None:
    panel.show_entries(source_entries(UrlSet()))
    assert part_of(panel, EmptyHint).isVisible()
    part_of(panel, EmptyHint).action_triggered.emit()
    assert asked.calls[-1][0] == "load_urls"


def test_parts_of_a_crawl_share_a_segment(panel: SitePanel) -> None:
    pages = {part: QWidget() for part in (CRAWL, SEARCH, LOGS)}
    panel.set_pages(pages.__getitem__)
    for part in (SEARCH, LOGS, CRAWL):
        panel.show_part(part)
        assert panel.part == part
        assert pages[part].isVisible()
        assert panel.crawl_parts.isVisible() == (part == SEARCH)  # with no crawl, its first page is all
    panel.drop_pages()
    assert panel.part == SOURCES
    panel.show_part(LOGS)
    assert pages[LOGS].isVisible()
