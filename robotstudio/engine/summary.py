"""One crawler's reading of a whole file, in short: what it may fetch, how fast, and which lines it ignores.

Crawlers with the same reading are shown together (`Overview`).
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from robotstudio.engine.access import Access, Reach, exact_reach_of
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.directive_values import USAGE_LABELS, Address, Preferences, UsagePreference, stated
from robotstudio.engine.directives import (
    CRAWL_DELAY,
    FIELDS,
    CrawlDelay,
    DelayEffect,
    Directive,
    Scope,
    delay_of,
    directives_of,
    field_name,
    grouped_lines,
    honours,
)
from robotstudio.engine.groups import Group
from robotstudio.engine.robots import Cut, Robots
from robotstudio.engine.tokens import Field, Line, LineFlag, parse_line
from robotstudio.engine.verdict import GroupChoice, LineRange

MOST_PATTERNS = 4


class Skip(StrEnum):
    """Reason why a crawler ignores a line."""

    UNSUPPORTED = "unsupported"  # a known field that it does not obey
    UNKNOWN = "unknown"  # an unknown field
    UNREADABLE = "unreadable"  # no field at all
    NO_GROUP = "no-group"  # a rule before any user-agent line


class Skipped(Struct, frozen=True):
    """Lines of one field that a crawler ignores; `name` is empty if the lines have no field."""

    why: Skip
    name: str
    lines: tuple[int, ...]


class Summary(Struct, frozen=True, eq=False):
    """The reading of a crawler; `token` is that of its group, None if it has none."""

    crawler: Crawler
    reach: Reach
    token: str | None
    parts: tuple[LineRange, ...]
    delay: CrawlDelay | None
    sitemaps: tuple[Directive, ...]
    preferences: tuple[tuple[int, str, UsagePreference], ...]
    skipped: tuple[Skipped, ...]
    cut: Cut | None
    always_allowed: bool

    @property
    def is_named(self) -> bool:
        """True if a group names the crawler, itself or by a token of its chain."""
        return self.token not in {None, "*"}

    @property
    def merge_key(self) -> object:
        """Key that is equal for summaries that say the same, except for the token of the group."""
        crawler, reach = self.crawler, self.reach
        told = (reach.merge_key, self.parts, self.is_named)
        sitemaps = tuple(sitemap.line for sitemap in self.sitemaps)
        rest = (self.delay and self.delay.merge_key, sitemaps, self.preferences, self.skipped, self.cut)
        who = (
            self.always_allowed and reach.access is Access.NOTHING,
            crawler.uses_global,
            crawler.is_control,
            crawler.obeys in {"no", "partial"},
        )
        return told, rest, who, crawler.obeys if who[-1] else ""


def summarise(
    robots: Robots, crawler: Crawler, choice: GroupChoice, directives: Sequence[Directive] | None = None
) -> Summary:
    """Summarise a file for a crawler; `directives` are those of this reading, if known."""
    found = directives_of(robots) if directives is None else directives
    everyone = robots.choose("*").groups
    return Summary(
        crawler=crawler,
        reach=exact_reach_of(choice.rules, robots.dialect),
        token=choice.token,
        parts=choice.parts,
        delay=delay_of(crawler, choice, found, everyone),
        sitemaps=tuple(one for one in found if one.facts.id == "sitemap" and isinstance(one.value, Address)),
        preferences=_preferences(found, choice.groups),
        skipped=skipped_lines(robots, crawler, choice.groups),
        cut=robots.cut,
        always_allowed=bool(robots.dialect.always_allowed),
    )


def skipped_lines(robots: Robots, crawler: Crawler, groups: Sequence[Group]) -> tuple[Skipped, ...]:
    """Return the lines that a crawler ignores, grouped by field.

    Lines of groups that it does not follow are left out, and so are preferences, which the summary lists separately.
    """
    found: dict[tuple[Skip, str], list[int]] = {}
    raws = robots.tokenized.raw.split(b"\n")
    for number, read_line, group in grouped_lines(robots):
        line = read_line
        why = _why_skipped(line, group, groups, crawler)
        if why is Skip.UNREADABLE and not robots.has_inner_lines:  # some dialects read only the fields that they know
            line = parse_line(raws[number - 1])  # as the standard reads it
            why = _why_skipped(line, group, groups, crawler) if not line.is_rule else why
        if why is not None:
            name = "" if why is Skip.UNREADABLE else line.key.decode("utf-8", "replace")
            lines = found.setdefault((why, name), [])
            if not lines or lines[-1] != number:
                lines.append(number)
    return tuple(Skipped(why, name, tuple(lines)) for (why, name), lines in found.items())


def _why_skipped(line: Line, group: Group | None, groups: Sequence[Group], crawler: Crawler) -> Skip | None:
    if line.is_rule:
        return Skip.NO_GROUP if group is None and line.value else None
    if line.field in {Field.USER_AGENT, Field.SITEMAP}:
        return None
    name = field_name(line)
    if not name:
        speaks = group is None or group in groups
        return Skip.UNREADABLE if speaks and not line.flags & (LineFlag.EMPTY | LineFlag.COMMENT_ONLY) else None
    facts = FIELDS.get(name)
    is_for_all = group is None or (facts is not None and facts.scope is Scope.FILE)
    if honours(crawler, name) or name in _LISTED_SEPARATELY or not (is_for_all or group in groups):
        return None
    return Skip.UNSUPPORTED if facts else Skip.UNKNOWN


_LISTED_SEPARATELY = frozenset({CRAWL_DELAY, "content-signal", "content-usage"})


def _preferences(
    directives: Sequence[Directive], groups: Sequence[Group]
) -> tuple[tuple[int, str, UsagePreference], ...]:
    """Return (line, path, preference) of the lines in a crawler's groups: those outside of any have no effect."""
    return tuple(
        (one.line, one.value.path, item)
        for one in directives
        if isinstance(one.value, Preferences) and one.group in groups
        for item in _effective(one.facts.id, one.value)
    )


