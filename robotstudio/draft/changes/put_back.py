"""Put a line of the draft back to what it was in the version that it is compared with.

A rule belongs to the User-agent lines above it. If these changed too, the lines around it are put back with it: a rule
must never come into the group of another crawler.
"""

from collections.abc import Sequence

from robotstudio.draft.changes.comparison import GOOGLE, DraftComparison
from robotstudio.engine.changes import Cause, FlipGroup
from robotstudio.engine.groups import Group
from robotstudio.engine.line_diff import ChangedLines
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.tokens import LINE_END, UTF8_BOM

_OF_ONE_LINE = frozenset({Cause.CHANGED, Cause.ADDED, Cause.REMOVED})
_OF_ANOTHER_GROUP = frozenset({Cause.GAINED, Cause.LOST, Cause.OTHER_GROUP})


def edits_to_undo(compared: DraftComparison, group: FlipGroup) -> tuple[ChangedLines, ...]:
    """Return the edits to undo to put the line of a group back; none if the edit of another line flips the verdicts.

    It is the edit of that line alone if its User-agent lines are in both versions. If the crawlers read another group
    because theirs is gone, it is that whole group.
    """
    if compared.lines is None:
        return ()
    if group.blame.cause in _OF_ANOTHER_GROUP:
        return _edits_of_own_groups(compared, group)
    if group.blame.cause not in _OF_ONE_LINE:
        return ()
    changes = compared.lines.changes
    edit = _edit_of(group, changes)
    before = _group_at(compared.groups_before, edit.old_start)
    now = _group_at(compared.groups_now, edit.new_start)
    if group.blame.cause is Cause.ADDED:
        before = _same_group(now, compared.groups_before, changes)
        if now is not None and len({rule.line for rule in now.rules}) == 1:
            return _whole_groups(compared, edit, before, now)  # its User-agent lines alone would join the next group
    if _have_same_agents(before, now, changes) and (now is None or now.agents[-1].line <= edit.new_start):
        return (edit,)
    return _whole_groups(compared, edit, before, now)


def put_back(compared: DraftComparison, edits: Sequence[ChangedLines]) -> bytes:
    """Return the draft without these edits, each of which is part of the comparison."""
    draft, baseline = compared.analysis.body, compared.baseline
    bom = UTF8_BOM if draft.startswith(UTF8_BOM) else b""
    written = _lines_of(draft.removeprefix(UTF8_BOM))
    former = _lines_of(baseline.body.removeprefix(UTF8_BOM)) if baseline else []
    line_end = next((end for _, end in written if end), b"\n")
    for edit in sorted(edits, key=lambda each: each.new_start, reverse=True):
        lines = [(text, line_end) for text, _ in former[edit.old_start : edit.old_end]]
        if lines and edit.new_start and not written[edit.new_start - 1][1]:
            written[edit.new_start - 1] = written[edit.new_start - 1][0], line_end
        if lines and edit.added:
            lines[-1] = lines[-1][0], written[edit.new_end - 1][1]
        written[edit.new_start : edit.new_end] = lines
    return bom + b"".join(text + end for text, end in written)


def _lines_of(body: bytes) -> list[tuple[bytes, bytes]]:
    """Return the lines, each with its line end; the last one has none if the file does not end with one."""
    found, start = [], 0
    for end in LINE_END.finditer(body):
        found.append((body[start : end.start()], end.group()))
        start = end.end()
    return [*found, (body[start:], b"")] if start < len(body) else found


def _edits_of_own_groups(compared: DraftComparison, group: FlipGroup) -> tuple[ChangedLines, ...]:
    """Return the edits that removed the groups that name its crawlers; none if the draft still names them."""
    tokens = {token.lower().encode() for token in group.tokens}
    before, now = (
        [each for each in groups if any(agent.token.lower() in tokens for agent in each.agents)]
        for groups in (compared.groups_before, compared.groups_now)
    )
    if now or compared.lines is None:
        return ()
    edits = tuple(
        change
        for change in compared.lines.changes
        if any(change.old_start < each.last_line and each.first_line - 1 < change.old_end for each in before)
    )
    return _enough(compared, edits) if edits else ()


def _edit_of(group: FlipGroup, changes: Sequence[ChangedLines]) -> ChangedLines:
    """Return the edit of the line alone: of one line in each version, or none where it is missing."""
    old, new = group.old_line, group.new_line
    if not new:
        at = _place_of(old - 1, changes)
        return ChangedLines(old - 1, old, at, at)
    if not old:
        return ChangedLines(0, 0, new - 1, new)
    return ChangedLines(old - 1, old, new - 1, new)


def _place_of(old: int, changes: Sequence[ChangedLines]) -> int:
    """Return where a line of the older version belongs in the draft; both count from 0."""
    moved = 0
    for change in changes:
        if old < change.old_start:
            break
        if old < change.old_end:
            return min(change.new_start + old - change.old_start, change.new_end)
        moved = change.new_end - change.old_end
    return old + moved


def _group_at(groups: Sequence[Group], line: int) -> Group | None:
    """Return the group that a rule on a line (from 0) belongs to, or would belong to."""
    return next((group for group in reversed(groups) if group.first_line <= line), None)


def _have_same_agents(before: Group | None, now: Group | None, changes: Sequence[ChangedLines]) -> bool:
    """Return True if the same User-agent lines are above a rule in both versions, and nobody edited them."""
    if before is None or now is None:
        return before is now
    return [_new_line(agent.line, changes) for agent in before.agents] == [agent.line for agent in now.agents]


def _same_group(now: Group | None, groups: Sequence[Group], changes: Sequence[ChangedLines]) -> Group | None:
    """Return the group of the older version whose User-agent lines those of a group of the draft are."""
    return next((group for group in groups if now and _have_same_agents(group, now, changes)), None)


def _new_line(line: int, changes: Sequence[ChangedLines]) -> int:
    """Return the line of the draft that an unchanged line of the older version is; 0 if it changed. Both from 1."""
    if any(change.old_start < line <= change.old_end for change in changes):
        return 0
    return _place_of(line - 1, changes) + 1


def _whole_groups(
    compared: DraftComparison, edit: ChangedLines, before: Group | None, now: Group | None
) -> tuple[ChangedLines, ...]:
    """Return the edits of the groups that a line is in; all edits if these alone would give a rule to others."""
    changes = compared.lines.changes if compared.lines else ()
    old = [(edit.old_start, edit.old_end), *([(before.first_line - 1, before.last_line)] if before else [])]
    new = [(edit.new_start, edit.new_end), *([(now.first_line - 1, now.last_line)] if now else [])]
    edits = tuple(
        change
        for change in changes
        if any(change.old_start < end and start < change.old_end for start, end in old)
        or any(change.new_start < end and start < change.new_end for start, end in new)
    )
    return _enough(compared, edits)


def _enough(compared: DraftComparison, edits: tuple[ChangedLines, ...]) -> tuple[ChangedLines, ...]:
    """Return these edits, or all if undoing these alone would give a rule to other crawlers."""
    changes = compared.lines.changes if compared.lines else ()
    restored = FileVersion(put_back(compared, edits)).read_as(GOOGLE).groups
    known = _rules_by_agent(compared.groups_before) | _rules_by_agent(compared.groups_now)
    return edits if _rules_by_agent(restored) <= known else changes


def _rules_by_agent(groups: Sequence[Group]) -> set[tuple[bytes, bool, bytes]]:
    return {(agent.token, rule.allow, rule.written) for each in groups for agent in each.agents for rule in each.rules}
