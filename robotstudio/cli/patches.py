"""Show the differences between two versions of a file: exactly, for `patch`, or as text for people."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from typing import TYPE_CHECKING

from robotstudio.cli.output import Output
from robotstudio.engine.tokens import LINE_END

if TYPE_CHECKING:
    from robotstudio.engine.line_diff import ChangedLines

_CONTEXT = 3


def write_diff(name: str, old: bytes, new: bytes, out: Output) -> None:
    """Write a unified diff for people, below an empty line; nothing if the lines are the same."""
    before, after = ([line.decode("utf-8", "replace") for line in LINE_END.split(body)] for body in (old, new))
    for at, line in enumerate(unified_diff(before, after, name, name, lineterm="")):
        if not at:
            out.line()
        out.line(line)


def patch_of(name: str, old: bytes, new: bytes) -> bytes:
    """Return the differences in the format of `patch`: lines end at LF there."""
    from robotstudio.engine.line_diff import diff_lines

    before, after = _lines(old), _lines(new)
    changes = diff_lines([line.decode("latin-1") for line in before], [line.decode("latin-1") for line in after])
    hunks: list[list[ChangedLines]] = []
    for change in changes:
        if hunks and change.old_start - hunks[-1][-1].old_end <= 2 * _CONTEXT:
            hunks[-1].append(change)
        else:
            hunks.append([change])
    head = f"--- {name}\n+++ {name}\n".encode("utf-8", "surrogateescape")
    return head + b"".join(piece for hunk in hunks for piece in _hunk(hunk, before, after))


def _hunk(changes: "Sequence[ChangedLines]", before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[bytes]:
    first, last = changes[0], changes[-1]
    start, end = max(0, first.old_start - _CONTEXT), min(len(before), last.old_end + _CONTEXT)
    new_start = first.new_start - (first.old_start - start)
    new_end = last.new_end + (end - last.old_end)
    yield f"@@ -{_range(start, end)} +{_range(new_start, new_end)} @@\n".encode()
    at = start
    for change in changes:
        yield from _marked(b" ", before[at : change.old_start])
        yield from _marked(b"-", before[change.old_start : change.old_end])
        yield from _marked(b"+", after[change.new_start : change.new_end])
        at = change.old_end
    yield from _marked(b" ", before[at:end])


def _range(start: int, end: int) -> str:
    return f"{start + (end > start)},{end - start}"


def _marked(sign: bytes, lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield sign + line + (b"" if line.endswith(b"\n") else b"\n\\ No newline at end of file\n")


def _lines(body: bytes) -> list[bytes]:
    """Return the lines with their LF; the last may have none."""
    *lines, rest = body.split(b"\n")
    return [line + b"\n" for line in lines] + ([rest] if rest else [])
