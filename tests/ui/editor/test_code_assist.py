"""Cards and completions of the editor in the whole window, by keys alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.explain.completion import SlotKind
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.editor.byte_view import ByteView
from robotstudio.ui.editor.completer import CompletionPopup
from robotstudio.ui.editor.outline import OutlinePopup
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.widgets.popover import HoverCard
from robotstudio.urls.urls import parse_list
from tests.ui.studios import ROBOTS, Studios, settle

_CONTROL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
_ALT = Qt.KeyboardModifier.AltModifier
URLS = "https://h.example/private/a\nhttps://h.example/private/open\nhttps://h.example/shoes"


@pytest.fixture
def studio(studios: Studios) -> Studio:
    """Open a window with a draft, three test URLs and the caret in the editor."""
    found = studios.start()
    found.document.load(ROBOTS, Origin.of_template())
    found.session.set_urls(parse_list(URLS).urls)
    found.editor.setFocus()
    settle(found)
    return found


def edit_of(studio: Studio) -> RobotsEdit:
    found = studio.editor.findChild(RobotsEdit)
    assert isinstance(found, RobotsEdit)
    return found


def press(studio: Studio, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    QTest.keyClick(edit_of(studio), key, modifiers)


def test_rule_is_explained_with_what_it_decides(studio: Studio) -> None:
    edit_of(studio).place_caret(2, 14)
    press(studio, Qt.Key.Key_I, _CONTROL)
    card = studio.editor.findChild(HoverCard)
    assert isinstance(card, HoverCard)
    assert card.isVisible()
    decided = studio.session.analysis.decided_urls[2] if studio.session.analysis else 0
    assert "Matches 2 of 3 test URLs." in card.accessibleName()
    assert f"Decides {decided} of 3 URLs." in card.accessibleName()


def test_rule_is_explained_as_the_selected_crawler_reads_it(studio: Studio) -> None:
    studio.session.read_as("YandexBot")
    edit_of(studio).place_caret(2, 14)
    press(studio, Qt.Key.Key_I, _CONTROL)
    assert "Read as YandexBot." in edit_of(studio).accessibleDescription()


def test_paths_of_the_test_urls_are_proposed(studio: Studio, qtbot: QtBot) -> None:
    edit = edit_of(studio)
    edit.place_caret(3)
    QTest.keyClicks(edit, "Allow: /p")
    popup = studio.editor.findChild(CompletionPopup)
    assert isinstance(popup, CompletionPopup)
    qtbot.waitUntil(lambda: popup.isVisible() and popup.selected is not None and popup.selected.kind is SlotKind.PATH)
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert studio.editor.body().split(b"\n")[2].startswith(b"Allow: /private/")


def test_templates_are_proposed_when_asked(studio: Studio) -> None:
    edit_of(studio).place_caret(4)
    press(studio, Qt.Key.Key_Space, _CONTROL)
    popup = studio.editor.findChild(CompletionPopup)
    assert isinstance(popup, CompletionPopup)
    shown = [popup.list.words(row).text for row in popup.list.rows]
    assert {"Template: WordPress", "Template: Drupal", "Template: Magento", "Template: Shopify"} <= set(shown)


def test_outline_goes_to_a_group(studio: Studio) -> None:
    press(studio, Qt.Key.Key_O, _CONTROL | _SHIFT)
    popup = edit_of(studio).findChild(OutlinePopup)
    assert isinstance(popup, OutlinePopup)
    QTest.keyClicks(popup.field, "gpt")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert studio.editor.caret_line == 5


def test_format_is_one_undo_step_and_flips_nothing(studio: Studio, qtbot: QtBot) -> None:
    studio.editor.replace_body(b"user-agent:*\ndisallow:/a\nuser-agent: b\ndisallow:\n")
    before = studio.editor.body()
    press(studio, Qt.Key.Key_F, _SHIFT | _ALT)
    after = b"User-agent: *\nDisallow: /a\n\nUser-agent: b\nDisallow:\n"
    qtbot.waitUntil(lambda: studio.editor.body() == after)
    studio.editor.undo()
    assert studio.editor.body() == before


def test_format_of_an_even_file_says_that_there_is_nothing_to_do(studio: Studio, qtbot: QtBot) -> None:
    press(studio, Qt.Key.Key_F, _SHIFT | _ALT)
    qtbot.waitUntil(lambda: studio.window.status_bar.message.text() == "Nothing to format.")
    assert studio.window.notices.bar.isHidden()
    assert studio.editor.body() == ROBOTS


def test_bytes_are_shown_as_the_selected_crawler_sees_them(studio: Studio) -> None:
    studio.session.read_as("Googlebot")
    press(studio, Qt.Key.Key_B, _CONTROL | _SHIFT)
    view = studio.editor.findChild(ByteView)
    assert isinstance(view, ByteView)
    assert view.isVisible()
    assert "as Googlebot reads them" in view.summary
    QTest.keyClick(view.lines, Qt.Key.Key_Escape)
    assert edit_of(studio).hasFocus()
    assert not studio.window.actions_by_id["view.bytes"].isChecked()
