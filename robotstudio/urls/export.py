"""Write verdicts as a table row by row, so that a million of them need no memory.

CSV has, besides the words for a verdict, columns of their own for whether it allows, the deciding line and its rule.
JSON has them by name, XLSX as CSV; the other formats are for reading or pasting.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Final

from msgspec import Struct

from robotstudio.store.delimited import delimited
from robotstudio.store.files import replacing
from robotstudio.store.spreadsheet import URL_WIDTH, SheetColumn, workbook
from robotstudio.text.language import ENGLISH, WORDS, Words
from robotstudio.text.phrases import markdown_cell, markdown_text
from robotstudio.urls.sources.task import UNWATCHED, Task

_ROWS_AT_ONCE = 4_096
_FACTS = ("allowed", "line", "rule")
_AS_BLANKS = {ord(char): " " for char in "\t\n\r"}


class ExportCell(Struct, frozen=True):
    """A verdict: in words, whether it allows (None if unknown), and the deciding line and rule.

    The line is 0, and the rule empty, if no rule decides.
    """

    words: str
    allowed: bool | None
    line: int = 0
    rule: str = ""


class ExportRow(Struct, frozen=True):
    """A URL as requested, its verdicts, and further facts about it."""

    url: str
    cells: Sequence[ExportCell]
    facts: Sequence[object] = ()


class ExportTable(Struct, frozen=True):
    """The table to write: `size` rows, made lazily; `titles` name the crawlers of `tokens`.

    `facts` are the titles of further columns before the verdicts.
    """

    titles: Sequence[str]
    tokens: Sequence[str]
    rows: Iterable[ExportRow]
    size: int
    facts: Sequence[str] = ()


Write = Callable[[ExportTable], Iterator[str]]


class Format(Struct, frozen=True):
    """A table format; `write` yields its text in pieces, one for the head and at least one for each row.

    It is None for a workbook, which is binary.
    """

    id: str
    title: str
    suffix: str
    write: Write | None


def words_in(format_id: str) -> Words:
    """Return the language of a format: Markdown is for people; the others are for programs, so always English."""
    return WORDS if format_id == "markdown" else ENGLISH


def export(path: Path, table: ExportTable, format_id: str, task: Task = UNWATCHED) -> None:
    """Write a table to a file atomically. Raises FileError, or Cancelled if cancelled."""
    write = FORMATS[format_id].write
    with replacing(path) as file:
        if write is None:
            _write_workbook(file, table, task)
            return
        pieces, done = write(table), 0
        while some := list(islice(pieces, _ROWS_AT_ONCE)):
            file.write("".join(some).encode("utf-8", "surrogateescape"))
            done += len(some)
            task.step(min(1.0, done / (table.size + 2)), min(done, table.size))


def as_text(table: ExportTable, format_id: str) -> str:
    """Return a table as text for the clipboard."""
    write = FORMATS[format_id].write
    if write is None:
        raise ValueError(format_id)
    return "".join(write(table))


def _write_workbook(file: BinaryIO, table: ExportTable, task: Task) -> None:
    heads = [SheetColumn(title) for title in _split_titles(table)]
    heads[0] = SheetColumn(heads[0].title, URL_WIDTH)
    with workbook(file) as book:
        book.add_table("Verdicts", heads, _watched(_split_rows(table), table.size, task))


def _watched(rows: Iterator[Sequence[object]], size: int, task: Task) -> Iterator[Sequence[object]]:
    for done, row in enumerate(rows):
        if not done % _ROWS_AT_ONCE:
            task.step(min(1.0, done / (size + 1)), done)
        yield row


def _csv(table: ExportTable) -> Iterator[str]:
    return delimited(chain((_split_titles(table),), _split_rows(table)), line_end="\r\n")


def _tsv(table: ExportTable) -> Iterator[str]:
    return delimited(([text.translate(_AS_BLANKS) for text in row] for row in _texts(table)), "\t")


def _json(table: ExportTable) -> Iterator[str]:
    """Write an array with one object a line, so that it can also be read line by line."""
    start = "[\n"
    for row in table.rows:
        verdicts = {
            token: {"allowed": cell.allowed, "line": cell.line or None, "rule": cell.rule or None}
            for token, cell in zip(table.tokens, row.cells, strict=True)
        }
        facts = {"facts": dict(zip(table.facts, row.facts, strict=True))} if table.facts else {}
        yield start + json.dumps({"url": row.url, **facts, "verdicts": verdicts}, ensure_ascii=False)
        start = ",\n"
    yield "[]\n" if start == "[\n" else "\n]\n"


def _markdown(table: ExportTable) -> Iterator[str]:
    titles, *_ = _texts(ExportTable(table.titles, (), (), 0, table.facts))
    yield _markdown_row(map(markdown_text, titles))
    yield f"|{' --- |' * len(titles)}\n"
    for row in table.rows:
        words = (*map(_text, row.facts), *(cell.words for cell in row.cells))
        yield _markdown_row((markdown_cell(row.url), *map(markdown_text, words)))


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _split_titles(table: ExportTable) -> Sequence[str]:
    """Return titles that give the facts of each verdict columns of their own, for sorting and filtering."""
    verdicts = (name for title in table.titles for name in (title, *(f"{title}: {fact}" for fact in _FACTS)))
    return ["URL", *table.facts, *verdicts]


def _split_rows(table: ExportTable) -> Iterator[Sequence[object]]:
    for row in table.rows:
        yield [row.url, *row.facts, *(value for cell in row.cells for value in (cell.words, *_facts(cell)))]


def _facts(cell: ExportCell) -> tuple[object, ...]:
    """Return whether it allows (None if unknown), the line (None if none decides) and the rule."""
    return cell.allowed, cell.line or None, cell.rule


def _texts(table: ExportTable) -> Iterator[Sequence[str]]:
    yield ["URL", *table.facts, *table.titles]
    for row in table.rows:
        yield [row.url, *map(_text, row.facts), *(cell.words for cell in row.cells)]


def _text(fact: object) -> str:
    return "" if fact is None else str(fact).lower() if isinstance(fact, bool) else str(fact)


FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        row.id: row
        for row in (
            Format("csv", "CSV", ".csv", _csv),
            Format("tsv", "TSV", ".tsv", _tsv),
            Format("xlsx", "XLSX", ".xlsx", None),
            Format("json", "JSON", ".json", _json),
            Format("markdown", "Markdown", ".md", _markdown),
        )
    }
)
