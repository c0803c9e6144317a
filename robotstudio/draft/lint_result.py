"""The linter's results for a draft, frozen; made in a worker thread."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from time import perf_counter

from msgspec import Struct

from robotstudio.draft.analysis import Analysis
from robotstudio.engine.cancelling import checkpoint_of, in_portions
from robotstudio.engine.content import Content, content_of
from robotstudio.lint.context import Setting, raw_lines
from robotstudio.lint.linter import Linter, Report
from robotstudio.lint.model import Finding, Fix, LintRule, Severity
from robotstudio.lint.rules import RULES
from robotstudio.urls.url_set import UrlSet

_MOST_SAMPLED = 20_000
_RANKS = {severity: rank for rank, severity in enumerate(Severity)}  # the worst comes first there


class LintResult(Struct, frozen=True, eq=False, dict=True):
    """Findings in the draft of an analysis."""

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

    def is_same_as(self, other: "LintResult | None") -> bool:
        """Return True if another check of the same state found the same: what follows from one holds for both."""
        return other is not None and other.revision == self.revision and other.findings == self.findings

    @property
    def body(self) -> bytes:
        return self.analysis.body

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return what was found, in the order of the lines, and the worst of each line first."""
        return self.report.findings

    @cached_property
    def raws(self) -> Sequence[bytes]:
        return raw_lines(self.body)


class DraftLinter:
    """Checks one state of a draft after another, and caches what it read of the file; used by one thread only."""

    def __init__(self, say: Callable[[Finding], str], rules: Mapping[str, LintRule] = RULES) -> None:
        """`say` puts a finding into a sentence."""
        self._say = say
        self._linter = Linter(rules)
        self._urls = UrlSet()
        self._sample: Sequence[bytes] = ()

    def check(
        self,
        analysis: Analysis,
        filename: str | None,
        sitemap_answers: Mapping[str, str],
        is_cancelled: Callable[[], bool],
    ) -> LintResult:
        """Check the draft of an analysis; `sitemap_answers` as in `Setting`. Raises `Cancelled`."""
        start = perf_counter()
        sample = self._sample_of(analysis.urls)
        setting = Setting(analysis.robots_url or None, filename, dict(sitemap_answers), sample)
        found = self._linter.check(analysis.body, setting, analysis.readings, is_cancelled=is_cancelled)
        in_order = sorted(found.findings, key=lambda each: (each.line, _RANKS[each.severity]))
        report = Report(tuple(in_order), found.suppressed, found.capped)
        elapsed_ms = (perf_counter() - start) * 1000
        findings = in_portions(report.findings, checkpoint_of(is_cancelled))
        sentences = [self._say(finding) for finding in findings]
        return LintResult(analysis, report, content_of(analysis.body), elapsed_ms, sentences, _kinds(report.findings))

    def _sample_of(self, urls: UrlSet) -> Sequence[bytes]:
        if urls is not self._urls:
            self._urls = urls
            self._sample = sorted({url.path.encode() for url in urls[:_MOST_SAMPLED]})
        return self._sample


def _kinds(findings: Iterable[Finding]) -> Mapping[tuple[str, str], Sequence[Fix]]:
    kinds: dict[tuple[str, str], list[Fix]] = {}
    for finding in findings:
        if finding.diagnostic.fixes:
            first = finding.diagnostic.fixes[0]
            kinds.setdefault((finding.code, first.id), []).append(first)
    return kinds
