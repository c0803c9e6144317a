"""Tables: CSV and TSV of any program. The delimiter and the column with URLs are detected, and can be chosen.

A plain list has one URL a line.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from io import StringIO
from itertools import chain, islice
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.store.delimited import DelimitedRows
from robotstudio.store.errors import FileContentError, NothingReadError
from robotstudio.text.language import Message, told, told_list
from robotstudio.urls.logs.w3c import QUERY, STEM, joined
from robotstudio.urls.sources.collector import EMPTY, Collector
from robotstudio.urls.sources.exports import Recognised, days_in, recognised, role_of, seen_columns, wanted_columns
from robotstudio.urls.sources.streams import DEFAULT_LIMITS, HEAD, SourceFile, open_source


def _ranked(rows: Sequence[str]) -> Mapping[str, int]:
    return {name: rank for rank, names in enumerate(rows) for name in names.split(" | ")}


URL_NAMES: Final[Mapping[str, int]] = _ranked(
    (
        (
            "address | url | urls | metadata: url | inspectionurl | full url | page url | original url | request url"
            " | loc | adresse | アドレス | 页面url | 页面链接 | 页面地址 | 网址 | 链接"
        ),
        (
            "top pages | die häufigsten seiten | häufigste seiten | pages les plus populaires | páginas principales"
            " | principais páginas | pagine principali | toppagina's | najpopularniejsze strony | самые популярные"
            " страницы | 上位のページ | 热门网页 | 인기 페이지"
        ),
        (
            "page | pages | landing page | landing page + query string | page path | page path and screen class | uri"
            " | path | request | requested url | cs-uri-stem | link | seite | url страницы | страница | 页面"
        ),
        "final url | destination | source | canonical | referrer | redirect url",
    )
)
"""Lower-case names of columns with URLs; lower numbers are likelier."""

HITS_NAMES: Final[Mapping[str, int]] = _ranked(
    (
        "hits | requests | num events | events | crawls | count | bot hits | total | anfragen | zugriffe",
        "pageviews | page views | views | visits | sessions | besuche",
        "clicks | klicks | clics | clic | klikken | cliques | kliknięcia | клики | クリック数 | 点击次数 | 클릭수",
        (
            "impressions | impressionen | impresiones | impressioni | impressões | vertoningen | wyświetlenia | показы"
            " | 表示回数"
        ),
    )
)
"""Lower-case names of columns with the number of hits."""


_ENCODINGS: Final = ("gb18030", "cp1251", "cp932", "euc_kr", "big5", "koi8_r")
"""Encodings of programs that do not write UTF-8; only a header with a known name proves one of them."""
_DELIMITERS: Final = ",;\t|"
LOOKED_AT: Final = 50
"""Rows that tell what a table is."""
_LONGEST_CELL: Final = 128 * 1024
_MOST_NAMED: Final = 12
_UNNAMED: Final = 1_000
_STEP_EVERY: Final = 1_024
_URL_LIKE: Final = re.compile(r"\s*(?:https?:)?//[^\s]+|\s*/[^\s]*|\s*(?:[a-z0-9-]+\.)+[a-z]{2,}/[^\s]*", re.IGNORECASE)
_GROUPED: Final = re.compile(r"\d{1,3}(?:[.,\s'’]\d{3})+")
_ADDRESS_LIKE: Final = re.compile(r"\S*[./]\S*")
_MOSTLY_URLS: Final = 0.9
_VAGUE: Final = 3
"""First rank of columns that may hold other sites' URLs: Source, Referrer, Destination."""
_NUMBER: Final = re.compile(r"(\d{1,15})(?:[.,]\d*)?")


_SEVERAL: Message = "Several columns of “{name}” contain URLs: {columns}. Choose one."
_NO_ADDRESS = told("This is not a URL, unlike the rest of the column.")
_NEVER_CLOSED = told("This row is not part of a table: a quotation mark is never closed.")


