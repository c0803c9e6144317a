"""Painting of rows in lists, whatever they contain."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.painting import TextRun
from robotstudio.ui.widgets.row_delegate import RowState
from robotstudio.ui.widgets.row_list import RowContent, RowList, RowWords

_State = QStyle.StateFlag
_WIDTH, _HEIGHT = 200, 24


class Words(RowList[str]):
    """A row of two words."""

    def words(self, row: str) -> RowWords:
        return RowWords(row, f"{row}, right", f"{row} of right")

    def is_title(self, row: str) -> bool:
        return row.isupper()

    def key(self, row: str) -> str:
        return row.casefold()

    def content(self, row: str, _state: RowState) -> RowContent | None:
        color = theme.color("text")
        left = TextRun(row * 40, theme.fonts.ui(12), color)
        return RowContent([left], [TextRun("right", theme.fonts.ui(12), color)])


def listed(qtbot: QtBot, *rows: str, inset: int = 1, is_boxed: bool = False) -> Words:
    words = Words(None, _HEIGHT, inset=inset, is_boxed=is_boxed)
    qtbot.addWidget(words)
    words.show_rows(rows or ["left"])
    return words


def painted(words: Words, state: QStyle.StateFlag) -> QImage:
    image = QImage(_WIDTH, _HEIGHT, QImage.Format.Format_RGB32)
    image.fill(QColor("magenta"))
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, _WIDTH, _HEIGHT)
    option.state = state
    painter = QPainter(image)
    words.itemDelegate().paint(painter, option, words.model().index(0, 0))
    painter.end()
    return image


@pytest.mark.parametrize("boxed", [False, True])
def test_each_state_is_seen(qtbot: QtBot, *, boxed: bool) -> None:
    words = listed(qtbot, is_boxed=boxed)
    enabled = _State.State_Enabled
    states = (
        enabled,
        enabled | _State.State_MouseOver,
        enabled | _State.State_Selected,
        enabled | _State.State_HasFocus,
    )
    pictures = [painted(words, state) for state in states]
    assert all(one != other for at, one in enumerate(pictures) for other in pictures[:at])
    ground = theme.color("selected") if not boxed else QColor("magenta")
    assert pictures[2].pixelColor(0, _HEIGHT // 2) == ground
    assert pictures[2].pixelColor(6, 3) == theme.color("selected")


def test_words_at_the_right_are_whole_and_those_at_the_left_give_way(qtbot: QtBot) -> None:
    words = listed(qtbot, inset=10)
    image = painted(words, _State.State_Enabled)
    inked = [x for x in range(_WIDTH) if any(image.pixelColor(x, y) != theme.color("surface") for y in range(_HEIGHT))]
    assert (min(inked) >= 9, max(inked) <= _WIDTH - 9) == (True, True)
    gaps = [after - before for before, after in pairwise(inked)]
    assert max(gaps) >= 7


def test_rows_are_as_high_as_the_scale_says_and_laid_out_anew_with_it(qtbot: QtBot) -> None:
    words = listed(qtbot)
    index = words.model().index(0, 0)
    assert words.itemDelegate().sizeHint(QStyleOptionViewItem(), index).height() == _HEIGHT
    words.resize(300, 100)
    light = words.grab().toImage()
    theme.set_mode(Mode.DARK if not theme.dark else Mode.LIGHT)
    assert words.grab().toImage() != light


def test_list_of_such_rows_is_ready(qtbot: QtBot) -> None:
    words = listed(qtbot)
    assert words.frameShape() is QListView.Shape.NoFrame
    assert words.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    assert words.editTriggers() == QListView.EditTrigger.NoEditTriggers


def test_rows_are_read_and_explained(qtbot: QtBot, qtmodeltester: object) -> None:
    words = listed(qtbot, "one", "two")
    index = words.model().index(1, 0)
    roles = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole
    assert [index.data(role) for role in roles] == ["two", "two, right", "two of right"]
    qtmodeltester.check(words.model())  # type: ignore[attr-defined] # a fixture without a type


def test_steps_skip_titles_and_end_at_the_ends(qtbot: QtBot) -> None:
    words = listed(qtbot, "HEAD", "one", "HEAD AGAIN", "two")
    seen = []
    for by in (1, 1, 1, -10, -1):
        words.step(by)
        seen.append(words.current)
    assert seen == ["one", "two", "two", "one", "one"]


def test_rows_with_the_same_keys_keep_the_current_one(qtbot: QtBot) -> None:
    words = listed(qtbot, "one", "two")
    words.choose("two")
    words.show_rows(["One", "Two"])
    assert words.current == "Two"
    words.show_rows(["one", "two", "three"])
    assert words.current is None
