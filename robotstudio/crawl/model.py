"""The results of a crawl as frozen data: progress, hosts, traps, pages, log, differences."""

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Final

from msgspec import Struct

from robotstudio.text.language import Message, Plural


class UrlState(IntEnum):
    """The state of a URL; stored as a number."""

    QUEUED = 0
    TAKEN = 1  # being fetched; requeued if the program ended meanwhile
    FETCHED = 2  # requested, with or without an answer
    ENDED = 3  # never requested


class EndedBy(StrEnum):
    """The rule that ended a URL. Those above the line ended it before any request."""

    ROBOTS = "robots"  # the live file forbids it to Robot Studio
    OTHER_HOST = "other-host"
    BLACKLIST = "blacklist"
    EXCLUDED = "excluded"
    MAX_DEPTH = "max-depth"
    URL_LENGTH = "url-length"
    REPEATED_PATH = "repeated-path"
    DEEP_PATH = "deep-path"
    SESSION_ID = "session-id"
    CALENDAR = "calendar"
    FACETS = "facets"
    SAME_CONTENT = "same-content"
    REDIRECT_LIMIT = "redirect-limit"
    MANY_LINKS = "many-links"
    # --
    REDIRECT_LOOP = "redirect-loop"
    SOFT_404 = "soft-404"
    TOO_LARGE = "too-large"
    TOO_SLOW = "too-slow"
    TIMEOUT = "timeout"
    NETWORK = "network"
    NOT_PUBLIC = "not-public"  # a public site led there
    INVALID = "invalid"


TRAPS: Final = frozenset(
    {
        EndedBy.REPEATED_PATH,
        EndedBy.DEEP_PATH,
        EndedBy.SESSION_ID,
        EndedBy.CALENDAR,
        EndedBy.FACETS,
        EndedBy.SAME_CONTENT,
        EndedBy.REDIRECT_LIMIT,
        EndedBy.MANY_LINKS,
    }
)
BY_ROUTE: Final = (EndedBy.MANY_LINKS, EndedBy.REDIRECT_LIMIT)
"""Rules about the way to a URL. It may still be reached another way."""
ERRORS: Final = frozenset({EndedBy.TIMEOUT, EndedBy.NETWORK, EndedBy.NOT_PUBLIC, EndedBy.INVALID, EndedBy.TOO_SLOW})
UNREAD: Final = Plural(
    "{count} entry of the crawl file cannot be read and was left out. “robotstudio crawl --repair --state FILE” "
    "copies the others to a new file.",
    "{count} entries of the crawl file cannot be read and were left out. “robotstudio crawl --repair --state "
    "FILE” copies the others to a new file.",
)
LEFT_OUT: Final = frozenset({EndedBy.OTHER_HOST, EndedBy.BLACKLIST, EndedBy.EXCLUDED, EndedBy.MAX_DEPTH})
"""URLs outside of what the person chose."""

EMPTY_WHEN_RENDERED = Plural(
    "{count} page looks empty although it was rendered.", "{count} pages look empty although they were rendered."
)
ENDED_WORDS: Mapping[EndedBy, Message] = {
    EndedBy.ROBOTS: "the live robots.txt forbids it for Robot Studio",
    EndedBy.OTHER_HOST: "on another host",
    EndedBy.BLACKLIST: "a host that is not fetched from",
    EndedBy.EXCLUDED: "excluded by a pattern",
    EndedBy.MAX_DEPTH: "deeper than the limit",
    EndedBy.URL_LENGTH: "longer than the limit",
    EndedBy.REPEATED_PATH: "parts of the path repeat",
    EndedBy.DEEP_PATH: "too many parts in the path",
    EndedBy.SESSION_ID: "a known page with a session id",
    EndedBy.CALENDAR: "an endless calendar",
    EndedBy.FACETS: "parameters that show the same content",
    EndedBy.SAME_CONTENT: "many URLs with the same content",
    EndedBy.REDIRECT_LIMIT: "too many redirects in a row",
    EndedBy.MANY_LINKS: "too many links on one page",
    EndedBy.REDIRECT_LOOP: "redirects in a circle",
    EndedBy.SOFT_404: "the page that replaces missing ones",
    EndedBy.TOO_LARGE: "larger than the limit",
    EndedBy.TOO_SLOW: "too slow",
    EndedBy.TIMEOUT: "no answer in time",
    EndedBy.NETWORK: "no connection",
    EndedBy.NOT_PUBLIC: "an address that is not public",
    EndedBy.INVALID: "an unreadable answer",
}


_FIRST_ERROR: Final = 400


class CrawlState(StrEnum):
    NEW = "new"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"  # by the person or a limit; the queue is not empty
    FINISHED = "finished"


class PaceReason(StrEnum):
    """Reason why a host has its request rate."""

    START = "start"
    UNLIMITED = "unlimited"
    CRAWL_DELAY = "crawl-delay"
    SLOWER = "slower"  # it answers slower than before
    HALVED = "halved"
    RETRY_AFTER = "retry-after"


class GaveUp(StrEnum):
    """Reason why a host gets no more requests in this run."""

    FAILURES = "failures"
    NOT_PUBLIC = "not-public"  # a public site led to a private address
    RETRY_AFTER = "retry-after"  # its Retry-After is longer than the crawl waits


