"""The facts about lines and groups that checks see, each computed once."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from msgspec import Struct

from robotstudio.engine import Group, Rule
from robotstudio.engine.tokens import GOOGLE_LINES, RFC_LINES, Field, Line, LineFlag, parse_line
from robotstudio.lint.idle import IdleRule, IdleRuleIndex
from robotstudio.lint.model import Trait

_EMPTY, _COMMENT_ONLY = int(LineFlag.EMPTY), int(LineFlag.COMMENT_ONLY)
_FIELD_AND_SCHEME = re.compile(rb"(?:user-agent|disallow|allow|sitemap)[ \t]++https?", re.IGNORECASE)
_bits = int.__and__  # the members of an IntFlag take a microsecond to combine, and this runs for every line


class LineFacts(Struct, frozen=True):
    """One line as tokenized; rules about lines see only this."""

    raw: bytes
    google: Line
    field: Field  # as Google reads it, which accepts most
    is_plain: bool

    @property
    def rfc(self) -> Line:
        """The line as RFC 9309 reads it."""
        return parse_line(self.raw, RFC_LINES)

    @property
    def value_text(self) -> str:
        """The value as text, with invalid UTF-8 replaced."""
        return self.google.value.decode("utf-8", "replace")

    @property
    def is_empty(self) -> bool:
        """True if it has nothing but spaces."""
        return bool(_bits(self.google.flags, _EMPTY))

    @property
    def is_comment(self) -> bool:
        """True if it has nothing but a comment."""
        return bool(_bits(self.google.flags, _COMMENT_ONLY))

    @property
    def takes_address_for_field(self) -> bool:
        """True if the colon after a field is missing, so that the colon of an address is mistaken for it."""
        return self.google.value.startswith(b"//") and _FIELD_AND_SCHEME.fullmatch(self.google.key) is not None


def line_facts(raw: bytes) -> LineFacts:
    """Return the facts of a line, given without its end."""
    google = parse_line(raw, GOOGLE_LINES)
    return LineFacts(raw, google, google.field, is_plain(raw))


_PLAIN = re.compile(
    rb"""(?:
    user-agent:[ ]?(?:[a-z_-]++|\*)
    | (?:dis)?allow:[ ]?(?!\*\*|//|/\.|(?:\*|/\$|/\*/)[ \t]*+\Z)
      [/*](?:[a-z0-9_?=&+~-] | \.(?![.+*]) | /(?!\.) | \*(?!\*|[ \t]*+\Z))*\$?
    | disallow:[ ]?
    | sitemap:[ ]?https?://[a-z0-9_?=&+~./-]++
    | [#][\t -~]*+
    )?[ \t]*+\Z""",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST_PLAIN = 1000


def is_plain(raw: bytes) -> bool:
    """Return True if a line is as the standard writes it: a standard field, a colon and a usual value, or a comment.

    Nearly all lines are plain, and most rules skip them.
    """
    return len(raw) <= _LONGEST_PLAIN and _PLAIN.match(raw) is not None


Numbered = tuple[int, LineFacts]
"""A line with its 1-based number."""


LEAST_OF_A_CROWD = 12
_NO_PATHS = frozenset({b"", b"/"})


class GroupFacts(Struct, frozen=True, eq=False, dict=True):
    """A group with all lines from its first user-agent line up to the next group; rules about groups see only this.

    They also see which rules are proven idle, with those of other groups (`IdleRuleIndex`). Lines are numbered as
    in the file. A group may have 20,000 rules: what several checks need is computed once.
    """

    lines: Sequence[LineFacts]
    raws: tuple[bytes, ...]
    group: Group
    idle_index: IdleRuleIndex

    @cached_property
    def idle_rules(self) -> Sequence[IdleRule]:
        """The rules that change nothing for any crawler that it names."""
        return self.idle_index.idle_rules(self.group)

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
    def traits(self) -> int:
        """The traits that checks may need, as bits."""
        rules, text = self.group.rules, self.text
        return (
            Trait.SEVERAL_RULES * (len(rules) > 1)
            | Trait.CROWD * (len(rules) >= LEAST_OF_A_CROWD)
            | Trait.STAR * (b"*" in text)
            | Trait.ODD_RULE * bool(self.odd_rules)
            | Trait.OTHER_FIELD * bool(self.others)
            | Trait.SEVERAL_NAMES * (len(self.group.agents) > 1)
            | Trait.PATH * (not _NO_PATHS.issuperset(self.patterns))
        )

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
        """The lines other than user-agent lines, in file order."""
        agent = Field.USER_AGENT
        return [number for number, line in enumerate(self.lines, self.first_line) if line.field is not agent]

    def is_standard(self, rule: Rule) -> bool:
        """Return True if RFC 9309 reads a rule as Google does, and its field is not misspelled."""
        line = self.lines[rule.line - self.first_line]
        return line.is_plain or line.rfc.field is line.field

    @cached_property
    def odd_rules(self) -> Sequence[Rule]:
        """The rules whose lines are not plain."""
        first, lines = self.first_line, self.lines
        return [rule for rule in self.group.rules if not lines[rule.line - first].is_plain]

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
        """True if a pattern occurs twice, ignoring case."""
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
        """The directories in which many entries are blocked one by one, with these patterns."""
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
        """Its lines with non-standard fields, and those without any."""
        unused, unknown = Field.UNUSED, Field.UNKNOWN
        return [
            (number, line)
            for number, line in enumerate(self.lines, self.first_line)
            if line.field is unknown or line.field is unused
        ]

    def disallows(self, patterns: AbstractSet[bytes]) -> Sequence[Rule]:
        """Return the Disallow rules with some patterns, in file order."""
        return [rule for rule in self.group.rules if rule.pattern in patterns and not rule.allow]
