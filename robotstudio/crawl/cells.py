"""Values of a crawl file as the program reads them: a file may be damaged, or written by another program."""

import json
import zlib
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, TypeVar

MOST_UNPACKED: Final = 8 * 1024 * 1024
"""Bytes; more than any robots.txt that is read, and what is stored of the longest page."""

_Word = TypeVar("_Word", bound=StrEnum)


class CellError(ValueError):
    """A value that a crawl never writes; `column` says where."""

    def __init__(self, column: str) -> None:
        super().__init__(column)
        self.column = column


def text(value: object, column: str) -> str:
    """A text; "" for NULL."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise CellError(column)
    return value


def whole(value: object, column: str) -> int:
    """A number that is not negative; 0 for NULL."""
    if value is None:
        return 0
    if not isinstance(value, int) or value < 0:
        raise CellError(column)
    return value


def real(value: object, column: str) -> float:
    """A finite number, also one that was stored as text; 0 for NULL and ""."""
    try:
        number = float(value or 0)  # type: ignore[arg-type]  # whatever a column holds
    except (TypeError, ValueError) as error:
        raise CellError(column) from error
    if not abs(number) < float("inf"):
        raise CellError(column)
    return number


def moment(value: object, column: str) -> datetime:
    """A time in seconds since 1970."""
    try:
        return datetime.fromtimestamp(real(value, column), UTC)
    except (OverflowError, OSError, ValueError) as error:
        raise CellError(column) from error


def word(kind: type[_Word], value: object, column: str) -> _Word:
    """A member of an enumeration."""
    try:
        return kind(text(value, column))
    except ValueError as error:
        raise CellError(column) from error


def from_json(value: object, column: str) -> Any:  # noqa: ANN401  # whatever JSON holds
    """The value of a JSON text."""
    try:
        return json.loads(text(value, column))
    except (ValueError, RecursionError) as error:
        raise CellError(column) from error


def unpacked_bytes(value: object, column: str) -> bytes:
    """What was compressed, as far as it is not larger than anything that a crawl stores."""
    if value is None:
        return b""
    reader = zlib.decompressobj()
    try:
        found = reader.decompress(value, MOST_UNPACKED)  # type: ignore[arg-type]  # whatever a column holds
    except (zlib.error, TypeError) as error:
        raise CellError(column) from error
    if reader.unconsumed_tail or not reader.eof:
        raise CellError(column)
    return found
