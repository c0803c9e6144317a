"""Align the rules with the path, as data for the comparison: which bytes of the path are shown, and in which column."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from robotstudio.engine import Alignment, Candidate, Outcome, SegmentKind
from robotstudio.explain.nearest import NearestRules
from robotstudio.explain.pattern_words import alignment_words
from robotstudio.explain.words import bytes_words, others_words, outcome_words, rule_piece
from robotstudio.text.language import WORDS
from robotstudio.text.phrases import Phrase, Piece, as_text

_MOST_MARKED = 12


class AlignedRule(Struct, frozen=True, dict=True):
    """A rule aligned with the path, with its result in words; `moot` if the rules are not used."""

    candidate: Candidate
    result: str
    moot: bool = False

    @cached_property
    def alignment(self) -> Alignment:
        """Return the rule aligned with the path."""
        return self.candidate.alignment

    @property
    def line(self) -> int:
        return self.candidate.rule.line

    @property
    def allow(self) -> bool:
        return self.candidate.rule.allow

    @property
    def wins(self) -> bool:
        return self.candidate.outcome is Outcome.WINS and not self.moot

    @property
    def byte_count(self) -> int:
        return self.candidate.byte_count

    @property
    def words(self) -> Piece:
        """Return the rule as a user writes it."""
        return rule_piece(self.candidate.rule)

    def text(self) -> str:
        """Return the rule, its length and its result, for screen readers."""
        facts = (self.words.text, bytes_words(self.byte_count), self.result)
        return WORDS.about(str(self.line), WORDS.side_by_side(facts))

    def alignment_text(self) -> str:
        """Return the alignment, segment by segment, for screen readers."""
        return alignment_words(self.alignment, self.candidate.rule.pattern, self.candidate.path)

    @property
    def mark(self) -> tuple[int, int]:
        """Return the bytes of the path that show best why it matches or not: the last that it read, and the next."""
        read = [segment.path.start for segment in self.alignment.segments if segment.kind is SegmentKind.LITERAL]
        start = max(read[-1] if read else 0, self.reach - _MOST_MARKED)
        return start, self.reach + 1

    @property
    def reach(self) -> int:
        """Return where it stops on the path: the first byte that differs, or the end of what it matched."""
        if self.alignment.differs_at is not None:
            return self.alignment.differs_at
        return max((segment.path.end for segment in self.alignment.segments), default=0)


class RuleAlignment(Struct, frozen=True):
    """A path and the rules aligned with it, the winner first; `others` sums up the rules that are not shown."""

    path: bytes
    rows: tuple[AlignedRule, ...]
    others: Phrase

    @property
    def winner(self) -> AlignedRule | None:
        return self.rows[0] if self.rows and self.rows[0].wins else None

    @property
    def marks(self) -> Iterator[tuple[int, int]]:
        """Return the ranges of bytes that should stay in sight, most important first."""
        return (row.mark for row in self.rows)

    def text(self) -> str:
        """Return the comparison in lines, for screen readers."""
        lines = [row.text() for row in self.rows]
        return "\n".join([*lines, as_text(self.others)] if self.others else lines)


NO_ALIGNMENT = RuleAlignment(b"", (), ())


def align_rules(close: NearestRules, rows: int, *, moot: bool = False) -> RuleAlignment:
    """Align the first `rows` rules of `close` with the path; `moot` if the rules are not used."""
    shown = close.limited_to(rows)
    laid = tuple(
        AlignedRule(candidate, outcome_words(candidate, close.verdict, moot=moot), moot)
        for candidate in (*shown.matching, *shown.misses)
    )
    return RuleAlignment(close.whole.path, laid, others_words(shown))


class PathColumns(Struct, frozen=True, dict=True):
    """The shown stretches of a path of `length` bytes, as half-open ranges; each gap between them takes one cell."""

    length: int
    shown: tuple[tuple[int, int], ...]

    @property
    def is_folded(self) -> bool:
        """Return True if bytes are left out."""
        return self.gap_count > 0

    @property
    def gap_count(self) -> int:
        """Count the cells with an ellipsis."""
        return len(self.shown) - 1

    @property
    def cells(self) -> int:
        """Count the cells, ellipses included."""
        return sum(end - start for start, end in self.shown) + self.gap_count

    @cached_property
    def gaps(self) -> tuple[tuple[int, int], ...]:
        """Return the ranges of bytes left out."""
        return tuple((end, start) for (_, end), (start, _) in pairwise(self.shown))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(start for start, _ in self.shown)

    @cached_property
    def _offsets(self) -> tuple[int, ...]:
        """Return the cell in which each stretch starts."""
        offsets, cell = [], 0
        for start, end in self.shown:
            offsets.append(cell)
            cell += end - start + 1
        return tuple(offsets)

    def cell_of(self, byte: int) -> float:
        """Return the cell where a byte starts: the middle of the gap for one left out, the next cell past the end."""
        place = bisect_right(self._starts, byte) - 1
        start, end = self.shown[place]
        if byte <= end or place == len(self.shown) - 1:
            return self._offsets[place] + byte - start
        return self._offsets[place] + end - start + 0.5


def all_columns(length: int) -> PathColumns:
    """Show every byte of a path."""
    return PathColumns(length, ((0, length),))


def fold_columns(length: int, limit: int, marks: Iterable[tuple[int, int]]) -> PathColumns:
    """Show a path in at most `limit` cells: its start, its end, and as many of the marked ranges as fit."""
    if length <= limit:
        return all_columns(length)
    head, tail = max(1, limit // 4), max(1, limit // 6)
    kept = _merged([(0, head), (length - tail, length)])
    for first, last in marks:
        window = (max(0, first), min(length, last))
        wider = _merged([*kept, window]) if window[0] < window[1] else kept
        if _cells(wider) <= limit:
            kept = wider
    while True:
        (start, end), *rest = kept
        wider = _merged([(start, end + 1), *rest])
        if _cells(wider) > limit:
            return PathColumns(length, tuple(kept))
        kept = wider


def _merged(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Merge ranges, in order, if they touch or only one byte is between them."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _cells(ranges: Sequence[tuple[int, int]]) -> int:
    return sum(end - start for start, end in ranges) + len(ranges) - 1
