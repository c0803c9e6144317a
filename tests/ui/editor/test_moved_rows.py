"""When a line is added or removed, the rows below it are moved: no pixel differs from a full repaint."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.editor.annotations import DecidingLine
from tests.ui.editor.parts import Parts, analysis_of, paint_now

_LINES = b"".join(b"User-agent: bot%d\nDisallow: /%d/*$\n# %d\n\n" % (number, number, number) for number in range(40))


class Painted(QObject):
    """Counts the painted pixels of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.pixels = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.pixels += sum(rect.width() * rect.height() for rect in event.region())  # type: ignore[attr-defined] # not in the stubs
        return False


@pytest.fixture
def shown(parts: Parts, qtbot: QtBot) -> Iterator[Parts]:
    """Show a long file with the caret in the middle; nothing blinks."""
    flash = QApplication.cursorFlashTime()
    QApplication.setCursorFlashTime(0)
    parts.pane.set_body(_LINES)
    parts.pane.show_analysis(analysis_of(_LINES))
    parts.pane.show_decision(30, allowed=False)
    parts.pane.place_caret(20)
    qtbot.wait(1)
    yield parts
    QApplication.setCursorFlashTime(flash)


def on_screen(widget: QWidget) -> QImage:
    """Return the current image of a widget on the screen."""
    place = QRect(widget.mapTo(widget.window(), QPoint()), widget.size())
    screen = widget.screen().grabWindow(widget.window().winId())
    return screen.toImage().copy(place).convertToFormat(QImage.Format.Format_RGB32)


def painted_anew(widget: QWidget) -> QImage:
    widget.update()
    paint_now(widget)
    return on_screen(widget)


@pytest.mark.parametrize("line", [1, 14, 19, 20, 31, 160])
def test_screen_shows_what_painting_all_anew_would(shown: Parts, line: int, qtbot: QtBot) -> None:
    edit = shown.edit
    edit.place_caret(line, 3)
    qtbot.wait(1)
    keys = [Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_X, Qt.Key.Key_Backspace, Qt.Key.Key_Backspace]
    for key in (*keys, Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        QTest.keyClick(edit, key)
        paint_now(edit)
        seen = on_screen(edit.viewport())
        assert seen == painted_anew(edit.viewport()), key
        qtbot.wait(1)
        for side in (shown.gutter, shown.decides, shown.ruler):
            assert on_screen(side) == painted_anew(side), (key, side)


def test_several_lines_at_once_are_moved_too(shown: Parts, qtbot: QtBot) -> None:
    edit = shown.edit
    changes: tuple[Callable[[], None], ...] = (
        partial(edit.insertPlainText, "Allow: /a\nAllow: /b\n\n"),
        edit.undo,
        edit.redo,
    )
    for change in changes:
        change()
        paint_now(edit)
        assert on_screen(edit.viewport()) == painted_anew(edit.viewport())
        qtbot.wait(1)


def test_new_line_paints_its_rows_and_not_those_below(shown: Parts, qtbot: QtBot) -> None:
    edit = shown.edit
    edit.place_caret(edit.row_at(100), 3)
    qtbot.wait(1)
    painted = Painted(edit.viewport())
    QTest.keyClick(edit, Qt.Key.Key_Return)
    paint_now(edit)
    rows = painted.pixels / (edit.viewport().width() * edit.row_height)
    assert 2 <= rows <= 4


def test_letter_paints_its_row_and_nothing_beside_it(shown: Parts, qtbot: QtBot) -> None:
    edit = shown.edit
    qtbot.wait(1)
    text, *sides = (Painted(part) for part in (edit.viewport(), shown.gutter, shown.decides, shown.ruler))
    QTest.keyClick(edit, Qt.Key.Key_X)
    paint_now(edit)
    rows = text.pixels / (edit.viewport().width() * edit.row_height)
    assert 1 <= rows <= 2
    assert [side.pixels for side in sides] == [0, 0, 0]


def test_other_decision_paints_two_rows(shown: Parts) -> None:
    painted = Painted(shown.edit.viewport())
    shown.pane.show_decision(18, allowed=True)
    assert shown.edit.decision == DecidingLine(18, is_allowed=True)
    paint_now(shown.edit)
    assert on_screen(shown.edit.viewport()) == painted_anew(shown.edit.viewport())
    assert painted.pixels


def test_same_answer_paints_nothing(shown: Parts, qtbot: QtBot) -> None:
    qtbot.wait(1)
    counted = [Painted(part) for part in (shown.edit.viewport(), shown.gutter, shown.decides, shown.ruler)]
    shown.pane.show_analysis(analysis_of(_LINES))
    shown.pane.show_decision(30, allowed=False)
    qtbot.wait(1)
    assert [each.pixels for each in counted] == [0, 0, 0, 0]
