"""The words that every format for people puts around the blocks, and how it writes a cell."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from robotstudio.report.model import MOST_SHOWN, AnswerTone, Cell, CellKind, ReportColumn, ReportTable
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import PieceKind, printable

CONTENTS: Final[Message] = "Contents"
NOTES: Final[Message] = "Notes of the auditor"
AT_LEAST: Final[Message] = (
    "The sources have no value for some URLs: a sum with such URLs is a minimum, and “–” means that nothing is known."
)
TONE_SIGNS: Final[Mapping[AnswerTone, str]] = {
    AnswerTone.FINE: "✓",
    AnswerTone.WRONG: "✕",
    AnswerTone.CARE: "⚠",
    AnswerTone.CHANGE: "△",
    AnswerTone.PLAIN: "•",
}
CODE_PIECES: Final = frozenset({PieceKind.URL, PieceKind.TOKEN, PieceKind.ALLOW, PieceKind.DISALLOW})
_CUT = Plural(
    "{shown} of {count} row is shown. The report as XLSX, CSV or JSON has all of them.",
    "{shown} of {count} rows are shown. The report as XLSX, CSV or JSON has all of them.",
)
_ELSEWHERE = Plural(
    "{caption}: {count} row, in the report as XLSX, CSV or JSON.",
    "{caption}: {count} rows, in the report as XLSX, CSV or JSON.",
)
_SIDES: Final[dict[bool, Message]] = {True: "allowed", False: "blocked"}
_FLAGS: Final[dict[bool, Message]] = {True: "yes", False: "no"}
_NONE: Final = "–"
_HALF_PERCENT: Final = 0.005
_SPACE_OF_NUMBER: Final = re.compile(r"(?<=\d)([\u00a0\u202f])(?=[\w%])")


def shown(text: str) -> str:
    """Make each invisible character visible, except for the spaces that part the digits of our numbers."""
    return "".join(part if place % 2 else printable(part) for place, part in enumerate(_SPACE_OF_NUMBER.split(text)))


def share_words(count: int, total: int) -> str:
    """Return a share in percent; next to nothing is not said to be none, next to all not said to be all."""
    share = count / total
    if 0 < share < _HALF_PERCENT:
        return tr("<{percent}", percent=WORDS.percent(0.01))
    if 1 - _HALF_PERCENT < share < 1:
        return tr(">{percent}", percent=WORDS.percent(0.99))
    return WORDS.percent(share)


def cell_text(cell: Cell, column: ReportColumn) -> str:
    """Return a cell as people read it."""
    if cell is None or cell == "":
        return _NONE
    if isinstance(cell, bool):
        return tr((_SIDES if column.kind is CellKind.VERDICT else _FLAGS)[cell])
    if isinstance(cell, int):
        return WORDS.number(cell) if not column.id.startswith("line") else str(cell)
    return cell


def shown_rows(table: ReportTable, most: int = MOST_SHOWN) -> Sequence[tuple[Cell, ...]]:
    """Return the rows that a page has."""
    return table.rows[: min(most, table.shown)]


def cut_words(table: ReportTable, most: int = MOST_SHOWN) -> str:
    """Say where the rows end that a page has; "" if it has them all."""
    shown = min(most, table.shown)
    if len(table.rows) <= shown:
        return ""
    return ntr(_CUT, len(table.rows), shown=shown) if shown else ntr(_ELSEWHERE, len(table.rows), caption=table.caption)
