"""The comparison as data: the path, and the rules that are laid over it."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from robotstudio.engine import Alignment, Candidate, Outcome, SegmentKind
from robotstudio.explain.nearest import NearestRules
from robotstudio.explain.pattern_words import alignment_words
from robotstudio.explain.words import bytes_words, others_words, outcome_words, rule_piece
from robotstudio.text.language import ENGLISH, Words
from robotstudio.text.phrases import Phrase, Piece, as_text

_MOST_MARKED = 12


class LaidRule(Struct, frozen=True, dict=True):
    """A rule laid over the path, with what became of it in words; `moot` where the rules are not asked."""

    candidate: Candidate
    result: str
    moot: bool = False

    @cached_property
    def alignment(self) -> Alignment:
        """The rule laid over the path."""
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
        """The rule as a user writes it."""
        return rule_piece(self.candidate.rule)

    def text(self, words: Words = ENGLISH) -> str:
        """The rule, its length and what became of it, for those who do not see it."""
        facts = (self.words.text, bytes_words(self.byte_count, words), self.result)
        return words.about(str(self.line), words.side_by_side(facts))

    def laid_text(self, words: Words = ENGLISH) -> str:
        """The rule laid over the path, stretch by stretch, for those who do not see it."""
        return alignment_words(self.alignment, self.candidate.rule.pattern, self.candidate.path, words)

    @property
    def mark(self) -> tuple[int, int]:
        """The bytes of the path that show best why it matches or not: the last that it read, and the one behind."""
        read = [segment.path.start for segment in self.alignment.segments if segment.kind is SegmentKind.LITERAL]
        start = max(read[-1] if read else 0, self.reach - _MOST_MARKED)
        return start, self.reach + 1

    @property
    def reach(self) -> int:
        """Where it stops on the path: the first byte that differs, or the end of what it matched."""
        if self.alignment.differs_at is not None:
            return self.alignment.differs_at
        return max((segment.path.end for segment in self.alignment.segments), default=0)


class LaidRules(Struct, frozen=True):
    """A path and the rules laid over it, the winner first; `others` sums up the rules that are not shown."""

    path: bytes
    rows: tuple[LaidRule, ...]
    others: Phrase

    @property
    def winner(self) -> LaidRule | None:
        return self.rows[0] if self.rows and self.rows[0].wins else None

    @property
    def marks(self) -> Iterator[tuple[int, int]]:
        """The ranges of bytes that should stay in sight, most important first."""
        return (row.mark for row in self.rows)

    def text(self, words: Words = ENGLISH) -> str:
        """The comparison in lines, for those who do not see it."""
        lines = [row.text(words) for row in self.rows]
        return "\n".join([*lines, as_text(self.others)] if self.others else lines)


NOTHING = LaidRules(b"", (), ())


def lay_rules(close: NearestRules, rows: int, words: Words = ENGLISH, *, moot: bool = False) -> LaidRules:
    """The first `rows` rules of a close-up laid over the path; `moot` where the rules are not asked."""
    shown = close.limited_to(rows)
    laid = tuple(
        LaidRule(candidate, outcome_words(candidate, close.verdict, words, moot=moot), moot)
        for candidate in (*shown.matching, *shown.misses)
    )
    return LaidRules(close.whole.path, laid, others_words(shown, words))
