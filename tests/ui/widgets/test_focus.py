"""The focused widget is always recognisable."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from robotstudio.ui.panels.welcome.panel import WelcomeCard
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.address_field import AddressField
from robotstudio.ui.widgets.buttons import GhostButton, PrimaryButton, SecondaryButton, SelectorButton
from robotstudio.ui.widgets.labels import LinkLabel
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.tab_bar import TabBar


def make_tabs() -> TabBar:
    tabs = TabBar()
    tabs.addTab("Simulation")
    return tabs


CONTROLS: dict[str, Callable[[], QWidget]] = {
    "primary button": lambda: PrimaryButton("Fetch"),
    "secondary button": lambda: SecondaryButton("Copy"),
    "ghost button": lambda: GhostButton("Copy"),
    "selector": lambda: SelectorButton("Crawlers", "8"),
    "pill": lambda: Pill("Blocked"),
    "card": lambda: WelcomeCard(Glyph.GLOBE, "Fetch a site", "Download it."),
    "link": lambda: LinkLabel("line 12"),
    "search field": lambda: SearchField("Filter URLs"),
    "address": AddressField,
    "tabs": make_tabs,
    "plain button": lambda: QPushButton("OK"),
    "plain field": QLineEdit,
    "plain choice": QComboBox,
    "plain box": lambda: QCheckBox("Match case"),
}
# White on the accent fill would not show an accent ring.
RINGS = {"primary button": "text"}


def pixels_of(image: QImage, colour: QColor) -> int:
    return sum(image.pixelColor(x, y) == colour for x in range(image.width()) for y in range(image.height()))


@pytest.mark.usefixtures("installed_theme")
@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK], ids=lambda mode: mode.value)
@pytest.mark.parametrize("name", CONTROLS)
def test_focused_control_has_a_ring(qtbot: QtBot, name: str, mode: Mode) -> None:
    theme.set_mode(mode)
    page = QWidget()
    qtbot.addWidget(page)
    control, other = CONTROLS[name](), QLineEdit()
    layout = QVBoxLayout(page)
    layout.addWidget(other)
    layout.addWidget(control)
    page.show()
    page.activateWindow()
    ring = theme.color(RINGS.get(name, "accent"))
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    without = pixels_of(control.grab().toImage(), ring)
    control.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(control.hasFocus)
    with_focus = pixels_of(control.grab().toImage(), ring)
    assert with_focus - without >= control.width() + control.height()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
@pytest.mark.parametrize("name", ["primary button", "secondary button", "ghost button", "selector", "pill", "card"])
def test_focused_button_is_pressed_by_enter_and_by_space(qtbot: QtBot, name: str, key: Qt.Key) -> None:
    control = CONTROLS[name]()
    assert isinstance(control, QAbstractButton)
    qtbot.addWidget(control)
    control.show()
    with qtbot.waitSignal(control.clicked):
        QTest.keyClick(control, key)
