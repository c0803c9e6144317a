"""Expectations and the draft: checked after every analysis, shown in every view."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Cell
from robotstudio.draft.expectation_results import ExampleCell, ExpectationRow, ExpectationState
from robotstudio.draft.expectations import parse, path_beside
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.expectations.controller import marks_of_results
from robotstudio.ui.panels.expectations.unlisted import UnlistedPopup
from robotstudio.ui.panels.simulation import listing
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import SaveChoice
from tests.ui.panels.simulation.filters import filters_of
from tests.ui.parts import button
from tests.ui.studios import act, press, settle, type_text

TESTS = 'block Googlebot /private/a by "Disallow: /private/"\nallow Googlebot /private/open\nblock GPTBot /\n'


@pytest.fixture
def tested(studio: Studio) -> Studio:
    """Open the window with three tests that the draft passes."""
    settle(studio)
    studio.tests.change(parse(TESTS))
    settle(studio)
    return studio


def states(studio: Studio) -> list[ExpectationState]:
    return [row.state for row in studio.expectations.results.rows]


def status(studio: Studio) -> str:
    return studio.window.status_bar.tests.text()


def listed(studio: Studio) -> list[str]:
    matrix = studio.simulation.view.matrix
    return [url.path for row in range(matrix.rowCount()) if (url := matrix.url_at(row))]


def offer(studio: Studio, words: str) -> None:
    """Press a button of the line above the matrix."""
    next(button for button in studio.simulation.expecting.buttons if button.text() == words).click()


def test_window_without_tests_counts_none(studio: Studio) -> None:
    assert studio.window.status_bar.tests.isHidden()


def test_passing_tests_are_told_everywhere(tested: Studio) -> None:
    assert states(tested) == [ExpectationState.PASSES] * 3
    assert status(tested) == "3 of 3 tests pass"


def test_keystroke_that_breaks_a_test_is_told_everywhere(qtbot: QtBot, tested: Studio) -> None:
    tested.editor.place_caret(3)
    act(tested, "edit.delete_line")
    settle(tested)
    qtbot.waitUntil(lambda: status(tested) == "1 of 3 tests fails")
    row = next(row for row in tested.expectations.results.rows if row.state is ExpectationState.FAILS)
    assert row.text == "allow Googlebot /private/open"
    assert (
        "Googlebot should be allowed to fetch /private/open: blocked by line 2"
        in tested.window.status_bar.tests.toolTip()
    )
    act(tested, "edit.undo")
    settle(tested)
    qtbot.waitUntil(lambda: status(tested) == "3 of 3 tests pass")


def test_gutter_marks_the_line_by_which_a_test_fails_and_the_one_that_a_test_names(tested: Studio) -> None:
    assert marks_of_results(tested.expectations.results.rows).keys() == {2}
    pin = tested.editor.annotations.expectation_mark(2)
    assert pin is not None
    assert not pin.fails
    tested.tests.change(parse(TESTS + "allow Googlebot /private/b\n"))
    settle(tested)
    pin = tested.editor.annotations.expectation_mark(2)
    assert pin is not None
    assert pin.fails
    assert pin.tooltip == "Googlebot should be allowed to fetch /private/b: blocked by line 2, Disallow: /private/"


def test_mark_in_the_gutter_moves_with_its_line(tested: Studio) -> None:
    tested.editor.place_caret(1)
    type_text("# new\n")
    settle(tested)
    assert tested.editor.annotations.expectation_mark(3) is not None
    assert tested.editor.annotations.expectation_mark(2) is None


def test_many_tests_are_judged_in_the_background(qtbot: QtBot, studio: Studio) -> None:
    settle(studio)
    text = "".join(f"block Googlebot /private/{number}\n" for number in range(3000))
    studio.tests.change(parse(text))
    assert studio.expectations.results.counts[ExpectationState.WAITS] == 3000
    assert status(studio) == "0 of 3,000 tests pass"
    qtbot.waitUntil(lambda: status(studio) == "3,000 of 3,000 tests pass")
    studio.editor.place_caret(2)
    act(studio, "edit.delete_line")
    qtbot.waitUntil(lambda: status(studio) == "3,000 of 3,000 tests fail")


def test_tests_beside_a_file_are_opened_with_it(studio: Studio, file: Path) -> None:
    path_beside(file).write_text(TESTS, "utf-8")
    studio.document.open(file)
    settle(studio)
    assert studio.tests.file.text == TESTS
    assert not studio.window.isWindowModified()


def test_changed_tests_make_the_window_modified_and_are_saved_with_the_file(tested: Studio, file: Path) -> None:
    assert tested.window.isWindowModified()
    assert "robots.txt.expect, not saved" in tested.window.status_bar.tests.toolTip()
    act(tested, "file.save")
    assert "not saved" not in tested.window.status_bar.tests.toolTip()
    assert not tested.window.isWindowModified()
    assert path_beside(file).read_text("utf-8") == TESTS


def test_status_lists_what_is_expected(tested: Studio) -> None:
    act(tested, "view.fetch")
    tested.simulation.tool_row.search.setText("open")
    tested.window.status_bar.tests.click()
    assert tested.window.current_tab == "simulation"
    assert tested.simulation.tool_row.chips == ("Expected",)
    assert listed(tested) == ["/", "/private/a", "/private/open"]


def test_failing_tests_come_first(tested: Studio) -> None:
    tested.tests.change(parse("block Googlebot /private/a\nblock Googlebot /private/open\n"))
    settle(tested)
    act(tested, "view.tests")
    assert listed(tested) == ["/private/open", "/private/a"]
    assert filters_of(tested.simulation.tool_row)["Expected, failing"] == "1"


def test_without_tests_it_is_said_how_to_begin(studio: Studio) -> None:
    settle(studio)
    act(studio, "view.tests")
    assert studio.simulation.hint.isVisible()
    assert studio.simulation.hint.sentence == "No tests yet. Select a verdict and press Space."


def flask(studio: Studio, row: int, column: int) -> QPoint:
    """Return the position of the flask in a cell."""
    view = studio.simulation.view
    rect = view.visualRect(view.model().index(row, column))
    return QPoint(rect.right() - 10, rect.center().y())


def choose(studio: Studio, words: str) -> None:
    menu = next(menu for menu in studio.page.findChildren(QMenu) if menu.isVisible())
    next(action for action in menu.actions() if action.text() == words).trigger()
    menu.close()


def test_click_on_the_flask_removes_the_expectation_and_can_be_undone(tested: Studio) -> None:
    act(tested, "view.tests")
    view = tested.simulation.view
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=flask(tested, 1, 0))
    choose(tested, "Remove test")
    assert tested.tests.file.text == TESTS.partition("\n")[2]
    button(tested.window.notices.bar, "Undo").click()
    assert tested.tests.file.text == TESTS


def test_click_on_the_flask_edits_the_expectation(tested: Studio) -> None:
    act(tested, "view.tests")
    view = tested.simulation.view
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=flask(tested, 1, 0))
    choose(tested, "Edit test…")
    form = tested.expectations.form
    assert (form.url.text(), form.rule.text()) == ("/private/a", "Disallow: /private/")
    form.by.setCurrentIndex(0)
    form.save.click()
    assert tested.tests.file.text.startswith("block  Googlebot  /private/a\n")


def test_click_beside_the_flask_opens_nothing(tested: Studio) -> None:
    act(tested, "view.tests")
    view = tested.simulation.view
    rect = view.visualRect(view.model().index(1, 0))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert not [menu for menu in tested.page.findChildren(QMenu) if menu.isVisible()]
    assert tested.session.selected == Cell("/private/a", "Googlebot")


def test_drag_that_ends_on_a_flask_opens_nothing(tested: Studio) -> None:
    act(tested, "view.tests")
    viewport, left = tested.simulation.view.viewport(), Qt.MouseButton.LeftButton
    for start, end in ((flask(tested, 2, 0), flask(tested, 1, 0)), (QPoint(4, 4), flask(tested, 1, 0))):
        QTest.mousePress(viewport, left, pos=start)
        QTest.mouseMove(viewport, end)
        QTest.mouseRelease(viewport, left, pos=end)
    assert not [menu for menu in tested.page.findChildren(QMenu) if menu.isVisible()]


@pytest.mark.parametrize("before", ["search", "narrowed"])
def test_tests_are_listed_whatever_was_listed_before(tested: Studio, before: str) -> None:
    if before == "search":
        tested.simulation.tool_row.search.setText("open")
    else:
        tested.simulation.narrow("Some", np.array([0]))
    act(tested, "view.tests")
    assert listed(tested) == ["/", "/private/a", "/private/open"]
    assert tested.simulation.narrowing.isHidden()


def test_test_that_is_not_in_the_matrix_is_named_and_added_if_asked(qtbot: QtBot, tested: Studio) -> None:
    tested.tests.change(parse("block Applebot /private/new\n"))
    settle(tested)
    assert tested.simulation.expecting.isHidden()
    act(tested, "view.tests")
    assert tested.simulation.expecting.accessibleName() == "1 test is about another URL or crawler, a pattern or a sum."
    offer(tested, "Add to the table")
    settle(tested)
    wanted = Cell("/private/new", "Applebot")
    qtbot.waitUntil(lambda: tested.session.selected == wanted)
    assert [crawler.token for crawler in tested.session.crawlers] == ["Googlebot", "GPTBot", "Applebot"]
    assert tested.simulation.expecting.isHidden()
    assert listed(tested) == ["/private/new"]


@pytest.mark.parametrize(
    ("text", "path"),
    [("allow Applebot /private/*\n", "/private/"), ("version 2\nallow @ai-training /private/x\n", "/private/x")],
)
def test_counterexample_of_a_pattern_or_a_set_is_added_if_asked(
    qtbot: QtBot, tested: Studio, text: str, path: str
) -> None:
    tested.tests.change(parse(text))
    settle(tested)
    act(tested, "view.tests")
    results = tested.expectations
    qtbot.waitUntil(lambda: results.results.rows[0].state is ExpectationState.FAILS)
    settle(tested)
    offer(tested, "Add to the table")
    settle(tested)
    qtbot.waitUntil(lambda: tested.session.selected is not None and tested.session.selected.url == path)
    assert tested.simulation.expecting.isHidden()


def test_tests_without_a_cell_are_listed_to_edit_or_remove_them(tested: Studio) -> None:
    tested.tests.change(parse("block GPTBot /private/*\nalow x /\n"))
    settle(tested)
    act(tested, "view.tests")
    said = tested.simulation.expecting.accessibleName()
    assert said.startswith(
        "1 test is about another URL or crawler, a pattern or a sum. · 1 test cannot be read: Line 2: "
    )
    tests = open_list(tested)
    edit, remove = (tests.list.words(row).text for row in tests.list.rows)
    assert (edit, remove) == ("passes: GPTBot should be blocked from /private/*", "Remove the line: alow x /")
    press(Qt.Key.Key_Return)
    assert tested.expectations.form.url.text() == "/private/*"
    tests = open_list(tested)
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Return)
    assert tested.tests.file.text == "block GPTBot /private/*\n"


def open_list(studio: Studio) -> UnlistedPopup:
    offer(studio, "View tests…")
    return next(popup for popup in studio.page.findChildren(UnlistedPopup) if popup.isVisible())


def test_every_test_without_a_cell_can_be_found(tested: Studio) -> None:
    tested.tests.change(parse("".join(f"block Applebot /private/{number}\n" for number in range(100))))
    settle(tested)
    act(tested, "view.tests")
    tests = open_list(tested)
    assert len(tests.list.rows) == 100
    type_text("private/77")
    assert [row.text for row in tests.list.rows] == ["block Applebot /private/77"]
    press(Qt.Key.Key_Return)
    assert tested.expectations.form.url.text() == "/private/77"


def test_tests_without_a_cell_are_looked_for_only_while_tests_are_listed(
    tested: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = list[str]()
    find = ExpectationRow.example

    def example(row: ExpectationRow, *given: Any) -> ExampleCell | None:
        looked.append(row.text)
        return find(row, *given)

    tested.tests.change(parse("block Applebot /private/new\n"))
    settle(tested)
    monkeypatch.setattr(ExpectationRow, "example", example)
    type_text("#")
    settle(tested)
    assert looked == ["block Applebot /private/new"]


def test_form_saves_over_its_own_test_although_lines_before_it_are_gone(tested: Studio) -> None:
    tested.expectations.edit(tested.expectations.results.rows[1])
    tested.tests.change(tested.tests.file.without(1))
    form = tested.expectations.form
    form.verdict.setCurrentIndex(0)
    form.save.click()
    assert tested.tests.file.text == "block  Googlebot  /private/open\nblock GPTBot /\n"
    assert tested.window.notices.bar.accessibleName() == "Test changed."
    button(tested.window.notices.bar, "Undo").click()
    assert tested.tests.file.text == TESTS.partition("\n")[2]


def test_form_adds_its_test_if_the_file_no_longer_has_it(tested: Studio) -> None:
    tested.expectations.edit(tested.expectations.results.rows[2])
    tested.tests.change(parse(""))
    tested.expectations.form.save.click()
    assert tested.tests.file.text == "block  GPTBot  /\n"
    tested.expectations.edit(tested.expectations.results.rows[0])
    tested.tests.change(parse(""))
    tested.expectations.form.remove.click()
    assert tested.tests.file.text == ""


def test_form_is_closed_when_another_file_is_opened(
    tested: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_save_changes", lambda *_: SaveChoice.DISCARD)
    other = tmp_path / "other" / "robots.txt"
    other.parent.mkdir()
    other.write_text("User-agent: *\nDisallow: /x\n", "utf-8")
    tested.expectations.edit(tested.expectations.results.rows[0])
    tested.document.open(other)
    assert tested.expectations.form.isHidden()


def test_test_is_written(studio: Studio) -> None:
    settle(studio)
    act(studio, "simulate.new_test")
    type_text("/private/z\n")
    assert studio.tests.file.text == "block  Googlebot  /private/z\n"
    press(Qt.Key.Key_Escape)
    assert studio.expectations.form.isHidden()


def test_form_says_what_is_so_now(studio: Studio) -> None:
    settle(studio)
    act(studio, "simulate.new_test")
    type_text("/private/z")
    assert studio.expectations.form.said.text() == "Now blocked by line 2, Disallow: /private/"


def test_added_cell_is_selected_even_if_the_rows_are_listed_in_a_thread(
    qtbot: QtBot, tested: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "_MOST_AT_ONCE", 1)
    tested.tests.change(parse("block Applebot /private/new\n"))
    settle(tested)
    act(tested, "view.tests")
    qtbot.waitUntil(lambda: bool(tested.simulation.expecting.buttons))
    offer(tested, "Add to the table")
    wanted = Cell("/private/new", "Applebot")
    qtbot.waitUntil(lambda: tested.session.selected == wanted)
    tested.session.select(None)
    type_text("#")
    settle(tested)
    assert tested.session.selected is None


def test_path_is_one_of_the_site_of_the_draft(tested: Studio) -> None:
    tested.session.set_robots_url("https://a.example/robots.txt")
    settle(tested)
    wanted = Cell("https://a.example/private/a", "Googlebot")
    assert wanted in {row.cell for row in tested.expectations.results.rows}
