"""Expectations and the draft: checked after every analysis, shown in every view."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Cell
from robotstudio.draft.expectation_results import ExpectationState
from robotstudio.draft.expectations import parse, path_beside
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.expectations.controller import marks_of_results
from robotstudio.ui.panels.expectations.panel import ExpectationPanel, key_of
from robotstudio.ui.widgets.tone import Tone
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
    return [row.state for row in studio.expectations.panel.results.rows]


def status(studio: Studio) -> str:
    return studio.window.status_bar.tests.text()


def badge(studio: Studio) -> tuple[str, Tone] | None:
    tabs = studio.window.work.tab_strip.tabs
    place = next(index for index in range(tabs.count()) if tabs.tabText(index) == "Tests")
    return tabs._badges.get(place)


def test_window_without_tests_counts_none(studio: Studio) -> None:
    assert studio.window.status_bar.tests.isHidden()
    assert badge(studio) is None


def test_passing_tests_are_told_everywhere(tested: Studio) -> None:
    assert states(tested) == [ExpectationState.PASSES] * 3
    assert status(tested) == "Tests 3/3"
    assert badge(tested) == ("3/3", Tone.NEUTRAL)


def test_keystroke_that_breaks_a_test_is_told_everywhere(qtbot: QtBot, tested: Studio) -> None:
    tested.editor.place_caret(3)
    act(tested, "edit.delete_line")
    settle(tested)
    qtbot.waitUntil(lambda: status(tested) == "1 of 3 tests fails")
    assert badge(tested) == ("2/3", Tone.WARNING)
    row = next(row for row in tested.expectations.panel.results.rows if row.state is ExpectationState.FAILS)
    assert row.text == "allow Googlebot /private/open"
    assert (
        "Googlebot should be allowed to fetch /private/open: blocked by line 2"
        in tested.window.status_bar.tests.toolTip()
    )
    act(tested, "edit.undo")
    settle(tested)
    qtbot.waitUntil(lambda: status(tested) == "Tests 3/3")


def test_gutter_marks_the_line_by_which_a_test_fails_and_the_one_that_a_test_names(tested: Studio) -> None:
    assert marks_of_results(tested.expectations.panel.results.rows).keys() == {2}
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
    assert studio.expectations.panel.results.counts[ExpectationState.WAITS] == 3000
    assert status(studio) == "Tests 0/3000".replace("3000", "3,000")
    qtbot.waitUntil(lambda: status(studio) == "Tests 3,000/3,000")
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
    assert tested.expectations.panel.footer.remark == "robots.txt.expect, not saved"
    act(tested, "file.save")
    assert not tested.window.isWindowModified()
    assert path_beside(file).read_text("utf-8") == TESTS


def test_status_leads_to_the_tab(tested: Studio) -> None:
    tested.window.status_bar.tests.click()
    assert tested.window.current_tab == "tests"
    assert tested.why.is_folded


def test_chosen_test_selects_its_cell(tested: Studio) -> None:
    tested.window.show_tab("tests")
    tested.expectations.panel.table.setFocus()
    tested.expectations.panel.table.clearSelection()
    press(Qt.Key.Key_Down)
    assert tested.session.selected == Cell("/private/open", "Googlebot")
    assert tested.expectations.panel.show_cell.isHidden()


def test_test_that_is_not_in_the_matrix_is_added_if_asked(qtbot: QtBot, tested: Studio) -> None:
    tested.tests.change(parse("block Applebot /private/new\n"))
    settle(tested)
    tested.window.show_tab("tests")
    click_first_row(tested.expectations.panel)
    assert tested.session.selected is None
    assert tested.expectations.panel.show_cell.isVisible()
    tested.expectations.panel.show_cell.click()
    settle(tested)
    wanted = Cell("/private/new", "Applebot")
    qtbot.waitUntil(lambda: tested.session.selected == wanted)
    assert [crawler.token for crawler in tested.session.crawlers] == ["Googlebot", "GPTBot", "Applebot"]
    assert tested.expectations.panel.show_cell.isHidden()


def click_first_row(panel: ExpectationPanel) -> None:
    at = panel.table.visualRect(panel.table.model().index(0, 1)).center()
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_counterexample_of_a_pattern_is_added_if_asked(qtbot: QtBot, tested: Studio) -> None:
    tested.tests.change(parse("allow Applebot /private/*\n"))
    settle(tested)
    tested.window.show_tab("tests")
    panel = tested.expectations.panel
    qtbot.waitUntil(lambda: panel.results.rows[0].state is ExpectationState.FAILS)
    click_first_row(panel)
    assert panel.show_cell.isVisible()
    panel.show_cell.click()
    settle(tested)
    wanted = Cell("/private/", "Applebot")
    qtbot.waitUntil(lambda: tested.session.selected == wanted)
    assert panel.show_cell.isHidden()


def test_first_crawler_of_a_set_that_fails_is_added_if_asked(qtbot: QtBot, tested: Studio) -> None:
    tested.tests.change(parse("version 2\nallow @ai-training /private/x\n"))
    settle(tested)
    tested.window.show_tab("tests")
    panel = tested.expectations.panel
    qtbot.waitUntil(lambda: panel.results.rows[0].state is ExpectationState.FAILS)
    click_first_row(panel)
    panel.show_cell.click()
    settle(tested)
    row = panel.results.rows[0]
    assert row.judgement is not None
    wanted = Cell("/private/x", row.judgement.failing[0].token)
    qtbot.waitUntil(lambda: tested.session.selected == wanted)


def test_test_is_written_changed_and_removed(studio: Studio) -> None:
    settle(studio)
    act(studio, "simulate.new_test")
    type_text("/private/z\n")
    assert studio.tests.file.text == "block  Googlebot  /private/z\n"
    panel = studio.expectations.panel
    panel.table.select_row(key_of(panel.results.rows[0]), quietly=True)
    panel.table.setFocus()
    press(Qt.Key.Key_F2)
    panel.form.verdict.setCurrentIndex(1)
    panel.form.save.click()
    settle(studio)
    assert studio.tests.file.text == "allow  Googlebot  /private/z\n"
    assert status(studio) == "1 of 1 tests fails"
    panel.table.setFocus()
    press(Qt.Key.Key_Delete)
    assert studio.tests.file.text == ""
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert studio.tests.file.text == "allow  Googlebot  /private/z\n"


def test_form_says_what_is_so_now(studio: Studio) -> None:
    settle(studio)
    act(studio, "simulate.new_test")
    type_text("/private/z")
    assert studio.expectations.panel.form.said.text() == "Now blocked by line 2, Disallow: /private/"


def test_path_is_one_of_the_site_of_the_draft(tested: Studio) -> None:
    tested.session.set_robots_url("https://a.example/robots.txt")
    settle(tested)
    assert tested.expectations.panel.results.row_of(Cell("https://a.example/private/a", "Googlebot")) is not None
