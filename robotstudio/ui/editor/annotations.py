"""The last evaluation by lines: the model shared by gutter, `decides` column and ruler."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from math import log
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.reading_model import CrawlerReading, GroupPart, Role
from robotstudio.ui.editor.line_marks import MovedLines, ReadingMarks, line_after

if TYPE_CHECKING:  # the text is shown before it is evaluated
    from robotstudio.draft.analysis import Analysis, GroupMark
    from robotstudio.draft.rule_coverage import LineCoverage

WEAKEST_HEAT, STRONGEST_HEAT = 0.05, 0.35

# No functions, for brackets and rules by place: a Python function takes ten times as long, for each row of a frame
_first_line: Final = itemgetter(0)
_last_line: Final = itemgetter(1)
_line_of_rule: Final = attrgetter("line")


class Bracket(NamedTuple):
    """A group as marked: lines of the current text, 1-based and inclusive."""

    first: int
    last: int
    color: int
    part: int
    is_selected: bool


class AnnotationChange(NamedTuple):
    """The differences from the previous evaluation: in the groups, and in the rules' counts."""

    groups: bool
    counts: bool


class ExpectationMark(NamedTuple):
    """The result of expectations for a line: true if one fails by it, and the sentences."""

    fails: bool
    tooltip: str


class DecidingLine(NamedTuple):
    """The line that decides the selected cell, moved with the text."""

    line: int
    is_allowed: bool


class Decided(Struct, frozen=True):
    """The number of URLs that a line's rule decides, and of all; `heat` is the strength of its fill."""

    count: int
    total: int
    heat: float


