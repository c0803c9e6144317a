"""The syntax colours as Pygments styles."""

import pytest
from pygments.style import Style
from pygments.token import Comment, Keyword, Name, Operator, Punctuation, String, Text, Token

from robotstudio.ui.theme.pygments_style import RobotsDarkStyle, RobotsLightStyle, font_weight, style_for
from robotstudio.ui.theme.tokens import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, Tokens


def hex_of(colour: str) -> str:
    return colour.removeprefix("#")


@pytest.mark.parametrize(("style", "tokens"), [(RobotsLightStyle, LIGHT), (RobotsDarkStyle, DARK)])
def test_styles_carry_the_colours_of_the_tokens(style: type[Style], tokens: Tokens) -> None:
    expected = {
        Keyword.Declaration: tokens.syntax.user_agent,
        Keyword.Disallow: tokens.syntax.disallow,
        Keyword.Allow: tokens.syntax.allow,
        Keyword.Directive: tokens.syntax.directive,
        Keyword.Unknown: tokens.syntax.unknown,
        Name.Class: tokens.syntax.user_agent,
        Punctuation: tokens.syntax.colon,
        String.Path: tokens.syntax.path,
        Operator.Wildcard: tokens.syntax.wildcard,
        Comment.Single: tokens.syntax.comment,
    }
    for token_type, colour in expected.items():
        assert style.style_for_token(token_type)["color"] == hex_of(colour)
    assert style.style_for_token(Operator.Wildcard)["bgcolor"] == hex_of(tokens.syntax.wildcard_tint)


def test_comments_are_italic_and_directives_bold() -> None:
    assert RobotsLightStyle.style_for_token(Comment.Single)["italic"]
    assert RobotsLightStyle.style_for_token(Keyword.Disallow)["bold"]
    assert not RobotsLightStyle.style_for_token(String.Path)["bold"]


def test_weights_are_600_for_directives_and_700_for_wildcards() -> None:
    assert font_weight(Keyword.Disallow) == 600
    assert font_weight(Operator.Wildcard) == 700
    assert [font_weight(token) for token in (Token, Text, Comment.Single, Name.Class)] == [400] * 4


def test_style_follows_the_theme() -> None:
    assert style_for(LIGHT) is RobotsLightStyle
    assert style_for(DARK) is RobotsDarkStyle


@pytest.mark.parametrize("tokens", [CONTRAST_LIGHT, CONTRAST_DARK])
def test_editor_has_the_colours_of_high_contrast(tokens: Tokens) -> None:
    assert style_for(tokens).style_for_token(Keyword.Disallow)["color"] == hex_of(tokens.syntax.disallow)
    assert style_for(tokens).background_color == tokens.surface
