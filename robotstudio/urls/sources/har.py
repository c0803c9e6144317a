"""HAR files: the requests of a browser, each with its status, type and time."""

from typing import Final

import msgspec
from msgspec import Struct, field

from robotstudio.store.errors import FileContentError
from robotstudio.text.language import Message, Plural, told
from robotstudio.urls.sources.cells import WantedColumn
from robotstudio.urls.sources.collector import Collector
from robotstudio.urls.sources.streams import SourceFile
from robotstudio.urls.value_columns import ColumnKind

_MOST_BYTES: Final = 512 * 1024 * 1024
"""Bodies of answers are in the file, and the whole of it is held in memory."""
_STEP_EVERY: Final = 1_024
_WEB: Final = ("http://", "https://")

_NO_HAR: Message = "“{name}” is not a readable HAR file: {why}."
_TOO_LARGE = Plural(
    "“{name}” was not read: HAR files up to {count} bytes are read.",
    "“{name}” was not read: HAR files up to {count} bytes are read.",
)
_OTHER_SCHEME = told("This is not a request to a web server.")

_COLUMNS: Final = (
    WantedColumn(0, "status", "status", adds=False),
    WantedColumn(1, "mimeType", "content_type", kind=ColumnKind.STATE),
    WantedColumn(2, "time", "response_time", adds=False),
)


class _Request(Struct):
    url: str = ""


class _Content(Struct, rename="camel"):
    mime_type: str = ""


class _Response(Struct):
    status: float = 0
    content: _Content = field(default_factory=_Content)


class _Entry(Struct):
    request: _Request = field(default_factory=_Request)
    response: _Response = field(default_factory=_Response)
    time: float | None = None


class _Log(Struct):
    entries: list[_Entry]


class _Har(Struct):
    log: _Log


def read_har(source: SourceFile, collector: Collector) -> None:
    """Add the URLs of all requests. Raises FileContentError."""
    pieces, size = [], 0
    for block in source.blocks():
        size += len(block)
        if size > _MOST_BYTES:
            raise FileContentError(_TOO_LARGE, source.path, count=_MOST_BYTES)
        pieces.append(block)
        collector.step(source)
    try:
        found = msgspec.json.decode(b"".join(pieces).removeprefix(b"\xef\xbb\xbf"), type=_Har)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FileContentError(_NO_HAR, source.path, why=str(error)) from error
    collector.begin_table(None, _COLUMNS)
    for number, entry in enumerate(found.log.entries, 1):
        url = entry.request.url
        if not url.lower().startswith(_WEB):
            collector.reject(number, url, _OTHER_SCHEME)
            continue
        status = f"{entry.response.status:.0f}" if entry.response.status > 0 else ""
        time = "" if entry.time is None or entry.time < 0 else f"{entry.time:.3f}"
        collector.add_row(url, number, 1, (status, entry.response.content.mime_type.partition(";")[0], time))
        if number % _STEP_EVERY == 0:
            collector.step(source)
        if collector.is_full:
            return
