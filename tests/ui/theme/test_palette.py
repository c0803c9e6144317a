"""The system's own colours if it requests high contrast."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Mode, Theme, high_contrast_tokens
from robotstudio.ui.theme.tokens import CONTRAST_DARK, CONTRAST_LIGHT


def black_palette() -> QPalette:
    palette = QPalette(QColor("#000000"))
    palette.setColor(QPalette.ColorRole.Base, QColor("#000000"))
    palette.setColor(QPalette.ColorRole.Text, QColor("#FFFFFF"))
    palette.setColor(QPalette.ColorRole.Link, QColor("#FFFF00"))
    return palette


def test_text_and_ground_are_the_systems() -> None:
    tokens = high_contrast_tokens(black_palette())
    assert (tokens.surface, tokens.text, tokens.blocked, tokens.accent) == ("#000000", "#FFFFFF", "#FFFFFF", "#FFFF00")
    assert tokens.dark
    assert set(tokens.groups) == {"#FFFFFF"}


def test_theme_takes_the_systems_colours_when_it_asks(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, qapp: QApplication
) -> None:
    theme = Theme(Mode.LIGHT)
    theme.follow_system(qapp)
    monkeypatch.setattr(theme, "_wants_high_contrast", lambda: True)
    monkeypatch.setattr(theme, "_system_palette", black_palette())
    with qtbot.waitSignal(theme.changed):
        QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert (theme.tokens.surface, theme.tokens.blocked) == ("#000000", "#FFFFFF")


def test_colours_of_a_system_that_asks_for_contrast_and_has_none_are_not_taken(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    pale = black_palette()
    pale.setColor(QPalette.ColorRole.Text, QColor("#777777"))
    theme = Theme(Mode.DARK)
    theme.follow_system(qapp)
    monkeypatch.setattr(theme, "_wants_high_contrast", lambda: True)
    monkeypatch.setattr(theme, "_system_palette", pale)
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.tokens in (CONTRAST_LIGHT, CONTRAST_DARK)
