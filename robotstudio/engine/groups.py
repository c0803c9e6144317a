"""Groups: which user-agent lines and rules of a file belong together."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain, takewhile
from operator import itemgetter
from typing import Final, NamedTuple, Protocol

from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.tokens import Field, Line, LineFlag
from robotstudio.lazy_dataclasses import dataclass

GLOBAL = b"*"
_EMPTY = int(LineFlag.EMPTY)


class UserAgentLine(NamedTuple):
    """A user-agent line: its value as written, and the product token that is compared, `*` for every crawler."""

    line: int
    written: bytes
    token: bytes


class Rule(NamedTuple):
    """An Allow or Disallow line: its value as written, and the pattern in the form in which paths are compared.

    `rewritten` marks a second reading of the same line, such as Google's of Allow: …/index.html. `below` bounds the
    rule for a crawler that sees it only on paths that sort before this; None for no bound.
    """

    line: int
    allow: bool
    written: bytes
    pattern: bytes
    rewritten: bool = False
    below: bytes | None = None

    @property
    def has_pattern(self) -> bool:
        """Whether the line speaks of paths; other kinds of lines that forbid are rules without one."""
        return True

    @property
    def is_empty(self) -> bool:
        """Whether the line has no value: it blocks nothing then, not even as a Disallow."""
        return not self.written

    @property
    def priority(self) -> int:
        """The length that decides, in bytes of the pattern with its `*` and `$` (RFC 9309 section 2.2.2)."""
        return len(self.pattern)

    def __str__(self) -> str:
        """The rule as a person writes it."""
        return f"{'Allow' if self.allow else 'Disallow'}: {self.written.decode('utf-8', 'replace')}"


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A run of user-agent lines with the rules behind it; lines are 1-based.

    `pool` numbers groups that share their rules: whoever is named by one of them reads all. None for a group by itself.
    """

    agents: tuple[UserAgentLine, ...]
    rules: tuple[Rule, ...]
    pool: int | None = None

    @property
    def first_line(self) -> int:
        return self.agents[0].line

    @property
    def last_line(self) -> int:
        """The last line that counts: a rule, or a user-agent line where there is no rule."""
        return self.rules[-1].line if self.rules else self.agents[-1].line

    @property
    def is_global(self) -> bool:
        """Whether the group names every crawler."""
        return any(agent.token == GLOBAL for agent in self.agents)


_PLAIN: Final = frozenset({Rule})
_LINE: Final = itemgetter(0)


def count_rules(groups: Iterable[Group], checkpoint: Checkpoint = go_on) -> int:
    """The number of Allow and Disallow lines of groups; a line that several of them hold is one rule."""
    # All but a few groups have plain rules alone: to ask each takes ten times as long, with thousands in a file at
    # every key. Most dialects see the rules of a group in the same lines, and to compare these costs next to nothing.
    different: set[tuple[int, ...]] = set()
    for group in groups:
        checkpoint()
        is_plain = _PLAIN.issuperset(map(type, group.rules))
        different.add(
            tuple(map(_LINE, group.rules if is_plain else (rule for rule in group.rules if rule.has_pattern)))
        )
    checkpoint()
    return len(set().union(*different))


def is_of_groups(line: Line, *, empty_ends: bool) -> bool:
    """Whether a line can have a say in the groups of some dialect; an empty one only where it ends a group."""
    field = line.field
    if field is Field.UNKNOWN:
        return empty_ends and bool(line.flags & LineFlag.EMPTY)
    return field is not Field.UNUSED and field is not Field.SITEMAP


class GroupIndex(NamedTuple):
    """The groups of a file in file order, and by the tokens that lead to them, in the order in which these appear."""

    groups: tuple[Group, ...]
    by_token: Mapping[bytes, tuple[Group, ...]]


@dataclass(frozen=True, slots=True)
class Locality:
    """Which edits change nothing but the rules of the group that they stand in.

    `apart` are the fields of lines that have a say beyond; where `empty_ends`, an empty line ends a group; `most_rules`
    is the number of rules of a file that count, None for all. `names_join` says that it depends on the names which
    groups share their rules, `may_overlap` that a group can start among the lines of another.
    """

    apart: frozenset[Field] = frozenset({Field.USER_AGENT})
    empty_ends: bool = False
    most_rules: int | None = None
    names_join: bool = False
    may_overlap: bool = False


