"""The options of one fetch: whose headers, which proxy, and what is already known."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

import robotstudio
from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.address_policy import AddressPolicy
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, Headers
from robotstudio.fetch.limits import DEFAULT_LIMITS, Limits
from robotstudio.fetch.site_access import LONGEST_HEADER, KeptAccess, SiteAccess, is_sendable
from robotstudio.urls.urls import origin_in

USER_AGENT: Final = f"RobotStudio/{robotstudio.__version__} (robots.txt editor)"
ACCEPT: Final = "text/plain, */*;q=0.8"
MOST_REDIRECTS: Final = 50


class CachedCopy(Struct, frozen=True):
    """A body from an earlier fetch, with its validators (ETag, Last-Modified)."""

    url: str  # the address that served it; conditional requests go to this one only
    body: bytes
    etag: str = ""
    last_modified: str = ""
    content_type: str = ""
    truncated: bool = False

    def asks(self, url: str, options: "FetchOptions") -> bool:
        """Return True if a request to this address is conditional."""
        return self.url == url and not options.cache_bust

    @classmethod
    def of(cls, evidence: Evidence) -> "CachedCopy | None":
        """Return the copy of a fetch; None if it failed or the server sent no validator."""
        etag, modified = evidence.header("etag") or "", evidence.header("last-modified") or ""
        if evidence.outcome is not FetchOutcome.SUCCESS or not (etag or modified):
            return None
        return cls(evidence.final_url, evidence.body, etag, modified, evidence.content_type, evidence.truncated)


class FetchOptions(Struct, frozen=True):
    user_agent: str = USER_AGENT
    pretending: str = ""
    """Token of the crawler whose User-Agent is sent; "" for our own."""
    accept: str = ACCEPT
    sender: str = ""
    """The From header."""
    languages: str = ""
    """The Accept-Language header."""
    referer: str = ""
    """The URL that linked here; Referer is reduced as in browsers."""
    cached: CachedCopy | None = None
    """Sends If-None-Match and If-Modified-Since for this copy."""
    cache_bust: bool = False
    """Bypasses caches by headers and by a unique query."""
    redirects: int | None = None
    """Most redirects to follow; None: as in `Limits`."""
    proxy: str | None = None  # may hold a password
    """None: from the environment; "": no proxy; else its URL."""
    ca_file: str = ""
    """A PEM file of additional authorities."""
    trusted_anyway: str = ""
    """The one https origin (or any of its URLs) whose certificate is not verified, at the person's request."""
    http2: bool = True
    reach: AddressPolicy | None = None
    """Where redirects may lead; None: as for a site on its own."""
    own: tuple[SiteAccess, ...] = ()
    """Access to the person's own sites, for these fetches only."""
    kept: KeptAccess | None = None
    """Access that is kept for later fetches, too; `own` overrides it."""
    seconds: int | None = None
    """The total timeout; None: as in `Limits`. The other timeouts scale with it."""

    def __repr__(self) -> str:
        return f"FetchOptions({self.user_agent!r})"

    def limited(self, limits: Limits) -> Limits:
        """Apply the chosen number of redirects and the chosen timeout."""
        if self.redirects is not None:
            limits = replace(limits, redirects=min(max(self.redirects, 0), MOST_REDIRECTS))
        if self.seconds is None:
            return limits
        times = self.seconds / DEFAULT_LIMITS.total_seconds
        return replace(
            limits,
            connect_seconds=limits.connect_seconds * times,
            read_seconds=limits.read_seconds * times,
            total_seconds=limits.total_seconds * times,
        )

    def over(self, usual: "FetchOptions") -> "FetchOptions":
        """Fill in the person's defaults wherever nothing was chosen for this fetch, except for the timeout."""
        if usual == PLAIN:
            return self
        unchosen = {name: getattr(usual, name) for name in _OF_SETTINGS if getattr(self, name) == getattr(PLAIN, name)}
        return replace(self, **unchosen)

    def headers(self, url: str) -> Headers:
        """Return the headers of a request to that address, without credentials."""
        cached = self.cached if self.cached is not None and self.cached.asks(url, self) else None
        pairs = (
            ("user-agent", self.user_agent),
            ("accept", self.accept),
            ("from", self.sender),
            ("accept-language", self.languages),
            ("referer", referer_for(self.referer, url)),
            ("cache-control", "no-cache" if self.cache_bust else ""),
            ("pragma", "no-cache" if self.cache_bust else ""),
            ("if-none-match", cached.etag if cached else ""),
            ("if-modified-since", cached.last_modified if cached else ""),
        )
        return tuple((name, value) for name, value in pairs if value)

    def own_headers(self, url: str) -> Headers:
        """Return the headers of `own` for that address."""
        return tuple(pair for each in self.own if each.is_for(url) for pair in each.credentials.headers(url))


def referer_for(found_on: str, url: str) -> str:
    """Return the whole URL for the same origin, the origin for others, nothing from https to http.

    As browsers do (`strict-origin-when-cross-origin`).
    """
    here, there = origin_in(found_on), origin_in(url)
    if not found_on or here == there:
        return found_on
    is_less_safe = here.startswith("https:") and not there.startswith("https:")
    return "" if is_less_safe else f"{here}/"


PLAIN: Final = FetchOptions()
_OF_SETTINGS: Final = ("user_agent", "sender", "redirects", "proxy", "ca_file", "own", "kept")


class DefaultOptions:
    """A person's defaults for all fetches; several threads read it, the window changes it."""

    def __init__(self, options: FetchOptions = PLAIN) -> None:
        self.options = options


def options_of(settings: Mapping[str, Any]) -> FetchOptions:
    """Return the fetch options in the settings, by the fields of `State`; missing ones have their defaults."""
    seconds, redirects = settings.get("answer_seconds"), settings.get("redirects")
    return FetchOptions(
        user_agent=settings.get("user_agent") or USER_AGENT,
        sender=settings.get("sender", ""),
        redirects=None if redirects == DEFAULT_LIMITS.redirects else redirects,
        proxy=(settings.get("proxy") or None) if settings.get("uses_proxy", True) else "",
        ca_file=settings.get("authorities", ""),
        seconds=None if seconds == DEFAULT_LIMITS.total_seconds else seconds,
    )


def as_crawler(crawler: Crawler, options: FetchOptions = PLAIN) -> FetchOptions:
    """Use the crawler's User-Agent header, or its token if none is known."""
    return replace(options, user_agent=crawler.user_agent or crawler.token, pretending=crawler.token)


def problem_of(options: FetchOptions) -> Failure | None:
    """Return what is wrong with a typed header, before it could split the request in two."""
    own = (pair for each in options.own for pair in each.credentials.headers(each.origin))
    cached = options.headers(options.cached.url) if options.cached else ()
    for name, value in (*options.headers(""), *cached, *own):
        if len(value) > LONGEST_HEADER or not is_sendable(value):
            return Failure(FailureKind.HEADER_INVALID, (("name", name),))
    return None
