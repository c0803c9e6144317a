"""Typing, pasting, dropping and zooming in the text."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QInputMethodEvent,
    QKeyEvent,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.editor.robots_edit import DEFAULT_ZOOM, MAX_ZOOM, MIN_ZOOM
from tests.ui import dragging
from tests.ui.editor.parts import Parts

FOREIGN = ("\u2028", "\u2029", "\ufdd0", "\U0001ffff")


@pytest.fixture
def clipboard(qapp: QApplication) -> Iterator[QMimeData]:
    """Set the content of the clipboard, and clear it afterwards."""
    data = QMimeData()
    qapp.clipboard().setMimeData(data)
    yield data
    qapp.clipboard().clear()


def test_typed_text_arrives(parts: Parts) -> None:
    QTest.keyClicks(parts.edit, "Disallow: /")
    QTest.keyClick(parts.edit, Qt.Key.Key_Return)
    QTest.keyClicks(parts.edit, "#")
    assert parts.text == "Disallow: /\n#"
    assert parts.pane.is_modified


def test_shift_enter_is_a_line_break_like_any_other(parts: Parts) -> None:
    QTest.keyClick(parts.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert parts.text == "\n"


def test_tab_is_typed(parts: Parts) -> None:
    QTest.keyClick(parts.edit, Qt.Key.Key_Tab)
    assert parts.text == "\t"
    assert parts.edit.hasFocus()


def test_undo_and_redo_by_key(parts: Parts) -> None:
    QTest.keyClicks(parts.edit, "abc")
    QTest.keyClick(parts.edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert parts.text == ""
    parts.edit.redo()
    assert parts.text == "abc"


@pytest.mark.parametrize("char", FOREIGN)
def test_typed_characters_that_qt_would_alter_are_kept(parts: Parts, char: str) -> None:
    event = QKeyEvent(QKeyEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, char)
    QApplication.sendEvent(parts.edit, event)
    assert parts.text == char


@pytest.mark.parametrize("char", FOREIGN)
def test_composed_characters_that_qt_would_alter_are_kept(parts: Parts, char: str) -> None:
    event = QInputMethodEvent()
    event.setCommitString(f"a{char}b")
    QApplication.sendEvent(parts.edit, event)
    assert parts.text == f"a{char}b"


@pytest.mark.parametrize("text", ["\u00a0", "a\0b", "x\u2028y", "\u2029", "a\ufeff", "é🤖", "a\r\nb", "\r"])
def test_pasted_text_is_kept(parts: Parts, clipboard: QMimeData, text: str) -> None:
    clipboard.setText(text)
    parts.edit.paste()
    assert parts.text == text.replace("\r\n", "\n").replace("\r", "\n")


def test_copy_keeps_no_break_spaces(parts: Parts, qapp: QApplication) -> None:
    parts.pane.set_body("a\u00a0b\nc".encode())
    parts.edit.selectAll()
    parts.edit.copy()
    assert qapp.clipboard().text() == "a\u00a0b\nc"
    qapp.clipboard().clear()


def test_bytes_survive_cut_and_paste(parts: Parts, qapp: QApplication) -> None:
    parts.pane.set_body(b"a\xff\0\xe2\x80\xa8b")
    parts.edit.selectAll()
    parts.edit.cut()
    assert parts.pane.body() == b""
    parts.edit.paste()
    assert parts.pane.body() == b"a\xff\0\xe2\x80\xa8b"
    qapp.clipboard().clear()


def test_pasting_is_one_undo_step(parts: Parts, clipboard: QMimeData) -> None:
    clipboard.setText("a\nb\nc")
    parts.edit.paste()
    parts.pane.undo()
    assert parts.text == ""


class _Window(QWidget):
    """A window that opens dropped files."""

    def __init__(self) -> None:
        super().__init__()
        self.dropped: list[QUrl] = []
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.dropped = event.mimeData().urls()


def drop(parts: Parts, data: QMimeData) -> None:
    dragging.drop(parts.edit.viewport(), data, QPoint(40, 10))


def test_dropped_file_is_left_to_the_window(parts: Parts, qtbot: QtBot) -> None:
    window = _Window()
    qtbot.addWidget(window)
    parts.pane.setParent(window)
    window.show()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("robots.txt")])
    drop(parts, data)
    assert window.dropped == data.urls()
    assert parts.pane.body() == b""
    parts.pane.setParent(None)


def test_dropped_text_is_inserted(parts: Parts) -> None:
    data = QMimeData()
    data.setText("Allow: /\r\n")
    drop(parts, data)
    assert parts.text == "Allow: /\n"


@pytest.mark.parametrize("key", [Qt.Key.Key_K, Qt.Key.Key_D])
def test_keys_of_the_window_are_not_claimed(parts: Parts, key: Qt.Key) -> None:
    claim = QKeyEvent(QKeyEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.ControlModifier)
    claim.ignore()
    QApplication.sendEvent(parts.edit, claim)
    assert not claim.isAccepted()


def test_caret_is_told_in_lines_and_characters(parts: Parts, qtbot: QtBot) -> None:
    parts.pane.set_body("a\n🤖é\u00a0x".encode())
    with qtbot.waitSignal(parts.edit.caret_moved, timeout=1000) as moved:
        QTest.keyClick(parts.edit, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert moved.args == [2, 5]


def test_zoom_has_bounds_and_is_announced(parts: Parts, qtbot: QtBot) -> None:
    with qtbot.waitSignal(parts.pane.zoom_changed, timeout=1000) as changed:
        parts.pane.set_zoom(parts.pane.zoom + 1)
    assert changed.args == [DEFAULT_ZOOM + 1]
    parts.pane.set_zoom(1000)
    assert parts.pane.zoom == MAX_ZOOM
    parts.pane.set_zoom(-5)
    assert parts.pane.zoom == MIN_ZOOM
    parts.pane.set_zoom(DEFAULT_ZOOM)
    assert parts.pane.zoom == DEFAULT_ZOOM


def test_wheel_with_ctrl_zooms(parts: Parts) -> None:
    place, is_inverted = QPointF(50, 50), False
    turn = QWheelEvent(
        place,
        parts.edit.mapToGlobal(place),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        is_inverted,
    )
    QApplication.sendEvent(parts.edit.viewport(), turn)
    assert parts.pane.zoom == DEFAULT_ZOOM + 1


def test_rows_grow_with_the_zoom(parts: Parts) -> None:
    parts.pane.set_zoom(20)
    assert parts.edit.row_height == 30


def test_long_lines_are_not_wrapped(parts: Parts) -> None:
    parts.pane.set_body(b"Disallow: /" + b"a" * 2000)
    assert len(list(parts.edit.rows())) == 1
    assert parts.edit.horizontalScrollBar().maximum() > 1000


def test_composing_keeps_the_text_and_ends_in_colours(parts: Parts) -> None:
    parts.pane.set_body(b"Allow: /")
    parts.edit.place_caret(1, 9)
    QApplication.sendEvent(parts.edit, QInputMethodEvent("かな", []))
    parts.edit.grab()
    assert parts.text == "Allow: /"
    done = QInputMethodEvent()
    done.setCommitString("仮名")
    QApplication.sendEvent(parts.edit, done)
    parts.edit.grab()
    assert parts.text == "Allow: /仮名"
    assert len(parts.edit.document().firstBlock().layout().formats()) == 4


def test_drag_selects_text(parts: Parts) -> None:
    parts.pane.set_body(b"Disallow: /a\nAllow: /b\n")
    viewport = parts.edit.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(14, 15))
    QTest.mouseMove(viewport, QPoint(40, 35))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint(40, 35))
    assert parts.selected.startswith("Disallow: /a\n")


@pytest.mark.parametrize("line", [1, 2, 3])
def test_return_is_one_undo_step_wherever_it_is_typed(parts: Parts, line: int) -> None:
    body = b"User-agent: *\n\n"
    parts.pane.set_body(body)
    parts.edit.place_caret(line)
    QTest.keyClick(parts.edit, Qt.Key.Key_Return)
    assert parts.edit.document().availableUndoSteps() == 1
    assert (parts.text.count("\n"), parts.edit.caret_line) == (3, line + 1)
    parts.pane.undo()
    assert (parts.pane.body(), parts.edit.caret_line) == (body, line)


def test_return_replaces_the_selection_in_one_step(parts: Parts) -> None:
    parts.pane.set_body(b"abc")
    parts.select(1, 2)
    QTest.keyClick(parts.edit, Qt.Key.Key_Enter)
    assert parts.text == "a\nc"
    parts.pane.undo()
    assert (parts.text, parts.pane.is_modified) == ("abc", False)
