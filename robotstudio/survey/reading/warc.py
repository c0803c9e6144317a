"""Answers in WARC files, as Common Crawl publishes those to requests for robots.txt."""

import io
from collections.abc import Iterator
from typing import Final, Protocol
from urllib.parse import urlsplit

from warcio.bufferedreaders import BufferedReader, ChunkedDataReader
from warcio.limitreader import LimitReader
from warcio.recordloader import ArcWarcRecordLoader

from robotstudio.fetch.coding import CodingBrokenError, CodingUnsupportedError, decoder_for
from robotstudio.store.unpacking import DamagedError, Piecewise
from robotstudio.survey.facts import MOST_BYTES
from robotstudio.survey.reading.files import TOO_LONG, EndlessHeaderError, InputTrouble, Read, open_unpacked
from robotstudio.survey.tally import HostAnswer
from robotstudio.text.language import Message, told

BODY_ENDS_EARLY: Message = "“{path}”: the body of {name} is truncated; the available part is counted."

_AT_ONCE: Final = 1 << 16
_LONGEST_HEAD: Final = 1 << 18
_MOST_CHUNKED: Final = 2 * MOST_BYTES


class _Stream(Protocol):
    def read(self, length: int, /) -> bytes: ...


class _Headers(Protocol):
    def get_header(self, name: str) -> str | None: ...


class _Record(Protocol):
    """The used part of a record of warcio, which has no types."""

    rec_type: str
    rec_headers: _Headers
    raw_stream: LimitReader
    length: int | None


def read_warc(path: str) -> Iterator[Read]:
    """Iterate over the answers for /robots.txt; skip other records."""
    with open_unpacked(path) as file:
        loader = ArcWarcRecordLoader(verify_http=False, arc2warc=False)
        for record in _records(loader, _Lines(file)):
            if record.rec_type == "response":
                yield from _answers(path, record, loader)


class _Lines(BufferedReader):  # type: ignore[misc]  # warcio has no types
    """A reader for warcio with a bound on heads, which warcio reads by lines without one."""

    def __init__(self, file: io.BufferedReader) -> None:
        super().__init__(Piecewise(file), block_size=_AT_ONCE)
        self._head = 0

    def start_of_record(self) -> bytes:
        """Return the first line of the next record, skipping blank lines; b"" at the end of the file."""
        self._head = 0
        while (line := self._line(None)) and not line.strip():
            pass
        return line

    def read(self, length: int | None = None) -> bytes:
        self._head = 0
        return bytes(super().read(length))

    def readline(self, length: int | None = None) -> bytes:
        """Return a line of a head. Raises EOFError at the end of the file, where no head ends."""
        line = self._line(length)
        if not line:
            raise EOFError
        return line

    def _line(self, length: int | None) -> bytes:
        left = _LONGEST_HEAD - self._head + 1
        line = bytes(super().readline(left if length is None else min(left, length)))
        self._head += len(line)
        if self._head > _LONGEST_HEAD:
            raise EndlessHeaderError
        return line


def _records(loader: ArcWarcRecordLoader, lines: _Lines) -> Iterator[_Record]:
    """Iterate over the records, each read to its end. Raises EOFError if the last one is truncated.

    warcio's own iterator accepts truncated files.
    """
    while line := lines.start_of_record():
        record = loader.parse_record_stream(lines, line, "warc", no_record_parse=True)
        if record.raw_stream is lines:
            raise DamagedError("a record does not say how long it is")
        yield record
        _require_whole(record)


def _require_whole(record: _Record) -> None:
    while record.raw_stream.read(_AT_ONCE):
        pass
    if record.raw_stream.limit > 0:
        raise EOFError


def _answers(path: str, record: _Record, loader: ArcWarcRecordLoader) -> Iterator[Read]:
    url = str(record.rec_headers.get_header("WARC-Target-URI") or "").strip("<>")
    if not record.length or _path_of(url) != "/robots.txt":
        return
    headers = loader.http_parser.parse(record.raw_stream)
    status = str(headers.get_statuscode() or "")
    body, lack = _body_of(record.raw_stream, headers)
    _require_whole(record)
    yield HostAnswer(
        _host_of(url),
        body,
        int(status) if status.isdecimal() and len(status) == 3 else None,
        headers.get_header("Content-Type") or "",
        str(record.rec_headers.get_header("WARC-Date") or ""),
    )
    if lack is None and record.rec_headers.get_header("WARC-Truncated"):
        lack = BODY_ENDS_EARLY
    if lack is not None:
        yield InputTrouble(told(lack, path=path, name=url))


def _path_of(url: str) -> str:
    try:
        return urlsplit(url).path
    except ValueError:
        return ""


def _host_of(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2].lower().removesuffix(":80").removesuffix(":443")


def _body_of(stream: _Stream, headers: _Headers) -> tuple[bytes, Message | None]:
    """Return the decoded body up to the limit, and the message if that is not all of it."""
    if "chunked" not in str(headers.get_header("Transfer-Encoding") or "").lower():
        return _decoded(stream, headers)
    limited = LimitReader(stream, _MOST_CHUNKED)  # whole chunks are read into memory
    body, lack = _decoded(ChunkedDataReader(limited), headers)
    return body, lack if limited.limit > 0 else TOO_LONG


def _decoded(stream: _Stream, headers: _Headers) -> tuple[bytes, Message | None]:
    coding = str(headers.get_header("Content-Encoding") or "").strip().lower()
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
