"""Groups: which user-agent lines and rules of a file belong together, and which of them a crawler reads."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from robotstudio.engine.tokens import Field, Line

GLOBAL = b"*"


class UserAgentLine(NamedTuple):
    """A user-agent line: its value as written, and the product token that is compared, `*` for every crawler."""

    line: int
    written: bytes
    token: bytes


class Rule(NamedTuple):
    """An Allow or Disallow line: its value as written, and the pattern in the form in which paths are compared.

    `rewritten` marks a second reading of the same line, such as Google's of Allow: …/index.html.
    """

    line: int
    allow: bool
    written: bytes
    pattern: bytes
    rewritten: bool = False

    @property
    def priority(self) -> int:
        """The length that decides, in octets of the pattern with its `*` and `$` (RFC 9309 section 2.2.2)."""
        return len(self.pattern)

    def __str__(self) -> str:
        """The rule as a person writes it."""
        return f"{'Allow' if self.allow else 'Disallow'}: {self.written.decode('utf-8', 'replace')}"


def move_rule(rule: Rule, shift: int) -> Rule:
    """The same rule on another line."""
    line, allow, written, pattern, rewritten = rule
    return Rule(line + shift, allow, written, pattern, rewritten)


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A run of user-agent lines with the rules behind it; lines are 1-based."""

    agents: tuple[UserAgentLine, ...]
    rules: tuple[Rule, ...]

    @property
    def first_line(self) -> int:
        """The first user-agent line."""
        return self.agents[0].line

    @property
    def last_line(self) -> int:
        """The last line that counts: a rule, or a user-agent line where there is no rule."""
        return self.rules[-1].line if self.rules else self.agents[-1].line

    @property
    def is_global(self) -> bool:
        """Whether the group names every crawler."""
        return any(agent.token == GLOBAL for agent in self.agents)


GroupIndex = Mapping[bytes, tuple[Group, ...]]
"""The groups of a file by the product token that they name, in file order."""


def collect_groups(
    lines: Iterable[Line],
    token_of: Callable[[bytes], bytes],
    pattern_of: Callable[[bytes], bytes],
    closing: frozenset[Field],
) -> tuple[Group, ...]:
    """Read the groups of a file; a field in `closing` ends a run of user-agent lines, rules before any are ignored."""
    groups: list[Group] = []
    agents: list[UserAgentLine] = []
    rules: list[Rule] = []
    closed = False
    user_agent, allow, disallow = Field.USER_AGENT, Field.ALLOW, Field.DISALLOW
    for number, line in enumerate(lines, 1):
        meaning = line.field
        if meaning is user_agent:
            if closed:
                groups.append(Group(tuple(agents), tuple(rules)))
                agents, rules, closed = [], [], False
            agents.append(UserAgentLine(number, line.value, token_of(line.value)))
        elif agents:
            if meaning is disallow or meaning is allow:
                value = line.value
                parts = (number, meaning is allow, value, pattern_of(value), False)
                rules.append(tuple.__new__(Rule, parts))  # half the time of Rule(…), for every rule of a file
            closed = closed or meaning in closing
    if agents:
        groups.append(Group(tuple(agents), tuple(rules)))
    return tuple(groups)


def index_by_token(groups: Iterable[Group]) -> GroupIndex:
    """The groups by token; a group that names a token twice stands there once."""
    index: dict[bytes, list[Group]] = {}
    for group in groups:
        for token in dict.fromkeys(agent.token for agent in group.agents):
            index.setdefault(token, []).append(group)
    return {token: tuple(found) for token, found in index.items()}


def select_equal(index: GroupIndex, token: bytes) -> tuple[Group, ...]:
    """All groups that name the token, case-insensitively and as a whole: they are merged (RFC 9309 section 2.2.1)."""
    return index.get(token.lower(), ())


def google_token(value: bytes) -> bytes:
    """The token of a user-agent line as google/robotstxt extracts it: letters, `-` and `_` from the start (A1–A5)."""
    if value.startswith(GLOBAL) and (len(value) == 1 or value[1:2].isspace()):
        return GLOBAL
    return _leading(value, _GOOGLE_TOKEN)


def lenient_token(value: bytes) -> bytes:
    """The token of a user-agent line for RFC 9309 section 2.2.1, whose grammar leaves open what anything else means.

    Digits and dots are kept, since crawlers have them in their names; a version, a comma or a second word is cut off.
    """
    return GLOBAL if value == GLOBAL else _leading(value, _GOOGLE_TOKEN + b"0123456789.")


_GOOGLE_TOKEN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"


def _leading(value: bytes, alphabet: bytes) -> bytes:
    return value[: len(value) - len(value.lstrip(alphabet))].lower()
