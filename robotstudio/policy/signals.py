"""Usage wishes besides the rules, such as Content-Signal: their meaning, their readers, and contradictions."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from robotstudio.engine import Robots
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.directive_values import SIGNALS, Preferences, Unreadable, stated
from robotstudio.engine.directives import Directive, Scope, directives_of
from robotstudio.engine.groups import Group
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.tokens import Field
from robotstudio.text.language import Message


class Purpose(StrEnum):
    """A use of content that a wish is about."""

    TRAINING = "training"
    SEARCH = "search"
    INPUT = "input"


OF_SIGNAL: Final = {"ai-train": Purpose.TRAINING, "search": Purpose.SEARCH, "ai-input": Purpose.INPUT}
OF_USAGE: Final = {"train-ai": Purpose.TRAINING, "search": Purpose.SEARCH, "ai-use": Purpose.INPUT}
CRAWLERS_FOR: Final[Mapping[Purpose, tuple[str, ...]]] = {
    Purpose.TRAINING: ("ai-training",),
    Purpose.SEARCH: ("search", "ai-search"),
    Purpose.INPUT: ("ai-search", "ai-assistant"),
}
_OF_TRAINING: Final = {"disallowaitraining": False, "allowaitraining": True}
_FIELDS: Final = frozenset({"content-signal", "content-usage", "license", *_OF_TRAINING})
_MOST: Final = 300
"""Most wishes compared with each other and with the rules, since each comparison asks hundreds of crawlers."""

READERS: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "content-signal": (
            "Cloudflare documents that its /crawl service obeys “use”. No crawler operator documents that it reads it."
        ),
        "content-usage": "An IETF draft. No crawler operator documents that it reads it.",
        "license": "RSL 1.0: the terms are at this address. No crawler operator documents that it reads it.",
        "disallowaitraining": "An expired draft of 2024. No crawler operator documents that it reads it.",
        "allowaitraining": "An expired draft of 2024. No crawler operator documents that it reads it.",
    }
)
"""Operators that document reading a field, as of 22 November 2026."""


class Wish(Struct, frozen=True):
    """A line with a wish.

    `agents` are those of its group, () if it applies to the whole file. `uses` says for each use whether it is
    permitted; `path` limits it, "" for all.
    """

    line: int
    field: str
    title: str
    written: str
    agents: tuple[str, ...]
    agent_lines: tuple[int, ...]
    path: str
    uses: Mapping[Purpose, bool]
    is_readable: bool = True


class Clash(StrEnum):
    """Kind of a preference's contradiction."""

    WISHES = "wishes"  # two lines disagree about a use
    OPEN = "open"  # it forbids a use, and the rules allow all crawlers for it
    CLOSED = "closed"  # it permits a use, and the rules block all crawlers for it
    TAKEN_FOR_RULE = "taken-for-rule"  # Google's parser reads the line as Disallow


class SignalContradiction(Struct, frozen=True):
    """A contradiction of the wish in `line`; `other` is the second line of two, `crawlers` are those affected."""

    clash: Clash
    line: int
    use: Purpose | None = None
    other: int | None = None
    crawlers: tuple[Crawler, ...] = ()


class Wishes(Struct, frozen=True):
    """All wishes of a file in file order, with their contradictions."""

    wishes: tuple[Wish, ...]
    contradictions: tuple[SignalContradiction, ...]


def wishes_of(body: bytes, catalogue: Catalogue) -> Wishes:
    """Return the wishes of a file with their contradictions."""
    wishes = wishes_in(body)
    clashes = [*_between(wishes), *_taken_for_rules(body, wishes), *_against_rules(body, wishes, catalogue)]
    return Wishes(wishes, tuple(sorted(clashes, key=lambda each: (each.line, each.clash))))


def wishes_in(body: bytes) -> tuple[Wish, ...]:
    """Return the wishes of a file in file order."""
    robots = Robots.parse(body, "rfc9309")
    named = cache(_named)  # a file may have thousands of preferences in a group with thousands of names
    return tuple(_wish(found, *named(_group_of(found))) for found in directives_of(robots) if found.facts.id in _FIELDS)


def _group_of(found: Directive) -> Group | None:
    return found.group if found.facts.scope is Scope.GROUP else None


