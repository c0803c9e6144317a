"""The tab bar."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.tab_bar import TabBar, TabStrip
from robotstudio.ui.widgets.tone import Tone


def make(qtbot: QtBot) -> TabBar:
    tabs = TabBar()
    qtbot.addWidget(tabs)
    for word in ("Simulation", "Fetch", "Problems"):
        tabs.addTab(word)
    return tabs


def test_choosing_a_tab_moves_no_tab(qtbot: QtBot) -> None:
    tabs = make(qtbot)
    before = [tabs.tabRect(index) for index in range(3)]
    tabs.setCurrentIndex(1)
    assert [tabs.tabRect(index) for index in range(3)] == before


def test_badge_widens_its_tab_and_is_said(qtbot: QtBot) -> None:
    tabs = make(qtbot)
    tabs.show()
    before = tabs.tabRect(2).width()
    tabs.set_badge(2, "3", Tone.WARNING)
    assert tabs.tabRect(2).width() > before
    assert tabs.accessibleTabName(2) == "Problems, 3"
    tabs.set_badge(2, "")
    assert tabs.tabRect(2).width() == before


def test_arrow_keys_change_the_tab(qtbot: QtBot) -> None:
    tabs = make(qtbot)
    with qtbot.waitSignal(tabs.currentChanged):
        QTest.keyClick(tabs, Qt.Key.Key_Right)
    assert tabs.currentIndex() == 1


def test_strip_is_as_high_as_the_header_beside_it(qtbot: QtBot) -> None:
    strip = TabStrip()
    qtbot.addWidget(strip)
    strip.tabs.addTab("Simulation")
    strip.add_right(QPushButton("x"))
    assert strip.tabs.sizeHint().height() == 36
    theme.set_mode(Mode.DARK)
    assert not strip.grab().isNull()


def test_badge_that_appears_shows_no_arrows_to_scroll_with(qtbot: QtBot) -> None:
    strip = TabStrip()
    qtbot.addWidget(strip)
    for word in ("Simulation", "Fetch", "Problems"):
        strip.tabs.addTab(word)
    strip.resize(900, 36)
    strip.show()
    qtbot.waitExposed(strip)
    QTest.qWait(0)
    strip.tabs.set_badge(2, "1,234")
    assert not any(arrow.isVisible() for arrow in strip.tabs.findChildren(QToolButton))
