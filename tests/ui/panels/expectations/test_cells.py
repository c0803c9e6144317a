"""Turning cells into tests, and back."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QAbstractButton, QMenu

from robotstudio.draft.expectations import parse
from robotstudio.draft.listing.marks import Expected
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.expectations import cells
from robotstudio.ui.shell import dialogs
from tests.ui.parts import button, marks_of, named
from tests.ui.studios import act, click_cell, drop_files, press, settle

BLOCKED = "block  Googlebot  /private/a\n"


def lines(studio: Studio) -> str:
    return studio.tests.file.text


def menu_of(studio: Studio) -> dict[str, object]:
    """Return the actions about tests in the menu of the matrix."""
    view = studio.simulation.view
    where = view.mapToGlobal(view.rect().center())
    at = studio.simulation.mapFromGlobal(where)
    studio.simulation.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, where))
    (menu,) = (menu for menu in studio.simulation.findChildren(QMenu) if menu.isVisible())
    found = {
        action.text(): action
        for action in menu.actions()
        if {"Test", "tests", "test"} & set(action.text().partition(":")[0].split())
    }
    menu.hide()
    return dict(found)


def notice(studio: Studio) -> str:
    return studio.window.notices.bar.accessibleName()


def choose(studio: Studio, words: str) -> None:
    action = menu_of(studio)[words]
    assert hasattr(action, "trigger")
    action.trigger()


def test_space_makes_a_test_of_the_cell_and_space_again_removes_it(studio: Studio) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    studio.simulation.view.setFocus()
    press(Qt.Key.Key_Space)
    assert lines(studio) == BLOCKED
    assert notice(studio) == "Test added: Googlebot should be blocked from /private/a."
    press(Qt.Key.Key_Space)
    assert lines(studio) == ""
    assert notice(studio) == "Test removed."


def test_space_on_several_cells_adds_what_is_missing(studio: Studio) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    studio.simulation.view.setFocus()
    press(Qt.Key.Key_Space)
    press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    press(Qt.Key.Key_Space)
    assert lines(studio) == BLOCKED + "allow  Googlebot  /\nallow  Googlebot  /private/open\n"
    press(Qt.Key.Key_Space)
    assert lines(studio) == ""
    assert notice(studio) == "3 tests removed."


def test_it_is_said_that_more_cells_were_selected_than_become_tests(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cells, "MOST_AT_ONCE", 2)
    click_cell(studio, "/private/a", "Googlebot")
    studio.simulation.view.setFocus()
    press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    press(Qt.Key.Key_Space)
    assert len(lines(studio).splitlines()) == 2
    said = "3 URLs are selected. Tests were changed for the first 2 only."
    assert said in studio.window.notices.bar.accessibleName()


@pytest.mark.parametrize(
    ("words", "added"),
    [
        ("Test: must be allowed", "allow  Googlebot  /private/a\n"),
        ("Test: must be blocked", BLOCKED),
        ("Test: must be blocked by line 2", 'block  Googlebot  /private/a  by "Disallow: /private/"\n'),
    ],
)
def test_menu_offers_three_choices(studio: Studio, words: str, added: str) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    assert len(menu_of(studio)) == 3
    choose(studio, words)
    assert lines(studio) == added


def test_menu_removes_a_test(studio: Studio) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    choose(studio, "Test: must be blocked")
    choose(studio, "Remove test")
    assert lines(studio) == ""


def test_cell_without_a_rule_can_be_kept_so(studio: Studio) -> None:
    click_cell(studio, "/", "Googlebot")
    choose(studio, "Test: must be allowed by no rule")
    assert lines(studio) == "allow  Googlebot  /  by no rule\n"


def test_several_cells_are_each_kept_by_their_lines(studio: Studio) -> None:
    click_cell(studio, "/private/a", "GPTBot")
    studio.simulation.view.selectAll()
    choose(studio, "3 tests: as now, by the same lines")
    assert lines(studio).count('by "Disallow: /"') == 3


def test_button_of_the_explanation_adds_and_removes(studio: Studio) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    assert button(studio.why, "Expect this").isVisible()
    button(studio.why, "Expect this").click()
    assert lines(studio) == BLOCKED
    assert button(studio.why, "Remove test").isVisible()
    click_cell(studio, "/", "Googlebot")
    assert button(studio.why, "Expect this").isVisible()
    click_cell(studio, "/private/a", "Googlebot")
    button(studio.why, "Remove test").click()
    assert lines(studio) == ""


def test_undo_takes_back_what_space_added_and_removed(studio: Studio) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    studio.simulation.view.setFocus()
    press(Qt.Key.Key_Space)
    button(studio.window.notices.bar, "Undo").click()
    assert lines(studio) == ""
    press(Qt.Key.Key_Space)
    press(Qt.Key.Key_Space)
    button(studio.window.notices.bar, "Undo").click()
    assert lines(studio) == BLOCKED


def test_undo_in_the_rows_takes_back_tests_and_urls_in_turn(studio: Studio) -> None:
    count = len(studio.session.urls)
    click_cell(studio, "/private/a", "Googlebot")
    studio.simulation.view.setFocus()
    press(Qt.Key.Key_Space)
    press(Qt.Key.Key_Delete)
    settle(studio)
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(studio)
    assert (len(studio.session.urls), lines(studio)) == (count, BLOCKED)
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert lines(studio) == ""


def merge_alike(studio: Studio) -> None:
    """Let Bingbot and Applebot, which read the file alike, share a column."""
    studio.session.set_crawlers(tuple(map(CATALOGUE.crawler_for, ("Bingbot", "Applebot", "GPTBot"))))
    studio.simulation.view.columns.set_merges(True)
    settle(studio)


def test_merged_column_heeds_the_tests_of_all_its_crawlers(studio: Studio) -> None:
    merge_alike(studio)
    studio.tests.change(parse("block Applebot /private/a\n"))
    settle(studio)
    click_cell(studio, "/private/a", "bingbot")
    assert "Remove test" in menu_of(studio)
    assert button(studio.why, "Remove test").isVisible()
    studio.simulation.view.setFocus()
    press(Qt.Key.Key_Space)
    assert lines(studio) == ""
    assert button(studio.why, "Expect this").isVisible()


def test_failing_pattern_counts_as_the_test_of_its_counterexample(studio: Studio) -> None:
    studio.tests.change(parse("allow Googlebot /private/*\n"))
    settle(studio)
    counterexample = next(iter(marks_of(studio.simulation).expectations))
    studio.urls.add_text(counterexample.url)
    settle(studio)
    studio.session.select(counterexample)
    assert button(studio.why, "Remove test").isVisible()
    assert "Remove test" in menu_of(studio)


def test_tests_are_imported_with_their_mistakes_told(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.expect"
    other.write_text("# theirs\nallow * /x\nalow * /y\n", "utf-8")
    monkeypatch.setattr(dialogs, "ask_tests_path", lambda *_: other)
    act(studio, "file.import_tests")
    assert lines(studio) == "allow  *  /x\n"
    assert "other.expect" in notice(studio)
    assert "Line 3" in notice(studio)
    named(studio.window.notices.bar, QAbstractButton, "Close").click()
    button(studio.window.notices.bar, "Undo").click()
    assert lines(studio) == ""


def test_dropped_tests_are_imported(studio: Studio, tmp_path: Path) -> None:
    other = tmp_path / "other.expect"
    other.write_text("allow * /x\n", "utf-8")
    drop_files(studio.window.top_bar, [other])
    assert lines(studio) == "allow  *  /x\n"
    assert studio.document.name == "robots.txt"


def test_tests_are_exported(studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    act(studio, "simulate.test")
    monkeypatch.setattr(dialogs, "ask_save_tests_path", lambda *_: tmp_path / "out.expect")
    act(studio, "file.export_tests")
    assert (tmp_path / "out.expect").read_text("utf-8") == BLOCKED
    assert studio.tests.is_modified


def test_files_that_cannot_be_used_are_told(studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogs, "ask_tests_path", lambda *_: tmp_path / "missing.expect")
    act(studio, "file.import_tests")
    assert "does not exist" in studio.window.notices.bar.accessibleName()
    monkeypatch.setattr(dialogs, "ask_save_tests_path", lambda *_: tmp_path)
    act(studio, "file.export_tests")
    assert "is a directory" in studio.window.notices.bar.accessibleName()


def test_matrix_marks_cells_that_are_not_as_expected(studio: Studio) -> None:
    settle(studio)
    studio.tests.change(parse('allow Googlebot /private/a\nallow Googlebot /\nblock GPTBot / by "Disallow: /x"\n'))
    settle(studio)
    urls = {url.written: url.url for url in studio.session.urls}
    assert {
        (cell.url, cell.token): expected for cell, expected in marks_of(studio.simulation).expectations.items()
    } == {
        (urls["/private/a"], "Googlebot"): Expected.SHOULD_ALLOW,
        (urls["/"], "Googlebot"): Expected.PASSES,
        (urls["/"], "GPTBot"): Expected.OTHER_LINE,
    }
    studio.tests.change(parse(""))
    assert not marks_of(studio.simulation).expectations
