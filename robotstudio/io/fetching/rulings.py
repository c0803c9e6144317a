"""What can follow from the outcome of a fetch, and how the policy of a crawler family is written down."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum

from robotstudio.io.fetching.evidence import Outcome
from robotstudio.lazy_dataclasses import dataclass


class Effect(StrEnum):
    """What follows for the URLs of the host."""

    PARSE = "parse"  # the rules in the body apply
    ALLOW_ALL = "allow_all"
    DISALLOW_ALL = "disallow_all"
    LAST_GOOD_COPY = "last_good_copy"  # the rules of the copy that was fetched before apply
    DEFER = "defer"  # nothing is fetched until a later try
    UNKNOWN = "unknown"  # nothing was fetched, or nothing is documented


@dataclass(frozen=True, slots=True)
class Ruling:
    """The effect of an outcome and where it is written."""

    effect: Effect
    clause: str
    assumed: bool = False  # the source does not name this very case


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a ruling may depend on beside the outcome."""

    status: int | None = None
    elapsed: timedelta = timedelta()  # how long every fetch has ended like this
    has_copy: bool = False  # a robots.txt was fetched before, no longer ago than that
    site_answers: bool = True  # other URLs of the site can be fetched


@dataclass(frozen=True, slots=True)
class Case:
    """When another ruling holds than the usual one of the outcome. None: it makes no difference."""

    ruling: Ruling
    outcomes: Collection[Outcome]
    statuses: Collection[int] | None = None
    after: timedelta = timedelta()  # from then on
    until: timedelta = timedelta.max  # and then for the last time
    has_copy: bool | None = None
    site_answers: bool | None = None

    def holds(self, outcome: Outcome, now: Circumstances) -> bool:
        """Whether all its conditions are met."""
        return (
            outcome in self.outcomes
            and (self.statuses is None or now.status in self.statuses)
            and self.after <= now.elapsed <= self.until
            and self.has_copy in {None, now.has_copy}
            and self.site_answers in {None, now.site_answers}
        )


@dataclass(frozen=True, slots=True)
class Family:
    """How one family of crawlers reads outcomes."""

    id: str
    name: str
    source: str
    version: str  # the date or the release of the source, "" where it bears none
    rulings: Mapping[Outcome, Ruling]  # the usual ones, complete
    cases: tuple[Case, ...] = ()  # the first that holds takes the place of the usual one

    def ruling(self, outcome: Outcome, now: Circumstances) -> Ruling:
        """What holds now. An outcome that the source does not name stays assumed in every case."""
        usual = self.rulings[outcome]
        case = next((case for case in self.cases if case.holds(outcome, now)), None)
        if case is None:
            return usual
        return replace(case.ruling, assumed=case.ruling.assumed or usual.assumed)
