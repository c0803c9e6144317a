"""The bars between header and text."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from robotstudio.ui.theme.tokens import LIGHT
from tests.ui.editor.parts import Parts

FILE = b"Allow: /a\nDisallow: /a\nallow: /b\n"
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def finding(parts: Parts) -> Parts:
    """Open the find bar on a draft with three matches for `allow`."""
    parts.pane.set_body(FILE)
    parts.pane.open_find(replaces=True)
    QTest.keyClicks(parts.find_bar.find_field, "allow")
    return parts


def start(parts: Parts) -> int:
    return parts.edit.textCursor().selectionStart()


def test_bar_opens_with_the_focus_in_its_field(parts: Parts) -> None:
    parts.pane.open_find()
    assert parts.find_bar.isVisible()
    assert parts.find_bar.find_field.hasFocus()
    assert not parts.find_bar.replace_field.isVisible()


def test_match_is_selected_while_typing_and_counted(finding: Parts) -> None:
    assert (finding.selected, start(finding)) == ("Allow", 0)
    assert finding.find_bar.count.text() == "1 of 3"


def test_enter_goes_on_and_shift_enter_back_around_the_ends(finding: Parts) -> None:
    field = finding.find_bar.find_field
    counts = []
    for modifier in (Qt.KeyboardModifier.NoModifier,) * 3 + (SHIFT,):
        QTest.keyClick(field, Qt.Key.Key_Return, modifier)
        counts.append(finding.find_bar.count.text())
    assert counts == ["2 of 3", "3 of 3", "1 of 3", "3 of 3"]


def test_find_next_works_with_the_bar_closed(finding: Parts) -> None:
    QTest.keyClick(finding.find_bar.find_field, Qt.Key.Key_Escape)
    finding.pane.finder.to_next()
    assert start(finding) == 13
    finding.pane.finder.to_previous()
    assert start(finding) == 0


def test_match_case(finding: Parts) -> None:
    QTest.mouseClick(finding.find_bar.case_button, Qt.MouseButton.LeftButton)
    assert finding.find_bar.count.text() == "1 of 2"
    assert start(finding) == 13


def test_what_is_not_there_is_said(finding: Parts) -> None:
    QTest.keyClicks(finding.find_bar.find_field, "xyz")
    assert finding.find_bar.count.text() == "No match"


def test_query_is_no_pattern(finding: Parts) -> None:
    finding.find_bar.find_field.setText(".*")
    assert finding.find_bar.count.text() == "No match"


def test_escape_closes_and_returns_to_the_text(finding: Parts) -> None:
    QTest.keyClick(finding.find_bar.find_field, Qt.Key.Key_Escape)
    assert not finding.find_bar.isVisible()
    assert finding.edit.hasFocus()
    assert finding.selected == "Allow"


def test_escape_in_the_text_closes_the_bar(finding: Parts) -> None:
    finding.pane.setFocus()
    QTest.keyClick(finding.edit, Qt.Key.Key_Escape)
    assert not finding.find_bar.isVisible()


def test_selection_becomes_the_query(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.select(10, 18)
    parts.pane.open_find()
    assert parts.find_bar.find_field.text() == "Disallow"
    assert parts.find_bar.count.text() == "1 of 1"


def test_selection_of_several_lines_is_no_query(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.select(0, 18)
    parts.pane.open_find()
    assert parts.find_bar.find_field.text() == ""


def test_replace_takes_one_match_and_goes_on(finding: Parts) -> None:
    QTest.keyClicks(finding.find_bar.replace_field, "X")
    QTest.keyClick(finding.find_bar.replace_field, Qt.Key.Key_Return)
    assert finding.text == "X: /a\nDisallow: /a\nallow: /b\n"
    assert finding.find_bar.count.text() == "1 of 2"
    finding.pane.undo()
    assert finding.pane.body() == FILE


def test_replace_changes_nothing_that_is_not_a_match(finding: Parts) -> None:
    finding.select(20, 21)
    QTest.keyClick(finding.find_bar.replace_field, Qt.Key.Key_Return)
    assert finding.pane.body() == FILE
    assert finding.selected == "allow"


def test_replace_all_is_one_undo_step_and_leaves_caret_and_view(finding: Parts) -> None:
    finding.edit.place_caret(2, 5)
    finding.find_bar.replace_field.setText("forbid🤖")
    finding.find_bar.replace_all_button.click()
    assert finding.text == "forbid🤖: /a\nDisforbid🤖: /a\nforbid🤖: /b\n"
    assert finding.pane.caret_line == 2
    finding.pane.undo()
    assert finding.pane.body() == FILE
    assert not finding.pane.is_modified


def test_replacing_by_what_contains_the_query_ends(finding: Parts) -> None:
    finding.find_bar.replace_field.setText("allowallow")
    finding.find_bar.replace_all_button.click()
    assert finding.find_bar.count.text() == "3 replaced"


def test_replace_all_in_lines_with_foreign_bytes_loses_none(parts: Parts) -> None:
    body = b"a\xff\0 allow \xe2\x80\xa8\r\n\xc2\xa0allow\r\n"
    parts.pane.set_body(body)
    parts.pane.open_find(replaces=True)
    parts.find_bar.find_field.setText("allow")
    parts.find_bar.replace_all_button.click()
    assert parts.pane.body() == body.replace(b"allow", b"")


def test_count_follows_the_text(finding: Parts) -> None:
    finding.edit.place_caret(1)
    QTest.keyClicks(finding.edit, "allow ")
    assert finding.find_bar.count.text() == "4 found"


def test_visible_matches_are_marked_until_the_bar_closes(finding: Parts) -> None:
    def seen() -> bool:
        image = finding.edit.viewport().grab().toImage()
        colors = {image.pixelColor(x, 6 + 40 + 4).name().upper() for x in range(14, 60)}
        return LIGHT.warning_tint in colors

    assert seen()
    finding.find_bar.close_bar()
    assert not seen()


def test_whole_words(finding: Parts) -> None:
    finding.find_bar.word_button.click()
    assert finding.find_bar.count.text() == "1 of 2"


@pytest.fixture
def expressing(finding: Parts) -> Parts:
    """Make the bar search for regular expressions."""
    finding.find_bar.expression_button.click()
    return finding


def test_expression_is_found_counted_and_gone_through(expressing: Parts) -> None:
    expressing.find_bar.find_field.setText("^(dis)?allow")
    assert (expressing.selected, expressing.find_bar.count.text()) == ("Allow", "1 of 3")
    expressing.pane.finder.to_next()
    assert (expressing.selected, expressing.find_bar.count.text()) == ("Disallow", "2 of 3")


def test_starts_of_lines_are_gone_through_although_nothing_is_selected(expressing: Parts) -> None:
    expressing.find_bar.find_field.setText("^")
    counts = []
    for _ in range(4):
        expressing.pane.finder.to_next()
        counts.append((expressing.pane.caret_line, expressing.find_bar.count.text()))
    assert counts == [(2, "2 of 4"), (3, "3 of 4"), (4, "4 of 4"), (1, "1 of 4")]


def test_wrong_expression_is_said_in_a_sentence_and_marks_nothing(expressing: Parts) -> None:
    expressing.find_bar.find_field.setText("(allow")
    assert expressing.find_bar.message.text() == "A ( has no ) after it."
    assert expressing.find_bar.count.text() == ""
    expressing.pane.finder.replace_all()
    expressing.pane.finder.replace_one()
    assert expressing.pane.body() == FILE
    QTest.keyClicks(expressing.find_bar.find_field, ")")
    assert (expressing.find_bar.message.text(), expressing.find_bar.count.text()) == ("", "1 of 3")


def test_line_with_more_matches_than_are_listed_is_painted_before_the_bar_says_so(expressing: Parts) -> None:
    expressing.pane.replace_body(b"\n" + b"#" * 200_000)  # in such a long text, results follow after a pause in typing
    expressing.find_bar.find_field.setText("x")
    expressing.edit.insertPlainText("x" * 60_000)
    before = expressing.find_bar.message.text()
    assert not expressing.edit.grab().isNull()
    assert expressing.find_bar.message.text() == before


def test_groups_are_put_into_the_replacement_in_one_undo_step(expressing: Parts) -> None:
    expressing.find_bar.find_field.setText("^(.*?): (.*)$")
    expressing.find_bar.replace_field.setText(r"\1: \2$\n# \1")
    expressing.find_bar.replace_all_button.click()
    assert expressing.text == "Allow: /a$\n# Allow\nDisallow: /a$\n# Disallow\nallow: /b$\n# allow\n"
    expressing.pane.undo()
    assert expressing.pane.body() == FILE


def test_one_match_is_replaced_with_its_groups(expressing: Parts) -> None:
    expressing.find_bar.find_field.setText("/(.)$")
    QTest.keyClicks(expressing.find_bar.replace_field, r"\1/")
    QTest.keyClick(expressing.find_bar.replace_field, Qt.Key.Key_Return)
    assert expressing.text == "Allow: a/\nDisallow: /a\nallow: /b\n"
    assert expressing.find_bar.count.text() == "1 of 2"


def test_group_that_there_is_not_is_said_and_replaces_nothing(expressing: Parts) -> None:
    expressing.find_bar.find_field.setText("/(.)$")
    expressing.find_bar.replace_field.setText(r"\2")
    assert expressing.find_bar.message.text() == r"Group 2 does not exist in the expression, so \2 is invalid."
    assert expressing.find_bar.count.text() == "1 of 3"
    expressing.find_bar.replace_all_button.click()
    QTest.keyClick(expressing.find_bar.replace_field, Qt.Key.Key_Return)
    assert expressing.pane.body() == FILE


def test_selected_lines_are_where_is_looked_until_the_bar_closes(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.select(0, 15)
    parts.pane.open_find(replaces=True)
    assert parts.find_bar.selection_button.isChecked()
    parts.find_bar.find_field.setText("allow")
    assert parts.find_bar.count.text() == "1 of 1"
    parts.find_bar.close_bar()
    parts.pane.finder.to_next()
    parts.pane.open_find()
    assert parts.find_bar.count.text() == "2 of 3"


def test_replacing_in_the_selection_leaves_the_rest_and_goes_on_in_it(parts: Parts) -> None:
    parts.pane.set_body(b"aa\naa\naa\n")
    parts.select(0, 6)
    parts.pane.open_find(replaces=True)
    parts.find_bar.find_field.setText("a")
    parts.find_bar.replace_field.setText("aa")
    parts.find_bar.replace_all_button.click()
    assert parts.text == "aaaa\naaaa\naa\n"
    parts.find_bar.replace_all_button.click()
    assert parts.text == "aaaaaaaa\naaaaaaaa\naa\n"
    parts.pane.undo()
    assert parts.text == "aaaa\naaaa\naa\n"


def test_match_that_was_found_is_no_selection_to_look_in(finding: Parts) -> None:
    finding.find_bar.selection_button.click()
    assert not finding.find_bar.selection_button.isChecked()
    assert finding.find_bar.message.text() == "Select a part of the file first."
    finding.select(0, 8)
    finding.find_bar.selection_button.click()
    assert finding.find_bar.count.text() == "1 of 1"


def test_another_file_is_searched_as_a_whole(finding: Parts) -> None:
    finding.select(0, 8)
    finding.find_bar.selection_button.click()
    finding.pane.set_body(FILE + FILE)
    assert not finding.find_bar.selection_button.isChecked()
    assert finding.find_bar.count.text() == "6 found"


def test_count_stands_below_where_the_editor_is_narrow(finding: Parts) -> None:
    def is_below() -> bool:
        return finding.find_bar.count.y() > finding.find_bar.find_field.geometry().bottom()

    assert not is_below()
    finding.pane.resize(372, 600)
    QApplication.processEvents()
    assert is_below()
    assert finding.find_bar.find_field.width() > 90


def test_find_and_go_to_are_not_open_together(finding: Parts) -> None:
    finding.pane.open_go_to_line()
    assert not finding.find_bar.isVisible()
    finding.pane.open_find()
    assert not finding.go_to_bar.isVisible()


@pytest.fixture
def asking(parts: Parts) -> Parts:
    """Open the go-to-line bar on a draft of 38 lines."""
    parts.pane.set_body(b"Allow: /\n" * 37)
    parts.pane.open_go_to_line()
    return parts


def enter(parts: Parts, text: str) -> None:
    parts.go_to_bar.field.setText(text)
    QTest.keyClick(parts.go_to_bar.field, Qt.Key.Key_Return)


@pytest.mark.parametrize(("typed", "place"), [("12", (12, 0)), ("38", (38, 0)), (" 3 ", (3, 0)), ("4:6", (4, 5))])
def test_line_is_gone_to(asking: Parts, typed: str, place: tuple[int, int]) -> None:
    enter(asking, typed)
    cursor = asking.edit.textCursor()
    assert (cursor.blockNumber() + 1, cursor.positionInBlock()) == place
    assert not asking.go_to_bar.isVisible()
    assert asking.edit.hasFocus()


def test_column_beyond_the_line_is_its_end(asking: Parts) -> None:
    enter(asking, "2:999")
    assert asking.edit.textCursor().positionInBlock() == len("Allow: /")


@pytest.mark.parametrize("typed", ["0", "39", "-1", "x", "1:x", "٣", "9" * 5000, ""])
def test_what_is_no_line_is_answered_with_a_sentence(asking: Parts, typed: str) -> None:
    enter(asking, typed)
    assert asking.go_to_bar.message == "Enter a line from 1 to 38."
    assert asking.go_to_bar.isVisible()
    assert asking.pane.caret_line == 1


def test_sentence_goes_when_something_else_is_typed(asking: Parts) -> None:
    enter(asking, "99")
    QTest.keyClicks(asking.go_to_bar.field, "5")
    assert asking.go_to_bar.message == ""


def test_escape_returns_to_the_text(asking: Parts) -> None:
    QTest.keyClick(asking.go_to_bar.field, Qt.Key.Key_Escape)
    assert not asking.go_to_bar.isVisible()
    assert asking.edit.hasFocus()


def test_bar_begins_with_the_line_of_the_caret(asking: Parts) -> None:
    asking.pane.place_caret(7)
    asking.pane.open_go_to_line()
    assert asking.go_to_bar.field.text() == "7"


def test_tab_leads_from_what_is_looked_for_to_what_replaces_it(finding: Parts) -> None:
    """Tab used to lead to a switch, so that the new word was lost and *Replace all* replaced with nothing."""
    bar = finding.find_bar
    bar.find_field.setFocus()
    QTest.keyClick(bar.find_field, Qt.Key.Key_Tab)
    assert bar.replace_field.hasFocus()
    QTest.keyClick(bar.replace_field, Qt.Key.Key_Backtab)
    assert bar.find_field.hasFocus()
    QTest.keyClick(bar.replace_field, Qt.Key.Key_Tab)
    assert not bar.find_field.hasFocus()


def test_tab_from_what_is_looked_for_goes_on_where_nothing_is_replaced(parts: Parts) -> None:
    parts.pane.open_find()
    QTest.keyClick(parts.find_bar.find_field, Qt.Key.Key_Tab)
    assert not parts.find_bar.replace_field.hasFocus()
