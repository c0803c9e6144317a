"""What the editor shows beside the lines of a large draft, for the worker process."""

import pickle
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from robotstudio.draft.rule_coverage import AuditedFile, CoverageReport, LineCoverages, rule_use
from robotstudio.draft.rule_proofs import LineProof, line_proofs
from robotstudio.draft.worker.desk import DraftCache, SentUrls
from robotstudio.draft.worker.messages import as_kind
from robotstudio.draft.worker.process import WorkerProcess
from robotstudio.engine.cancelling import Cancelled, IsCancelled
from robotstudio.engine.coverage import Coverage, LaneCount, RuleCoverage, RuleState, Shadow
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.names import Agent
from robotstudio.engine.proof import Minimised, minimise
from robotstudio.engine.reading import reading_of
from robotstudio.engine.reading_model import CrawlerReading
from robotstudio.lazy_dataclasses import dataclass

_AT_ONCE = 256
"""So many rules are unpickled in less than a millisecond."""


@dataclass(frozen=True, slots=True)
class ReadingQuestion:
    """A draft, the dialect in which a crawler reads it, and the crawler as for `Robots.choose`; asked with each key."""

    rank: ClassVar[int] = 0

    body: bytes
    dialect: str
    agent: Agent

    @staticmethod
    def answerer() -> "ReadingAnswerer":
        return ReadingAnswerer()


class ReadingAnswerer:
    """Answers with one `CrawlerReading`: letters and numbers, which are unpickled at once."""

    def answer(self, question: ReadingQuestion, desk: DraftCache, _is_cancelled: IsCancelled) -> tuple[CrawlerReading]:
        return (reading_of(desk.version(question.body).read_as(question.dialect), question.agent),)


@dataclass(frozen=True, slots=True)
class CoverageQuestion:
    """A draft whose rules are to be looked at; the fields are those of an `AuditedFile`."""

    rank: ClassVar[int] = 3

    body: bytes
    urls: SentUrls
    readers: tuple[CrawlerView, ...]
    titles: Mapping[str, str]
    is_by_rules: bool

    @staticmethod
    def answerer() -> "CoverageAnswerer":
        return CoverageAnswerer()


@dataclass(frozen=True, slots=True)
class _Head:
    """What is said of all rules together, and their lines; they follow in pickled lists of so many each."""

    urls: int
    cells: int
    undecided: int
    lines: tuple[int, ...]
    idle_lines: tuple[int, ...]
    proven: frozenset[int]


class CoverageAnswerer:
    """Answers with a head, and then the rules some hundred at a time: a file may have 20,000 of them.

    They are pickled twice, since few are ever looked at.
    """

    def answer(self, question: CoverageQuestion, desk: DraftCache, is_cancelled: IsCancelled) -> Iterator[object]:
        subject = AuditedFile(
            0,
            desk.version(question.body),
            desk.table(question.urls),
            question.readers,
            question.titles,
            question.is_by_rules,
        )
        report, use = rule_use(subject, is_cancelled)
        coverage = report.coverage
        yield _Head(
            coverage.urls,
            coverage.cells,
            coverage.undecided,
            tuple(coverage.rules),
            tuple(use.idle_lines),
            frozenset(use.proven),
        )
        rules = list(coverage.rules.values())
        for place in range(0, len(rules), _AT_ONCE):
            packed = [_packed(rule) for rule in rules[place : place + _AT_ONCE]]
            yield pickle.dumps(packed, pickle.HIGHEST_PROTOCOL)


@dataclass(frozen=True, slots=True)
class RuleProofQuestion:
    """A draft of whose rules it is to be proven what they do for every URL."""

    rank: ClassVar[int] = 5

    body: bytes
    readers: tuple[CrawlerView, ...]

    @staticmethod
    def answerer() -> "RuleProofAnswerer":
        return RuleProofAnswerer()


