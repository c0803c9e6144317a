"""Marks that move with the text until the next evaluation: problems, notes after lines, and a crawler's reading."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from robotstudio.engine.reading_model import CrawlerReading, GroupPart, Role, Trap, Treatment
from robotstudio.ui.theme.glyphs import Glyph

_MOST_SAID = 8
_last_line: Final = itemgetter(1)  # of a part


def line_after(line: int, after: int, delta: int) -> int:
    """Return the position of a line after inserting `delta` lines (removing, if negative) after line `after`."""
    return max(after, line + delta) if line > after else line


class MovedLines:
    """The lines inserted and removed since an evaluation; all lines are 1-based."""

    def __init__(self) -> None:
        self._edits: list[tuple[int, int]] = []

    @property
    def is_straight(self) -> bool:
        """True if no line has moved."""
        return not self._edits

    def clear(self) -> None:
        """Forget the changes: the evaluation is of the current text."""
        self._edits.clear()

    def note(self, line: int, delta: int) -> None:
        """Note that `delta` lines were inserted (removed, if negative) after `line`."""
        before = self._edits[-1][1] if self._edits and self._edits[-1][0] == line else 0
        if before > 0 and before + delta >= 0:  # lines just added are removed, or more are added there
            self._edits.pop()
            delta += before
        if delta:
            self._edits.append((line, delta))

    def evaluated(self, line: int) -> int | None:
        """Return the line in the evaluation for a current line; None for a new line."""
        for after, delta in reversed(self._edits):
            if line <= after:
                continue
            if line <= after + delta:
                return None
            line -= delta
        return line

    def current(self, line: int) -> int:
        """Return the current line for one of the evaluation; for a removed line, its place."""
        for after, delta in self._edits:
            line = line_after(line, after, delta)
        return line


class ProblemMark(NamedTuple):
    """A problem: bytes `start` to `end` of a 1-based line; -1 is the end of the line.

    `color` is the name of a token; it has no icon without a `glyph`, and no underline unless `is_underlined`.
    """

    line: int
    start: int
    end: int
    color: str
    glyph: Glyph | None
    sentence: str
    is_wavy: bool
    is_underlined: bool = True


class Sign(NamedTuple):
    """The icon of a line: a glyph in the colour of a token, and a sentence."""

    glyph: Glyph
    color: str
    tooltip: str


class ProblemMarks:
    """The marks by line of the current text."""

    def __init__(self) -> None:
        self._marks: Mapping[int, Sequence[ProblemMark]] = {}
        self._lines = MovedLines()

    def show(self, marks: Sequence[ProblemMark]) -> bool:
        """Replace the marks, the worst of a line first; return True if anything has changed."""
        by_line: dict[int, list[ProblemMark]] = {}
        for mark in marks:
            by_line.setdefault(mark.line, []).append(mark)
        changed = by_line != self._marks or not self._lines.is_straight
        self._marks = by_line
        self._lines.clear()
        return changed

    def move_lines(self, after: int, delta: int) -> None:
        """Move the marks for lines inserted or removed after a line."""
        self._lines.note(after, delta)

    def at(self, line: int) -> Sequence[ProblemMark]:
        """Return the marks of a current line."""
        if not self._marks:
            return ()
        evaluated = self._lines.evaluated(line)
        return self._marks.get(evaluated, ()) if evaluated is not None else ()

    def by_line(self) -> dict[int, Sequence[ProblemMark]]:
        """Return all marks by current line."""
        if self._lines.is_straight:
            return dict(self._marks)
        return {self._lines.current(line): marks for line, marks in self._marks.items()}

    def signs(self) -> dict[int, Sign]:
        """Return one icon for each line, the worst, with the sentences of all."""
        signs = {}
        for line, marks in self.by_line().items():
            worst = next((mark for mark in marks if mark.glyph is not None), None)
            if worst is not None and worst.glyph is not None:
                said = "\n".join(mark.sentence for mark in marks[:_MOST_SAID])
                signs[line] = Sign(worst.glyph, worst.color, said)
        return signs


_IGNORED = frozenset(Treatment) - {
    Treatment.RULE,
    Treatment.AGENT,
    Treatment.MEMBER,
    Treatment.SITEMAP,
    Treatment.BLANK,
}


class ReadingMarks:
    """The lines that are tinted or dimmed, and the groups that end against appearances."""

    def __init__(self) -> None:
        self._reading: CrawlerReading | None = None
        self._lines = MovedLines()
        self.parts: list[GroupPart] = []
        """The groups as the crawler delimits them, by current lines."""
        self._traps: dict[int, Trap] = {}

    @property
    def is_on(self) -> bool:
        """True if the file is shown as a crawler reads it."""
        return self._reading is not None

    def shows(self, reading: CrawlerReading | None) -> bool:
        """Return True if this reading would change nothing."""
        return self._lines.is_straight and reading == self._reading

    def show(self, reading: CrawlerReading | None) -> None:
        """Replace the reading."""
        self._reading = reading
        self._lines.clear()
        self._place()

    def move_lines(self, after: int, delta: int) -> None:
        """Move the marks for lines inserted or removed after a line."""
        if self._reading is not None:
            self._lines.note(after, delta)
            self._place()

    def tinted_part(self, line: int) -> GroupPart | None:
        """Return the part of the crawler's own group that contains a line."""
        part = self._part_at(line)
        return part if part is not None and part.role is Role.OWN else None

    def is_dimmed(self, line: int) -> bool:
        """Return True if the crawler ignores a line; a new one is not evaluated yet."""
        evaluated = self._lines.evaluated(line) if self._reading is not None else None
        return self._reading is not None and evaluated is not None and self._reading.treatment(evaluated) in _IGNORED

    def trap(self, line: int) -> Trap | None:
        """Return the trap at a current line."""
        return self._traps.get(line)

    def traps(self) -> Iterator[Trap]:
        """Iterate over all traps from top to bottom."""
        yield from self._traps.values()

    def _part_at(self, line: int) -> GroupPart | None:
        place = bisect_left(self.parts, line, key=_last_line)
        part = self.parts[place] if place < len(self.parts) else None
        return part if part is not None and part.first <= line else None

    def _place(self) -> None:
        current: Callable[[int], int] = self._lines.current
        parts, traps = (self._reading.parts, self._reading.traps) if self._reading else ((), ())
        self.parts = [part._replace(first=current(part.first), last=current(part.last)) for part in parts]
        moved = (
            trap._replace(line=current(trap.line), lines=type(trap.lines)(*map(current, trap.lines))) for trap in traps
        )
        self._traps = {trap.line: trap for trap in moved}


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
