"""The Simulation tab as a person uses it: keys, clicks, paste and drop."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.draft.cell_state import CellState
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.panels.simulation.words import totals_words
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.urls.urls import parse_list
from tests.ui import dragging
from tests.ui.asked import Asked
from tests.ui.panels.simulation.filters import filters_of, toggle
from tests.ui.panels.simulation.menus import menu_of_cell

Analyse = Callable[..., Analysis]
Key = Qt.Key
NO_KEYS = Qt.KeyboardModifier.NoModifier
Control = Qt.KeyboardModifier.ControlModifier
SITE = "https://www.example.com"


def cell(path: str, token: str) -> Cell:
    return Cell(f"{SITE}{path}", token)


def listed(panel: SimulationPanel) -> list[str]:
    urls = (panel.view.matrix.url_at(row) for row in range(panel.view.matrix.rowCount()))
    return [url.display for url in urls if url]


def press(panel: SimulationPanel, key: Key, modifier: Qt.KeyboardModifier = NO_KEYS) -> None:
    QTest.keyClick(panel.view, key, modifier)


def hint(panel: SimulationPanel) -> QPushButton:
    return panel.hint.findChildren(QPushButton)[0]


def left_click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


# Content


def test_verdicts_are_shown_with_their_number_and_time(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    assert panel.totals.toolTip().startswith("8 URLs × 6 crawlers · 48 verdicts in ")
    assert panel.totals.counts == (4, 2, 4, 6, 6, 2)
    assert "Blocked, of 8: Googlebot 4" in panel.totals.accessibleName()
    assert panel.totals.count_text(4, room=80) == "4 of 8", "a number alone could be taken for a line"
    assert panel.totals.count_text(4, room=20) == "4"


def test_totals_agree_with_the_columns_above_them(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    for text in ("", "cart", "no such thing"):
        panel.tool_row.search.setText(text)
        matrix = panel.view.matrix
        for column, count in enumerate(panel.totals.counts):
            facts = [matrix.facts(row, column) for row in range(matrix.rowCount())]
            assert count == sum(
                fact is not None and not fact.column.allowed[matrix.rows[row]] for row, fact in enumerate(facts)
            )
    assert panel.totals.accessibleName().startswith(totals_words(0, filtered=True))


def test_the_caret_in_the_draft_marks_cells(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    plain = panel.view.grab().toImage()
    panel.show_caret_line(8)
    assert panel.view.grab().toImage() != plain
    panel.show_caret_line(None)
    assert panel.view.grab().toImage() == plain


def test_a_quick_answer_never_looks_stale(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    panel.set_stale(stale=True)
    panel.set_stale(stale=False)  # the session emits this with the analysis
    panel.show_analysis(make())
    assert "updating" not in panel.totals.toolTip()


def test_stale_verdicts_are_greyed_as_soon_as_the_session_says_so(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    rows, plain = listed(panel), panel.view.grab().toImage()
    panel.set_stale(stale=True)
    assert "updating…" in panel.totals.toolTip()
    assert panel.view.grab().toImage() != plain
    assert listed(panel) == rows
    panel.set_stale(stale=False)
    assert "updating" not in panel.totals.toolTip()
    assert panel.view.grab().toImage() == plain


def test_the_theme_changes_at_once(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    light = panel.grab().toImage()
    theme.set_mode(Mode.DARK)
    dark = panel.grab().toImage()
    assert dark != light
    assert dark.pixelColor(400, 300).lightness() < light.pixelColor(400, 300).lightness()


@pytest.mark.parametrize("height", range(300, 325))
def test_the_matrix_ends_with_a_whole_row(panel: SimulationPanel, make: Analyse, height: int) -> None:
    panel.show_analysis(make())
    panel.resize(930, height)
    assert panel.view.viewport().height() % SIZES.matrix_row == 0
    assert panel.totals.geometry().top() == panel.view.geometry().bottom() + 1
    assert panel.totals.mapTo(panel, panel.totals.rect().bottomLeft()).y() == panel.rect().bottom()


def test_a_question_mark_explains_every_sign(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    left_click(panel.tool_row.help_button)
    meanings = panel.tool_row.legend.meanings()
    assert {"Blocked by line 12", "The verdict has changed", "Expected: blocked"} <= set(meanings)
    assert len(meanings) == len(set(meanings)) == len(CellState) + 5
    panel.tool_row.legend.close()


def test_the_button_keeps_its_name_if_it_loses_its_word(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    panel.resize(440, 340)
    assert panel.tool_row.add_button.accessibleName() == "Add URLs"
    assert panel.minimumSizeHint().width() == 560


# Selection


def test_a_selection_is_announced_once(panel: SimulationPanel, asked: Asked, make: Analyse) -> None:
    panel.show_analysis(make())
    panel.select(cell("/", "Googlebot"))
    press(panel, Key.Key_Down)
    assert asked.calls == [("select", cell("/cart/", "Googlebot"))]
    assert panel.selected_cell == cell("/cart/", "Googlebot")


def test_the_selection_survives_typing_filtering_and_sorting(
    panel: SimulationPanel, asked: Asked, make: Analyse
) -> None:
    first = make()
    panel.show_analysis(first)
    panel.select(cell("/search?q=shoes", "bingbot"))
    panel.show_analysis(make(draft=b"User-agent: *\nDisallow: /search\n", urls=first.urls))
    QTest.keyClicks(panel.tool_row.search, "sh")
    toggle(panel.tool_row, "Blocked for any")
    left_click(panel.view.corner)
    panel.tool_row.clear()
    assert asked.calls == []
    assert panel.selected_cell == cell("/search?q=shoes", "bingbot")
    index = panel.view.currentIndex()
    assert panel.view.matrix.cell_at(index.row(), index.column()) == panel.selected_cell


def test_what_is_gone_is_no_longer_selected(panel: SimulationPanel, asked: Asked, make: Analyse) -> None:
    panel.show_analysis(make())
    panel.select(cell("/cart/", "GPTBot"))
    panel.show_analysis(make(tokens=("Googlebot",)))
    assert asked.calls == [("select", None)]
    panel.select(cell("/cart/", "Googlebot"))
    panel.show_analysis(make(urls="/other", tokens=("Googlebot",)))
    assert asked.calls == 2 * [("select", None)]
    assert panel.selected_cell is None


def test_enter_leads_to_the_line(panel: SimulationPanel, asked: Asked, make: Analyse) -> None:
    panel.show_analysis(make())
    panel.select(cell("/cart/", "Googlebot"))
    press(panel, Key.Key_Return)
    assert asked.calls == [("show_line", 8)]


# Filters and order


def test_a_filter_lists_as_many_rows_as_it_says(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(tokens=("Googlebot", "bingbot")))
    offered = filters_of(panel.tool_row)
    assert {"Blocked for any", "Open to all", "Crawlers disagree"} <= offered.keys()
    for label, count in offered.items():
        toggle(panel.tool_row, label)
        assert count == str(len(listed(panel))) != "0"
        toggle(panel.tool_row, label)
    assert len(listed(panel)) == 8


def test_filters_follow_the_draft(panel: SimulationPanel, make: Analyse) -> None:
    first = make(tokens=("bingbot",))
    panel.show_analysis(first)
    toggle(panel.tool_row, "Blocked for any")
    assert listed(panel) == ["/search?q=shoes", "/admin/login"]
    panel.show_analysis(make(draft=b"User-agent: *\nDisallow: /cart\n", urls=first.urls, tokens=("bingbot",)))
    assert listed(panel) == ["/cart/", "/cart/checkout?step=2", "/cart/help/returns"]
    assert panel.totals.toolTip().startswith("3 of 8 URLs × 1 crawler")


def test_a_filter_without_hits_says_so_and_esc_clears_it(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    QTest.keyClicks(panel.tool_row.search, "nowhere")
    assert panel.hint.isVisible()
    assert hint(panel).text() == "Clear filters"
    press(panel, Key.Key_Escape)
    assert not panel.hint.isVisible()
    assert len(listed(panel)) == 8
    QTest.keyClicks(panel.tool_row.search, "nowhere")
    left_click(hint(panel))
    assert len(listed(panel)) == 8


def test_esc_with_nothing_to_clear_leaves_the_matrix(panel: SimulationPanel, asked: Asked, make: Analyse) -> None:
    panel.show_analysis(make())
    press(panel, Key.Key_Escape)
    assert asked.calls == [("leave",)]


def test_a_header_sorts_and_the_order_follows_the_draft(panel: SimulationPanel, make: Analyse) -> None:
    first = make(urls="/\n/x/1\n/cart/", tokens=("Googlebot",))
    panel.show_analysis(first)
    header = panel.view.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(0) + 20, 10)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert listed(panel) == ["/cart/", "/", "/x/1"]
    panel.show_analysis(make(draft=b"User-agent: *\nDisallow: /x\n", urls=first.urls, tokens=("Googlebot",)))
    assert listed(panel) == ["/x/1", "/", "/cart/"]
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert listed(panel) == ["/", "/x/1", "/cart/"]


def test_the_search_field_is_reached_from_outside(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    panel.focus_search()
    assert panel.focusWidget() is panel.tool_row.search


# URLs


def test_without_urls_the_way_to_them_is_offered(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(urls=""))
    assert panel.hint.isVisible()
    left_click(hint(panel))
    assert panel.entry.isVisible()


def test_without_crawlers_the_way_to_them_is_offered(panel: SimulationPanel, asked: Asked, make: Analyse) -> None:
    panel.show_analysis(make(tokens=()))
    left_click(hint(panel))
    assert asked.calls == [("choose_crawlers",)]


def test_urls_are_typed_one_a_line(qtbot: QtBot, panel: SimulationPanel, asked: Asked, make: Analyse) -> None:
    panel.show_analysis(make(urls="/old"))
    panel.open_url_entry()
    QTest.keyClicks(panel.entry.lines, "cart")
    QTest.keyClick(panel.entry.lines, Key.Key_Return)
    QTest.keyClicks(panel.entry.lines, "https://other.example/x")
    with qtbot.waitSignal(panel.urls.urls_changed) as changed:
        QTest.keyClick(panel.entry.lines, Key.Key_Return, Control)
    assert [url.url for url in changed.args[0]] == [f"{SITE}/old", f"{SITE}/cart", "https://other.example/x"]
    assert listed(panel) == ["/old", "/cart", "/x"]
    assert ("say", "2 URLs added.") in asked.calls
    assert not panel.entry.isVisible()


def test_rejected_lines_stay_with_their_reasons(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(urls=""))
    panel.open_url_entry()
    panel.entry.lines.setPlainText("/good\nftp://example.com/x\n/fine")
    left_click(panel.entry.add_button)
    assert listed(panel) == ["/good", "/fine"]
    assert panel.entry.isVisible()
    assert panel.entry.lines.toPlainText() == "ftp://example.com/x"
    assert panel.entry.reasons.startswith("Line 2: ")
    assert "ftp" in panel.entry.reasons
    panel.entry.lines.setPlainText("example.com/x")
    left_click(panel.entry.add_button)
    assert not panel.entry.reasons
    assert not panel.entry.isVisible()


def test_esc_puts_the_entry_away_and_keeps_what_is_typed(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    panel.open_url_entry()
    QTest.keyClicks(panel.entry.lines, "/half")
    QTest.keyClick(panel.entry.lines, Key.Key_Escape)
    assert not panel.entry.isVisible()
    panel.open_url_entry()
    assert panel.entry.lines.toPlainText() == "/half"
    left_click(panel.tool_row.add_button)
    assert not panel.entry.isVisible()


def test_a_list_is_pasted_into_the_matrix(panel: SimulationPanel, asked: Asked, make: Analyse) -> None:
    panel.show_analysis(make(urls="/a"))
    QGuiApplication.clipboard().setText("/a\r\n/b\r\n\r\n# no URL\r\n/c")
    press(panel, Key.Key_V, Control)
    assert listed(panel) == ["/a", "/b", "/c"]
    assert asked.calls == [("say", "2 URLs added, 1 already in the list.")]


def test_pasting_leaves_what_is_typed_in_the_entry(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(urls="/a"))
    panel.open_url_entry()
    QTest.keyClicks(panel.entry.lines, "/half")
    QGuiApplication.clipboard().setText("/b")
    press(panel, Key.Key_V, Control)
    assert listed(panel) == ["/a", "/b"]
    assert panel.entry.lines.toPlainText() == "/half"
    QGuiApplication.clipboard().setText("ftp://x")
    press(panel, Key.Key_V, Control)
    assert panel.entry.lines.toPlainText() == "/half\nftp://x"


def test_delete_removes_selected_urls_and_undo_brings_them_back(
    panel: SimulationPanel, asked: Asked, make: Analyse
) -> None:
    panel.show_analysis(make(urls="/a\n/b\n/c\n/d"))
    panel.select(cell("/b", "GPTBot"))
    QTest.keyClick(panel.view, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    press(panel, Key.Key_Delete)
    assert listed(panel) == ["/a", "/d"]
    assert ("offer_undo", "2 URLs removed.", panel.urls.undo) in asked.calls
    assert panel.selected_cell == cell("/d", "GPTBot")
    press(panel, Key.Key_Delete)
    assert panel.selected_cell == cell("/a", "GPTBot")
    press(panel, Key.Key_Z, Control)
    assert listed(panel) == ["/a", "/d"]
    assert asked.calls[-1] == ("say", "1 URL is back.")


def test_removing_all_can_be_undone(panel: SimulationPanel, asked: Asked, make: Analyse) -> None:
    panel.show_analysis(make(urls="/a\n/b"))
    panel.entry.remove_button.click()
    assert listed(panel) == []
    assert ("offer_undo", "2 URLs removed.", panel.urls.undo) in asked.calls
    panel.undo()
    assert listed(panel) == ["/a", "/b"]
    assert asked.calls[-1] == ("say", "2 URLs are back.")


def test_delete_without_a_selection_removes_nothing(qtbot: QtBot, panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    with qtbot.assertNotEmitted(panel.urls.urls_changed):
        press(panel, Key.Key_Delete)


def test_selected_rows_are_copied_as_a_table(panel: SimulationPanel, asked: Asked, make: Analyse) -> None:
    panel.show_analysis(make(tokens=("Googlebot",)))
    panel.select(cell("/cart/", "Googlebot"))
    press(panel, Key.Key_C, Control)
    assert QGuiApplication.clipboard().text() == f"URL\tGooglebot\n{SITE}/cart/\tblocked by line 8"
    assert asked.calls == [("say", "1 row copied.")]


def test_loading_a_list_is_asked_for(panel: SimulationPanel, asked: Asked) -> None:
    panel.open_url_entry()
    button = next(button for button in panel.entry.findChildren(QPushButton) if button.text() == "Load from file…")
    left_click(button)
    assert asked.calls == [("load_urls",)]


def test_a_loaded_list_shows_what_could_not_be_read(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(urls=""))
    panel.urls.add(parse_list("/a\nftp://x\n/b", SITE))
    assert listed(panel) == ["/a", "/b"]
    assert panel.entry.reasons.startswith("Line 2: ")


def drop(panel: SimulationPanel, data: QMimeData) -> None:
    assert dragging.drop(panel, data, QPoint(100, 100))


def test_a_dropped_file_is_left_to_the_window(panel: SimulationPanel, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "urls.txt"))])
    event = dragging.drag_enter(data, QPoint(5, 5))
    event.ignore()
    panel.dragEnterEvent(event)
    assert not event.isAccepted()


def test_dropped_text_is_added(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(urls=""))
    data = QMimeData()
    data.setText("/dropped\n/too")
    drop(panel, data)
    assert listed(panel) == ["/dropped", "/too"]


def test_the_menu_key_offers_what_the_keys_do(panel: SimulationPanel, asked: Asked, make: Analyse) -> None:
    panel.show_analysis(make())
    panel.select(cell("/cart/", "Googlebot"))
    actions = menu_of_cell(panel)
    assert list(actions) == [
        "Show line 8",
        "Check this page",
        "Render this page",
        "Suggest a rule…",
        "Sort by Googlebot",
        "Sort by URL",
        "Order as added",
        "Copy rows",
        "Copy as Markdown",
        "Copy as an image",
        "Export listed rows…",
        "Paste URLs",
        "Remove URLs",
    ]
    actions["Show line 8"].trigger()
    assert ("show_line", 8) in asked.calls
    actions["Remove URLs"].trigger()
    assert "/cart/" not in listed(panel)


@pytest.mark.parametrize("size", [(930, 470), (650, 340), (560, 200)])
def test_the_entry_fits_into_the_panel(panel: SimulationPanel, make: Analyse, size: tuple[int, int]) -> None:
    panel.show_analysis(make())
    panel.resize(*size)
    panel.open_url_entry()
    assert panel.rect().contains(panel.entry.geometry())


@pytest.mark.parametrize("before", ["search", "narrowed"])
def test_urls_that_a_line_decides_are_listed_whatever_was_listed_before(
    panel: SimulationPanel, make: Analyse, before: str
) -> None:
    panel.show_analysis(make())
    line = next(iter(panel.view.matrix.analysis.decided_urls)) if panel.view.matrix.analysis else 0
    panel.show_decided_by(line)
    wanted = listed(panel)
    assert wanted
    panel.list_all()
    if before == "search":
        panel.tool_row.search.setText("nowhere")
    else:
        panel.narrow("Some", np.array([], np.intp))
    panel.show_decided_by(line)
    assert listed(panel) == wanted


def test_hint_and_progress_stay_over_the_rows_and_totals_if_a_bar_appears(
    qtbot: QtBot, panel: SimulationPanel, make: Analyse
) -> None:
    panel.show_analysis(make())
    panel.exporting.show_progress("Exporting", 0.5)
    panel.narrow("Some", np.array([], np.intp))
    assert panel.hint.isVisible()
    qtbot.waitUntil(lambda: panel.rows.geometry().top() >= panel.narrowing.geometry().bottom())
    header = panel.view.crawler_header()
    assert place_in(panel, panel.exporting) == place_in(panel, panel.totals)
    assert place_in(panel, panel.hint).top() == place_in(panel, header).bottom() + 1
    assert place_in(panel, panel.hint).bottom() == place_in(panel, panel.view).bottom()


def place_in(panel: SimulationPanel, part: QWidget) -> QRect:
    return QRect(part.mapTo(panel, QPoint()), part.size())


def test_totals_follow_the_last_row_of_a_short_list(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(urls="/a\n/b\n/c"))
    last = panel.view.visualRect(panel.view.matrix.index(2, 0))
    assert (
        place_in(panel, panel.totals).top()
        == last.translated(panel.view.viewport().mapTo(panel, QPoint())).bottom() + 1
    )
    panel.tool_row.search.setText("/a")
    assert place_in(panel, panel.totals).top() > place_in(panel, panel.view).top()


@pytest.mark.parametrize("more", range(0, SIZES.matrix_row, 7))
def test_totals_fill_what_whole_rows_leave(panel: SimulationPanel, make: Analyse, more: int) -> None:
    panel.resize(930, 470 + more)
    panel.show_analysis(make(urls="\n".join(f"/{number}" for number in range(100))))
    totals = place_in(panel, panel.totals)
    assert totals.bottom() == place_in(panel, panel.rows).bottom()
    assert totals.height() < 2 * SIZES.matrix_row + 2
    assert panel.view.viewport().height() % SIZES.matrix_row == 0