class Preview(Struct, frozen=True):
    """The beginning of a table, with what was detected."""

    delimiter: str
    headers: tuple[str, ...]
    """Column names; “Column 1” and so on if the file has none."""
    rows: tuple[tuple[str, ...], ...]
    has_header: bool
    skipped: int
    """Rows above the header: a title, `sep=;`."""
    url_column: int | None
    """None if no column looks like URLs: the person must choose."""
    hits_column: int | None = None
    candidates: tuple[int, ...] = ()
    """All columns that hold URLs."""
    is_sure: bool = True
    """False if another column is as likely: the person must choose."""
    recognised: Recognised | None = None
    """The known export that it is."""
    days: tuple[date, date] | None = None
    """The first and the last day that it counts, if the lines above the header say so."""


class TableChoice(Struct, frozen=True):
    """The columns that a person chose, by name or number; what is empty is detected."""

    urls: str = ""
    hits: str = ""
    values: tuple[str, ...] = ()


_DETECTED: Final = TableChoice()
TableRows = Iterable[tuple[int, Sequence[str] | None]]
"""Rows with their line numbers; None for one that cannot be read."""


class UnclearColumnError(FileContentError):
    """The column with the URLs is ambiguous: the person must choose."""

    def __init__(self, message: Message, path: Path, found: Preview, shown: Iterable[int]) -> None:
        names = [told("“{name}”", name=found.headers[place][:40]) for place in shown]
        super().__init__(message, path, columns=told_list(names[:_MOST_NAMED]))
        place = -1 if found.url_column is None else found.url_column
        wanted = wanted_columns(found.headers, found.rows, place, found.recognised, ())
        seen = seen_columns(
            path.name,
            found.headers,
            found.rows,
            place,
            found.recognised,
            wanted,
            is_chosen=False,
            hits=found.hits_column,
        )
        self.seen = tuple(seen)
        self.is_packed = False
        """True if the table is in an archive."""


def columns(path: Path) -> Preview:
    """Preview the columns of a table. Raises FileError."""
    with open_source(path, replace(DEFAULT_LIMITS, max_bytes=HEAD)) as source:
        return preview("".join(source.texts()))


def preview(head: str, *, is_packed: bool = False) -> Preview:
    """Analyse the beginning of a table; `is_packed` if it comes with others in an archive."""
    lines = head.split("\n")[: 2 * LOOKED_AT]
    hint = re.fullmatch(r"\"?sep=(.)\"?", lines[0].strip(" \r\n")) if lines else None
    delimiter = hint[1] if hint else max(_DELIMITERS, key=lambda one: _regularity(lines, one))
    rows = [tuple(row) for row in islice(_parsed(lines, delimiter), LOOKED_AT)]
    rows = [row for row in rows[:-1] if row] or [row for row in rows if row]  # the last may be cut
    return preview_of_rows(rows, delimiter, is_packed=is_packed)


def preview_of_rows(rows: Sequence[tuple[str, ...]], delimiter: str = "\t", *, is_packed: bool = False) -> Preview:
    """Analyse the first rows of a table, none of them empty."""
    told = [row for row in rows if not _is_comment(row)] or rows
    width = Counter(map(len, told)).most_common(1)[0][0] if told else 0
    skipped = next((place for place, row in enumerate(rows) if len(row) >= width), 0)
    above, rows = rows[:skipped], rows[skipped:]
    has_header = bool(rows) and not any(map(_is_url, rows[0])) and any(map(_is_word, rows[0]))
    names = rows[0] if has_header else tuple(f"Column {number + 1}" for number in range(width))
    content = rows[1:] if has_header else rows
    likely = _likely_columns(names, content)
    place = _url_column(names, content, likely)
    known = recognised(names, content, likely, is_packed=is_packed)
    if known is not None:
        place = known.url
    return Preview(
        delimiter,
        names,
        tuple(content),
        has_header,
        skipped,
        place,
        _hits_column(names, known),
        tuple(likely),
        known is not None or (place is not None and _is_sure(names, place, likely)),
        known,
        days_in(cell for row in above for cell in row),
    )