class GroupSyntax(Protocol):
    """What a way of collecting groups needs to know of a dialect; see there."""

    @property
    def tokens_of(self) -> Callable[[bytes], tuple[bytes, ...]]:
        """The tokens that a user-agent value stands for."""

    @property
    def pattern_of(self) -> Callable[[bytes], bytes | None]:
        """The pattern that a rule's value stands for, None for a rule that is dropped."""

    @property
    def closing(self) -> frozenset[Field]:
        """The fields that end a run of user-agent lines."""


NumberedLines = Iterable[tuple[int, Line]]
"""The lines of a file with their 1-based numbers."""

Collect = Callable[[NumberedLines, GroupSyntax], tuple[Group, ...]]
Index = Callable[[tuple[Group, ...]], GroupIndex]


def runs_of_agents(lines: NumberedLines, syntax: GroupSyntax) -> tuple[Group, ...]:
    """A group is a run of user-agent lines and what follows up to the next run; blank lines are nothing."""
    return tuple(_runs(lines, syntax)[0])


def _runs(lines: NumberedLines, syntax: GroupSyntax) -> tuple[list[Group], bool]:
    """The groups, and whether something behind its user-agent lines has closed the last run of them."""
    tokens_of, pattern_of, closing = syntax.tokens_of, syntax.pattern_of, syntax.closing
    user_agent, allow, disallow = Field.USER_AGENT, Field.ALLOW, Field.DISALLOW
    groups: list[Group] = []
    agents: list[UserAgentLine] = []
    rules: list[Rule] = []
    closed = False
    for number, line in lines:
        meaning = line.field
        if meaning is user_agent:
            if closed:
                groups.append(Group(tuple(agents), tuple(rules)))
                agents, rules, closed = [], [], False
            value = line.value
            for token in tokens_of(value):
                agents.append(tuple.__new__(UserAgentLine, (number, value, token)))
        elif agents:
            if meaning is disallow or meaning is allow:
                closed, value = True, line.value
                pattern = pattern_of(value)
                if pattern is not None:
                    parts = (number, meaning is allow, value, pattern, False, None)
                    rules.append(tuple.__new__(Rule, parts))  # half the time of Rule(…), for every rule of a file
            elif not closed:
                closed = meaning in closing
    if agents:
        groups.append(Group(tuple(agents), tuple(rules)))
    return groups, closed


def blank_separated(lines: NumberedLines, syntax: GroupSyntax) -> tuple[Group, ...]:
    """Records: an empty line ends one, wherever it stands; what follows without a user-agent line is ignored."""
    return tuple(group for group, _ in _records(lines, syntax))


def blank_separated_when_closed(lines: NumberedLines, syntax: GroupSyntax) -> tuple[Group, ...]:
    """Records that an empty line ends; one without a rule or another line behind its user-agent lines is none."""
    return tuple(group for group, closed in _records(lines, syntax) if closed)


def _records(lines: NumberedLines, syntax: GroupSyntax) -> list[tuple[Group, bool]]:
    """The records, each with whether a line has closed it; only the last between two empty lines may lack one."""
    records: list[tuple[Group, bool]] = []
    left = iter(lines)
    for line in left:
        if _is_written(line):
            groups, is_closed = _runs(chain((line,), takewhile(_is_written, left)), syntax)
            records += [(group, True) for group in groups[:-1]]
            records += [(group, is_closed) for group in groups[-1:]]
    return records


def _is_written(line: tuple[int, Line], of_flags: Callable[[LineFlag, int], int] = int.__and__) -> bool:
    """Whether something stands in a line; the operator of flags would make an object for each line of a file."""
    return not of_flags(line[1].flags, _EMPTY)


def index_by_token(groups: tuple[Group, ...]) -> GroupIndex:
    """A token leads to every group that names it, once."""
    index: dict[bytes, list[Group]] = {}
    for group in groups:
        tokens = [agent.token for agent in group.agents]
        for token in dict.fromkeys(tokens) if len(tokens) > 1 else tokens:
            index.setdefault(token, []).append(group)
    return GroupIndex(groups, {token: tuple(found) for token, found in index.items()})
