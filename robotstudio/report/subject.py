"""Subject of a report, and what follows from it: each fact is computed once, when a section needs it."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from robotstudio.compliance.model import Compliance
from robotstudio.crawl.records import pages
from robotstudio.crawl.store import CrawlStore
from robotstudio.draft.analysis import Analysis, Request, analyse
from robotstudio.draft.at_risk import RuleCosts, rule_costs
from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.changes.comparison import SourceKinds, flips_after, source_kinds
from robotstudio.draft.changes.unseen_urls import ReadersProof, proofs_between
from robotstudio.draft.expectation_results import Results, judged, rows_of
from robotstudio.draft.expectations import ExpectationFile
from robotstudio.draft.rule_coverage import audited_file
from robotstudio.engine import UrlTable
from robotstudio.engine.bulk import Bools, Lines
from robotstudio.engine.cancelling import Cancelled, never
from robotstudio.engine.changes import Changes, compare
from robotstudio.engine.coverage import Coverage, coverage_of
from robotstudio.engine.crawlers import CATALOGUE, Catalogue, Crawler, CrawlerView
from robotstudio.engine.robots import FileVersion
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.history.model import Entry
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.fetch.index_tags import tags_in
from robotstudio.fetch.variants import VariantReport
from robotstudio.indexing.answers import IndexingReport
from robotstudio.lint.context import Setting
from robotstudio.lint.fixing import apply
from robotstudio.lint.linter import Linter
from robotstudio.lint.model import Finding, Fix
from robotstudio.lint.rules import rules_without
from robotstudio.policy.meant import UseReport
from robotstudio.policy.model import AiPolicy
from robotstudio.policy.overview import PurposeRow, overview_of
from robotstudio.policy.signals import Wishes, wishes_of
from robotstudio.report.danger import Danger, danger_of
from robotstudio.report.model import Audience, Logo
from robotstudio.report.proposals import Proposals, proposals_of
from robotstudio.report.style import ACCENT, Fonts
from robotstudio.urls.url_set import UrlSet

if TYPE_CHECKING:
    from robotstudio.draft.columns import Column
    from robotstudio.engine.cancelling import IsCancelled
    from robotstudio.report.state import ReportState

_PROOF_SECONDS: Final = 10.0
_MOST_SAMPLED: Final = 20_000
_MOST_FIXES: Final = 60
_MOST_CELLS: Final = 400_000


class Input(Struct, frozen=True):
    """Something that the report was made from; `what` is its kind in a word."""

    what: str
    name: str
    size: int
    sha256: str

    @classmethod
    def of(cls, what: str, name: str, body: bytes) -> "Input":
        """Return an input with the hash of these bytes."""
        return cls(what, name, len(body), sha256(body).hexdigest())

    @classmethod
    def of_file(cls, what: str, path: Path) -> "Input":
        """Return an input with the hash of a file, which is read in parts. Raises OSError."""
        digest, size = sha256(), 0
        with path.open("rb") as file:
            while part := file.read(1 << 20):
                digest.update(part)
                size += len(part)
        return cls(what, path.name, size, digest.hexdigest())


class Subject(Struct, frozen=True, eq=False):
    """Subject of a report. All but the file and the crawlers may be missing; what is missing has no section."""

    name: str
    body: bytes
    crawlers: tuple[Crawler, ...]
    urls: UrlSet = field(default_factory=UrlSet)
    table: UrlTable | None = None
    address: str = ""
    """Address that serves the file, "" if unknown."""
    scenario: HttpScenario = field(default_factory=HttpScenario)
    evidence: Evidence | None = None
    variants: VariantReport | None = None
    baseline: Baseline | None = None
    expectations: ExpectationFile | None = None
    crawl: Path | None = None
    compliance: Compliance | None = None
    indexing: IndexingReport | None = None
    meant: UseReport | None = None
    """What the site says about the use of one page."""
    history: tuple[Entry, ...] = ()
    inputs: tuple[Input, ...] = ()
    catalogue: Catalogue = field(default_factory=lambda: CATALOGUE)
    rules_off: tuple[str, ...] = ()
    """Codes of the linter that the person switched off."""
    searches: tuple[str, ...] = ()
    """Words to search for in the crawl."""
    earlier: "ReportState | None" = None
    """Facts of an earlier report, to compare with."""


class ReportChoices(Struct, frozen=True):
    """Choices of the auditor; `sections` are ids, None means those of the audience."""

    made_on: datetime
    title: str = ""
    author: str = ""
    notes: str = ""
    logo: Logo | None = None
    sections: tuple[str, ...] | None = None
    audience: Audience = Audience.RECORD
    client: str = ""
    agency: str = ""
    accent: str = ACCENT
    fonts: Fonts | None = None


class BlockedUrl(NamedTuple):
    """A URL and a line that blocks it, 0 if no line of the file does."""

    row: int
    tokens: tuple[str, ...]
    line: int


class BlockedUrls:
    """Blocked URLs by row, packed: there may be a million of them."""

    def __init__(self, alike: "Sequence[_Column]", rows: Iterable[int]) -> None:
        self._rows, self._lines, self._tokens = array("q"), array("i"), array("i")
        self._sets: dict[tuple[str, ...], int] = {}
        for row in rows:
            for blocked in _blocked_at(row, alike):
                self._rows.append(blocked.row)
                self._lines.append(blocked.line)
                self._tokens.append(self._sets.setdefault(blocked.tokens, len(self._sets)))
        self._by_number = tuple(self._sets)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place: int) -> BlockedUrl:
        return BlockedUrl(self._rows[place], self._by_number[self._tokens[place]], self._lines[place])

    @property
    def rows(self) -> NDArray[np.int64]:
        """Return the rows of the URLs, each once."""
        return np.unique(np.array(self._rows, np.int64))


class CrawledFacts(NamedTuple):
    """Facts of a crawl about a URL."""

    in_links: int | None
    in_sitemap: bool
    noindex: bool


class Findings:
    """Facts that follow from a subject."""

    def __init__(self, subject: Subject, analysis: Analysis | None = None) -> None:
        """`analysis` is that of the same file, URLs, crawlers and scenario, if it was made before."""
        self.subject = subject
        self.is_cancelled: IsCancelled = never
        """Asked now and then whether an answer is still wanted: if not, `Cancelled` is raised."""
        self._analysis = analysis
        self._version = FileVersion(subject.body)

    @cached_property
    def analysis(self) -> Analysis:
        """Return every verdict on the URLs that there are."""
        about = self.subject
        if self._analysis is not None:
            return self._analysis
        table = about.table or UrlTable.from_buffer(about.urls.urls.joined, about.urls.urls.starts)
        request = Request(0, about.body, about.urls, table, about.crawlers, about.scenario, about.address)
        return analyse(request, is_cancelled=self.is_cancelled)

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the file."""
        return sha256(self.subject.body).hexdigest()

    @cached_property
    def lint(self) -> tuple[Finding, ...]:
        """Return what the linter finds, in the order of the lines."""
        return self.linted(self.subject.body)

    def linted(self, body: bytes) -> tuple[Finding, ...]:
        """Return what the linter finds in this file or another one of the site."""
        about = self.subject
        sample = sorted({url.path.encode("utf-8", "surrogateescape") for url in about.urls[:_MOST_SAMPLED]})
        setting = Setting(about.address or None, "robots.txt" if about.address else None, None, sample)
        readings = self.analysis.readings if body == about.body else None
        return Linter(rules_without(about.rules_off)).check(body, setting, readings).findings

    @cached_property
    def flips(self) -> Mapping[int, int]:
        """Count for each finding, by index, the verdicts that its first fix changes; not for all of a long list."""
        found: dict[int, int] = {}
        if self.cells > _MOST_CELLS:
            return found
        for place, finding in enumerate(self.lint[:_MOST_FIXES]):
            if self.is_cancelled():
                raise Cancelled
            if finding.diagnostic.fixes:
                found[place] = self._flips_of(finding.diagnostic.fixes[0])
        return found

    def _flips_of(self, fix: Fix) -> int:
        changed, _ = flips_after(self.analysis, apply(self.subject.body, (fix,)).body)
        return sum(len(each.rows) for each in changed)

    @property
    def cells(self) -> int:
        """Count the verdicts."""
        return len(self.subject.urls) * len(self.subject.crawlers)

    @cached_property
    def readers(self) -> tuple[CrawlerView, ...]:
        return tuple(crawler.reader for crawler in self.subject.crawlers)

    @cached_property
    def coverage(self) -> Coverage:
        """Return what each rule does to the URLs."""
        audited = audited_file(self.analysis)
        return coverage_of(audited.version, audited.table, audited.readers, is_cancelled=self.is_cancelled)

    @cached_property
    def changes(self) -> Changes | None:
        """Compare the verdicts with those of the baseline, None if there is none."""
        before = self._before
        return None if before is None else compare(before, self._version, self.analysis.table, self.readers)

    @cached_property
    def proofs(self) -> tuple[ReadersProof, ...]:
        """Compare both files for every URL there can be."""
        before = self._before
        if before is None:
            return ()
        return proofs_between(before, self._version, self.readers, _PROOF_SECONDS, self.is_cancelled)

    @cached_property
    def _before(self) -> FileVersion | None:
        return FileVersion(self.subject.baseline.body) if self.subject.baseline else None

    @cached_property
    def costs(self) -> RuleCosts:
        """Work out what each rule and each group keep out of what the URLs bring."""
        subject = audited_file(self.analysis)
        return rule_costs(subject.version, subject.table, subject.readers, subject.stakes)

    @cached_property
    def results(self) -> Results:
        """Judge the expectations."""
        about = self.subject
        rows = rows_of(about.expectations or ExpectationFile(), about.catalogue, about.address or None)
        found = judged(
            rows, about.body, {}, about.catalogue, self.is_cancelled, urls=about.urls, table=self.analysis.table
        )
        if found is None:
            raise Cancelled
        return found

    @cached_property
    def policy(self) -> tuple[PurposeRow, ...]:
        """Return what the file does to the crawlers of each purpose."""
        return overview_of(self.subject.body, AiPolicy(), self.subject.catalogue)

    @cached_property
    def proposals(self) -> Proposals:
        """Return what is worth recommending."""
        return proposals_of(self)

    @cached_property
    def danger(self) -> Danger | None:
        """Return what publishing the file would close to search engines."""
        return danger_of(self)

    @cached_property
    def wishes(self) -> Wishes:
        """Return what the file wishes beside its rules."""
        return wishes_of(self.subject.body, self.subject.catalogue)

    @cached_property
    def sources(self) -> SourceKinds:
        """Return where the URLs come from."""
        return source_kinds(self.subject.urls)

    @property
    def crawled(self) -> Mapping[str, CrawledFacts]:
        """Return what a crawl knows about its URLs. Raises CrawlFileError."""
        return self._crawl[0]

    @property
    def unread_of_crawl(self) -> int:
        """Count the entries of the crawl that cannot be read. Raises CrawlFileError."""
        return self._crawl[1]

    @cached_property
    def _crawl(self) -> tuple[Mapping[str, CrawledFacts], int]:
        if self.subject.crawl is None:
            return {}, 0

        with CrawlStore.reading(self.subject.crawl) as store:
            found = {}
            for page in pages(store, with_queue=False):
                has_noindex = any(tag.forbids_index for tag in tags_in(page.tags))
                found[page.url] = CrawledFacts(page.in_links, page.in_sitemap, has_noindex)
            return found, store.unread

    @cached_property
    def blocked(self) -> BlockedUrls:
        """List the URLs that some crawler may not fetch, each once for every line that blocks it."""
        alike = list(_distinct_columns(self.analysis))
        some = np.zeros(len(self.subject.urls), np.bool_)
        for _, allowed, _ in alike:
            some |= ~allowed
        return BlockedUrls(alike, map(int, np.flatnonzero(some)))


_Column = tuple[tuple[str, ...], Bools, Lines]


def _distinct_columns(analysis: Analysis) -> Iterator[_Column]:
    """Return the verdicts of crawlers with the same rules, once."""
    tokens: dict[int, list[str]] = {}
    columns: dict[int, Column] = {}
    for column in analysis.columns:
        if column.is_known:
            key = id(column.verdicts) if column.is_by_rules else id(column)
            columns.setdefault(key, column)
            tokens.setdefault(key, []).append(column.crawler.token)
    for key, column in columns.items():
        yield tuple(tokens[key]), column.allowed, column.lines


def _blocked_at(row: int, alike: Sequence[_Column]) -> Iterator[BlockedUrl]:
    by_line: dict[int, tuple[str, ...]] = {}
    for tokens, allowed, lines in alike:
        if not allowed[row]:
            line = int(lines[row])
            by_line[line] = (*by_line.get(line, ()), *tokens)
    for line, blocked in by_line.items():
        yield BlockedUrl(row, blocked, line)
