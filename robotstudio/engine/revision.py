"""The lines, and the rules of groups, that an edit changes, so that the rest of a file is not read again."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.cancelling import Checkpoint, go_on, in_portions
from robotstudio.engine.groups import Group, Locality, Rule, UserAgentLine
from robotstudio.engine.tokens import LINE_END, Field, Line, LineFlag, LineSyntax, parse_lines

_STRUCTURE = frozenset({Field.USER_AGENT, Field.ALLOW, Field.DISALLOW})
_EMPTY = int(LineFlag.EMPTY)
_line_of: Final = attrgetter("line")  # of a rule or a user-agent line


class LineChange(Struct, frozen=True):
    """The lines from place `first` up to `last` (from 0, `last` excluded) are replaced by `added`."""

    first: int
    last: int
    added: tuple[Line, ...]

    @property
    def shift(self) -> int:
        """The growth of the numbers of later lines."""
        return len(self.added) - (self.last - self.first)

    def apply(self, lines: list[Line]) -> list[Line]:
        return [*lines[: self.first], *self.added, *lines[self.last :]]


class LineShift:
    """Renumbers what comes after line `after`; the same rule always gives the same new object.

    An empty line in the middle of a large file moves ten thousand rules, in each dialect: a checkpoint comes before
    each thousand.
    """

    def __init__(self, after: int = 0, by: int = 0, checkpoint: Checkpoint = go_on) -> None:
        self.after = after
        self.by = by
        self._checkpoint = checkpoint
        self._moved: dict[int, Rule] = {}
        self._asked: list[Sequence[Rule]] = []  # keeps objects alive that are cached by identity

    def group(self, group: Group) -> Group:
        after, by = self.after, self.by
        agents = (replace(agent, line=agent.line + by) if agent.line > after else agent for agent in group.agents)
        start = bisect_left(group.rules, after + 1, key=_line_of)
        return Group(tuple(agents), (*group.rules[:start], *self.behind(group.rules[start:])), group.pool)

    def behind(self, rules: Sequence[Rule]) -> Sequence[Rule]:
        """Move rules that all come after the line."""
        if not self.by:
            return rules
        by = self.by
        moved = [
            type(rule)(rule.line + by, rule.allow, rule.written, rule.pattern, rule.rewritten, rule.below)
            for rule in in_portions(rules, self._checkpoint)
        ]
        self._asked.append(rules)
        self._moved.update(zip(map(id, rules), moved, strict=True))
        return moved

    def rules(self, rules: Iterable[Rule]) -> list[Rule]:
        """Move rules in any order."""
        if not self.by:
            return list(rules)
        known, after = self._moved.get, self.after
        return [
            known(id(rule)) or (rule if rule.line <= after else self.behind((rule,))[0])
            for rule in in_portions(rules, self._checkpoint)
        ]


class RuleChange(Struct, frozen=True, eq=False):
    """The groups after a change of lines, and its effect on a merged set of their rules.

    `replaced` maps the groups that differ to the new ones; `edited` is the one in which `added` replaced the rules
    `removed`. Later lines have moved as `shift` says.
    """

    groups: tuple[Group, ...]
    replaced: Mapping[Group, Group]
    shift: LineShift
    edited: Group | None = None
    removed: tuple[Rule, ...] = ()
    added: tuple[Rule, ...] = ()


class EditSyntax(Protocol):
    """The part of a dialect that decides what an edit of lines does to the groups; see `Dialect`."""

    @property
    def closing(self) -> frozenset[Field]:
        """The fields that end a run of user-agent lines."""

    @property
    def tokens_of(self) -> Callable[[bytes], tuple[bytes, ...]]:
        """The tokens that a user-agent value stands for."""

    @property
    def pattern_of(self) -> Callable[[bytes], bytes | None]:
        """The pattern that a rule's value stands for, None for a rule that is dropped."""

    @property
    def locality(self) -> Locality | None:
        """The edits that change only the rules of their group; None if that is not known."""


class _Span(Struct, frozen=True):
    """The lines from place `first` up to `last` of one text correspond to `raws` in another."""

    first: int
    last: int
    raws: list[bytes]


class FileEdit:
    """One edit of a file: the changed lines are found once for all dialects that tokenize alike.

    Code that works on it calls its `checkpoint` between two steps.
    """

    def __init__(self, checkpoint: Checkpoint = go_on) -> None:
        self.checkpoint = checkpoint
        self._spans: list[tuple[bytes, bytes, _Span]] = []
        self._known: list[tuple[LineSyntax, _Span, LineChange | None, list[Line]]] = []

    def revised(
        self, before: bytes, lines: list[Line], after: bytes, syntax: LineSyntax
    ) -> tuple[LineChange | None, list[Line]]:
        """Return the change, and the lines after the edit; no change if `syntax` sees further line ends in it."""
        span = self._span(before, after)
        for known_syntax, known_span, change, known_lines in self._known:
            if known_syntax is syntax and known_span is span:
                return change, known_lines
        self.checkpoint()
        change = _line_change(span, syntax, self.checkpoint)
        now = change.apply(lines) if change else []
        self._known.append((syntax, span, change, now))
        return change, now

    def _span(self, before: bytes, after: bytes) -> _Span:
        for known_before, known_after, span in self._spans:
            if known_before == before and known_after == after:
                return span
        span = _span_of(before, after)
        self._spans.append((before, after, span))
        return span


