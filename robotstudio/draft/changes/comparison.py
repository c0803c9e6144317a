"""Compare the draft with a baseline: frozen data, made in a worker thread."""

from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter
from types import MappingProxyType

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.at_risk import Stake, stake_of, telling_stakes
from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.changes.text_comparison import TextComparison, side_of
from robotstudio.draft.columns import equal_columns
from robotstudio.draft.url_sources import MADE_OF_RULES
from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import Cancelled, IsCancelled, checkpoint_of
from robotstudio.engine.changes import Change, Changes, Flips, compare, flips
from robotstudio.engine.crawlers import CRAWLERS, CrawlerView
from robotstudio.engine.groups import Group
from robotstudio.engine.line_diff import ChangedLines, diff_lines
from robotstudio.engine.risk import Risk, risks_of
from robotstudio.engine.robots import FileVersion
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import TestUrl

SITEMAP, TYPED = "sitemap", "typed"
_KINDS = (SITEMAP, "log", "table", "list", TYPED)
"""The most telling kinds come first; a kind that is not here counts as a list."""
_OTHERWISE = _KINDS.index("list")
_SAY_NOTHING = frozenset({TYPED, MADE_OF_RULES.kind})
"""Kinds that are no evidence that the site has the URL."""
MOST_ROWS = 10_000
"""Most URLs of a line that are listed and searched; all are counted."""

FEWEST_URLS = 20
"""The fewest URLs of which a share that flips says anything: of three, any edit flips a third."""

_EMPTY = b""
GOOGLE = "google"
"""The dialect in which the groups of a comparison are read."""
WAS_ALLOWED, WAS_BLOCKED = 1, -1


class SourceKinds(Struct, frozen=True, eq=False):
    """The kinds of the sources of each URL."""

    urls: UrlSet = field(default_factory=UrlSet)
    bits: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))

    @property
    def is_telling(self) -> bool:
        """Return True if any URL came from a source and was not typed."""
        return any(source.kind not in _SAY_NOTHING for source in self.urls.sources)

    def kinds(self, place: int) -> tuple[str, ...]:
        """Return the kinds of sources that have a URL."""
        bits = int(self.bits[place]) if place < len(self.bits) else 0
        return tuple(kind for number, kind in enumerate(_KINDS) if bits >> number & 1)

    def count_in_sitemaps(self, changes: Changes) -> Mapping[Change, int]:
        """Count the URLs of the sitemaps that become blocked, and that become allowed."""
        listed = (self.bits & 1).astype(np.bool_)
        counts = {}
        for change in (Change.BLOCKED, Change.ALLOWED) if listed.any() else ():
            flipped = np.zeros(len(listed), np.bool_)
            for each in changes.compared:
                flipped |= each.changes == change
            counts[change] = int(np.count_nonzero(flipped & listed))
        return MappingProxyType(counts)


def source_kinds(urls: UrlSet) -> SourceKinds:
    """Return where the URLs of a set were found."""
    bits = np.zeros(len(urls), np.uint8)
    for share in urls.shares:
        kind = TYPED if share.source.kind in _SAY_NOTHING else share.source.kind
        number = _KINDS.index(kind) if kind in _KINDS else _OTHERWISE
        bits[share.rows] |= np.uint8(1 << number)
    return SourceKinds(urls, bits)


class ChangeQuestion(Struct, frozen=True, eq=False):
    """The draft of an analysis and its baseline, None if there is none."""

    analysis: Analysis
    table: UrlTable
    baseline: Baseline | None
    opened: bytes = _EMPTY
    most_flips: float = 0.1

    @property
    def readers(self) -> tuple[CrawlerView, ...]:
        """Return the crawlers that are compared."""
        return tuple(column.crawler.reader for column in self.analysis.columns)

    @property
    def cells(self) -> int:
        """Count the verdicts to compare."""
        return len(self.table) * len(self.analysis.columns)


class ChangeMarks(Struct, frozen=True, eq=False):
    """Former verdict of each cell that has flipped, 0 for the others, by crawler token.

    The arrays are in the order of the URLs of `analysis`.
    """

    analysis: Analysis
    changed: Mapping[str, NDArray[np.int8]]
    urls: int


