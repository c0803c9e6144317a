"""The bytes of a file line by line, with a sign for each invisible one; made when a line is shown."""

import re
from bisect import bisect_right
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from robotstudio.engine.revision import count_line_ends
from robotstudio.engine.tokens import LINE_END, UTF8_BOM

if TYPE_CHECKING:  # the editor shows a text before it is read
    from robotstudio.engine import Dialect

MOST_SHOWN = 24_000
"""Bytes of a line: more than any crawler reads of one."""

_END_SIGNS = {b"\n": "LF", b"\r\n": "CR LF", b"\r": "CR", b"": "end of file"}
_BLANKS = {" ": "·", "\t": "→"}
_CONTROLS = [
    *("NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR", "SO", "SI"),
    *("DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US"),
]
_LONGEST_TEXT = 128
_MOST_CACHED = 256

# Printable by Unicode, yet nothing is to be seen: joiners, fillers, variation selectors, the empty Braille sign.
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0]")


class ByteLook(Enum):
    """Look of a stretch of a line."""

    TEXT = "text"
    BLANK = "blank"  # blanks at the end of a line, and tabs
    SIGN = "sign"  # what cannot be seen, by its name
    BYTE = "byte"  # not UTF-8
    END = "end"
    CUT = "cut"


class Stretch(NamedTuple):
    """A stretch of a line as it is shown; `is_read` if the crawler reads it."""

    text: str
    look: ByteLook
    is_read: bool = True


class ByteLimits(Struct, frozen=True):
    """After how many bytes a crawler stops reading a file and each line; None if it does not."""

    file: int | None = None
    line: int | None = None

    @classmethod
    def of(cls, body: bytes, dialect: "Dialect") -> "ByteLimits":
        """Return the limits of a dialect for a file."""
        limit = dialect.max_bytes
        file = dialect.cut(body, limit) if limit is not None and len(body) > limit else None
        return cls(file, dialect.lines.max_bytes)


class FileBytes:
    """A file as bytes; a line is prepared when it is asked for."""

    def __init__(self, body: bytes, cuts: ByteLimits) -> None:
        self.body, self.cuts = body, cuts
        ends = [(end.start(), end.end()) for end in LINE_END.finditer(body)]
        self._starts = [0, *(end for _, end in ends)]
        self._stops = [*(start for start, _ in ends), len(body)]
        self._cache: dict[int, list[Stretch]] = {}

    def __len__(self) -> int:
        return len(self._starts)

    def start(self, row: int) -> int:
        """Return the offset of a line's first byte."""
        return self._starts[row]

    def stop(self, row: int) -> int:
        """Return the offset of a line's end."""
        return self._stops[row]

    def row_of(self, byte: int) -> int:
        """Return the line of a byte."""
        return bisect_right(self._starts, byte) - 1

    def cut_of(self, row: int) -> int | None:
        """Return after how many bytes of a line the crawler stops reading it; negative if it stopped before."""
        start, stop = self._starts[row], self._stops[row]
        found = []
        if self.cuts.line is not None and stop - start > self.cuts.line:
            found.append(self.cuts.line)
        if self.cuts.file is not None and self.cuts.file <= stop:
            found.append(self.cuts.file - start)
        return min(found, default=None)

    def stretches(self, row: int) -> list[Stretch]:
        """Return a line as it is shown."""
        if row not in self._cache:
            if len(self._cache) >= _MOST_CACHED:
                self._cache.clear()
            self._cache[row] = self._line_stretches(row)
        return self._cache[row]

    def _line_stretches(self, row: int) -> list[Stretch]:
        start, stop = self._starts[row], self._stops[row]
        raw, cut = self.body[start : min(stop, start + MOST_SHOWN)], self.cut_of(row)
        found: list[Stretch] = []
        if start == 0 and raw.startswith(UTF8_BOM):
            found.append(Stretch("BOM", ByteLook.SIGN, cut is None or cut > 0))
            raw = raw[3:]
            cut = None if cut is None else max(0, cut - 3)
        if cut is None or cut < 0:
            found += _stretches(raw, is_read=cut is None)
        else:
            found += [*_stretches(raw[:cut], is_read=True), Stretch(f"{self._limit(row):,}", ByteLook.CUT)]
            found += _stretches(raw[cut:], is_read=False)
        if stop - start > MOST_SHOWN:
            found.append(Stretch(f"… {stop - start - MOST_SHOWN:,}", ByteLook.SIGN, is_read=False))
        end = self._starts[row + 1] if row + 1 < len(self._starts) else stop
        found.append(Stretch(_END_SIGNS[self.body[stop:end]], ByteLook.END, cut is None))
        return found

    def _limit(self, row: int) -> int:
        """Return how many bytes the crawler reads of the line, or of the file if that ends first."""
        is_of_line = self.cut_of(row) == self.cuts.line
        return (self.cuts.line if is_of_line else self.cuts.file) or 0


