"""The only writer of XLSX. No cell is a formula, no text a link.

Rows are written as they come, so that a long table needs no memory; one that is longer than a sheet continues in the
next.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from enum import Enum
from itertools import chain, islice
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from robotstudio.text.phrases import harmless

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

MOST_ROWS: Final = 1_048_575
"""Maximum rows below the heading of a sheet."""
URL_WIDTH: Final = 70
WIDTH: Final = 16

_OPTIONS: Final = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
    "default_date_format": "yyyy-mm-dd",
}
BLOCKED: Final = "✕"
"""Beginning of a cell with a blocked verdict: a `Look.VERDICT` column colours it."""
_BLOCKED_COLOURS: Final = {"font_color": "#A3231F", "bg_color": "#FCE8E6"}
_BAR: Final = {"type": "data_bar", "bar_color": "#C5D0F7"}
_HEAD: Final = {"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"}
_LONGEST_NAME: Final = 31
_LONGEST_TEXT: Final = 32_767
_FORBIDDEN_IN_NAMES: Final = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))
_BLANKS: Final = re.compile(r"\s+")
_RESERVED: Final = frozenset({"history"})
"""Excel reserves this name, and reports a file with such a sheet as damaged."""


class Look(Enum):
    """Look of the cells of a column, by a rule of the sheet: they keep it when sorted."""

    PLAIN = "plain"
    VERDICT = "verdict"  # blocked ones have a colour
    BAR = "bar"  # numbers have a bar


class SheetColumn(NamedTuple):
    """The heading of a column, its width in digits, and how its cells look."""

    title: str
    width: int = WIDTH
    look: Look = Look.PLAIN


class Book:
    """A file being written: `book` for special formats, `add_table` for the rest."""

    def __init__(self, book: "Workbook") -> None:
        self.book = book
        self._head = book.add_format(_HEAD)
        begins = {"type": "text", "criteria": "begins with", "value": BLOCKED}
        self._looks = {Look.VERDICT: {**begins, "format": book.add_format(_BLOCKED_COLOURS)}, Look.BAR: _BAR}
        self._taken = set(_RESERVED)

    def sheet_name(self, title: str) -> str:
        """Return a valid sheet name that is not yet used."""
        base = _BLANKS.sub(" ", safe(title).translate(_FORBIDDEN_IN_NAMES)).strip() or "Sheet"
        name, number = _cut(base, _LONGEST_NAME), 2
        while name.casefold() in self._taken:
            ending = f" {number}"
            name, number = f"{_cut(base, _LONGEST_NAME - len(ending))}{ending}", number + 1
        self._taken.add(name.casefold())
        return name

    def add_table(
        self,
        name: str,
        columns: Sequence[SheetColumn],
        rows: Iterable[Sequence[object]],
        most: int = MOST_ROWS,
        frozen: int = 0,
    ) -> None:
        """Add a sheet with a frozen heading, `frozen` columns and a filter; rows after `most` get further sheets."""
        left = iter(rows)
        while True:
            self._add_sheet(name, columns, islice(left, most), frozen)
            more = next(left, None)
            if more is None:
                return
            left = chain((more,), left)

    def _add_sheet(
        self, name: str, columns: Sequence[SheetColumn], rows: Iterable[Sequence[object]], frozen: int
    ) -> None:
        sheet = self.book.add_worksheet(self.sheet_name(name))
        sheet.freeze_panes(1, frozen)
        for place, column in enumerate(columns):
            sheet.set_column(place, place, column.width)
            sheet.write_string(0, place, safe(column.title), self._head)
        last = 0
        for last, row in enumerate(rows, 1):
            for place, cell in enumerate(row):
                _write(sheet, last, place, cell)
        if not last:
            return
        sheet.autofilter(0, 0, last, len(columns) - 1)
        for place, column in enumerate(columns):
            if column.look in self._looks:
                sheet.conditional_format(1, place, last, place, self._looks[column.look])


def _cut(title: str, longest: int) -> str:
    """Shorten a title, after a word if possible, and add an ellipsis."""
    if len(title) <= longest:
        return title
    whole, _, _ = title[:longest].rpartition(" ")
    kept = whole.rstrip(" ,;:–-") if len(whole) > longest // 3 else title[: longest - 1]
    return f"{kept}…"


@contextmanager
def workbook(file: BinaryIO) -> Iterator[Book]:
    """Yield a workbook that is complete on exit; its temporary files are removed in any case."""
    import xlsxwriter  # brings hashlib; few write a workbook

    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        book = xlsxwriter.Workbook(file, {**_OPTIONS, "tmpdir": folder})
        try:
            yield Book(book)
            book.close()
        finally:
            for sheet in book.worksheets():
                sheet.row_data_fh.close()


def safe(text: str) -> str:
    """Remove what XML cannot contain and control characters, and cut to the length of a cell."""
    shown = harmless(text, "\n").encode("utf-8", "replace").decode()
    shown = shown.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return shown if len(shown) <= _LONGEST_TEXT else f"{shown[: _LONGEST_TEXT - 1]}…"


def _write(sheet: "Worksheet", row: int, place: int, cell: object) -> None:
    if cell is None or cell == "":
        return
    if isinstance(cell, bool):
        sheet.write_boolean(row, place, cell)
    elif isinstance(cell, int | float):
        sheet.write_number(row, place, cell)
    elif isinstance(cell, datetime):
        sheet.write_datetime(row, place, cell.replace(tzinfo=None))
    else:
        sheet.write_string(row, place, safe(str(cell)))
