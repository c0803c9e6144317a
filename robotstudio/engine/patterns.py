"""Path patterns: `*` matches any run of bytes, `$` anchors at the very end, everything else is literal.

Patterns are hostile input: matching is a sequence of substring searches from left to right, which is exact for this
language (the leftmost occurrence of each piece leaves the most room for the rest) and never backtracks.
"""

from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from robotstudio.engine.tokens import Span

_STAR = ord("*")  # `in` is much faster for an int than for a one-byte string


class SegmentKind(StrEnum):
    """The relation of a part of a pattern to the path."""

    LITERAL = "literal"  # bytes that equal the path's
    WILDCARD = "wildcard"  # `*`, with the bytes that it matches
    ANCHOR = "anchor"  # `$` at the end of the pattern
    MISMATCH = "mismatch"  # the first byte that differs
    UNREAD = "unread"  # everything after that


class Segment(NamedTuple):
    """A part of the pattern and the part of the path it is aligned with; both spans count bytes."""

    kind: SegmentKind
    pattern: Span
    path: Span


class Alignment(Struct, frozen=True):
    """A pattern aligned with a path: whether it matches and, if not, the first differing byte of the path (0-based)."""

    matched: bool
    segments: tuple[Segment, ...]
    differs_at: int | None


class Wildcards(NamedTuple):
    """The meaning of the special bytes of a pattern to a crawler.

    Without `star`, a `*` is literal; without `dollar`, so is a `$` at the end. `earliest` is set for matchers that take
    the first place where the piece after a `*` occurs, and give up if the path goes on after the anchor.
    """

    star: bool = True
    dollar: bool = True
    earliest: bool = False


FULL = Wildcards()
LITERAL = Wildcards(star=False, dollar=False)
STAR_ONLY = Wildcards(dollar=False)
EARLIEST = Wildcards(earliest=True)


class Pattern(NamedTuple):
    """A pattern split at its wildcards.

    It matches a path that starts with `prefix`, then contains the `middles` in order, then `tail`: at the very end if
    `anchored`. `tail` is None if no wildcard is followed by anything. `earliest` as in `Wildcards`; a pattern without
    wildcards may have a bound, `below`, before which a path must sort.
    """

    prefix: bytes
    middles: tuple[bytes, ...]
    tail: bytes | None
    anchored: bool
    earliest: bool = False
    below: bytes | None = None

    def matches(self, path: bytes) -> bool:
        """Return True if the pattern matches the path (with query), from its first byte."""
        if not path.startswith(self.prefix):
            return False
        at = len(self.prefix)
        tail = self.tail
        if tail is None:
            return at == len(path) if self.anchored else self.below is None or path < self.below
        for piece in self.middles:
            at = path.find(piece, at)
            if at < 0:
                return False
            at += len(piece)
        if not self.anchored:
            return path.find(tail, at) >= 0
        if self.earliest:
            return path.endswith(tail) and path.find(tail, at) == len(path) - len(tail)
        return len(path) - len(tail) >= at and path.endswith(tail)

    @property
    def needle(self) -> bytes:
        """The longest byte string that every matching path contains."""
        return max((self.tail or b"", *self.middles, self.prefix), key=len)


def compile_pattern(text: bytes, wildcards: Wildcards = FULL) -> Pattern:
    """Split a pattern; runs of `*`, and a `*` at the end, only add to its length and are left out here."""
    anchored = wildcards.dollar and text.endswith(b"$")
    if not wildcards.star or _STAR not in text:
        return Pattern(text[:-1] if anchored else text, (), None, anchored)
    pieces = (text[:-1] if anchored else text).split(b"*")
    prefix, rest = pieces[0], [piece for piece in pieces[1:] if piece]
    if not pieces[-1]:
        # A final star matches to the end of any path, anchored or not.
        return Pattern(prefix, tuple(rest[:-1]), rest[-1] if rest else None, anchored=False)
    return Pattern(prefix, tuple(rest[:-1]), rest[-1], anchored, wildcards.earliest)


def align(text: bytes, path: bytes, wildcards: Wildcards = FULL) -> Alignment:
    """Align a pattern with a path as far as it matches; for display, so exact about spans rather than fast."""
    anchored = wildcards.dollar and text.endswith(b"$")
    end = len(text) - anchored
    pieces = text[:end].split(b"*") if wildcards.star else [text[:end]]
    segments: list[Segment] = []
    read = at = 0
    for index, piece in enumerate(pieces):
        if index:
            is_last = index == len(pieces) - 1
            start = _where(piece, path, at, at_end=anchored and is_last and bool(piece) and not wildcards.earliest)
            stop = len(path) if is_last and not piece else start
            segments.append(Segment(SegmentKind.WILDCARD, Span(read, read + 1), Span(at, stop)))
            read, at = read + 1, stop
        common = _common_length(piece, path, at)
        if common:
            segments.append(Segment(SegmentKind.LITERAL, Span(read, read + common), Span(at, at + common)))
        if common < len(piece):
            return _stopped(segments, text, read + common, at + common, path)
        read, at = read + common, at + common
    if anchored:
        if at < len(path):
            return _stopped(segments, text, read, at, path)
        segments.append(Segment(SegmentKind.ANCHOR, Span(read, read + 1), Span(at, at)))
    return Alignment(matched=True, segments=tuple(segments), differs_at=None)


def _where(piece: bytes, path: bytes, at: int, *, at_end: bool) -> int:
    """Return where the piece after a wildcard occurs in the path or, if it does not, where its longest prefix does."""
    if at_end and len(path) - len(piece) >= at and path.endswith(piece):
        return len(path) - len(piece)
    low, high = 0, len(piece)
    while low < high:
        half = (low + high + 1) // 2
        if path.find(piece[:half], at) >= 0:
            low = half
        else:
            high = half - 1
    return path.find(piece[:low], at)


def _common_length(piece: bytes, path: bytes, at: int) -> int:
    length = 0
    for ours, theirs in zip(piece, path[at : at + len(piece)], strict=False):
        if ours != theirs:
            break
        length += 1
    return length


def _stopped(segments: list[Segment], text: bytes, read: int, at: int, path: bytes) -> Alignment:
    """End the alignment of a pattern whose byte `read` differs from byte `at` of the path."""
    segments.append(Segment(SegmentKind.MISMATCH, Span(read, read + 1), Span(at, min(at + 1, len(path)))))
    if read + 1 < len(text):
        segments.append(Segment(SegmentKind.UNREAD, Span(read + 1, len(text)), Span(at, at)))
    return Alignment(matched=False, segments=tuple(segments), differs_at=at)
