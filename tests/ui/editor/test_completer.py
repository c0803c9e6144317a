"""Completion, by keys alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.explain.completion import CompletionContext, Proposal, Slot, SlotKind, proposals
from robotstudio.ui.editor.completer import CompletionPopup
from tests.ui.editor.parts import Parts, part

TEMPLATE = Proposal(SlotKind.TEMPLATE, "User-agent: *\nDisallow:\n", "what it does", "Template: Open")


def propose(slot: Slot, is_asked: bool) -> tuple[Proposal, ...]:
    found = proposals(slot, CompletionContext())
    return (*found, TEMPLATE) if is_asked and slot.kind is SlotKind.FIELD else found


@pytest.fixture
def helped(parts: Parts) -> Parts:
    """Return an empty draft with completions."""
    parts.pane.assistance.completer.set_source(propose)
    return parts


def popup_of(parts: Parts) -> CompletionPopup:
    return part(parts.pane, CompletionPopup)


def type_and_wait(parts: Parts, qtbot: QtBot, text: str) -> None:
    QTest.keyClicks(parts.edit, text)
    qtbot.waitUntil(popup_of(parts).isVisible)


def press(parts: Parts, key: Qt.Key) -> None:
    QTest.keyClick(parts.edit, key)


def test_fields_are_proposed_while_one_types(helped: Parts, qtbot: QtBot) -> None:
    type_and_wait(helped, qtbot, "Dis")
    assert helped.edit.hasFocus()
    press(helped, Qt.Key.Key_Tab)
    assert helped.text == "Disallow: "


def test_crawlers_are_proposed_behind_the_colon(helped: Parts, qtbot: QtBot) -> None:
    type_and_wait(helped, qtbot, "User-agent:")
    press(helped, Qt.Key.Key_Tab)
    assert helped.text == "User-agent: *", "the commonest comes first"


def test_enter_takes_what_is_selected(helped: Parts, qtbot: QtBot) -> None:
    type_and_wait(helped, qtbot, "Dis")
    press(helped, Qt.Key.Key_Return)
    assert helped.text == "Disallow: "
    assert not popup_of(helped).isVisible()


def test_enter_takes_what_was_moved_to(helped: Parts) -> None:
    helped.pane.assistance.complete()
    press(helped, Qt.Key.Key_Down)
    press(helped, Qt.Key.Key_Return)
    assert helped.text == "Disallow: "


def test_escape_closes_the_list_and_leaves_the_text(helped: Parts, qtbot: QtBot) -> None:
    type_and_wait(helped, qtbot, "Dis")
    press(helped, Qt.Key.Key_Escape)
    assert not popup_of(helped).isVisible()
    assert helped.text == "Dis"


def test_taking_one_is_one_undo_step(helped: Parts, qtbot: QtBot) -> None:
    type_and_wait(helped, qtbot, "Dis")
    press(helped, Qt.Key.Key_Tab)
    helped.pane.undo()
    assert helped.text == "Dis"


def test_field_before_a_colon_is_only_renamed(helped: Parts) -> None:
    helped.pane.set_body(b"Disalow: /x\n")
    helped.edit.place_caret(1, 4)
    helped.pane.assistance.complete()
    press(helped, Qt.Key.Key_Tab)
    assert helped.text == "Disallow: /x\n"


def test_template_is_inserted_behind_an_empty_line(helped: Parts) -> None:
    helped.pane.set_body(b"User-agent: a\nDisallow: /\n")
    helped.edit.place_caret(3)
    helped.pane.assistance.complete()
    press(helped, Qt.Key.Key_Up)
    press(helped, Qt.Key.Key_Return)
    assert helped.text == "User-agent: a\nDisallow: /\n\nUser-agent: *\nDisallow:"


def test_list_follows_what_is_typed_and_goes_when_nothing_fits(helped: Parts, qtbot: QtBot) -> None:
    type_and_wait(helped, qtbot, "S")
    type_and_wait(helped, qtbot, "i")
    selected = popup_of(helped).selected
    assert selected is not None
    assert selected.title == "Sitemap"
    QTest.keyClicks(helped.edit, "zzz")
    qtbot.waitUntil(lambda: not popup_of(helped).isVisible())


def test_moving_the_caret_closes_the_list(helped: Parts, qtbot: QtBot) -> None:
    type_and_wait(helped, qtbot, "Dis")
    press(helped, Qt.Key.Key_Left)
    assert not popup_of(helped).isVisible()


def test_nothing_is_proposed_in_a_comment(helped: Parts) -> None:
    QTest.keyClicks(helped.edit, "# User-agent: g")
    helped.pane.assistance.complete()
    assert not popup_of(helped).isVisible()


def test_what_would_be_taken_is_told_to_an_assistive_program(helped: Parts, qtbot: QtBot) -> None:
    type_and_wait(helped, qtbot, "Sitem")
    assert helped.edit.accessibleDescription().startswith("Sitemap, The URL of a list")
    press(helped, Qt.Key.Key_Escape)
    assert not helped.edit.accessibleDescription()


def test_text_of_two_units_before_the_caret_is_counted_as_qt_does(helped: Parts) -> None:
    helped.pane.set_body("Sitemap: 😀\nSit".encode())
    helped.edit.place_caret(2, 4)
    helped.pane.assistance.complete()
    press(helped, Qt.Key.Key_Tab)
    assert helped.text == "Sitemap: 😀\nSitemap: "


def test_what_is_long_is_said_below_the_list(helped: Parts) -> None:
    helped.pane.assistance.complete()
    press(helped, Qt.Key.Key_Up)
    assert popup_of(helped).footer.isVisible()
    assert popup_of(helped).footer.text() == "what it does"


def test_short_notes_need_no_room_below_the_list(helped: Parts, qtbot: QtBot) -> None:
    type_and_wait(helped, qtbot, "User-agent: gptb")
    assert not popup_of(helped).footer.isVisible()


def test_list_says_which_keys_take_a_proposal(helped: Parts) -> None:
    helped.pane.assistance.complete()
    popup = popup_of(helped)
    assert popup.keys.isVisible()
    assert "Enter" in popup.keys.text()
    assert "Tab" in popup.keys.text()
    assert popup.rect().contains(popup.keys.geometry())
    assert not popup.keys.geometry().intersects(popup.list.geometry())
