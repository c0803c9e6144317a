"""The page of patterns by itself: what it shows of a grouping, and which signals it emits."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.url_patterns import PatternTable, pattern_table
from robotstudio.ui.panels.url_patterns import UrlPatternsPage
from tests.ui.panels.evaluated import evaluated
from tests.ui.parts import texts


@pytest.fixture
def page(qtbot: QtBot) -> UrlPatternsPage:
    page = UrlPatternsPage()
    qtbot.addWidget(page)
    page.resize(900, 400)
    page.show()
    return page


@pytest.fixture
def grouping() -> PatternTable:
    urls = [*(f"/shop/{number}/reviews" for number in range(20)), *(f"/news/{number}" for number in range(5)), "/"]
    analysis, table = evaluated(b"User-agent: *\nDisallow: /news/\n", urls)
    return pattern_table(analysis, table, None)


def patterns(page: UrlPatternsPage) -> list[str]:
    return [row.pattern.text for row in page.table.rows]


def test_page_without_patterns_shows_no_table(page: UrlPatternsPage) -> None:
    assert page.patterns is None
    assert not page.table.isVisible()
    assert not page.open_button.isEnabled()


def test_work_under_way_is_told(page: UrlPatternsPage) -> None:
    page.set_busy(is_busy=True)
    assert "Looking for path patterns…" in texts(page)
    page.set_busy(is_busy=False)
    assert "Looking for path patterns…" not in texts(page)


def test_patterns_are_listed_with_what_is_blocked_of_them(page: UrlPatternsPage, grouping: PatternTable) -> None:
    page.show_patterns(grouping)
    assert patterns(page) == ["/shop/*/reviews", "/news/*", "/"]
    assert [page.table.cell(1, column).text for column in range(3)] == ["/news/*", "5", "all 5"]


def test_words_that_are_typed_filter_the_patterns(page: UrlPatternsPage, grouping: PatternTable) -> None:
    page.show_patterns(grouping)
    QTest.keyClicks(page.search, "REVIEWS shop")
    assert patterns(page) == ["/shop/*/reviews"]
    QTest.keyClicks(page.search, "x")
    assert patterns(page) == []
    assert not page.open_button.isEnabled()


def test_enter_asks_for_the_urls_of_a_pattern_and_escape_leads_back(
    page: UrlPatternsPage, grouping: PatternTable, qtbot: QtBot
) -> None:
    page.show_patterns(grouping)
    page.table.select_row(1)
    with qtbot.waitSignal(page.pattern_chosen) as chosen:
        QTest.keyClick(page.table, Qt.Key.Key_Return)
    assert chosen.args[0].pattern.text == "/news/*"
    with qtbot.waitSignal(page.left):
        QTest.keyClick(page.table, Qt.Key.Key_Escape)
