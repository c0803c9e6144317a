"""A crawler's reading of the file as marks on lines, which move along with the text until the next one."""

from bisect import bisect_left
from collections.abc import Callable, Iterator

from robotstudio.engine.reading import CrawlerReading, Part, Role, Trap, Treatment
from robotstudio.ui.editor.line_map import LineMap

_IGNORED = frozenset(Treatment) - {
    Treatment.RULE,
    Treatment.AGENT,
    Treatment.MEMBER,
    Treatment.SITEMAP,
    Treatment.BLANK,
}


class ReadingMarks:
    """Which lines are tinted, which are dimmed, and where groups end against appearances."""

    def __init__(self) -> None:
        self._reading: CrawlerReading | None = None
        self._lines = LineMap()
        self._parts: list[Part] = []
        self._traps: dict[int, Trap] = {}

    @property
    def is_on(self) -> bool:
        """Whether the file is shown as a crawler reads it."""
        return self._reading is not None

    @property
    def parts(self) -> list[Part]:
        """The groups as the crawler delimits them, where they stand now."""
        return self._parts

    def show(self, reading: CrawlerReading | None) -> bool:
        """Take over another reading; whether anything has changed."""
        if reading == self._reading and self._lines.is_straight:
            return False
        self._reading = reading
        self._lines.clear()
        self._place()
        return True

    def move_lines(self, after: int, delta: int) -> None:
        """Lines were inserted or removed behind a line."""
        if self._reading is not None:
            self._lines.note(after, delta)
            self._place()

    def tinted_part(self, line: int) -> Part | None:
        """The part of the crawler's own group that a line lies in."""
        part = self._part_at(line)
        return part if part is not None and part.role is Role.OWN else None

    def is_dimmed(self, line: int) -> bool:
        """Whether the crawler does nothing with a line; a new one is not known yet."""
        evaluated = self._lines.evaluated(line) if self._reading is not None else None
        return self._reading is not None and evaluated is not None and self._reading.treatment(evaluated) in _IGNORED

    def trap(self, line: int) -> Trap | None:
        """What at a line is not as it seems, with the lines as they stand now."""
        return self._traps.get(line)

    def traps(self) -> Iterator[Trap]:
        """All traps from top to bottom."""
        yield from self._traps.values()

    def _part_at(self, line: int) -> Part | None:
        place = bisect_left(self._parts, line, key=_last_line)
        part = self._parts[place] if place < len(self._parts) else None
        return part if part is not None and part.first <= line else None

    def _place(self) -> None:
        current: Callable[[int], int] = self._lines.current
        parts, traps = (self._reading.parts, self._reading.traps) if self._reading else ((), ())
        self._parts = [part._replace(first=current(part.first), last=current(part.last)) for part in parts]
        moved = (
            trap._replace(line=current(trap.line), lines=type(trap.lines)(*map(current, trap.lines))) for trap in traps
        )
        self._traps = {trap.line: trap for trap in moved}


def _last_line(part: Part) -> int:
    return part.last
