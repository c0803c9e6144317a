"""The table with keyboard and mouse: selection, current cell, and scroll position."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.ui.panels.simulation.matrix_columns import SCROLL_BAR
from robotstudio.ui.panels.simulation.matrix_painter import Highlights, MatrixPainter, Visible
from robotstudio.ui.panels.simulation.matrix_view import MatrixView
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.urls.urls import parse_list
from tests.ui.asked import Asked

Analyse = Callable[..., Analysis]
Key = Qt.Key
NO_KEYS = Qt.KeyboardModifier.NoModifier
SITE = "https://www.example.com"
ROW = 24


@pytest.fixture
def view(qtbot: QtBot, asked: Asked) -> MatrixView:
    view = MatrixView(asked.rows())
    qtbot.addWidget(view)
    view.resize(900, 300)
    view.set_base(SITE)
    view.show()
    qtbot.waitExposed(view)
    return view


def show(view: MatrixView, analysis: Analysis, rows: Sequence[int] | None = None) -> None:
    wanted = range(len(analysis.urls)) if rows is None else rows
    view.show_analysis(analysis, np.array(wanted, np.intp))


def cell(path: str, token: str) -> Cell:
    return Cell(f"{SITE}{path}", token)


def click(view: MatrixView, path: str, token: str, modifier: Qt.KeyboardModifier = NO_KEYS) -> None:
    where = view.visualRect(view.matrix.index_of(cell(path, token))).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, where)


def many(make: Analyse, count: int, draft: bytes = b"User-agent: *\nDisallow: /1\n") -> Analysis:
    return make(draft=draft, urls="\n".join(f"/{number}" for number in range(count)))


def top_url(view: MatrixView) -> str:
    url = view.matrix.url_at(view.rowAt(0))
    assert url is not None
    return url.display


def test_a_click_selects_a_cell_and_its_row(qtbot: QtBot, view: MatrixView, make: Analyse) -> None:
    show(view, make())
    with qtbot.waitSignal(view.cell_selected) as selected:
        click(view, "/cart/", "Applebot")
    assert selected.args == [cell("/cart/", "Applebot")]
    assert view.cell == cell("/cart/", "Applebot")
    assert view.selected_rows().tolist() == [1]


def test_a_click_on_a_url_selects_its_row_in_the_same_column(qtbot: QtBot, view: MatrixView, make: Analyse) -> None:
    show(view, make())
    view.select(cell("/", "Applebot"))
    with qtbot.waitSignal(view.cell_selected) as selected:
        at = QPoint(20, 2 * ROW + 5)
        QTest.mouseClick(view.verticalHeader().viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert selected.args == [cell("/cart/checkout?step=2", "Applebot")]


def test_arrows_move_the_selected_cell(view: MatrixView, make: Analyse) -> None:
    show(view, make())
    view.select(cell("/", "Googlebot"))
    QTest.keyClick(view, Key.Key_Down)
    QTest.keyClick(view, Key.Key_Right)
    assert view.cell == cell("/cart/", "bingbot")
    QTest.keyClick(view, Key.Key_End)
    assert view.cell == cell("/cart/", "*")
    QTest.keyClick(view, Key.Key_Home)
    assert view.cell == cell("/cart/", "Googlebot")
    QTest.keyClick(view, Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert view.cell == cell("/robots.txt", "*")
    QTest.keyClick(view, Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert view.cell == cell("/", "Googlebot")


def test_enter_and_double_click_tell_the_line_that_decides(view: MatrixView, asked: Asked, make: Analyse) -> None:
    show(view, make())
    view.select(cell("/cart/", "Googlebot"))
    QTest.keyClick(view, Key.Key_Return)
    assert asked.calls == [("show_line", 8)]
    where = view.visualRect(view.matrix.index_of(cell("/admin/login", "*"))).center()
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert asked.calls[1:] == [("show_line", 2)]


def test_a_cell_that_no_rule_decides_has_no_line_to_show(view: MatrixView, asked: Asked, make: Analyse) -> None:
    show(view, make())
    view.select(cell("/", "Googlebot"))
    QTest.keyClick(view, Key.Key_Return)
    assert asked.calls == []


def test_selecting_from_outside_is_not_announced(qtbot: QtBot, view: MatrixView, make: Analyse) -> None:
    show(view, make())
    with qtbot.assertNotEmitted(view.cell_selected):
        view.select(cell("/cart/", "GPTBot"))
        view.select(None)
    assert not view.currentIndex().isValid()


def test_the_echo_of_a_selection_leaves_the_other_rows_selected(view: MatrixView, make: Analyse) -> None:
    show(view, make())
    view.cell_selected.connect(view.select)
    click(view, "/", "Googlebot")
    click(view, "/cart/checkout?step=2", "Googlebot", Qt.KeyboardModifier.ShiftModifier)
    assert view.selected_rows().tolist() == [0, 1, 2]


def test_a_new_draft_keeps_selection_and_scroll_position(qtbot: QtBot, view: MatrixView, make: Analyse) -> None:
    first = many(make, 200)
    show(view, first)
    view.select(cell("/100", "bingbot"))
    view.verticalScrollBar().setValue(95 * ROW + 7)
    with qtbot.assertNotEmitted(view.cell_selected):
        show(view, make(draft=b"User-agent: *\nAllow: /\n", urls=first.urls))
    assert view.verticalScrollBar().value() == 95 * ROW + 7
    assert view.matrix.cell_at(view.currentIndex().row(), view.currentIndex().column()) == cell("/100", "bingbot")


def test_the_selected_url_stays_where_it_is_when_rows_above_it_go(
    qtbot: QtBot, view: MatrixView, make: Analyse
) -> None:
    analysis = many(make, 200)
    show(view, analysis)
    view.select(cell("/100", "bingbot"))
    view.verticalScrollBar().setValue(95 * ROW)
    before = view.visualRect(view.currentIndex()).top()
    with qtbot.assertNotEmitted(view.cell_selected):
        show(view, analysis, range(50, 200))
    assert view.cell == cell("/100", "bingbot")
    assert view.visualRect(view.currentIndex()).top() == before
    show(view, analysis)
    assert view.visualRect(view.currentIndex()).top() == before


def test_without_a_selection_the_first_visible_url_stays(view: MatrixView, make: Analyse) -> None:
    analysis = many(make, 200)
    show(view, analysis)
    view.verticalScrollBar().setValue(95 * ROW)
    show(view, analysis, range(50, 200))
    assert top_url(view) == "/95"
    show(view, analysis, range(97, 200))
    assert top_url(view) == "/97"


def test_reordered_rows_keep_the_selected_urls(view: MatrixView, make: Analyse) -> None:
    analysis = many(make, 50)
    show(view, analysis)
    view.select(cell("/10", "GPTBot"))
    show(view, analysis, range(49, -1, -1))
    assert view.cell == cell("/10", "GPTBot")
    assert view.selected_rows().tolist() == [39]
    assert view.currentIndex().row() == 39


def test_a_hidden_cell_stays_selected_and_comes_back(qtbot: QtBot, view: MatrixView, make: Analyse) -> None:
    analysis = many(make, 50)
    show(view, analysis)
    view.select(cell("/10", "GPTBot"))
    with qtbot.assertNotEmitted(view.cell_selected):
        show(view, analysis, [20, 21])
        assert view.cell == cell("/10", "GPTBot")
        assert not view.currentIndex().isValid()
        show(view, analysis)
    assert view.currentIndex().row() == 10
    assert view.selected_rows().tolist() == [10]


def test_other_urls_and_crawlers_keep_the_cell(view: MatrixView, make: Analyse) -> None:
    show(view, make())
    view.select(cell("/admin/login", "GPTBot"))
    show(view, make(urls="/new\n/admin/login\n/", tokens=("ClaudeBot", "GPTBot")))
    assert (view.currentIndex().row(), view.currentIndex().column()) == (1, 1)
    assert view.cell == cell("/admin/login", "GPTBot")


def test_several_selected_rows_are_kept_by_url(view: MatrixView, make: Analyse) -> None:
    analysis = many(make, 50)
    show(view, analysis)
    click(view, "/2", "Googlebot")
    click(view, "/4", "Googlebot", Qt.KeyboardModifier.ControlModifier)
    show(view, analysis, range(1, 50))
    assert view.selected_rows().tolist() == [1, 3]
    show(view, many(make, 48))
    assert [analysis.urls[position].display for position in view.selected_positions()] == ["/2", "/4"]


def test_urls_stay_put_when_crawlers_scroll(view: MatrixView, make: Analyse) -> None:
    view.resize(500, 300)
    show(view, make())
    bar = view.horizontalScrollBar()
    assert bar.maximum() > 0
    urls = view.verticalHeader().geometry()
    bar.setValue(bar.maximum())
    assert view.verticalHeader().geometry() == urls
    assert urls.width() == 180
    last = view.visible_rows().columns[-1]
    assert last.number == 5
    assert last.x + last.width == view.viewport().width()


def test_no_result_changes_a_width(view: MatrixView, make: Analyse) -> None:
    first = make(draft=b"")
    show(view, first)
    widths = [view.columnWidth(column) for column in range(6)]
    urls = view.url_width()
    assert all(78 <= width <= 118 for width in widths)
    assert sum(widths) + urls + SCROLL_BAR == view.width()
    show(view, make(urls=first.urls))
    show(view, first, [0])
    assert [view.columnWidth(column) for column in range(6)] == widths
    assert view.url_width() == urls


def test_all_rows_are_selected_at_once_without_a_word_to_any(
    view: MatrixView, make: Analyse, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(view, many(make, 20_000))
    asked = []
    monkeypatch.setattr(view.matrix, "_url_header", lambda row, _role: asked.append(row))
    monkeypatch.setattr(view.matrix, "facts", lambda row, _column: asked.append(row))
    view.setFocus()
    QTest.keyClick(view, Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(view.selected_rows()) == 20_000
    assert len(asked) < 200


def test_typed_letters_search_nothing(view: MatrixView, make: Analyse) -> None:
    show(view, make())
    view.select(cell("/", "Googlebot"))
    QTest.keyClicks(view, "1e")
    assert view.cell == cell("/", "Googlebot")


@pytest.mark.parametrize(
    ("key", "modifier", "asks"),
    [
        (Key.Key_C, Qt.KeyboardModifier.ControlModifier, "copy"),
        (Key.Key_V, Qt.KeyboardModifier.ControlModifier, "paste"),
        (Key.Key_Z, Qt.KeyboardModifier.ControlModifier, "undo"),
        (Key.Key_Delete, NO_KEYS, "remove"),
        (Key.Key_Escape, NO_KEYS, "leave_rows"),
    ],
)
def test_keys_ask(
    view: MatrixView, asked: Asked, make: Analyse, key: Key, modifier: Qt.KeyboardModifier, asks: str
) -> None:
    show(view, make())
    QTest.keyClick(view, key, modifier)
    assert asked.calls == [(asks,)]


def test_the_wheel_scrolls_over_urls_too(view: MatrixView, make: Analyse) -> None:
    show(view, many(make, 200))
    header = view.verticalHeader().viewport()
    at = QPointF(20, 20)
    event = QWheelEvent(
        at,
        QPointF(header.mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003 - Qt's own argument
    )
    QApplication.sendEvent(header, event)
    assert view.verticalScrollBar().value() > 0


def test_a_row_is_highlighted_under_the_pointer_in_both_parts(view: MatrixView, make: Analyse) -> None:
    show(view, make())
    QTest.mouseMove(view.viewport(), QPoint(30, 2 * ROW + 5))
    assert view.highlights().hovered == 2
    QTest.mouseMove(view.verticalHeader().viewport(), QPoint(30, 3 * ROW + 5))
    assert view.highlights().hovered == 3


def test_what_is_decided_by_the_line_at_the_caret_looks_different(view: MatrixView, make: Analyse) -> None:
    show(view, make())
    plain = view.grab().toImage()
    view.mark_line(8)
    assert view.grab().toImage() != plain
    view.mark_line(0)
    assert view.grab().toImage() == plain


def test_stale_verdicts_are_dimmed_but_there(view: MatrixView, make: Analyse) -> None:
    show(view, make())
    fresh = view.grab().toImage()
    view.set_stale(stale=True)
    stale = view.grab().toImage()
    view.set_stale(stale=False)
    assert stale != fresh
    assert view.grab().toImage() == fresh


def test_the_theme_changes_at_once(view: MatrixView, make: Analyse) -> None:
    show(view, make())
    light = view.grab().toImage()
    theme.set_mode(Mode.DARK)
    assert view.grab().toImage() != light


@pytest.mark.parametrize("urls", ["", "/only"])
@pytest.mark.parametrize("tokens", [(), ("Googlebot",)])
def test_it_paints_whatever_there_is(view: MatrixView, make: Analyse, urls: str, tokens: tuple[str, ...]) -> None:
    show(view, make(urls=urls, tokens=tokens))
    view.select(cell("/only", "Googlebot"))
    view.mark_line(3)
    assert not view.grab().isNull()


def test_urls_with_any_characters_are_painted(view: MatrixView, make: Analyse) -> None:
    show(view, make(urls="/日本語/страница?q=مرحبا\n/%00%ff\n/" + "x" * 60_000 + "\n/a%20b"))
    assert not view.grab().isNull()


def test_many_crawlers_scroll_sideways(view: MatrixView, make: Analyse) -> None:
    tokens = tuple(f"bot{chr(97 + number % 26)}{chr(97 + number // 26)}" for number in range(100))
    analysis = make(urls="/a\n/b", tokens=tokens)
    show(view, analysis)
    view.select(cell("/b", tokens[-1]))
    assert view.visualRect(view.currentIndex()).right() <= view.viewport().width()
    assert len(view.visible_rows().columns) < 12


def test_a_list_in_another_order_is_another_list(view: MatrixView, make: Analyse) -> None:
    show(view, make(urls="/a\n/b\n/c"))
    view.select(cell("/b", "Googlebot"))
    show(view, make(urls=parse_list("/c\n/b\n/a", SITE).urls))
    assert view.matrix.cell_at(view.currentIndex().row(), 0) == cell("/b", "Googlebot")


def changed_cells(view: MatrixView) -> list[tuple[int, int, int, int]]:
    """Record the ranges of `dataChanged` from now on: first row and column, last row and column."""
    told: list[tuple[int, int, int, int]] = []

    def note(first: QModelIndex, last: QModelIndex) -> None:
        told.append((first.row(), first.column(), last.row(), last.column()))

    view.matrix.dataChanged.connect(note)
    return told


def test_only_cells_that_look_different_are_told(view: MatrixView, make: Analyse) -> None:
    urls = "/a\n/b\n/c\n/d"
    show(view, make(draft=b"User-agent: *\nDisallow: /b\n\nUser-agent: bingbot\nDisallow: /d\n", urls=urls))
    told = changed_cells(view)
    show(view, make(draft=b"User-agent: *\nDisallow: /b\n\nUser-agent: bingbot\nDisallow: /d\n# x\n", urls=urls))
    assert told == []
    show(view, make(draft=b"User-agent: *\nDisallow: /b\n\nUser-agent: bingbot\nDisallow: /c\n", urls=urls))
    bing = view.matrix.column_of("bingbot")
    assert told == [(2, bing, 3, bing)]


def test_cells_out_of_sight_are_not_compared(view: MatrixView, make: Analyse) -> None:
    show(view, many(make, 500))
    told = changed_cells(view)
    show(view, many(make, 500, b"User-agent: *\nDisallow: /1\nDisallow: /499\n"))
    assert told == []
    assert view.matrix.facts(499, 0) is not None
    found = view.matrix.facts(499, 0)
    assert found is not None
    assert found.line == 3


def test_only_the_rows_of_a_change_are_painted(
    view: MatrixView, make: Analyse, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls = "\n".join(f"/{name}" for name in "abcdef")
    show(view, make(draft=b"User-agent: *\nDisallow: /b\n", urls=urls))
    painted: list[range] = [range(0)]
    paint = MatrixPainter.paint_cells

    def note(painter: MatrixPainter, on: QPainter, visible: Visible, highlights: Highlights) -> None:
        painted.append(range(visible.first, visible.last + 1))
        paint(painter, on, visible, highlights)

    monkeypatch.setattr(MatrixPainter, "paint_cells", note)
    while painted:  # the remaining steps of showing it
        painted.clear()
        QTest.qWait(1)
    show(view, make(draft=b"User-agent: *\nDisallow: /b\nDisallow: /d\n", urls=urls))
    QApplication.processEvents()
    assert painted == [range(3, 4)]
