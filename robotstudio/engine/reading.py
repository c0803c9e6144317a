"""A whole file as one crawler reads it: the treatment of each line, and where its groups begin and end."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from robotstudio.engine.dialects import Dialect
from robotstudio.engine.groups import Group
from robotstudio.engine.names import Agent
from robotstudio.engine.reading_model import CrawlerReading, GroupPart, Role, Trap, TrapKind, Treatment
from robotstudio.engine.robots import Robots
from robotstudio.engine.tokens import Field, Line, LineFlag
from robotstudio.engine.verdict import GroupChoice, LineRange


def reading_of(robots: Robots, agent: Agent) -> CrawlerReading:
    """Read a file as a crawler (given as for `Robots.choose`) does."""
    choice = robots.choose(agent)
    roles = _roles(robots.groups, choice)
    ends_at_blank = empty_line_ends_group(robots.dialect)
    treatments, ends = _treatments(robots, choice, roles, ends_at_blank=ends_at_blank)
    if robots.cut and treatments and treatments[-1] is Treatment.BLANK:
        treatments[-1] = Treatment.CUT  # the last line is empty because it was cut
    parts = _parts(robots.groups, roles, ends)
    traps = _Traps(robots, parts, roles, ends_at_blank=ends_at_blank)
    return CrawlerReading(tuple(treatments), parts, tuple(traps.found()), robots.cut is not None)


@lru_cache(maxsize=64)
def empty_line_ends_group(dialect: Dialect) -> bool:
    """Return True if an empty line ends a group, found by parsing an example in the dialect."""
    groups = Robots.parse(b"User-agent: a\nDisallow: /a\n\nDisallow: /b\n", dialect).groups
    return all(len(group.rules) == 1 for group in groups)


def _roles(groups: tuple[Group, ...], choice: GroupChoice) -> dict[int, Role]:
    """Return the role of every user-agent line and rule in a group; if groups share a line, the closest role."""
    own = {id(group) for group in choice.groups}
    ignored = {id(group) for group in choice.ignored} if choice.uses_global else set()
    ranked: dict[Role, set[int]] = {role: set() for role in Role}
    for group in groups:
        role = Role.OWN if id(group) in own else Role.REPLACED if id(group) in ignored else Role.OTHER
        ranked[role].update(agent.line for agent in group.agents)
        ranked[role].update(rule.line for rule in group.rules)
    return {line: role for role in reversed(Role) for line in ranked[role]}


_AS_MEMBER = {
    Role.OWN: Treatment.MEMBER,
    Role.REPLACED: Treatment.REPLACED,
    Role.OTHER: Treatment.OTHER,
    None: Treatment.STRAY,
}
_AS_AGENT = _AS_MEMBER | {Role.OWN: Treatment.AGENT}
_AS_UNUSED_RULE = _AS_MEMBER | {Role.OWN: Treatment.DROPPED}
_RANK = {treatment: place for place, treatment in enumerate(Treatment)}
_EMPTY, _COMMENT_ONLY = int(LineFlag.EMPTY), int(LineFlag.COMMENT_ONLY)


def _treatments(
    robots: Robots, choice: GroupChoice, roles: Mapping[int, Role], *, ends_at_blank: bool
) -> tuple[list[Treatment], list[int]]:
    """Return the treatment of each line, and the lines that belong to a group without being rules."""
    effective = {rule.line for rule in choice.rules.ranked}
    found: list[Treatment] = []
    members: list[int] = []
    scope: Role | None = None
    for number, line in robots.numbered_lines:
        field = line.field
        if number in effective and field is not Field.USER_AGENT:
            treatment = Treatment.RULE
        elif field is Field.USER_AGENT:
            scope = roles.get(number)
            treatment = _AS_AGENT[scope]
        elif field is Field.DISALLOW or field is Field.ALLOW:
            treatment = _AS_UNUSED_RULE[roles.get(number, scope)]
        elif field is Field.MEMBER:
            treatment = _AS_MEMBER[roles.get(number, scope)]
            if treatment is not Treatment.STRAY:
                members.append(number)
        else:
            treatment = _outside_groups(line)
            if ends_at_blank and treatment is Treatment.BLANK:
                scope = None
        found.append(treatment)
    return _one_a_line(found, robots), members


def _one_a_line(found: list[Treatment], robots: Robots) -> list[Treatment]:
    """Choose the most informative treatment among the dialect's lines for one editor line."""
    if not robots.has_inner_lines:
        return found
    best: dict[int, Treatment] = {}
    for (number, _), treatment in zip(robots.numbered_lines, found, strict=True):
        best[number] = min(best.get(number, treatment), treatment, key=_RANK.__getitem__)
    return list(best.values())