def _effective(field: str, value: Preferences) -> Iterable[UsagePreference]:
    """Return the preferences that a value states; of a Content-Usage only those that its draft does not ignore."""
    if field != "content-usage":
        return value.items
    return [UsagePreference(name, said) for name, said in stated(value).items() if name in USAGE_LABELS]


MOST_LINES = 200


class Reader(NamedTuple):
    """A crawler with the file as it reads it, and the groups that it follows."""

    crawler: Crawler
    robots: Robots
    choice: GroupChoice


class Card(Struct, frozen=True, eq=False):
    """Crawlers that read a file alike: the summary of the first, and the tokens by which they find their group."""

    crawlers: tuple[Crawler, ...]
    summary: Summary
    tokens: tuple[str, ...] = ()


class FieldLine(Struct, frozen=True):
    """A line other than a rule with the crawlers that obey it, and for a crawl-delay its effect on each."""

    directive: Directive
    obeyed_by: tuple[Crawler, ...]
    delays: tuple[tuple[Crawler, CrawlDelay], ...] = ()


class Overview(Struct, frozen=True, eq=False):
    """The summary of a file; `left_out` counts lines other than rules that are not listed."""

    cards: tuple[Card, ...]
    lines: tuple[FieldLine, ...]
    left_out: int


def overview(readers: Sequence[Reader], shown: Robots) -> Overview:
    """Summarise a file for some crawlers; lines other than rules are listed as `shown` reads them."""
    directives = {id(reader.robots): directives_of(reader.robots) for reader in readers}
    summaries = [
        summarise(reader.robots, reader.crawler, reader.choice, directives[id(reader.robots)]) for reader in readers
    ]
    listed = directives_of(shown)
    lines = tuple(_field_line(one, readers, summaries, directives) for one in listed[:MOST_LINES])
    return Overview(cards_of(summaries), lines, max(0, len(listed) - MOST_LINES))


def cards_of(summaries: Iterable[Summary]) -> tuple[Card, ...]:
    """Merge summaries with the same content, in the order of the first of each."""
    alike: dict[object, list[Summary]] = {}
    for summary in summaries:
        alike.setdefault(summary.merge_key, []).append(summary)
    cards = []
    for found in alike.values():
        tokens = dict.fromkeys(summary.token for summary in found if summary.token)
        cards.append(Card(tuple(summary.crawler for summary in found), found[0], tuple(tokens)))
    return tuple(cards)


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
    obeying = (reader for reader in readers if honours(reader.crawler, directive.facts.id))
    is_for_all = directive.facts.scope is Scope.FILE
    obeyed_by = (
        reader.crawler for reader in obeying if is_for_all or _is_in_own_group(directive.line, reader, directives)
    )
    return FieldLine(directive, tuple(obeyed_by))


def _is_in_own_group(line: int, reader: Reader, directives: Mapping[int, Sequence[Directive]]) -> bool:
    """Return True if a line is in a group of a crawler, as that reads the file."""
    mine = directives[id(reader.robots)]
    return any(one.line == line and one.group in reader.choice.groups for one in mine)
