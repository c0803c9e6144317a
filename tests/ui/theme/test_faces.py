"""The tables of control styles."""

import pytest

from robotstudio.ui.theme.faces import BUTTON_ROLES, KINDS, ControlState, Face, face_of
from robotstudio.ui.theme.tokens import Tokens

FOCUSABLE = (*BUTTON_ROLES, "field", "cell", "text", "choice", "label")
ANY_STATE = range(sum(ControlState) + 1)


@pytest.mark.parametrize("kind", KINDS)
def test_faces_name_colours_of_the_theme(kind: str) -> None:
    for state in ANY_STATE:
        face = face_of(kind, state)
        assert {face.fill, face.edge, face.text} - {""} <= set(Tokens.__struct_fields__)


@pytest.mark.parametrize("kind", FOCUSABLE)
def test_ring_of_the_focus_is_seen_in_every_other_state(kind: str) -> None:
    for state in ANY_STATE:
        if not state & ControlState.DISABLED:
            ring = "text" if kind == "primary" else "accent"
            face = face_of(kind, state | ControlState.FOCUSED)
            assert (face.edge, face.edge_width) == (ring, 2)


@pytest.mark.parametrize("kind", [*BUTTON_ROLES, "menu item", "menu bar item"])
def test_what_cannot_be_used_does_not_answer_the_pointer(kind: str) -> None:
    assert face_of(kind, ControlState.DISABLED | ControlState.HOVERED).text == "text_disabled"


def test_pressed_wins_over_hovered() -> None:
    assert face_of("secondary", ControlState.HOVERED | ControlState.DOWN) == Face(
        "accent_tint", "accent", text="accent"
    )
