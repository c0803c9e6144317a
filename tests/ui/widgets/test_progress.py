"""The bar for slow work."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.progress import DELAY_MS, DimmingCover, ThinProgress


def test_bar_appears_only_after_the_delay(qtbot: QtBot) -> None:
    bar = ThinProgress(delay_ms=20)
    qtbot.addWidget(bar)
    bar.start()
    assert (bar.running, bar.shown) == (True, False)
    qtbot.waitUntil(lambda: bar.shown, timeout=2000)
    assert not bar.grab().isNull()
    bar.stop()


def test_short_work_shows_nothing(qtbot: QtBot) -> None:
    bar = ThinProgress()
    qtbot.addWidget(bar)
    bar.start()
    bar.stop()
    assert (bar.running, bar.shown) == (False, False)
    assert not bar.grab().isNull()


def test_starting_twice_does_not_wait_twice(qtbot: QtBot) -> None:
    bar = ThinProgress(delay_ms=0)
    qtbot.addWidget(bar)
    bar.start()
    qtbot.waitUntil(lambda: bar.shown, timeout=2000)
    bar.start()
    assert bar.shown
    bar.stop()


def test_bar_stands_still_where_less_motion_is_wanted(qtbot: QtBot) -> None:
    theme.set_less_motion(True)  # as the setting does
    bar = ThinProgress(delay_ms=0)
    qtbot.addWidget(bar)
    bar.resize(200, 2)
    bar.start()
    qtbot.waitUntil(lambda: bar.shown, timeout=2000)
    image = bar.grab().toImage()
    assert {image.pixelColor(x, 0).name() for x in (0, 60, 120, 199)} == {theme.color("accent").name()}
    bar.stop()


def test_delay_is_that_of_the_design() -> None:
    assert DELAY_MS == 300


def test_cover_dims_all_of_the_widget_and_lets_the_mouse_through(qtbot: QtBot) -> None:
    button = QPushButton("press")
    qtbot.addWidget(button)
    cover = DimmingCover(button)
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
