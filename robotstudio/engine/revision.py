"""What an edit changes: which rules of which group, so that the rest of a file need not be read again."""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

from robotstudio.engine.groups import Group, Rule
from robotstudio.engine.tokens import Field, Line

_STRIDE = 256
_STRUCTURE = frozenset({Field.USER_AGENT, Field.ALLOW, Field.DISALLOW})


@dataclass(frozen=True, slots=True, eq=False)
class RuleEdit:
    """An edit inside one group: its place in the file, the group as it is now, and the rules that differ."""

    place: int
    group: Group
    removed: tuple[Rule, ...]
    added: tuple[Rule, ...]


def find_rule_edit(
    groups: tuple[Group, ...],
    before: list[Line],
    after: list[Line],
    closing: frozenset[Field],
    pattern_of: Callable[[bytes], bytes],
) -> RuleEdit | None:
    """The edit that leads from the lines before to those after; None where groups or line numbers change.

    Lines that neither name a crawler nor hold a rule nor close a group may change anywhere. Any other edit must lie
    behind the user-agent lines of one group and before the next group, must not touch a user-agent line, and must
    leave the group a rule: then every other group stands as it stood.
    """
    if len(before) != len(after) or not groups:
        return None
    first, last = _changed_lines(before, after)
    fields = {line.field for line in (*before[first:last], *after[first:last])}
    if fields.isdisjoint(_STRUCTURE | closing):
        return RuleEdit(0, groups[0], (), ())
    if Field.USER_AGENT in fields:
        return None
    return _splice(groups, (first, last), after, pattern_of)


def _splice(
    groups: tuple[Group, ...], changed: tuple[int, int], after: list[Line], pattern_of: Callable[[bytes], bytes]
) -> RuleEdit | None:
    first, last = changed
    place = bisect_left(groups, first + 1, key=lambda group: group.first_line) - 1
    if place < 0:
        return None
    group = groups[place]
    next_line = groups[place + 1].first_line if place + 1 < len(groups) else len(after) + 1
    if first < group.agents[-1].line or last >= next_line:
        return None
    start = bisect_left(group.rules, first + 1, key=_line_of)
    stop = bisect_left(group.rules, last + 1, key=_line_of)
    added = tuple(
        Rule(number, line.field is Field.ALLOW, line.value, pattern_of(line.value))
        for number, line in enumerate(after[first:last], first + 1)
        if line.is_rule
    )
    rules = (*group.rules[:start], *added, *group.rules[stop:])
    if not rules:
        return None
    removed = group.rules[start:stop]
    return RuleEdit(place, Group(group.agents, rules), removed, added)


def _line_of(rule: Rule) -> int:
    return rule.line


def _changed_lines(before: list[Line], after: list[Line]) -> tuple[int, int]:
    """The half-open range of places, counted from 0, outside of which both lists are equal; they are equally long."""
    first, last = 0, len(after)
    while first + _STRIDE <= last and before[first : first + _STRIDE] == after[first : first + _STRIDE]:
        first += _STRIDE
    while first < last and before[first] == after[first]:
        first += 1
    while last - _STRIDE >= first and before[last - _STRIDE : last] == after[last - _STRIDE : last]:
        last -= _STRIDE
    while last > first and before[last - 1] == after[last - 1]:
        last -= 1
    return first, last
