"""The words that every format for people puts around the blocks, and how it writes a cell."""

from collections.abc import Sequence
from typing import Final

from robotstudio.app.report.model import MOST_SHOWN, Cell, Column, Kind, Table
from robotstudio.engine.language import Message, Plural, Words

CONTENTS: Final[Message] = "Contents"
NOTES: Final[Message] = "Notes of the auditor"
_CUT = Plural(
    "{shown} of {count} row is shown here. All of them are in the report as XLSX, CSV or JSON.",
    "{shown} of {count} rows are shown here. All of them are in the report as XLSX, CSV or JSON.",
)
_SIDES: Final[dict[bool, Message]] = {True: "allowed", False: "blocked"}
_FLAGS: Final[dict[bool, Message]] = {True: "yes", False: "no"}
_NONE: Final = "–"


def cell_text(cell: Cell, column: Column, words: Words) -> str:
    """A cell as people read it."""
    if cell is None or cell == "":
        return _NONE
    if isinstance(cell, bool):
        return words.say((_SIDES if column.kind is Kind.VERDICT else _FLAGS)[cell])
    if isinstance(cell, int):
        return words.number(cell) if not column.id.startswith("line") else str(cell)
    return cell


def shown_rows(table: Table, most: int = MOST_SHOWN) -> Sequence[tuple[Cell, ...]]:
    """The rows that a page has."""
    return table.rows[: min(most, table.shown)]


def cut_words(table: Table, words: Words, most: int = MOST_SHOWN) -> str:
    """Where the rows end that a page has; "" where it has them all."""
    shown = min(most, table.shown)
    return words.count(_CUT, len(table.rows), shown=shown) if len(table.rows) > shown else ""
