"""Verdicts written out as a table: row by row, so that a million of them need no memory.

Beside the words for a verdict, CSV has whether it allows, the line that decides and its rule in columns of their own.
JSON has them by name; the others are tables to look at, or to paste.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Final

from robotstudio.engine.language import ENGLISH, Words
from robotstudio.io.delimited import delimited
from robotstudio.io.files import replacing
from robotstudio.io.sources.task import UNWATCHED, Task
from robotstudio.lazy_dataclasses import dataclass

_ROWS_AT_ONCE = 4_096
_FACTS = ("allowed", "line", "rule")
_ALLOWED: Final[Mapping[bool | None, str]] = MappingProxyType({True: "true", False: "false", None: ""})
_AS_BLANKS = {ord(char): " " for char in "\t\n\r"}


@dataclass(frozen=True, slots=True)
class ExportCell:
    """A verdict: in words, whether it allows (None where that is not known), and the line and rule that decide.

    The line is 0, and the rule empty, where none does.
    """

    words: str
    allowed: bool | None
    line: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ExportRow:
    """A URL as it is requested, and the verdicts on it."""

    url: str
    cells: Sequence[ExportCell]


@dataclass(frozen=True, slots=True)
class ExportTable:
    """What is to be written: `size` rows, made when they are asked for; `titles` name the crawlers of `tokens`."""

    titles: Sequence[str]
    tokens: Sequence[str]
    rows: Iterable[ExportRow]
    size: int


Write = Callable[[ExportTable], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of table; `write` gives its text in pieces, one for the head and one or more for each row."""

    id: str
    title: str
    suffix: str
    write: Write


def words_in(format_id: str, words: Words) -> Words:
    """The words for a format: Markdown is for people; the others are for programs, and English in every language."""
    return words if format_id == "markdown" else ENGLISH


def export(path: Path, table: ExportTable, format_id: str, task: Task = UNWATCHED) -> None:
    """Write a table to a file, in one step as far as others see. Raises FileError, or Cancelled if cancelled."""
    pieces = FORMATS[format_id].write(table)
    done = 0
    with replacing(path) as file:
        while some := list(islice(pieces, _ROWS_AT_ONCE)):
            file.write("".join(some).encode("utf-8", "surrogateescape"))
            done += len(some)
            task.step(min(1.0, done / (table.size + 2)), min(done, table.size))


def as_text(table: ExportTable, format_id: str) -> str:
    """A table as one text, for the clipboard."""
    return "".join(FORMATS[format_id].write(table))


def _csv(table: ExportTable) -> Iterator[str]:
    return delimited(_parted(table), line_end="\r\n")


def _tsv(table: ExportTable) -> Iterator[str]:
    return delimited(([_in_one_line(text) for text in row] for row in _texts(table)), "\t")


def _json(table: ExportTable) -> Iterator[str]:
    """An array with an object for each URL, one a line, so that it can be read line by line, too."""
    start = "[\n"
    for row in table.rows:
        verdicts = {
            token: {"allowed": cell.allowed, "line": cell.line or None, "rule": cell.rule or None}
            for token, cell in zip(table.tokens, row.cells, strict=True)
        }
        yield start + json.dumps({"url": row.url, "verdicts": verdicts}, ensure_ascii=False)
        start = ",\n"
    yield "[]\n" if start == "[\n" else "\n]\n"


def _markdown(table: ExportTable) -> Iterator[str]:
    titles, *_ = _texts(ExportTable(table.titles, (), (), 0))
    yield _markdown_row(titles)
    yield f"|{' --- |' * len(titles)}\n"
    for row in table.rows:
        yield _markdown_row([row.url, *(cell.words for cell in row.cells)])


def _markdown_row(cells: Sequence[str]) -> str:
    escaped = (_in_one_line(cell).replace("\\", "\\\\").replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(escaped)} |\n"


def _parted(table: ExportTable) -> Iterator[Sequence[object]]:
    """The rows with the facts of each verdict in columns of their own, to be sorted and filtered by."""
    yield ["URL", *(name for title in table.titles for name in (title, *(f"{title}: {fact}" for fact in _FACTS)))]
    for row in table.rows:
        yield [row.url, *(value for cell in row.cells for value in (cell.words, *_facts(cell)))]


def _facts(cell: ExportCell) -> tuple[object, ...]:
    """Whether it allows, empty where that is not known; the line and the rule, empty where none decides."""
    return _ALLOWED[cell.allowed], cell.line or None, cell.rule


def _texts(table: ExportTable) -> Iterator[Sequence[str]]:
    yield ["URL", *table.titles]
    for row in table.rows:
        yield [row.url, *(cell.words for cell in row.cells)]


def _in_one_line(text: str) -> str:
    return text.translate(_AS_BLANKS)


FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        row.id: row
        for row in (
            Format("csv", "CSV", ".csv", _csv),
            Format("tsv", "TSV", ".tsv", _tsv),
            Format("json", "JSON", ".json", _json),
            Format("markdown", "Markdown", ".md", _markdown),
        )
    }
)
