"""A large draft against its baseline, for the loaded URLs and for every other: questions for the worker process."""

from collections.abc import Iterator
from typing import ClassVar

from robotstudio.draft.agreement import Agreement, agreement
from robotstudio.draft.changes.beyond import ReadersProof, proofs_between
from robotstudio.draft.changes.compared import ChangeQuestion, DraftDifferences, differences
from robotstudio.draft.worker.desk import DraftCache, SentUrls
from robotstudio.engine.cancelling import IsCancelled
from robotstudio.engine.changes import Changes
from robotstudio.engine.crawlers import Crawler, CrawlerView
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.rule_classes import ClassVerdicts
from robotstudio.lazy_dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class CompareQuestion:
    """A draft, and the version before it; only the risks are wanted where there are no `readers`."""

    rank: ClassVar[int] = 2

    before: bytes
    body: bytes
    urls: SentUrls
    readers: tuple[CrawlerView, ...] | None
    most_flips: float

    @classmethod
    def of(cls, question: ChangeQuestion) -> "CompareQuestion":
        """What there is to be worked out for a question of the window."""
        baseline = question.baseline
        return cls(
            question.opened if baseline is None else baseline.body,
            question.analysis.body,
            SentUrls.of(question.table),
            None if baseline is None else question.readers,
            question.most_flips,
        )

    @staticmethod
    def answerer() -> "CompareAnswerer":
        return CompareAnswerer()


class CompareAnswerer:
    """Answers with one `DraftDifferences`, and keeps of the version before what it worked out."""

    def __init__(self) -> None:
        self._before = FileVersion(b"")

    def answer(
        self, question: CompareQuestion, desk: DraftCache, is_cancelled: IsCancelled
    ) -> Iterator[DraftDifferences]:
        if self._before.body != question.before:
            self._before = FileVersion(question.before)
        draft = desk.version(question.body)
        table = desk.table(question.urls)
        found = differences(self._before, (draft, draft), table, question.readers, question.most_flips, is_cancelled)
        yield replace(found, changes=found.changes and _sent(found.changes))


def _sent(changes: Changes) -> Changes:
    """Without the files, which the window has."""
    verdicts = {
        id(each): ClassVerdicts(each.tokens, each.allowed, each.lines)
        for pair in changes.compared
        for each in (pair.before, pair.after)
    }
    compared = tuple(
        replace(each, before=verdicts[id(each.before)], after=verdicts[id(each.after)]) for each in changes.compared
    )
    return replace(changes, compared=compared)


@dataclass(frozen=True, slots=True)
class ProofQuestion:
    """A draft, the version before it, and for which crawlers it is to be proven what changes."""

    rank: ClassVar[int] = 4

    before: bytes
    body: bytes
    readers: tuple[CrawlerView, ...]
    seconds: float

    @staticmethod
    def answerer() -> "ProofAnswerer":
        return ProofAnswerer()


class ProofAnswerer:
    """Answers with one `ReadersProof` for each set of crawlers, and keeps the version before as it was read."""

    def __init__(self) -> None:
        self._before = FileVersion(b"")

    def answer(self, question: ProofQuestion, desk: DraftCache, is_cancelled: IsCancelled) -> Iterator[ReadersProof]:
        if self._before.body != question.before:
            self._before = FileVersion(question.before)
        draft = desk.version(question.body)
        yield from proofs_between(self._before, draft, question.readers, question.seconds, is_cancelled)


@dataclass(frozen=True, slots=True)
class AgreementQuestion:
    """A draft, and the crawlers whose readings are compared with that of the first."""

    rank: ClassVar[int] = 4

    body: bytes
    crawlers: tuple[Crawler, ...]
    seconds: float

    @staticmethod
    def answerer() -> "AgreementAnswerer":
        return AgreementAnswerer()


class AgreementAnswerer:
    """Answers with one `Agreement`."""

    def answer(self, question: AgreementQuestion, desk: DraftCache, is_cancelled: IsCancelled) -> tuple[Agreement]:
        return (agreement(desk.version(question.body), question.crawlers, question.seconds, is_cancelled),)