def _named(group: Group | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the names in the user-agent lines of a group, and these lines; nothing without a group."""
    agents = group.agents if group else ()
    return tuple(agent.written.decode("utf-8", "replace") for agent in agents), tuple(agent.line for agent in agents)


def _wish(found: Directive, agents: tuple[str, ...], agent_lines: tuple[int, ...]) -> Wish:
    field, value = found.facts.id, found.value
    uses: Mapping[Purpose, bool] = {}
    path = ""
    if field in _OF_TRAINING:
        path = found.written if found.written != "/" else ""
        uses = {Purpose.TRAINING: _OF_TRAINING[field]} if found.written else {}
    elif isinstance(value, Preferences) and field == "content-usage":
        path = value.path
        uses = {OF_USAGE[name]: said == "y" for name, said in stated(value).items() if name in OF_USAGE}
    elif isinstance(value, Preferences):
        last = {item.name: item.value for item in value.items}
        uses = {use: last[name] == "yes" for name, use in OF_SIGNAL.items() if last.get(name) in SIGNALS[name]}
    return Wish(
        found.line,
        field,
        found.facts.title,
        found.written,
        agents,
        agent_lines,
        path,
        MappingProxyType(dict(uses)),
        is_readable=not isinstance(value, Unreadable),
    )


def _between(wishes: Sequence[Wish]) -> Iterator[SignalContradiction]:
    """Find pairs of lines that disagree about a use for a common crawler and nested paths."""
    folded = cache(_folded)
    for one, other in combinations(wishes[:_MOST], 2):
        speak_to_one = not (one.agents and other.agents) or not folded(one.agents).isdisjoint(folded(other.agents))
        if one.path != other.path and one.field == other.field == "content-usage":
            continue  # the longer path is meant to override
        if speak_to_one and (one.path.startswith(other.path) or other.path.startswith(one.path)):
            for use in one.uses.keys() & other.uses.keys():
                if one.uses[use] is not other.uses[use]:
                    yield SignalContradiction(Clash.WISHES, one.line, use, other.line)


def _folded(agents: Sequence[str]) -> frozenset[str]:
    return frozenset(agent.lower() for agent in agents)


def _taken_for_rules(body: bytes, wishes: Sequence[Wish]) -> Iterator[SignalContradiction]:
    """Find lines of which Google's parser reads only the beginning of the name."""
    google = Robots.parse(body, "google")
    rules = {number for number, line in google.numbered_lines if line.field in {Field.DISALLOW, Field.ALLOW}}
    yield from (SignalContradiction(Clash.TAKEN_FOR_RULE, wish.line) for wish in wishes if wish.line in rules)


def _against_rules(body: bytes, wishes: Sequence[Wish], catalogue: Catalogue) -> Iterator[SignalContradiction]:
    """Find uses that are forbidden though all crawlers for them may fetch, or permitted though none may."""
    readings = list(_readings(body, catalogue)) if any(wish.uses for wish in wishes) else []
    for wish in wishes[:_MOST]:
        named = frozenset(wish.agent_lines)
        for use, is_wished in wish.uses.items():
            concerned = [
                (crawler, robots.decide(wish.path or "/", crawler.agent).allowed)
                for crawler, robots, lines in readings
                if crawler.purpose in CRAWLERS_FOR[use] and not (named and lines.isdisjoint(named))
            ]
            against = tuple(crawler for crawler, allowed in concerned if allowed is not is_wished)
            if against and len(against) == len(concerned):
                yield SignalContradiction(Clash.CLOSED if is_wished else Clash.OPEN, wish.line, use, crawlers=against)


def _readings(body: bytes, catalogue: Catalogue) -> Iterator[tuple[Crawler, Robots, frozenset[int]]]:
    """Yield the relevant crawlers, with the file as they read it and the lines naming them."""
    purposes = frozenset(purpose for each in CRAWLERS_FOR.values() for purpose in each)
    version = FileVersion(body)
    for crawler in catalogue.crawlers.values():
        if crawler.purpose in purposes and not crawler.outdated:
            robots = version.read_as(crawler.dialect)
            groups = robots.choose(crawler.agent).groups
            yield crawler, robots, frozenset(agent.line for group in groups for agent in group.agents)
