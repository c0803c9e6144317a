"""Columns of values beside the URLs of a set: numbers, dates, texts and states. An unknown value is not 0."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from robotstudio.engine.bulk.texts import Mask, Rows, Texts
from robotstudio.text.language import Words

Values = NDArray[Any]
"""Floats with NaN, `datetime64[s]` with NaT, or codes with -1, for what is unknown."""
Places = NDArray[np.intp]
Value = float | datetime | str | None

_EXACT_IN_32_BITS: Final = 1 << 24
_CODES: Final = (np.int8, np.int16, np.int32)
_OF_NUMBERS: Final = "f"
_OF_DATES: Final = "M"


class ColumnKind(StrEnum):
    NUMBER = "number"
    DATE = "date"
    TEXT = "text"
    STATE = "state"  # a text of which there are few, such as “Indexable”


class ColumnInfo(Struct, frozen=True):
    """Description of a column, without its values."""

    name: str
    """Title as in the header of the file."""
    kind: ColumnKind
    role: str = ""
    """Role, such as `clicks`; "" if unknown."""
    unit: str = ""
    """Such as `%`."""
    adds: bool = False
    """True if the sum over several URLs means something: clicks do, positions do not."""

    @property
    def key(self) -> tuple[str, str]:
        """Key of columns of one source that are the same: the role, or else the name."""
        return self.role, "" if self.role else self.name.casefold()


class ValueColumn(Struct, frozen=True, eq=False, dict=True):
    """The values of a column, one for each row of a share, or of a set."""

    info: ColumnInfo
    values: Values
    texts: Texts = field(default_factory=lambda: Texts.of(()))
    """The distinct texts that the codes stand for."""

    @property
    def memory(self) -> int:
        """Size in bytes."""
        return self.values.nbytes + (self.texts.memory if len(self.texts) else 0)

    def __len__(self) -> int:
        return len(self.values)

    @cached_property
    def is_known(self) -> Mask:
        """Return the rows that have a value."""
        return is_known(self.values)

    @property
    def is_coded(self) -> bool:
        """True for texts and states."""
        return self.values.dtype.kind not in {_OF_NUMBERS, _OF_DATES}

    def value(self, row: int) -> Value:
        """Return one value: a number, a moment in UTC, a text, or None."""
        value = self.values[row]
        if not is_known(self.values[row : row + 1])[0]:
            return None
        if self.values.dtype.kind == _OF_NUMBERS:
            return float(value)
        if self.values.dtype.kind == _OF_DATES:
            moment: datetime = value.astype("datetime64[s]").item()
            return moment.replace(tzinfo=UTC)
        return self.texts[int(value)]

    def taken(self, rows: Places | Mask) -> "ValueColumn":
        """Return the values of these rows, in their order."""
        return ValueColumn(self.info, self.values[rows], self.texts)

    def spread(self, rows: Rows | Places, size: int) -> "ValueColumn":
        """Return as many values, these at their rows, the others unknown."""
        values = _unknown(size, self.values.dtype)
        values[rows] = self.values
        return ValueColumn(self.info, values, self.texts)

    def same(self, other: "ValueColumn") -> bool:
        """Return True if another column has equal values."""
        if self.info != other.info or len(self) != len(other):
            return False
        if self.values.dtype.kind in (_OF_NUMBERS, _OF_DATES):
            return np.array_equal(self.values, other.values, equal_nan=True)
        return all(self.value(row) == other.value(row) for row in range(len(self)))

    def ranks(self) -> NDArray[Any]:
        """Return numbers that sort like the values; of texts ignoring case."""
        if self.values.dtype.kind == _OF_NUMBERS:
            return self.values
        if self.values.dtype.kind == _OF_DATES:
            seconds = self.values.astype(np.int64).astype(np.float64)
            seconds[~self.is_known] = np.nan
            return seconds
        return self._text_ranks[self.values]

    @cached_property
    def _text_ranks(self) -> NDArray[np.float64]:
        """The rank of each text, and behind them that of the code -1."""
        folded = [text.casefold() for text in self.texts]
        ranks = np.full(len(folded) + 1, np.nan)
        ranks[np.array(sorted(range(len(folded)), key=folded.__getitem__), np.intp)] = np.arange(len(folded))
        return ranks

    def order(self, *, is_descending: bool = False) -> NDArray[np.intp]:
        """Return the rows sorted by value; equal ones keep their order, unknown ones come last either way."""
        ranks = self.ranks()
        return stable_order(-ranks if is_descending else ranks)


def stable_order(ranks: NDArray[Any]) -> NDArray[np.intp]:
    """Return the order of numbers, with equal and unknown ones as they stand: a few times as fast as a stable sort."""
    order = np.argsort(ranks)
    if not len(order):
        return order
    found = ranks[order]
    is_next = found[1:] != found[:-1]
    is_next[np.count_nonzero(~np.isnan(found)) :] = False
    runs = np.concatenate(([0], np.cumsum(is_next, dtype=np.int64)))
    keys = runs * len(order) + order
    keys.sort()
    return (keys % len(order)).astype(np.intp, copy=False)


def is_known(values: Values) -> Mask:
    if values.dtype.kind == _OF_NUMBERS:
        return ~np.isnan(values)
    return ~np.isnat(values) if values.dtype.kind == _OF_DATES else values >= 0


def _unknown(size: int, kind: "np.dtype[Any]") -> Values:
    if kind.kind == _OF_NUMBERS:
        return np.full(size, np.nan, kind)
    return np.full(size, np.datetime64("NaT", "s"), kind) if kind.kind == _OF_DATES else np.full(size, -1, kind)


def lean(values: Values) -> Values:
    """Return the same numbers or codes in as few bytes as hold them exactly."""
    if values.dtype.kind == _OF_NUMBERS:
        whole = values[is_known(values)]
        is_small = not len(whole) or (
            np.array_equal(whole, np.rint(whole)) and np.abs(whole).max() <= _EXACT_IN_32_BITS
        )
        return values.astype(np.float32) if is_small else values.astype(np.float64, copy=False)
    if values.dtype.kind == _OF_DATES:
        return values
    most = values.max(initial=-1)
    return values.astype(next(kind for kind in _CODES if most <= np.iinfo(kind).max))


def text_column(info: ColumnInfo, codes: Values, texts: Iterable[str]) -> ValueColumn:
    return ValueColumn(info, lean(codes), Texts.of(texts))


def merged(info: ColumnInfo, rows: Places, values: Values, size: int) -> Values:
    """Return one value a row, of values for rows in any order and number.

    Those that add are summed; of others the first that is known counts.
    """
    if len(rows) == size and (not size or (rows[0] == 0 and (np.diff(rows) == 1).all())):
        return values  # each row once
    known = is_known(values)
    rows, values = rows[known], values[known]
    if info.adds and values.dtype.kind == _OF_NUMBERS:
        result = np.bincount(rows, values, size).astype(np.float64)
        result[np.bincount(rows, minlength=size) == 0] = np.nan
        return result
    kind = np.dtype(np.float64) if values.dtype.kind == _OF_NUMBERS else values.dtype
    result = _unknown(size, kind)
    result[rows[::-1]] = values[::-1]
    return result


def joined_columns(
    mine: Sequence[ValueColumn], its: Sequence[ValueColumn], places: tuple[Places, Places], size: int
) -> tuple[ValueColumn, ...]:
    """Return the columns of two shares of one source over `size` rows; `places` are the rows of each there."""
    theirs = {(column.info.key, column.is_coded): column for column in its}
    columns = []
    for column in mine:
        other = theirs.pop((column.info.key, column.is_coded), None)
        if other is None:
            columns.append(column.spread(places[0], size))
        else:
            columns.append(_united(column, other, np.concatenate(places), size))
    return (*columns, *(column.spread(places[1], size) for column in theirs.values()))


def _united(column: ValueColumn, other: ValueColumn, rows: Places, size: int) -> ValueColumn:
    if not column.is_coded:
        every = np.concatenate([column.values, other.values])
        values = merged(column.info, rows, every, size)
        if column.info.adds:
            values[rows[~is_known(every)]] = np.nan  # a sum to which a number is missing
        return ValueColumn(column.info, lean(values))
    codes: dict[str, int] = {}
    for text in (*column.texts, *other.texts):
        codes.setdefault(text, len(codes))
    translated = [
        np.array([*(codes[text] for text in each.texts), -1], np.int32)[each.values] for each in (column, other)
    ]
    return text_column(column.info, merged(column.info, rows, np.concatenate(translated), size), codes)


def plain(value: Value) -> object:
    """Return a value as programs write it: whole numbers without a point, moments in ISO form."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, float | int):
        return int(value) if float(value).is_integer() else value
    return value.date().isoformat() if not (value.hour or value.minute or value.second) else value.isoformat()


def value_words(value: Value, words: Words) -> str:
    """Return a known value for people."""
    if isinstance(value, float | int):
        return words.number(value, 0 if float(value).is_integer() else 2)
    return str(plain(value))
