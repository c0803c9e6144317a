"""Behaviour of crawlers by the outcome of fetching robots.txt: facts from resources/policies.json.

Evidence (what the server did), policy (what this crawler makes of it) and verdict (the rules, if they apply) are kept
apart. An outcome that a policy's source does not mention is undocumented; it is never guessed from another policy.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from datetime import timedelta
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from robotstudio import assets
from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.text.language import Message


class Effect(StrEnum):
    """The consequence for the URLs of the host."""

    PARSE = "parse"  # the rules in the body apply
    ALLOW_ALL = "allow_all"
    DISALLOW_ALL = "disallow_all"
    LAST_GOOD_COPY = "last_good_copy"  # the rules of an earlier copy apply
    DEFER = "defer"  # nothing is fetched until a retry
    UNKNOWN = "unknown"  # nothing was fetched, or nothing is documented


class PolicyOutcome(Struct, frozen=True):
    """An effect with its source."""

    effect: Effect
    clause: Message
    assumed: bool = False  # the source does not mention this exact case


class Conditions(Struct, frozen=True):
    """Conditions of an effect besides the outcome."""

    status: int | None = None
    elapsed: timedelta = timedelta()  # how long every fetch has ended like this
    has_copy: bool = False  # a robots.txt was fetched before that
    site_answers: bool = True  # other URLs of the site can be fetched


class Case(Struct, frozen=True):
    """An exception to the usual effect of an outcome. None: any."""

    said: PolicyOutcome
    outcomes: Collection[FetchOutcome]
    statuses: Collection[int] | None = None
    after: timedelta = timedelta()  # inclusive
    until: timedelta = timedelta.max  # inclusive
    has_copy: bool | None = None
    site_answers: bool | None = None

    def holds(self, outcome: FetchOutcome, now: Conditions) -> bool:
        return (
            outcome in self.outcomes
            and (self.statuses is None or now.status in self.statuses)
            and self.after <= now.elapsed <= self.until
            and self.has_copy in {None, now.has_copy}
            and self.site_answers in {None, now.site_answers}
        )


class LifetimeUse(Enum):
    """Effect of a response's own lifetime (max-age, Expires) on the usual one."""

    NOTHING = "nothing"
    SHORTER = "shorter"  # used if shorter
    EITHER = "either"  # always used


class CacheRule(Struct, frozen=True):
    """Lifetime of a crawler's cached copy."""

    lifetime: timedelta
    clause: str
    source: str = ""  # that of the crawler
    lifetime_use: LifetimeUse = LifetimeUse.NOTHING
    assumed: bool = False


class FetchPolicy(Struct, frozen=True):
    """Behaviour of one family of crawlers for each outcome.

    `page_clause`: an HTML page instead of the file has no rules. `other_host_clause`: a redirect to another host is
    followed, and the rules apply to the requested host. Both "" if the source does not say. `cache_rule` is None if
    nothing is documented, or the program that uses the parser decides.
    """

    id: str
    name: str
    source: str
    version: str  # the date or the release of the source, "" if it has none
    usual: Mapping[FetchOutcome, PolicyOutcome]  # complete
    cases: tuple[Case, ...] = ()  # the first that holds replaces `usual`
    page_clause: str = ""
    other_host_clause: str = ""
    cache_rule: CacheRule | None = None

    def policy_outcome(self, outcome: FetchOutcome, now: Conditions) -> PolicyOutcome:
        """Return the effect under these conditions. It stays assumed if the source does not mention the outcome."""
        usual = self.usual[outcome]
        case = next((case for case in self.cases if case.holds(outcome, now)), None)
        if case is None:
            return usual
        return replace(case.said, assumed=case.said.assumed or usual.assumed)


_NOT_DOCUMENTED = PolicyOutcome(Effect.UNKNOWN, "not documented")
_NOTHING_FETCHED = {
    FetchOutcome.INVALID_ADDRESS: PolicyOutcome(Effect.UNKNOWN, "nothing was requested"),
    FetchOutcome.CANCELLED: PolicyOutcome(Effect.UNKNOWN, "the fetch was cancelled"),
}
_RFC_KEEPING = CacheRule(
    timedelta(hours=24), "RFC 9309 §2.4", "https://www.rfc-editor.org/rfc/rfc9309#section-2.4", LifetimeUse.SHORTER
)
ASSUMED_CACHE_RULE = replace(_RFC_KEEPING, assumed=True)
"""Rule for crawlers whose operators do not document it."""