def _outside_groups(line: Line) -> Treatment:
    if line.flags & _EMPTY:
        return Treatment.BLANK
    if line.flags & _COMMENT_ONLY:
        return Treatment.COMMENT
    return Treatment.SITEMAP if line.field is Field.SITEMAP else Treatment.SKIPPED


def _parts(groups: tuple[Group, ...], roles: Mapping[int, Role], members: list[int]) -> tuple[GroupPart, ...]:
    """Return the groups from top to bottom, overlapping ones merged, each with the members after its last rule."""
    ranges: list[LineRange] = []
    for first, last in sorted((group.first_line, group.last_line) for group in groups):
        if ranges and first <= ranges[-1].last:
            ranges[-1] = LineRange(ranges[-1].first, max(last, ranges[-1].last))
        else:
            ranges.append(LineRange(first, last))
    starts = [*(each.first for each in ranges[1:]), None]
    extended: list[LineRange] = []
    at = 0
    for each, following in zip(ranges, starts, strict=False):
        last = each.last
        while at < len(members) and (following is None or members[at] < following):
            last = max(last, members[at])
            at += 1
        extended.append(LineRange(each.first, last))
    owned = [roles[each.first] is Role.OWN for each in extended]
    numbers = iter(range(1, sum(owned) + 1))
    is_merged = sum(owned) > 1
    return tuple(
        GroupPart(each.first, each.last, roles[each.first], next(numbers) if is_own and is_merged else 0)
        for each, is_own in zip(extended, owned, strict=True)
    )


class _Traps:
    """Finds lines that end a group, or do not, against appearances."""

    def __init__(
        self, robots: Robots, parts: tuple[GroupPart, ...], roles: Mapping[int, Role], *, ends_at_blank: bool
    ) -> None:
        self._lines = robots.numbered_lines
        self._part_of = {agent.line: group for group in robots.groups for agent in group.agents}
        self._ranges = {part.first: LineRange(part.first, part.last) for part in parts}
        self._roles = roles
        self._ends_at_blank = ends_at_blank
        self._agent = 0  # the last user-agent line, until a rule follows
        self._blank = self._field = 0  # the first empty line and the first other field after it
        self._name = ""
        self._ended_at = 0  # the empty line that ended a group
        self._strays: list[int] = []
        self._is_open = False

    def found(self) -> Iterator[Trap]:
        """Yield the traps in the order of their lines."""
        for number, line in self._lines:
            field = line.field
            if field is Field.DISALLOW or field is Field.ALLOW:
                self._agent = 0
                if self._ended_at and number not in self._roles:
                    self._strays.append(number)
            elif field is Field.USER_AGENT:
                yield from self._stranded()
                yield from self._between(number)
                self._begin(number)
            elif line.flags & _EMPTY:
                self._see_blank(number)
            elif line.key and not self._field:
                self._field, self._name = number, line.key.decode("utf-8", "replace")
        yield from self._stranded()

    def _begin(self, number: int) -> None:
        self._agent, self._is_open = number, True
        self._blank = self._field = self._ended_at = 0

    def _see_blank(self, number: int) -> None:
        self._blank = self._blank or number
        if self._ends_at_blank and self._is_open:
            self._ended_at, self._is_open = number, False

    def _stranded(self) -> Iterator[Trap]:
        if self._strays:
            yield Trap(self._ended_at, TrapKind.BLANK_STRANDS, "", LineRange(self._strays[0], self._strays[-1]))
            self._strays = []

    def _between(self, number: int) -> Iterator[Trap]:
        """Report an empty line or a field between two user-agent lines without a rule between them."""
        if not self._agent or not (self._blank or self._field):
            return
        before, behind = self._part_of.get(self._agent), self._part_of.get(number)
        if before is behind and behind is not None:
            lines = self._ranges.get(behind.first_line, LineRange(behind.first_line, behind.last_line))
            if self._field:
                yield Trap(self._field, TrapKind.FIELD_INSIDE, self._name, lines)
            else:
                yield Trap(self._blank, TrapKind.BLANK_INSIDE, "", lines)
            return
        lines = LineRange(before.first_line if before else self._agent, self._agent)
        if self._ends_at_blank and self._blank:
            yield Trap(self._blank, TrapKind.BLANK_ENDS, "", lines)
        elif self._field:
            yield Trap(self._field, TrapKind.FIELD_ENDS, self._name, lines)
