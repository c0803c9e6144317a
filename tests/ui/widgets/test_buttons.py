"""Buttons in their roles."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.buttons import Button, GhostButton, PrimaryButton, SecondaryButton, SelectorButton

ROLES = {PrimaryButton: "primary", SecondaryButton: "secondary", GhostButton: "ghost"}


@pytest.mark.parametrize(("kind", "role"), ROLES.items())
def test_role_reaches_the_style(qtbot: QtBot, kind: type[Button], role: str) -> None:
    button = kind("Fetch")
    qtbot.addWidget(button)
    assert button.property("role") == role


def test_button_takes_the_focus_from_the_keyboard_only(qtbot: QtBot) -> None:
    button = SecondaryButton("Copy", Glyph.COPY)
    qtbot.addWidget(button)
    assert button.focusPolicy() is Qt.FocusPolicy.TabFocus


def test_small_button_has_the_height_of_a_tool_row(qtbot: QtBot) -> None:
    button = SecondaryButton("Add URLs")
    qtbot.addWidget(button)
    assert button.sizeHint().height() == 30
    button.set_small()
    assert button.sizeHint().height() == 26


def test_glyph_and_chevron_widen_the_button(qtbot: QtBot) -> None:
    plain, rich = SecondaryButton("Add URLs"), SecondaryButton("Add URLs", Glyph.PLUS)
    qtbot.addWidget(plain)
    qtbot.addWidget(rich)
    rich.show_chevron()
    assert rich.sizeHint().width() > plain.sizeHint().width() + 20


def test_width_for_another_content_is_what_the_button_then_asks_for(qtbot: QtBot) -> None:
    button = PrimaryButton("Fetch", Glyph.DOWNLOAD)
    qtbot.addWidget(button)
    expected = button.width_for("Cancel", None)
    button.setText("Cancel")
    button.set_glyph(None)
    assert abs(button.sizeHint().width() - expected) <= 1


def test_selector_names_its_label_even_where_it_is_hidden(qtbot: QtBot) -> None:
    selector = SelectorButton("Crawlers")
    qtbot.addWidget(selector)
    selector.set_value("Search + AI (8)")
    wide = selector.sizeHint().width()
    selector.set_label_shown(False)
    assert selector.sizeHint().width() < wide
    assert selector.accessibleName() == "Crawlers: Search + AI (8)"


@pytest.mark.parametrize("enabled", [True, False])
def test_buttons_paint_in_every_state_and_both_themes(qtbot: QtBot, enabled: bool) -> None:
    buttons = [kind("Fetch", Glyph.DOWNLOAD) for kind in ROLES] + [SelectorButton("Crawlers", "8")]
    for mode in (Mode.LIGHT, Mode.DARK):
        theme.set_mode(mode)
        for button in buttons:
            qtbot.addWidget(button)
            button.setEnabled(enabled)
            button.show_chevron()
            assert not button.grab().isNull()
