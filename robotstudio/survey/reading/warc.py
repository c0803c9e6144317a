"""Answers in WARC files, as Common Crawl publishes those to requests for robots.txt."""

from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader
from typing import Final, Protocol
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct
from warcio.bufferedreaders import ChunkedDataReader
from warcio.limitreader import LimitReader

from robotstudio.fetch.coding import CodingBrokenError, CodingUnsupportedError, decoder_for
from robotstudio.store.unpacking import DamagedError
from robotstudio.survey.facts import MOST_BYTES
from robotstudio.survey.reading.files import TOO_LONG, EndlessHeaderError, InputTrouble, Read, open_unpacked
from robotstudio.survey.tally import HostAnswer
from robotstudio.text.language import Message, told

BODY_ENDS_EARLY: Message = "“{path}”: the body of {name} is truncated; the available part is counted."

_AT_ONCE: Final = 1 << 16
_LONGEST_HEAD: Final = 1 << 18
_FEW: Final = 64
_VERSIONS: Final = (b"WARC/1.0", b"WARC/1.1", b"WARC/0.17", b"WARC/0.18")
_MOST_CHUNKED: Final = 2 * MOST_BYTES


class _Stream(Protocol):
    def read(self, length: int, /) -> bytes: ...


_Fields = Mapping[str, str]
"""The fields of a head by their names in lower case; of several, the first counts."""


class _Record(Struct, frozen=True):
    """The fields of a record, and its block."""

    fields: _Fields
    block: LimitReader


def read_warc(path: str) -> Iterator[Read]:
    """Iterate over the answers for /robots.txt; skip other records."""
    with open_unpacked(path) as file:
        for record in _records(_Lines(file)):
            if record.fields.get("warc-type") == "response":
                yield from _answers(path, record)


class _Lines:
    """A file of heads, which are read by lines and bounded, and of blocks.

    An error comes only after all that could be unpacked.
    """

    def __init__(self, file: BufferedReader) -> None:
        self._file = file
        self._head = 0

    def start_of_record(self) -> bytes:
        """Return the first line of the next record, skipping blank lines; b"" at the end of the file."""
        self._head = 0
        while (line := self._line(_LONGEST_HEAD)) and not line.strip():
            pass
        return line

    def read(self, length: int) -> bytes:
        """Return some bytes: all of them if they are few, as the end of a chunk."""
        self._head = 0
        data = self._file.read1(length)
        while len(data) < length <= _FEW and (more := self._file.read1(length - len(data))):
            data += more
        return data

    def readline(self, length: int = _LONGEST_HEAD) -> bytes:
        """Return a line of a head. Raises EOFError at the end of the file, where no head ends."""
        line = self._line(length)
        if not line:
            raise EOFError
        return line

    def _line(self, length: int) -> bytes:
        line = self._file.readline(min(length, _LONGEST_HEAD - self._head + 1))
        self._head += len(line)
        if self._head > _LONGEST_HEAD:
            raise EndlessHeaderError
        return line


def _records(lines: _Lines) -> Iterator[_Record]:
    """Iterate over the records, each read to its end. Raises EOFError if the last one is truncated."""
    while line := lines.start_of_record():
        if not line.upper().startswith(_VERSIONS):
            raise DamagedError(f"Invalid WARC record, first line: {_text(line)}")
        fields = _fields(lines.readline)
        if "content-length" not in fields:
            raise DamagedError("a record does not say how long it is")
        record = _Record(fields, LimitReader(lines, _size(fields["content-length"])))
        yield record
        _require_whole(record)


def _fields(readline: Callable[[], bytes]) -> _Fields:
    """Read the fields of a head and the empty line after it; a line that begins with a blank continues a field."""
    found: list[tuple[str, str]] = []
    while line := _text(readline()):
        if found and line[0] in " \t":
            found[-1] = found[-1][0], found[-1][1] + line
        else:
            name, colon, value = line.partition(":")
            found.append((name.rstrip(" \t").lower() if colon else "", value.lstrip()))
    return dict(reversed(found))


def _text(line: bytes) -> str:
    try:
        return line.decode().rstrip()
    except UnicodeDecodeError:
        return line.decode("latin-1").rstrip()


def _size(text: str) -> int:
    try:
        return max(int(text), 0)
    except ValueError:
        return 0


def _require_whole(record: _Record) -> None:
    while record.block.read(_AT_ONCE):
        pass
    if record.block.limit > 0:
        raise EOFError


def _answers(path: str, record: _Record) -> Iterator[Read]:
    url = record.fields.get("warc-target-uri", "").strip("<>")
    parts = _parts_of(url)
    if not record.block.limit or parts is None or parts.path != "/robots.txt":
        return
    first = _text(record.block.readline())
    headers = _fields(record.block.readline) if first else {}
    status = first.partition(" ")[2].strip().partition(" ")[0]
    body, lack = _body_of(record.block, headers)
    _require_whole(record)
    yield HostAnswer(
        parts.netloc.rpartition("@")[2].lower().removesuffix(":80").removesuffix(":443"),
        body,
        int(status) if status.isdecimal() and len(status) == 3 else None,
        headers.get("content-type", ""),
        record.fields.get("warc-date", ""),
    )
    if lack is None and record.fields.get("warc-truncated"):
        lack = BODY_ENDS_EARLY
    if lack is not None:
        yield InputTrouble(told(lack, path=path, name=url))


def _parts_of(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:
        return None


def _body_of(stream: _Stream, headers: _Fields) -> tuple[bytes, Message | None]:
    """Return the decoded body up to the limit, and the message if that is not all of it."""
    if "chunked" not in headers.get("transfer-encoding", "").lower():
        return _decoded(stream, headers)
    limited = LimitReader(stream, _MOST_CHUNKED)  # whole chunks are read into memory
    body, lack = _decoded(ChunkedDataReader(limited), headers)
    return body, lack if limited.limit > 0 else TOO_LONG


def _decoded(stream: _Stream, headers: _Fields) -> tuple[bytes, Message | None]:
    coding = headers.get("content-encoding", "").strip().lower()
    try:
        decoder = decoder_for(coding)
    except CodingUnsupportedError:
        return _start_of(stream)
    raw_read, body = 0, bytearray()
    try:
        while len(body) <= MOST_BYTES and raw_read <= MOST_BYTES and (piece := stream.read(_AT_ONCE)):
            raw_read += len(piece)
            body += decoder.decode(piece, MOST_BYTES + 1 - len(body))
        if len(body) > MOST_BYTES or raw_read > MOST_BYTES:
            return bytes(body[:MOST_BYTES]), TOO_LONG
        decoder.finish()
    except CodingBrokenError:
        if not body and raw_read == len(piece):  # some archives store the header, but the body decoded
            return _start_of(stream, piece)
        return bytes(body), BODY_ENDS_EARLY
    return bytes(body), None


def _start_of(stream: _Stream, start: bytes = b"") -> tuple[bytes, Message | None]:
    body = bytearray(start)
    while len(body) <= MOST_BYTES and (piece := stream.read(_AT_ONCE)):
        body += piece
    return bytes(body[:MOST_BYTES]), TOO_LONG if len(body) > MOST_BYTES else None
