"""Pixmaps of cells."""

from itertools import combinations

import pytest
from PySide6.QtGui import QImage

from robotstudio.draft.cell_state import CellState, state_of
from robotstudio.ui.panels.simulation import words
from robotstudio.ui.panels.simulation.cell_art import CELL_LOOKS, CellArt, CellStyle
from robotstudio.ui.theme.theme import Mode, theme


def drawn(style: CellStyle) -> QImage:
    return CellArt().picture(style, 2.0).toImage()


def test_no_two_states_differ_by_colour_alone() -> None:
    def shape(state: CellState) -> tuple[object, ...]:
        look = CELL_LOOKS[state]
        return look.glyph, look.numbered, words.cell_word(state), look.hatched

    for one, other in combinations(CellState, 2):
        assert shape(one) != shape(other), (one, other)


def test_no_cell_that_may_be_fetched_is_filled() -> None:
    plain = {state for state in CellState if not CELL_LOOKS[state].ground}
    allowed = {CellState.ALLOWED, CellState.ALWAYS, CellState.ALL_ALLOWED, CellState.COPY_ALLOWED}
    assert plain == {*allowed, CellState.NO_RULE}


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
def test_every_state_is_drawn_differently(mode: Mode) -> None:
    theme.set_mode(mode)
    images = [drawn(CellStyle(state, 80)) for state in CellState]
    for one, other in combinations(images, 2):
        assert one != other


def test_the_line_at_the_caret_can_be_seen_and_does_not_look_selected() -> None:
    plain, marked = (drawn(CellStyle(CellState.BLOCKED, 80, marked=marked)) for marked in (False, True))
    assert plain != marked
    assert plain.copy(20, 0, 60, plain.height()) == marked.copy(20, 0, 60, marked.height()), "a bar, not a frame"


def test_no_rule_is_a_dash_everywhere() -> None:
    narrow, wide = drawn(CellStyle(CellState.NO_RULE, 50)), drawn(CellStyle(CellState.NO_RULE, 80))
    assert narrow == wide.copy(0, 0, narrow.width(), narrow.height())
    assert not any(wide.pixelColor(x, y).alpha() for x in range(60, 160) for y in range(wide.height()))


def test_every_blocked_cell_is_filled_if_faintly_in_a_column_that_is_blocked_throughout() -> None:
    full, faint = (drawn(CellStyle(CellState.BLOCKED, 80, plain=plain)) for plain in (False, True))
    at = 60, full.height() // 2
    assert 0 < faint.pixelColor(*at).alpha() < full.pixelColor(*at).alpha()


def test_pictures_are_kept_until_the_theme_changes() -> None:
    art, style = CellArt(), CellStyle(CellState.ALLOWED, 80)
    first = art.picture(style, 1.0)
    assert art.picture(style, 1.0).cacheKey() == first.cacheKey()
    art.forget()
    assert art.picture(style, 1.0).cacheKey() != first.cacheKey()


def test_pictures_kept_are_bounded() -> None:
    art = CellArt()
    for width in range(40, 1200):
        art.picture(CellStyle(CellState.NO_RULE, width), 1.0)
    assert len(art._kept) <= 512


@pytest.mark.parametrize(
    ("allowed", "line", "always", "state"),
    [
        (False, 12, False, CellState.BLOCKED),
        (True, 14, False, CellState.ALLOWED),
        (True, 0, False, CellState.NO_RULE),
        (True, 0, True, CellState.ALWAYS),
        (False, 0, False, CellState.ALL_BLOCKED),
    ],
)
def test_a_verdict_has_one_state(*, allowed: bool, line: int, always: bool, state: CellState) -> None:
    assert state_of(allowed, line, always=always) is state


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
def test_what_another_robots_txt_governs_steps_back_and_can_be_read(mode: Mode) -> None:
    theme.set_mode(mode)
    art = CellArt()
    assert art.number_style(CellState.BLOCKED, outside=True).color == theme.color("text3")
    plain, outside = (CellStyle(CellState.BLOCKED, 80, outside=outside) for outside in (False, True))
    pictures = [art.picture(style, 1.0).toImage() for style in (plain, outside)]
    assert pictures[0] != pictures[1]
    cross = [pictures[1].pixelColor(x, y).alpha() for x in range(12, 22) for y in range(7, 17)]
    assert max(cross) == 255, "not by being paler"
