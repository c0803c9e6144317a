"""The bar for what takes long."""

from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.progress import DELAY_MS, ThinProgress


def test_bar_appears_only_after_the_delay(qtbot: QtBot, theme: Theme) -> None:
    bar = ThinProgress(theme, delay_ms=20)
    qtbot.addWidget(bar)
    bar.start()
    assert (bar.running, bar.shown) == (True, False)
    qtbot.waitUntil(lambda: bar.shown, timeout=2000)
    assert not bar.grab().isNull()
    bar.stop()


def test_short_work_shows_nothing(qtbot: QtBot, theme: Theme) -> None:
    bar = ThinProgress(theme)
    qtbot.addWidget(bar)
    bar.start()
    bar.stop()
    assert (bar.running, bar.shown) == (False, False)
    assert not bar.grab().isNull()


def test_starting_twice_does_not_wait_twice(qtbot: QtBot, theme: Theme) -> None:
    bar = ThinProgress(theme, delay_ms=0)
    qtbot.addWidget(bar)
    bar.start()
    qtbot.waitUntil(lambda: bar.shown, timeout=2000)
    bar.start()
    assert bar.shown
    bar.stop()


def test_delay_is_that_of_the_design() -> None:
    assert DELAY_MS == 300
