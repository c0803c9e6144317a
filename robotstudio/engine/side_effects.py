"""Effects of deleting lines other than on verdicts: delays, other fields, and the groups themselves.

Verdicts are compared on URLs. This compares what holds for every URL, and for every crawler that reads a dialect.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from robotstudio.engine.crawlers import Crawler, CrawlerView, crawler_for
from robotstudio.engine.directives import CRAWL_DELAY, CrawlDelay, DelayEffect, Scope, delay_of, directives_of
from robotstudio.engine.groups import Group
from robotstudio.engine.robots import FileVersion

_OBEYED = frozenset({DelayEffect.WAITS, DelayEffect.SKIPS, DelayEffect.FORBIDS})


class SideEffect(StrEnum):
    """An effect of a line besides deciding URLs."""

    GROUPS = "groups"  # where groups begin and end, whom they are for, which rules are read
    DELAY = "delay"  # a Crawl-delay
    FIELD = "field"  # a sitemap, a preference, or another known field


class SideChange(Struct, frozen=True):
    """A change other than of verdicts, and the affected crawlers among those selected; there may be none."""

    effect: SideEffect
    tokens: tuple[str, ...]


def crawler_of(reader: CrawlerView) -> Crawler:
    """Return the facts about the crawler."""
    return reader.crawler or crawler_for(reader.token)


def delays_of(version: FileVersion, readers: Sequence[CrawlerView]) -> dict[str, CrawlDelay]:
    """Return the crawl-delays that crawlers obey, by token."""
    found = {}
    for dialect, some in _by_dialect(readers):
        robots = version.read_as(dialect)
        directives = [one for one in directives_of(robots) if one.facts.id == CRAWL_DELAY]
        if directives:
            everyone = robots.choose("*").groups
            for reader in some:
                delay = delay_of(crawler_of(reader), robots.choose(reader.agent), directives, everyone)
                if delay and delay.effect in _OBEYED:
                    found[reader.token] = delay
    return found


def side_changes(
    before: FileVersion, after: FileVersion, gone: Collection[int], readers: Sequence[CrawlerView]
) -> tuple[SideChange, ...]:
    """Return what changes besides verdicts if `after` is `before` without the lines `gone`, for each dialect.

    That these rules are gone is not a change. All else is compared exactly, by its lines.
    """
    found: dict[SideEffect, dict[str, None]] = {}
    lines = _NewNumbers(gone)
    delays = delays_of(before, readers)
    for dialect, some in _by_dialect(readers):
        shapes = _Shape(before, dialect, lines, is_after=False), _Shape(after, dialect, lines, is_after=True)
        if shapes[0].groups != shapes[1].groups:
            found.setdefault(SideEffect.GROUPS, {}).update(dict.fromkeys(reader.token for reader in some))
        if shapes[0].fields != shapes[1].fields or shapes[0].other_lost:
            found.setdefault(SideEffect.FIELD, {})
        if shapes[0].delays_lost:
            losing = (reader.token for reader in some if reader.token in delays and delays[reader.token].line in gone)
            found.setdefault(SideEffect.DELAY, {}).update(dict.fromkeys(losing))
    return tuple(SideChange(effect, tuple(found[effect])) for effect in SideEffect if effect in found)


def effects(robots: FileVersion, readers: Sequence[CrawlerView]) -> Mapping[str, object]:
    """Return all effects of a file other than verdicts, by dialect and without line numbers, for comparing two files.

    These are the delays that crawlers obey, and the other known fields with the names of their groups. Duplicates do
    not count.
    """
    return {dialect: (_waits(robots, some), _fields(robots, dialect)) for dialect, some in _by_dialect(readers)}


def tokens_affected(before: FileVersion, after: FileVersion, readers: Sequence[CrawlerView]) -> frozenset[str]:
    """Return the crawlers for which something besides verdicts changes: their delay, or another field."""
    found: set[str] = set()
    for dialect, some in _by_dialect(readers):
        old, new = (_effects_by_token(version, dialect, some) for version in (before, after))
        found.update(token for token, effects in old.items() if effects != new[token])
    return frozenset(found)


def _effects_by_token(version: FileVersion, dialect: str, readers: Sequence[CrawlerView]) -> Mapping[str, object]:
    """Return for each crawler its delay, and the fields outside of groups or in its own."""
    robots, waits = version.read_as(dialect), _waits(version, readers)
    fields = [one for one in directives_of(robots) if one.facts.id != CRAWL_DELAY]
    effects = {}
    for reader in readers:
        groups = robots.choose(reader.agent).groups
        is_heard = ((one.facts.scope is Scope.FILE or one.group is None or one.group in groups) for one in fields)
        heard = {(one.facts.id, one.written) for one, is_for_it in zip(fields, is_heard, strict=True) if is_for_it}
        effects[reader.token] = waits.get(reader.token), heard
    return effects


def _waits(version: FileVersion, readers: Sequence[CrawlerView]) -> dict[str, tuple[object, ...]]:
    return {token: (each.effect, each.seconds) for token, each in delays_of(version, readers).items()}


def _fields(version: FileVersion, dialect: str) -> set[tuple[object, ...]]:
    return {
        (one.facts.id, one.written, one.group and frozenset(agent.token for agent in one.group.agents))
        for one in directives_of(version.read_as(dialect))
    }


def _by_dialect(readers: Sequence[CrawlerView]) -> Iterator[tuple[str, list[CrawlerView]]]:
    for dialect in dict.fromkeys(reader.dialect for reader in readers):
        yield dialect, [reader for reader in readers if reader.dialect == dialect]


class _NewNumbers:
    """Maps line numbers to those after some lines are gone."""

    def __init__(self, gone: Collection[int]) -> None:
        self._gone = sorted(set(gone))

    def after(self, line: int) -> int:
        """Return the new number of a line, 0 if it is gone."""
        before = bisect_left(self._gone, line)
        return 0 if before < len(self._gone) and self._gone[before] == line else line - before


class _Shape:
    """All that a dialect reads of a file, by the line numbers after the deletion."""

    def __init__(self, version: FileVersion, dialect: str, numbers: _NewNumbers, *, is_after: bool) -> None:
        robots = version.read_as(dialect)
        self._number = int if is_after else numbers.after
        self.groups = tuple(map(self._group, robots.groups)), self._pools(robots.groups)
        place = {id(group): at for at, group in enumerate(robots.groups)}
        self.fields: list[tuple[object, ...]] = []
        self.delays_lost = self.other_lost = False
        for one in directives_of(robots):
            line = self._number(one.line)
            if line:
                self.fields.append((line, one.facts.id, one.written, one.group and place[id(one.group)]))
            elif one.facts.id == CRAWL_DELAY:
                self.delays_lost = True
            else:
                self.other_lost = True

    def _group(self, group: Group) -> tuple[object, ...]:
        """Return a group without the rules that are gone; a user-agent line that is gone has the number 0."""
        number = self._number
        rules = [(number(rule.line), rule.allow, rule.pattern) for rule in group.rules]
        return [(number(agent.line), agent.token) for agent in group.agents], [rule for rule in rules if rule[0]]

    @staticmethod
    def _pools(groups: Sequence[Group]) -> list[int]:
        """Return for each group the first that shares its rules."""
        firsts: dict[int, int] = {}
        return [at if group.pool is None else firsts.setdefault(group.pool, at) for at, group in enumerate(groups)]
