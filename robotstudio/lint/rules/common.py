"""Shared by rules of several topics."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from robotstudio.engine import Group
from robotstudio.engine.tokens import GOOGLE_LINES, Field, parse_line
from robotstudio.lint.affected import others, rules_close
from robotstudio.lint.facts import GroupFacts
from robotstudio.lint.fixing import apply
from robotstudio.lint.model import Diagnostic, Edit, Fix, GroupCheck, LineCheck, Place
from robotstudio.text.language import Message

RULE_FIELDS = frozenset({Field.ALLOW, Field.DISALLOW})
AGENT_FIELDS = frozenset({Field.USER_AGENT})
STANDARD_FIELDS = RULE_FIELDS | AGENT_FIELDS | {Field.SITEMAP}
UNKNOWN_FIELDS = frozenset({Field.UNKNOWN})
OTHER_FIELDS = frozenset({Field.UNUSED, Field.UNKNOWN})
"""Values for `LintRule.fields`."""

ADD_COLON: dict[str, Message] = {"add-colon": "Add the colon"}
DROP_STAR: dict[str, Message] = {"drop-star": "Remove the *"}
KEEP_PATH: dict[str, Message] = {"keep-path": "Keep only {path}"}
ONE_PATH_A_LINE: dict[str, Message] = {"one-path-a-line": "Put each path on its own line"}
REMOVE_CHARACTERS: dict[str, Message] = {"remove-characters": "Remove the character"}
REMOVE_LINE: dict[str, Message] = {"remove-line": "Remove the line"}
RESPELL: dict[str, Message] = {"respell": "Change to {right}"}
USE_DIRECTORY: dict[str, Message] = {"use-directory": "Use {directory} instead"}
WRITE_VALUE: dict[str, Message] = {"write-value": "Change to {value}"}
"""Titles of fixes that several rules offer."""


WHOLE_SITE = frozenset(b"/ /* * /** ** /*$ *$ /**$ **$ */ */* */*$".split())
ADDRESS_START = re.compile(rb"(?:https?:)?//[^/?#\s]++", re.IGNORECASE)
WINDOWS_PATH = re.compile(rb"[A-Za-z]:[\\/]|\\\\[\w.-]+\\")
CONFLICT_MARKER = re.compile(rb"(?:<{7}|>{7})(?:[ \t]|\Z)")
_BEGINNING = re.compile(rb"[^*$]*+")


def open_for(pattern: bytes, path: str) -> tuple[str, ...]:
    """Return the dialects in which a Disallow with this pattern leaves a path open."""
    return others(rules_close(b"Disallow: " + pattern, path))


def beginning(pattern: bytes) -> bytes:
    """Return what every path begins with that a pattern matches."""
    found = _BEGINNING.match(pattern)
    return found[0] if found else b""


def share_paths(one: bytes, other: bytes) -> bool:
    """Return True if some path begins with both."""
    return one.startswith(other) or other.startswith(one)


class Prefixes:
    """A set of prefixes of paths, with look-ups that are as fast for many as for few."""

    def __init__(self, prefixes: Iterable[bytes]) -> None:
        self._all = sorted(set(prefixes))
        self._shortest: list[bytes] = []  # those without another prefix as their prefix
        for prefix in self._all:
            if not self._shortest or not prefix.startswith(self._shortest[-1]):
                self._shortest.append(prefix)

    def first_of(self, path: bytes) -> bytes | None:
        """Return the shortest prefix that begins a path."""
        # Whatever sorts between a prefix and its path also begins with it, so only the last one can match.
        at = bisect_right(self._shortest, path) - 1
        return self._shortest[at] if at >= 0 and path.startswith(self._shortest[at]) else None

    def begin(self, path: bytes) -> bool:
        """Return True if any prefix begins a path."""
        return self.first_of(path) is not None

    def share_paths_with(self, prefix: bytes) -> bool:
        """Return True if any prefix begins this one, or this one any of them."""
        at = bisect_left(self._all, prefix)
        return (at < len(self._all) and self._all[at].startswith(prefix)) or self.begin(prefix)


def effect_of(group: Group) -> str:
    """Return whether a group opens the whole site or closes it; empty if neither."""
    paths = [rule for rule in group.rules if rule.written]
    if group.rules and all(rule.allow and rule.pattern in WHOLE_SITE for rule in paths):
        return "open"
    is_closed = any(rule.pattern in WHOLE_SITE for rule in paths) and not any(rule.allow for rule in paths)
    return "closed" if is_closed else ""


def neighbours(facts: Sequence[bool], at: int) -> tuple[Sequence[bool], Sequence[bool]]:
    """Return the two values above a place in a list, and the two below it."""
    return facts[max(at - 2, 0) : at], facts[at + 1 : at + 3]


def removal(line: int, *, is_safe: bool = False) -> Fix:
    """Return the fix that removes a line."""
    return Fix("remove-line", (Edit(Place(line, 0), Place(line + 1, 0), b""),), is_safe=is_safe)


def unless_written_right(check: LineCheck) -> GroupCheck:
    """Turn a check of rule lines into one of groups, silent if the group already has the line as fixed."""

    def found_in(facts: GroupFacts) -> Iterator[Diagnostic]:
        written: frozenset[tuple[bool, bytes]] | None = None
        for rule in facts.odd_rules:
            line = facts.lines[rule.line - facts.first_line]
            for found in check(line):
                if written is None:
                    written = frozenset((each.allow, each.written) for each in facts.rules)
                right = parse_line(apply(line.raw, found.fixes[:1]).body, GOOGLE_LINES).value
                if not found.fixes or (rule.allow, right) not in written:
                    yield found.moved(rule.line - 1)

    found_in.__doc__ = check.__doc__
    return found_in
