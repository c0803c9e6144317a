"""A report as XLSX: a sheet for each table, and one with the answer in front. No cell is a formula, no text a link.

Rows are written as they come and are not kept, so that a long table needs no memory.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Final, NamedTuple

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from robotstudio.app.report.model import (
    Answers,
    BarChart,
    Cell,
    Column,
    FactList,
    FileText,
    Kind,
    Notes,
    Prose,
    Report,
    Section,
    Table,
)
from robotstudio.app.report.texts import NOTES, cell_text
from robotstudio.engine.language import Words
from robotstudio.engine.phrases import as_text, harmless

MOST_ROWS: Final = 1_048_575
"""What a sheet holds below its head."""

_OPTIONS: Final = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
_LONGEST_NAME: Final = 31
_LONGEST_TEXT: Final = 32_767
_FORBIDDEN_IN_NAMES: Final = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))
_BLANKS: Final = re.compile(r"\s+")
_RESERVED: Final = frozenset({"history"})
"""Excel keeps this name for itself, and calls a file with such a sheet damaged."""
_WIDTHS: Final = {Kind.NUMBER: 12, Kind.FLAG: 12, Kind.VERDICT: 12, Kind.TEXT: 28, Kind.CODE: 44}
_URL_WIDTH: Final = 70


class _Looks(NamedTuple):
    head: Format
    title: Format
    strong: Format
    wrapped: Format


def write(report: Report) -> bytes:
    """The whole file; the same report is the same bytes."""
    buffer = BytesIO()
    book = xlsxwriter.Workbook(buffer, _OPTIONS)
    book.set_properties({"title": _safe(report.title), "created": report.made_on.replace(tzinfo=None)})
    looks = _Looks(
        book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"}),
        book.add_format({"bold": True, "font_size": 16}),
        book.add_format({"bold": True}),
        book.add_format({"text_wrap": True, "valign": "top"}),
    )
    names = set(_RESERVED)
    _front(book, report, looks, names)
    for section in report.sections:
        for name, columns, rows in _tables(section, report.words):
            _sheet(book, _sheet_name(name, names), columns, rows, (looks, report.words))
    book.close()
    return buffer.getvalue()


def _front(book: Workbook, report: Report, looks: _Looks, names: set[str]) -> None:
    """What is said in sentences, section by section."""
    sheet = book.add_worksheet(_sheet_name(report.sections[0].title if report.sections else report.title, names))
    sheet.set_column(0, 0, 100)
    sheet.write_string(0, 0, _safe(report.title), looks.title)
    sheet.write_string(1, 0, _safe(report.subtitle))
    at = 3
    for section in report.sections:
        texts = list(_sentences(section, report.words))
        if not texts:
            continue
        sheet.write_string(at, 0, _safe(section.title), looks.strong)
        for text in texts:
            at += 1
            sheet.write_string(at, 0, _safe(text), looks.wrapped)
        at += 2
    sheet.write_string(at, 0, _safe(report.footer), looks.wrapped)


def _sentences(section: Section, words: Words) -> Iterator[str]:
    for block in section.blocks:
        if isinstance(block, Prose):
            yield as_text(block.phrase)
        elif isinstance(block, Answers):
            yield from (words.sentences((line.lead, line.rest)) for line in block.lines)
        elif isinstance(block, FactList):
            yield from (f"{fact.title}: {fact.value}" for fact in block.facts)
        elif isinstance(block, Notes):
            yield words.say(NOTES)
            yield from block.lines


_Rows = Iterator[tuple[Cell, ...]]


def _tables(section: Section, words: Words) -> Iterator[tuple[str, tuple[Column, ...], _Rows]]:
    tables = [block for block in section.blocks if isinstance(block, Table)]
    for block in section.blocks:
        if isinstance(block, Table):
            yield (section.title if len(tables) == 1 else block.caption), block.columns, iter(block.rows)
        elif isinstance(block, FileText):
            yield section.title, *_file(block)
        elif isinstance(block, BarChart):
            heads = (
                Column("purpose", words.say("Purpose")),
                Column("crawler", words.say("Crawler")),
                Column("blocked", block.caption, Kind.NUMBER),
            )
            bars: _Rows = ((group.title, bar.title, bar.count) for group in block.groups for bar in group.bars)
            yield block.caption, heads, bars


def _file(block: FileText) -> tuple[tuple[Column, ...], _Rows]:
    heads = (
        Column("line", block.line_title, Kind.NUMBER),
        Column("text", block.text_title, Kind.CODE),
        Column("decides", block.decides_title, Kind.NUMBER),
        Column("findings", block.remarks_title, Kind.CODE),
    )
    rows: _Rows = (
        (
            line.number,
            line.text,
            line.decides,
            "\n".join(
                f"{each.severity_words} {each.code}: {as_text(each.message)} {each.fix}".rstrip()
                for each in line.remarks
            ),
        )
        for line in block.lines
    )
    return heads, rows


def _sheet(book: Workbook, name: str, columns: tuple[Column, ...], rows: _Rows, look: tuple[_Looks, Words]) -> None:
    looks, words = look
    sheet = book.add_worksheet(name)
    sheet.freeze_panes(1, 0)
    for place, column in enumerate(columns):
        sheet.set_column(place, place, _URL_WIDTH if column.id == "url" else _WIDTHS[column.kind])
        sheet.write_string(0, place, _safe(column.title), looks.head)
    last = 0
    for number, row in enumerate(rows, 1):
        if number > MOST_ROWS:
            break
        _write_row(sheet, number, row, columns, words)
        last = number
    if last:
        sheet.autofilter(0, 0, last, len(columns) - 1)


def _write_row(sheet: Worksheet, number: int, row: tuple[Cell, ...], columns: tuple[Column, ...], words: Words) -> None:
    for place, (cell, column) in enumerate(zip(row, columns, strict=True)):
        if cell is None or cell == "":
            continue
        if isinstance(cell, int) and not isinstance(cell, bool):
            sheet.write_number(number, place, cell)
        else:
            sheet.write_string(number, place, _safe(cell if isinstance(cell, str) else cell_text(cell, column, words)))


def _safe(text: str) -> str:
    """A text that XML can hold, and that steers nothing; a cell has room for so much."""
    shown = harmless(text, "\n").encode("utf-8", "replace").decode()
    shown = shown.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return shown if len(shown) <= _LONGEST_TEXT else f"{shown[: _LONGEST_TEXT - 1]}…"


def _sheet_name(title: str, taken: set[str]) -> str:
    """A name that a sheet may have, and none has yet."""
    base = _BLANKS.sub(" ", _safe(title).translate(_FORBIDDEN_IN_NAMES)).strip()[:_LONGEST_NAME].strip() or "Sheet"
    name, number = base, 2
    while name.casefold() in taken:
        ending = f" {number}"
        name, number = f"{base[: _LONGEST_NAME - len(ending)]}{ending}", number + 1
    taken.add(name.casefold())
    return name
