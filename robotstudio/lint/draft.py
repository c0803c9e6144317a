"""A file as the rules of the linter see it: lines, groups and what is known around it, read once."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from robotstudio.engine import Group, Robots
from robotstudio.engine.tokens import GOOGLE_LINES, RFC_LINES, UTF8_BOM, Field, Line, LineFlag, parse_line, split_lines
from robotstudio.lint.kinds import Content, content_of


@dataclass(frozen=True, slots=True)
class LineFacts:
    """One line and how it is tokenized; no rule about lines sees more."""

    raw: bytes
    google: Line

    @property
    def rfc(self) -> Line:
        """What RFC 9309 takes the line for."""
        return parse_line(self.raw, RFC_LINES)

    @property
    def field(self) -> Field:
        """What Google takes the line for, which accepts most."""
        return self.google.field

    @property
    def is_empty(self) -> bool:
        """Whether nothing but blanks stands in it."""
        return bool(self.google.flags & LineFlag.EMPTY)

    @property
    def is_comment(self) -> bool:
        """Whether nothing but a comment stands in it."""
        return bool(self.google.flags & LineFlag.COMMENT_ONLY)


def line_facts(raw: bytes) -> LineFacts:
    """The facts of a line, given without its end."""
    return LineFacts(raw, parse_line(raw, GOOGLE_LINES))


_PLAIN = re.compile(
    rb"""(?:
    user-agent:[ ]?(?:[a-z_-]++|\*)
    | (?:dis)?allow:[ ]?[/*](?:[a-z0-9_?=&+~-] | \.(?!\.) | /(?!\.) | \*(?![*]|\Z))*+\$?
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


@dataclass(frozen=True, eq=False)
class GroupFacts:
    """A group with all lines from its first user-agent line up to the next group; no rule about groups sees more.

    `group` has its line numbers within these lines: the first user-agent line is line 1.
    """

    lines: tuple[LineFacts, ...]
    group: Group

    @cached_property
    def last_agent_line(self) -> int:
        """The last user-agent line."""
        return self.group.agents[-1].line

    def numbered(self, *fields: Field) -> Iterator[Numbered]:
        """Its lines of some fields, all where none is named."""
        for number, line in enumerate(self.lines, 1):
            if not fields or line.field in fields:
                yield number, line


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known around a file: all of it may be missing.

    `address` is the robots.txt URL that it is for, `filename` the name of the file on disk, `sitemap_answers` the
    outcome of fetching its sitemaps where the user asked for that: an URL with a few words, empty where it was fine.
    """

    address: str | None = None
    filename: str | None = None
    sitemap_answers: Mapping[str, str] | None = None


def raw_lines(body: bytes) -> list[bytes]:
    """The lines of a file without their ends; a byte order mark at the start belongs to no line."""
    return split_lines(body.removeprefix(UTF8_BOM))


class Draft:
    """A file to be checked: octets, lines, and how Google and RFC 9309 read it. It never changes.

    Line 1 begins behind a UTF-8 byte order mark.
    """

    def __init__(
        self, body: bytes, raws: list[bytes], lines: list[LineFacts], readings: Mapping[str, Robots], setting: Setting
    ) -> None:
        """A file from what is known of it; `Linter.check` makes it."""
        self.body = body
        self.raws = raws
        self.lines = lines
        self.setting = setting
        self._readings = dict(readings)

    @classmethod
    def of(cls, body: bytes, setting: Setting | None = None) -> "Draft":
        """A file from its octets alone."""
        raws = raw_lines(body)
        return cls(body, raws, [line_facts(raw) for raw in raws], {}, setting or Setting())

    @cached_property
    def content(self) -> Content:
        """What the octets are."""
        return content_of(self.body)

    def reading(self, dialect: str) -> Robots:
        """The file as a dialect reads it; parsed when it is first asked for."""
        if dialect not in self._readings:
            self._readings[dialect] = Robots.parse(self.body, dialect)
        return self._readings[dialect]

    @property
    def google(self) -> Robots:
        """As Google reads it."""
        return self.reading("google")

    @property
    def rfc(self) -> Robots:
        """As RFC 9309 reads it."""
        return self.reading("rfc9309")

    @cached_property
    def by_field(self) -> Mapping[Field, list[Numbered]]:
        """The lines with their 1-based numbers, by the field that Google takes them for."""
        found: dict[Field, list[Numbered]] = {field: [] for field in Field}
        for number, line in enumerate(self.lines, 1):
            found[line.field].append((number, line))
        return found

    @cached_property
    def by_key(self) -> Mapping[bytes, list[Numbered]]:
        """The lines with a field name, by it in lower case, as it is written."""
        found: dict[bytes, list[Numbered]] = {}
        for number, line in enumerate(self.lines, 1):
            if line.google.key:
                found.setdefault(line.google.key.lower(), []).append((number, line))
        return found
