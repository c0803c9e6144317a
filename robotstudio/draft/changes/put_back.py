"""Put a line of the draft back to what it was in the version that it is compared with."""

from robotstudio.draft.changes.text_comparison import TextComparison
from robotstudio.engine.changes import Cause, FlipGroup
from robotstudio.engine.tokens import LINE_END

_BOM = b"\xef\xbb\xbf"
_OF_ONE_LINE = frozenset({Cause.CHANGED, Cause.ADDED, Cause.REMOVED})


def can_be_put_back(group: FlipGroup) -> bool:
    """Return True if the edit of one line flips the verdicts."""
    return group.blame.cause in _OF_ONE_LINE


def put_back(body: bytes, group: FlipGroup, lines: TextComparison) -> bytes:
    """Return the draft with the line of a group as it was: changed back, removed, or inserted where it stood."""
    bom = _BOM if body.startswith(_BOM) else b""
    written = _lines_of(body[len(bom) :])
    line_end = next((end for _, end in written if end), b"\n")
    if group.blame.cause is Cause.REMOVED:
        at = min(_place_of(group.old_line - 1, lines), len(written))
        if at and not written[at - 1][1]:
            written[at - 1] = written[at - 1][0], line_end
        written.insert(at, (group.old_text, line_end))
    else:
        at = group.new_line - 1
        written[at : at + 1] = [(group.old_text, written[at][1])] if group.blame.cause is Cause.CHANGED else []
    return bom + b"".join(text + end for text, end in written)


def _lines_of(body: bytes) -> list[tuple[bytes, bytes]]:
    """Return the lines, each with its line end; the last one has none if the file does not end with one."""
    found, start = [], 0
    for end in LINE_END.finditer(body):
        found.append((body[start : end.start()], end.group()))
        start = end.end()
    return [*found, (body[start:], b"")] if start < len(body) else found


def _place_of(old: int, lines: TextComparison) -> int:
    """Return where a line of the older version belongs in the draft; both count from 0."""
    moved = 0
    for change in lines.changes:
        if old < change.old_start:
            break
        if old < change.old_end:
            return min(change.new_start + old - change.old_start, change.new_end)
        moved = change.new_end - change.old_end
    return old + moved
