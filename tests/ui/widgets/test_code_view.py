"""A read-only view of lines: numbered, highlighted where visible, and usable with the keyboard."""

import pytest
from PySide6.QtGui import QTextBlock, QTextLayout
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from robotstudio.store.text import load
from robotstudio.ui.theme.theme import Mode, qcolor, theme
from robotstudio.ui.theme.tokens import DARK, LIGHT
from robotstudio.ui.widgets.code_view import CodeView


@pytest.fixture
def view(qtbot: QtBot) -> CodeView:
    view = CodeView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    return view


def block(view: CodeView, row: int) -> QTextBlock:
    return view.document().findBlockByNumber(row)


def formats(view: CodeView, row: int) -> list[QTextLayout.FormatRange]:
    return block(view, row).layout().formats()


def test_only_lines_that_are_seen_are_coloured(view: CodeView) -> None:
    view.show_text("Disallow: /\n" * 5000)
    view.grab()
    assert formats(view, 0)
    assert not formats(view, 4000)
    view.verticalScrollBar().setValue(3998)
    view.grab()
    assert formats(view, 4000)


def test_colours_are_at_utf16_columns(view: CodeView) -> None:
    view.show_text(load("Disallow: /🤖é*".encode() + b"\xff$").text)
    view.grab()
    wildcards = [
        (piece.start, piece.length)
        for piece in formats(view, 0)
        if piece.format.foreground().color() == qcolor(LIGHT.syntax.wildcard)
    ]
    assert wildcards == [(14, 1), (17, 1)]


def test_another_theme_colours_anew(view: CodeView) -> None:
    view.show_text("Disallow: /")
    view.grab()
    theme.set_mode(Mode.DARK)
    view.grab()
    assert formats(view, 0)[0].format.foreground().color() == qcolor(DARK.syntax.disallow)


def test_every_line_is_one_row_of_the_same_height(view: CodeView) -> None:
    view.show_text("Allow: /\nAllow: /漢字\nAllow: /🤖\n")
    heights = {view.blockBoundingRect(block(view, row)).height() for row in range(4)}
    assert heights == {20}


def test_gutter_has_room_for_the_largest_number(view: CodeView) -> None:
    view.show_text("\n" * 8)
    narrow = view.gutter_width()
    view.show_text("\n" * 20_000)
    assert view.gutter_width() > narrow
    assert view.number_of(19_999) == "20000"


def test_empty_text_has_no_number(view: CodeView) -> None:
    view.show_text("")
    assert view.number_of(0) == ""
    view.grab()


def test_it_cannot_be_edited_but_read_with_the_keyboard(qtbot: QtBot, view: CodeView) -> None:
    view.show_text("Allow: /")
    other = QLineEdit(view)
    other.show()
    view.activateWindow()
    other.setFocus()
    assert view.isReadOnly()
    assert view._ring.isHidden()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    assert view._ring.isVisible()
    view.selectAll()
    assert view.textCursor().selectedText() == "Allow: /"


@pytest.mark.parametrize("body", [b"*" * 300_000, b"%41" * 100_000, bytes(range(256)) * 400, b"\r\n" * 30_000])
def test_hostile_text_is_shown(view: CodeView, body: bytes) -> None:
    view.show_text(load(body).text)
    view.grab()
    assert len(formats(view, 0)) <= 600


def test_bar_at_the_foot_comes_for_a_long_line_only(view: CodeView) -> None:
    view.show_text("Disallow: /\n" * 100)
    assert view.horizontalScrollBar().maximum() == 0
    view.show_text("Disallow: /" + "long/" * 100)
    assert view.horizontalScrollBar().maximum() > 0
