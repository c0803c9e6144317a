"""How lines look while the file is shown as one crawler reads it: its group tinted, what it ignores dimmed."""

from PySide6.QtGui import QColor

from robotstudio.ui.editor.annotations import Annotations
from robotstudio.ui.theme.color import blended, qcolor
from robotstudio.ui.theme.theme import Theme

TINT_STRENGTH, TINT_STRENGTH_DARK = 0.08, 0.13
VEIL_STRENGTH = 0.42


class Shading:
    """Colours of lines under and over their text."""

    def __init__(self, theme: Theme, annotations: Annotations) -> None:
        self._theme = theme
        self._annotations = annotations

    def tint(self, line: int) -> QColor | None:
        """What the ground of a line of the crawler's group is tinted with."""
        if not self._annotations.reading.is_on or self._is_decisive(line):
            return None
        color = self._annotations.tint_of(line)
        if color is None:
            return None
        tokens = self._theme.tokens
        return qcolor(tokens.group(color), TINT_STRENGTH_DARK if tokens.dark else TINT_STRENGTH)

    def is_dimmed(self, line: int) -> bool:
        """Whether the text of a line is dimmed."""
        return self._annotations.reading.is_dimmed(line) and not self._is_decisive(line)

    def veil(self, line: int, ground: str) -> QColor:
        """What lies over the text of a dimmed line: its own ground, so that only the text changes."""
        color = self._theme.color(ground)
        tint = self.tint(line)
        color = blended(color, tint) if tint is not None else color
        color.setAlphaF(VEIL_STRENGTH)
        return color

    def _is_decisive(self, line: int) -> bool:
        decision = self._annotations.decision
        return decision is not None and decision.line == line
