"""The linter's results for a draft, frozen; made in a worker thread."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from time import perf_counter

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.worker.draft_linter import CheckAnswer, CheckQuestion, findings_after, in_order, unpacked
from robotstudio.draft.worker.messages import as_kind
from robotstudio.draft.worker.process import LARGE_DRAFT, NoWorkerError, WorkerProcess
from robotstudio.engine.content import Content, content_of
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.lint.context import raw_lines
from robotstudio.lint.linter import Linter, Report
from robotstudio.lint.model import Finding, Fix, names_lines
from robotstudio.lint.rules import RULES, rules_without
from robotstudio.urls.url_set import UrlSet

_MOST_SAMPLED = 20_000


@dataclass(frozen=True, eq=False)
class Checked:
    """What was found in the draft of an analysis."""

    analysis: Analysis
    report: Report
    content: Content
    elapsed_ms: float
    sentences: Sequence[str]
    """The findings in words."""
    kinds: Mapping[tuple[str, str], Sequence[Fix]]
    """The first fixes of the findings by the code and the id of the fix."""

    @property
    def revision(self) -> int:
        return self.analysis.revision

    def says_as(self, other: "Checked | None") -> bool:
        """Whether another check of the same state found the same, so that what was worked out of one holds of both."""
        return other is not None and other.revision == self.revision and other.findings == self.findings

    @property
    def body(self) -> bytes:
        return self.analysis.body

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found, in the order of the lines, and the worst of each line first."""
        return self.report.findings

    @cached_property
    def raws(self) -> Sequence[bytes]:
        return raw_lines(self.body)

    @property
    def passed(self) -> Sequence[str]:
        """The codes of the rules that found nothing."""
        found = {finding.code for finding in self.findings}
        return [code for code in RULES if code not in found]


class Checker:
    """Checks one state of a draft after another; used by one thread only, which keeps what it has read of the file.

    A large draft is checked by the worker process, so that the thread does not hold the interpreter.
    """

    def __init__(
        self, say: Callable[[Finding], str], worker: WorkerProcess | None = None, off: Sequence[str] = ()
    ) -> None:
        """`say` puts a finding into a sentence; what the rules with the codes `off` would find is not looked for."""
        self._say = say
        self._worker = worker
        self._off = tuple(off)
        self._linter = Linter(rules_without(off))
        self._urls = UrlSet()
        self._sample = b""
        self._known = 0
        self._findings: tuple[Finding, ...] = ()
        self._sentences: list[str] = []

    def check(
        self,
        analysis: Analysis,
        filename: str | None,
        sitemap_answers: Mapping[str, str],
        is_cancelled: Callable[[], bool],
    ) -> Checked:
        """Look at the draft of an analysis; `sitemap_answers` as in `Setting`. May raise `Cancelled`."""
        body, sample, answers = analysis.body, self._sample_of(analysis.urls), dict(sitemap_answers)
        question = CheckQuestion(body, sample, analysis.robots_url or None, filename, answers, self._known, self._off)
        if self._worker is not None and len(body) >= LARGE_DRAFT:
            try:
                return self._asked(self._worker, question, analysis, is_cancelled)
            except NoWorkerError:
                self._known = 0
        start = perf_counter()
        report = in_order(self._linter.check(body, question.setting, analysis.readings))
        elapsed_ms = (perf_counter() - start) * 1000
        sentences = [self._say(finding) for finding in report.findings]
        return Checked(analysis, report, content_of(body), elapsed_ms, sentences, _kinds(report.findings))

    def _asked(
        self, worker: WorkerProcess, question: CheckQuestion, analysis: Analysis, is_cancelled: Callable[[], bool]
    ) -> Checked:
        first, *packs = worker.ask(question, is_cancelled)
        answer = as_kind(CheckAnswer, first)
        before = self._findings if answer.first or answer.last else ()
        new = [unpacked(values) for pack in packs for values in pack]
        findings = findings_after(before, answer, new)
        self._sentences = self._said_after(findings, answer)
        self._known, self._findings = answer.number, findings
        report = Report(findings, answer.suppressed, answer.capped)
        return Checked(analysis, report, answer.content, answer.elapsed_ms, self._sentences, _kinds(findings))

    def _said_after(self, findings: Sequence[Finding], answer: CheckAnswer) -> list[str]:
        """The sentences, of which those are taken over that name no line that has moved."""
        first, last = answer.first, answer.last
        kept = self._sentences[len(self._sentences) - last :]
        moved = findings[len(findings) - last :]
        return [
            *self._sentences[:first],
            *(self._say(finding) for finding in findings[first : len(findings) - last]),
            *(
                self._say(finding) if answer.lines and names_lines(finding) else sentence
                for finding, sentence in zip(moved, kept, strict=True)
            ),
        ]

    def _sample_of(self, urls: UrlSet) -> bytes:
        if urls is not self._urls:
            self._urls = urls
            self._sample = b"\n".join(sorted({url.path.encode() for url in urls[:_MOST_SAMPLED]}))
        return self._sample


def _kinds(findings: Iterable[Finding]) -> Mapping[tuple[str, str], Sequence[Fix]]:
    kinds: dict[tuple[str, str], list[Fix]] = {}
    for finding in findings:
        if finding.found.fixes:
            first = finding.found.fixes[0]
            kinds.setdefault((finding.code, first.id), []).append(first)
    return kinds
