"""Compare two crawls of a site, or a crawl with a list of URLs: what is new, gone or different, and for whom.

A URL that a crawl has not reached, because it was stopped or its limits left the URL out, is never called new or gone.
Crawls of two sites, such as staging and live, are compared by path.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.crawl.canonical import canonical
from robotstudio.crawl.insight.crawler_access import Allowed, CrawlerAccess, Lines, SiteUrls
from robotstudio.crawl.insight.listing import saved_crawl
from robotstudio.crawl.model import (
    ENDED_WORDS,
    ERRORS,
    INDEXABILITY_WORDS,
    CrawledPage,
    CrawlState,
    Difference,
    EndedBy,
    Indexability,
)
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.records import pages, plan_of, start_origins
from robotstudio.crawl.store import CrawlStore, FileState, state_of_file
from robotstudio.engine.cancelling import Checkpoint, IsCancelled, checkpoint_of, in_portions, never
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.fetch.headers import media_type
from robotstudio.store.tables import RowKind
from robotstudio.text.language import WORDS, Meant, Message, Plural, ntr, tr

_MISSING_STATUSES: Final = frozenset({404, 410})
_FIRST_ERROR: Final = 400
_FINE: Final = range(200, 300)
_HTML: Final = frozenset({"text/html", "application/xhtml+xml"})
SELF: Final = "self"
"""The canonical of a page that names itself."""

DIFFERENCE_WORDS: Final[Mapping[Difference, Message]] = {
    Difference.NEW: Meant("new", "of a URL"),
    Difference.GONE: Meant("gone", "of a URL"),
    Difference.MOVED: Meant("moved", "of a URL"),
    Difference.STATUS: "status",
    Difference.REDIRECT: "redirect target",
    Difference.TITLE: "title",
    Difference.CANONICAL: "canonical",
    Difference.INDEXABILITY: "indexability",
    Difference.DEPTH: "depth",
    Difference.IN_LINKS: "in-links",
    Difference.VERDICT: "verdict",
}


class Presence(Enum):
    PRESENT = "present"
    MISSING = "missing"  # 404, 410, or in no link of a finished crawl
    UNKNOWN = "unknown"  # not reached


class PageFacts(NamedTuple):
    """The compared facts of a page."""

    status: int | EndedBy | None
    """An `EndedBy` if there was no answer, None if the URL is not in the crawl."""
    redirect: str
    title: str
    canonical: str
    """`SELF`, another URL, or ""."""
    indexability: Indexability | None
    """None if the URL is not in the crawl."""
    depth: int | None
    in_links: int | None
    """None if the crawl has not counted them."""
    presence: Presence
    is_html: bool
    found_on: str | None = None

    @property
    def is_unread(self) -> bool:
        """True if its links are not known: it was not reached, may not be fetched, or answered with an error."""
        is_read = isinstance(self.status, int) and self.status < _FIRST_ERROR
        return self.presence is Presence.UNKNOWN or (self.presence is Presence.PRESENT and not is_read)


FACTS: Final[Mapping[Difference, str]] = {
    Difference.STATUS: "status",
    Difference.REDIRECT: "redirect",
    Difference.TITLE: "title",
    Difference.CANONICAL: "canonical",
    Difference.INDEXABILITY: "indexability",
    Difference.DEPTH: "depth",
    Difference.IN_LINKS: "in_links",
}
"""The field of `PageFacts` that each difference is about."""

_OF_CONTENT: Final = frozenset({Difference.TITLE, Difference.CANONICAL})
"""Compared only of pages that were there both times."""
_OF_LINKS: Final = frozenset({Difference.DEPTH, Difference.IN_LINKS})
"""Compared also of URLs that the program may not fetch."""

_ABSENT: Final = PageFacts(None, "", "", "", None, None, None, Presence.MISSING, is_html=False)
_NOT_REACHED: Final = _ABSENT._replace(presence=Presence.UNKNOWN)


class CrawledSite(Struct, frozen=True, eq=False):
    """A crawl as it is compared."""

    path: Path
    at: datetime
    plan: CrawlPlan
    is_finished: bool
    origins: frozenset[str]
    """The hosts that it began at."""
    pages: Mapping[str, PageFacts]
    access: CrawlerAccess
    unread: int
    """Damaged rows of the file, which may be of any page."""

    def facts(self, url: str, other: PageFacts = _ABSENT, parent: PageFacts = _ABSENT) -> PageFacts:
        """Return the facts of a URL; `other` are those of the other crawl, `parent` those of the page that it is on.

        A URL that is not in this crawl may be behind pages that this crawl left out or could not read.
        """
        is_too_deep = 0 < self.plan.max_depth < (other.depth or 0)
        is_absent = self.is_finished and not self.unread and not is_too_deep and not parent.is_unread
        return self.pages.get(url, _ABSENT if is_absent else _NOT_REACHED)


class Verdict(NamedTuple):
    """Verdict of crawlers on a URL, and the line that decides, 0 for none."""

    allowed: bool
    line: int


class VerdictPair(NamedTuple):
    """None on the side that does not have the URL."""

    before: Verdict | None
    after: Verdict | None

    @property
    def differs(self) -> bool:
        return self.before is not None and self.after is not None and self.before.allowed is not self.after.allowed


class ComparedUrl(Struct, frozen=True):
    url: str
    differences: frozenset[Difference]
    before: PageFacts
    after: PageFacts
    verdicts: tuple[VerdictPair, ...]
    """One for each group of crawlers of the comparison."""

    @property
    def kind(self) -> Difference | None:
        """NEW, GONE, or None if it was there both times."""
        return next((each for each in (Difference.NEW, Difference.GONE) if each in self.differences), None)

    @property
    def is_minor(self) -> bool:
        """True if only the number of links to it differs, as for many pages, or if a listed URL is only blocked."""
        if self.before.presence is Presence.UNKNOWN:
            return self.differences == {Difference.VERDICT}
        return self.differences == {Difference.IN_LINKS} and bool(self.after.in_links)


class Comparison(Struct, frozen=True, eq=False):
    before: CrawledSite | None
    """None for a list of URLs."""
    after: CrawledSite
    crawlers: tuple[tuple[str, ...], ...]
    """The crawlers with the same verdicts before and after for all URLs."""
    rows: tuple[ComparedUrl, ...]
    """Without the minor ones new first, then gone, then changed, each in the order of the crawl."""
    counts: Mapping[Difference, int]
    not_reached: int
    """URLs of one crawl that the other has not reached."""

    @property
    def main(self) -> tuple[ComparedUrl, ...]:
        """The rows with any change that is not minor."""
        return tuple(row for row in self.rows if not row.is_minor)

    def with_any(self, wanted: Collection[Difference]) -> tuple[ComparedUrl, ...]:
        """Return the rows with one of these differences; all main rows if none is wanted."""
        chosen = frozenset(wanted)
        return tuple(row for row in self.rows if not chosen.isdisjoint(row.differences)) if chosen else self.main

    @property
    def newly_blocked(self) -> tuple[ComparedUrl, ...]:
        return tuple(row for row in self.rows if any(is_newly_blocked(pair) for pair in row.verdicts))

    @property
    def has_other_limits(self) -> bool:
        """True if the crawls were told to look at different parts of the site."""
        return self.before is not None and _scope(self.before.plan) != _scope(self.after.plan)


def is_newly_blocked(pair: VerdictPair) -> bool:
    return pair.differs and pair.after is not None and not pair.after.allowed


def read_crawl(path: Path, draft: bytes | None = None, is_cancelled: IsCancelled = never) -> CrawledSite:
    """Read what is compared of a crawl; a draft replaces its robots.txt. Raises CrawlFileError and Cancelled."""
    summary = saved_crawl(path)
    with CrawlStore.reading(path) as store:
        found = {page.url: _facts_of(page) for page in in_portions(pages(store), checkpoint_of(is_cancelled))}
        return CrawledSite(
            path=path,
            at=summary.at if summary else datetime.fromtimestamp(0).astimezone(),
            plan=plan_of(store),
            is_finished=store.fact("state") == CrawlState.FINISHED,
            origins=start_origins(store),
            pages=found,
            access=CrawlerAccess.of(store, draft),
            unread=store.unread,
        )


def compare(
    before: CrawledSite, after: CrawledSite, crawlers: Sequence[CrawlerView], is_cancelled: IsCancelled = never
) -> Comparison:
    """Compare two crawls. Raises Cancelled."""
    move = _Move(before, after)
    pairs: dict[str, tuple[PageFacts, PageFacts]] = {}
    nothing = _ABSENT, _ABSENT
    for url, facts in before.pages.items():
        if not move.is_left_out(url, facts, move.after):
            moved = move.forth(url)
            _, parent = pairs.get(move.forth(facts.found_on or ""), nothing)
            pairs[moved] = move.facts(facts), after.facts(moved, facts, parent)
    for url, facts in after.pages.items():
        if url not in pairs and not move.is_left_out(url, facts, move.before):
            parent, _ = pairs.get(facts.found_on or "", nothing)
            pairs[url] = before.facts(move.back(url), facts, parent), facts
    known = {url: pair for url, pair in pairs.items() if Presence.PRESENT in (pair[0].presence, pair[1].presence)}
    both = {url: pair for url, pair in known.items() if all(each.presence is not Presence.UNKNOWN for each in pair)}
    now = SiteUrls(list(both))
    then = SiteUrls([move.back(url) for url in both]) if move.is_needed else now
    groups = _grouped(crawlers, before.access, after.access, then, now, checkpoint_of(is_cancelled))
    rows = list(_rows(both, groups))
    return _comparison(before, after, groups, rows, len(known) - len(both))


def _rows(pairs: Mapping[str, tuple[PageFacts, PageFacts]], groups: Sequence["_Group"]) -> Iterator[ComparedUrl]:
    """Return the URLs that differ; a page that has moved is compared with the one that it redirects to."""
    moved = {url: other.redirect for url, (one, other) in pairs.items() if _has_moved(one, pairs.get(other.redirect))}
    targets = frozenset(moved.values())
    places = {url: place for place, url in enumerate(pairs)}
    for url, (one, other) in pairs.items():
        if url in targets:
            continue
        target = moved.get(url, url)
        there = pairs[target][1]
        verdicts = tuple(group.pair(places[url], one, there, places[target]) for group in groups)
        differences = frozenset(_differences(one, there, verdicts))
        if url in moved:
            differences |= {Difference.MOVED, Difference.STATUS, Difference.REDIRECT}
            there = there._replace(status=other.status, redirect=other.redirect, found_on=other.found_on)
        if differences:
            yield ComparedUrl(url, differences, one, there, verdicts)


def compare_with_list(
    listed: Iterable[str], after: CrawledSite, crawlers: Sequence[CrawlerView], is_cancelled: IsCancelled = never
) -> Comparison:
    """Compare a list, such as a sitemap, with a crawl; paths are of its first host. Raises Cancelled.

    New are indexable HTML pages that the list lacks; gone are its URLs that the crawl has not found. Its other URLs
    differ in what a list does not promise: an error, a page that is not indexable, a blocked URL.
    """
    base = f"{min(after.origins)}/" if after.origins else ""
    known = {found.url for written in listed if (found := canonical(written, base))}
    pairs = {url: after.facts(url) for url in sorted(known)}
    pairs |= {
        url: facts
        for url, facts in after.pages.items()
        if facts.is_html and facts.indexability is Indexability.INDEXABLE and url not in known
    }
    both = {url: facts for url, facts in pairs.items() if facts.presence is not Presence.UNKNOWN}
    urls = SiteUrls(list(both))
    groups = _grouped(crawlers, None, after.access, urls, urls, checkpoint_of(is_cancelled))
    rows = []
    for place, (url, facts) in enumerate(both.items()):
        is_listed = url in known
        before = _NOT_REACHED if is_listed else _ABSENT
        verdicts = tuple(group.pair(place, before, facts) for group in groups)
        differences = frozenset(_faults_of(facts, verdicts) if is_listed else [Difference.NEW])
        if differences:
            rows.append(ComparedUrl(url, differences, before, facts, verdicts))
    return _comparison(None, after, groups, rows, len(pairs) - len(both))


def _comparison(
    before: CrawledSite | None,
    after: CrawledSite,
    groups: Sequence["_Group"],
    rows: list[ComparedUrl],
    not_reached: int,
) -> Comparison:
    counts = Counter(difference for row in rows for difference in row.differences)
    return Comparison(
        before,
        after,
        tuple(group.tokens for group in groups),
        tuple(sorted(rows, key=_order)),
        {difference: counts[difference] for difference in Difference},
        not_reached,
    )


def _order(row: ComparedUrl) -> int:
    return (Difference.NEW, Difference.GONE, None).index(row.kind)


def _facts_of(page: CrawledPage) -> PageFacts:
    is_fine = page.status in _FINE and page.ended_by is not EndedBy.SOFT_404
    return PageFacts(
        status=page.ended_by if page.status is None or page.ended_by is EndedBy.SOFT_404 else page.status,
        redirect=page.redirects_to,
        title=page.title if is_fine else "",
        canonical=(SELF if page.canonical == page.url else page.canonical) if is_fine else "",
        indexability=page.indexability,
        depth=page.depth,
        in_links=page.in_links,
        presence=_presence(page),
        is_html=media_type(page.content_type) in _HTML,
        found_on=page.found_on,
    )


def _presence(page: CrawledPage) -> Presence:
    if page.status in _MISSING_STATUSES or page.ended_by is EndedBy.SOFT_404:
        return Presence.MISSING
    is_asked = page.status is not None or page.ended_by is EndedBy.ROBOTS or page.ended_by in ERRORS
    return Presence.PRESENT if is_asked and not page.is_queued else Presence.UNKNOWN


def _differences(before: PageFacts, after: PageFacts, verdicts: Sequence[VerdictPair]) -> Iterator[Difference]:
    if before.presence is not after.presence and Presence.MISSING in (before.presence, after.presence):
        yield Difference.NEW if after.presence is Presence.PRESENT else Difference.GONE
        return
    are_pages = before.status in _FINE and after.status in _FINE
    are_answers = EndedBy.ROBOTS not in (before.status, after.status)
    for difference, name in FACTS.items():
        one, other = getattr(before, name), getattr(after, name)
        is_compared = are_pages or (difference not in _OF_CONTENT if are_answers else difference in _OF_LINKS)
        if is_compared and one != other and None not in (one, other):
            yield difference
    if any(pair.differs for pair in verdicts):
        yield Difference.VERDICT


def _has_moved(before: PageFacts, target: tuple[PageFacts, PageFacts] | None) -> bool:
    """Return True if a page redirects now, and what it redirects to is a page that was not there."""
    if target is None or before.status not in _FINE:
        return False
    return target[0].presence is Presence.MISSING and target[1].status in _FINE


def _faults_of(facts: PageFacts, verdicts: Sequence[VerdictPair]) -> Iterator[Difference]:
    """Return what is wrong with a URL of a list."""
    if facts.status is None:
        yield Difference.GONE
        return
    if facts.status not in _FINE and facts.status is not EndedBy.ROBOTS:
        yield Difference.STATUS
    elif facts.indexability not in {Indexability.INDEXABLE, Indexability.BLOCKED}:
        yield Difference.INDEXABILITY
    if any(pair.after is not None and not pair.after.allowed for pair in verdicts):
        yield Difference.VERDICT


def _scope(plan: CrawlPlan) -> tuple[object, ...]:
    """Return which part of a site a crawl looks at."""
    limits = plan.max_depth, plan.max_pages, plan.max_url, plan.follows_sitemaps, plan.other_hosts, plan.traps
    return (*limits, plan.include, plan.exclude, plan.blacklist, bool(plan.mine))


class _Move:
    """Maps the URLs of one site to another, so that staging and live are compared by path.

    If a crawl was redirected from its start to that of the other, as from http to https, they are one site already.
    """

    def __init__(self, before: CrawledSite, after: CrawledSite) -> None:
        self._is_other = len(before.origins) == len(after.origins) == 1 and before.origins != after.origins
        one, other = (f"{min(each.origins)}/" if self._is_other else "" for each in (before, after))
        is_one_site = _begins_with_redirect(before, other) or _begins_with_redirect(after, one)
        self.is_needed = self._is_other and not is_one_site
        self.before, self.after = one, other

    def is_left_out(self, url: str, facts: PageFacts, other: str) -> bool:
        """Return True if a URL is a link to the other site, or only redirects to the same path there."""
        if self.is_needed:
            return url.startswith(other)
        return self._is_other and facts.redirect in {self._swapped(url), self._swapped(url, back=True)} - {url}

    def _swapped(self, url: str, *, back: bool = False) -> str:
        one, other = (self.after, self.before) if back else (self.before, self.after)
        return other + url.removeprefix(one) if url.startswith(one) else url

    def forth(self, url: str) -> str:
        return self._swapped(url) if self.is_needed else url

    def back(self, url: str) -> str:
        return self._swapped(url, back=True) if self.is_needed else url

    def facts(self, facts: PageFacts) -> PageFacts:
        if not self.is_needed:
            return facts
        return facts._replace(redirect=self.forth(facts.redirect), canonical=self.forth(facts.canonical))


def _begins_with_redirect(site: CrawledSite, to: str) -> bool:
    return any(site.facts(start).redirect.startswith(to) for start in site.plan.starts)


class _Group(Struct, frozen=True, eq=False):
    """Crawlers with the same verdicts; without `before` there was no file."""

    tokens: tuple[str, ...]
    before: tuple[Allowed, Lines] | None
    after: tuple[Allowed, Lines]

    def pair(self, place: int, before: PageFacts, after: PageFacts, place_after: int | None = None) -> VerdictPair:
        now = place if place_after is None else place_after
        has_before = self.before is not None and before.presence is Presence.PRESENT
        return VerdictPair(
            Verdict(bool(self.before[0][place]), int(self.before[1][place])) if self.before and has_before else None,
            Verdict(bool(self.after[0][now]), int(self.after[1][now])) if after.presence is Presence.PRESENT else None,
        )


def _grouped(
    crawlers: Sequence[CrawlerView],
    before: CrawlerAccess | None,
    after: CrawlerAccess,
    then: SiteUrls,
    now: SiteUrls,
    checkpoint: Checkpoint,
) -> list[_Group]:
    """Group the crawlers by their verdicts, in order."""
    found: dict[bytes, _Group] = {}
    for crawler in crawlers:
        checkpoint()
        old, new = None if before is None else before.decide_all(crawler, then), after.decide_all(crawler, now)
        key = b"|".join(each.tobytes() for pair in (old, new) if pair for each in pair)
        known = found.get(key)
        found[key] = _Group((*(known.tokens if known else ()), crawler.token), old, new)
    return list(found.values())


class ComparisonQuestion(Struct, frozen=True):
    before: Path | tuple[str, ...]
    """A crawl, or the URLs of a list."""
    after: Path
    crawlers: tuple[CrawlerView, ...]
    draft: bytes


class ComparisonReader:
    """Compares crawls again and again, rereading those that have changed. Use it in one thread."""

    def __init__(self) -> None:
        self._kept: dict[Path, tuple[FileState, CrawledSite]] = {}

    def compared(self, asked: ComparisonQuestion, is_cancelled: IsCancelled = never) -> Comparison:
        """Compare a crawl, or a list of URLs, with a crawl under a draft. Raises CrawlFileError and Cancelled."""
        before, after, crawlers = asked.before, asked.after, asked.crawlers
        paths = {after, before} if isinstance(before, Path) else {after}
        self._kept = {path: kept for path, kept in self._kept.items() if path in paths}
        now = self._read(after, is_cancelled)
        now = replace(now, access=now.access.under(asked.draft))
        if isinstance(before, Path):
            return compare(self._read(before, is_cancelled), now, crawlers, is_cancelled)
        return compare_with_list(before, now, crawlers, is_cancelled)

    def _read(self, path: Path, is_cancelled: IsCancelled) -> CrawledSite:
        state = state_of_file(path)
        kept = self._kept.get(path)
        if kept is None or kept[0] != state:
            kept = self._kept[path] = state, read_crawl(path, is_cancelled=is_cancelled)
        return kept[1]


class ComparedRow(NamedTuple):
    """A URL that differs; the fields, in this order, are the keys of JSON."""

    url: str
    kind: str  # new, gone or changed
    differences: tuple[str, ...]
    before: Mapping[str, object] | None  # None if that crawl has no such page
    after: Mapping[str, object] | None
    verdicts: Mapping[str, Mapping[str, object]]  # by crawler


def compared_rows(found: Comparison, rows: Iterable[ComparedUrl]) -> Iterator[ComparedRow]:
    """Return rows as they are exported."""
    for row in rows:
        verdicts = {
            name: {
                "before": pair.before and pair.before.allowed,
                "after": pair.after and pair.after.allowed,
                "line": (pair.after and pair.after.line) or None,
            }
            for tokens, pair in zip(found.crawlers, row.verdicts, strict=True)
            for name in tokens
        }
        differences = tuple(each.value for each in Difference if each in row.differences)
        sides = _exported(row.before), _exported(row.after)
        yield ComparedRow(row.url, row.kind.value if row.kind else "changed", differences, *sides, verdicts)


def _exported(facts: PageFacts) -> dict[str, object] | None:
    if facts.presence is Presence.UNKNOWN or facts.status is None:
        return None
    return {name: getattr(facts, name) for name in FACTS.values()}


def _cells(row: ComparedRow) -> tuple[object, ...]:
    """Flatten a row for a table: values in one cell are separated by spaces."""
    sides = (row.before or {}), (row.after or {})
    flips = {name: each for name, each in row.verdicts.items() if each["before"] is (not each["after"])}
    blocked = [name for name, each in flips.items() if each["before"]]
    allowed = [name for name, each in flips.items() if each["after"]]
    lines = sorted({str(each["line"]) for each in flips.values() if each["before"] and each["line"]})
    return (
        *(row.url, row.kind, " ".join(row.differences)),
        *(side.get(name) for name in FACTS.values() for side in sides),
        *(" ".join(blocked), " ".join(allowed), " ".join(lines)),
    )


COMPARED: Final = RowKind(
    "Comparison",
    (
        *("url", "kind", "differences"),
        *(f"{name}_{side}" for name in FACTS.values() for side in ("before", "after")),
        *("newly_blocked", "newly_allowed", "lines"),
    ),
    _cells,
    frozenset({"url", "redirect_before", "redirect_after", "canonical_before", "canonical_after"}),
)

# Words that the command, the window and the report share.

_GONE = Plural("{count} page is gone.", "{count} pages are gone.")
_CLICKED = Plural("{count} of them had {clicks} clicks.", "{count} of them had {clicks} clicks.")
_CLICKED_LATELY = Plural(
    "{count} of them had {clicks} clicks in {days} days.", "{count} of them had {clicks} clicks in {days} days."
)
_UNFOUND = Plural("{count} URL of the list was not found.", "{count} URLs of the list were not found.")
_ERRORS = Plural("{count} page now answers with an error.", "{count} pages now answer with an error.")
_BLOCKED = Plural("{count} page is newly blocked.", "{count} pages are newly blocked.")
_BLOCKED_BY = Plural(
    "{count} page is newly blocked, by line {line}.", "{count} pages are newly blocked, all by line {line}."
)
_NOT_INDEXABLE = Plural("{count} page is no longer indexable.", "{count} pages are no longer indexable.")
_MOVED = Plural("{count} page has moved.", "{count} pages have moved.")
_NEW = Plural("{count} page is new.", "{count} pages are new.")
_NOTHING: Message = "Nothing differs."
_NOTHING_REACHED: Message = "Nothing differs among the URLs that both have reached."
_SOMETHING: Message = "No page is gone, newly blocked or broken."
_LEFT_OUT = Plural(
    "{count} URL is left out: one of the crawls has not reached it.",
    "{count} URLs are left out: one of the crawls has not reached them.",
)
_OTHER_LIMITS: Message = "The crawls had different limits, which causes some of the differences."
_MOST_SAID: Final = 3
_VALUES: Final[Mapping[str, Message]] = {
    "": "none",
    SELF: "itself",
}


def worst_words(found: Comparison, clicks: Mapping[str, float] = MappingProxyType({}), days: int = 0) -> str:
    """Return the worst differences in sentences, the worst first; `clicks` are those of URLs in so many days."""
    if not found.rows:
        return tr(_NOTHING_REACHED if found.not_reached else _NOTHING)
    counted = (
        (_UNFOUND if found.before is None else _GONE, found.counts[Difference.GONE]),
        (_ERRORS, sum(map(_is_broken, found.rows))),
        (_blocked_form(found), len(found.newly_blocked)),
        (_NOT_INDEXABLE, sum(map(_is_no_longer_indexable, found.rows))),
        (_MOVED, found.counts[Difference.MOVED]),
        (_NEW, found.counts[Difference.NEW]),
    )
    line = min(_blocking_lines(found), default=0)
    said = [
        ntr(plural, count, **({"line": line} if plural is _BLOCKED_BY else {})) for plural, count in counted if count
    ]
    gone = [clicks[row.url] for row in found.rows if row.kind is Difference.GONE and clicks.get(row.url)]
    if gone:
        lost = WORDS.number(sum(gone))
        said.insert(
            1,
            ntr(_CLICKED_LATELY, len(gone), clicks=lost, days=days) if days else ntr(_CLICKED, len(gone), clicks=lost),
        )
    return WORDS.sentences(said[:_MOST_SAID] or [tr(_SOMETHING)])


def value_words(value: object) -> str:
    """Return a fact of a page in words."""
    if isinstance(value, EndedBy):
        return tr(ENDED_WORDS[value])
    if isinstance(value, Indexability):
        return tr(INDEXABILITY_WORDS[value])
    if isinstance(value, int):
        return WORDS.number(value)
    return tr(_VALUES[str(value or "")]) if (value or "") in _VALUES else str(value)


def note_words(found: Comparison) -> str:
    """Return what limits the comparison, "" for nothing."""
    said = [tr(_OTHER_LIMITS)] if found.has_other_limits else []
    if found.not_reached:
        said.append(ntr(_LEFT_OUT, found.not_reached))
    return WORDS.sentences(said)


def _blocked_form(found: Comparison) -> Plural:
    lines = _blocking_lines(found)
    return _BLOCKED_BY if len(lines) == 1 and 0 not in lines else _BLOCKED


def _blocking_lines(found: Comparison) -> set[int]:
    pairs = (pair for row in found.newly_blocked for pair in row.verdicts if is_newly_blocked(pair))
    return {pair.after.line for pair in pairs if pair.after}


def _is_broken(row: ComparedUrl) -> bool:
    return Difference.STATUS in row.differences and row.before.status in _FINE and not _is_answered(row.after.status)


def _is_answered(status: int | EndedBy | None) -> bool:
    return (isinstance(status, int) and status < _FIRST_ERROR) or status is EndedBy.ROBOTS


def _is_no_longer_indexable(row: ComparedUrl) -> bool:
    """Return True if the page itself says so; errors and redirects are counted by their status."""
    return (
        Difference.INDEXABILITY in row.differences
        and row.before.indexability is Indexability.INDEXABLE
        and row.after.status in _FINE
    )
