"""What the views of coverage read: frozen, worked out in a thread. No Qt here."""

from collections.abc import Mapping
from dataclasses import field

from robotstudio.app.analysis import Analysis
from robotstudio.engine import UrlTable
from robotstudio.engine.changes import Changes
from robotstudio.engine.coverage import Coverage, Deletion, coverage_of, prove_deletion
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.file_version import FileVersion
from robotstudio.io.url_set import UrlSet
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
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
        """How many verdicts there are."""
        return len(self.table) * len(self.readers)


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """The coverage of an evaluation."""

    subject: Subject
    coverage: Coverage


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """What would change without a line."""

    line: int
    subject: Subject
    deletion: Deletion

    @property
    def changes(self) -> Changes:
        """What would become of the verdicts."""
        return self.deletion.changes

    @property
    def is_safe(self) -> bool:
        """Whether nothing would change: no verdict, and nothing else that a line may do."""
        return self.deletion.is_safe


def subject_of(analysis: Analysis, table: UrlTable) -> Subject:
    """What the audits are to look at."""
    columns = analysis.columns
    return Subject(
        analysis.revision,
        FileVersion(analysis.body, analysis.readings),
        table,
        tuple(column.crawler.reader for column in columns),
        {column.crawler.token: column.crawler.title for column in columns},
        all(column.is_by_rules for column in columns),
    )


def current_subject(analysis: Analysis | None, urls: UrlSet, table: UrlTable) -> Subject | None:
    """What the audits are to look at; None while what is evaluated are not these URLs."""
    return None if analysis is None or analysis.urls is not urls else subject_of(analysis, table)


def report_on(subject: Subject) -> Report:
    """What each rule does to the URLs."""
    return Report(subject, coverage_of(subject.version, subject.table, subject.readers))


def proof_for(subject: Subject, line: int) -> Proof:
    """What would change without a line."""
    return Proof(line, subject, prove_deletion(subject.version, [line], subject.table, subject.readers))