class DraftComparison(Struct, frozen=True, eq=False):
    """The answer; `changes` and `lines` are None if there is nothing to compare with."""

    question: ChangeQuestion
    changes: Changes | None
    lines: TextComparison | None
    risks: tuple[Risk, ...]
    elapsed_ms: float
    marks: ChangeMarks | None = None
    directories: Mapping[Change, str] = field(default_factory=dict)
    """The directory of all URLs that change in one way, as far as that is known."""
    found: SourceKinds = field(default_factory=SourceKinds)
    in_sitemaps: Mapping[Change, int] = field(default_factory=dict)
    """Sums over URLs of sitemaps that change in one way; empty if there is no sitemap."""
    columns: tuple[tuple[str, ...], ...] = ()
    """The crawlers with a verdict that flips; those with equal verdicts before and now are together."""
    stakes: tuple[Stake, ...] = ()
    """Sums of columns over the URLs, such as clicks."""
    groups_before: tuple[Group, ...] = ()
    groups_now: tuple[Group, ...] = ()
    """The groups of both versions as Google reads them."""

    @property
    def analysis(self) -> Analysis:
        return self.question.analysis

    @property
    def baseline(self) -> Baseline | None:
        return self.question.baseline


def _marks(analysis: Analysis, changes: Changes) -> ChangeMarks:
    changed: dict[str, NDArray[np.int8]] = {}
    for each in changes.compared:
        marks = (each.changes == Change.BLOCKED).astype(np.int8) * np.int8(WAS_ALLOWED)
        marks[each.changes == Change.ALLOWED] = WAS_BLOCKED
        changed.update(dict.fromkeys(each.tokens, marks))
    return ChangeMarks(analysis, MappingProxyType(changed), changes.changed_urls)


def _directories(analysis: Analysis, changes: Changes) -> Mapping[Change, str]:
    found = {}
    for change in (Change.BLOCKED, Change.ALLOWED):
        groups = [group for group in changes.groups if group.blame.change is change]
        if all(group.urls == len(group.rows) for group in groups):
            found[change] = common_directory(analysis.urls[row] for group in groups for row in group.rows.tolist())
    return MappingProxyType(found)


def common_directory(urls: Iterable[TestUrl]) -> str:
    """Return the directory that all of these URLs are under, "" if that is only the site."""
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


def changing_columns(analysis: Analysis, changes: Changes) -> tuple[tuple[str, ...], ...]:
    """Group the crawlers with a verdict that flips: equal ones of the matrix that were equal before, too."""
    changing = {each.token for each in changes.crawlers if each.blocked or each.allowed}
    columns = [column for column in analysis.columns if column.crawler.token in changing]
    found: list[list[str]] = []
    for numbers in equal_columns(columns):
        several: list[list[str]] = []
        for token in (columns[number].crawler.token for number in numbers):
            alike = next((each for each in several if _was_equal(changes, each[0], token)), None)
            if alike is None:
                several.append([token])
            else:
                alike.append(token)
        found += several
    order = [column.crawler.token for column in columns]
    return tuple(map(tuple, sorted(found, key=lambda tokens: order.index(tokens[0]))))


def _was_equal(changes: Changes, one: str, other: str) -> bool:
    mine, its = changes.of(one).before, changes.of(other).before
    return np.array_equal(mine.allowed, its.allowed) and np.array_equal(mine.lines, its.lines)


class DraftDifferences(Struct, frozen=True, eq=False):
    """Comparison of draft and baseline by the engine; only the risks if there is no baseline."""

    changes: Changes | None
    lines: tuple[ChangedLines, ...]
    risks: tuple[Risk, ...]
    elapsed_ms: float


