"""ZIP archives and workbooks (XLSX) as one source: every table, list and sitemap in them.

What a small file can unpack to is bounded before anything is read: the number of parts, their size, and how much larger
they are than packed.
"""

import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, cast

from msgspec.structs import replace

from robotstudio.store.errors import FileContentError, FileError
from robotstudio.text.language import Message, Plural, Told, told
from robotstudio.urls.kinds import FileKind, kind_of_head
from robotstudio.urls.sources.cells import WantedColumn, form_of
from robotstudio.urls.sources.collector import Collector, OnlyCountsError, Part
from robotstudio.urls.sources.exports import days_of, is_aggregate
from robotstudio.urls.sources.streams import HEAD, ReadLimits, SourceFile
from robotstudio.urls.sources.tables import (
    LOOKED_AT,
    Preview,
    TableChoice,
    TableRows,
    UnclearColumnError,
    column_number,
    opened_table,
    preview_of_rows,
    read_list,
    read_rows,
)
from robotstudio.urls.value_columns import ColumnKind

_MOST_PARTS: Final = 2_000
_MOST_RATIO: Final = 200
"""Most times that a part may be larger than packed: tables are 20 to 50 times larger."""
_SMALL: Final = 32 * 1024 * 1024
"""Parts up to this size may be packed as well as they like."""
_MOST_TEXTS: Final = 256 * 1024 * 1024
"""Bytes of the shared texts of a workbook, which are held in memory."""
_MOST_COLUMNS: Final = 1_000
_WORKBOOK: Final = "xl/workbook.xml"
_TEXTS: Final = "xl/sharedStrings.xml"
_IS_LOCKED: Final = 0x1
_IS_UTF8: Final = 0x800
_MOST_FACTS: Final = 10
_INDEXING: Final = "search-console-indexing"
_ISSUE: Final = "issue"
_LEAST_FACTS: Final = 2
_SITEMAP: Final = ("sitemap", "サイトマップ", "站点地图", "網站地圖", "사이트맵", "site haritası")

_NO_ARCHIVE: Message = "The archive “{name}” is damaged: it cannot be opened."
_TOO_MANY = Plural(
    "“{name}” was not read: it has more than {count} part.", "“{name}” was not read: it has more than {count} parts."
)
_TOO_LARGE = Plural(
    "“{name}” was not read: it would unpack to more than {count} bytes.",
    "“{name}” was not read: it would unpack to more than {count} bytes.",
)
_BOMB: Message = "it would unpack to {ratio} times its size"
_LOCKED: Message = "it has a password"
_UNKNOWN_PACKING: Message = "it is compressed in an unknown way"
_DAMAGED: Message = "it is damaged"
_NESTED: Message = "it is an archive within the archive"
_OTHER: Message = "it is not a table, list or sitemap"
_COUNTS: Message = "it has only counts, no URLs"
_NO_URLS: Message = "no column holds URLs"
_EMPTY: Message = "it is empty"
_NOTHING: Message = "“{name}” has no table of URLs; “{part}”: {why}. Export the list of URLs instead."

_SEVERAL: Message = "several columns hold URLs"
_OTHERS: Message = "there are only pages of other sites"
_NO_PART: Message = "“{name}” was not read: {why}."
_NO_WORKBOOK: Message = "The workbook “{name}” is damaged: it cannot be read."

_TABLE_NAMES: Final = (".csv", ".tsv", ".tab")
_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
)
"""Errors of `zipfile` for a damaged archive, also in the names of its parts."""
_WRONG_WORKBOOK: Final = (*_BROKEN, LookupError, ArithmeticError, TypeError, AttributeError, SyntaxError)
"""Errors of openpyxl for a file that is not a workbook; ParseError is a SyntaxError."""


def read_archive(file: SourceFile, collector: Collector, choice: TableChoice) -> None:
    """Add the URLs of all parts. Raises FileContentError if none has any, or if it unpacks to too much."""
    try:
        archive = zipfile.ZipFile(file.file)
    except _BROKEN as error:
        raise FileContentError(_NO_ARCHIVE, file.path) from error
    parts = _Parts(file, collector, choice)
    with archive:
        if _WORKBOOK in archive.namelist():
            why = next(filter(None, map(_refusal, _checked(archive, file))), None)
            if why is not None:  # its parts are read together
                raise FileContentError(_NO_PART, file.path, why=why)
            _read_workbook(file, parts)
        else:
            _read_parts(archive, file, parts)
    collector.parts_read += parts.all
    if parts.facts and collector.recognised and collector.recognised.export.id == _INDEXING:
        for name, issue in _issues(parts.facts)[-1:]:  # the last one, in every language
            collector.table.add_constant(WantedColumn(-1, name, _ISSUE), issue)
    if any(part.left is None for part in parts.all):
        return
    if parts.unclear is not None:
        parts.unclear.is_packed = True
        raise parts.unclear
    part, why = next(((each.name, each.left) for each in parts.all if each.left), (file.path.name, told(_EMPTY)))
    raise OnlyCountsError(told(_NOTHING, name=file.path.name, part=part, why=why), file.path, parts.counts)


