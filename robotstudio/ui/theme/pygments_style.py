"""The syntax colours as Pygments styles, so that `pygmentize -S robots-light` works anywhere."""

from functools import cache
from typing import ClassVar

from pygments.style import Style
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Literal,
    Name,
    Operator,
    Punctuation,
    String,
    Text,
    Token,
    _TokenType,
)

from robotstudio.ui.theme.tokens import DARK, LIGHT, Tokens

DIRECTIVE_WEIGHT = 600
WILDCARD_WEIGHT = 700

# Pygments has only "bold": these are the weights in the editor.
WEIGHTS: dict[_TokenType, int] = {
    Keyword: DIRECTIVE_WEIGHT,
    Operator.Wildcard: WILDCARD_WEIGHT,
}


def font_weight(token_type: _TokenType) -> int:
    """Return the weight of a token type or its nearest ancestor that has one; 400 otherwise."""
    step: _TokenType | None = token_type
    while step is not None:
        if step in WEIGHTS:
            return WEIGHTS[step]
        step = step.parent
    return 400


def _styles(tokens: Tokens) -> dict[_TokenType, str]:
    syntax = tokens.syntax
    return {
        Token: syntax.path,
        Text.Whitespace: tokens.text3,
        Error: syntax.unknown,
        Keyword: f"bold {syntax.directive}",
        Keyword.Declaration: f"bold {syntax.user_agent}",
        Keyword.Disallow: f"bold {syntax.disallow}",
        Keyword.Allow: f"bold {syntax.allow}",
        Keyword.Directive: f"bold {syntax.directive}",
        Keyword.Unknown: f"bold {syntax.unknown}",
        Name.Class: syntax.user_agent,
        Punctuation: syntax.colon,
        String: syntax.path,
        String.Path: syntax.path,
        String.Url: syntax.path,
        String.Escape: syntax.path,
        Operator.Wildcard: f"bold {syntax.wildcard} bg:{syntax.wildcard_tint}",
        Literal.Value: syntax.path,
        Comment: f"italic {syntax.comment}",
        Comment.Single: f"italic {syntax.comment}",
    }


class RobotsLightStyle(Style):
    """Robot Studio's light syntax colours."""

    name = "robots-light"
    background_color = LIGHT.surface
    highlight_color = LIGHT.selected
    line_number_color = LIGHT.text3
    line_number_background_color = LIGHT.gutter
    styles: ClassVar[dict[_TokenType, str]] = _styles(LIGHT)


class RobotsDarkStyle(Style):
    """Robot Studio's dark syntax colours."""

    name = "robots-dark"
    background_color = DARK.surface
    highlight_color = DARK.selected
    line_number_color = DARK.text3
    line_number_background_color = DARK.gutter
    styles: ClassVar[dict[_TokenType, str]] = _styles(DARK)


@cache
def style_for(tokens: Tokens) -> type[Style]:
    """Return the Pygments style of a theme."""
    if tokens in (LIGHT, DARK):
        return RobotsLightStyle if tokens == LIGHT else RobotsDarkStyle
    return type(f"{tokens.name}Style", (Style,), {"background_color": tokens.surface, "styles": _styles(tokens)})
