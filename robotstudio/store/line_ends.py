"""Preserves mixed line ends of a file through edits.

The editor knows one line break. Unchanged text is copied from the file byte for byte; in changed text, a line that
still exists keeps its end, a line edited in place too, and a new line gets the most frequent end.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from msgspec import Struct

from robotstudio.engine.revision import common_end, common_start
from robotstudio.store.alphabet import decode, encode_line

if TYPE_CHECKING:  # a text is shown before numpy is loaded
    import numpy as np
    import numpy.typing as npt

LineEnd: TypeAlias = Literal["LF", "CRLF", "CR"]

LINE_ENDS: Final[Mapping[LineEnd, bytes]] = {"LF": b"\n", "CRLF": b"\r\n", "CR": b"\r"}


class MixedLines(Struct, frozen=True, eq=False):
    """A file with several kinds of line end, as it was loaded."""

    body: bytes
    text: str
    end_starts: "npt.NDArray[np.int64]"
    """Offset in `body` of the end of each line; the last line has none."""
    line_starts: "npt.NDArray[np.int64]"

    @classmethod
    def of(cls, body: bytes) -> "MixedLines":
        """Record where the lines of `body`, a file without BOM, end."""
        import numpy as np  # noqa: PLC0415  # few files are so

        array = np.frombuffer(body, dtype=np.uint8)
        feeds, returns = array == 0x0A, array == 0x0D
        after_return = np.concatenate(([False], returns[:-1]))
        before_feed = np.concatenate((feeds[1:], [False]))
        last_bytes = np.flatnonzero(feeds | (returns & ~before_feed))
        end_starts = last_bytes - (feeds & after_return)[last_bytes]
        text = decode(body.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
        return cls(body, text, end_starts, np.concatenate(([0], last_bytes + 1)))

    def save(self, text: str, new_end: bytes) -> bytes:
        """Encode `text`, which was made of this file by edits."""
        if text == self.text:
            return self.body
        prefix = common_start(self.text, text)
        suffix = len(text) - common_end(self.text, text, min(len(self.text), len(text)) - prefix)
        start = text.rfind("\n", 0, prefix) + 1
        stop = text.find("\n", suffix) + 1 or len(text)
        old_stop = len(self.text) - len(text) + stop
        first = self.text.count("\n", 0, start)
        last = first + self.text.count("\n", start, old_stop)
        lines = text[start:stop].split("\n")
        origins = align(self.text[start:old_stop].split("\n")[:-1], lines[:-1])
        pieces = [self.body[: self.line_starts[first]]]
        for line, origin in zip(lines, origins, strict=False):
            pieces += (encode_line(line), new_end if origin is None else self._end(first + origin))
        pieces.append(encode_line(lines[-1]))
        if stop < len(text):
            pieces.append(self.body[self.line_starts[last] :])
        return _join(pieces)

    def _end(self, line: int) -> bytes:
        return self.body[self.end_starts[line] : self.line_starts[line + 1]]


def align(old: Sequence[str], new: Sequence[str]) -> list[int | None]:
    """Return for each new line the old line that it continues, or None; results ascend.

    The anchors bound the time: O(n log n).
    """
    result: list[int | None] = [None] * len(new)
    from robotstudio.engine.line_diff import anchors  # noqa: PLC0415  # with numpy: a text is shown before

    fixed = [(-1, -1), *anchors(new, old), (len(new), len(old))]
    for (new_left, old_left), (new_right, old_right) in pairwise(fixed):
        if new_right < len(new):
            result[new_right] = old_right
        _fill_gap(result, (old, old_left + 1, old_right), (new, new_left + 1, new_right))
    return result


_Span: TypeAlias = tuple[Sequence[str], int, int]


def _fill_gap(result: list[int | None], old_span: _Span, new_span: _Span) -> None:
    old, old_start, old_stop = old_span
    new, new_start, new_stop = new_span
    if old_stop - old_start == new_stop - new_start:  # edited in place, line by line
        result[new_start:new_stop] = range(old_start, old_stop)
        return
    while old_start < old_stop and new_start < new_stop and old[old_start] == new[new_start]:
        result[new_start] = old_start
        old_start, new_start = old_start + 1, new_start + 1
    while old_start < old_stop and new_start < new_stop and old[old_stop - 1] == new[new_stop - 1]:
        old_stop, new_stop = old_stop - 1, new_stop - 1
        result[new_stop] = old_stop
    if old_start < old_stop and new_start < new_stop:  # the line break after the changed lines is unchanged
        result[new_stop - 1] = old_stop - 1


def _join(pieces: Sequence[bytes]) -> bytes:
    """Join the pieces, inserting a CR between a CR and an LF of two different ends, or a line would be lost."""
    joined: list[bytes] = []
    for piece in filter(None, pieces):
        if joined and joined[-1][-1] == 0x0D and piece[0] == 0x0A:
            joined.append(b"\r")
        joined.append(piece)
    return b"".join(joined)
