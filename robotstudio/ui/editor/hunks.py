"""Some lines of a document in place of others, with no sign touched that stays the same: the caret keeps its place."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from PySide6.QtGui import QTextCursor

from robotstudio.engine.line_diff import Change


class Hunk(NamedTuple):
    """From a line (from 0) on, or `before` it by its line break, one text gives way to another."""

    line: int
    before: int
    old: str
    new: str


def hunk_of(change: Change, old: Sequence[str], new: Sequence[str]) -> Hunk:
    """The texts of a change, with the line breaks that come and go with it."""
    removed, added = old[change.old_start : change.old_end], new[change.new_start : change.new_end]
    if change.old_end < len(old):
        return Hunk(change.old_start, 0, _ended(removed), _ended(added))
    if change.old_start == 0:
        return Hunk(0, 0, "\n".join(removed), "\n".join(added))
    return Hunk(change.old_start, 1, _begun(removed), _begun(added))


def replace_hunk(cursor: QTextCursor, hunk: Hunk) -> None:
    """Do it in the document of a cursor."""
    head = _common(hunk.old, hunk.new)
    old, new = hunk.old[head:], hunk.new[head:]
    tail = _common(old[::-1], new[::-1])
    old, new = old[: len(old) - tail], new[: len(new) - tail]
    document = cursor.document()
    if hunk.line < document.blockCount():
        start = document.findBlockByNumber(hunk.line).position() - hunk.before
    else:
        start = document.characterCount() - 1  # behind the last line
    start += _utf16_length(hunk.old[:head])
    cursor.setPosition(start)
    cursor.setPosition(start + _utf16_length(old), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(new)


def _common(one: str, other: str) -> int:
    """With how many signs both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _ended(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _begun(lines: Sequence[str]) -> str:
    return "".join(f"\n{line}" for line in lines)


def _utf16_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
