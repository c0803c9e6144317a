"""Tables of named rows for other programs: in English, as CSV, TSV, JSON or XLSX."""

import json
from collections.abc import Callable, Collection, Sequence
from itertools import chain
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from robotstudio.store.delimited import delimited
from robotstudio.store.files import replacing, write_atomic
from robotstudio.store.spreadsheet import URL_WIDTH, WIDTH, SheetColumn, workbook


class NamedRow(Protocol):
    """A named tuple: its fields, in their order, are the keys of JSON and the columns of a table."""

    @property
    def _fields(self) -> tuple[str, ...]: ...

    def _asdict(self) -> dict[str, object]: ...


R = TypeVar("R", bound=NamedRow)


def plain_cells(row: NamedRow) -> Sequence[object]:
    """Return the fields of a row as they are."""
    return tuple(row._asdict().values())


class RowBeside(Struct, Generic[R], frozen=True):
    """A row with values of more columns."""

    row: R
    names: Sequence[str]
    values: Sequence[object]

    @property
    def _fields(self) -> tuple[str, ...]:
        return (*self.row._fields, *self.names)

    def _asdict(self) -> dict[str, object]:
        return {**self.row._asdict(), **dict(zip(self.names, self.values, strict=True))}


class RowKind(Struct, Generic[R], frozen=True):
    """The format of rows: `name` is that of a sheet, `cells` makes one row of a table, `of_urls` names wide columns."""

    name: str
    fields: tuple[str, ...]
    cells: Callable[[R], Sequence[object]]
    of_urls: Collection[str] = ()

    def write_beside(
        self, path: Path, rows: Sequence[R], names: Sequence[str], values: Sequence[Sequence[object]]
    ) -> None:
        """Write the rows with more columns: their names, and for each row their values. Raises FileError."""

        def cells(each: RowBeside[R]) -> Sequence[object]:
            return (*self.cells(each.row), *each.values)

        wider = RowKind(self.name, (*self.fields, *names), cells, self.of_urls)
        wider.write(path, [RowBeside(row, names, more) for row, more in zip(rows, values, strict=True)])

    def write(self, path: Path, rows: Sequence[R]) -> None:
        """Write the rows in the format of the suffix, CSV by default. Raises FileError."""
        suffix = path.suffix.lower()
        if suffix == ".xlsx":
            self._write_workbook(path, rows)
            return
        if suffix == ".json":
            text = json.dumps([row._asdict() for row in rows], ensure_ascii=False, indent=1) + "\n"
        else:
            text = "".join(delimited(chain([self.fields], map(self.cells, rows)), "\t" if suffix == ".tsv" else ","))
        write_atomic(path, text.encode("utf-8", "surrogateescape"))

    def _write_workbook(self, path: Path, rows: Sequence[R]) -> None:
        columns = [SheetColumn(name, URL_WIDTH if name in self.of_urls else WIDTH) for name in self.fields]
        with replacing(path) as file, workbook(file) as book:
            book.add_table(self.name, columns, map(self.cells, rows))
