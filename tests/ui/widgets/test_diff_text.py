"""A comparison, and moving from change to change."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.changes.text_comparison import compare_texts, rows_of
from robotstudio.ui.widgets.diff_text import DiffPane

PLAIN, SHIFT, CONTROL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


@pytest.fixture
def pane(qtbot: QtBot) -> DiffPane:
    """Show three changes, the first one current."""
    pane = DiffPane()
    qtbot.addWidget(pane)
    pane.show()
    before = b"".join(b"Disallow: /%d\n" % number for number in range(9))
    after = before.replace(b"/1\n", b"/one\n").replace(b"/4\n", b"/four\n").replace(b"/7\n", b"/seven\n")
    pane.text.show_rows(rows_of(compare_texts(before, after)))
    pane.go_to_next()
    return pane


@pytest.mark.parametrize(
    ("keys", "change"),
    [
        ([PLAIN], 1),
        ([PLAIN, PLAIN], 2),
        ([PLAIN, PLAIN, PLAIN], 2),
        ([PLAIN, SHIFT], 0),
        ([SHIFT], 0),
        ([Qt.KeyboardModifier.KeypadModifier], 1),
        ([CONTROL], 0),
        ([CONTROL | SHIFT], 0),
        ([Qt.KeyboardModifier.AltModifier], 0),
    ],
)
def test_f7_goes_on_and_back_and_belongs_to_others_with_any_other_key(
    pane: DiffPane, keys: list[Qt.KeyboardModifier], change: int
) -> None:
    for modifiers in keys:
        QTest.keyClick(pane.text, Qt.Key.Key_F7, modifiers)
    assert pane.text.current_run == change


def test_buttons_do_the_same(pane: DiffPane) -> None:
    pane.next_button.click()
    assert pane.text.current_run == 1
    pane.previous_button.click()
    assert pane.text.current_run == 0
