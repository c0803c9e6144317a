"""Which line of one version of a file is which of another: the same line moved, or a rule that became another."""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence

import numpy as np

from robotstudio.engine.bulk import Lines
from robotstudio.engine.line_diff import Change, diff_lines
from robotstudio.engine.tokens import Field, parse_line, split_lines
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class LineMap:
    """Lines are 1-based, 0 stands for none; index 0 of every list is that none."""

    old: Sequence[bytes]
    new: Sequence[bytes]
    to_new: Lines
    to_old: Lines

    def new_of(self, lines: Lines) -> Lines:
        """The lines of the new version for lines of the old; -1 for those that are gone, 0 stays 0."""
        found: Lines = np.where(self.to_new == 0, np.int32(-1), self.to_new)
        found[0] = 0
        # A dialect that mends a file before it reads it may count more lines than were written.
        return found[np.minimum(lines, len(found) - 1)]

    def new_line(self, old_line: int) -> int:
        """What a line of the old version is in the new one, 0 where it is gone."""
        return int(self.to_new[old_line]) if old_line < len(self.to_new) else 0

    def old_line(self, new_line: int) -> int:
        """What a line of the new version was in the old one, 0 where it is new."""
        return int(self.to_old[new_line]) if new_line < len(self.to_old) else 0

    def is_kept_new(self, new_line: int) -> bool:
        """Whether the old version has this line of the new one, byte for byte."""
        old_line = self.old_line(new_line)
        return bool(old_line) and self.old_text(old_line) == self.new_text(new_line)

    def is_kept_old(self, old_line: int) -> bool:
        """Whether the new version has this line of the old one, byte for byte."""
        new_line = self.new_line(old_line)
        return bool(new_line) and self.is_kept_new(new_line)

    def old_text(self, line: int) -> bytes:
        """A line of the old version as written."""
        return self.old[line - 1] if 0 < line <= len(self.old) else b""

    def new_text(self, line: int) -> bytes:
        """A line of the new version as written."""
        return self.new[line - 1] if 0 < line <= len(self.new) else b""

    def place_of(self, line: int, *, is_old: bool) -> int:
        """Where a line stands among those of the new version; a removed one where it stood."""
        if not is_old:
            return line
        kept = np.flatnonzero(self.to_new[:line])
        return int(self.to_new[kept[-1]]) if len(kept) else 0


def pair_without(body: bytes, without: bytes, lines: Collection[int]) -> LineMap:
    """The lines of a file and of the same file without some of them."""
    old, new = split_lines(body), split_lines(without)
    kept = np.setdiff1d(np.arange(1, len(old) + 1), np.array(list(lines), np.int64))
    to_new, to_old = np.zeros(len(old) + 1, np.int32), np.zeros(len(new) + 1, np.int32)
    to_new[kept] = np.arange(1, len(kept) + 1)
    to_old[1 : len(kept) + 1] = kept
    return LineMap(old, new, to_new, to_old)


def pair_lines(old_body: bytes, new_body: bytes) -> LineMap:
    """The lines of two versions of a file, paired by a shortest edit; a rule that became another stays paired."""
    old, new = split_lines(old_body), split_lines(new_body)
    to_new, to_old = np.zeros(len(old) + 1, np.int32), np.zeros(len(new) + 1, np.int32)
    changes = diff_lines([line.decode("latin-1") for line in old], [line.decode("latin-1") for line in new])
    old_at = new_at = 0
    for change in (*changes, Change(len(old), len(old), len(new), len(new))):
        same = change.old_start - old_at
        to_new[old_at + 1 : old_at + same + 1] = np.arange(new_at + 1, new_at + same + 1)
        for old_line, new_line in _became(old, new, change):
            to_new[old_line] = new_line
        old_at, new_at = change.old_end, change.new_end
    paired = np.flatnonzero(to_new)
    to_old[to_new[paired]] = paired
    return LineMap(old, new, to_new, to_old)


def _became(old: Sequence[bytes], new: Sequence[bytes], change: Change) -> list[tuple[int, int]]:
    """The rules of a change that became others, in order: of one group and of one kind."""
    removed: dict[tuple[int, Field], list[int]] = {}
    for place, kind in _rules(old, change.old_start, change.old_end):
        removed.setdefault(kind, []).append(place)
    pairs: list[tuple[int, int]] = []
    at = change.old_start
    for new_place, kind in _rules(new, change.new_start, change.new_end):
        places = removed.get(kind, [])
        nearest = bisect_left(places, at)
        if nearest < len(places):
            at = places[nearest] + 1
            pairs.append((at, new_place + 1))
    return pairs


def _rules(lines: Sequence[bytes], start: int, end: int) -> Iterator[tuple[int, tuple[int, Field]]]:
    """The rules among some lines, each with the number of user-agent lines before it there, and its field."""
    groups = 0
    for place in range(start, end):
        line = parse_line(lines[place])
        groups += line.field is Field.USER_AGENT
        if line.is_rule:
            yield place, (groups, line.field)
