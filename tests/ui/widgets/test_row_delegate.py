"""Painting of rows in lists, whatever they contain."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QListWidget, QStyle, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.painting import TextRun
from robotstudio.ui.widgets.row_delegate import Index, RowContent, RowDelegate, RowState

_State = QStyle.StateFlag
_WIDTH, _HEIGHT = 200, 24


class Words(RowDelegate):
    """A row of two words."""

    def content(self, index: Index, _state: RowState) -> RowContent | None:
        color = theme.color("text")
        left = TextRun(str(index.data()) * 40, theme.fonts.ui(12), color)
        return RowContent([left], [TextRun("right", theme.fonts.ui(12), color)])


@pytest.fixture
def words(qtbot: QtBot) -> QListWidget:
    words = QListWidget()
    qtbot.addWidget(words)
    words.addItem("left")
    return words


def painted(words: QListWidget, delegate: RowDelegate, state: QStyle.StateFlag) -> QImage:
    image = QImage(_WIDTH, _HEIGHT, QImage.Format.Format_RGB32)
    image.fill(QColor("magenta"))
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, _WIDTH, _HEIGHT)
    option.state = state
    painter = QPainter(image)
    delegate.paint(painter, option, words.model().index(0, 0))
    painter.end()
    return image


@pytest.mark.parametrize("boxed", [False, True])
def test_each_state_is_seen(words: QListWidget, *, boxed: bool) -> None:
    delegate = Words(words, _HEIGHT, is_boxed=boxed)
    enabled = _State.State_Enabled
    states = (
        enabled,
        enabled | _State.State_MouseOver,
        enabled | _State.State_Selected,
        enabled | _State.State_HasFocus,
    )
    pictures = [painted(words, delegate, state) for state in states]
    assert all(one != other for at, one in enumerate(pictures) for other in pictures[:at])
    ground = theme.color("selected") if not boxed else QColor("magenta")
    assert pictures[2].pixelColor(0, _HEIGHT // 2) == ground
    assert pictures[2].pixelColor(6, 3) == theme.color("selected")


def test_words_at_the_right_are_whole_and_those_at_the_left_give_way(words: QListWidget) -> None:
    delegate = Words(words, _HEIGHT, inset=10)
    image = painted(words, delegate, _State.State_Enabled)
    inked = [x for x in range(_WIDTH) if any(image.pixelColor(x, y) != theme.color("surface") for y in range(_HEIGHT))]
    assert (min(inked) >= 9, max(inked) <= _WIDTH - 9) == (True, True)
    gaps = [after - before for before, after in pairwise(inked)]
    assert max(gaps) >= 7


def test_rows_are_as_high_as_the_scale_says_and_laid_out_anew_with_it(words: QListWidget) -> None:
    delegate = Words(words, _HEIGHT)
    index = words.model().index(0, 0)
    assert delegate.sizeHint(QStyleOptionViewItem(), index).height() == _HEIGHT
    words.resize(300, 100)
    light = words.grab().toImage()
    theme.set_mode(Mode.DARK if not theme.dark else Mode.LIGHT)
    assert words.grab().toImage() != light


def test_list_of_such_rows_is_ready(words: QListWidget) -> None:
    Words(words, _HEIGHT)
    assert words.frameShape() is QListWidget.Shape.NoFrame
    assert words.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    assert words.editTriggers() == QListWidget.EditTrigger.NoEditTriggers
