"""What may be replaced soon is dimmed."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.dimming import DimmingCover


def test_cover_dims_all_of_the_widget_and_lets_the_mouse_through(qtbot: QtBot, theme: Theme) -> None:
    button = QPushButton("press")
    qtbot.addWidget(button)
    cover = DimmingCover(theme, button)
    button.show()
    clear = button.grab().toImage()
    cover.set_dimming(True)
    assert cover.is_dimming
    assert button.grab().toImage() != clear
    button.resize(300, 200)
    assert cover.geometry() == button.rect()
    with qtbot.waitSignal(button.clicked):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    cover.set_dimming(False)
    assert not cover.is_dimming
