"""A file as the rules of the linter see it: lines, groups and what is known around it, read once; and
the addresses in it, as crawlers read them.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache
from typing import NamedTuple

import ada_url

from robotstudio.engine import Group, Robots, Rule
from robotstudio.engine.content import Content, content_of
from robotstudio.engine.directives import FIELDS, FieldFacts
from robotstudio.engine.tokens import GOOGLE_LINES, RFC_LINES, UTF8_BOM, Field, Line, LineFlag, parse_line, split_lines
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.lint.standing import Idle, Proven, Standings

_EMPTY, _COMMENT_ONLY = int(LineFlag.EMPTY), int(LineFlag.COMMENT_ONLY)
_FIELD_AND_SCHEME = re.compile(rb"(?:user-agent|disallow|allow|sitemap)[ \t]++https?", re.IGNORECASE)
_bits = int.__and__  # the members of an IntFlag take a microsecond to combine, and this runs for every line


@dataclass(frozen=True, slots=True)
class LineFacts:
    """One line and how it is tokenized; no rule about lines sees more."""

    raw: bytes
    google: Line
    field: Field  # what Google takes the line for, which accepts most

    @property
    def rfc(self) -> Line:
        """What RFC 9309 takes the line for."""
        return parse_line(self.raw, RFC_LINES)

    @property
    def is_empty(self) -> bool:
        """Whether it has nothing but spaces."""
        return bool(_bits(self.google.flags, _EMPTY))

    @property
    def is_comment(self) -> bool:
        """Whether nothing but a comment stands in it."""
        return bool(_bits(self.google.flags, _COMMENT_ONLY))

    @property
    def takes_address_for_field(self) -> bool:
        """Whether the colon behind a field is missing, so that the one of an address is taken for it."""
        return self.google.value.startswith(b"//") and _FIELD_AND_SCHEME.fullmatch(self.google.key) is not None


def line_facts(raw: bytes) -> LineFacts:
    """The facts of a line, given without its end."""
    google = parse_line(raw, GOOGLE_LINES)
    return LineFacts(raw, google, google.field)


_PLAIN = re.compile(
    rb"""(?:
    user-agent:[ ]?(?:[a-z_-]++|\*)
    | (?:dis)?allow:[ ]?(?!//|/\.[a-z]|/\.\*|\*\Z|/\$\Z|/\*/\Z)
      [/*](?:[a-z0-9_?=&+~-] | \.(?![.+*]) | /(?!\.) | \*(?![*]|\Z))*+\$?
    | disallow:[ ]?
    | sitemap:[ ]?https?://[a-z0-9_?=&+~./-]++
    )\Z""",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST_PLAIN = 1000


def is_plain(raw: bytes) -> bool:
    """Whether a line is as the standard writes it: a standard field, a colon, a usual value, nothing else.

    Nearly all lines are; whoever looks for odd ones need not look at them.
    """
    return len(raw) <= _LONGEST_PLAIN and _PLAIN.match(raw) is not None


Numbered = tuple[int, LineFacts]
"""A line with its 1-based number within what is looked at."""


class IdleRule(NamedTuple):
    """A rule without which every URL has the same verdict by the standard, and the rules that stand in for it.

    It may not `decide` anything at all. All that are spare may go together, for parsers of the first match, too.
    """

    rule: Rule
    by: Sequence[Rule]
    decides: bool
    is_spare: bool


def idle_rules_of(group: Group, around: Standings) -> Sequence[IdleRule]:
    """The rules of a group that change nothing for any crawler that it names, with those of the group that stand in."""
    standings = [standing.idle_rules for standing in around.of(group)]
    found: list[IdleRule] = []
    if not all(standings):
        return found
    own: dict[int | _Said, Rule] = {_said(rule): rule for rule in reversed(group.rules)}
    own.update((rule.line, rule) for rule in group.rules)
    for rule in group.rules:
        if all(rule.line in each for each in standings) and not rule.rewritten:
            several = [each[rule.line] for each in standings]
            by = list(_standing_in(rule, standings[0], own))
            decides, is_spare = any(idle.decides for idle, _ in several), all(idle.is_spare for idle, _ in several)
            found.append(IdleRule(rule, by, decides=decides, is_spare=is_spare))
    return found


_Said = tuple[bool, bytes, bytes]


def _said(rule: Rule) -> _Said:
    return rule.allow, rule.pattern, rule.written


def _standing_in(
    rule: Rule, idles: Mapping[int, tuple[Idle, Sequence[Rule]]], own: Mapping[int | _Said, Rule]
) -> Iterator[Rule]:
    """The rules of its group that stand in for one: these, or what says the same there as one of another group does."""
    for each in idles[rule.line][1]:
        further = idles[each.line][1] if _said(each) == _said(rule) and each.line in idles else ()
        for other in (each, *further):
            twin = own.get(other.line) or own.get(_said(other))
            if twin and twin is not rule:
                yield twin
                break


LEAST_OF_A_CROWD = 12
_LEAST_OF_STRAYS = 20


@dataclass(frozen=True, eq=False)
class GroupFacts:
    """A group with all lines from its first user-agent line up to the next group; no rule about groups sees more, but
    for what is proven of the rules with those that stand `around` it.

    Lines are numbered as in the file. A group may have 20,000 rules: what several rules look for is found once.
    """

    lines: Sequence[LineFacts]
    raws: tuple[bytes, ...]
    group: Group
    around: Standings

    @property
    def mark(self) -> bytes:
        """What the file says elsewhere to those whom the group names: all else that is found in it is its own."""
        return self.around.mark_of(self.group)

    @cached_property
    def idle_rules(self) -> Sequence[IdleRule]:
        """The rules that change nothing for any crawler that it names."""
        return idle_rules_of(self.group, self.around)

    @property
    def first_line(self) -> int:
        return self.group.agents[0].line

    @property
    def last_agent_line(self) -> int:
        return self.group.agents[-1].line

    @property
    def rules(self) -> Sequence[Rule]:
        return self.group.rules

    @cached_property
    def empty_lines(self) -> Sequence[int]:
        """The lines before its last rule that are empty or have only spaces."""
        end = self.group.last_line
        empty = [
            number for number, raw in enumerate(self.raws, self.first_line) if raw < b"!" and (not raw or raw.isspace())
        ]
        return [number for number in empty if number < end]

    @cached_property
    def not_agents(self) -> Sequence[int]:
        """The lines that are no user-agent lines, in file order."""
        agent = Field.USER_AGENT
        return [number for number, line in enumerate(self.lines, self.first_line) if line.field is not agent]

    @cached_property
    def odd_rules(self) -> Sequence[Rule]:
        """The rules whose lines are not written as the standard writes them."""
        first, raws = self.first_line, self.raws
        return [rule for rule in self.group.rules if not is_plain(raws[rule.line - first])]

    @cached_property
    def patterns(self) -> Sequence[bytes]:
        return [rule.pattern for rule in self.group.rules]

    @cached_property
    def text(self) -> bytes:
        """All patterns, to be searched at once."""
        return b"\n".join(self.patterns)

    @cached_property
    def allows(self) -> Sequence[Rule]:
        return [rule for rule in self.group.rules if rule.allow]

    @cached_property
    def is_repetitive(self) -> bool:
        """Whether a pattern stands in it twice, letters of both cases taken for one."""
        return len(set(map(bytes.lower, self.patterns))) < len(self.patterns)

    @cached_property
    def blocked(self) -> Sequence[bytes]:
        """The patterns of its Disallow rules that begin with a slash and have no wildcards, sorted."""
        plain = [rule.pattern for rule in self.group.rules if not rule.allow] if self.allows else [*self.patterns]
        if b"*" in self.text or b"$" in self.text:
            plain = [pattern for pattern in plain if b"*" not in pattern and b"$" not in pattern]
        plain.sort()
        return plain[bisect_right(plain, b"/") : bisect_left(plain, b"0")]  # those that begin with a slash

    @cached_property
    def crowds(self) -> Mapping[bytes, Sequence[bytes]]:
        """The directories in which many things are blocked one by one, with the patterns that do so."""
        if len(self.blocked) < LEAST_OF_A_CROWD:
            return {}
        parents = [pattern[: pattern.rfind(b"/", 0, -1) + 1] for pattern in self.blocked]
        counts = Counter(parents)
        found: dict[bytes, Sequence[bytes]] = {}
        for parent in [parent for parent, count in counts.items() if count >= LEAST_OF_A_CROWD and len(parent) > 1]:
            start = bisect_left(self.blocked, parent)
            end = bisect_left(self.blocked, parent[:-1] + bytes((parent[-1] + 1,)), start)
            inside = self.blocked[start:end]
            if end - start > counts[parent]:
                inside = [pattern for pattern, own in zip(inside, parents[start:end], strict=True) if own == parent]
            found[parent] = inside
        return found

    @cached_property
    def others(self) -> Sequence[Numbered]:
        """Its lines with fields beside the standard ones, and those without any."""
        unused, unknown = Field.UNUSED, Field.UNKNOWN
        return [
            (number, line)
            for number, line in enumerate(self.lines, self.first_line)
            if line.field is unknown or line.field is unused
        ]

    def disallows(self, patterns: AbstractSet[bytes]) -> Sequence[Rule]:
        """The Disallow rules with some patterns, in file order."""
        return [rule for rule in self.group.rules if rule.pattern in patterns and not rule.allow]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known around a file: all of it may be missing.

    `address` is the robots.txt URL that it is for, `filename` the name of the file on disk, `sitemap_answers` the
    outcome of fetching its sitemaps where the user asked for that: an URL with a few words, empty where it was fine.
    `sample` are paths of the site with their queries, as crawlers request them, sorted by their bytes. `size` is that
    of the whole file in bytes, where not all of it is looked at; the linter fills it in.
    """

    address: str | None = None
    filename: str | None = None
    sitemap_answers: Mapping[str, str] | None = None
    sample: Sequence[bytes] = ()
    size: int = 0


def raw_lines(body: bytes) -> list[bytes]:
    """The lines of a file without their ends; a byte order mark at the start belongs to no line."""
    return split_lines(body.removeprefix(UTF8_BOM))


class LintContext:
    """A file to be checked: bytes, lines, and how Google and RFC 9309 read it. It never changes.

    Line 1 begins behind a UTF-8 byte order mark.
    """

    def __init__(
        self,
        body: bytes,
        raws: list[bytes],
        lines: list[LineFacts],
        readings: Mapping[str, Robots],
        setting: Setting,
        proven: dict[bytes, Proven] | None = None,
    ) -> None:
        """A file from what is known of it; `Linter.check` makes it, and hands on what it has `proven` before."""
        self.body = body
        self.raws = raws
        self.lines = lines
        self.setting = setting
        self._readings = dict(readings)
        self._proven: dict[bytes, Proven] = {} if proven is None else proven
        self._lines_of: dict[Field, Sequence[Numbered]] = {}

    @classmethod
    def of(cls, body: bytes, setting: Setting | None = None) -> "LintContext":
        """A file from its bytes alone."""
        raws = raw_lines(body)
        return cls(body, raws, [line_facts(raw) for raw in raws], {}, setting or Setting())

    @cached_property
    def content(self) -> Content:
        return content_of(self.body)

    def reading(self, dialect: str) -> Robots:
        """The file as a dialect reads it; parsed when it is first asked for."""
        if dialect not in self._readings:
            self._readings[dialect] = Robots.parse(self.body, dialect)
        return self._readings[dialect]

    @property
    def google(self) -> Robots:
        return self.reading("google")

    @property
    def rfc(self) -> Robots:
        return self.reading("rfc9309")

    @cached_property
    def named(self) -> Mapping[bytes, Sequence[Group]]:
        """The groups by the names that Google reads in them, in lower case."""
        found: dict[bytes, list[Group]] = {}
        for group in self.google.groups:
            for token in {agent.token.lower() for agent in group.agents}:
                found.setdefault(token, []).append(group)
        return found

    @cached_property
    def fields(self) -> Sequence[Field]:
        """What Google takes each line for."""
        return [line.field for line in self.lines]

    @cached_property
    def stray(self) -> tuple[int, int]:
        """How many lines say nothing that a crawler knows, of how many that say anything, where these are the most."""
        unknown = self.fields.count(Field.UNKNOWN)
        if unknown < _LEAST_OF_STRAYS or unknown * 2 < len(self.fields):
            return 0, 0
        said = [line for line in self.lines if not line.is_empty and not line.is_comment]
        strays = sum(line.field is Field.UNKNOWN and known_field(line) is None for line in said)
        return (strays, len(said)) if strays >= _LEAST_OF_STRAYS and strays * 2 > len(said) else (0, 0)

    @cached_property
    def _standings(self) -> Standings:
        return Standings(self.google.groups, self._proven)

    def idle_rules(self, group: Group) -> Sequence[IdleRule]:
        """The rules of a group that change nothing for any crawler that it names."""
        return idle_rules_of(group, self._standings)

    def facts_of(self, group: Group, end: int) -> GroupFacts:
        """A group with its lines, up to that before the line `end`."""
        first = group.first_line
        lines, raws = self.lines[first - 1 : end - 1], tuple(self.raws[first - 1 : end - 1])
        return GroupFacts(lines, raws, group, self._standings)

    def lines_of(self, field: Field) -> Sequence[Numbered]:
        """The lines of a field with their 1-based numbers."""
        if field not in self._lines_of:
            self._lines_of[field] = (
                []
                if field not in self.fields
                else [(number, self.lines[number - 1]) for number, each in enumerate(self.fields, 1) if each is field]
            )
        return self._lines_of[field]

    @cached_property
    def directives(self) -> Sequence[tuple[int, LineFacts, FieldFacts]]:
        """The lines with a known field beside the rules, as they are spelled, with their 1-based numbers."""
        return [
            (number, line, facts)
            for kind in (Field.SITEMAP, Field.UNUSED, Field.UNKNOWN)
            for number, line in self.lines_of(kind)
            if (facts := known_field(line)) is not None
        ]


def known_field(line: LineFacts) -> FieldFacts | None:
    """The field beside the rules that a line has."""
    return FIELDS.get(line.google.key.decode("ascii", "replace").lower())


class AddressParts(NamedTuple):
    """The parts of an address that rules are about; `path` has its query."""

    scheme: str
    host: str
    path: bytes


NONE = AddressParts("", "", b"")


def address_of(text: str) -> AddressParts:
    """The parts of a full address; empty ones where it is none. Several rules ask for the same, one after the other."""
    return _usual_address_of(text) if len(text) <= _LONGEST_USUAL else _address_of(text)


def _address_of(text: str) -> AddressParts:
    try:
        url = ada_url.URL(text)
    except ValueError:
        return NONE
    scheme = url.protocol.removesuffix(":")
    rest = text.strip()[len(scheme) + 1 :]
    if not rest.startswith("//") or rest.startswith("///"):
        return AddressParts(scheme, "", b"")  # browsers find a host even in https:///x, crawlers need not
    return AddressParts(scheme, url.host, (url.pathname + url.search).encode())


_LONGEST_USUAL = 300
_usual_address_of = lru_cache(maxsize=1 << 11)(_address_of)


def resolved(text: str, base: str) -> str:
    """A reference made full by the address of the file in which it stands; as it is where that cannot be done."""
    try:
        return ada_url.URL(text, base).href
    except ValueError:
        return text
