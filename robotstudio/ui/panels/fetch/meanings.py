"""What an answer means to each family of crawlers, now, later and for how long: the rows of a table."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from robotstudio.engine.crawlers import Crawler
from robotstudio.io.fetching.caching import Reach, reach_by_family, reach_of
from robotstudio.io.fetching.circumstance import family_of, ruling_on_family
from robotstudio.io.fetching.evidence import Evidence, Outcome
from robotstudio.io.fetching.meanings import effect_words
from robotstudio.io.fetching.policy import FAMILIES, SHOWN_FAMILIES, ruling_of
from robotstudio.io.fetching.rulings import Effect, Family, Ruling
from robotstudio.io.fetching.words import Translate, as_written
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.panels.fetch.facts_table import Cell
from robotstudio.ui.panels.fetch.sentences import EFFECT_TONES, effect_text

LATER: Final = (timedelta(hours=12, seconds=1), timedelta(days=30, seconds=1))
KEPT_COLUMN: Final = 3
LATER_COLUMNS: Final = (4, 5)
SOURCE_COLUMN: Final = 6

_NO_COPY = "{copy}, else {other}"
_NO_POLICY = "Others"
_NOT_KNOWN = "not documented"
_LAST_COPY = "last copy"
_CLAUSE = "{clause} ({version})"
_AT_MOST = "{time} (assumed)"


@dataclass(frozen=True, slots=True)
class Member:
    """One row: a family, None where the operators document nothing, and the chosen crawlers that belong to it."""

    family: Family | None
    crawlers: tuple[Crawler, ...]


def members(crawlers: Sequence[Crawler], *, every: bool) -> tuple[Member, ...]:
    """The families of the chosen crawlers, those of which every answer is told, and where wanted all others."""
    chosen: dict[str, list[Crawler]] = {}
    for crawler in crawlers:
        family = family_of(crawler)
        chosen.setdefault(family.id if family else "", []).append(crawler)
    first = tuple(dict.fromkeys((*filter(None, chosen), *SHOWN_FAMILIES)))
    others = tuple(key for key in FAMILIES if key not in first) if every else ()
    unknown = (Member(None, tuple(chosen[""])),) if "" in chosen else ()
    known, rest = ([Member(FAMILIES[key], tuple(chosen.get(key, ()))) for key in keys] for keys in (first, others))
    return (*known, *unknown, *rest)


def meaning_row(evidence: Evidence, member: Member, translate: Translate = as_written) -> tuple[Cell, ...]:
    """The cells of a member; `KEPT_COLUMN` is for files that came, `LATER_COLUMNS` for errors."""
    family, ruling = member.family, ruling_on_family(evidence, member.family)
    return (
        Cell(family.name if family else translate(_NO_POLICY)),
        Cell(", ".join(crawler.title for crawler in member.crawlers) or "–"),
        Cell(effect_text(ruling, translate), EFFECT_TONES[ruling.effect]),
        Cell(_kept_until(evidence, member, translate)),
        *(_later(evidence, family, elapsed, translate) for elapsed in LATER),
        Cell(_clause(ruling, family, translate)),
    )


def unused_columns(evidence: Evidence, *, is_narrow: bool = False) -> frozenset[int]:
    """A file that came is kept for a while; an error may mean something else when it lasts, which takes room."""
    if evidence.outcome is Outcome.SUCCESS:
        return frozenset(LATER_COLUMNS)
    return frozenset({KEPT_COLUMN, SOURCE_COLUMN} if is_narrow else {KEPT_COLUMN})


def _clause(ruling: Ruling, family: Family | None, translate: Translate) -> str:
    if family is None or not family.version:
        return ruling.clause
    return translate(_CLAUSE).format(clause=ruling.clause, version=family.version)


def _later(evidence: Evidence, family: Family | None, elapsed: timedelta, translate: Translate) -> Cell:
    """Two effects where it matters whether the crawler has a copy."""
    if family is None:
        return Cell(effect_words(Effect.UNKNOWN, translate), EFFECT_TONES[Effect.UNKNOWN])
    copied, bare = (ruling_of(evidence, family.id, elapsed=elapsed, has_copy=has).effect for has in (True, False))
    words = effect_words(copied, translate)
    if copied is not bare:
        copy = translate(_LAST_COPY) if copied is Effect.LAST_GOOD_COPY else words
        words = translate(_NO_COPY).format(copy=copy, other=effect_words(bare, translate))
    return Cell(words, EFFECT_TONES[copied])


def _kept_until(evidence: Evidence, member: Member, translate: Translate) -> str:
    reaches = [reach for reach in _reaches(evidence, member) if reach is not None]
    if not reaches:
        return translate(_NOT_KNOWN)
    last = max(reaches, key=_end)
    at = last.at.astimezone()
    is_near = last.lifetime < timedelta(hours=20)
    time = f"{at:%H:%M}" if is_near else f"{at:%Y-%m-%d %H:%M}"
    return translate(_AT_MOST).format(time=time) if last.assumed else time


def _reaches(evidence: Evidence, member: Member) -> Iterator[Reach | None]:
    if member.crawlers:
        yield from (reach_of(crawler, evidence.fetched_at, evidence) for crawler in member.crawlers)
    elif member.family is not None:
        yield reach_by_family(member.family, evidence.fetched_at, evidence)


def _end(reach: Reach) -> datetime:
    return reach.at
