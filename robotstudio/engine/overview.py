"""A whole file for several crawlers: those with the same reading together, and its lines beside the rules."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.delays import CRAWL_DELAY, CrawlDelay, DelayEffect
from robotstudio.engine.directives import Directive, Scope, directives_of, honours
from robotstudio.engine.robots import Robots
from robotstudio.engine.summary import Summary, summarise
from robotstudio.engine.verdict import GroupChoice
from robotstudio.lazy_dataclasses import dataclass

MOST_LINES = 200


class Reader(NamedTuple):
    """A crawler with the file as it reads it, and the groups that it follows."""

    crawler: Crawler
    robots: Robots
    choice: GroupChoice


@dataclass(frozen=True, eq=False)
class Card:
    """Crawlers that read a file alike: the summary of the first, and the tokens by which they find their group."""

    crawlers: tuple[Crawler, ...]
    summary: Summary
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldLine:
    """A line beside the rules with the crawlers that heed it, and for a crawl-delay what each makes of it."""

    directive: Directive
    heeded_by: tuple[Crawler, ...]
    delays: tuple[tuple[Crawler, CrawlDelay], ...] = ()


@dataclass(frozen=True, eq=False)
class Overview:
    """What is said of a file; `left_out` counts lines beside the rules that are not listed."""

    cards: tuple[Card, ...]
    lines: tuple[FieldLine, ...]
    left_out: int


def overview(readers: Sequence[Reader], shown: Robots) -> Overview:
    """What some crawlers make of a file; its lines beside the rules are listed as `shown` reads them."""
    directives = {id(reader.robots): directives_of(reader.robots) for reader in readers}
    summaries = [summarise(*_turned(reader), directives[id(reader.robots)]) for reader in readers]
    listed = directives_of(shown)
    lines = tuple(_field_line(one, readers, summaries, directives) for one in listed[:MOST_LINES])
    return Overview(cards_of(summaries), lines, max(0, len(listed) - MOST_LINES))


def _turned(reader: Reader) -> tuple[Robots, Crawler, GroupChoice]:
    return reader.robots, reader.crawler, reader.choice


def cards_of(summaries: Iterable[Summary]) -> tuple[Card, ...]:
    """Summaries that say the same as one, in the order in which the first of each comes."""
    alike: dict[object, list[Summary]] = {}
    for summary in summaries:
        alike.setdefault(summary.likeness, []).append(summary)
    return tuple(_card(found) for found in alike.values())


def _card(alike: Sequence[Summary]) -> Card:
    tokens = dict.fromkeys(one.token for one in alike if one.token)
    return Card(tuple(one.crawler for one in alike), alike[0], tuple(tokens))


def _field_line(
    directive: Directive,
    readers: Sequence[Reader],
    summaries: Sequence[Summary],
    directives: Mapping[int, Sequence[Directive]],
) -> FieldLine:
    if directive.facts.id == CRAWL_DELAY:
        delays = tuple(
            (summary.crawler, summary.delay)
            for summary in summaries
            if summary.delay
            and summary.delay.line == directive.line
            and summary.delay.effect is not DelayEffect.IGNORES
        )
        return FieldLine(directive, tuple(crawler for crawler, _ in delays), delays)
    heeding = (reader for reader in readers if honours(reader.crawler, directive.facts.id))
    is_for_all = directive.facts.scope is Scope.FILE
    heeded_by = (reader.crawler for reader in heeding if is_for_all or _speaks_to(directive.line, reader, directives))
    return FieldLine(directive, tuple(heeded_by))


def _speaks_to(line: int, reader: Reader, directives: Mapping[int, Sequence[Directive]]) -> bool:
    """Whether a line stands in a group of a crawler, as that reads the file."""
    mine = directives[id(reader.robots)]
    return any(one.line == line and one.group in reader.choice.groups for one in mine)
