"""The choice of one view."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from robotstudio.ui.widgets.segmented import SegmentedControl


def make(qtbot: QtBot) -> tuple[SegmentedControl, list[QAbstractButton]]:
    control = SegmentedControl(["Verdicts", "Changes"])
    qtbot.addWidget(control)
    control.resize(control.sizeHint())
    return control, control.findChildren(QAbstractButton)


def test_first_segment_is_chosen_at_the_start(qtbot: QtBot) -> None:
    control, _ = make(qtbot)
    assert control.current == 0
    assert not control.grab().isNull()


def test_click_chooses_and_announces_once(qtbot: QtBot) -> None:
    control, (_, changes) = make(qtbot)
    seen: list[int] = []
    control.current_changed.connect(seen.append)
    QTest.mouseClick(changes, Qt.MouseButton.LeftButton)
    QTest.mouseClick(changes, Qt.MouseButton.LeftButton)
    assert (control.current, seen) == (1, [1])


def test_arrow_key_moves_the_choice(qtbot: QtBot) -> None:
    control, (verdicts, _) = make(qtbot)
    control.show()
    verdicts.setFocus()
    with qtbot.waitSignal(control.current_changed):
        QTest.keyClick(verdicts, Qt.Key.Key_Right)
    assert control.current == 1


def test_count_is_said_with_the_label(qtbot: QtBot) -> None:
    control, (_, changes) = make(qtbot)
    control.set_count(1, "37")
    assert changes.accessibleName() == "Changes, 37"


def test_forbidden_segment_says_why(qtbot: QtBot) -> None:
    control, (_, changes) = make(qtbot)
    control.set_segment_enabled(1, enabled=False, why_not="Nothing has been fetched yet.")
    assert not changes.isEnabled()
    assert changes.toolTip() == "Nothing has been fetched yet."
    assert not control.grab().isNull()
