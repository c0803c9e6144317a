"""Checked reading of values in a crawl file, which may be damaged or written by another program."""

import json
import zlib
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from enum import StrEnum
from typing import Any, Final, TypeVar

MOST_UNPACKED: Final = 8 * 1024 * 1024
"""In bytes; more than any stored robots.txt or page text."""

_Word = TypeVar("_Word", bound=StrEnum)


class CellError(ValueError):
    """A value that a crawl never writes, in `column`."""

    def __init__(self, column: str) -> None:
        super().__init__(column)
        self.column = column


def text(value: object, column: str) -> str:
    """Read a text; "" for NULL."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise CellError(column)
    return value


def whole(value: object, column: str) -> int:
    """Read a non-negative integer; 0 for NULL."""
    if value is None:
        return 0
    if not isinstance(value, int) or value < 0:
        raise CellError(column)
    return value


def real(value: object, column: str) -> float:
    """Read a finite number, even if stored as text; 0 for NULL and ""."""
    if not isinstance(value, int | float | str | bytes | None):
        raise CellError(column)
    try:
        number = float(value or 0)
    except ValueError as error:
        raise CellError(column) from error
    if not abs(number) < float("inf"):
        raise CellError(column)
    return number


def moment(value: object, column: str) -> datetime:
    """Read a time in seconds since 1970, such that local time has it, too."""
    try:
        found = datetime.fromtimestamp(real(value, column), UTC)
    except (OverflowError, OSError, ValueError) as error:
        raise CellError(column) from error
    if found.year in {MINYEAR, MAXYEAR}:
        raise CellError(column)
    return found


def word(kind: type[_Word], value: object, column: str) -> _Word:
    """Read a member of an enumeration."""
    try:
        return kind(text(value, column))
    except ValueError as error:
        raise CellError(column) from error


def from_json(value: object, column: str) -> Any:  # noqa: ANN401  # whatever JSON holds
    """Parse JSON."""
    try:
        return json.loads(text(value, column))
    except (ValueError, RecursionError) as error:
        raise CellError(column) from error


def unpacked_bytes(value: object, column: str) -> bytes:
    """Decompress a value, up to the size of anything a crawl stores."""
    if value is None:
        return b""
    if not isinstance(value, bytes):
        raise CellError(column)
    reader = zlib.decompressobj()
    try:
        found = reader.decompress(value, MOST_UNPACKED)
    except zlib.error as error:
        raise CellError(column) from error
    if reader.unconsumed_tail or not reader.eof:
        raise CellError(column)
    return found