class DraftComparer:
    """Compares drafts, and caches what it worked out about the baseline. Used by one thread at a time."""

    def __init__(self) -> None:
        self._before = FileVersion(_EMPTY)
        self._draft = FileVersion(_EMPTY)
        self._found = SourceKinds()
        self._stakes = telling_stakes(UrlSet())

    def work(self, question: ChangeQuestion, is_cancelled: IsCancelled) -> DraftComparison | None:
        """Return the answer to a question; None if it is no longer wanted."""
        try:
            found = self._differences(question, is_cancelled)
        except Cancelled:
            return None
        if is_cancelled():
            return None
        changes, baseline, analysis = found.changes, question.baseline, question.analysis
        if changes is None or baseline is None:
            return DraftComparison(question, None, None, found.risks, found.elapsed_ms)
        if self._found.urls is not analysis.urls:
            self._found = source_kinds(analysis.urls)
            self._stakes = telling_stakes(analysis.urls)
        return DraftComparison(
            question,
            changes,
            TextComparison(side_of(baseline.body), side_of(analysis.body), found.lines),
            found.risks,
            found.elapsed_ms,
            _marks(analysis, changes),
            _directories(analysis, changes),
            self._found,
            self._found.count_in_sitemaps(changes),
            changing_columns(analysis, changes),
            tuple(stake_of(each, changes) for each in self._stakes),
            self._before.read_as(GOOGLE).groups,
            self._draft.read_as(GOOGLE).groups,
        )

    def _differences(self, question: ChangeQuestion, is_cancelled: IsCancelled) -> DraftDifferences:
        baseline, analysis = question.baseline, question.analysis
        body = question.opened if baseline is None else baseline.body
        if self._before.body != body:
            self._before = FileVersion(body)
        # A reading of its own: asking for further crawlers would change one that another thread revises.
        if self._draft.body != analysis.body:
            self._draft = self._draft.revised(analysis.body)
        after = FileVersion(analysis.body, analysis.readings)
        readers = None if baseline is None else question.readers
        return differences(
            self._before, (after, self._draft), question.table, readers, question.most_flips, is_cancelled
        )


def differences(
    before: FileVersion,
    draft: tuple[FileVersion, FileVersion],
    table: UrlTable,
    readers: Sequence[CrawlerView] | None,
    most_flips: float,
    is_cancelled: IsCancelled,
) -> DraftDifferences:
    """Return what differs between two versions; the risks alone without `readers`. Raises `Cancelled`.

    `draft` is the newer version twice: as it was evaluated, and as it may be asked about further crawlers.
    """
    start = perf_counter()
    checkpoint = checkpoint_of(is_cancelled)
    after, asked = draft
    changes: Changes | None = None
    lines: tuple[ChangedLines, ...] = ()
    if readers is not None:
        _prepare(before, table, readers, is_cancelled)
        checkpoint()
        changes = compare(before, after, table, readers, most_rows=MOST_ROWS)
        lines = diff_lines(side_of(before.body).lines, side_of(after.body).lines, is_cancelled=is_cancelled)
    checkpoint()
    risks = risks_between(before, asked, changes, most_flips, is_compared=readers is not None)
    return DraftDifferences(changes, lines, risks, (perf_counter() - start) * 1000)


def flips_after(analysis: Analysis, body: bytes) -> tuple[tuple[Flips, ...], int]:
    """Return the verdicts that flip if the draft becomes `body`, and how many were examined.

    Crawlers for which the outcome of the fetch decides are left out.
    """
    readers = [column.crawler.reader for column in analysis.columns if column.is_by_rules]
    before = FileVersion(analysis.body, analysis.readings)
    found = flips(before, before.revised(body), analysis.table, readers)
    return found, len(analysis.table) * len(readers)


def risks_between(
    before: FileVersion, draft: FileVersion, changes: Changes | None, most_flips: float, *, is_compared: bool
) -> tuple[Risk, ...]:
    """Return the high-risk changes; if nothing `is_compared`, only that Google is newly shut out."""
    if changes is not None and changes.urls < FEWEST_URLS:
        changes = None
    only_google = () if is_compared else (CRAWLERS["Googlebot"].reader,)
    return risks_of(before, draft, changes, most_flips=most_flips, engines=only_google)


def _prepare(version: FileVersion, table: UrlTable, readers: Sequence[CrawlerView], is_cancelled: IsCancelled) -> None:
    """Work out the verdicts of a version, which takes longest. Raises `Cancelled`."""
    by_dialect: dict[str, list[CrawlerView]] = {}
    for reader in readers:
        by_dialect.setdefault(reader.dialect, []).append(reader)
    for dialect, some in by_dialect.items():
        version.read_as(dialect).decide_all(table, [reader.agent for reader in some], is_cancelled=is_cancelled)