def _stretches(raw: bytes, *, is_read: bool) -> list[Stretch]:
    text = raw.decode("utf-8", "surrogateescape")
    kept = len(text.rstrip(" \t"))
    found: list[Stretch] = []
    plain = 0
    for at, character in enumerate(text):
        special = _special(character, is_at_end=at >= kept)
        if special is None:
            continue
        found += _texts(text[plain:at], is_read=is_read)
        found.append(special._replace(is_read=is_read))
        plain = at + 1
    return found + _texts(text[plain:], is_read=is_read)


def _texts(text: str, *, is_read: bool) -> list[Stretch]:
    """Split plain text into pieces, so that of a very long line only those in sight are drawn."""
    return [Stretch(text[at : at + _LONGEST_TEXT], ByteLook.TEXT, is_read) for at in range(0, len(text), _LONGEST_TEXT)]


def _special(character: str, *, is_at_end: bool) -> Stretch | None:
    """Return a sign for an invisible character or a noncharacter; None for a visible one."""
    code = ord(character)
    if character == "\t" or (is_at_end and character == " "):
        return Stretch(_BLANKS[character], ByteLook.BLANK)
    if 0x20 <= code < 0x7F:
        return None
    if 0xDC80 <= code <= 0xDCFF:
        return Stretch(f"{code - 0xDC00:02X}", ByteLook.BYTE)
    if code < 0x20:
        return Stretch(_CONTROLS[code], ByteLook.SIGN)
    is_seen = character.isprintable() and not _UNSEEN.match(character)
    return None if is_seen else Stretch(f"U+{code:04X}", ByteLook.SIGN)


class ByteFacts(NamedTuple):
    """Facts about the whole file; lines are counted from 1."""

    size: int
    has_bom: bool
    ends: tuple[tuple[str, int], ...]
    hidden: tuple[int, ...]
    cut_lines: tuple[int, ...]
    file_cut_line: int | None


def facts_of(file: FileBytes, most: int = 5) -> ByteFacts:
    """Return totals of a file, and the first lines with something invisible or cut off."""
    body = file.body
    counts = zip(("LF", "CR LF", "CR"), count_line_ends(body).values(), strict=True)
    cut = [
        row + 1
        for row in range(len(file))
        if file.cuts.line is not None and file.stop(row) - file.start(row) > file.cuts.line
    ]
    file_cut = file.cuts.file
    return ByteFacts(
        len(body),
        body.startswith(UTF8_BOM),
        tuple(each for each in counts if each[1]),
        _hidden_lines(file, most),
        tuple(cut[:most]),
        None if file_cut is None else file.row_of(file_cut) + 1,
    )


def _hidden_lines(file: FileBytes, most: int) -> tuple[int, ...]:
    found: list[int] = []
    for row in range(len(file)):
        raw = file.body[file.start(row) : file.stop(row)].removeprefix(UTF8_BOM if row == 0 else b"")
        text = raw.decode("utf-8", "surrogateescape").replace("\t", "")
        if not text.isprintable() or _UNSEEN.search(text):
            found.append(row + 1)
            if len(found) == most:
                break
    return tuple(found)
