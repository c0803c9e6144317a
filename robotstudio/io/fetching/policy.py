"""What a crawler family makes of the outcome of a fetch, real or supposed, now or after days of it."""

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Protocol

from robotstudio.io.fetching.evidence import BodyKind, Outcome
from robotstudio.io.fetching.families import ALL_FAMILIES
from robotstudio.io.fetching.rulings import Circumstances, Effect, Family, Ruling
from robotstudio.lazy_dataclasses import dataclass

__all__ = [
    "FAMILIES",
    "SHOWN_FAMILIES",
    "Effect",
    "Family",
    "Fetched",
    "Ruling",
    "Supposed",
    "effect_of",
    "ruling_of",
    "ruling_on_page",
]

FAMILIES: Mapping[str, Family] = MappingProxyType({family.id: family for family in ALL_FAMILIES})

# What is said of every fetch: the standard, and the crawler that most people ask about.
SHOWN_FAMILIES: Mapping[str, Family] = MappingProxyType({key: FAMILIES[key] for key in ("rfc9309", "google")})

WITHOUT_RULES = frozenset({BodyKind.TEXT, BodyKind.HTML, BodyKind.JSON, BodyKind.XML, BodyKind.BINARY})

# Which family says of a page in place of the file what its crawlers do with it; the others it is assumed of.
_PAGE_CLAUSES: Mapping[str, str] = MappingProxyType({"google": "File format, invalid lines are ignored"})
_PAGE_ASSUMED = "a body without a rule: as an empty file"


class Fetched(Protocol):
    """All that a policy looks at; `Evidence` has it."""

    @property
    def outcome(self) -> Outcome: ...

    @property
    def status(self) -> int | None: ...

    @property
    def body_kind(self) -> BodyKind: ...


@dataclass(frozen=True, slots=True)
class Supposed:
    """An outcome that takes the place of what was fetched: as if the answer had been 503."""

    outcome: Outcome
    status: int | None = None
    body_kind: BodyKind = BodyKind.ROBOTS


def ruling_of(
    fetched: Fetched,
    family: str,
    *,
    elapsed: timedelta = timedelta(),
    has_copy: bool = False,
    site_answers: bool = True,
) -> Ruling:
    """What `family` makes of the outcome, with its clause.

    `elapsed` is how long every fetch of the robots.txt has ended like this, and so the least age of the copy that
    `has_copy` tells of; `site_answers` tells whether other URLs of the site can be fetched.
    """
    now = Circumstances(fetched.status, elapsed, has_copy, site_answers)
    ruling = FAMILIES[family].ruling(fetched.outcome, now)
    if ruling.effect is not Effect.PARSE or fetched.body_kind not in WITHOUT_RULES:
        return ruling
    return ruling_on_page(family)


def ruling_on_page(family: str) -> Ruling:
    """What follows where the file came, but no rule in it."""
    clause = _PAGE_CLAUSES.get(family)
    return Ruling(Effect.ALLOW_ALL, clause or _PAGE_ASSUMED, assumed=clause is None)


def effect_of(fetched: Fetched, family: str) -> Effect:
    """What `family` makes of the outcome, the first time and without a copy."""
    return ruling_of(fetched, family).effect
