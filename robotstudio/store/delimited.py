"""CSV and TSV as the whole program writes them: one writer, so that no table forgets what a spreadsheet does to it.

A cell that a spreadsheet would run as a formula (it begins with `=`, `+`, `-`, `@`, a tab or a line end, also behind
spaces) gets an apostrophe in front, as OWASP advises: a token or a URL may come from anyone. A character that steers a
terminal is replaced by a visible sign. A check refuses `csv.writer` anywhere else.
"""

import csv
import io
from collections.abc import Iterable, Iterator

from robotstudio.text.phrases import harmless

_FORMULA = tuple("=+-@＝＋－＠\t\r\n")  # East Asian spreadsheets take the wide signs for the narrow ones


def safe(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def delimited(rows: Iterable[Iterable[object]], delimiter: str = ",", line_end: str = "\n") -> Iterator[str]:
    """The rows, each as its text; true and false are written so, and nothing for what is not known."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator=line_end)  # noqa: TID251 - the one place
    for row in rows:
        writer.writerow([_cell(value) for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def cell(text: str) -> str:
    """One cell of CSV, to be joined with others by commas: for tables so long that a row is not made cell by cell."""
    made = harmless(safe(text))
    return '"' + made.replace('"', '""') + '"' if '"' in made or "," in made else made


def _cell(value: object) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, int | float) else harmless(safe(str(value)))


class DelimitedRows:
    """The rows of a table of others. Each has its own limit for a cell: that of Python holds for all readers."""

    def __init__(self, lines: Iterable[str], delimiter: str, longest_cell: int) -> None:
        self._reader = csv.reader(lines, delimiter=delimiter)
        self._longest = longest_cell

    def __iter__(self) -> Iterator[list[str]]:
        return self

    def __next__(self) -> list[str]:
        """The next row. Raises csv.Error for one that cannot be read."""
        csv.field_size_limit(self._longest)
        return next(self._reader)

    @property
    def line(self) -> int:
        """The last line of the row that was read last."""
        return self._reader.line_num
