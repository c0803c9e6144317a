"""Answers in WARC files, as Common Crawl keeps those to requests for robots.txt."""

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from warcio.archiveiterator import ArchiveIterator
from warcio.bufferedreaders import ChunkedDataReader
from warcio.exceptions import ArchiveLoadFailed

from robotstudio.io.fetching.coding import CodingBrokenError, CodingUnsupportedError, decoder_for
from robotstudio.io.survey.inputs import Read, broken, cut, unpacked
from robotstudio.survey.facts import MOST_BYTES
from robotstudio.survey.tally import HostAnswer

_AT_ONCE: Final = 1 << 16


def read_warc(path: str) -> Iterator[Read]:
    """The answers to requests for /robots.txt; other records are passed over."""
    with unpacked(path) as file:
        try:
            for record in ArchiveIterator(file, no_record_parse=False):
                if record.rec_type == "response":
                    yield from _answers(path, record)
        except ArchiveLoadFailed as error:
            yield broken(path, error)


def _answers(path: str, record: Any) -> Iterator[Read]:  # noqa: ANN401  # warcio has no types
    url = str(record.rec_headers.get_header("WARC-Target-URI") or "").strip("<>")
    headers = record.http_headers
    if headers is None or _path_of(url) != "/robots.txt":
        return
    status = str(headers.get_statuscode() or "")
    body, is_whole = _body_of(record)
    yield HostAnswer(
        _host_of(url),
        body,
        int(status) if status.isdecimal() and len(status) == 3 else None,
        headers.get_header("Content-Type") or "",
        str(record.rec_headers.get_header("WARC-Date") or ""),
    )
    if not is_whole:
        yield cut(path, url)
    elif getattr(record.raw_stream, "limit", 0) > 0 and len(body) < MOST_BYTES and not record.raw_stream.read(1):
        raise EOFError("it ends in the middle of a record")


def _path_of(url: str) -> str:
    try:
        return urlsplit(url).path
    except ValueError:
        return ""


def _host_of(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2].lower().removesuffix(":80").removesuffix(":443")


def _body_of(record: Any) -> tuple[bytes, bool]:  # noqa: ANN401  # as above
    """The body without its codings, at most so many bytes, and whether that is all of it."""
    stream = record.raw_stream
    if "chunked" in str(record.http_headers.get_header("Transfer-Encoding") or "").lower():
        stream = ChunkedDataReader(stream)
    coding = str(record.http_headers.get_header("Content-Encoding") or "").strip().lower()
    try:
        decoder = decoder_for(coding)
    except CodingUnsupportedError:
        return _start_of(stream)
    raw_read, body = 0, bytearray()
    while len(body) <= MOST_BYTES and raw_read <= MOST_BYTES and (piece := stream.read(_AT_ONCE)):
        raw_read += len(piece)
        try:
            body += decoder.decode(piece, MOST_BYTES + 1 - len(body))
        except CodingBrokenError:
            if not body:  # some archives keep the header, and the body without its coding
                rest, is_whole = _start_of(stream)
                return (piece + rest)[:MOST_BYTES], is_whole and len(piece) + len(rest) <= MOST_BYTES
            break
    return bytes(body[:MOST_BYTES]), len(body) <= MOST_BYTES and raw_read <= MOST_BYTES


def _start_of(stream: Any) -> tuple[bytes, bool]:  # noqa: ANN401  # as above
    body = bytearray()
    while len(body) <= MOST_BYTES and (piece := stream.read(_AT_ONCE)):
        body += piece
    return bytes(body[:MOST_BYTES]), len(body) <= MOST_BYTES
