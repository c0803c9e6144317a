"""When a change of a robots.txt reaches a crawler at the latest: how long it may go on with the copy that it has.

A crawler may have fetched the old file a moment before the change, so the whole lifetime of a copy counts from the
change. `Age` shortens nothing here: what a cache on the way has already kept for a while, the crawler keeps for less.
"""

from datetime import UTC, datetime, timedelta

from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch import headers
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.headers import date_in
from robotstudio.fetch.http_scenario import policy_of
from robotstudio.fetch.policy import KEEPING_ASSUMED, KEEPING_OF_CRAWLERS, FetchPolicy, HeedsLifetime, Keeping
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChangeReach:
    """When a change has reached a crawler at the latest (aware, UTC), and where that is written."""

    at: datetime
    lifetime: timedelta
    clause: str
    source: str
    assumed: bool


def keeping_of(crawler: Crawler) -> Keeping | None:
    """How long a crawler keeps a robots.txt; what its operator does not say is taken from RFC 9309, as assumed."""
    own = KEEPING_OF_CRAWLERS.get(crawler.token.lower())
    if own:
        return own
    policy = policy_of(crawler)
    return policy.keeping if policy else KEEPING_ASSUMED


def reach_of(crawler: Crawler, changed_at: datetime, evidence: Evidence | None = None) -> ChangeReach | None:
    """When a change made at `changed_at` (aware) has reached a crawler at the latest; None where it is not known.

    `evidence` is the last fetch of that robots.txt: crawlers that heed its caching headers keep it as these say.
    """
    return _reach(keeping_of(crawler), crawler.source, changed_at, evidence)


def reach_under(policy: FetchPolicy, changed_at: datetime, evidence: Evidence | None = None) -> ChangeReach | None:
    """The same for a whole family of crawlers, as far as its members say nothing else."""
    return _reach(policy.keeping, policy.source, changed_at, evidence)


def _reach(keeping: Keeping | None, source: str, changed_at: datetime, evidence: Evidence | None) -> ChangeReach | None:
    if keeping is None:
        return None
    stated = None if evidence is None else stated_lifetime(evidence)
    lifetime = _lifetime(keeping, stated)
    assumed = keeping.assumed or (keeping.heeds is HeedsLifetime.SHORTER and lifetime != keeping.lifetime)
    return ChangeReach(
        changed_at.astimezone(UTC) + lifetime, lifetime, keeping.clause, keeping.source or source, assumed
    )


def stated_lifetime(evidence: Evidence) -> timedelta | None:
    """For how long the answer may be kept by its own headers: max-age, else Expires counted from Date."""
    sent = date_in(evidence.header("date") or "") or evidence.fetched_at
    return headers.lifetime(evidence.header("cache-control") or "", evidence.header("expires") or "", sent)


def _lifetime(keeping: Keeping, stated: timedelta | None) -> timedelta:
    if stated is None or keeping.heeds is HeedsLifetime.NOTHING:
        return keeping.lifetime
    return min(stated, keeping.lifetime) if keeping.heeds is HeedsLifetime.SHORTER else stated
