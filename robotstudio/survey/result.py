"""A whole survey: its counts, its rows, and what follows from them."""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeAlias

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.survey.facts import AnswerFacts, CodeFinder, facts_of
from robotstudio.survey.farms import Farm, farms_of
from robotstudio.survey.lines import digest_of
from robotstudio.survey.partial import Partial, merged
from robotstudio.survey.rows import AnswerRows, RowsBuilder, joined
from robotstudio.survey.tally import HostAnswer, SurveyTally

if TYPE_CHECKING:
    from robotstudio.survey.agents import Surveyed

_MOST_KEPT, _MOST_LINTED_KEPT = 1 << 15, 1 << 18
BodyKey: TypeAlias = tuple[int, int | None, str, str]
"""What the facts of an answer depend on: the digest of its body, status, type, and the host where the file names it."""


class FactMemory(Protocol):
    """Where facts of bodies are kept that others may know, too."""

    def recall(self, key: BodyKey) -> AnswerFacts | None: ...
    def keep(self, key: BodyKey, facts: AnswerFacts) -> None: ...


@dataclass(frozen=True)
class Survey:
    """The result. `partial` and `rows` are of the same answers; `older` is the survey it is compared with."""

    partial: Partial
    rows: AnswerRows
    older: "Survey | None" = None

    @property
    def files(self) -> int:
        return self.partial.total("answers")

    @cached_property
    def farms(self) -> tuple[Farm, ...]:
        return farms_of(self.rows)

    @cached_property
    def periods(self) -> tuple[str, ...]:
        """The months or years that answers are of, in their order."""
        return tuple(sorted({str(key[0]) for key in self.partial.counts("answers")}))

    def against(self, older: "Survey") -> "Survey":
        """The same, to be compared with an older one."""
        return Survey(self.partial, self.rows, older)


def put_together(parts: Iterable[tuple[Partial, AnswerRows]], surveyed: "Surveyed") -> Survey:
    """The survey of all parts, the same in whatever order they come."""
    partials, rows = [], []
    for partial, part in parts:
        partials.append(partial)
        rows.append(part)
    counted = merged([Partial(surveyed.tokens), *partials])
    return Survey(counted, joined(rows, len(surveyed.tokens)))


class _LintedOnce:
    """Asks a linter once about a body, whoever sends it, with whatever status and type: to lint takes most of the time,
    and what was found takes so little room that it is kept for far more bodies than all their facts are.
    """

    def __init__(self, linter: CodeFinder) -> None:
        self._linter = linter
        self._known: dict[int, frozenset[str]] = {}
        self._same: dict[frozenset[str], frozenset[str]] = {}

    def codes(self, body: bytes) -> frozenset[str]:
        key = digest_of(body)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST_LINTED_KEPT:
                self._known.clear()
                self._same.clear()
            found = self._linter.codes(body)
            known = self._known[key] = self._same.setdefault(found, found)
        return known


class Surveyor:
    """Looks at answers, one after the other; what is known of a body, here or in `shared`, is not worked out again."""

    def __init__(
        self, surveyed: "Surveyed", linter: CodeFinder | None = None, shared: FactMemory | None = None
    ) -> None:
        self._surveyed = surveyed
        self._linter = _LintedOnce(linter) if linter else None
        self._shared = shared
        self._known: dict[BodyKey, AnswerFacts] = {}
        self.begin()

    def begin(self) -> None:
        """Begin another part; what is known of bodies stays."""
        self._tally = SurveyTally(self._surveyed)
        self._rows = RowsBuilder(len(self._surveyed.tokens))

    def add(self, answer: HostAnswer) -> None:
        facts = self._facts_of(answer)
        self._tally.add(answer, facts)
        self._rows.add(answer, facts)

    def part(self) -> tuple[Partial, AnswerRows]:
        """The counts and the rows of what was added since the last beginning."""
        return self._tally.partial(), self._rows.rows()

    def _facts_of(self, answer: HostAnswer) -> AnswerFacts:
        names_host = answer.host.lower().removeprefix("www.").encode("utf-8", "replace") in answer.body.lower()
        host = answer.host if names_host else ""
        key = digest_of(answer.body), answer.status, answer.content_type, host
        known = self._known.get(key)
        if known is None:
            known = self._recalled(key) or self._worked_out(key, answer)
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            self._known[key] = known
        return known

    def _recalled(self, key: BodyKey) -> AnswerFacts | None:
        return self._shared.recall(key) if self._shared else None

    def _worked_out(self, key: BodyKey, answer: HostAnswer) -> AnswerFacts:
        facts = facts_of(answer.body, answer.status, answer.content_type, key[3], self._surveyed, self._linter)
        if self._shared:
            self._shared.keep(key, facts)
        return facts
