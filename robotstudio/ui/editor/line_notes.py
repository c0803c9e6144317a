"""Notes behind lines, such as how many pages a line hides: they move along with the text until they are other ones."""

from collections.abc import Sequence
from typing import NamedTuple

from robotstudio.ui.editor.line_marks import MovedLines
from robotstudio.ui.theme.glyphs import Glyph


class LineNote(NamedTuple):
    """What is said behind a line, in the colour of a token; `short` where there is no room for the words."""

    line: int
    words: str
    short: str
    color: str
    glyph: Glyph


class LineNotes:
    """The notes by the lines of the current text."""

    def __init__(self) -> None:
        self._notes: dict[int, LineNote] = {}
        self._lines = MovedLines()

    def show(self, notes: Sequence[LineNote]) -> bool:
        """Take over other notes, one a line; whether anything has changed."""
        by_line = {note.line: note for note in notes}
        changed = by_line != self._notes or (bool(by_line) and not self._lines.is_straight)
        self._notes = by_line
        self._lines.clear()
        return changed

    def move_lines(self, after: int, delta: int) -> None:
        """Lines were inserted or removed behind a line."""
        if self._notes:
            self._lines.note(after, delta)

    def at(self, line: int) -> LineNote | None:
        """The note of a line as it stands now."""
        if not self._notes:
            return None
        evaluated = self._lines.evaluated(line)
        return self._notes.get(evaluated) if evaluated is not None else None
