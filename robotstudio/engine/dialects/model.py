"""A dialect: a row of data and small named strategies, such as the precedence of the rules that match a path."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct

from robotstudio.engine.groups import Collect, Group, GroupIndex, Index, Locality, Rule, index_by_token, runs_of_agents
from robotstudio.engine.names import Select, all_global
from robotstudio.engine.paths import NO_PATH
from robotstudio.engine.patterns import FULL, Pattern, Wildcards
from robotstudio.engine.tokens import UTF8_BOM, Field, LineSyntax
from robotstudio.text.language import Message

RankKey = Callable[[Rule], tuple[int, ...]]


class Precedence(NamedTuple):
    """The order of rules: `rank` gives a sort key, and the rule with the least wins.

    With `by_order`, the order of the file decides, not the length of a rule. With `empty_counts`, a rule without a
    value matches every path and allows it; otherwise it has no effect. `reach` is set if the rule wins that reaches
    furthest into the path: it returns how many bytes that are, and `rank` only settles ties.
    """

    id: str
    rank: RankKey
    by_order: bool = False
    empty_counts: bool = False
    reach: Callable[[Pattern, bytes, bytes], int] | None = None


def longest_first(rule: Rule) -> tuple[int, ...]:
    """Rank by length; Allow wins a tie, and of equals the first line is named (RFC 9309 section 2.2.2)."""
    return (-len(rule.pattern), not rule.allow, rule.line)


def first_in_file(rule: Rule) -> tuple[int, ...]:
    """Rank by line: the first that matches wins, whether it allows or not."""
    return (rule.line,)


def empty_last(rule: Rule) -> tuple[int, ...]:
    """Rank lines with a value before those without, then by line."""
    return (rule.is_empty, rule.line)


def allow_first(rule: Rule) -> tuple[int, ...]:
    """Rank Allow first, then by line."""
    return (not rule.allow, rule.line)


def reached_bytes(pattern: Pattern, text: bytes, path: bytes) -> int:
    """Return how many bytes of a path a pattern covers: a `*` covers as much as it can."""
    if text.endswith((b"*", b"*$")):
        return len(path)
    if pattern.tail is None:
        return len(pattern.prefix)
    return len(path) if pattern.anchored else path.rfind(pattern.tail) + len(pattern.tail)


LONGEST = Precedence("longest", longest_first)
FIRST = Precedence("first", first_in_file, by_order=True, empty_counts=True)
ANY = Precedence("any", empty_last, by_order=True)
FURTHEST = Precedence("furthest", allow_first, reach=reached_bytes)


RULES = frozenset({Field.ALLOW, Field.DISALLOW})
RULES_AND_MEMBERS = RULES | {Field.MEMBER}
ONE_GROUP = Locality()


def at_the_limit(_body: bytes, limit: int) -> int:
    """Stop at the limit, even in the middle of a line."""
    return limit


def before_the_limit(body: bytes, limit: int) -> int:
    """Stop after the last line end before the limit."""
    return max(body.rfind(b"\n", 0, limit), body.rfind(b"\r", 0, limit)) + 1


def nothing_read(_body: bytes, _limit: int) -> int:
    """Read nothing of a file that is too large."""
    return 0


def no_bom(_body: bytes) -> int:
    """Ignore byte order marks: one becomes part of the first field name."""
    return 0


def whole_bom(body: bytes) -> int:
    """Skip a complete UTF-8 byte order mark at the start."""
    return len(UTF8_BOM) if body.startswith(UTF8_BOM) else 0


def partial_bom(body: bytes) -> int:
    """Skip a UTF-8 byte order mark at the start, even if only its first one or two bytes are there."""
    length = 0
    while length < 3 and body[length : length + 1] == UTF8_BOM[length : length + 1]:
        length += 1
    return length


class Clause(Struct, frozen=True):
    """The source for a step of an explanation; `assumed` if the vendor has not published it."""

    label: str
    url: str
    assumed: bool = False


AXES = ("lines", "token", "records", "group", "rules", "wildcards", "escapes", "limit", "always")
"""The aspects in which dialects differ; every dialect has a clause for each."""


def clauses(usual: Clause, **others: Clause) -> Mapping[str, Clause]:
    """Map every axis to its clause: the usual one unless it is given by name."""
    unknown = others.keys() - set(AXES)
    if unknown:
        raise ValueError(f"no such axis: {', '.join(unknown)}")
    return MappingProxyType({axis: others.get(axis, usual) for axis in AXES})


class Dialect(Struct, frozen=True, eq=False):
    """The parser of a family of crawlers as strategies, each of which documents what it does and its source.

    From bytes to lines: `max_bytes` is where reading stops and `cut` returns how much of a longer file is read;
    `recode` changes the text before it is read; `bom_length` returns how many bytes at its start are a byte order mark;
    `lines` is the tokenizer. From lines to groups: `collect` finds them, `closing` are the fields that end a run of
    user-agent lines, `tokens_of` makes product tokens of a user-agent value. From a crawler to its groups: `index` maps
    tokens to groups, `select` finds those of a crawler, `fallback_tokens` returns further tokens to try,
    `default_groups` finds the groups of all others. From a URL to a rule: `path_of` and `pattern_of` bring both sides
    into the form that is compared, `wildcards` defines what `*` and `$` mean, `alternatives` are patterns that the
    crawler also tries for a rule, `filter_rules` changes the merged rules as a whole, `precedence` picks the winner,
    `always_allowed` are the paths that no rule can block. `locality` describes which edits change only the rules of one
    group, None if that is not known. `clauses` gives the source for each axis, `checked_on` the date.
    """

    id: str
    title: Message
    checked_on: str
    lines: LineSyntax
    tokens_of: Callable[[bytes], tuple[bytes, ...]]
    select: Select
    path_of: Callable[[bytes], bytes]
    pattern_of: Callable[[bytes], bytes | None]
    clauses: Mapping[str, Clause]
    max_bytes: int | None = None
    cut: Callable[[bytes, int], int] = at_the_limit
    bom_length: Callable[[bytes], int] = no_bom
    recode: Callable[[bytes], bytes] | None = None
    collect: Collect = runs_of_agents
    index: Index = index_by_token
    closing: frozenset[Field] = RULES
    fallback_tokens: Callable[[str], tuple[str, ...]] | None = None
    default_groups: Callable[[GroupIndex], tuple[Group, ...]] = all_global
    wildcards: Wildcards = FULL
    alternatives: Callable[[Rule], tuple[Rule, ...]] | None = None
    filter_rules: Callable[[list[Rule]], list[Rule]] | None = None
    precedence: Precedence = LONGEST
    always_allowed: frozenset[bytes] = frozenset()
    locality: Locality | None = ONE_GROUP

    @property
    def never_asked(self) -> frozenset[bytes]:
        """Paths for which no rule is consulted: those that are always allowed, and that of a malformed URL."""
        return self.always_allowed | {NO_PATH}