def find_line_change(before: bytes, after: bytes, syntax: LineSyntax) -> LineChange | None:
    """Return the lines that differ between two texts with LF ends; None if new ones contain further ends."""
    return _line_change(_span_of(before, after), syntax, go_on)


def _span_of(before: bytes, after: bytes) -> _Span:
    if before == after:
        return _Span(0, 0, [])
    start = common_start(before, after)
    end = common_end(before, after, min(len(before), len(after)) - start)
    first = before.count(b"\n", 0, start)
    kept = after.count(b"\n", len(after) - end)
    from_byte = after.rfind(b"\n", 0, start) + 1
    to_byte = after.find(b"\n", len(after) - end) if kept else len(after)
    replaced = before.count(b"\n", start, len(before) - end)
    return _Span(first, first + replaced + 1, after[from_byte:to_byte].split(b"\n"))


def _line_change(span: _Span, syntax: LineSyntax, checkpoint: Checkpoint) -> LineChange | None:
    if syntax.also_ends and any(map(syntax.also_ends.search, span.raws)):
        return None
    return LineChange(span.first, span.last, tuple(parse_lines(in_portions(span.raws, checkpoint), syntax)))


def find_rule_change(
    groups: tuple[Group, ...],
    lines: Sequence[Line],
    change: LineChange,
    syntax: EditSyntax,
    checkpoint: Checkpoint = go_on,
) -> RuleChange | None:
    """Return what a change of `lines` does to the groups; None if it may divide or join groups.

    One user-agent line may replace another, unless names decide which groups share their rules. Lines that neither name
    a crawler nor are rules nor close or end a group may change anywhere. Any other change must come after the
    user-agent lines of one group and before the next group, must not touch a line that affects more, and must leave at
    least one rule in a group that has rules.
    """
    locality = syntax.locality
    changed = (*lines[change.first : change.last], *change.added)
    fields = {line.field for line in changed}
    if locality is None:
        return None
    if fields == {Field.USER_AGENT} and not change.shift and not locality.names_join:
        return _renamed(groups, change, syntax.tokens_of)
    if not fields.isdisjoint(locality.apart):
        return None
    if locality.empty_ends and any(_is_empty(line) for line in changed):
        return None
    shift = LineShift(change.last, change.shift, checkpoint)
    if fields.isdisjoint(_STRUCTURE | syntax.closing):
        return _moved(groups, shift)
    if locality.most_rules is None:
        return _placed(groups, lines, change, shift, syntax, locality)
    return _counted(groups, lines, change, shift, syntax, locality)


def _counted(
    groups: tuple[Group, ...],
    lines: Sequence[Line],
    change: LineChange,
    shift: LineShift,
    syntax: EditSyntax,
    locality: Locality,
) -> RuleChange | None:
    """Place a change if only so many rules count: None if it moves another rule to the limit or past it."""
    most = locality.most_rules or 0
    number = sum(len(group.rules) for group in groups)
    if number >= most:
        last_line = max((group.rules[-1].line for group in groups if group.rules), default=0)
        if change.first >= last_line:
            return _moved(groups, shift)
        if change.last > last_line:
            return None
    found = _placed(groups, lines, change, shift, syntax, locality)
    more = len(found.added) - len(found.removed) if found else 0
    return None if more and max(number, number + more) >= most else found


def _placed(
    groups: tuple[Group, ...],
    lines: Sequence[Line],
    change: LineChange,
    shift: LineShift,
    syntax: EditSyntax,
    locality: Locality,
) -> RuleChange | None:
    """Place a change of rules in one group or in none."""
    place = bisect_left(groups, change.first + 1, key=lambda group: group.first_line) - 1
    group = groups[place] if place >= 0 else None
    if group and change.first < group.agents[-1].line:
        return None
    if place + 1 < len(groups) and change.last >= groups[place + 1].first_line:
        return None
    if group and locality.may_overlap and any(one.agents[-1].line >= group.first_line for one in groups[:place]):
        return None
    start = bisect_left(group.rules, change.first + 1, key=_line_of) if group else 0
    behind_line = group.rules[start - 1].line if group and start else group.agents[-1].line if group else 0
    for line in reversed(lines[behind_line : change.first]):
        if line.field is Field.USER_AGENT:  # in a group that does not count
            return None
        if locality.empty_ends and _is_empty(line):
            return _moved(groups, shift)
    return _edited(groups, place, start, change, shift, syntax.pattern_of) if group else _moved(groups, shift)


