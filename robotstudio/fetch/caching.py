"""The latest time at which a change of a robots.txt reaches a crawler: how long it may keep using its cached copy.

A crawler may have fetched the old file a moment before the change, so the whole lifetime of a copy counts from the
change. `Age` is ignored: it only makes the crawler's own lifetime shorter.
"""

from datetime import UTC, datetime, timedelta

from msgspec import Struct

from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch import headers
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.headers import date_in
from robotstudio.fetch.http_scenario import policy_of
from robotstudio.fetch.policy import ASSUMED_CACHE_RULE, CACHE_RULES, CacheRule, FetchPolicy, LifetimeUse


class ChangeReach(Struct, frozen=True):
    """The latest time at which a change reaches a crawler (aware, UTC), with its source."""

    at: datetime
    lifetime: timedelta
    clause: str
    source: str
    assumed: bool


def cache_rule_of(crawler: Crawler) -> CacheRule | None:
    """Return how long a crawler caches a robots.txt; RFC 9309, marked as assumed, if its operator does not say."""
    own = CACHE_RULES.get(crawler.token.lower())
    if own:
        return own
    policy = policy_of(crawler)
    return policy.cache_rule if policy else ASSUMED_CACHE_RULE


def reach_of(crawler: Crawler, changed_at: datetime, evidence: Evidence | None = None) -> ChangeReach | None:
    """Return the latest time at which a change made at `changed_at` (aware) reaches a crawler; None if unknown.

    `evidence` is the last fetch of that robots.txt, for crawlers that obey its caching headers.
    """
    return _reach(cache_rule_of(crawler), crawler.source, changed_at, evidence)


def reach_under(policy: FetchPolicy, changed_at: datetime, evidence: Evidence | None = None) -> ChangeReach | None:
    """Like `reach_of`, for a family of crawlers whose members state nothing else."""
    return _reach(policy.cache_rule, policy.source, changed_at, evidence)


def _reach(rule: CacheRule | None, source: str, changed_at: datetime, evidence: Evidence | None) -> ChangeReach | None:
    if rule is None:
        return None
    stated = None if evidence is None else stated_lifetime(evidence)
    lifetime = _lifetime(rule, stated)
    assumed = rule.assumed or (rule.lifetime_use is LifetimeUse.SHORTER and lifetime != rule.lifetime)
    return ChangeReach(changed_at.astimezone(UTC) + lifetime, lifetime, rule.clause, rule.source or source, assumed)


def stated_lifetime(evidence: Evidence) -> timedelta | None:
    """Return the lifetime that the answer's own headers state: max-age, else Expires minus Date."""
    sent = date_in(evidence.header("date") or "") or evidence.fetched_at
    return headers.lifetime(evidence.header("cache-control") or "", evidence.header("expires") or "", sent)


def _lifetime(rule: CacheRule, stated: timedelta | None) -> timedelta:
    if stated is None or rule.lifetime_use is LifetimeUse.NOTHING:
        return rule.lifetime
    return min(stated, rule.lifetime) if rule.lifetime_use is LifetimeUse.SHORTER else stated
