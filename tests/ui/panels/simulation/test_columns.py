"""Choices about columns: width of the URLs, and which crawlers are hidden, moved or frozen."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.ui.panels.simulation.matrix_view import MatrixView
from robotstudio.ui.panels.simulation.menus import ColumnMenu
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from tests.ui.asked import Asked
from tests.ui.studios import Studios, settle

Analyse = Callable[..., Analysis]
SITE = "https://www.example.com"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(qtbot: QtBot, asked: Asked, make: Analyse) -> MatrixView:
    view = MatrixView(asked.rows())
    qtbot.addWidget(view)
    view.resize(900, 300)
    view.set_base(SITE)
    view.show()
    qtbot.waitExposed(view)
    show(view, make())
    return view


def show(view: MatrixView, analysis: Analysis) -> None:
    view.show_analysis(analysis, np.arange(len(analysis.urls), dtype=np.intp))


def drag_edge(view: MatrixView, by: int) -> None:
    """Drag the right edge of the URLs in their header."""
    corner = view.corner
    at = QPoint(corner.width() - 2, 20)
    QTest.mousePress(corner, LEFT, pos=at)
    QTest.mouseMove(corner, at + QPoint(by // 2, 0))
    QTest.mouseMove(corner, at + QPoint(by, 0))
    QTest.mouseRelease(corner, LEFT, pos=at + QPoint(by, 0))


def titles(view: MatrixView) -> list[str]:
    """Return the crawlers whose columns are visible."""
    columns = enumerate(view.matrix.columns)
    return [column.crawler.token for number, column in columns if not view.isColumnHidden(number)]


def choose(view: MatrixView, column: int, text: str) -> None:
    [action] = [action for action in ColumnMenu(view, view.show_sort, view).actions(column) if action.text == text]
    assert action.is_enabled
    assert action.slot is not None
    action.slot()


def test_the_edge_of_the_urls_is_dragged_and_the_width_stays(view: MatrixView, make: Analyse) -> None:
    before = view.url_width()
    drag_edge(view, 120)
    assert view.url_width() == before + 120
    show(view, make(urls="/a\n/b"))
    view.resize(880, 300)
    assert view.url_width() == before + 120


def test_the_edge_is_dragged_beside_the_rows_too_and_no_row_is_selected(view: MatrixView) -> None:
    before, rows = view.url_width(), view.verticalHeader().viewport()
    view.select(Cell(f"{SITE}/", "Googlebot"))
    at = QPoint(rows.width() - 2, 40)
    QTest.mousePress(rows, LEFT, pos=at)
    QTest.mouseMove(rows, at - QPoint(30, 0))
    QTest.mouseRelease(rows, LEFT, pos=at - QPoint(30, 0))
    assert view.url_width() == before - 30
    assert view.cell == Cell(f"{SITE}/", "Googlebot")


def test_a_crawler_stays_in_sight_however_far_the_edge_is_dragged(view: MatrixView) -> None:
    drag_edge(view, 4000)
    assert view.url_width() < view.width() - view.columnWidth(0)
    drag_edge(view, -4000)
    assert view.url_width() > 60


def test_a_double_click_on_the_edge_fits_what_is_seen_and_the_menu_gives_the_usual_width_back(
    view: MatrixView, make: Analyse
) -> None:
    usual = view.url_width()
    show(view, make(urls="/a\n/" + "long-" * 18))
    QTest.mouseDClick(view.corner, LEFT, pos=QPoint(view.corner.width() - 2, 20))
    assert view.url_width() > usual + 100
    choose(view, -1, "Reset the width")
    assert view.url_width() == usual


def test_a_hidden_column_is_named_at_the_corner_and_found_again_in_any_header_menu(view: MatrixView) -> None:
    shown = titles(view)
    choose(view, 1, "Hide Bingbot")
    assert titles(view) == [token for token in shown if token != "bingbot"]
    assert "1 column hidden" in view.corner.toolTip()
    choose(view, 0, "Show Bingbot")
    assert titles(view) == shown
    assert "hidden" not in view.corner.toolTip()


def test_the_selected_cell_moves_beside_a_column_that_is_hidden(view: MatrixView) -> None:
    view.select(Cell(f"{SITE}/cart/", "bingbot"))
    choose(view, 1, "Hide Bingbot")
    assert view.cell is not None
    assert view.cell.token in titles(view)


def test_a_cell_of_a_hidden_column_that_is_jumped_to_shows_it_again(view: MatrixView) -> None:
    view.columns.hide_crawlers(["bingbot"])
    view.select(Cell(f"{SITE}/cart/", "bingbot"))
    assert "bingbot" in titles(view)


def test_the_last_column_cannot_be_hidden(view: MatrixView) -> None:
    tokens = [column.crawler.token for column in view.matrix.columns]
    view.columns.hide_crawlers(tokens[1:])
    [hide] = [action for action in ColumnMenu(view, view.show_sort, view).actions(0) if action.text.startswith("Hide ")]
    assert not hide.is_enabled
    view.columns.hide_crawlers(tokens)
    assert titles(view) == tokens


def test_a_dragged_title_asks_for_another_order_of_the_crawlers(qtbot: QtBot, view: MatrixView) -> None:
    tokens, header = titles(view), view.crawler_header()
    with qtbot.waitSignal(view.columns.order_wanted) as wanted:
        header.moveSection(0, 2)
    assert wanted.args == [(tokens[1], tokens[2], tokens[0], *tokens[3:])]
    assert [header.visualIndex(column) for column in range(3)] == [0, 1, 2]


def test_moving_right_passes_over_what_is_hidden(qtbot: QtBot, view: MatrixView) -> None:
    tokens = titles(view)
    view.columns.hide_crawlers([tokens[1]])
    with qtbot.waitSignal(view.columns.order_wanted) as wanted:
        choose(view, 0, "Move right")
    assert wanted.args[0][:3] == (tokens[1], tokens[2], tokens[0])


def test_the_menu_of_a_title_opens_over_the_headers_and_that_of_a_cell_below(
    panel: SimulationPanel, make: Analyse, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.show_analysis(make())
    opened: list[object] = []
    monkeypatch.setattr(panel.column_menu, "open", lambda column, _at: opened.append(column))
    monkeypatch.setattr(panel._menu, "open", lambda *_: opened.append("cell"))
    header = panel.view.crawler_header()
    for widget, at in (
        (header.viewport(), QPoint(header.sectionViewportPosition(1) + 5, 10)),
        (panel.view.corner, QPoint(10, 10)),
        (panel.view.viewport(), QPoint(10, 10)),
    ):
        send_menu_event(widget, at)
    assert opened == [1, -1, "cell"]


def send_menu_event(widget: QWidget, at: QPoint) -> None:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, widget.mapToGlobal(at))
    QApplication.sendEvent(widget, event)


@pytest.fixture
def narrow(view: MatrixView, make: Analyse) -> MatrixView:
    """Show a matrix whose columns have to be scrolled, with the first two frozen."""
    tokens = ("Googlebot", "bingbot", "YandexBot", "Applebot", "GPTBot", "CCBot", "Yeti", "ClaudeBot")
    show(view, make(tokens=tokens))
    view.columns.widen_urls(120)
    view.resize(view.url_width() + sum(map(view.columnWidth, range(5))), 300)
    choose(view, 1, "Freeze up to this column")
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
    return view


def seen_at(view: MatrixView, x: int) -> int:
    column: int = view.indexAt(QPoint(x, 5)).column()
    return column


def test_frozen_columns_stay_where_they_are_while_the_others_scroll(narrow: MatrixView) -> None:
    assert narrow.horizontalScrollBar().value() > 0
    assert [place.number for place in narrow.frozen.places] == [0, 1]
    first, second = narrow.columnWidth(0), narrow.columnWidth(1)
    assert (seen_at(narrow, 3), seen_at(narrow, first + 3)) == (0, 1)
    assert seen_at(narrow, first + second + 3) > 2
    assert narrow.visualRect(narrow.model().index(0, 1)).left() == first
    assert narrow.frozen.geometry().left() == narrow.url_width()
    assert narrow.frozen.width() == first + second


def test_frozen_column_is_painted_as_it_is_unscrolled(narrow: MatrixView) -> None:
    scrolled = narrow.frozen.grab().toImage()
    narrow.horizontalScrollBar().setValue(0)
    assert narrow.frozen.grab().toImage() == scrolled
    choose(narrow, 0, "Let all columns scroll")
    area = narrow.viewport().geometry()
    plain = narrow.grab(area).toImage().copy(0, 0, scrolled.width() - 2, area.height())
    assert plain == scrolled.copy(0, scrolled.height() - area.height(), scrolled.width() - 2, area.height())


def test_click_on_a_frozen_cell_selects_it_and_on_its_title_sorts_by_it(qtbot: QtBot, narrow: MatrixView) -> None:
    at = QPoint(narrow.columnWidth(0) + 5, narrow.rowHeight(0) + 5)
    with qtbot.waitSignal(narrow.cell_selected) as told:
        QTest.mouseClick(narrow.viewport(), LEFT, pos=at)
    assert told.args == [narrow.matrix.cell_at(1, 1)]
    header = narrow.crawler_header()
    with qtbot.waitSignal(header.sectionClicked) as clicked:
        QTest.mouseClick(header.viewport(), LEFT, pos=QPoint(at.x(), 10))
    assert clicked.args == [1]
    assert header.column_at(at.x()) == 1


def test_click_on_a_url_keeps_the_column_of_the_selected_cell(narrow: MatrixView) -> None:
    last = narrow.model().columnCount() - 1
    for column in (0, 1, last):
        narrow.setCurrentIndex(narrow.model().index(0, column))
        QTest.mouseClick(narrow.verticalHeader().viewport(), LEFT, pos=QPoint(20, narrow.rowHeight(0) + 5))
        assert (narrow.currentIndex().row(), narrow.currentIndex().column()) == (1, column)


def test_cell_that_is_gone_to_is_not_below_the_frozen_ones(narrow: MatrixView) -> None:
    end = narrow.horizontalScrollBar().value()
    narrow.setCurrentIndex(narrow.model().index(0, 0))
    assert narrow.horizontalScrollBar().value() == end
    for _ in range(2):
        QTest.keyClick(narrow, Qt.Key.Key_Right)
    assert narrow.currentIndex().column() == 2
    assert narrow.visualRect(narrow.currentIndex()).left() >= narrow.frozen.width()


def test_half_of_the_width_is_left_to_the_columns_that_scroll(view: MatrixView) -> None:
    last = view.model().columnCount() - 1
    view.columns.freeze(last)
    for width in (900, 500, 300, 200):
        view.resize(width, 300)
        assert 2 * view.frozen.width() <= view.width() - view.url_width() or view.frozen.isHidden()
    [freeze] = [
        action for action in ColumnMenu(view, view.show_sort, view).actions(last) if action.text.startswith("Freeze ")
    ]
    assert not freeze.is_enabled


def test_crawler_that_is_not_shown_any_more_freezes_nothing(narrow: MatrixView) -> None:
    narrow.columns.freeze_crawler("Unheard-of")
    assert narrow.frozen.isHidden()
    assert seen_at(narrow, 3) > 0


def test_hidden_columns_are_not_among_the_frozen(narrow: MatrixView) -> None:
    narrow.columns.hide(0)
    assert [place.number for place in narrow.frozen.places] == [1]


def test_width_hidden_columns_and_order_are_there_after_a_restart(studios: Studios) -> None:
    first = studios.start()
    first.show_example()
    settle(first)
    view = first.simulation.view
    view.columns.widen_urls(333)
    tokens = titles(view)
    view.columns.hide_crawlers([tokens[2]])
    view.columns.freeze_crawler(tokens[1])
    view.columns.move(0, 1)
    studios.end(first)
    second = studios.start()
    settle(second)
    again = second.simulation.view
    assert again.columns.own_url_width == 333
    assert again.columns.hidden_crawlers == (tokens[2],)
    assert again.columns.frozen_crawler == tokens[1]
    assert [crawler.token for crawler in second.session.crawlers][:2] == [tokens[1], tokens[0]]


# Equal columns


def test_crawlers_with_the_same_verdicts_share_a_column(view: MatrixView) -> None:
    view.columns.set_merges(True)
    shown = {view.matrix.columns[first].crawler.token: group for first, group in view.matrix.merged.items()}
    names = {first: [view.matrix.columns[each].crawler.token for each in group] for first, group in shown.items()}
    assert names == {
        "Googlebot": ["Googlebot", "Applebot"],
        "bingbot": ["bingbot", "*"],
        "GPTBot": ["GPTBot", "ClaudeBot"],
    }
    assert titles(view) == ["Googlebot", "bingbot", "GPTBot"]
    assert view.matrix.title(0) == "Googlebot, Applebot"
    assert view.matrix.title(0, room=12) == "Googlebot + 1"
    assert view.matrix.title_of_crawler("Applebot") == "Googlebot, Applebot"
    assert not view.matrix.title_of_crawler("Diffbot")


def test_click_on_a_title_shows_the_crawlers_apart_and_another_merges_them(view: MatrixView) -> None:
    view.columns.set_merges(True)
    merged = titles(view)
    assert view.columns.open_or_merge(0)
    assert titles(view) == ["Googlebot", "bingbot", "Applebot", "GPTBot"]
    assert view.columns.crawlers_apart == ("Applebot", "Googlebot")
    assert view.columns.open_or_merge(0)
    assert titles(view) == merged
    view.columns.set_merges(False)
    assert not view.columns.open_or_merge(0)


def test_cell_of_a_merged_crawler_is_shown_in_the_column_that_stands_for_it(view: MatrixView) -> None:
    view.columns.set_merges(True)
    cell = Cell(f"{SITE}/cart/", "Applebot")
    view.select(cell)
    assert (view.cell, view.currentIndex().column()) == (cell, view.matrix.column_of("Googlebot"))


def test_columns_that_differ_after_typing_part_at_rest_but_not_under_the_pointer(
    view: MatrixView, make: Analyse, monkeypatch: pytest.MonkeyPatch
) -> None:
    view.columns.set_merges(True)
    before = titles(view)
    analysis = view.matrix.analysis
    assert analysis is not None
    draft = b"User-agent: Googlebot\nDisallow: /cart/\n\nUser-agent: Applebot\nDisallow: /\n"
    monkeypatch.setattr(view, "underMouse", lambda: True)
    show(view, make(draft=draft, urls=analysis.urls))
    view.merge_columns()
    assert titles(view) == before
    assert [crawler.token for crawler in view.matrix.crawlers_of(0)] == ["Googlebot"]
    monkeypatch.setattr(view, "underMouse", lambda: False)
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert "Applebot" in titles(view)
