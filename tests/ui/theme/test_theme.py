"""The theme in force: chosen, followed from the system, and applied live."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.style import PlainTextStyle
from robotstudio.ui.theme.theme import Mode, Theme
from robotstudio.ui.theme.tokens import DARK, LIGHT


@pytest.fixture
def restored_app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, given back with the look it had."""
    palette, font, sheet = qapp.palette(), qapp.font(), qapp.styleSheet()
    yield qapp
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    qapp.setFont(font)


@pytest.mark.usefixtures("qapp")
def test_light_and_dark_are_what_was_chosen() -> None:
    assert Theme(Mode.LIGHT).tokens is LIGHT
    assert Theme(Mode.DARK).tokens is DARK
    assert Theme(Mode.DARK).dark


def test_changing_the_mode_is_announced_once(qtbot: QtBot, qapp: QApplication) -> None:
    theme = Theme(Mode.LIGHT, parent=qapp)
    with qtbot.waitSignal(theme.changed, timeout=1000):
        theme.set_mode(Mode.DARK)
    with qtbot.assertNotEmitted(theme.changed):
        theme.set_mode(Mode.DARK)


def test_changing_the_scale_changes_fonts_and_is_announced(qtbot: QtBot, qapp: QApplication) -> None:
    theme = Theme(Mode.LIGHT, parent=qapp)
    with qtbot.waitSignal(theme.changed, timeout=1000):
        theme.set_scale(1.5)
    assert theme.fonts.ui(12).pixelSize() == 18


def test_system_mode_follows_the_system(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> None:
    theme = Theme(Mode.SYSTEM, parent=qapp)
    assert theme.tokens is LIGHT
    monkeypatch.setattr(theme, "_wanted_tokens", lambda: DARK)
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.dark


def test_chosen_mode_ignores_the_system(qapp: QApplication) -> None:
    theme = Theme(Mode.LIGHT, parent=qapp)
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert not theme.dark


def test_installed_theme_sets_the_palette_live(qtbot: QtBot, restored_app: QApplication) -> None:
    theme = Theme(Mode.LIGHT, parent=restored_app)
    theme.install(restored_app)
    button, page = QPushButton("Fetch"), QWidget()
    qtbot.addWidget(button)
    qtbot.addWidget(page)
    assert page.palette().color(QPalette.ColorRole.Window).name().upper() == LIGHT.window
    theme.set_mode(Mode.DARK)
    qtbot.waitUntil(lambda: page.palette().color(QPalette.ColorRole.Window).name().upper() == DARK.window)
    assert DARK.accent_fill in restored_app.styleSheet()
    assert button.font().families()[0] == "Inter"


def test_theme_that_is_not_installed_leaves_the_application_alone(qapp: QApplication) -> None:
    before = qapp.styleSheet()
    Theme(Mode.LIGHT, parent=qapp).set_mode(Mode.DARK)
    assert qapp.styleSheet() == before


def test_colours_and_icons_come_by_token_name(qapp: QApplication) -> None:
    theme = Theme(Mode.LIGHT, parent=qapp)
    assert theme.color("accent").name().upper() == LIGHT.accent
    assert theme.color("accent", 0.5).alpha() == 128
    assert not theme.icon(Glyph.SEARCH, "text3").isNull()


def test_switching_polishes_each_widget_in_sight_once_and_no_hidden_one(
    qtbot: QtBot, restored_app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    polished: list[object] = []

    class Counting(PlainTextStyle):
        def polish(self, thing: object) -> object:  # type: ignore[override]  # Qt has three of this name
            polished.append(thing)
            return super().polish(thing)

    monkeypatch.setattr("robotstudio.ui.theme.theme.PlainTextStyle", Counting)
    theme = Theme(Mode.LIGHT, parent=restored_app)
    theme.install(restored_app)
    window = QWidget()
    qtbot.addWidget(window)
    inner = window
    for _ in range(12):
        column = QVBoxLayout(inner)
        inner = QWidget(inner)
        column.addWidget(inner)
    field, unseen = QLineEdit(inner), QLineEdit(inner)
    window.show()
    unseen.hide()
    polished.clear()
    theme.set_mode(Mode.DARK)
    assert {polished.count(widget) for widget in (window, inner, field)} == {2}, (
        "without the sheet, and with the new one"
    )
    assert polished.count(unseen) == 0
    assert field.palette().color(QPalette.ColorRole.Text).name().upper() == DARK.text
    qtbot.waitUntil(lambda: polished.count(unseen) == 1)
    assert unseen.palette().color(QPalette.ColorRole.Text).name().upper() == DARK.text
    qtbot.waitUntil(lambda: not theme._unpolished)
