"""How lines look while the file is shown as one crawler reads it: its group tinted, what it ignores dimmed."""

from PySide6.QtGui import QColor, QPainter

from robotstudio.ui.editor.annotations import Annotations
from robotstudio.ui.theme.color import qcolor
from robotstudio.ui.theme.theme import Theme

TINT_STRENGTH, TINT_STRENGTH_DARK = 0.08, 0.13


def dimmed_to(*, is_dark: bool) -> str:
    """The token of the grey beyond which no dimmed text stands out."""
    return "text3" if is_dark else "text2"


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

    def dimming(self) -> tuple[QColor, QPainter.CompositionMode]:
        """What is painted over a dimmed line, and how: no channel of its text stands out further than this grey.

        The ground stays as it is, and the text readable: all of it keeps a contrast of 4.5 and more.
        """
        mode = QPainter.CompositionMode
        is_dark = self._theme.dark
        return self._theme.color(dimmed_to(is_dark=is_dark)), (
            mode.CompositionMode_Darken if is_dark else mode.CompositionMode_Lighten
        )

    def _is_decisive(self, line: int) -> bool:
        decision = self._annotations.decision
        return decision is not None and decision.line == line