def _is_comment(row: Sequence[str]) -> bool:
    """Return True for a line such as “# Start date: 20261001”, of which there may be more than rows."""
    return len(row) == 1 and row[0].startswith("#")


def _hits_column(names: Sequence[str], known: Recognised | None) -> int | None:
    named = _named_column(names, HITS_NAMES)
    if named is not None or known is None:
        return named
    return next((place for place, role in known.roles.items() if role == known.export.hits), None)


def column_number(names: Sequence[str], wanted: str) -> int | None:
    """Find a column by name in any case, or by its number from 1."""
    folded = [name.strip().casefold() for name in names]
    if wanted.strip().casefold() in folded:
        return folded.index(wanted.strip().casefold())
    if wanted.isascii() and wanted.isdigit() and 0 < int(wanted[:6]) <= len(names):
        return int(wanted[:6]) - 1
    return None


def read_table(source: SourceFile, collector: Collector, choice: TableChoice = _DETECTED) -> None:
    """Add the URLs of one column with the values beside them."""
    read_rows(source, *opened_table(source), collector, choice)


def opened_table(source: SourceFile, *, is_packed: bool = False) -> tuple[Preview, TableRows]:
    """Return what a table is, and the rows below its header; `is_packed` if it comes with others in an archive."""
    texts = source.texts()
    first = next(texts, "")
    found = preview(first[:HEAD], is_packed=is_packed)
    if encoding := _encoding_of(found.headers):
        texts = (_recoded(text, encoding) for text in texts)
        first = _recoded(first, encoding)
        found = preview(first[:HEAD], is_packed=is_packed)
    return found, _Rows(_lines(first, texts), found)


def _encoding_of(names: Sequence[str]) -> str:
    """Return the encoding in which a header that was read as Latin-1 has a known name; "" if it has none."""
    for encoding in _ENCODINGS:
        for name in names:
            if not name.isascii() and not _is_known(name) and _is_known(_recoded(name, encoding)):
                return encoding
    return ""


def _is_known(name: str) -> bool:
    return bool(role_of(name)) or name.strip().casefold() in URL_NAMES


def _recoded(text: str, encoding: str) -> str:
    """Return text in the encoding that it was written in; lines that were UTF-8 stay."""
    if text.isascii():
        return text
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if not line.isascii():
            with suppress(UnicodeError):
                lines[place] = line.encode("latin-1").decode(encoding)
    return "\n".join(lines)


def read_rows(
    source: SourceFile,
    found: Preview,
    rows: TableRows,
    collector: Collector,
    choice: TableChoice = _DETECTED,
) -> None:
    """Add the URLs of the numbered rows below a header; None for one that cannot be read."""
    place = _chosen(source.path, found, choice.urls)
    known = found.recognised if found.recognised and found.recognised.url == place else None
    if known and known.export.refusal and not choice.urls:
        raise FileContentError(known.export.refusal, source.path)
    filled = [row for row in found.rows if len(row) > place]
    is_strict = known is not None or _share(filled, place, _is_url) >= _MOSTLY_URLS
    query = _query_of(found.headers, place)
    hits = column_number(found.headers, choice.hits) if choice.hits else found.hits_column
    collector.days = collector.days or found.days
    wanted = wanted_columns(found.headers, found.rows, place, known, choice.values)
    collector.begin_table(known, wanted)
    name, is_chosen = source.path.name, bool(choice.urls)
    collector.seen += seen_columns(
        name, found.headers, found.rows, place, known, wanted, is_chosen=is_chosen, hits=hits
    )
    for number, row in rows:
        if row is None:
            collector.reject(number, "", _NEVER_CLOSED)
        elif len(row) > place and (cell := row[place].strip()):
            if is_strict and "/" not in cell and "." not in cell:
                collector.reject(number, cell, _NO_ADDRESS)
                continue
            parameters = row[query] if query is not None and query < len(row) else ""
            collector.add_row(joined(row[place], parameters), number, _hits(row, hits), row)
        elif any(cell.strip() for cell in row):
            name = found.headers[place] if place < len(found.headers) else str(place + 1)
            why = told("This row has no value in the column “{name}”.", name=name)
            collector.reject(number, found.delimiter.join(row), why)
        if number % _STEP_EVERY == 0:
            collector.step(source)
        if collector.is_full:
            return