class RuleProofAnswerer:
    """Answers with one `LineProof` for each rule, some hundred at a time."""

    def answer(
        self, question: RuleProofQuestion, desk: DraftCache, is_cancelled: IsCancelled
    ) -> Iterator[tuple[LineProof, ...]]:
        proofs = tuple(line_proofs(desk.version(question.body), question.readers, is_cancelled=is_cancelled).values())
        for place in range(0, len(proofs), _AT_ONCE):
            yield proofs[place : place + _AT_ONCE]


@dataclass(frozen=True, slots=True)
class MinimiseQuestion:
    """A draft for which a smaller file is looked for that says the same."""

    rank: ClassVar[int] = 6

    body: bytes
    readers: tuple[CrawlerView, ...]

    @staticmethod
    def answerer() -> "MinimiseAnswerer":
        return MinimiseAnswerer()


class MinimiseAnswerer:
    """Answers with one `Minimised`."""

    def answer(self, question: MinimiseQuestion, _desk: DraftCache, is_cancelled: IsCancelled) -> tuple[Minimised]:
        return (minimise(question.body, question.readers, is_cancelled=is_cancelled),)


class ReceivedRules(Mapping[int, RuleCoverage]):
    """The coverage of each rule by its line, ascending; made when it is asked for."""

    def __init__(self, lines: Sequence[int], packs: Sequence[bytes]) -> None:
        self._lines = lines
        self._packs = packs
        self._opened: dict[int, list[tuple[Any, ...]]] = {}
        self._made: dict[int, RuleCoverage] = {}

    def __getitem__(self, line: int) -> RuleCoverage:
        made = self._made.get(line)
        if made is None:
            place = bisect_left(self._lines, line)
            if place == len(self._lines) or self._lines[place] != line:
                raise KeyError(line)
            made = self._made[line] = _unpacked(self._pack(place // _AT_ONCE)[place % _AT_ONCE])
        return made

    def __iter__(self) -> Iterator[int]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def make_all(self, is_cancelled: IsCancelled) -> None:
        """Make them before they are looked at one after another. Raises `Cancelled`."""
        for line in self._lines:
            if is_cancelled():
                raise Cancelled
            _ = self[line]

    def _pack(self, number: int) -> list[tuple[Any, ...]]:
        pack = self._opened.get(number)
        if pack is None:
            pack = self._opened[number] = pickle.loads(self._packs[number])  # noqa: S301 - from our own process
        return pack


def ask_for_coverage(
    worker: WorkerProcess, subject: AuditedFile, is_cancelled: IsCancelled, *, is_shown: bool
) -> tuple[CoverageReport, LineCoverages]:
    """The same as `rule_use`, by the worker process; all rules are made at once where their list is shown.

    Raises what `WorkerProcess.ask` raises.
    """
    urls = SentUrls.of(subject.table)
    question = CoverageQuestion(subject.version.body, urls, subject.readers, dict(subject.titles), subject.is_by_rules)
    first, *packs = worker.ask(question, is_cancelled)
    head = as_kind(_Head, first)
    rules = ReceivedRules(head.lines, packs)
    if is_shown:
        rules.make_all(is_cancelled)
    coverage = Coverage(head.urls, head.cells, head.undecided, rules)
    return CoverageReport(subject, coverage), LineCoverages(subject, rules, head.idle_lines, head.proven)


def _packed(rule: RuleCoverage) -> tuple[Any, ...]:
    return (
        rule.line,
        rule.rule,
        rule.state.value,
        rule.matches,
        rule.decides,
        rule.cells,
        tuple((each.tokens, each.matches, each.decides) for each in rule.rule_classes),
        tuple((each.line, each.urls) for each in rule.shadows),
        rule.waiting,
    )


def _unpacked(values: tuple[Any, ...]) -> RuleCoverage:
    line, rule, state, matches, decides, cells, counts, shadows, waiting = values
    return RuleCoverage(
        line,
        rule,
        RuleState(state),
        matches,
        decides,
        cells,
        tuple(LaneCount(*each) for each in counts),
        tuple(Shadow(*each) for each in shadows),
        waiting,
    )
