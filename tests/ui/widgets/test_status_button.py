"""A fact of the status bar that can be clicked."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.status_button import StatusButton
from robotstudio.ui.widgets.tone import Tone


def test_fact_is_hidden_while_there_is_none(qtbot: QtBot, theme: Theme) -> None:
    button = StatusButton(theme)
    qtbot.addWidget(button)
    button.show_fact("2 of 12 tests fail", Tone.WARNING)
    assert button.isVisible()
    assert button.accessibleName() == "2 of 12 tests fail"
    button.show_fact("", Tone.NEUTRAL)
    assert button.isHidden()


def test_every_tone_has_room_for_its_words_and_looks_its_own_way(qtbot: QtBot, theme: Theme) -> None:
    button = StatusButton(theme)
    qtbot.addWidget(button)
    button.resize(200, 23)
    pictures = []
    for tone in (Tone.NEUTRAL, Tone.ALLOWED, Tone.WARNING):
        button.show_fact("Tests 3/3", tone)
        pictures.append(button.grab().toImage())
        assert button.sizeHint().width() > button.fontMetrics().horizontalAdvance("Tests") // 2
    button.set_stale(is_stale=True)
    pictures.append(button.grab().toImage())
    assert all(one != other for place, one in enumerate(pictures) for other in pictures[:place])


def test_keys_press_it(qtbot: QtBot, theme: Theme) -> None:
    button = StatusButton(theme)
    qtbot.addWidget(button)
    button.show_fact("Tests 3/3", Tone.ALLOWED)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        with qtbot.waitSignal(button.clicked):
            QTest.keyClick(button, key)