def _chosen(path: Path, found: Preview, column: str) -> int:
    """Return the column with the URLs. Raises FileContentError if there is none, or if it is ambiguous."""
    place = column_number(found.headers, column) if column else found.url_column
    if place is None:
        raise _no_column(path, found, column)
    if not column and not found.is_sure:
        raise UnclearColumnError(_SEVERAL, path, found, found.candidates)
    return place


def _query_of(names: Sequence[str], place: int) -> int | None:
    """Return the column with the query if the URLs have none: logs keep them apart."""
    return column_number(names, QUERY) if place < len(names) and names[place].strip().lower() == STEM else None


class _Rows:
    """The rows below the header with their line numbers; None for an unreadable row."""

    def __init__(self, lines: Iterable[str], found: Preview) -> None:
        self._reader = DelimitedRows(lines, found.delimiter, _LONGEST_CELL)
        self._skipped = found.skipped + found.has_header

    def __iter__(self) -> Iterator[tuple[int, list[str] | None]]:
        skipped = 0
        while True:
            try:
                row = next(self._reader)
            except StopIteration:
                return
            except csv.Error:
                yield self._reader.line, None
                continue
            if row and skipped < self._skipped:
                skipped += 1
            elif row:
                yield self._reader.line, row


def _lines(first: str, rest: Iterable[str]) -> Iterator[str]:
    """Iterate over lines with their ends, which a cell in quotation marks may contain."""
    for text in chain((first,), rest):
        yield from StringIO(text, newline="\n")


def _parsed(lines: Iterable[str], delimiter: str) -> Iterator[list[str]]:
    reader = DelimitedRows(lines, delimiter, _LONGEST_CELL)
    while True:
        try:
            yield next(reader)
        except StopIteration:
            return
        except csv.Error:
            continue


def _regularity(lines: Sequence[str], delimiter: str) -> float:
    """Return how well a delimiter makes rows of equal width; 0 if it makes none."""
    widths = Counter(len(row) for row in islice(_parsed(lines, delimiter), LOOKED_AT) if row)
    width, often = max(widths.items(), key=lambda item: (item[0] > 1, item[1]), default=(1, 0))
    return often / widths.total() + width / 1_000 if width > 1 else 0.0


def delimiter_of(head: str) -> str | None:
    """Detect the delimiter if nearly all lines have equally many columns; None if this is not a table."""
    lines = [line for line in islice(head.split("\n"), LOOKED_AT) if line.strip()][:-1]
    if len(lines) < 2:
        return None
    best = max(_DELIMITERS, key=lambda one: _regularity(lines, one))
    return best if _regularity(lines, best) > 0.9 else None


def _is_url(cell: str) -> bool:
    return _URL_LIKE.match(cell) is not None


def _is_word(cell: str) -> bool:
    return bool(cell.strip()) and not _NUMBER.fullmatch(cell.strip())


