"""What is wrong with lines, as marks that move along with the text until the next answer."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from robotstudio.ui.editor.line_map import LineMap
from robotstudio.ui.theme.glyphs import Glyph


class Mark(NamedTuple):
    """A problem: octets `start` to `end` of a 1-based line, where `end` -1 is the end of the line.

    `color` is the name of a token; without a `glyph` it shows no sign, and where `is_underlined` is false no line.
    """

    line: int
    start: int
    end: int
    color: str
    glyph: Glyph | None
    sentence: str
    is_wavy: bool
    is_underlined: bool = True


class ProblemMarks:
    """The marks by the lines of the text of now."""

    def __init__(self) -> None:
        self._marks: Mapping[int, Sequence[Mark]] = {}
        self._lines = LineMap()

    def show(self, marks: Sequence[Mark]) -> bool:
        """Take over other marks, the worst of a line first; whether anything has changed."""
        by_line: dict[int, list[Mark]] = {}
        for mark in marks:
            by_line.setdefault(mark.line, []).append(mark)
        changed = by_line != self._marks or not self._lines.is_straight
        self._marks = by_line
        self._lines.clear()
        return changed

    def move_lines(self, after: int, delta: int) -> None:
        """Lines were inserted or removed behind a line."""
        self._lines.note(after, delta)

    def at(self, line: int) -> Sequence[Mark]:
        """The marks of a line as it stands now."""
        if not self._marks:
            return ()
        evaluated = self._lines.evaluated(line)
        return self._marks.get(evaluated, ()) if evaluated is not None else ()

    def by_line(self) -> dict[int, Sequence[Mark]]:
        """All marks by the lines at which they are now."""
        if self._lines.is_straight:
            return dict(self._marks)
        return {self._lines.current(line): marks for line, marks in self._marks.items()}
