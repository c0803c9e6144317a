"""The window: its panes, their sizes, and moving from one to the next."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTabBar, QWidget

from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.bars import FindBar
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.panels.why.body import WhyBody
from robotstudio.ui.shell.command_list import CommandList
from robotstudio.ui.shell.document_bar import DocumentBar
from robotstudio.ui.shell.tab_order import PaneRing
from robotstudio.ui.theme.tokens import SIZES
from tests.ui.parts import part_of
from tests.ui.studios import Studios, act, bring_forward, click_cell, has_keyboard, keyboard, press, settle

SMALLEST, SMALL, LARGE = (800, 600), (1024, 700), (1440, 900)


def example(studios: Studios, size: tuple[int, int]) -> Studio:
    studio = studios.start(size)
    studio.show_example()
    click_cell(studio, "/cart/checkout?step=2", "Googlebot")
    QTest.qWait(0)
    return studio


@pytest.fixture(scope="module")
def shared(shared_studios: Studios) -> Studio:
    return example(shared_studios, LARGE)


@pytest.fixture
def shown(shared: Studio) -> Studio:
    """Show the example in the shared window."""
    bring_forward(shared)
    return shared


def place(studio: Studio, part: QWidget) -> QRect:
    """Return the rectangle of a part in the window."""
    return QRect(part.mapTo(studio.window, part.rect().topLeft()), part.size())


# Room


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_panes_share_the_window_as_designed(studios: Studios, size: tuple[int, int]) -> None:
    studio = example(studios, size)
    is_small = size == SMALL
    assert (studio.window.width(), studio.window.height()) == size
    assert studio.editor.width() == (SIZES.editor_width_narrow if is_small else SIZES.editor_width)
    assert abs(studio.why.height() - (SIZES.why_open_low if is_small else SIZES.why_open)) <= 1
    assert studio.window.top_bar.height() == SIZES.top_bar
    assert studio.window.status_bar.height() == SIZES.status_bar


@pytest.mark.parametrize("size", [SMALLEST, SMALL, LARGE])
@pytest.mark.parametrize("tab", ["simulation", "fetch"])
def test_every_part_lies_inside_the_window(studios: Studios, size: tuple[int, int], tab: str) -> None:
    studio = example(studios, size)
    act(studio, f"view.{tab}")
    act(studio, "find.replace")
    studio.window.notices.show_notice("disk", "It changed on disk. " * 4, [("Reload", studio.close)])
    QTest.qWait(0)
    inside = studio.window.rect()
    parts = (studio.editor, studio.simulation, studio.fetch.panel, studio.why, studio.window.status_bar)
    outside = [part for part in parts if part.isVisible() and not inside.contains(place(studio, part))]
    assert outside == []
    assert studio.window.size() == inside.size()


def test_first_window_is_no_larger_than_the_screen_with_its_title(qapp: QApplication, studios: Studios) -> None:
    window = studios.start(size=None).window
    room = qapp.primaryScreen().availableSize() - QSize(0, 40)
    smallest = window.minimumSize()
    assert window.size() == QSize(*LARGE).boundedTo(room).expandedTo(smallest)


def test_window_gets_no_smaller_than_its_parts_can_bear(studios: Studios) -> None:
    studio = example(studios, SMALL)
    studio.window.resize(600, 400)
    assert (studio.window.width(), studio.window.height()) == SMALLEST


def test_smallest_window_shows_one_pane_and_the_editor_is_its_first_tab(studios: Studios) -> None:
    studio = example(studios, SMALLEST)
    strip = studio.window.work.tab_strip
    act(studio, "view.simulation")
    assert (studio.editor.isVisible(), studio.simulation.isVisible()) == (False, True)
    view = studio.simulation.view
    assert view.viewport().height() // view.rowHeight(0) >= 8
    click_tab(strip.editor_tab, 0)
    assert (studio.editor.isVisible(), studio.simulation.isVisible()) == (True, False)
    assert studio.editor.width() == studio.window.width()
    click_tab(strip.tabs, strip.tabs.currentIndex())
    assert (studio.editor.isVisible(), studio.simulation.isVisible()) == (False, True)
    studio.editor.place_caret(3)
    assert studio.editor.isVisible()
    assert has_keyboard(studio.editor)


def test_editor_is_beside_the_tabs_again_where_the_window_was_small(studios: Studios) -> None:
    studio = example(studios, SMALLEST)
    studio.window.resize(*LARGE)
    QTest.qWait(0)
    work = studio.window.work
    assert work.count() == 2
    assert work.sizes()[0] == work.editor_column.width() == SIZES.editor_width
    assert all(part.parentWidget() is work.editor_column.parentWidget() for part in work.below_editor)


def click_tab(bar: QTabBar, index: int) -> None:
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(index).center())


def test_f6_goes_round_the_panes_of_the_smallest_window(studios: Studios) -> None:
    studio = example(studios, SMALLEST)
    act(studio, "view.simulation")
    studio.editor.setFocus()
    for pane in (*panes(studio)[2:], *panes(studio)[:2]):
        press(Qt.Key.Key_F6)
        assert has_keyboard(pane), pane
        assert pane.isVisible()


def test_window_that_grows_again_has_its_panes_beside_one_another_as_they_were(studios: Studios) -> None:
    studio = example(studios, LARGE)
    before = [place(studio, part) for part in (studio.editor, studio.simulation, studio.why)]
    studio.editor.setFocus()
    studio.window.resize(*SMALLEST)
    QTest.qWait(0)
    assert has_keyboard(studio.editor)
    assert studio.why.is_folded
    studio.window.resize(*LARGE)
    QTest.qWait(0)
    assert has_keyboard(studio.editor)
    assert [place(studio, part) for part in (studio.editor, studio.simulation, studio.why)] == before


def test_text_of_a_first_file_begins_at_its_left_edge(studios: Studios) -> None:
    studio = example(studios, SMALL)
    assert part_of(studio.editor, RobotsEdit).horizontalScrollBar().maximum() > 0
    assert part_of(studio.editor, RobotsEdit).horizontalScrollBar().value() == 0


def test_answer_changes_the_size_of_nothing(studios: Studios) -> None:
    studio = example(studios, SMALL)
    parts = (studio.editor, studio.simulation, studio.why, studio.simulation.view, studio.window.work.tab_strip)
    before = [place(studio, part) for part in parts]
    for body in (b"", b"User-agent: *\nDisallow: /" + b"x" * 3000, b"User-agent: *\nDisallow: /\n" * 50):
        studio.editor.replace_body(body)
        QTest.qWait(0)
        assert [place(studio, part) for part in parts] == before


def test_shares_are_made_anew_where_the_window_becomes_small(studios: Studios) -> None:
    studio = example(studios, LARGE)
    studio.window.resize(*SMALL)
    QTest.qWait(0)
    assert studio.editor.width() == SIZES.editor_width_narrow
    studio.window.resize(*LARGE)
    QTest.qWait(0)
    assert studio.editor.width() == SIZES.editor_width


def test_small_window_shows_eight_rows_and_the_selected_one(studios: Studios) -> None:
    studio = studios.start(SMALL)
    studio.show_example()
    settle(studio)
    view = studio.simulation.view
    last = view.rowAt(view.viewport().height() - 1) - 1
    view.setCurrentIndex(view.model().index(last, 0))  # the explanation opens, and takes space from the matrix
    settle(studio)
    row, seen = view.visualRect(view.currentIndex()), view.viewport().rect()
    assert seen.contains(row)
    assert seen.height() // row.height() >= 8


def test_nothing_selected_gives_the_summary_the_room_of_an_explanation(studios: Studios) -> None:
    studio = studios.start(LARGE)
    studio.show_example()
    settle(studio)
    assert abs(studio.why.height() - SIZES.why_open) <= 1
    click_cell(studio, "/cart/checkout?step=2", "Googlebot")
    QTest.qWait(0)
    assert abs(studio.why.height() - SIZES.why_open) <= 1


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_last_step_of_an_explanation_can_be_scrolled_to(studios: Studios, size: tuple[int, int]) -> None:
    studio = example(studios, size)
    body = part_of(studio.why, WhyBody)
    bar = body.verticalScrollBar()
    bar.setValue(bar.maximum())
    steps = body.steps if body.steps.isVisible() else body.comparison
    end = steps.mapTo(body.viewport(), steps.rect().bottomLeft()).y()
    assert end <= body.viewport().height()


def test_folded_explanation_gives_its_room_to_the_matrix_and_takes_it_back(studios: Studios) -> None:
    studio = example(studios, LARGE)
    before = studio.simulation.height()
    act(studio, "simulate.why")
    QTest.qWait(0)
    assert abs(studio.why.height() - SIZES.why_folded) <= 1
    assert studio.simulation.height() > before
    act(studio, "simulate.why")
    QTest.qWait(0)
    assert studio.simulation.height() == before


def test_explanation_is_folded_in_the_fetch_tab_unless_it_was_opened_there(studios: Studios) -> None:
    studio = example(studios, LARGE)
    action = studio.window.actions_by_id["simulate.why"]
    folded = []
    for command in ("view.fetch", "simulate.why", "view.simulation", "view.fetch"):
        act(studio, command)
        folded.append((studio.why.is_folded, action.isChecked()))
    assert folded == [(True, True), (False, False), (False, False), (False, False)]


# The keyboard


def panes(studio: Studio) -> list[QWidget]:
    return [studio.window.top_bar, studio.editor, studio.simulation, studio.why]


def test_f6_goes_round_the_panes(shown: Studio) -> None:
    act(shown, "view.simulation")
    shown.editor.setFocus()
    for pane in (*panes(shown)[2:], *panes(shown)[:2]):
        press(Qt.Key.Key_F6)
        assert has_keyboard(pane), pane
    for pane in (panes(shown)[0], *reversed(panes(shown))):
        press(Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
        assert has_keyboard(pane), pane


def test_f6_on_the_start_page_goes_to_its_cards(studios: Studios) -> None:
    studio = studios.start()
    press(Qt.Key.Key_F6)
    assert has_keyboard(studio.start_page)
    press(Qt.Key.Key_F6)
    assert has_keyboard(studio.window.top_bar)


def takers_of_tab(studio: Studio) -> list[QWidget]:
    """Return the parts that take the keyboard focus by Tab, except the editor."""
    parts = studio.window.findChildren(QWidget)
    takers = [part for part in parts if part.isVisible() and part.focusPolicy() & Qt.FocusPolicy.TabFocus]
    return [part for part in takers if part.isEnabled() and not studio.editor.isAncestorOf(part)]


@pytest.mark.parametrize("tab", ["simulation", "fetch"])
def test_tab_reaches_every_part_and_comes_back(studios: Studios, tab: str) -> None:
    studio = example(studios, LARGE)
    studio.window.notices.show_notice("disk", "It was changed.", [("Reload", studio.close)])
    act(studio, f"view.{tab}")
    part_of(studio.window, DocumentBar).tabs.setFocus()
    reached: list[QWidget] = []
    while not isinstance(keyboard(), RobotsEdit):  # there Tab is a character, and F6 leaves
        reached.append(keyboard())
        press(Qt.Key.Key_Tab)
        assert len(reached) < 80
    while not has_keyboard(studio.window.notices.bar):
        press(Qt.Key.Key_F6)
    for _ in range(2):
        reached.append(keyboard())
        press(Qt.Key.Key_Tab)
    assert [part for part in takers_of_tab(studio) if part not in reached] == []


TABS = ["simulation", "fetch", "site"]


@pytest.fixture(scope="module", params=TABS)
def walked(shared: Studio, request: pytest.FixtureRequest) -> list[QWidget]:
    """Walk through the focus chain of a tab, except the text of the draft."""
    bring_forward(shared)
    act(shared, f"view.{request.param}")
    return tab_walk(shared)[:-1]


def tab_walk(studio: Studio) -> list[QWidget]:
    """Return the widgets that Tab reaches from the address field on, until the editor takes it as a character."""
    act(studio, "fetch.address")
    walked = [keyboard()]
    while not isinstance(walked[-1], RobotsEdit):
        press(Qt.Key.Key_Tab)
        walked.append(keyboard())
        assert len(walked) < 100
    return walked


def test_tab_goes_through_the_panes_in_the_order_in_which_they_are_seen(shown: Studio, walked: list[QWidget]) -> None:
    window = shown.window
    tabs = shown.pages.parentWidget()
    assert tabs is not None
    panes = [window.top_bar, shown.editor, window.work.tab_strip, tabs, shown.why, window.status_bar]
    places = [next(place for place, pane in enumerate(panes) if pane.isAncestorOf(part)) for part in walked]
    assert places == sorted(places)
    assert {0, 2, 4, 5} <= set(places)


def test_tab_goes_down_and_to_the_right_among_what_stands_together(walked: list[QWidget]) -> None:
    for before, after in pairwise(walked):
        if before.parentWidget() is after.parentWidget() and not before.isAncestorOf(after):
            first, then = before.geometry(), after.geometry()
            assert then.top() > first.center().y() or then.left() > first.left(), (before, after)


def test_tab_passes_the_filters_before_the_verdicts(shown: Studio) -> None:
    act(shown, "view.simulation")
    row, view = shown.simulation.tool_row, shown.simulation.view
    walked = tab_walk(shown)
    filters = [row.search, row.add_button, row.help_button]
    start = walked.index(shown.window.work.tab_strip.tabs)
    assert walked[start + 1 : start + 2 + len(filters)] == [*filters, view]


def rings(part: QWidget) -> list[PaneRing]:
    return [ring for ring in part.findChildren(PaneRing) if ring.isVisible()]


def test_pane_reached_by_a_key_wears_a_ring_that_goes_with_the_keyboard(studios: Studios) -> None:
    studio = example(studios, LARGE)
    studio.window.top_bar.focus_address()
    for _ in range(2):
        press(Qt.Key.Key_F6)
        (ring,) = rings(studio.window)
        assert ring.parentWidget() is keyboard()
        assert ring.geometry() == keyboard().rect()
    keyboard().resize(300, 300)
    assert ring.size() == keyboard().size()
    studio.window.top_bar.focus_address()
    assert rings(studio.window) == []
    QTest.mouseClick(studio.simulation.view.viewport(), Qt.MouseButton.LeftButton)
    assert rings(studio.window) == []


def test_selected_cell_looks_another_where_the_keyboard_is_elsewhere(studios: Studios) -> None:
    studio = example(studios, LARGE)
    click_cell(studio, studio.session.urls[2].written, "Bingbot")
    view = studio.simulation.view
    with_keyboard = view.viewport().grab().toImage()
    studio.window.top_bar.focus_address()
    assert view.viewport().grab().toImage() != with_keyboard


def test_find_looks_where_the_keyboard_is(studios: Studios) -> None:
    studio = example(studios, LARGE)
    act(studio, "find.find")
    assert has_keyboard(studio.simulation.tool_row)
    studio.editor.setFocus()
    act(studio, "find.find")
    assert has_keyboard(part_of(studio.editor, FindBar))
    press(Qt.Key.Key_Escape)
    assert has_keyboard(studio.editor)


def test_command_list_runs_a_command_by_its_name(studios: Studios) -> None:
    studio = example(studios, SMALL)
    act(studio, "help.commands")
    commands = part_of(studio.window, CommandList)
    assert place(studio, commands).width() <= studio.window.width()
    QTest.keyClicks(part_of(commands, QLineEdit), "view fetch")
    press(Qt.Key.Key_Return)
    assert not commands.isVisible()
    assert studio.window.current_tab == "fetch"


# Files from outside


def test_file_that_changed_while_the_person_was_away_is_noticed(studios: Studios, tmp_path: Path) -> None:
    studio = studios.start()
    path = tmp_path / "robots.txt"
    path.write_bytes(b"# mine\n")
    studio.open(path)
    blocker = QSignalBlocker(studio.document._file)
    path.write_bytes(b"# theirs\n")
    other = QWidget()
    other.show()
    other.activateWindow()
    QTest.qWaitForWindowActive(other)
    studio.window.activateWindow()
    QTest.qWaitForWindowActive(studio.window)
    assert studio.window.notices.bar.isVisible()
    blocker.unblock()
    other.close()
