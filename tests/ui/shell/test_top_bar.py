"""The bar at the top."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.ui.shell.top_bar import TopBar
from robotstudio.ui.widgets.progress import ThinProgress
from robotstudio.ui.widgets.tone import Tone


@pytest.fixture
def bar(qtbot: QtBot) -> TopBar:
    bar = TopBar()
    qtbot.addWidget(bar)
    bar.resize(1440, 46)
    bar.set_crawlers_label("Search + AI (8)")
    bar.show()
    return bar


def test_bar_is_46_pixels_high(bar: TopBar) -> None:
    assert bar.height() == 46
    assert bar.address.height() == 30


def test_enter_asks_for_a_fetch(qtbot: QtBot, bar: TopBar) -> None:
    QTest.keyClicks(bar.address, "example.com")
    with qtbot.waitSignal(bar.fetch_requested) as requested:
        QTest.keyClick(bar.address, Qt.Key.Key_Return)
    assert requested.args == ["example.com"]


def test_button_asks_for_a_fetch(qtbot: QtBot, bar: TopBar) -> None:
    bar.set_address("https://example.com/robots.txt")
    with qtbot.waitSignal(bar.fetch_requested) as requested:
        QTest.mouseClick(bar.fetch_button, Qt.MouseButton.LeftButton)
    assert requested.args == ["https://example.com/robots.txt"]


def test_nothing_is_fetched_without_an_address(qtbot: QtBot, bar: TopBar) -> None:
    bar.set_address("   ")
    with qtbot.assertNotEmitted(bar.fetch_requested):
        QTest.mouseClick(bar.fetch_button, Qt.MouseButton.LeftButton)
        QTest.keyClick(bar.address, Qt.Key.Key_Return)


def test_fetch_becomes_cancel_in_the_same_width(qtbot: QtBot, bar: TopBar) -> None:
    width = bar.fetch_button.width()
    bar.set_busy(True)
    assert (bar.fetch_button.text(), bar.fetch_button.width()) == ("Cancel", width)
    with qtbot.waitSignal(bar.cancel_requested):
        QTest.mouseClick(bar.fetch_button, Qt.MouseButton.LeftButton)
    bar.set_busy(False)
    assert (bar.fetch_button.text(), bar.fetch_button.width()) == ("Fetch", width)


def test_escape_cancels_while_busy_and_leaves_otherwise(qtbot: QtBot, bar: TopBar) -> None:
    bar.set_busy(True)
    with qtbot.waitSignal(bar.cancel_requested), qtbot.assertNotEmitted(bar.dismissed):
        QTest.keyClick(bar.address, Qt.Key.Key_Escape)
    bar.set_busy(False)
    with qtbot.waitSignal(bar.dismissed), qtbot.assertNotEmitted(bar.cancel_requested):
        QTest.keyClick(bar.address, Qt.Key.Key_Escape)


def test_progress_runs_while_busy_and_moves_nothing(bar: TopBar) -> None:
    (progress,) = bar.findChildren(ThinProgress)
    geometry = bar.address.geometry()
    bar.set_busy(True)
    assert progress.running
    assert bar.address.geometry() == geometry
    bar.set_busy(False)
    assert not progress.running


def test_chip_is_short_and_the_label_hidden_in_a_narrow_window(qtbot: QtBot, bar: TopBar) -> None:
    bar.set_chip("HTTP 200 · 2.1 KiB · 143 ms", Tone.ALLOWED, "HTTP 200 · 2.1 KiB", "200")
    assert bar.address.chip.text == "HTTP 200 · 2.1 KiB · 143 ms"
    assert bar.crawlers_button.width() == 196
    bar.resize(1024, 46)
    assert bar.address.chip.text == "HTTP 200 · 2.1 KiB"
    qtbot.waitUntil(lambda: bar.crawlers_button.width() < 150)
    bar.resize(1440, 46)
    assert bar.address.chip.text == "HTTP 200 · 2.1 KiB · 143 ms"


def test_crawlers_button_asks_for_its_menu(qtbot: QtBot, bar: TopBar) -> None:
    with qtbot.waitSignal(bar.crawlers_menu_requested):
        QTest.mouseClick(bar.crawlers_button, Qt.MouseButton.LeftButton)


def test_focusing_the_address_selects_all_of_it(bar: TopBar) -> None:
    bar.set_address("https://example.com/robots.txt")
    bar.focus_address()
    assert bar.address.selectedText() == "https://example.com/robots.txt"


def test_supposed_answer_stands_left_of_the_state_until_it_ends(qtbot: QtBot, bar: TopBar) -> None:
    bar.set_chip("HTTP 200 · 143 ms", Tone.ALLOWED, "HTTP 200", "200")
    bar.set_what_if("503 for 13 h", "It is not so.")
    state, supposed = bar.address.chip, bar.address.what_if
    assert supposed.text == "what if: 503 for 13 h"
    assert supposed.geometry().right() < state.geometry().left()
    assert supposed.toolTip() == "It is not so."
    with qtbot.waitSignal(supposed.closed):
        QTest.mouseClick(supposed, Qt.MouseButton.LeftButton, pos=QPoint(supposed.width() - 10, 10))
    with qtbot.waitSignal(supposed.clicked):
        QTest.mouseClick(supposed, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    bar.set_what_if("")
    assert not supposed.isVisible()


def test_host_of_a_long_address_is_seen_once_the_field_is_left(qtbot: QtBot, bar: TopBar) -> None:
    bar.set_address("https://www.example.com/" + "a" * 400)
    bar.focus_address()
    qtbot.waitUntil(bar.address.hasFocus)
    assert bar.address.cursorPosition() > 0
    bar.fetch_button.setFocus()
    assert bar.address.cursorPosition() == 0
