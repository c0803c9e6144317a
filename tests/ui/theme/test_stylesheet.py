"""The stylesheet generated from the tokens."""

import re

import pytest

from robotstudio.ui.theme.palette import build_palette
from robotstudio.ui.theme.stylesheet import BUTTON_ROLES, build_stylesheet
from robotstudio.ui.theme.tokens import DARK, LIGHT, Tokens

both_themes = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=lambda tokens: tokens.name)


@both_themes
def test_stylesheet_uses_only_colours_of_its_theme(tokens: Tokens) -> None:
    own = {value for name in Tokens.__slots__ if isinstance(value := getattr(tokens, name), str)}
    assert set(re.findall(r"#[0-9A-Fa-f]{6}", build_stylesheet(tokens))) <= own


@both_themes
def test_stylesheet_is_complete_and_balanced(tokens: Tokens) -> None:
    sheet = build_stylesheet(tokens)
    assert "$" not in sheet
    assert sheet.count("{") == sheet.count("}")


@pytest.mark.parametrize("role", [role for role in BUTTON_ROLES if role != "secondary"])
def test_every_button_role_shows_its_focus(role: str) -> None:
    assert f'QPushButton[role="{role}"]:focus' in build_stylesheet(LIGHT)


def test_heights_follow_the_scale() -> None:
    assert "min-height: 28px" in build_stylesheet(LIGHT, 1.0)
    assert "min-height: 43px" in build_stylesheet(LIGHT, 1.5)


@both_themes
@pytest.mark.usefixtures("qapp")
def test_palette_has_the_colours_of_the_specification(tokens: Tokens) -> None:
    palette = build_palette(tokens)
    assert palette.window().color().name().upper() == tokens.window
    assert palette.base().color().name().upper() == tokens.surface
    assert palette.highlight().color().name().upper() == tokens.selected
    assert palette.link().color().name().upper() == tokens.accent
