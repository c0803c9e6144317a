"""The bytes in place of the text."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.engine import DIALECTS
from robotstudio.ui.editor.byte_view import ByteView
from tests.ui.editor.parts import Parts, part

BODY = b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /a\xe2\x80\x8b\r\n"


def view_of(parts: Parts) -> ByteView:
    return part(parts.pane, ByteView)


def test_bytes_take_the_place_of_the_text_and_back(parts: Parts) -> None:
    parts.pane.set_body(BODY)
    parts.pane.show_bytes(is_shown=True)
    assert view_of(parts).isVisible()
    assert not parts.edit.isVisible()
    assert view_of(parts).lines.file.body == BODY
    assert view_of(parts).lines.hasFocus()
    parts.pane.show_bytes(is_shown=False)
    assert parts.edit.isVisible()
    assert parts.edit.hasFocus()
    assert parts.pane.body() == BODY


def test_summary_says_what_cannot_be_seen(parts: Parts) -> None:
    parts.pane.set_body(BODY)
    parts.pane.show_bytes_as(DIALECTS["google"], "Googlebot")
    parts.pane.show_bytes(is_shown=True)
    said = view_of(parts).summary
    assert said == (
        "35 bytes as Googlebot reads them. Line endings: 2 × CR LF. Byte order mark at the start. Hidden "
        "bytes in line 2."
    )
    assert view_of(parts).lines.accessibleDescription() == said


def test_cut_is_that_of_the_crawler(parts: Parts) -> None:
    parts.pane.set_body(b"Allow: /aa\n" * 60_000)
    parts.pane.show_bytes_as(DIALECTS["google"], "Googlebot")
    parts.pane.show_bytes(is_shown=True)
    assert "Reading stops in line 46546, after 512,000 bytes." in view_of(parts).summary
    parts.pane.show_bytes_as(DIALECTS["rfc9309"], "any other")
    assert "Reading stops" not in view_of(parts).summary


def test_bytes_follow_the_draft(parts: Parts, qtbot: QtBot) -> None:
    parts.pane.show_bytes(is_shown=True)
    parts.pane.replace_body(b"Allow: /\n")
    qtbot.waitUntil(lambda: view_of(parts).lines.file.body == b"Allow: /\n")


def test_only_rows_in_sight_are_looked_at(parts: Parts) -> None:
    parts.pane.set_body(b"Allow: /aa\n" * 60_000)
    parts.pane.show_bytes(is_shown=True)
    QTest.keyClick(view_of(parts).lines, Qt.Key.Key_End)
    rows = list(view_of(parts).lines.rows_in_sight())
    assert rows[-1] == 60_000
    assert len(rows) < 60
    assert not view_of(parts).grab().isNull()


def test_escape_asks_for_the_text(parts: Parts, qtbot: QtBot) -> None:
    parts.pane.show_bytes(is_shown=True)
    with qtbot.waitSignal(parts.pane.bytes_dismissed):
        QTest.keyClick(view_of(parts).lines, Qt.Key.Key_Escape)


def test_line_that_one_goes_to_is_shown_among_the_bytes(parts: Parts) -> None:
    parts.pane.set_body(b"Allow: /aa\n" * 1_000)
    parts.pane.show_bytes(is_shown=True)
    parts.pane.place_caret(500)
    assert 499 in view_of(parts).lines.rows_in_sight()
    assert view_of(parts).lines.hasFocus()
