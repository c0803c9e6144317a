"""Applies fixes to the bytes of a file; everything else stays as it is, byte for byte."""

from collections.abc import Iterable
from typing import NamedTuple

from robotstudio.engine.revision import count_line_ends
from robotstudio.engine.tokens import LINE_END, UTF8_BOM
from robotstudio.lint.model import Edit, Fix, Place

_LINE_ENDS = frozenset({b"\n", b"\r\n", b"\r"})


class Fixed(NamedTuple):
    """A file after fixes; fixes that conflict with an earlier one were left out."""

    body: bytes
    applied: tuple[Fix, ...]
    left_out: tuple[Fix, ...]


class _Replacement(NamedTuple):
    """Bytes of the file, by their offsets, and the text that replaces them."""

    start: int
    end: int
    text: bytes


def apply(body: bytes, fixes: Iterable[Fix]) -> Fixed:
    """Apply fixes, the first of two that overlap. New text gets the line ends of the file."""
    starts = _line_starts(body)
    line_end = line_end_of(body)
    taken: list[_Replacement] = []
    applied: list[Fix] = []
    left_out: list[Fix] = []
    for fix in fixes:
        replacements = [_replacement(edit, body, starts, line_end) for edit in fix.edits]
        if any(_conflict(replacement, other) for replacement in replacements for other in taken):
            left_out.append(fix)
            continue
        taken += replacements
        applied.append(fix)
    parts: list[bytes] = []
    at = 0
    for start, end, text in sorted(set(taken)):
        parts += [body[at:start], text]
        at = end
    return Fixed(b"".join([*parts, body[at:]]), tuple(applied), tuple(left_out))


def line_end_of(body: bytes) -> bytes:
    """Return the line end that most lines of a file have; LF for a tie."""
    counts = count_line_ends(body)
    return max(counts, key=counts.__getitem__)


def new_text(edit: Edit, body: bytes, lines: int, line_end: bytes) -> bytes:
    """Return what an edit writes into a file of so many lines, with its line ends."""
    text = edit.text.replace(b"\n", line_end)
    if edit.start.line > lines and text and not body.endswith((b"\n", b"\r")) and body:
        return line_end + text.removesuffix(line_end)  # a line after the last one, which has no end
    return text


def _replacement(edit: Edit, body: bytes, starts: list[int], line_end: bytes) -> _Replacement:
    start, end = _offset(edit.start, body, starts), _offset(edit.end, body, starts)
    return _Replacement(start, max(start, end), new_text(edit, body, len(starts), line_end))


def _offset(place: Place, body: bytes, starts: list[int]) -> int:
    if place.line > len(starts):
        return len(body)
    start = starts[place.line - 1]
    following = starts[place.line] if place.line < len(starts) else len(body)
    length = len(body[start:following].rstrip(b"\r\n"))
    return max(start + min(place.offset, length), 0)


def _conflict(one: _Replacement, other: _Replacement) -> bool:
    if one == other:
        return False  # two fixes with the same effect
    if one.text in _LINE_ENDS or other.text in _LINE_ENDS:
        return one.start <= other.end and other.start <= one.end  # no line end may be added after a removed line
    return (one.start < other.end and other.start < one.end) or one.start == other.start


def _line_starts(body: bytes) -> list[int]:
    first = len(UTF8_BOM) if body.startswith(UTF8_BOM) else 0
    return [first, *(end.end() for end in LINE_END.finditer(body))]
