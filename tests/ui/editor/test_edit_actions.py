"""Commands of the Edit menu act on the widget with the keyboard focus."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.bars import FindBar
from robotstudio.ui.editor.robots_edit import RobotsEdit
from tests.ui.parts import part_of
from tests.ui.studios import ROBOTS, Studios, act, click_cell, press, settle, type_text


@pytest.fixture(autouse=True)
def _own_clipboard() -> None:
    QGuiApplication.clipboard().setText("/pasted")


def test_paste_on_the_start_page_is_for_the_address(studios: Studios) -> None:
    studio = studios.start()
    act(studio, "fetch.address")
    act(studio, "edit.paste")
    assert studio.window.top_bar.address.text() == "/pasted"
    act(studio, "edit.undo")
    assert studio.window.top_bar.address.text() == ""
    assert studio.editor.body() == b""


def test_nothing_out_of_sight_is_edited(studios: Studios) -> None:
    studio = studios.start()
    studio.start_page.example_card.setFocus()
    act(studio, "edit.paste")
    assert studio.editor.body() == b""
    assert studio.window.is_on_start_page


def test_draft_is_shown_before_it_is_changed(studio: Studio) -> None:
    act(studio, "file.start")
    act(studio, "edit.comment")
    assert not studio.window.is_on_start_page
    assert studio.editor.body().startswith(b"# User-agent")


def test_draft_is_edited_where_it_has_the_keyboard(studio: Studio) -> None:
    studio.editor.place_caret(1)
    act(studio, "edit.paste")
    assert studio.editor.body() == b"/pasted" + ROBOTS
    act(studio, "edit.undo")
    assert studio.editor.body() == ROBOTS
    act(studio, "edit.redo")
    act(studio, "edit.select_all")
    act(studio, "edit.cut")
    assert studio.editor.body() == b""
    assert QGuiApplication.clipboard().text() == "/pasted" + ROBOTS.decode()


def test_draft_is_edited_where_the_keyboard_is_on_a_button(studio: Studio) -> None:
    studio.editor.place_caret(1)
    studio.window.top_bar.fetch_button.setFocus()
    act(studio, "edit.paste")
    assert studio.editor.body() == b"/pasted" + ROBOTS


def test_field_to_find_is_edited_before_the_draft(studio: Studio) -> None:
    studio.editor.place_caret(1)
    act(studio, "find.find")
    act(studio, "edit.select_all")
    act(studio, "edit.paste")
    assert part_of(studio.editor, FindBar).find_field.text() == "/pasted"
    assert studio.editor.body() == ROBOTS


def test_matrix_copies_rows_and_takes_urls(studio: Studio) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    act(studio, "edit.paste")
    assert studio.session.urls[-1].written == "/pasted"
    click_cell(studio, "/private/a", "Googlebot")
    act(studio, "edit.copy")
    assert QGuiApplication.clipboard().text().split("\n")[1].startswith("/private/a\t")
    press(Qt.Key.Key_Delete)
    assert [url.written for url in studio.session.urls] == ["/", "/private/open", "/pasted"]
    act(studio, "edit.undo")
    assert [url.written for url in studio.session.urls] == ["/", "/private/a", "/private/open", "/pasted"]
    assert studio.editor.body() == ROBOTS


def test_keys_and_menu_do_the_same(studio: Studio) -> None:
    act(studio, "fetch.address")
    type_text("example.com")
    press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    act(studio, "edit.copy")
    assert QGuiApplication.clipboard().text() == "example.com"


def greyed(studio: Studio) -> set[str]:
    """Return the actions that are disabled while a menu is open."""
    menu = next(action.menu() for action in studio.window.menuBar().actions())
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    found = {row_id for row_id, action in studio.window.actions_by_id.items() if not action.isEnabled()}
    menu.aboutToHide.emit()
    return found


def test_open_menu_greys_out_what_would_do_nothing(studio: Studio) -> None:
    settle(studio)
    nothing = {
        "edit.undo", "edit.redo", "edit.cut", "edit.copy", "fetch.cancel", "fetch.load", "fetch.compare",
        "project.close", "crawl.pause", "crawl.stop", "file.reopen_tab", "simulate.as_fetched", "simulate.sitemaps",
    }  # fmt: skip
    assert nothing <= greyed(studio)
    assert not {"file.reload", "edit.paste", "edit.select_all", "simulate.clear", "simulate.group"} & greyed(studio)


def test_menu_follows_what_was_done(studio: Studio) -> None:
    studio.editor.setFocus()
    type_text("x")
    assert "edit.undo" not in greyed(studio)
    act(studio, "edit.undo")
    assert {"edit.undo", "edit.redo"} & greyed(studio) == {"edit.undo"}
    act(studio, "edit.select_all")
    assert not {"edit.cut", "edit.copy"} & greyed(studio)
    act(studio, "file.new")
    assert "file.reload" in greyed(studio.tabs.front)


def test_shortcut_works_though_a_menu_was_grey_before(studio: Studio) -> None:
    assert "edit.undo" in greyed(studio)
    assert studio.window.actions_by_id["edit.undo"].isEnabled()


def test_every_condition_is_of_an_action(studio: Studio) -> None:
    conditions = [studio.tabs.conditions(studio), *(each.conditions() for each in studio.controllers)]
    named = [row_id for some in conditions for row_id in some]
    assert len(named) == len(set(named)) > 25
    assert set(named) <= set(studio.window.actions_by_id)


def test_menu_of_the_text_offers_what_is_done_with_a_line(studio: Studio) -> None:
    edit = part_of(studio.editor, RobotsEdit)
    place = edit.cursorRect().center() + QPoint(0, 2 * edit.cursorRect().height())
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, edit.viewport().mapToGlobal(place))
    QApplication.sendEvent(edit.viewport(), asked)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert not studio.window.actions_by_id["problems.fix"].isEnabled(), "nothing was found in this line"
    offered = [action.objectName() for action in menu.actions() if action.objectName()]
    menu.close()
    assert offered[:6] == [
        "problems.fix", "edit.explain", "find.winner", "edit.comment", "edit.duplicate", "edit.delete_rule",
    ]  # fmt: skip
    assert studio.window.actions_by_id["problems.fix"].isEnabled()
    assert len(offered) > 6, "below them what every text has"
    assert studio.editor.caret_line == 3