_Record = Mapping[str, Any]


def _said(row: _Record) -> PolicyOutcome:
    return PolicyOutcome(Effect(row["effect"]), row["clause"], row.get("assumed", False))


def _outcomes(row: _Record) -> tuple[FetchOutcome, ...]:
    return tuple(map(FetchOutcome, row["on"].split()))


def _statuses(row: _Record) -> Iterator[int]:
    for each in row["statuses"]:
        first, _, last = str(each).partition("-")
        yield from range(int(first), int(last or first) + 1)


def _case(row: _Record) -> Case:
    return Case(
        _said(row),
        _outcomes(row),
        frozenset(_statuses(row)) if "statuses" in row else None,
        timedelta(hours=row.get("after_hours", 0)),
        timedelta(hours=row["until_hours"]) if "until_hours" in row else timedelta.max,
        row.get("has_copy"),
        row.get("site_answers"),
    )


def _keeping(row: _Record | None) -> CacheRule | None:
    if row is None:
        return None
    lifetime_use = LifetimeUse(row.get("heeds", "nothing"))
    return CacheRule(
        timedelta(hours=row["hours"]), row["clause"], row.get("source", ""), lifetime_use, row.get("assumed", False)
    )


def _policy(row: _Record) -> FetchPolicy:
    stated = {outcome: _said(each) for each in row["outcomes"] for outcome in _outcomes(each)}
    return FetchPolicy(
        row["id"],
        row["name"],
        row["source"],
        row["version"],
        MappingProxyType({**dict.fromkeys(FetchOutcome, _NOT_DOCUMENTED), **stated, **_NOTHING_FETCHED}),
        tuple(map(_case, row.get("cases", ()))),
        row.get("page", ""),
        row.get("other_host", ""),
        _keeping(row["keeps"]) if "keeps" in row else ASSUMED_CACHE_RULE,
    )


_DATA: _Record = json.loads(assets.path("policies.json").read_bytes())

POLICIES: Mapping[str, FetchPolicy] = MappingProxyType({row["id"]: _policy(row) for row in _DATA["policies"]})

CACHE_RULES: Mapping[str, CacheRule | None] = MappingProxyType(
    {token: _keeping(row) for token, row in _DATA["keeps"].items()}
)
"""Rules by lower-case token, if the operator documents more than the policy."""

SHOWN_POLICIES: Mapping[str, FetchPolicy] = MappingProxyType({key: POLICIES[key] for key in ("rfc9309", "google")})
"""Shown for every fetch: the standard, and the crawler that most people ask about."""

WITHOUT_RULES = frozenset({Content.TEXT, Content.HTML, Content.JSON, Content.XML, Content.BINARY})

_PAGE_ASSUMED: Message = "a body without a rule counts as an empty file"


class Fetched(Protocol):
    """The part of a fetch that a policy reads; `Evidence` and `HostResult` have it."""

    @property
    def outcome(self) -> FetchOutcome: ...

    @property
    def status(self) -> int | None: ...

    @property
    def body_kind(self) -> Content: ...


class Supposed(Struct, frozen=True):
    """An outcome that replaces the fetched one, e.g. 503."""

    outcome: FetchOutcome
    status: int | None = None
    body_kind: Content = Content.RULES


def policy_outcome_of(
    fetched: Fetched,
    policy: str,
    *,
    elapsed: timedelta = timedelta(),
    has_copy: bool = False,
    site_answers: bool = True,
) -> PolicyOutcome:
    """Return what `policy` makes of the outcome, with its clause.

    `elapsed` is how long every fetch of the robots.txt has ended like this, and so the least age of the copy of
    `has_copy`; `site_answers`: other URLs of the site can be fetched.
    """
    now = Conditions(fetched.status, elapsed, has_copy, site_answers)
    said = POLICIES[policy].policy_outcome(fetched.outcome, now)
    if said.effect is not Effect.PARSE or fetched.body_kind not in WITHOUT_RULES:
        return said
    return outcome_of_page(POLICIES[policy])


def outcome_of_page(policy: FetchPolicy | None) -> PolicyOutcome:
    """Return the effect of a body without a rule."""
    clause = policy.page_clause if policy else ""
    return PolicyOutcome(Effect.ALLOW_ALL, clause or _PAGE_ASSUMED, assumed=not clause)


def effect_of(fetched: Fetched, policy: str) -> Effect:
    """Return what `policy` makes of the outcome the first time, without a copy."""
    return policy_outcome_of(fetched, policy).effect
