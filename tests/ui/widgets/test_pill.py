"""Filter pills."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.pill import Pill


def test_pill_says_its_label_and_count(qtbot: QtBot) -> None:
    pill = Pill("Blocked", Glyph.CROSS, "1,003")
    qtbot.addWidget(pill)
    assert pill.accessibleName() == "Blocked, 1,003"
    pill.set_count("7")
    assert pill.accessibleName() == "Blocked, 7"


def test_click_and_space_toggle_the_pill(qtbot: QtBot) -> None:
    pill = Pill("Blocked", Glyph.CROSS, "3")
    qtbot.addWidget(pill)
    with qtbot.waitSignal(pill.toggled):
        QTest.mouseClick(pill, Qt.MouseButton.LeftButton)
    assert pill.isChecked()
    with qtbot.waitSignal(pill.toggled):
        QTest.keyClick(pill, Qt.Key.Key_Space)
    assert not pill.isChecked()


def test_checking_does_not_change_the_size(qtbot: QtBot) -> None:
    pill = Pill("Crawlers disagree", Glyph.NOT_EQUAL, "991")
    qtbot.addWidget(pill)
    before = pill.sizeHint()
    pill.setChecked(True)
    assert pill.sizeHint() == before
    assert not pill.grab().isNull()


def test_compact_pill_moves_its_label_to_the_tooltip(qtbot: QtBot) -> None:
    pill = Pill("Changed vs live", Glyph.TRIANGLE, "37")
    qtbot.addWidget(pill)
    wide = pill.sizeHint().width()
    pill.set_compact(True)
    assert pill.sizeHint().width() < wide / 2
    assert pill.toolTip() == "Changed vs live"
    assert pill.accessibleName() == "Changed vs live, 37"
    assert not pill.grab().isNull()


def test_meaning_of_a_pill_stays_in_its_tooltip_whatever_becomes_of_it(qtbot: QtBot) -> None:
    pill = Pill("Changed vs live", Glyph.TRIANGLE, "37")
    qtbot.addWidget(pill)
    pill.set_meaning("What flips against the live file")
    pill.set_count("38")
    pill.setText("Changed")
    for is_compact in (True, False):
        pill.set_compact(is_compact)
        assert pill.toolTip() == "What flips against the live file"


def test_pill_without_a_glyph_stays_readable_when_compact(qtbot: QtBot) -> None:
    pill = Pill("WordPress", checkable=False)
    qtbot.addWidget(pill)
    wide = pill.sizeHint()
    pill.set_compact(True)
    assert pill.sizeHint() == wide


def test_pill_that_is_not_checkable_only_clicks(qtbot: QtBot) -> None:
    pill = Pill("WordPress", checkable=False)
    qtbot.addWidget(pill)
    with qtbot.waitSignal(pill.clicked):
        QTest.mouseClick(pill, Qt.MouseButton.LeftButton)
    assert not pill.isChecked()
