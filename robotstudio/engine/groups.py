"""Groups: which user-agent lines and rules of a file belong together."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain, takewhile
from operator import attrgetter
from typing import Final, NamedTuple, Protocol

from msgspec import Struct

from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.tokens import Field, Statement

GLOBAL = b"*"


class UserAgentLine(Struct, frozen=True, gc=False):
    """A user-agent line: its value as written, and the product token that is compared, `*` for every crawler."""

    line: int
    written: bytes
    token: bytes


class Rule(Struct, frozen=True, gc=False):
    """An Allow or Disallow line: its value as written, and the pattern in the form in which paths are compared.

    `rewritten` marks a second reading of the same line, such as Google's of Allow: …/index.html. `below` bounds the
    rule for a crawler that only sees it on paths that sort before this; None for no bound.
    """

    line: int
    allow: bool
    written: bytes
    pattern: bytes
    rewritten: bool = False
    below: bytes | None = None

    @property
    def has_pattern(self) -> bool:
        """False for other lines that forbid, which match no path."""
        return True

    @property
    def is_empty(self) -> bool:
        """True if the line has no value: it blocks nothing then, not even as a Disallow."""
        return not self.written

    @property
    def priority(self) -> int:
        """The length that decides, in bytes of the pattern with its `*` and `$` (RFC 9309 section 2.2.2)."""
        return len(self.pattern)

    def __str__(self) -> str:
        """Format the rule as a person would write it."""
        return f"{'Allow' if self.allow else 'Disallow'}: {self.written.decode('utf-8', 'replace')}"


class Group(Struct, frozen=True, eq=False, gc=False):
    """A run of user-agent lines with the rules after it; lines are 1-based.

    `pool` numbers groups that share their rules: a crawler named by one of them obeys all. None for a group by itself.
    """

    agents: tuple[UserAgentLine, ...]
    rules: tuple[Rule, ...]
    pool: int | None = None

    @property
    def first_line(self) -> int:
        return self.agents[0].line

    @property
    def last_line(self) -> int:
        """The last line that counts: a rule, or a user-agent line if there is no rule."""
        return self.rules[-1].line if self.rules else self.agents[-1].line

    @property
    def is_global(self) -> bool:
        """True if the group names `*`."""
        return any(agent.token == GLOBAL for agent in self.agents)


_PLAIN: Final = frozenset({Rule})
_LINE: Final = attrgetter("line")


def count_rules(groups: Iterable[Group], checkpoint: Checkpoint = go_on) -> int:
    """Count the Allow and Disallow lines of groups; a line that is in several of them is one rule."""
    # Nearly all groups have plain rules only: checking each rule takes ten times as long, for thousands in a file at
    # every key press. Most dialects read the rules of a group from the same lines, and comparing these is cheap.
    different: set[tuple[int, ...]] = set()
    for group in groups:
        checkpoint()
        is_plain = _PLAIN.issuperset(map(type, group.rules))
        different.add(
            tuple(map(_LINE, group.rules if is_plain else (rule for rule in group.rules if rule.has_pattern)))
        )
    checkpoint()
    return len(set().union(*different))


class GroupIndex(NamedTuple):
    """The groups of a file in file order, and by token, in the order in which the tokens appear."""

    groups: tuple[Group, ...]
    by_token: Mapping[bytes, tuple[Group, ...]]


class Locality(Struct, frozen=True):
    """The edits that change only the rules of the group that they are in.

    `apart` are the fields of lines that affect more; with `empty_ends`, an empty line ends a group; `most_rules` is the
    number of rules of a file that count, None for all. With `names_join`, names decide which groups share their rules;
    with `may_overlap`, a group can start among the lines of another.
    """

    apart: frozenset[Field] = frozenset({Field.USER_AGENT})
    empty_ends: bool = False
    most_rules: int | None = None
    names_join: bool = False
    may_overlap: bool = False


class GroupSyntax(Protocol):
    """The part of a dialect that collecting groups needs; see `Dialect`."""

    @property
    def tokens_of(self) -> Callable[[bytes], tuple[bytes, ...]]:
        """The tokens that a user-agent value stands for."""

    @property
    def pattern_of(self) -> Callable[[bytes], bytes | None]:
        """The pattern that a rule's value stands for, None for a rule that is dropped."""

    @property
    def closing(self) -> frozenset[Field]:
        """The fields that end a run of user-agent lines."""


Statements = Iterable[Statement]
Collect = Callable[[Statements, GroupSyntax], tuple[Group, ...]]
Index = Callable[[tuple[Group, ...]], GroupIndex]


def runs_of_agents(lines: Statements, syntax: GroupSyntax) -> tuple[Group, ...]:
    """Collect groups: a run of user-agent lines and what follows up to the next run; blank lines are ignored."""
    return tuple(_runs(lines, syntax)[0])


def _runs(lines: Statements, syntax: GroupSyntax) -> tuple[list[Group], bool]:
    """Return the groups, and True if a line after the last run of user-agent lines has closed it."""
    tokens_of, pattern_of, closing = syntax.tokens_of, syntax.pattern_of, syntax.closing
    user_agent, allow, disallow = Field.USER_AGENT, Field.ALLOW, Field.DISALLOW
    groups: list[Group] = []
    agents: list[UserAgentLine] = []
    rules: list[Rule] = []
    closed = False
    for number, meaning, value in lines:
        if meaning is user_agent:
            if closed:
                groups.append(Group(tuple(agents), tuple(rules)))
                agents, rules, closed = [], [], False
            for token in tokens_of(value):
                agents.append(UserAgentLine(number, value, token))
        elif agents:
            if meaning is disallow or meaning is allow:
                closed = True
                pattern = pattern_of(value)
                if pattern is not None:
                    rules.append(Rule(number, meaning is allow, value, pattern))
            elif not closed:
                closed = meaning in closing
    if agents:
        groups.append(Group(tuple(agents), tuple(rules)))
    return groups, closed


def blank_separated(lines: Statements, syntax: GroupSyntax) -> tuple[Group, ...]:
    """Collect records that an empty line ends anywhere; what follows without a user-agent line is ignored."""
    return tuple(group for group, _ in _records(lines, syntax))


def blank_separated_when_closed(lines: Statements, syntax: GroupSyntax) -> tuple[Group, ...]:
    """Collect records that an empty line ends, dropping those in which nothing follows the user-agent lines."""
    return tuple(group for group, closed in _records(lines, syntax) if closed)


def _records(lines: Statements, syntax: GroupSyntax) -> list[tuple[Group, bool]]:
    """Return each record and True if it was closed; only the last before an empty line may be unclosed."""
    records: list[tuple[Group, bool]] = []
    left = iter(lines)
    for line in left:
        if _is_written(line):
            groups, is_closed = _runs(chain((line,), takewhile(_is_written, left)), syntax)
            records += [(group, True) for group in groups[:-1]]
            records += [(group, is_closed) for group in groups[-1:]]
    return records


def _is_written(line: Statement) -> bool:
    return line[1] is not Field.UNKNOWN


def index_by_token(groups: tuple[Group, ...]) -> GroupIndex:
    """Map each token to every group that names it, once."""
    index: dict[bytes, list[Group]] = {}
    for group in groups:
        tokens = [agent.token for agent in group.agents]
        for token in dict.fromkeys(tokens) if len(tokens) > 1 else tokens:
            index.setdefault(token, []).append(group)
    return GroupIndex(groups, {token: tuple(found) for token, found in index.items()})
