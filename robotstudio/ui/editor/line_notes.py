"""Notes after lines, such as how many pages a line blocks; they move with the text until they are replaced."""

from collections.abc import Sequence
from typing import NamedTuple

from robotstudio.ui.editor.line_marks import MovedLines
from robotstudio.ui.theme.glyphs import Glyph


class LineNote(NamedTuple):
    """A note after a line, in the colour of a token; `short` if there is no room for the words."""

    line: int
    words: str
    short: str
    color: str
    glyph: Glyph


class LineNotes:
    """The notes by line of the current text."""

    def __init__(self) -> None:
        self._notes: dict[int, LineNote] = {}
        self._lines = MovedLines()

    def show(self, notes: Sequence[LineNote]) -> bool:
        """Replace the notes, one a line; return True if anything has changed."""
        by_line = {note.line: note for note in notes}
        changed = by_line != self._notes or (bool(by_line) and not self._lines.is_straight)
        self._notes = by_line
        self._lines.clear()
        return changed

    def move_lines(self, after: int, delta: int) -> None:
        """Move the notes for lines inserted or removed after a line."""
        if self._notes:
            self._lines.note(after, delta)

    def at(self, line: int) -> LineNote | None:
        """Return the note of a current line."""
        if not self._notes:
            return None
        evaluated = self._lines.evaluated(line)
        return self._notes.get(evaluated) if evaluated is not None else None
