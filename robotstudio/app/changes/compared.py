"""The draft against a baseline, worked out from frozen data in a worker thread."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from time import perf_counter
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from robotstudio.app.analysis import Analysis
from robotstudio.app.changes.baseline import Baseline
from robotstudio.app.changes.text_comparison import TextComparison, compare_texts
from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.changes import Change, Changes, compare
from robotstudio.engine.crawlers import CRAWLERS, CrawlerView
from robotstudio.engine.risk import Risk, risks_of
from robotstudio.engine.robots import FileVersion
from robotstudio.io.url_set import UrlSet
from robotstudio.io.urls import TestUrl
from robotstudio.lazy_dataclasses import dataclass

SITEMAP, TYPED = "sitemap", "typed"
_KINDS = (SITEMAP, "log", "table", "list", TYPED)
"""Those that tell most come first; a kind that is not here counts as a list."""
_OTHERWISE = _KINDS.index("list")
MOST_ROWS = 10_000
"""How many URLs of each line are kept to be listed and searched; they are counted to the last."""

FEWEST_URLS = 20
"""Of how many URLs a share that flips says anything: of three, any edit flips a third."""

_EMPTY = b""
WAS_ALLOWED, WAS_BLOCKED = 1, -1


@dataclass(frozen=True, slots=True, eq=False)
class SourceKinds:
    """The kinds of the sources of each URL."""

    urls: UrlSet = field(default_factory=UrlSet)
    bits: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))

    @property
    def is_telling(self) -> bool:
        """Whether any URL came from a source and was not typed."""
        return any(source.kind != TYPED for source in self.urls.sources)

    def kinds(self, place: int) -> tuple[str, ...]:
        """The kinds of sources that have a URL."""
        bits = int(self.bits[place]) if place < len(self.bits) else 0
        return tuple(kind for number, kind in enumerate(_KINDS) if bits >> number & 1)

    def count_in_sitemaps(self, changes: Changes) -> Mapping[Change, int]:
        """How many URLs of the sitemaps become blocked, and how many become allowed."""
        listed = (self.bits & 1).astype(np.bool_)
        counts = {}
        for change in (Change.BLOCKED, Change.ALLOWED) if listed.any() else ():
            flipped = np.zeros(len(listed), np.bool_)
            for each in changes.compared:
                flipped |= each.changes == change
            counts[change] = int(np.count_nonzero(flipped & listed))
        return MappingProxyType(counts)


def source_kinds(urls: UrlSet) -> SourceKinds:
    """Where the URLs of a set were found."""
    bits = np.zeros(len(urls), np.uint8)
    for share in urls.shares:
        number = _KINDS.index(share.source.kind) if share.source.kind in _KINDS else _OTHERWISE
        bits[share.rows] |= np.uint8(1 << number)
    return SourceKinds(urls, bits)


IsCancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True, eq=False)
class ChangeQuestion:
    """The draft of an analysis and its baseline, None where there is none."""

    analysis: Analysis
    table: UrlTable
    baseline: Baseline | None
    opened: bytes = _EMPTY
    most_flips: float = 0.1

    @property
    def cells(self) -> int:
        """How many verdicts there are to compare."""
        return len(self.table) * len(self.analysis.columns)


@dataclass(frozen=True, slots=True, eq=False)
class ChangeMarks:
    """For a matrix: what each verdict was where it is the opposite now (0 where it is not), by the token of a crawler.

    The arrays are in the order of the URLs of `analysis`; `against` names the baseline.
    """

    analysis: Analysis
    against: str
    changed: Mapping[str, NDArray[np.int8]]
    urls: int


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """The answer; `changes` and `lines` are None where there is nothing to compare with."""

    question: ChangeQuestion
    changes: Changes | None
    lines: TextComparison | None
    risks: tuple[Risk, ...]
    elapsed_ms: float
    marks: ChangeMarks | None = None
    directories: Mapping[Change, str] = field(default_factory=dict)
    """What all URLs that change in one way are under, as far as that is known."""
    found: SourceKinds = field(default_factory=SourceKinds)
    in_sitemaps: Mapping[Change, int] = field(default_factory=dict)
    """How many URLs of sitemaps change in one way; empty where there is no sitemap."""

    @property
    def analysis(self) -> Analysis:
        return self.question.analysis

    @property
    def baseline(self) -> Baseline | None:
        return self.question.baseline


def _marks(analysis: Analysis, baseline: Baseline, changes: Changes) -> ChangeMarks:
    changed: dict[str, NDArray[np.int8]] = {}
    for each in changes.compared:
        marks = (each.changes == Change.BLOCKED).astype(np.int8) * np.int8(WAS_ALLOWED)
        marks[each.changes == Change.ALLOWED] = WAS_BLOCKED
        changed.update(dict.fromkeys(each.tokens, marks))
    return ChangeMarks(analysis, baseline.name, MappingProxyType(changed), changes.changed_urls)


def _directories(analysis: Analysis, changes: Changes) -> Mapping[Change, str]:
    found = {}
    for change in (Change.BLOCKED, Change.ALLOWED):
        groups = [group for group in changes.groups if group.blame.change is change]
        if all(group.urls == len(group.rows) for group in groups):
            found[change] = common_directory(analysis.urls[row] for group in groups for row in group.rows.tolist())
    return MappingProxyType(found)


def common_directory(urls: Iterable[TestUrl]) -> str:
    """The directory that all of these URLs are under, "" where that is only the site."""
    shared: list[str] | None = None
    for url in urls:
        parts = url.path.partition("?")[0].split("/")[:-1]
        if shared is None:
            shared = parts
            continue
        same = 0
        while same < min(len(shared), len(parts)) and shared[same] == parts[same]:
            same += 1
        shared = shared[:same]
        if same <= 1:
            break
    return "/".join(shared) + "/" if shared and len(shared) > 1 else ""


class DraftComparer:
    """Compares again and again, and keeps of the baseline what it worked out. Used by one thread at a time."""

    def __init__(self) -> None:
        self._before = FileVersion(_EMPTY)
        self._draft = FileVersion(_EMPTY)
        self._found = SourceKinds()

    def work(self, question: ChangeQuestion, is_cancelled: IsCancelled) -> Compared | None:
        """The answer to a question; None where it is no longer wanted."""
        start = perf_counter()
        baseline, analysis = question.baseline, question.analysis
        body = question.opened if baseline is None else baseline.body
        if self._before.body != body:
            self._before = FileVersion(body)
        changes = lines = None
        if baseline is not None:
            readers = [column.crawler.reader for column in analysis.columns]
            if not _prepared(self._before, question.table, readers, is_cancelled):
                return None
            after = FileVersion(analysis.body, analysis.readings)
            changes = compare(self._before, after, question.table, readers, most_rows=MOST_ROWS)
            lines = compare_texts(body, analysis.body, is_cancelled)
        risks = self._risks(question, changes)
        took = (perf_counter() - start) * 1000
        if is_cancelled():
            return None
        if changes is None or baseline is None:
            return Compared(question, None, None, risks, took)
        if self._found.urls is not analysis.urls:
            self._found = source_kinds(analysis.urls)
        marks, directories = _marks(analysis, baseline, changes), _directories(analysis, changes)
        listed = self._found.count_in_sitemaps(changes)
        return Compared(question, changes, lines, risks, took, marks, directories, self._found, listed)

    def _risks(self, question: ChangeQuestion, changes: Changes | None) -> tuple[Risk, ...]:
        # A reading of its own: asking for further crawlers would change one that another thread revises.
        if self._draft.body != question.analysis.body:
            self._draft = self._draft.revised(question.analysis.body)
        return risks_between(self._before, self._draft, changes, question)


def risks_between(
    before: FileVersion, draft: FileVersion, changes: Changes | None, question: ChangeQuestion
) -> tuple[Risk, ...]:
    """The high-risk changes; without a baseline only that Google is shut out, which it was not in the opened file."""
    if changes is not None and changes.urls < FEWEST_URLS:
        changes = None
    google = CRAWLERS["Googlebot"]
    only_google = () if question.baseline else (google.reader,)
    return risks_of(before, draft, changes, most_flips=question.most_flips, engines=only_google)


def _prepared(version: FileVersion, table: UrlTable, readers: Sequence[CrawlerView], is_cancelled: IsCancelled) -> bool:
    """Work out the verdicts of a version, which takes longest; False where they are no longer wanted."""
    by_dialect: dict[str, list[CrawlerView]] = {}
    for reader in readers:
        by_dialect.setdefault(reader.dialect, []).append(reader)
    try:
        for dialect, some in by_dialect.items():
            version.read_as(dialect).decide_all(table, [reader.agent for reader in some], is_cancelled=is_cancelled)
    except Cancelled:
        return False
    return True
