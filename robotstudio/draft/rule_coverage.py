"""Rule coverage: what each rule matches and decides, and whether it may be deleted. Made in a worker thread."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct, field

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.at_risk import RuleCosts, rule_costs, telling_stakes
from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import IsCancelled, checkpoint_of
from robotstudio.engine.changes import Changes
from robotstudio.engine.coverage import USED, Coverage, Deletion, RuleCoverage, coverage_of, prove_deletion
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.robots import FileVersion
from robotstudio.urls.set_columns import SetColumn

_SMALL, _MOST_PROVEN = 100_000, 40


class AuditedFile(Struct, frozen=True, eq=False):
    """One evaluation with its table of URLs, as the audits of the engine need it."""

    revision: int
    version: FileVersion
    table: UrlTable
    readers: tuple[CrawlerView, ...]
    titles: Mapping[str, str] = field(default_factory=dict)
    is_by_rules: bool = True
    """True if the rules decide every cell, and not the answer of the server for some."""
    stakes: tuple[SetColumn, ...] = ()
    """What the URLs bring."""

    @property
    def cells(self) -> int:
        return len(self.table) * len(self.readers)


class CoverageReport(Struct, frozen=True, eq=False):
    subject: AuditedFile
    coverage: Coverage
    costs: RuleCosts = RuleCosts()
    """What each rule keeps out."""


class DeletionProof(Struct, frozen=True, eq=False):
    """The changes that deleting a line would cause."""

    line: int
    subject: AuditedFile
    deletion: Deletion

    @property
    def changes(self) -> Changes:
        """Return the changes of verdicts."""
        return self.deletion.changes

    @property
    def is_safe(self) -> bool:
        """Return True if nothing would change: no verdict, and nothing else that a line may do."""
        return self.deletion.is_safe


class LineCoverage(Struct, frozen=True):
    """The use of the rule of one line; `shadowed_by` are the lines that decide what it matches, 1-based.

    `is_supposed` is True if an answer of the server decides now, not the rules; `waiting` names the crawlers that wait
    by
    the line, which is a Crawl-delay then.
    """

    decides: int
    matches: int
    shadowed_by: tuple[int, ...]
    safe_to_delete: bool
    is_supposed: bool = False
    waiting: tuple[str, ...] = ()


class LineCoverages(Mapping[int, LineCoverage]):
    """The use of the rule of each line; a row is made when it is asked for.

    `idle_lines` are those that decide nothing, ascending.
    """

    def __init__(
        self,
        subject: AuditedFile,
        rules: Mapping[int, RuleCoverage],
        idle_lines: Sequence[int] = (),
        proven: AbstractSet[int] = frozenset(),
    ) -> None:
        self.idle_lines = idle_lines
        self.proven = proven
        self._subject = subject
        self._rules = rules

    def __getitem__(self, line: int) -> LineCoverage:
        rule, titles = self._rules[line], self._subject.titles
        shadows = tuple(shadow.line for shadow in rule.shadows if shadow.line)
        waiting = tuple(titles.get(token, token) for token in rule.waiting)
        is_safe = rule.state not in USED and line in self.proven
        return LineCoverage(rule.decides, rule.matches, shadows, is_safe, not self._subject.is_by_rules, waiting)

    def __iter__(self) -> Iterator[int]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)


def audited_file(analysis: Analysis) -> AuditedFile:
    """Return what the audits examine."""
    columns = analysis.columns
    return AuditedFile(
        analysis.revision,
        FileVersion(analysis.body, analysis.readings),
        analysis.table,
        tuple(column.crawler.reader for column in columns),
        {column.crawler.token: column.crawler.title for column in columns},
        all(column.is_by_rules for column in columns),
        telling_stakes(analysis.urls),
    )


def coverage_report(subject: AuditedFile, is_cancelled: IsCancelled | None = None) -> CoverageReport:
    """Return what each rule does to the URLs. Raises `Cancelled` if that is not wanted any more."""
    coverage = coverage_of(subject.version, subject.table, subject.readers, is_cancelled=is_cancelled)
    checkpoint = checkpoint_of(is_cancelled)
    costs = rule_costs(subject.version, subject.table, subject.readers, subject.stakes, checkpoint)
    return CoverageReport(subject, coverage, costs)


def rule_use(subject: AuditedFile, is_cancelled: IsCancelled) -> tuple[CoverageReport, LineCoverages]:
    """Return the use of all rules, and which idle ones may be deleted; proven one by one if that is quick.

    Raises `Cancelled` if that is not wanted any more.
    """
    report = coverage_report(subject, is_cancelled)
    idle = report.coverage.idle
    proven = set()
    if subject.cells <= _SMALL and len(idle) <= _MOST_PROVEN:
        for rule in idle:
            if is_cancelled():
                break
            if deletion_proof(subject, rule.line).is_safe:
                proven.add(rule.line)
    idle_lines = tuple(rule.line for rule in report.coverage.rules.values() if not rule.decides)
    return report, LineCoverages(subject, report.coverage.rules, idle_lines, frozenset(proven))


def deletion_proof(subject: AuditedFile, line: int) -> DeletionProof:
    """Return what would change without a line."""
    return DeletionProof(line, subject, prove_deletion(subject.version, [line], subject.table, subject.readers))
