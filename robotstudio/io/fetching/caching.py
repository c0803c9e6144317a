"""When a change of a robots.txt reaches a crawler at the latest: how long it may go on with the copy that it has.

A crawler may have fetched the old file a moment before the change, so the whole lifetime of a copy counts from the
change. `Age` shortens nothing here: what a cache on the way has already kept for a while, the crawler keeps for less.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import Enum
from types import MappingProxyType

from robotstudio.engine.crawlers import Crawler
from robotstudio.io.fetching.circumstance import family_of
from robotstudio.io.fetching.evidence import Evidence
from robotstudio.io.fetching.rulings import Family
from robotstudio.lazy_dataclasses import dataclass

_DAY = timedelta(hours=24)
_MOST = timedelta(days=365)
_LONGEST_NUMBER = 12


class Heeds(Enum):
    """What an answer's own lifetime (max-age, Expires) does to the usual one."""

    NOTHING = "nothing"
    SHORTER = "shorter"  # the crawler may take it where it is shorter
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Keeping:
    """How long a crawler goes on with a copy."""

    lifetime: timedelta
    clause: str
    source: str = ""  # that of the crawler
    heeds: Heeds = Heeds.NOTHING
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """When a change has reached a crawler at the latest (aware, UTC), and where that is written."""

    at: datetime
    lifetime: timedelta
    clause: str
    source: str
    assumed: bool


_RFC = "https://www.rfc-editor.org/rfc/rfc9309#section-2.4"
_RFC_KEEPING = Keeping(_DAY, "RFC 9309 §2.4", _RFC, Heeds.SHORTER)
_RFC_ASSUMED = Keeping(_DAY, "RFC 9309 §2.4", _RFC, Heeds.SHORTER, assumed=True)
_OPENAI = Keeping(_DAY, "about 24 hours until a change takes effect")

_BY_TOKEN: Mapping[str, Keeping] = MappingProxyType(
    {
        "gptbot": _OPENAI,
        "oai-searchbot": _OPENAI,
        "chatgpt-user": _OPENAI,
        "perplexitybot": Keeping(_DAY, "up to 24 hours until a change takes effect"),
        "duckassistbot": Keeping(timedelta(hours=72), "a change takes effect within 72 hours"),
        "ahrefsbot": Keeping(timedelta(days=7), "up to a week, as others report", assumed=True),
        "seznambot": Keeping(timedelta(days=14), "days to weeks", assumed=True),
        "amazonbot": Keeping(_DAY, "about 24 hours, in an earlier page", assumed=True),
    }
)

_BY_FAMILY: Mapping[str, Keeping | None] = MappingProxyType(
    {
        "rfc9309": _RFC_KEEPING,
        "google": Keeping(
            _DAY,
            "Caching: up to 24 hours; max-age may make it longer or shorter",
            "https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec#caching",
            Heeds.EITHER,
        ),
        "draft1996": Keeping(
            timedelta(days=7),
            "draft-koster-robots-00 §3.4, expiration",
            "https://www.robotstxt.org/norobots-rfc.txt",
            Heeds.EITHER,
        ),
        "heritrix": Keeping(
            _DAY, "robotsValidityDurationSeconds, 24 hours", "https://github.com/internetarchive/heritrix3"
        ),
        # Nothing is written of it, or the program that uses it decides.
        "original1994": None,
        "nutch": None,
        "crawler-commons.failedFetch": None,
        "python_pre2026": None,
        "python_2026": None,
    }
)


def keeping_of(crawler: Crawler) -> Keeping | None:
    """How long a crawler keeps a robots.txt; what its operator does not say is taken from RFC 9309, as assumed."""
    own = _BY_TOKEN.get(crawler.token.lower())
    if own:
        return own
    family = family_of(crawler)
    return _BY_FAMILY.get(family.id, _RFC_ASSUMED) if family else _RFC_ASSUMED


def reach_of(crawler: Crawler, changed_at: datetime, evidence: Evidence | None = None) -> Reach | None:
    """When a change made at `changed_at` (aware) has reached a crawler at the latest; None where it is not known.

    `evidence` is the last fetch of that robots.txt: crawlers that heed its caching headers keep it as these say.
    """
    return _reach(keeping_of(crawler), crawler.source, changed_at, evidence)


def reach_by_family(family: Family, changed_at: datetime, evidence: Evidence | None = None) -> Reach | None:
    """The same for a whole family of crawlers, as far as its members say nothing else."""
    return _reach(_BY_FAMILY.get(family.id, _RFC_ASSUMED), family.source, changed_at, evidence)


def _reach(keeping: Keeping | None, source: str, changed_at: datetime, evidence: Evidence | None) -> Reach | None:
    if keeping is None:
        return None
    stated = None if evidence is None else stated_lifetime(evidence)
    lifetime = _lifetime(keeping, stated)
    assumed = keeping.assumed or (keeping.heeds is Heeds.SHORTER and lifetime != keeping.lifetime)
    return Reach(changed_at.astimezone(UTC) + lifetime, lifetime, keeping.clause, keeping.source or source, assumed)


def stated_lifetime(evidence: Evidence) -> timedelta | None:
    """For how long the answer may be kept by its own headers: max-age, else Expires counted from Date."""
    for part in (evidence.header("cache-control") or "").split(","):
        name, _, value = part.partition("=")
        if name.strip().lower() == "max-age":
            digits = value.strip().strip('"')
            if digits.isascii() and digits.isdigit():
                return min(timedelta(seconds=int(digits[:_LONGEST_NUMBER])), _MOST) if digits else None
    expires = _date(evidence.header("expires"))
    if expires is None:
        return None
    sent = _date(evidence.header("date")) or evidence.fetched_at
    return min(max(expires - sent, timedelta()), _MOST)


def _lifetime(keeping: Keeping, stated: timedelta | None) -> timedelta:
    if stated is None or keeping.heeds is Heeds.NOTHING:
        return keeping.lifetime
    return min(stated, keeping.lifetime) if keeping.heeds is Heeds.SHORTER else stated


def _date(text: str | None) -> datetime | None:
    try:
        at = parsedate_to_datetime(text or "")
    except (ValueError, TypeError, OverflowError):
        return None
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)