class HostState(Struct, frozen=True):
    origin: str
    per_second: float  # 0: unlimited
    why: PaceReason
    detail: str  # the status that halved it, the line of its Crawl-delay
    connections: int  # at most, at the same time
    waits_seconds: float
    queued: int
    requests: int
    is_mine: bool
    gave_up: GaveUp | None = None


class NotFetched(Struct, frozen=True):
    """URLs of one host that were not fetched for one reason; those of a trap also have a pattern in common."""

    rule: EndedBy
    origin: str  # "" for other hosts
    pattern: str
    seen: int
    """Number of URLs of the pattern that were fetched and compared."""
    new: int
    """Number of the last of them with a new text."""
    not_fetched: int
    examples: tuple[str, ...] = ()

    @property
    def is_trap(self) -> bool:
        return self.rule in TRAPS


class CrawlProgress(Struct, frozen=True):
    """Progress of a crawl. Fetched, queued, forbidden, errors, traps and left out add up to found."""

    state: CrawlState
    found: int
    fetched: int
    queued: int
    forbidden: int
    errors: int
    traps: int
    left_out: int
    """URLs on other hosts, excluded ones, and those deeper than the limit."""
    size: int
    unchanged: int
    """Pages that the server answered with 304."""
    deepest: int
    in_flight: int
    looks_empty: int
    """Pages with scripts and nearly no text."""
    seconds: float
    statuses: tuple[tuple[int, int], ...] = ()
    """Count of each non-2xx status, most frequent first."""

    @property
    def refused(self) -> int:
        """Fetched URLs with an error status."""
        return sum(count for status, count in self.statuses if status >= _FIRST_ERROR)

    @property
    def share_done(self) -> float:
        """The fraction of the URLs to be fetched."""
        done = self.fetched + self.errors
        return done / (done + self.queued) if done + self.queued else 1.0

    @property
    def per_second(self) -> float:
        return (self.fetched + self.errors) / self.seconds if self.seconds else 0.0


class Indexability(StrEnum):
    """Indexability of a page: indexable, or the first reason why not."""

    INDEXABLE = "indexable"
    BLOCKED = "blocked"
    NOT_FETCHED = "not-fetched"
    NO_ANSWER = "no-answer"
    SERVER_ERROR = "server-error"
    CLIENT_ERROR = "client-error"
    REDIRECTED = "redirected"
    SOFT_404 = "soft-404"
    NOINDEX = "noindex"
    CANONICALISED = "canonicalised"


INDEXABILITY_WORDS: Mapping[Indexability, Message] = {
    Indexability.INDEXABLE: "indexable",
    Indexability.BLOCKED: "blocked by robots.txt",
    Indexability.NOT_FETCHED: "not fetched",
    Indexability.NO_ANSWER: "no answer",
    Indexability.SERVER_ERROR: "server error",
    Indexability.CLIENT_ERROR: "client error",
    Indexability.REDIRECTED: "redirected",
    Indexability.SOFT_404: "soft 404",
    Indexability.NOINDEX: "noindex",
    Indexability.CANONICALISED: "canonical is another page",
}


class CrawledPage(Struct, frozen=True):
    """A URL of a crawl: a row of a table."""

    id: int
    url: str
    status: int | None
    depth: int
    found_on: str | None
    content_type: str
    size: int
    sha256: str
    ended_by: EndedBy | None
    is_queued: bool
    in_sitemap: bool
    elapsed_ms: float
    canonical: str
    redirects_to: str
    tags: str
    title: str
    in_links: int | None  # None while the crawl runs
    anchor: str
    same_text_as: str
    looks_empty: bool
    unchanged: bool
    h1: str
    description: str
    language: str
    words: int | None  # None unless it is a page that was parsed
    x_robots: str
    last_modified: str
    indexability: Indexability
    canonical_status: int | None
    """The status of the canonical page, if it is another one and was fetched."""
    redirect_chain: tuple[str, ...]
    """The URLs that it redirects to, one after the other; the last is the target, or repeats one of a loop."""
    hreflang: tuple[tuple[str, str], ...]
    """Languages and URLs."""
    out_links: int
    """Number of different pages that it links to."""
    anchors: tuple[str, ...]
    """The most frequent texts of links to it; empty while the crawl runs."""


class CrawlLogLine(Struct, frozen=True):
    """A request, or a rule that ended something."""

    id: int
    at: float  # seconds since 1970
    url: str
    status: int | None
    elapsed_ms: float
    size: int
    depth: int
    found_on: str
    what: str
    """An `EndedBy`, or the name of an event: robots, sitemap, refused, probe, mine, trap, halved."""
    detail: str


class Difference(StrEnum):
    """A kind of difference of a URL; a row has NEW, GONE, or any of the others.

    A page that now redirects to a new one has MOVED: that one is compared with it, and has no row of its own.
    """

    NEW = "new"
    GONE = "gone"
    MOVED = "moved"
    STATUS = "status"
    REDIRECT = "redirect"
    TITLE = "title"
    CANONICAL = "canonical"
    INDEXABILITY = "indexability"
    DEPTH = "depth"
    IN_LINKS = "in-links"
    VERDICT = "verdict"
