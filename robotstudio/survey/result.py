"""A complete survey: its counts, its rows, and what follows from them."""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from robotstudio.survey.clusters import HostCluster, clusters_of
from robotstudio.survey.facts import AnswerFacts, CodeFinder, facts_of
from robotstudio.survey.lines import digest_of
from robotstudio.survey.partial import Partial, merged
from robotstudio.survey.rows import AnswerRows, RowsBuilder, joined
from robotstudio.survey.tally import HostAnswer, SurveyTally

if TYPE_CHECKING:
    from robotstudio.survey.agents import Surveyed

_MOST_KEPT, _MOST_LINTED_KEPT = 1 << 15, 1 << 18
BodyKey: TypeAlias = tuple[int, int | None, str, str]
"""What the facts of an answer depend on: digest of the body, status, type, and the host if the file names it."""


class FactCache(Protocol):
    """A cache of facts that may be shared."""

    def recall(self, key: BodyKey) -> AnswerFacts | None: ...
    def keep(self, key: BodyKey, facts: AnswerFacts) -> None: ...


class Survey(Struct, frozen=True, dict=True):
    """The result. `partial` and `rows` describe the same answers; `snapshots` are older surveys, by their periods."""

    partial: Partial
    rows: AnswerRows
    snapshots: "tuple[Survey, ...]" = ()

    @property
    def files(self) -> int:
        return self.partial.total("answers")

    @cached_property
    def clusters(self) -> tuple[HostCluster, ...]:
        return clusters_of(self.rows)

    @cached_property
    def periods(self) -> tuple[str, ...]:
        """The months or years of the answers, ascending."""
        return tuple(sorted({str(key[0]) for key in self.partial.counts("answers")}))

    @property
    def period(self) -> str:
        """The last month or year of the answers; "" if none has a date."""
        return self.periods[-1] if self.periods else ""

    @property
    def older(self) -> "Survey | None":
        """The survey to compare with: the last of the older ones."""
        return self.snapshots[-1] if self.snapshots else None

    def against(self, *older: "Survey") -> "Survey":
        """Add older surveys to compare with; each replaces that of the same period."""
        by_period = {each.period: each for each in (*self.snapshots, *older)}
        return Survey(self.partial, self.rows, tuple(by_period[period] for period in sorted(by_period)))


def assemble(parts: Iterable[tuple[Partial, AnswerRows]], surveyed: "Surveyed") -> Survey:
    """Merge parts into a survey; their order does not matter."""
    partials, rows = [], []
    for partial, part in parts:
        partials.append(partial)
        rows.append(part)
    counted = merged([Partial(surveyed.tokens), *partials])
    return Survey(counted, joined(rows, len(surveyed.tokens)))


class _CachedLinter:
    """A linter with a cache by body, whatever the host, status and type.

    Linting takes most of the time, and its results are so small that far more of them are cached than facts.
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
    """Analyses answers sequentially; facts of bodies are cached, here or in `shared`."""

    def __init__(self, surveyed: "Surveyed", linter: CodeFinder | None = None, shared: FactCache | None = None) -> None:
        self._surveyed = surveyed
        self._linter = _CachedLinter(linter) if linter else None
        self._shared = shared
        self._known: dict[BodyKey, AnswerFacts] = {}
        self.begin()

    def begin(self) -> None:
        """Begin another part; caches stay."""
        self._tally = SurveyTally(self._surveyed)
        self._rows = RowsBuilder(len(self._surveyed.tokens))

    def add(self, answer: HostAnswer) -> None:
        facts = self._facts_of(answer)
        self._tally.add(answer, facts)
        self._rows.add(answer, facts)

    def part(self) -> tuple[Partial, AnswerRows]:
        """Return the counts and the rows since `begin`."""
        return self._tally.partial(), self._rows.rows()

    def _facts_of(self, answer: HostAnswer) -> AnswerFacts:
        names_host = answer.host.lower().removeprefix("www.").encode("utf-8", "replace") in answer.body.lower()
        host = answer.host if names_host else ""
        key = digest_of(answer.body), answer.status, answer.content_type, host
        known = self._known.get(key)
        if known is None:
            known = (self._shared and self._shared.recall(key)) or self._analysed(key, answer)
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            self._known[key] = known
        return known

    def _analysed(self, key: BodyKey, answer: HostAnswer) -> AnswerFacts:
        facts = facts_of(answer.body, answer.status, answer.content_type, key[3], self._surveyed, self._linter)
        if self._shared:
            self._shared.keep(key, facts)
        return facts
