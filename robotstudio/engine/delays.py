"""Crawl-delay as each crawler takes it: how long it waits, and how many pages a day that leaves."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.directive_values import Seconds, Trouble, Unreadable, read_seconds, read_whole_seconds
from robotstudio.engine.directives import Directive, honours
from robotstudio.engine.groups import Group
from robotstudio.engine.verdict import GroupChoice
from robotstudio.lazy_dataclasses import dataclass

CRAWL_DELAY = "crawl-delay"
_DAY = 86_400


class DelayEffect(StrEnum):
    """What a crawler does about its crawl-delay."""

    WAITS = "waits"
    IGNORES = "ignores"
    CANNOT_READ = "cannot-read"
    OUT_OF_RANGE = "out-of-range"  # outside of the values that its operator names
    SKIPS = "skips"  # fetches no page of the site while the delay is so long
    FORBIDS = "forbids"  # takes it for a Disallow of everything


@dataclass(frozen=True, slots=True)
class DelayReading:
    """How some crawlers take a crawl-delay.

    Where `inherits`, that of `*` holds as well for a crawler whose own group has none; `whole` takes no fractions.
    What lies outside of `least` and `most` has the effect `beyond`.
    """

    inherits: bool = False
    whole: bool = False
    least: float = 0
    most: float | None = None
    beyond: DelayEffect = DelayEffect.OUT_OF_RANGE


PLAIN = DelayReading()
BY_DIALECT: Mapping[str, DelayReading] = MappingProxyType(
    {
        "bing": DelayReading(inherits=True, least=1, most=30),
        "python": DelayReading(whole=True),
        "python-rfc9309": DelayReading(whole=True),
        "crawler-commons": DelayReading(most=300, beyond=DelayEffect.FORBIDS),
    }
)
BY_TOKEN: Mapping[str, DelayReading] = MappingProxyType({"nutch": DelayReading(most=30, beyond=DelayEffect.SKIPS)})
"""Crawlers that differ from others of their dialect, by their tokens in lower case."""


@dataclass(frozen=True, slots=True)
class CrawlDelay:
    """The crawl-delay of a crawler: the line it stands in, and what comes of it.

    `inherited` says that it stands in the group of `*` although the crawler follows another. `seconds` is None where
    the value cannot be read, `per_day` where the crawler does not wait by it; `reading` is what it was measured by.
    """

    line: int
    written: str
    seconds: float | None
    effect: DelayEffect
    inherited: bool
    reading: DelayReading
    trouble: Trouble | None = None

    @property
    def per_day(self) -> int | None:
        """How many pages a day one that waits can fetch, None where nothing limits them."""
        return int(_DAY / self.seconds) if self.effect is DelayEffect.WAITS and self.seconds else None

    @property
    def likeness(self) -> object:
        """What crawl-delays of which the same is said have in common."""
        told = self.effect in {DelayEffect.WAITS, DelayEffect.IGNORES, DelayEffect.CANNOT_READ}
        return self.line, self.effect, self.seconds, self.inherited, self.trouble, None if told else self.reading


def reading_of_delay(crawler: Crawler) -> DelayReading:
    """How a crawler takes a crawl-delay."""
    return BY_TOKEN.get(crawler.token.lower()) or BY_DIALECT.get(crawler.dialect, PLAIN)


def delay_of(
    crawler: Crawler, choice: GroupChoice, directives: Sequence[Directive], everyone: Sequence[Group]
) -> CrawlDelay | None:
    """The crawl-delay that stands in the groups of a crawler, or in those of `everyone` where it inherits it."""
    reading = reading_of_delay(crawler)
    own = _first_in(directives, choice.groups)
    found = own or (_first_in(directives, everyone) if reading.inherits else None)
    if found is None:
        return None
    value = read_whole_seconds(found.written) if reading.whole else read_seconds(found.written)
    seconds = value.seconds if isinstance(value, Seconds) else None
    trouble = value.trouble if isinstance(value, Unreadable) else None
    return CrawlDelay(
        found.line, found.written, seconds, _effect(crawler, reading, seconds), own is None, reading, trouble
    )


def _effect(crawler: Crawler, reading: DelayReading, seconds: float | None) -> DelayEffect:
    if not honours(crawler, CRAWL_DELAY):
        return DelayEffect.IGNORES
    if seconds is None:
        return DelayEffect.CANNOT_READ
    if seconds < reading.least or (reading.most is not None and seconds > reading.most):
        return reading.beyond
    return DelayEffect.WAITS


def _first_in(directives: Sequence[Directive], groups: Sequence[Group]) -> Directive | None:
    return next((one for one in directives if one.facts.id == CRAWL_DELAY and one.group in groups), None)
