"""Precedence: which of the rules that match a path wins."""

from collections.abc import Callable
from typing import NamedTuple

from robotstudio.engine.groups import Rule
from robotstudio.engine.patterns import Pattern

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