def _likely_columns(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the columns that mostly hold URLs; in a table without rows, by name."""
    if not rows:
        return [place for place, name in enumerate(names) if _rank(name, URL_NAMES) < _UNNAMED]
    width = max(map(len, rows))
    found = [place for place in range(width) if _share(_telling(names, rows, place), place, _is_url) >= 0.5]
    if found:
        return found
    if width == 1 and _name_rank(names, 0) < _VAGUE:  # as in a list, one word is a path
        return [0] if _share(_filled(rows, 0), 0, _may_be_path) >= 0.5 else []
    named = [place for place in range(width) if _name_rank(names, place) < _UNNAMED]
    return [place for place in named if _share(_filled(rows, place), place, _may_be_url) >= 0.5]


def _telling(names: Sequence[str], rows: Sequence[Sequence[str]], place: int) -> Sequence[Sequence[str]]:
    """Return the rows that count: a column named “URL” may be empty in most of them."""
    return _filled(rows, place) if _name_rank(names, place) < _VAGUE else rows


def _filled(rows: Sequence[Sequence[str]], place: int) -> Sequence[Sequence[str]]:
    return [row for row in rows if place < len(row) and row[place].strip()]


def _share(rows: Sequence[Sequence[str]], place: int, holds: Callable[[str], bool]) -> float:
    return sum(holds(row[place]) for row in rows if place < len(row)) / max(1, len(rows))


def _may_be_path(cell: str) -> bool:
    return _is_word(cell) and len(cell.split()) == 1


def _may_be_url(cell: str) -> bool:
    """Return True if a cell may be a host or a relative path, not a number or a word."""
    return bool(_ADDRESS_LIKE.fullmatch(cell.strip())) and not _NUMBER.fullmatch(cell.strip())


def _url_column(names: Sequence[str], rows: Sequence[Sequence[str]], likely: Sequence[int]) -> int | None:
    """Choose among the likely columns by name, then by share of URLs, then by position."""
    if not rows:
        return _named_column(names, URL_NAMES)
    return min(likely, key=lambda place: (_name_rank(names, place), -_share(rows, place, _is_url), place), default=None)


def _is_sure(names: Sequence[str], place: int, likely: Sequence[int]) -> bool:
    """Return True if no other column holds URLs, or no other has as good a name."""
    if len(likely) <= 1:
        return True
    rank = _name_rank(names, place)
    return rank < _VAGUE and sum(_name_rank(names, other) == rank for other in likely) == 1


def _name_rank(names: Sequence[str], place: int) -> int:
    return _rank(names[place], URL_NAMES) if place < len(names) else _UNNAMED


def _named_column(names: Sequence[str], known: Mapping[str, int]) -> int | None:
    ranked = [(_rank(name, known), place) for place, name in enumerate(names)]
    best = min(ranked, default=None)
    return best[1] if best and best[0] < _UNNAMED else None


def _rank(name: str, known: Mapping[str, int]) -> int:
    return known.get(name.strip().casefold(), _UNNAMED)


def _hits(row: Sequence[str], place: int | None) -> int:
    """Parse the hits of a cell such as “1,234”; 1 if there is no number."""
    if place is None or place >= len(row):
        return 1
    cell = row[place].strip()
    if _GROUPED.fullmatch(cell):
        cell = re.sub(r"\D", "", cell)[:15]
    number = _NUMBER.fullmatch(cell)
    return int(number[1]) if number else 1


def _no_column(path: Path, found: Preview, column: str) -> FileContentError:
    if not any(name.strip() for name in (*found.headers, *(cell for row in found.rows for cell in row))):
        return NothingReadError(EMPTY, path)
    if column:
        message: Message = "“{name}” has no column “{column}”. It has: {columns}."
        columns = told_list([told("“{name}”", name=name[:40]) for name in found.headers[:_MOST_NAMED]])
        return FileContentError(message, path, column=column[:60], columns=columns)
    everything = range(len(found.headers))
    return UnclearColumnError("No column of “{name}” holds URLs. Choose one of: {columns}.", path, found, everything)


def read_list(source: SourceFile, collector: Collector) -> None:
    """Add the URLs of a list."""
    number = 1
    for text in source.texts():
        lines = text.split("\n")
        lines.pop()  # the empty string after the last line end
        collector.add_lines(lines, number, source)
        number += len(lines)
        if collector.is_full:
            return
