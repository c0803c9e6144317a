"""The look of the controls in each of their states, as tables. Plain data, usable without Qt.

Roles are dynamic properties, so that they work on plain Qt widgets: `setProperty("role", "primary")`.
"""

from enum import IntFlag
from functools import cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.ui.theme.tokens import RADII

BUTTON_ROLES = ("primary", "secondary", "ghost")


class ControlState(IntFlag):
    """The states of a control, which can be combined."""

    HOVERED = 1
    DOWN = 2
    CHECKED = 4
    FOCUSED = 8
    DISABLED = 16
    WARNING = 32


class Face(Struct, frozen=True):
    """The box of a control and its text, in names of tokens; an empty name draws nothing."""

    fill: str = ""
    edge: str = ""
    edge_width: int = 1
    text: str = "text"
    radius: int = RADII.field


class _Row(NamedTuple):
    """The changes in one of some states; a later row overrides an earlier one."""

    states: ControlState
    fill: str | None = None
    edge: str | None = None
    edge_width: int | None = None
    text: str | None = None


_H, _D, _C, _F, _X, _W = (
    ControlState.HOVERED,
    ControlState.DOWN,
    ControlState.CHECKED,
    ControlState.FOCUSED,
    ControlState.DISABLED,
    ControlState.WARNING,
)

_RING = _Row(_F, edge="accent", edge_width=2)

# The face of each kind of control at rest, and its changes by state.
_FACES: dict[str, tuple[Face, tuple[_Row, ...]]] = {
    "secondary": (
        Face("raised", "border_strong"),
        (
            _Row(_H, edge="field_outline"),
            _Row(_D | _C, fill="accent_tint", edge="accent", text="accent"),
            _Row(_W, fill="warning_tint", edge="warning"),
            _Row(_X, edge="border_strong", text="text_disabled"),
            _RING,
        ),
    ),
    "primary": (
        Face("accent_fill", "accent_fill", text="accent_fill_text"),
        (
            _Row(_H | _D, edge="text"),
            _Row(_X, fill="sunken", edge="border_strong", text="text_disabled"),
            _Row(_F, edge="text", edge_width=2),  # an accent ring would be invisible on the accent fill
        ),
    ),
    "ghost": (
        Face(text="text2"),
        (
            _Row(_H, fill="hover", text="text"),
            _Row(_D | _C, fill="accent_tint", edge="accent", text="accent"),
            _Row(_X, text="text_disabled"),
            _RING,
        ),
    ),
    "field": (Face("surface", "field_outline"), (_Row(_X, fill="window", text="text_disabled"), _RING)),
    "cell": (Face("surface", "field_outline", radius=0), (_Row(_X, fill="window", text="text_disabled"), _RING)),
    "text": (Face("surface", "field_outline"), (_RING,)),
    "choice": (
        Face("raised", "border_strong"),
        (_Row(_H, edge="field_outline"), _Row(_X, "window", "border_strong", text="text_disabled"), _RING),
    ),
    "box": (
        Face("surface", "field_outline", text="accent_fill_text", radius=3),
        (
            _Row(_H, edge="accent"),
            _Row(_C, fill="accent_fill", edge="accent_fill"),
            _Row(_X, fill="window", edge="border_strong", text="text_disabled"),
        ),
    ),
    "dot": (
        Face("surface", "field_outline", text="accent_fill_text", radius=7),
        (
            _Row(_C, fill="accent_fill", edge="accent_fill"),
            _Row(_X, fill="window", edge="border_strong", text="text_disabled"),
        ),
    ),
    "label": (Face(radius=RADII.cell), (_Row(_X, text="text_disabled"), _RING)),
    "menu": (Face("raised", "border_strong"), ()),
    "menu item": (
        Face(radius=RADII.cell),
        (_Row(_H, fill="selected", edge="selected_edge"), _Row(_X, fill="", edge="", text="text_disabled")),
    ),
    "menu bar item": (
        Face(text="text2", radius=RADII.cell),
        (
            _Row(_H, fill="hover", text="text"),
            _Row(_D, fill="accent_tint", text="accent"),
            _Row(_X, fill="", text="text_disabled"),
        ),
    ),
    "scroll handle": (Face("border_strong", radius=3), (_Row(_H | _D, fill="field_outline"),)),
    "groove": (
        Face("sunken", "track_edge", radius=2),
        (_Row(_C, fill="accent_fill", edge="accent_fill"), _Row(_X, "sunken", "border_strong")),
    ),
    "slider": (
        Face("raised", "field_outline", radius=6),
        (_Row(_H | _D, edge="accent"), _Row(_X, edge="border_strong"), _RING),
    ),
    "popup": (Face("raised", "border_strong", radius=0), ()),
}
KINDS = tuple(_FACES)


@cache
def face_of(kind: str, state: int) -> Face:
    """Return the face of a kind of control (`KINDS`) in a state (bits of `ControlState`)."""
    face, rows = _FACES[kind]
    for row in rows:
        if row.states & state:
            changes = {name: value for name, value in row._asdict().items() if value is not None and name != "states"}
            face = replace(face, **changes)
    return face
