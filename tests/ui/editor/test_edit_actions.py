"""Commands of the Edit menu go where the keyboard is."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from robotstudio.ui.editor.bars import FindBar
from robotstudio.ui.studio import Studio
from tests.ui.parts import part_of
from tests.ui.studios import ROBOTS, Studios, act, click_cell, press, type_text


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
    studio.start_page.page.example_card.setFocus()
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
