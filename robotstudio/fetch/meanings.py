"""Meaning of an answer to crawlers: two or three words for each effect, and one line for all crawlers."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import CRAWLERS, Crawler
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.robots import Robots
from robotstudio.engine.tokens import lines_in
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.http_scenario import HttpScenario, policy_of, policy_outcome_under
from robotstudio.fetch.policy import POLICIES, SHOWN_POLICIES, Effect, Fetched, FetchPolicy, PolicyOutcome
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import capitalised

EFFECT_WORDS: Final[Mapping[Effect, Message]] = MappingProxyType(
    {
        Effect.PARSE: "reads the rules",
        Effect.ALLOW_ALL: "may fetch all",
        Effect.DISALLOW_ALL: "may fetch nothing",
        Effect.LAST_GOOD_COPY: "uses its last copy",
        Effect.DEFER: "tries later",
        Effect.UNKNOWN: "not documented",
    }
)
"""Used after a crawler's name or alone, in every table, headline and explanation."""

_NOTHING: Final[Mapping[FetchOutcome, Message]] = MappingProxyType(
    {FetchOutcome.INVALID_ADDRESS: "Nothing was requested.", FetchOutcome.CANCELLED: "Nothing is known."}
)
_ALIKE: Final[Mapping[Effect, Message]] = MappingProxyType(
    {
        Effect.PARSE: "The rules in the file apply.",
        Effect.ALLOW_ALL: "Crawlers may fetch all, as far as documented.",
        Effect.DISALLOW_ALL: "Crawlers may fetch nothing for now, as far as documented.",
        Effect.LAST_GOOD_COPY: "Each crawler uses its last copy, as far as documented.",
        Effect.DEFER: "Each crawler tries later, as far as documented.",
        Effect.UNKNOWN: "How crawlers treat it is not documented.",
    }
)
_WITHOUT_RULES: Final[Mapping[Content, Message]] = MappingProxyType(
    {
        Content.EMPTY: "The file is empty: crawlers may fetch all.",
        Content.UTF16: "Nearly all crawlers find no rule in the file and may fetch all.",
    }
)
"""Bodies that parse but contain no rules."""

_ONE: Message = "{said}. Others differ: {others}."
_CUT: Message = "The rules apply, but {readers} read only the first {size}, to line {line}."
_OTHERS_DIFFER: Message = "{said}. Others differ."
_DIFFERS: Message = "It differs by crawler: {said}."
_FOLLOWERS: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "rfc9309": "any crawler that follows RFC 9309",
        "draft1996": "any crawler that follows the 1996 draft",
        "original1994": "any crawler that follows the 1994 standard",
    }
)
_FIRST = "google"
_LOOKED_AT = 65_536  # bytes of a file in UTF-16, for a rule in it


def effect_words(effect: Effect) -> str:
    return tr(EFFECT_WORDS[effect])


def meaning(answer: Fetched, crawlers: Sequence[Crawler] = ()) -> str:
    """Summarise what crawlers make of an answer; a claim about all only if it is true of all.

    Else it names Google and, if the policies of `crawlers` differ from it, the first of each kind.
    """
    if answer.outcome in _NOTHING:
        return tr(_NOTHING[answer.outcome])
    effects = {key: policy_outcome_under(answer, family).effect for key, family in POLICIES.items()}
    alike = set(effects.values())
    if len(alike) > 1:
        alike.discard(Effect.UNKNOWN)
    if alike == {Effect.PARSE} and answer.body_kind in _WITHOUT_RULES:
        return tr(_WITHOUT_RULES[answer.body_kind])
    if len(alike) == 1:
        return tr(_ALIKE[alike.pop()])
    named: dict[Effect, FetchPolicy] = {}
    for key in _shown_policies(crawlers):
        named.setdefault(effects[key], POLICIES[key])
    if len(named) > 1:
        named.pop(Effect.UNKNOWN, None)
    said = _said_of(named)
    if len(named) > 1:
        return tr(_DIFFERS, said=said)
    others: dict[Effect, FetchPolicy] = {}
    for key, effect in effects.items():
        if effect in alike - set(named):
            others.setdefault(effect, POLICIES[key])
    return tr(_ONE, said=capitalised(said), others=_said_of(others))


def meaning_of_supposed(now: HttpScenario) -> str:
    """Say what Google makes of a supposed answer that has lasted for a while, and whether others differ."""
    outcomes = {key: now.outcome_under(family) for key, family in POLICIES.items()}
    effects = {key: Effect.PARSE if outcome is None else outcome.effect for key, outcome in outcomes.items()}
    first = effects[_FIRST]
    if set(effects.values()) <= {first, Effect.UNKNOWN}:
        return tr(_ALIKE[first])
    return tr(_OTHERS_DIFFER, said=capitalised(_said_of({first: POLICIES[_FIRST]})))


def _said_of(named: Mapping[Effect, FetchPolicy]) -> str:
    said = (f"{tr(_name(family))} {effect_words(effect)}" for effect, family in named.items())
    return WORDS.side_by_side(said)


def stopping_early(evidence: Evidence) -> tuple[FetchPolicy, ...]:
    """Return the policies that read only the beginning of a file with rules, by their dialect's limit."""
    if evidence.outcome is not FetchOutcome.SUCCESS or evidence.body_kind is not Content.RULES:
        return ()
    limits = {key: DIALECTS[key].max_bytes for key in POLICIES if key in DIALECTS}
    return tuple(POLICIES[key] for key, limit in limits.items() if limit is not None and evidence.size > limit)


def limit_of(family: FetchPolicy) -> int:
    """Return the number of bytes that a policy reads, by its dialect; 0 if there is no limit."""
    return DIALECTS[family.id].max_bytes or 0 if family.id in DIALECTS else 0


def cut_meaning(evidence: Evidence) -> str:
    """Say which crawlers read only the beginning of the file, and up to where; "" if none."""
    stopping = stopping_early(evidence)
    if not stopping:
        return ""
    limit = min(map(limit_of, stopping))
    readers = WORDS.listed_text([tr(_name(family)) for family in stopping])
    return tr(_CUT, readers=readers, size=WORDS.size(limit), line=lines_in(evidence.body[:limit]))


def outcome_with_body(evidence: Evidence, family: FetchPolicy | None) -> PolicyOutcome:
    """Return what a policy makes of an answer and its body: a file without readable rules allows all."""
    outcome = policy_outcome_under(evidence, family)
    if outcome.effect is not Effect.PARSE or evidence.body_kind not in _WITHOUT_RULES:
        return outcome
    head = evidence.body[:_LOOKED_AT]
    finds = any(
        group.rules
        for dialect in _dialects_of("" if family is None else family.id)
        for group in Robots.parse(head, dialect).groups
    )
    return outcome if finds else replace(outcome, effect=Effect.ALLOW_ALL)


@cache
def _dialects_of(policy: str) -> frozenset[str]:
    """Return the dialects of a policy's crawlers; RFC 9309 if there are none."""
    found = frozenset(crawler.dialect for crawler in CRAWLERS.values() if crawler.policy == policy)
    return found or frozenset({"rfc9309"})


def _shown_policies(crawlers: Sequence[Crawler]) -> tuple[str, ...]:
    """Return the policies that are shown first, Google before all."""
    chosen = (family.id for crawler in crawlers if (family := policy_of(crawler)) is not None)
    return tuple(dict.fromkeys((_FIRST, *chosen, *SHOWN_POLICIES)))


def _name(family: FetchPolicy) -> str:
    return _FOLLOWERS.get(family.id, family.name)
