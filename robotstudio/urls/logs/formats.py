"""The formats of logs as rows, and which one a file is in."""

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from robotstudio.store.errors import FileContentError
from robotstudio.text.language import Message, Told, told
from robotstudio.urls.logs.fields import LogFields
from robotstudio.urls.logs.record import LineReader, LogRecord
from robotstudio.urls.logs.structured import json_reader, separated_reader
from robotstudio.urls.logs.text import CefReader, CommonReader, HaproxyReader, LoadBalancerReader, S3Reader
from robotstudio.urls.logs.w3c import W3cReader, w3c_reader
from robotstudio.urls.sources.streams import SourceFile

LOOKED_AT: Final = 100
"""Lines at the start of a file that decide its format."""


class LogFormat(Struct, frozen=True):
    """A family of formats: `make` returns its reader for the first lines of a file, or None if they are not in it."""

    id: str
    title: Message
    make: Callable[[Sequence[str], LogFields], LineReader | None]


class FoundFormat(Struct, frozen=True):
    """The format of a file, and its reader."""

    format: LogFormat
    reader: LineReader
    bare: Callable[[str], str] | None = None
    """Returns a line without what syslog or a container's log added; None if nothing did."""


def _if_read(make: Callable[[], LineReader]) -> Callable[[Sequence[str], LogFields], LineReader | None]:
    """Return a function that makes a reader if it reads at least half of the lines that are no comments."""

    def found(lines: Sequence[str], _fields: LogFields) -> LineReader | None:
        reader = make()
        requests = [line for line in lines if line.strip() and not line.startswith("#")]
        readable = sum(reader.read(line) is not None for line in requests)
        return reader if requests and readable * 2 >= len(requests) else None

    return found


FORMATS: Final[tuple[LogFormat, ...]] = (
    LogFormat("w3c", "W3C extended format (IIS, CloudFront and others)", lambda lines, _fields: w3c_reader(lines)),
    LogFormat("common", "common or combined format (Apache, nginx and others)", _if_read(CommonReader)),
    LogFormat("s3", "Amazon S3 server access log", _if_read(S3Reader)),
    LogFormat("alb", "AWS load balancer log", _if_read(LoadBalancerReader)),
    LogFormat("haproxy", "HAProxy HTTP log", _if_read(HaproxyReader)),
    LogFormat("cef", "CEF (Imperva and others)", _if_read(CefReader)),
    LogFormat("json", "JSON lines", json_reader),
    LogFormat("separated", "separated values", separated_reader),
)


def find_format(lines: Sequence[str], fields: LogFields | None = None) -> FoundFormat | None:
    """Find the format of a file by its first lines; None if it is no log.

    `fields` is the person's own mapping, for JSON and separated values.
    """
    head = lines[:LOOKED_AT]
    filled = [line for line in head if line.strip() and not line.startswith("#")]
    for bare in _WRAPPERS:
        inner = [bare(line) for line in filled]
        if sum(map(operator.ne, inner, filled)) * 2 > len(filled) and (found := find_format(inner, fields)):
            return replace(found, bare=bare)
    for row in FORMATS:
        if (reader := row.make(head if row.id == "w3c" else filled, fields or {})) is not None:
            return FoundFormat(row, reader)
    return None


def _without_prefix(line: str) -> str:
    """Return a line without the prefix of syslog or of Kubernetes."""
    found = _PREFIX.match(line)
    return line[found.end() :] if found else line


def _out_of_docker(line: str) -> str:
    """Return the line in an object of Docker's JSON log."""
    if not line.startswith(('{"log":"', '{"log": "')):
        return line
    try:
        return _DECODE_DOCKER(line).log.rstrip("\n")
    except (msgspec.MsgspecError, UnicodeEncodeError):
        return line


class _DockerLine(Struct):
    log: str


_DECODE_DOCKER: Final = msgspec.json.Decoder(_DockerLine).decode
_PREFIX: Final = re.compile(
    r"(?:<\d{1,3}>)?(?:"
    r"1 \d{4}-\d\d-\d\dT\S++ \S++ \S++ \S++ \S++ (?:-|\[[^\]]*+\]) "  # RFC 5424
    r"|(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\S++) \S++ [^\s:\[]++(?:\[\d++\])?: "  # RFC 3164
    r"|\d{4}-\d\d-\d\dT\S++ (?:stdout|stderr) [FP] "  # Kubernetes
    r")(?:\ufeff)?"
)
_WRAPPERS: Final = (_without_prefix, _out_of_docker)


NOT_A_LINE: Final[Message] = "This line is not a request in this format: {format}."
UNKNOWN_LINE: Final[Message] = "This line is not a request in a known log format."
_NO_STEM: Final[Message] = "The log “{name}” names no URLs: cs-uri-stem is not among its “#Fields”."
_NO_QUERIES: Final[Message] = (
    "The log “{name}” has paths without their parameters: cs-uri-query is not among its “#Fields”."
)
_NO_ZONE: Final[Message] = "The times in “{name}” have no time zone: they are read as UTC."


class LogLines:
    """The lines of a log with their requests, without empty lines and comments."""

    def __init__(self, source: SourceFile, fields: LogFields | None = None) -> None:
        """Find the format in the first lines."""
        self._source, self._fields = source, fields
        self.found: FoundFormat | None = None
        self.read = 0
        """Number of lines read so far, with empty lines and comments."""
        self.head: tuple[str, ...] = ()
        """The first lines that are neither empty nor comments."""

    def __iter__(self) -> Iterator[tuple[int, str, LogRecord | None]]:
        """Yield line numbers, lines and requests; no request if the line is not in the format of the log.

        Raises FileContentError for a log that has no URLs by its own header.
        """
        reader: LineReader | None = None
        bare: Callable[[str], str] | None = None
        for text in self._source.texts():
            lines = text.split("\n")[:-1]
            if reader is None:
                reader = self._reader(lines)
                bare = self.found.bare if self.found else None
            for line in lines:
                self.read += 1
                if line.startswith("#"):
                    self._note(reader, line)
                elif line and line != reader.header and not line.isspace():
                    yield self.read, line, reader.read(bare(line) if bare else line)

    def reason(self, record: LogRecord | None) -> Told:
        """Return why a line has no URL."""
        if record is not None and record.why is not None:
            return record.why
        return told(NOT_A_LINE, format=told(self.found.format.title)) if self.found else told(UNKNOWN_LINE)

    def _reader(self, lines: Sequence[str]) -> LineReader:
        self.found = find_format(lines, self._fields)
        bare = self.found.bare if self.found and self.found.bare else str
        self.head = tuple(bare(line) for line in lines[:LOOKED_AT] if line.strip() and not line.startswith("#"))
        reader = self.found.reader if self.found else CommonReader()
        self._check(reader)
        if self.found and not reader.has_zone:
            self._source.notes.append(told(_NO_ZONE, name=self._source.path.name))
        return reader

    def _note(self, reader: LineReader, line: str) -> None:
        reader.note(line)
        self._check(reader)

    def _check(self, reader: LineReader) -> None:
        """Refuse `#Fields` without URLs, and note once that they have no queries."""
        if not isinstance(reader, W3cReader):
            return
        if not reader.has_urls:
            raise FileContentError(_NO_STEM, self._source.path)
        note = told(_NO_QUERIES, name=self._source.path.name)
        if not reader.has_queries and note not in self._source.notes:
            self._source.notes.append(note)
