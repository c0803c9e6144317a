"""What an edit changes: which lines, and which rules of which group, so that the rest of a file is not read again."""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from robotstudio.engine.groups import Group, Rule, move_rule
from robotstudio.engine.tokens import Field, Line, LineSyntax, parse_lines

_STRUCTURE = frozenset({Field.USER_AGENT, Field.ALLOW, Field.DISALLOW})


@dataclass(frozen=True, slots=True)
class LineChange:
    """The lines from place `first` up to `last` (from 0, `last` excluded) give way to `added`; all others stay."""

    first: int
    last: int
    added: tuple[Line, ...]

    @property
    def shift(self) -> int:
        """By how much the numbers of the lines behind grow."""
        return len(self.added) - (self.last - self.first)

    def apply(self, lines: list[Line]) -> list[Line]:
        """The lines after the change."""
        return [*lines[: self.first], *self.added, *lines[self.last :]]


@dataclass(frozen=True, slots=True, eq=False)
class RuleChange:
    """The groups after a change of lines, and what it means for a merged set of their rules.

    `replaced` maps the groups that differ to what they are now; `edited` is the one whose rules `removed` gave way to
    `added`. Rules behind line `after` moved by `shift`.
    """

    groups: tuple[Group, ...]
    replaced: Mapping[Group, Group]
    after: int
    shift: int
    edited: Group | None = None
    removed: tuple[Rule, ...] = ()
    added: tuple[Rule, ...] = ()


def find_line_change(before: bytes, after: bytes, syntax: LineSyntax) -> LineChange:
    """The lines that differ between two texts with LF line ends."""
    start = _common_start(before, after)
    end = _common_end(before, after, min(len(before), len(after)) - start)
    first = before.count(b"\n", 0, start)
    kept = after.count(b"\n", len(after) - end)
    from_octet = after.rfind(b"\n", 0, start) + 1
    to_octet = after.find(b"\n", len(after) - end) if kept else len(after)
    added = parse_lines(after[from_octet:to_octet].split(b"\n"), syntax)
    return LineChange(first, before.count(b"\n") + 1 - kept, tuple(added))


def find_rule_change(
    groups: tuple[Group, ...],
    lines: list[Line],
    change: LineChange,
    closing: frozenset[Field],
    pattern_of: Callable[[bytes], bytes | None],
) -> RuleChange | None:
    """What a change of lines does to the groups; None where it may divide or join groups.

    Lines that neither name a crawler nor hold a rule nor close a group may change anywhere. Any other change must lie
    behind the user-agent lines of one group and before the next group, must not touch a user-agent line, and must
    leave the group a rule.
    """
    fields = {line.field for line in (*lines[change.first : change.last], *change.added)}
    if Field.USER_AGENT in fields:
        return None
    place = bisect_left(groups, change.first + 1, key=_first_line_of) - 1
    if place < 0 or fields.isdisjoint(_STRUCTURE | closing):
        return _moved(groups, change)
    return _edited(groups, place, change, pattern_of)


def _moved(groups: tuple[Group, ...], change: LineChange) -> RuleChange:
    after, shift = change.last, change.shift
    replaced = {group: _move(group, after, shift) for group in groups if shift and group.last_line > after}
    now = tuple(replaced.get(group, group) for group in groups)
    return RuleChange(now, MappingProxyType(replaced), after, shift)


def _edited(
    groups: tuple[Group, ...], place: int, change: LineChange, pattern_of: Callable[[bytes], bytes | None]
) -> RuleChange | None:
    group = groups[place]
    if change.first < group.agents[-1].line:
        return None
    if place + 1 < len(groups) and change.last >= groups[place + 1].first_line:
        return None
    start = bisect_left(group.rules, change.first + 1, key=_line_of)
    stop = bisect_left(group.rules, change.last + 1, key=_line_of)
    added = tuple(
        Rule(number, line.field is Field.ALLOW, line.value, pattern)
        for number, line in enumerate(change.added, change.first + 1)
        if line.is_rule and (pattern := pattern_of(line.value)) is not None
    )
    behind = group.rules[stop:]
    if change.shift:
        behind = tuple(move_rule(rule, change.shift) for rule in behind)
    rules = (*group.rules[:start], *added, *behind)
    if not rules:
        return None
    moved = _moved(groups[place + 1 :], change)
    edited = replace(group, rules=rules)
    return RuleChange(
        (*groups[:place], edited, *moved.groups),
        MappingProxyType({group: edited, **moved.replaced}),
        change.last,
        change.shift,
        group,
        group.rules[start:stop],
        added,
    )


def _move(group: Group, after: int, shift: int) -> Group:
    """The group with everything behind line `after` moved."""
    agents = (agent._replace(line=agent.line + shift) if agent.line > after else agent for agent in group.agents)
    rules = (move_rule(rule, shift) if rule.line > after else rule for rule in group.rules)
    return Group(tuple(agents), tuple(rules), group.pool)


def _line_of(rule: Rule) -> int:
    return rule.line


def _first_line_of(group: Group) -> int:
    return group.first_line


def _common_start(before: bytes, after: bytes) -> int:
    low, high = 0, min(len(before), len(after))
    while low < high:
        middle = (low + high + 1) // 2
        if before[low:middle] == after[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(before: bytes, after: bytes, most: int) -> int:
    """How many octets at the end are the same, of `most` that may be."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if before[len(before) - middle : len(before) - low] == after[len(after) - middle : len(after) - low]:
            low = middle
        else:
            high = middle - 1
    return low
