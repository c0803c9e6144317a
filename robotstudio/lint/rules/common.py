"""What rules of several topics share."""

import re
from collections.abc import Iterator
from functools import cache

from robotstudio.engine import DIALECTS, Group, Robots
from robotstudio.engine.language import Message
from robotstudio.engine.tokens import GOOGLE_LINES, Field, parse_line
from robotstudio.lint.context import GroupFacts, is_plain
from robotstudio.lint.fixing import apply
from robotstudio.lint.model import Edit, Fix, Found, GroupCheck, LineCheck, Place

RULE_FIELDS = frozenset({Field.ALLOW, Field.DISALLOW})
AGENT_FIELDS = frozenset({Field.USER_AGENT})
STANDARD_FIELDS = RULE_FIELDS | AGENT_FIELDS | {Field.SITEMAP}
UNKNOWN_FIELDS = frozenset({Field.UNKNOWN})
OTHER_FIELDS = frozenset({Field.UNUSED, Field.UNKNOWN})
"""Fields of the lines that a rule looks at."""

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


@cache
def open_for(pattern: bytes, path: str) -> tuple[str, ...]:
    """The dialects in which a Disallow with this pattern leaves a path open."""
    body = b"User-agent: *\nDisallow: " + pattern + b"\n"
    url = f"https://www.example.com{path}"
    return tuple(name for name in DIALECTS if Robots.parse(body, name).decide(url, "*").allowed)


def effect_of(group: Group) -> str:
    """Whether a group opens the whole site or closes it; empty where it does neither."""
    paths = [rule for rule in group.rules if rule.written]
    if group.rules and all(rule.allow and rule.pattern in WHOLE_SITE for rule in paths):
        return "open"
    is_closed = any(rule.pattern in WHOLE_SITE for rule in paths) and not any(rule.allow for rule in paths)
    return "closed" if is_closed else ""


def removal(line: int, *, is_safe: bool = False) -> Fix:
    """The fix that takes a line away."""
    return Fix("remove-line", (Edit(Place(line, 0), Place(line + 1, 0), b""),), is_safe=is_safe)


def unless_written_right(check: LineCheck) -> GroupCheck:
    """A check of rules for their groups, silent where the group says already what the first fix makes of a line."""

    def found_in(facts: GroupFacts) -> Iterator[Found]:
        written: frozenset[tuple[bool, bytes]] | None = None
        for rule in facts.rules:
            if is_plain(facts.raws[rule.line - facts.first_line]):
                continue
            line = facts.lines[rule.line - facts.first_line]
            for found in check(line):
                if written is None:
                    written = frozenset((each.allow, each.written) for each in facts.rules)
                right = parse_line(apply(line.raw, found.fixes[:1]).body, GOOGLE_LINES).value
                if not found.fixes or (rule.allow, right) not in written:
                    yield found.moved(rule.line - 1)

    found_in.__doc__ = check.__doc__
    return found_in
