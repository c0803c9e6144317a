"""The colour tables: readable on every ground they are used on."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import fields
from PySide6.QtGui import QColor

import robotstudio
from robotstudio.ui.editor.annotations import STRONGEST_HEAT
from robotstudio.ui.editor.backdrop import TINT_STRENGTH, TINT_STRENGTH_DARK, dimmed_to
from robotstudio.ui.theme.theme import HIGH_CONTRAST, qcolor
from robotstudio.ui.theme.tokens import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, Tokens

TEXT_ON_GROUNDS = {
    "text": (
        "window",
        "surface",
        "sunken",
        "raised",
        "hover",
        "selected",
        "current_line",
        "text_selection",
        "blocked_match",
        "allowed_match",
        "bar",
    ),
    "text2": ("window", "surface", "sunken", "raised", "hover", "selected", "current_line", "gutter"),
    "text3": ("window", "surface", "sunken", "raised", "hover", "selected", "current_line", "gutter"),
    "accent": ("window", "surface", "sunken", "raised", "hover", "selected", "accent_tint"),
    "accent_fill_text": ("accent_fill",),
    "blocked": ("window", "surface", "sunken", "hover", "selected", "current_line", "blocked_tint"),
    "allowed": ("window", "surface", "sunken", "hover", "selected", "current_line", "allowed_tint"),
    "no_rule": ("window", "surface", "sunken", "hover", "selected", "current_line"),
    "unknown": ("window", "surface", "sunken", "hover", "selected", "unknown_tint"),
    "warning": ("window", "surface", "sunken", "hover", "selected", "warning_tint"),
    "note": ("window", "surface", "sunken", "hover", "selected", "note_tint"),
}
SYNTAX_ON_GROUNDS = ("surface", "current_line", "blocked_tint", "allowed_tint", "warning_tint")
GROUP_GROUNDS = ("surface", "gutter", "window")


def luminance(value: str) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = [int(value[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def over(ground: str, color: str, share: float) -> str:
    """Return a ground blended with a colour."""
    under, above_it = ((one.redF(), one.greenF(), one.blueF()) for one in (qcolor(ground), qcolor(color)))
    pairs = zip(under, above_it, strict=True)
    return QColor.fromRgbF(*(below + (above - below) * share for below, above in pairs)).name()


HIGH_CONTRASTS = (CONTRAST_LIGHT, CONTRAST_DARK)
MARKED_BY_AN_EDGE = {
    "border": ("window", "surface", "sunken", "raised", "hover", "selected"),
    "border_strong": ("window", "surface", "sunken", "raised"),
    "field_outline": ("window", "surface", "sunken", "raised"),
    "track_edge": ("window", "surface", "sunken"),
    "selected_edge": ("window", "surface", "raised", "selected"),
    "accent": ("window", "surface", "raised", "hover", "selected", "accent_tint", "text_selection"),
    "blocked_edge": ("surface", "blocked_tint"),
    "allowed_edge": ("surface", "allowed_tint"),
    "warning_edge": ("surface", "warning_tint"),
}

every_theme = pytest.mark.parametrize(
    "tokens", [LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK], ids=lambda tokens: tokens.name
)
of_high_contrast = pytest.mark.parametrize("tokens", HIGH_CONTRASTS, ids=lambda tokens: tokens.name)


def least(tokens: Tokens) -> float:
    """Return the least contrast of a text."""
    return HIGH_CONTRAST if tokens in HIGH_CONTRASTS else 4.5


@every_theme
@pytest.mark.parametrize(
    ("text", "ground"), [(text, ground) for text, grounds in TEXT_ON_GROUNDS.items() for ground in grounds]
)
def test_text_has_the_contrast_of_its_theme_on_its_grounds(tokens: Tokens, text: str, ground: str) -> None:
    assert contrast(getattr(tokens, text), getattr(tokens, ground)) >= least(tokens)


def test_cells_of_tables_lie_on_grounds_that_their_text_is_tried_on() -> None:
    panels = Path(robotstudio.__file__).parent / "ui" / "panels"
    cells = (re.findall(r"TableCell\([^\n]*ground=\"(\w+)\"", path.read_text("utf-8")) for path in panels.rglob("*.py"))
    grounds = {ground for found in cells for ground in found}
    assert {"bar"} <= grounds <= set(TEXT_ON_GROUNDS["text"])


@every_theme
@pytest.mark.parametrize("ground", SYNTAX_ON_GROUNDS)
def test_syntax_colours_have_the_contrast_of_their_theme(tokens: Tokens, ground: str) -> None:
    syntax = tokens.syntax
    colours = [getattr(syntax, field.name) for field in fields(syntax) if not field.name.endswith("_tint")]
    assert min(contrast(colour, getattr(tokens, ground)) for colour in colours) >= least(tokens)


@every_theme
def test_wildcard_is_readable_on_its_own_ground(tokens: Tokens) -> None:
    assert contrast(tokens.syntax.wildcard, tokens.syntax.wildcard_tint) >= least(tokens)


@every_theme
@pytest.mark.parametrize("ground", GROUP_GROUNDS)
def test_group_lines_have_a_contrast_of_at_least_3(tokens: Tokens, ground: str) -> None:
    assert min(contrast(colour, getattr(tokens, ground)) for colour in tokens.groups) >= 3


@every_theme
def test_outline_of_fields_has_a_contrast_of_at_least_3(tokens: Tokens) -> None:
    assert contrast(tokens.field_outline, tokens.surface) >= 3


@of_high_contrast
@pytest.mark.parametrize(
    ("edge", "ground"), [(edge, ground) for edge, grounds in MARKED_BY_AN_EDGE.items() for ground in grounds]
)
def test_edges_are_seen_in_high_contrast(tokens: Tokens, edge: str, ground: str) -> None:
    assert contrast(getattr(tokens, edge), getattr(tokens, ground)) >= 3


@of_high_contrast
@pytest.mark.parametrize("ground", ["text_selection", "selected"])
def test_selected_rules_have_a_contrast_of_at_least_7_in_high_contrast(tokens: Tokens, ground: str) -> None:
    names = set(tokens.syntax.__struct_fields__) - {"wildcard_tint"}
    assert min(contrast(getattr(tokens.syntax, name), getattr(tokens, ground)) for name in names) >= HIGH_CONTRAST


@of_high_contrast
def test_what_is_disabled_can_be_read_in_high_contrast(tokens: Tokens) -> None:
    assert min(contrast(tokens.text_disabled, ground) for ground in (tokens.window, tokens.surface)) >= HIGH_CONTRAST
    assert contrast(tokens.text_disabled, tokens.text) >= 2  # it looks disabled


@of_high_contrast
def test_count_is_readable_on_the_heat_behind_it_in_high_contrast(tokens: Tokens) -> None:
    for color in ("text", "text2"):
        assert contrast(getattr(tokens, color), over(tokens.gutter, tokens.accent, STRONGEST_HEAT)) >= HIGH_CONTRAST


@every_theme
def test_every_colour_is_a_six_digit_hex_string(tokens: Tokens) -> None:
    colours = [
        value for name in Tokens.__struct_fields__ if isinstance(value := getattr(tokens, name), str) and name != "name"
    ]
    colours += list(tokens.groups) + [getattr(tokens.syntax, field.name) for field in fields(tokens.syntax)]
    assert all(re.fullmatch(r"#[0-9A-F]{6}", colour) for colour in colours)


def test_group_colours_repeat_with_a_dash_from_the_seventh_on() -> None:
    assert LIGHT.group(6) == LIGHT.group(0)
    assert [LIGHT.group_is_dashed(index) for index in (0, 5, 6)] == [False, False, True]


def test_tokens_and_syntax_styles_need_no_qt() -> None:
    program = (
        "import robotstudio.ui.theme.pygments_style, sys; sys.exit(any('PySide6' in name for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@every_theme
def test_text_that_a_crawler_does_not_read_is_dimmed_and_still_readable(tokens: Tokens) -> None:
    grey = qcolor(getattr(tokens, dimmed_to(is_dark=tokens.dark))).getRgb()
    assert isinstance(grey, tuple)
    for name in set(tokens.syntax.__struct_fields__) - {"wildcard_tint"}:
        color = qcolor(getattr(tokens.syntax, name)).getRgb()
        assert isinstance(color, tuple)
        pairs = zip(color, grey, strict=True)
        shown = QColor(*(min(pair) if tokens.dark else max(pair) for pair in pairs)).name()
        for ground in (tokens.surface, tokens.current_line):
            assert contrast(shown, ground) >= least(tokens), (name, ground)


@every_theme
def test_text_is_readable_on_the_tint_of_each_group(tokens: Tokens) -> None:
    share = TINT_STRENGTH_DARK if tokens.dark else TINT_STRENGTH
    names = set(tokens.syntax.__struct_fields__) - {"wildcard_tint"}
    for group in tokens.groups:
        ground = over(tokens.surface, group, share)
        assert min(contrast(getattr(tokens.syntax, name), ground) for name in names) >= least(tokens), group
