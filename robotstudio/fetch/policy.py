"""What a crawler makes of the outcome of fetching robots.txt: facts from resources/policies.json.

Three things are kept apart: the evidence (`Evidence`: what the server did), the policy (here: what this crawler makes
of that) and the verdict (the rules, where they apply). An outcome that the source of a policy says nothing about is not
documented; it is never guessed from another policy.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from datetime import timedelta
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Any, Protocol

from robotstudio import assets
from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.lazy_dataclasses import dataclass, replace
from robotstudio.text.language import Message


class Effect(StrEnum):
    """What follows for the URLs of the host."""

    PARSE = "parse"  # the rules in the body apply
    ALLOW_ALL = "allow_all"
    DISALLOW_ALL = "disallow_all"
    LAST_GOOD_COPY = "last_good_copy"  # the rules of the copy that was fetched before apply
    DEFER = "defer"  # nothing is fetched until a later try
    UNKNOWN = "unknown"  # nothing was fetched, or nothing is documented


@dataclass(frozen=True, slots=True)
class PolicyOutcome:
    """The effect of an outcome and where it is written."""

    effect: Effect
    clause: Message
    assumed: bool = False  # the source does not name this very case


@dataclass(frozen=True, slots=True)
class Conditions:
    """What an effect may depend on beside the outcome."""

    status: int | None = None
    elapsed: timedelta = timedelta()  # how long every fetch has ended like this
    has_copy: bool = False  # a robots.txt was fetched before, no longer ago than that
    site_answers: bool = True  # other URLs of the site can be fetched


@dataclass(frozen=True, slots=True)
class Case:
    """When something else holds than what usually follows from the outcome. None: it makes no difference."""

    said: PolicyOutcome
    outcomes: Collection[FetchOutcome]
    statuses: Collection[int] | None = None
    after: timedelta = timedelta()  # from then on
    until: timedelta = timedelta.max  # and then for the last time
    has_copy: bool | None = None
    site_answers: bool | None = None

    def holds(self, outcome: FetchOutcome, now: Conditions) -> bool:
        """Whether all its conditions are met."""
        return (
            outcome in self.outcomes
            and (self.statuses is None or now.status in self.statuses)
            and self.after <= now.elapsed <= self.until
            and self.has_copy in {None, now.has_copy}
            and self.site_answers in {None, now.site_answers}
        )


class HeedsLifetime(Enum):
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
    heeds: HeedsLifetime = HeedsLifetime.NOTHING
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class FetchPolicy:
    """What one family of crawlers makes of outcomes.

    `page_clause` says that a page in place of the file has no rules, `other_host_clause` that a redirect to another
    host is followed, and that the rules hold for the address asked; "" where the source says nothing of it. `keeping`
    is None where nothing is written of it, or the program that uses the parser decides.
    """

    id: str
    name: str
    source: str
    version: str  # the date or the release of the source, "" where it bears none
    usual: Mapping[FetchOutcome, PolicyOutcome]  # complete
    cases: tuple[Case, ...] = ()  # the first that holds takes the place of what is usual
    page_clause: str = ""
    other_host_clause: str = ""
    keeping: Keeping | None = None

    def policy_outcome(self, outcome: FetchOutcome, now: Conditions) -> PolicyOutcome:
        """What holds now. An outcome that the source does not name stays assumed in every case."""
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
_RFC_KEEPING = Keeping(
    timedelta(hours=24), "RFC 9309 §2.4", "https://www.rfc-editor.org/rfc/rfc9309#section-2.4", HeedsLifetime.SHORTER
)
KEEPING_ASSUMED = replace(_RFC_KEEPING, assumed=True)
"""That of a crawler whose operator says nothing of it."""

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


def _keeping(row: _Record | None) -> Keeping | None:
    if row is None:
        return None
    heeds = HeedsLifetime(row.get("heeds", "nothing"))
    return Keeping(
        timedelta(hours=row["hours"]), row["clause"], row.get("source", ""), heeds, row.get("assumed", False)
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
        _keeping(row["keeps"]) if "keeps" in row else KEEPING_ASSUMED,
    )


_DATA: _Record = json.loads(assets.path("policies.json").read_bytes())

POLICIES: Mapping[str, FetchPolicy] = MappingProxyType({row["id"]: _policy(row) for row in _DATA["policies"]})

KEEPING_OF_CRAWLERS: Mapping[str, Keeping | None] = MappingProxyType(
    {token: _keeping(row) for token, row in _DATA["keeps"].items()}
)
"""By tokens in lower case, where the operator says more than the policy."""

SHOWN_POLICIES: Mapping[str, FetchPolicy] = MappingProxyType({key: POLICIES[key] for key in ("rfc9309", "google")})
"""What is said of every fetch: the standard, and the crawler that most people ask about."""

WITHOUT_RULES = frozenset({Content.TEXT, Content.HTML, Content.JSON, Content.XML, Content.BINARY})

_PAGE_ASSUMED: Message = "a body without a rule: as an empty file"


class Fetched(Protocol):
    """All that a policy looks at; `Evidence` has it, and the row of one host of many."""

    @property
    def outcome(self) -> FetchOutcome: ...

    @property
    def status(self) -> int | None: ...

    @property
    def body_kind(self) -> Content: ...


@dataclass(frozen=True, slots=True)
class Supposed:
    """An outcome that takes the place of what was fetched: as if the answer had been 503."""

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
    """What `policy` makes of the outcome, with its clause.

    `elapsed` is how long every fetch of the robots.txt has ended like this, and so the least age of the copy that
    `has_copy` tells of; `site_answers` tells whether other URLs of the site can be fetched.
    """
    now = Conditions(fetched.status, elapsed, has_copy, site_answers)
    said = POLICIES[policy].policy_outcome(fetched.outcome, now)
    if said.effect is not Effect.PARSE or fetched.body_kind not in WITHOUT_RULES:
        return said
    return outcome_of_page(POLICIES[policy])


def outcome_of_page(policy: FetchPolicy | None) -> PolicyOutcome:
    """What follows where the file came, but no rule in it."""
    clause = policy.page_clause if policy else ""
    return PolicyOutcome(Effect.ALLOW_ALL, clause or _PAGE_ASSUMED, assumed=not clause)


def effect_of(fetched: Fetched, policy: str) -> Effect:
    """What `policy` makes of the outcome, the first time and without a copy."""
    return policy_outcome_of(fetched, policy).effect
