"""Rule coverage: what each rule matches and decides, and whether it may be deleted. Made in a worker thread."""

from collections.abc import Mapping
from dataclasses import field

from robotstudio.app.analysis import Analysis
from robotstudio.engine import UrlTable
from robotstudio.engine.changes import Changes
from robotstudio.engine.coverage import Coverage, Deletion, coverage_of, prove_deletion
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.robots import FileVersion
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class AuditedFile:
    """One evaluation with its table of URLs, as the audits of the engine want it."""

    revision: int
    version: FileVersion
    table: UrlTable
    readers: tuple[CrawlerView, ...]
    titles: Mapping[str, str] = field(default_factory=dict)
    is_by_rules: bool = True
    """Whether the rules decide every cell, and not the answer of the server for some."""

    @property
    def cells(self) -> int:
        return len(self.table) * len(self.readers)


@dataclass(frozen=True, slots=True, eq=False)
class CoverageReport:
    """The coverage of an evaluation."""

    subject: AuditedFile
    coverage: Coverage


@dataclass(frozen=True, slots=True, eq=False)
class DeletionProof:
    """What would change without a line."""

    line: int
    subject: AuditedFile
    deletion: Deletion

    @property
    def changes(self) -> Changes:
        """What would become of the verdicts."""
        return self.deletion.changes

    @property
    def is_safe(self) -> bool:
        """Whether nothing would change: no verdict, and nothing else that a line may do."""
        return self.deletion.is_safe


@dataclass(frozen=True, slots=True)
class LineCoverage:
    """The use of the rule of one line; `shadowed_by` are the lines that decide what it matches, 1-based.

    `is_supposed` tells that not the rules decide now, but an answer of the server; `waiting` names the crawlers that
    wait by the line, which is a Crawl-delay then.
    """

    decides: int
    matches: int
    shadowed_by: tuple[int, ...]
    safe_to_delete: bool
    is_supposed: bool = False
    waiting: tuple[str, ...] = ()


def audited_file(analysis: Analysis) -> AuditedFile:
    """What the audits are to look at."""
    columns = analysis.columns
    return AuditedFile(
        analysis.revision,
        FileVersion(analysis.body, analysis.readings),
        analysis.table,
        tuple(column.crawler.reader for column in columns),
        {column.crawler.token: column.crawler.title for column in columns},
        all(column.is_by_rules for column in columns),
    )


def coverage_report(subject: AuditedFile) -> CoverageReport:
    """What each rule does to the URLs."""
    return CoverageReport(subject, coverage_of(subject.version, subject.table, subject.readers))


def deletion_proof(subject: AuditedFile, line: int) -> DeletionProof:
    """What would change without a line."""
    return DeletionProof(line, subject, prove_deletion(subject.version, [line], subject.table, subject.readers))
