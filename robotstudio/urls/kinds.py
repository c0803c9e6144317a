"""Detect what a chosen file is: a robots.txt, or a kind of URL source. By content first, then by name."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final

from robotstudio.engine import Field, parse_line, split_lines
from robotstudio.engine.content import Content, content_of
from robotstudio.store.errors import FileContentError
from robotstudio.text.language import Message, told
from robotstudio.urls.logs.fields import LogFields
from robotstudio.urls.logs.formats import find_format
from robotstudio.urls.sources.log_columns import require_fields
from robotstudio.urls.sources.streams import decoded, encoding_of, head_of
from robotstudio.urls.sources.tables import delimiter_of, preview

_ROBOTS_FIELDS: Final = frozenset({Field.USER_AGENT, Field.ALLOW, Field.DISALLOW})
_TABLE_NAMES: Final = (".csv", ".tsv", ".tab", ".csv.gz", ".tsv.gz")
_FEED_ROOTS: Final = ("<?xml", "<urlset", "<sitemapindex", "<rss", "<feed")
_LOOKED_AT: Final = 50

_SIGNATURES: Final[Mapping[bytes, Message]] = {
    b"\xd0\xcf\x11\xe0": "an old Office document; save its table as CSV",
    b"%PDF-": "a PDF document",
    b"\x89PNG": "a picture",
    b"GIF8": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"RIFF": "a picture, sound or video",
    b"\x7fELF": "a program",
    b"MZ\x90": "a program",
    b"SQLite format 3": "a database",
    b"7z\xbc\xaf": "a 7-Zip archive; unpack it",
}
"""Signatures of binary files that people keep beside their URL lists, and what they are."""
_ZIP: Final = b"PK\x03\x04"
_HAR: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:\s*\{')
_DATABASE: Final = b"SQLite format 3"
_IDENTITY: Final = slice(68, 72)
_OF_CRAWLS: Final = b"RSTC"
_IS_JSON: Message = (
    "“{name}” is JSON, but not an access log with a request on each line. Save its URLs as a list with one URL per "
    "line, or as CSV."
)
_NO_TEXT: Message = "not text"


class FileKind(StrEnum):
    ROBOTS = "robots"
    LIST = "list"
    TABLE = "table"
    SITEMAP = "sitemap"
    LOG = "log"
    CRAWL = "crawl"
    ARCHIVE = "archive"  # a ZIP archive of tables, or a workbook
    HAR = "har"


def holds_rules(path: Path) -> bool:
    """Return True if a file is meant as a robots.txt: by its name, or by a user-agent, allow or disallow line.

    Raises FileError if it cannot be read.
    """
    if path.name.lower().startswith("robots"):
        return True
    return any(parse_line(raw).field in _ROBOTS_FIELDS for raw in split_lines(head_of(path)))


def holds_crawl(path: Path) -> bool:
    """Return True for a crawl file, under any name. Raises FileError if it cannot be read."""
    return _is_crawl(head_of(path))


def _is_crawl(head: bytes) -> bool:
    return head.startswith(_DATABASE) and head[_IDENTITY] == _OF_CRAWLS


def source_kind(path: Path, fields: LogFields | None = None) -> FileKind:
    """Return the kind of a URL source. Raises FileError if it is not one.

    `fields` is the person's mapping, if a log cannot be recognised without it.
    """
    return kind_of_head(path, head_of(path), fields)


def kind_of_head(path: Path, head: bytes, fields: LogFields | None = None) -> FileKind:
    """Like `source_kind`, for the first decompressed bytes of a file with this name."""
    if _is_crawl(head):
        return FileKind.CRAWL
    if head.startswith(_ZIP):
        return FileKind.ARCHIVE
    if _HAR.match(head):
        return FileKind.HAR
    text = require_source(path, head, fields)
    start = text[:2_000].lstrip("\ufeff \t\n").lower()
    if start.startswith("<") and any(root in start for root in _FEED_ROOTS):
        return FileKind.SITEMAP
    first = text.split("\n")[:_LOOKED_AT]
    lines = [line for line in first if line.strip() and not line.startswith("#")]
    if find_format(first, fields) is not None:
        return FileKind.LOG
    return FileKind.TABLE if _is_table(path, text, lines) else FileKind.LIST


def require_source(path: Path, head: bytes, fields: LogFields | None = None) -> str:
    """Decode the beginning of a source. Raises FileContentError if the file cannot be a source."""
    _refuse_binary(path, head)
    if content_of(head) is Content.HTML:
        raise FileContentError("“{name}” is a web page, not a list of URLs or a sitemap.", path)
    text = "".join(decoded(iter((head,)))).replace("\r\n", "\n").replace("\r", "\n")
    first = text.split("\n")[:_LOOKED_AT]
    if content_of(head) is Content.JSON and find_format(first, fields) is None:
        require_fields(path, first, fields or {})
        raise FileContentError(_IS_JSON, path)
    return text


def _is_table(path: Path, text: str, lines: Sequence[str]) -> bool:
    """Return True for a table: by its name, or by several columns, one of them with URLs.

    A comma alone may be part of a URL.
    """
    if path.name.lower().endswith(_TABLE_NAMES):
        return True
    delimiter = delimiter_of(text)
    if delimiter is None:
        return False
    found = preview(text)
    if found.url_column is None:
        return not any("/" in line for line in lines)  # rows of something else
    return delimiter == "\t" or found.has_header or lines[0].startswith('"')


def _refuse_binary(path: Path, head: bytes) -> None:
    what = next((what for start, what in _SIGNATURES.items() if head.startswith(start)), None)
    if what is None and encoding_of(head)[0] == "utf-8" and content_of(head) is Content.BINARY:
        what = _NO_TEXT
    if what:
        raise FileContentError("“{name}” contains no readable URLs: it is {what}.", path, what=told(what))
