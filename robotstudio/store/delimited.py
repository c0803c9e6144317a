"""The only writer of CSV and TSV, so that every table is safe to open in a spreadsheet.

A cell that a spreadsheet would run as a formula (it begins with `=`, `+`, `-`, `@`, a tab or a line end, perhaps after
spaces) gets an apostrophe in front, as OWASP advises: a token or a URL may come from anyone. A character that controls
a terminal is replaced by a visible sign; lines stay lines only in a table of texts for another program. A check refuses
`csv.writer` anywhere else.
"""

import csv
import io
from collections.abc import Iterable, Iterator

from robotstudio.text.phrases import harmless

_FORMULA = tuple("=+-@＝＋－＠\t\r\n")  # East Asian spreadsheets treat wide signs like narrow ones


def safe(text: str) -> str:
    """Escape a cell that a spreadsheet would run as a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def delimited(
    rows: Iterable[Iterable[object]], delimiter: str = ",", line_end: str = "\n", *, has_lines: bool = False
) -> Iterator[str]:
    """Yield each row as text; booleans as true and false, None as an empty cell. `has_lines` keeps lines in cells."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator=line_end)  # noqa: TID251 - the one place
    for row in rows:
        writer.writerow([_cell(value, "\n" if has_lines else "") for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def cell(text: str) -> str:
    """Format one cell of CSV, for tables too long for `delimited`; join the cells with commas."""
    made = harmless(safe(text))
    return '"' + made.replace('"', '""') + '"' if '"' in made or "," in made else made


def _cell(value: object, but: str) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, int | float) else harmless(safe(str(value)), but)


class DelimitedRows:
    """Reader of a table. Each instance has its own limit for a cell, while Python's is global."""

    def __init__(self, lines: Iterable[str], delimiter: str, longest_cell: int) -> None:
        self._reader = csv.reader(lines, delimiter=delimiter)
        self._longest = longest_cell

    def __iter__(self) -> Iterator[list[str]]:
        return self

    def __next__(self) -> list[str]:
        """Return the next row. Raises csv.Error for one that cannot be read."""
        csv.field_size_limit(self._longest)
        return next(self._reader)

    @property
    def line(self) -> int:
        """The last line of the row that was read last."""
        return self._reader.line_num