class Annotations:
    """Marks of the last evaluation, moved along with the text until the next one."""

    def __init__(self) -> None:
        self.is_stale = False
        self.reading = ReadingMarks()
        self._analysis: Analysis | None = None
        self._lines = MovedLines()
        self._starts: list[int] = []
        self._brackets: list[Bracket] | None = None
        self._selected: frozenset[int] = frozenset()
        self.decision: DecidingLine | None = None
        """The line that decides the selected cell."""
        self._coverage: Mapping[int, LineCoverage] = {}
        self._coverage_lines = MovedLines()
        self._expectations: Mapping[int, ExpectationMark] = {}
        self._expectation_lines = MovedLines()
        self._most = 0
        self._total = 0

    def show(self, analysis: "Analysis") -> AnnotationChange:
        """Take over another evaluation, and return what has changed or moved."""
        known = self._analysis if self._lines.is_straight else None
        total = len(analysis.urls) if any(column.is_by_rules for column in analysis.columns) else 0
        groups = known is None or analysis.marks != known.marks
        counts = (
            known is None
            or groups
            or (total, analysis.rule_count) != (self._total, known.rule_count)
            or analysis.decided_urls != known.decided_urls
        )
        self._analysis = analysis
        self._lines.clear()
        self._total = total
        if groups:
            self._starts = [mark.first_line for mark in analysis.marks]
            self._brackets = None
        if counts:
            self._most = max(analysis.decided_urls.values(), default=0)
        return AnnotationChange(groups, counts)

    def clear(self) -> None:
        """Clear all for another file."""
        self._analysis = None
        self.decision = None
        self._selected = frozenset()
        self._brackets = None
        self._coverage = {}
        self._expectations = {}
        self.reading.show(None)

    def show_reading(self, reading: CrawlerReading | None) -> None:
        """Show the groups as one crawler reads them, or as they are."""
        self.reading.show(reading)
        self._brackets = None

    def set_coverage(self, rows: "Mapping[int, LineCoverage]") -> None:
        """Take over the coverage of the rules, by line."""
        self._coverage = rows
        self._coverage_lines.clear()

    def set_expectations(self, marks: Mapping[int, ExpectationMark]) -> None:
        """Take over the results of expectations, by line."""
        self._expectations = marks
        self._expectation_lines.clear()

    def expectation_mark(self, line: int) -> ExpectationMark | None:
        """Return the result of expectations for a line."""
        if not self._expectations:
            return None
        evaluated = self._expectation_lines.evaluated(line)
        return self._expectations.get(evaluated) if evaluated is not None else None

    def coverage(self, line: int) -> "LineCoverage | None":
        """Return the coverage of a line's rule, with current line numbers."""
        evaluated = self._coverage_lines.evaluated(line)
        found = self._coverage.get(evaluated) if evaluated is not None else None
        if found is None or self._coverage_lines.is_straight:
            return found
        return replace(found, shadowed_by=tuple(map(self._coverage_lines.current, found.shadowed_by)))

    def selects(self, first_lines: frozenset[int]) -> bool:
        """Return True if these are the selected crawler's groups, by their first lines."""
        return first_lines == self._selected

    def select_groups(self, first_lines: frozenset[int]) -> None:
        """Mark the parts of the group that the selected crawler reads."""
        self._selected = first_lines
        self._brackets = None

    def decide(self, line: int | None, *, is_allowed: bool) -> None:
        """Mark the line that decides the selected cell."""
        self.decision = None if line is None else DecidingLine(line, is_allowed)

    def move_lines(self, after: int, delta: int) -> None:
        """Move the marks for lines inserted or removed after a line."""
        self._lines.note(after, delta)
        if self.decision is not None:
            self.decision = self.decision._replace(line=line_after(self.decision.line, after, delta))
        self._coverage_lines.note(after, delta)
        self._expectation_lines.note(after, delta)
        self.reading.move_lines(after, delta)
        self._brackets = None

    @property
    def urls(self) -> int:
        """The number of URLs that the counts are of; 0 if there are no counts."""
        return self._total

    @property
    def is_overruled(self) -> bool:
        """True if the fetch outcome decides for every crawler, so that no rule applies."""
        columns = self._analysis.columns if self._analysis else ()
        return bool(columns) and not any(column.is_by_rules for column in columns)

    @property
    def brackets(self) -> list[Bracket]:
        """All groups in reading order."""
        if self._brackets is None:
            marks = self._analysis.marks if self._analysis else ()
            self._brackets = [self._bracket(mark) for mark in marks]
            if self.reading.is_on:
                self._brackets = [self._bracket_of(part, self._brackets) for part in self.reading.parts]
        return self._brackets

    def _bracket(self, mark: "GroupMark") -> Bracket:
        first, last = self._lines.current(mark.first_line), self._lines.current(mark.last_line)
        return Bracket(first, last, mark.color, mark.part, mark.first_line in self._selected)

    @staticmethod
    def _bracket_of(part: GroupPart, usual: list[Bracket]) -> Bracket:
        """Return a group as the selected crawler delimits it, in the colour of the group in which it begins."""
        place = bisect_right(usual, part.first, key=_first_line) - 1
        color = usual[place].color if place >= 0 else 0
        return Bracket(part.first, part.last, color, part.number, part.role is Role.OWN)

    def tint_of(self, line: int) -> int | None:
        """Return the colour of the selected crawler's group on its lines; None elsewhere."""
        part = self.reading.tinted_part(line)
        bracket = self.bracket_at(part.first) if part is not None else None
        return bracket.color if bracket is not None else None

    def brackets_between(self, first: int, last: int) -> Iterator[Bracket]:
        """Iterate over the groups that a range of lines touches."""
        brackets = self.brackets
        for place in range(bisect_left(brackets, first, key=_last_line), len(brackets)):
            if brackets[place].first > last:
                return
            yield brackets[place]

    def bracket_at(self, line: int) -> Bracket | None:
        """Return the group of a line."""
        return next(self.brackets_between(line, line), None)

    def decided(self, line: int) -> Decided | None:
        """Return the counts of a line's rule; None without a rule or without verdicts."""
        evaluated = self._lines.evaluated(line)
        if self._analysis is None or evaluated is None or not self._total:
            return None
        count = self._analysis.decided_urls.get(evaluated, 0)
        if not count and not self._is_rule(evaluated):
            return None
        return Decided(count, self._total, self._heat(count))

    def looks(self, line: int) -> tuple[object, object, object]:
        """Return the marks of a line: in its text, left and right of it."""
        shade = self.tint_of(line), self.reading.is_dimmed(line)
        left = self.bracket_at(line), self.expectation_mark(line), self.reading.trap(line)
        return shade, left, (shade, self.decided(line))

    def _is_rule(self, line: int) -> bool:
        place = bisect_right(self._starts, line) - 1
        if place < 0 or self._analysis is None:
            return False
        rules = self._analysis.shown.groups[place].rules
        found = bisect_left(rules, line, key=_line_of_rule)
        return found < len(rules) and rules[found].line == line

    def _heat(self, count: int) -> float:
        if not count:
            return 0.0
        return WEAKEST_HEAT + (STRONGEST_HEAT - WEAKEST_HEAT) * log(1 + count) / log(1 + self._most)
