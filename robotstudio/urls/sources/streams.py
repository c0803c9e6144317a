"""Files of any size as blocks: unpacked (whatever their name), decoded, cut at line ends."""

import codecs
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct, field
from msgspec.structs import replace

from robotstudio.store.errors import FileContentError
from robotstudio.store.files import opened
from robotstudio.store.unpacking import DamagedError, EndsEarlyError, NeedsMemoryError, unpacked_blocks
from robotstudio.text.language import Message, Plural, Told, told
from robotstudio.urls.url_builder import MOST_URLS


class ReadLimits(Struct, frozen=True):
    """`max_bytes` counts after decompression: a small archive can unpack to any size."""

    max_bytes: int = 8 * 1024**3
    line: int = 256 * 1024
    urls: int = MOST_URLS
    rejected: int = 200
    """Number of rejected lines kept for display; all are counted."""
    agents: int = 20_000
    """Number of different User-Agent headers of a log that are told apart."""


DEFAULT_LIMITS: Final = ReadLimits()


HEAD: Final = 64 * 1024
"""Bytes read to detect what a file is."""

_BLOCK: Final = 256 * 1024
_BOMS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


_READ_UP_TO = Plural(
    "“{name}” was read up to {count} bytes; it has more.", "“{name}” was read up to {count} bytes; it has more."
)
_HOLE: Final = bytes(4)
_SKIPPED = Plural(
    "“{name}” begins with {count} NUL, as a log that was truncated while the server wrote it. It was skipped.",
    "“{name}” begins with {count} NULs, as a log that was truncated while the server wrote it. They were skipped.",
)
_DAMAGED: Message = "The archive “{name}” is damaged; everything before the damage was read."
_ENDS_EARLY: Message = "The archive “{name}” ends early; everything in it was read."
_NEEDS_MEMORY: Message = "“{name}” was not read: it needs too much memory to unpack. Compress it again with gzip."


class SourceFile(Struct):
    """A file being read: its position, and what was wrong with it as a whole."""

    path: Path
    file: BinaryIO
    size: int
    limits: ReadLimits = DEFAULT_LIMITS
    notes: list[Told] = field(default_factory=list)
    """Messages: it ends early, it is larger than the limit."""
    is_whole: bool = True
    """False if part of it could not be read."""

    @property
    def share(self) -> float:
        """The fraction read so far."""
        return self.file.tell() / self.size if self.size else 1.0

    def blocks(self) -> Iterator[bytes]:
        """Iterate over its bytes, unpacked, up to the limit."""
        left = self.limits.max_bytes
        for block in self._without_hole():
            if len(block) > left:
                self.notes.append(told(_READ_UP_TO, name=self.path.name, count=self.limits.max_bytes))
                yield block[:left]
                return
            left -= len(block)
            yield block

    def _without_hole(self) -> Iterator[bytes]:
        """Skip the NULs before a text: a log that is truncated while a server writes it begins with a hole."""
        skipped, is_start = 0, True
        for block in self._unpacked():
            rest = block
            if is_start and (skipped or block.startswith(_HOLE)):
                rest = block.lstrip(b"\0")
                skipped += len(block) - len(rest)
                if not rest:
                    continue
                self.notes.append(told(_SKIPPED, name=self.path.name, count=skipped))
            is_start = False
            yield rest
        if is_start and skipped:  # there is nothing else: no text
            yield _HOLE

    def _unpacked(self) -> Iterator[bytes]:
        try:
            yield from unpacked_blocks(self.file)
        except EndsEarlyError:
            self.note_loss(told(_ENDS_EARLY, name=self.path.name))
        except DamagedError:
            self.note_loss(told(_DAMAGED, name=self.path.name))
        except NeedsMemoryError as error:
            raise FileContentError(_NEEDS_MEMORY, self.path) from error

    def note_loss(self, what: Told) -> None:
        """Note that part of the file could not be read."""
        self.notes.append(what)
        self.is_whole = False

    def texts(self) -> Iterator[str]:
        """Iterate over its text in pieces of whole lines, ended by LF; a line that never ends is cut."""
        for block in self._lines():
            yield block.replace("\r\n", "\n").replace("\r", "\n") if "\r" in block else block

    def _lines(self) -> Iterator[str]:
        """Split at line ends."""
        rest, is_cut = "", False
        for text in decoded(self.blocks()):
            fresh = text
            if is_cut:  # the end of a line that was too long
                _, end, fresh = text.partition("\n")
                is_cut = not end
            whole, rest = _last_end(rest + fresh)
            if whole:
                yield whole
            if len(rest) > self.limits.line:
                yield rest[: self.limits.line] + "\n"
                rest, is_cut = "", True
        if rest:
            yield rest + "\n"


@contextmanager
def open_source(path: Path, limits: ReadLimits = DEFAULT_LIMITS) -> Iterator[SourceFile]:
    """Open a file for the duration of the context; `-` is standard input. Raises FileError."""
    if str(path) == "-":
        yield SourceFile(path, sys.stdin.buffer, 0, limits)
        return
    with opened(path) as (file, size):
        yield SourceFile(path, file, size, limits)


def head_of(path: Path) -> bytes:
    """Return the first bytes of a file, decompressed. Raises FileError."""
    with open_source(path, replace(DEFAULT_LIMITS, max_bytes=HEAD)) as source:
        return b"".join(source.blocks())


def encoding_of(head: bytes) -> tuple[str, int]:
    """Return the encoding of a text, and the length of its BOM."""
    for bom, encoding in _BOMS:
        if head.startswith(bom):
            return encoding, len(bom)
    some = head[: 2 * (min(len(head), 400) // 2)]
    even, odd = some[::2], some[1::2]
    for encoding, letters, zeros in (("utf-16-le", even, odd), ("utf-16-be", odd, even)):
        if len(zeros) >= 4 and zeros.count(0) > 0.8 * len(zeros) and 0 not in letters:  # Latin letters without a BOM
            return encoding, 0
    return "utf-8", 0


def decoded(blocks: Iterator[bytes]) -> Iterator[str]:
    """Decode UTF-8 or UTF-16; invalid lines as Latin-1, which decodes anything."""
    first = next(blocks, b"")
    encoding, start = encoding_of(first)
    pieces = chain((first[start:],), blocks)
    if encoding != "utf-8":
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        yield from map(decoder.decode, pieces)
        yield decoder.decode(b"", final=True)
        return
    rest = b""
    for piece in pieces:
        whole, end, rest = (rest + piece).rpartition(b"\n")
        yield _utf8(whole + end)
        if len(rest) > _BLOCK:
            yield _utf8(rest)
            rest = b""
    yield _utf8(rest)


def _utf8(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return "\n".join(map(_utf8_or_latin, raw.split(b"\n")))


def _utf8_or_latin(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _last_end(text: str) -> tuple[str, str]:
    """Split after the last line end. A CR at the very end may be half of a CRLF."""
    at = text.rfind("\n") + 1 or text.rfind("\r", 0, -1) + 1
    return text[:at], text[at:]
