"""What a crawl tells, as frozen data: how far it is, its hosts, its traps, its pages, its log."""

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Final

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.text.language import Message


class UrlState(IntEnum):
    """What has become of a URL; kept as a number."""

    QUEUED = 0
    TAKEN = 1  # being fetched; queued again where the program ended meanwhile
    FETCHED = 2  # asked for, whatever came
    ENDED = 3  # not asked for


class EndedBy(StrEnum):
    """The rule by which a URL led no further. Those above the line were never asked for."""

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
BY_ITS_WAY: Final = (EndedBy.MANY_LINKS, EndedBy.REDIRECT_LIMIT)
"""What ends a URL because of the way that led there. Another way may lead there too."""
ERRORS: Final = frozenset({EndedBy.TIMEOUT, EndedBy.NETWORK, EndedBy.NOT_PUBLIC, EndedBy.INVALID, EndedBy.TOO_SLOW})
LEFT_OUT: Final = frozenset({EndedBy.OTHER_HOST, EndedBy.BLACKLIST, EndedBy.EXCLUDED, EndedBy.MAX_DEPTH})
"""What the person did not ask for."""

ENDED_WORDS: Mapping[EndedBy, Message] = {
    EndedBy.ROBOTS: "the live robots.txt forbids it to Robot Studio",
    EndedBy.OTHER_HOST: "on another host",
    EndedBy.BLACKLIST: "a host that nothing is fetched from",
    EndedBy.EXCLUDED: "excluded by a pattern",
    EndedBy.MAX_DEPTH: "deeper than the limit",
    EndedBy.URL_LENGTH: "longer than the limit",
    EndedBy.REPEATED_PATH: "parts of the path repeat",
    EndedBy.DEEP_PATH: "too many parts in the path",
    EndedBy.SESSION_ID: "a session id, otherwise known",
    EndedBy.CALENDAR: "a calendar without end",
    EndedBy.FACETS: "parameters that show the same again",
    EndedBy.SAME_CONTENT: "many URLs with the same content",
    EndedBy.REDIRECT_LIMIT: "too many redirects one behind the other",
    EndedBy.MANY_LINKS: "too many links on one page",
    EndedBy.REDIRECT_LOOP: "redirects in a circle",
    EndedBy.SOFT_404: "the page that stands for a missing one",
    EndedBy.TOO_LARGE: "larger than what is read",
    EndedBy.TOO_SLOW: "it came too slowly",
    EndedBy.TIMEOUT: "no answer in time",
    EndedBy.NETWORK: "no connection",
    EndedBy.NOT_PUBLIC: "an address that is not public",
    EndedBy.INVALID: "an answer that cannot be read",
}


_FIRST_ERROR: Final = 400


class CrawlState(StrEnum):
    """How a crawl stands."""

    NEW = "new"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"  # by the person or a limit; there is more in the queue
    FINISHED = "finished"


class PaceReason(StrEnum):
    """Why a host is asked as often as it is."""

    START = "start"
    UNLIMITED = "unlimited"
    CRAWL_DELAY = "crawl-delay"
    HALVED = "halved"
    RETRY_AFTER = "retry-after"


class GaveUp(StrEnum):
    """Why nothing more is asked of a host in this run."""

    FAILURES = "failures"
    NOT_PUBLIC = "not-public"  # a public site led to an address that is not
    RETRY_AFTER = "retry-after"  # it asked to be left alone for longer than is waited


@dataclass(frozen=True, slots=True)
class HostState:
    origin: str
    per_second: float  # 0: as many as go
    why: PaceReason
    detail: str  # the status that halved it, the line of its Crawl-delay
    waits_seconds: float
    queued: int
    requests: int
    is_mine: bool
    gave_up: GaveUp | None = None


@dataclass(frozen=True, slots=True)
class TrapState:
    """URLs of one pattern that led nowhere new."""

    rule: EndedBy
    origin: str
    pattern: str
    seen: int
    """How many were looked at before."""
    new: int
    """How many of the last of them had a new text."""
    not_fetched: int


@dataclass(frozen=True, slots=True)
class CrawlProgress:
    """How far a crawl is. Fetched, queued, forbidden, errors, traps and left out are all that were found."""

    state: CrawlState
    found: int
    fetched: int
    queued: int
    forbidden: int
    errors: int
    traps: int
    left_out: int
    """Of other hosts, excluded, deeper than the limit."""
    size: int
    unchanged: int
    """Fetched pages of which the server said that they are as in the crawl before."""
    deepest: int
    in_flight: int
    looks_empty: int
    """Pages with scripts and nearly no text."""
    seconds: float
    statuses: tuple[tuple[int, int], ...] = ()
    """How often each status came that is no success, the most frequent first."""

    @property
    def refused(self) -> int:
        """Of the fetched those that the server answered with an error."""
        return sum(count for status, count in self.statuses if status >= _FIRST_ERROR)

    @property
    def share_done(self) -> float:
        """Of what is to be fetched."""
        done = self.fetched + self.errors
        return done / (done + self.queued) if done + self.queued else 1.0

    @property
    def per_second(self) -> float:
        return (self.fetched + self.errors) / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class CrawledPage:
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


@dataclass(frozen=True, slots=True)
class CrawlLogLine:
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
    """An `EndedBy`, or the name of what happened: robots, sitemap, refused, probe, mine, trap, halved."""
    detail: str