def _renamed(
    groups: tuple[Group, ...], change: LineChange, tokens_of: Callable[[bytes], tuple[bytes, ...]]
) -> RuleChange | None:
    """Replace values of user-agent lines; None if one of them is, or was, not a name."""
    named = {number: (line.value, tokens_of(line.value)) for number, line in enumerate(change.added, change.first + 1)}
    known = {agent.line for group in groups for agent in group.agents} if named else set()
    if not known.issuperset(named) or not all(tokens for _, tokens in named.values()):
        return None
    replaced = {
        group: replace(group, agents=_with_names(group.agents, named))
        for group in groups
        if any(agent.line in named for agent in group.agents)
    }
    now = tuple(replaced.get(group, group) for group in groups)
    return RuleChange(now, MappingProxyType(replaced), LineShift())


def _with_names(
    agents: tuple[UserAgentLine, ...], named: Mapping[int, tuple[bytes, tuple[bytes, ...]]]
) -> tuple[UserAgentLine, ...]:
    kept = [agent for agent in agents if agent.line not in named]
    lines = {agent.line for agent in agents} & named.keys()
    new = [UserAgentLine(line, named[line][0], token) for line in lines for token in named[line][1]]
    return tuple(sorted((*kept, *new), key=_line_of))


def _moved(groups: tuple[Group, ...], shift: LineShift) -> RuleChange:
    replaced = {group: shift.group(group) for group in groups if shift.by and group.last_line > shift.after}
    now = tuple(replaced.get(group, group) for group in groups)
    return RuleChange(now, MappingProxyType(replaced), shift)


def _edited(
    groups: tuple[Group, ...],
    place: int,
    start: int,
    change: LineChange,
    shift: LineShift,
    pattern_of: Callable[[bytes], bytes | None],
) -> RuleChange | None:
    group = groups[place]
    stop = bisect_left(group.rules, change.last + 1, key=_line_of)
    added = tuple(
        Rule(number, line.field is Field.ALLOW, line.value, pattern)
        for number, line in enumerate(change.added, change.first + 1)
        if line.is_rule and (pattern := pattern_of(line.value)) is not None
    )
    if not _has_patterns(group.rules):
        return None
    rules = (*group.rules[:start], *added, *shift.behind(group.rules[stop:]))
    if not _has_patterns(rules):  # without a rule the group does not end
        return None
    moved = _moved(groups[place + 1 :], shift)
    edited = replace(group, rules=rules)
    return RuleChange(
        (*groups[:place], edited, *moved.groups),
        MappingProxyType({group: edited, **moved.replaced}),
        shift,
        group,
        group.rules[start:stop],
        added,
    )


def _has_patterns(rules: Sequence[Rule]) -> bool:
    return any(rule.has_pattern for rule in rules)


def difference(before: list[Rule], after: list[Rule], shift: LineShift) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """Return (removed, added): the rules of two lists without their common start and end.

    Rules after the change have moved with it, and count as the same.
    """
    moved = shift.rules(before)
    start = common_start(moved, after)
    end = common_end(moved, after, min(len(before), len(after)) - start)
    return tuple(before[start : len(before) - end]), tuple(after[start : len(after) - end])


def _is_empty(line: Line) -> bool:
    return bool(int.__and__(line.flags, _EMPTY))


def common_start(before: Sequence[object], after: Sequence[object]) -> int:
    """Return how many bytes, or rules, at the start are the same."""
    low, high = 0, min(len(before), len(after))
    while low < high:
        middle = (low + high + 1) // 2
        if before[low:middle] == after[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_end(before: Sequence[object], after: Sequence[object], most: int) -> int:
    """Return how many bytes, or rules, at the end are the same, at most `most`."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if before[len(before) - middle : len(before) - low] == after[len(after) - middle : len(after) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def count_line_ends(body: bytes) -> dict[bytes, int]:
    """Count the line ends of a file: LF, CRLF and CR, in this order."""
    pairs = body.count(b"\r\n") if b"\r" in body else 0
    return {b"\n": body.count(b"\n") - pairs, b"\r\n": pairs, b"\r": body.count(b"\r") - pairs}


def without_lines(body: bytes, lines: Collection[int]) -> bytes:
    """Remove lines (1-based) and their ends from a file; the last line takes the previous line end with it."""
    ends = [found.span() for found in LINE_END.finditer(body)] + [(len(body), len(body))]
    starts = [0, *(end for _, end in ends[:-1])]
    gone = set(lines)
    kept = [place for place in range(len(ends)) if place + 1 not in gone]
    if not kept:
        return b""
    last_end = ends[kept[-1]][len(ends) not in gone]
    whole = b"".join(body[starts[place] : ends[place][1]] for place in kept[:-1])
    return whole + body[starts[kept[-1]] : last_end]


def with_lines(body: bytes, after: int, lines: Sequence[str]) -> bytes:
    """Insert lines after a line of a file (1-based, 0: before all), with the file's own line ends."""
    ends = [found.span() for found in LINE_END.finditer(body)]
    end = body[slice(*ends[0])] if ends else b"\n"
    written = [line.encode("utf-8", "surrogateescape") for line in lines]
    if after > len(ends):
        return body + b"".join(end + line for line in written)
    at = ends[after - 1][1] if after else 0
    return body[:at] + b"".join(line + end for line in written) + body[at:]