def _issues(facts: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """Return what may be the issue of an export; an export of indexed pages has none, and only the sitemap is named."""
    if len(facts) < _LEAST_FACTS:
        return []
    return [fact for fact in facts if not any(word in fact[0].casefold() for word in _SITEMAP)]


def _counts(found: Preview) -> list[tuple[str, int]]:
    """Return the rows of a table that counts something else than days."""
    form = form_of([row[0] for row in found.rows if row])
    if form is None or form.kind in (ColumnKind.DATE, ColumnKind.NUMBER):
        return []
    rows = [(row[0], row[-1].strip()) for row in found.rows if len(row) > 1 and row[0].strip()]
    return [(name, int(count)) for name, count in rows if count.isascii() and count.isdigit() and len(count) < 16]


def _checked(archive: zipfile.ZipFile, file: SourceFile) -> list[zipfile.ZipInfo]:
    """Return the parts to read. Raises FileContentError if there are too many, or they are too large."""
    infos = [info for info in archive.infolist() if not info.is_dir() and not _is_hidden(info.filename)]
    if len(archive.infolist()) > _MOST_PARTS:
        raise FileContentError(_TOO_MANY, file.path, count=_MOST_PARTS)
    texts = sum(info.file_size for info in infos if info.filename == _TEXTS)
    if sum(info.file_size for info in infos) > file.limits.max_bytes or texts > _MOST_TEXTS:
        raise FileContentError(_TOO_LARGE, file.path, count=file.limits.max_bytes)
    return infos


def _is_hidden(name: str) -> bool:
    return name.startswith("__MACOSX/") or name.rpartition("/")[2].startswith(".")


def _refusal(info: zipfile.ZipInfo) -> Told | None:
    """Return why a part is not unpacked."""
    if info.flag_bits & _IS_LOCKED:
        return told(_LOCKED)
    ratio = info.file_size // max(1, info.compress_size)
    return told(_BOMB, ratio=ratio) if ratio > _MOST_RATIO and info.file_size > _SMALL else None


class _Parts:
    """Takes or leaves the parts of one archive."""

    def __init__(self, whole: SourceFile, collector: Collector, choice: TableChoice) -> None:
        self.unclear: UnclearColumnError | None = None
        self._whole = whole
        self._collector = collector
        self._choice = choice
        self.is_several = False
        """True if there are other parts, which together may tell what they are."""
        self.facts: Sequence[Sequence[str]] = ()
        """The rows of a small table of names and values."""
        self.counts: list[tuple[str, int]] = []
        """Counts in tables without URLs: the first cell of each row, and the last."""
        self.all: list[Part] = []

    def leave(self, name: str, why: Told) -> None:
        self.all.append(Part(name, 0, why))

    def read(self, source: SourceFile, head: bytes) -> None:
        """Read a part of a ZIP archive."""
        name = source.path.name
        try:
            is_table = name.lower().endswith(_TABLE_NAMES)
            kind = FileKind.TABLE if is_table else kind_of_head(source.path, head)
        except FileError:
            self.leave(name, told(_OTHER))
            return
        before = self._collector.builder.taken
        if kind is FileKind.TABLE:
            self.read_table(source, *opened_table(source, is_packed=self.is_several))
            return
        if kind is FileKind.SITEMAP:
            from robotstudio.urls.sources.sitemaps import read_sitemap  # noqa: PLC0415  # xml.sax imports HTTP modules

            read_sitemap(source, self._collector)
        elif kind is FileKind.LIST:
            read_list(source, self._collector)
        else:
            self.leave(name, told(_NESTED if kind is FileKind.ARCHIVE else _OTHER))
            return
        self.all.append(Part(name, self._collector.builder.taken - before))

    def read_table(self, source: SourceFile, found: Preview, rows: TableRows) -> None:
        """Take a table of URLs; of another one only the days that it counts."""
        name, before = source.path.name, self._collector.builder.taken
        is_asked = bool(self._choice.urls) and column_number(found.headers, self._choice.urls) is not None
        if found.url_column is None and not is_asked:
            self._collector.days = _days(found, rows) or self._collector.days
            if is_aggregate(found.rows):
                self.counts += _counts(found)
            elif len(found.headers) == 2 and 0 < len(found.rows) <= _MOST_FACTS and all(map(all, found.rows)):
                self.facts = found.rows
            self.leave(name, told(_reason(found)))
            return
        try:
            read_rows(source, found, rows, self._collector, self._choice if is_asked else _detected(self._choice))
        except UnclearColumnError as error:
            self.unclear = error
            self.leave(name, told(_SEVERAL))
            return
        except FileContentError:
            self.leave(name, told(_OTHERS))
            return
        self.all.append(Part(name, self._collector.builder.taken - before))


def _read_parts(archive: zipfile.ZipFile, whole: SourceFile, parts: _Parts) -> None:
    infos = _checked(archive, whole)
    parts.is_several = len(infos) > 1
    for info in infos:
        name = _name(info)
        if (why := _refusal(info)) is not None:
            parts.leave(name, why)
            continue
        limits = replace(whole.limits, max_bytes=info.file_size)  # the directory may say less than there is
        try:
            with archive.open(info) as opened:
                head = b"".join(_source(name, opened, info, replace(limits, max_bytes=HEAD)).blocks())
            with archive.open(info) as opened:
                source = _source(name, opened, info, limits)
                parts.read(source, head)
                whole.notes += source.notes
                whole.is_whole = whole.is_whole and source.is_whole
        except _BROKEN as error:
            parts.leave(name, told(_UNKNOWN_PACKING if isinstance(error, NotImplementedError) else _DAMAGED))
            whole.is_whole = False


def _name(info: zipfile.ZipInfo) -> str:
    """Return the name of a part; UTF-8 that is not marked as such was read as the code page of DOS."""
    name = info.filename.rpartition("/")[2]
    if info.flag_bits & _IS_UTF8:
        return name
    try:
        return name.encode("cp437").decode()
    except UnicodeError:
        return name


def _source(name: str, opened: IO[bytes], info: zipfile.ZipInfo, limits: ReadLimits) -> SourceFile:
    return SourceFile(Path(name), cast("BinaryIO", opened), info.file_size, limits)


def _days(found: Preview, rows: TableRows) -> tuple[date, date] | None:
    """Return the days that a table counts, if days are its first column."""
    first = [row[0] for row in found.rows if row]
    return days_of(first, (row[0] for _, row in rows if row))


def _detected(choice: TableChoice) -> TableChoice:
    """Return the choice without a column of URLs, which this table does not have."""
    return TableChoice("", choice.hits, choice.values)


def _reason(found: Preview) -> Message:
    if not any(cell.strip() for row in found.rows for cell in row):
        return _EMPTY
    return _COUNTS if is_aggregate(found.rows) else _NO_URLS


def _read_workbook(whole: SourceFile, parts: _Parts) -> None:
    import openpyxl  # few read a workbook

    whole.file.seek(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and the like
            book = openpyxl.load_workbook(whole.file, read_only=True, data_only=True)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # a sheet may claim any size
            source = SourceFile(Path(sheet.title), whole.file, whole.size, whole.limits)
            first = islice(_cells(sheet, _MOST_COLUMNS), LOOKED_AT)
            found = preview_of_rows([_filled(row) for row in first if any(row)], is_packed=len(book.worksheets) > 1)
            parts.read_table(source, found, _numbered(_cells(sheet, len(found.headers)), found))
        book.close()
    except _WRONG_WORKBOOK as error:
        raise FileContentError(_NO_WORKBOOK, whole.path) from error


def _cells(sheet: Any, most_columns: int) -> Iterator[list[str]]:  # noqa: ANN401 - a class that openpyxl keeps private
    for row in sheet.iter_rows(max_col=most_columns or 1):
        yield [_text(cell) for cell in row]


def _filled(row: list[str]) -> tuple[str, ...]:
    """Return a row without the empty cells at its end."""
    return tuple(row[: max(place for place, text in enumerate(row) if text) + 1])


def _text(cell: Any) -> str:  # noqa: ANN401 - openpyxl has several classes of cells
    """Return a cell as the same program writes it in CSV."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        if "%" in cell.number_format:
            return f"{round(value * 100, 10):.10g}%"
        return repr(int(value)) if float(value).is_integer() else repr(value)
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "seconds")
    return value.isoformat() if isinstance(value, date | time) else str(value)


def _numbered(rows: Iterator[list[str]], found: Preview) -> TableRows:
    """Return the rows below the header with their numbers."""
    skipped = found.skipped + found.has_header
    for number, row in enumerate(rows, 1):
        if not any(row):
            continue
        if skipped:
            skipped -= 1
            continue
        yield number, row
