"""Cells of a table as values: what kind a column is, and the number or the moment that a cell says.

Numbers are written in many ways (1,234.5 or 1.234,5), dates as well. What is written is decided once for a column, by
its first rows; a cell that does not fit is unknown, and counted.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from robotstudio.engine.bulk.texts import Texts
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind, ValueColumn, Values, lean, merged, text_column

_UNKNOWN: Final = frozenset(
    {"", "-", "–", "—", "n/a", "na", "none", "null", "nan", "(not set)", "(none)", "unknown", "\\n", "*", "--"}
)
"""Words for an unknown value, in lower case."""
_ENOUGH: Final = 0.95
"""Share of the first cells that make a column one of numbers or dates."""
_ENOUGH_OF_COUNTS: Final = 0.5
"""The same for a column that is called so."""
_MOST_STATES: Final = 32
_LONGEST_STATE: Final = 80
_FIRST_KNOWN: Final = np.datetime64("1970-01-02")
"""Programs write the first second of 1970, in any time zone, for a date that is not known."""
_LAST_KNOWN: Final = np.datetime64("9999-12-31")
_AT_ONCE: Final = 4_096
_REASONS: Final = frozenset({"issue", "coverage", "indexability_status", "response"})
"""Roles of columns of which a URL may have several values, each in its own row."""
_MOST_REPEATS: Final = 4

_BLANKS: Final = str.maketrans("", "", " \t\xa0\u202f\u2009'’+")
_MOST_DIGITS: Final = 30
_PLAIN: Final = frozenset("0123456789.-")
_UNITS: Final = re.compile(
    r"(?P<number>[-+]?\d[\d.,\s'’\xa0\u202f]*)(?P<unit>%|ms|s|€|\$|£|¥|₽|kb|mb|bytes)?", re.ASCII
)
_BEFORE: Final = ("$", "€", "£", "¥", "₽")


class CellForm(Struct, frozen=True):
    """Format of the cells of a column."""

    kind: ColumnKind
    mark: str = "."
    """The decimal mark."""
    date: int = 0
    """Index in `_DATES`."""
    unit: str = ""
    is_whole: bool = False
    """True if all of the first numbers are whole."""


def is_unknown(cell: str) -> bool:
    """Return True for a cell that says nothing."""
    return cell.strip().lower() in _UNKNOWN


def form_of(cells: Iterable[str], enough: float = _ENOUGH) -> CellForm | None:
    """Return how cells are written; None if none of them says anything.

    `enough` is the share of numbers that makes a column one of numbers.
    """
    told = [text for cell in cells if (text := cell.strip()).lower() not in _UNKNOWN]
    if not told:
        return None
    numbers = [bare for text in told if (bare := _bare_number(text)[0])]
    mark = _decimal_mark(numbers)
    found = [number for text in numbers if (number := _number(text, mark)) is not None]
    if found and len(found) >= enough * len(told):
        units = {_bare_number(text)[1] for text in told}
        unit = units.pop() if len(units) == 1 else "%" if units == {"%", ""} else ""
        return CellForm(ColumnKind.NUMBER, mark, unit=unit, is_whole=all(number.is_integer() for number in found))
    for place, (written, _read) in enumerate(_DATES):
        if sum(written.fullmatch(text) is not None for text in told) >= _ENOUGH * len(told) and _reads(place, told):
            return CellForm(ColumnKind.DATE, date=place)
    different = set(told)
    is_state = len(different) <= min(_MOST_STATES, len(told) / 2) and max(map(len, different)) <= _LONGEST_STATE
    return CellForm(ColumnKind.STATE if is_state else ColumnKind.TEXT)


def numbers_in(cells: Sequence[str], form: CellForm) -> tuple[NDArray[np.float64], int]:
    """Return the numbers, NaN for what is unknown; and how many cells are no number."""
    if form.mark == "." and _PLAIN.issuperset("".join(cells)):
        try:
            return np.array([cell or "nan" for cell in cells], np.float64), 0
        except ValueError:
            pass
    values, wrong = np.full(len(cells), np.nan), 0
    for place, cell in enumerate(cells):
        if is_unknown(cell):
            continue
        number = _number(_bare_number(cell.strip())[0], form.mark)
        if number is None:
            wrong += 1
        else:
            values[place] = number
    return values, wrong


def dates_in(cells: Sequence[str], form: CellForm) -> tuple[NDArray[np.datetime64], int]:
    """Return the moments in UTC, NaT for what is unknown; and how many cells are no date."""
    values, wrong = np.full(len(cells), np.datetime64("NaT", "s"), "datetime64[s]"), 0
    known: dict[str, np.datetime64 | None] = {}
    for place, cell in enumerate(cells):
        if is_unknown(cell):
            continue
        if cell not in known:
            known[cell] = _moment(cell.strip(), form.date)
        moment = known[cell]
        if moment is None:
            wrong += 1
        elif _FIRST_KNOWN <= moment <= _LAST_KNOWN:
            values[place] = moment
    return values, wrong


def _bare_number(text: str) -> tuple[str, str]:
    """Split a number from its unit, which may stand on either side; "" if there is no number."""
    before = ""
    if text.startswith(_BEFORE):
        before, text = text[0], text[1:].lstrip()
    found = _UNITS.fullmatch(text)
    if found is None:
        found = _UNITS.fullmatch(text.lower())
    return ("", "") if found is None else (found["number"].translate(_BLANKS), found["unit"] or before)


def _decimal_mark(numbers: Sequence[str]) -> str:
    """Decide whether “.” or “,” is the decimal mark. What could be either (1.234) is told by the others."""
    votes = {".": 0, ",": 0}
    for text in numbers:
        marks = [letter for letter in text if letter in votes]
        if not marks:
            continue
        last = marks[-1]
        is_zero = len(marks) == 1 and text.lstrip("-").startswith("0")  # 0.125
        if is_zero or len(set(marks)) == 2 or (len(marks) == 1 and len(text.rpartition(last)[2]) != 3):
            votes[last] += 1
        elif len(marks) > 1:
            votes[_other(last)] += 1
    if votes["."] != votes[","]:
        return max(votes, key=lambda mark: votes[mark])
    return "," if _groups_by(".", numbers) else "."


def _groups_by(mark: str, numbers: Sequence[str]) -> bool:
    """Return True if a mark only ever stands before three digits, and no number above 999 lacks it."""
    with_mark = [text for text in numbers if mark in text]
    others = [text for text in numbers if mark not in text and text.lstrip("-").isdigit()]
    is_grouped = all(len(text.rpartition(mark)[2]) == 3 for text in with_mark)
    return bool(with_mark) and bool(others) and is_grouped and all(len(text.lstrip("-")) <= 3 for text in others)


def _other(mark: str) -> str:
    return "," if mark == "." else "."


def _number(text: str, mark: str) -> float | None:
    """Return the number, None if it is none with this decimal mark."""
    whole, point, rest = text.removeprefix("-").partition(mark)
    pieces = whole.split(_other(mark))
    if len(pieces) > 1:
        if len(pieces[0]) > 3 or any(len(piece) != 3 for piece in pieces[1:]):
            return None
        whole = "".join(pieces)
    digits = f"{whole}{rest}"
    if not whole or (point and not rest) or len(digits) > _MOST_DIGITS or not (digits.isascii() and digits.isdigit()):
        return None
    return float(f"{'-' if text.startswith('-') else ''}{whole}.{rest or 0}")


def _iso(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _parts(pattern: "re.Pattern[str]") -> Callable[[str], datetime]:
    def read(text: str) -> datetime:
        found = pattern.fullmatch(text)
        if found is None:
            raise ValueError(text)
        parts = found.groupdict()
        month = parts["month"]
        hour = int(parts.get("hour") or 0)
        if half := (parts.get("half") or "").lower():
            hour = hour % 12 + 12 * (half[0] == "p")
        return datetime(
            int(parts["year"]),
            int(month) if month.isdigit() else _MONTHS[month[:3].lower()],
            int(parts["day"]),
            hour,
            int(parts.get("minute") or 0),
            int(parts.get("second") or 0),
            tzinfo=UTC,
        )

    return read


_MONTH_NAMES: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS: Final[Mapping[str, int]] = {name: number for number, name in enumerate(_MONTH_NAMES, 1)}
"""Months as programs write them in English."""
_TIME: Final = r"(?:[ T,]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?: ?(?P<half>[AaPp][Mm]))?)?"
_ISO: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?", re.ASCII
)


def _form(pattern: str) -> "tuple[re.Pattern[str], Callable[[str], datetime]]":
    compiled = re.compile(pattern + _TIME, re.ASCII)
    return compiled, _parts(compiled)


_DATES: Final = (
    (_ISO, _iso),
    _form(r"(?P<year>\d{4})/(?P<month>\d{1,2})/(?P<day>\d{1,2})"),
    _form(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})"),
    _form(r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})"),
    _form(r"(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>\d{4})"),
    _form(r"(?P<day>\d{1,2})-(?P<month>\d{1,2})-(?P<year>\d{4})"),
    _form(r"(?P<day>\d{1,2})[ -](?P<month>[A-Za-z]{3,9})[ ,-]+(?P<year>\d{4})"),
    _form(r"(?P<month>[A-Za-z]{3,9})\.? (?P<day>\d{1,2}), (?P<year>\d{4})"),
    _form(r"(?P<year>\d{4}) ?年 ?(?P<month>\d{1,2}) ?月 ?(?P<day>\d{1,2}) ?日"),
)
"""Ways to write a date, and how it is read; the first that all of the first cells fit is that of the column."""
_EITHER_FIRST: Final = (3, 4)
"""Month and day first: 01/02/2026 is either."""


def _reads(place: int, told: Sequence[str]) -> bool:
    """Return True if this way of writing reads all dates, and no other would read them otherwise."""
    if sum(_moment(text, place) is not None for text in told) < _ENOUGH * len(told):
        return False
    if place not in _EITHER_FIRST:
        return True
    other = sum(_EITHER_FIRST) - place
    others = [_moment(text, other) for text in told]
    return None in others or others == [_moment(text, place) for text in told]


def _moment(text: str, place: int) -> np.datetime64 | None:
    try:
        moment = _DATES[place][1](text)
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, KeyError, OverflowError):  # overflow: the first and the last hours that there are
        return None
    return np.datetime64(moment, "s")


class WantedColumn(Struct, frozen=True):
    """A column to keep: where it is in the table, and what is known of it beforehand."""

    place: int
    name: str
    role: str = ""
    adds: bool | None = None
    """None if its values decide: whole numbers add."""
    kind: ColumnKind | None = None
    is_count: bool = False
    """True for numbers that are whole whatever they look like: 1.234 clicks are more than a thousand."""


class GatheredColumn(Struct, frozen=True):
    """Result of reading a column: its first value as written, and how many cells could not be read."""

    wanted: WantedColumn
    first: str
    info: ColumnInfo | None
    """None if it had no value at all."""
    known: int = 0
    unreadable: int = 0
    differing: int = 0
    """URLs that came several times with other values, of which the first was kept."""
    incomplete: int = 0
    """URLs that came several times, once without a number: their sum is unknown."""


class ColumnGatherer:
    """Collects the values of one column, for rows of a builder in any order."""

    def __init__(self, wanted: WantedColumn) -> None:
        self.wanted = wanted
        self.first = ""
        self.form: CellForm | None = None
        self.unreadable = 0
        self._since = 0
        self._parts: list[Values] = []
        self._codes: dict[str, int] = {}
        self._every: Values = np.zeros(0)
        self._told: list[tuple[bool, int]] = []  # whether the table has the column, and for how many rows

    def skip(self, count: int) -> None:
        """Pass over rows of a table that does not have the column."""
        self._told.append((False, count))
        self._add([""] * count)

    def add(self, cells: Sequence[str]) -> None:
        """Type some cells; those before the first that says something stay unknown."""
        self._told.append((True, len(cells)))
        self._add(cells)

    def _add(self, cells: Sequence[str]) -> None:
        if not self.first:
            self.first = next((cell for cell in cells if not is_unknown(cell)), "")
        if (
            self.form is None
            and (form := form_of(cells, _ENOUGH_OF_COUNTS if self.wanted.adds else _ENOUGH)) is not None
        ):
            self.form = self._wished(form, cells)
        if self.form is None:
            self._since += len(cells)
            return
        if self._since:
            self._parts.append(self._typed([""] * self._since))
            self._since = 0
        self._parts.append(self._typed(cells))

    def _wished(self, form: CellForm, cells: Sequence[str]) -> CellForm:
        kind = self.wanted.kind
        if form.kind is ColumnKind.NUMBER and self.wanted.is_count and not form.is_whole:
            grouped = replace(form, mark=_other(form.mark), is_whole=True)
            return grouped if numbers_in(cells, grouped)[1] == 0 else form
        return CellForm(kind) if kind in (ColumnKind.TEXT, ColumnKind.STATE) else form

    def _typed(self, cells: Sequence[str]) -> Values:
        form = self.form
        if form is None:
            raise ValueError(self.wanted.name)
        if form.kind is ColumnKind.NUMBER:
            numbers, wrong = numbers_in(cells, form)
            self.unreadable += wrong
            return lean(numbers)
        if form.kind is ColumnKind.DATE:
            moments, wrong = dates_in(cells, form)
            self.unreadable += wrong
            return moments
        codes = self._codes
        return np.array([-1 if not cell.strip() else codes.setdefault(cell, len(codes)) for cell in cells], np.int32)

    def finish(self, rows: NDArray[np.intp], size: int) -> tuple[ValueColumn | None, GatheredColumn]:
        """Return the column with one value for each row of the builder, and what became of it."""
        form, wanted = self.form, self.wanted
        if form is None:
            return None, GatheredColumn(wanted, self.first, None)
        if self._since:
            self._parts.append(self._typed([""] * self._since))
        every = self._every = np.concatenate(self._parts)
        self._parts.clear()
        kind = form.kind
        if kind in (ColumnKind.TEXT, ColumnKind.STATE):
            is_few = len(self._codes) <= min(_MOST_STATES, len(every) / 2)
            kind = wanted.kind or (ColumnKind.STATE if is_few else ColumnKind.TEXT)
        adds = wanted.adds if wanted.adds is not None else form.is_whole and form.unit != "%"
        is_number = kind is ColumnKind.NUMBER
        info = ColumnInfo(wanted.name, kind, wanted.role, form.unit if is_number else "", adds and is_number)
        values = merged(info, rows, every, size)
        incomplete = self._unfinished(rows, values) if info.adds and len(rows) > size else rows[:0]
        if len(incomplete):
            values[incomplete] = np.nan
        differing = 0 if info.adds else _differing(rows, every, values)
        column = (
            text_column(info, values, self._codes)
            if kind in (ColumnKind.TEXT, ColumnKind.STATE)
            else ValueColumn(info, lean(values))
        )
        known = int(np.count_nonzero(column.is_known))
        return column, GatheredColumn(wanted, self.first, info, known, self.unreadable, differing, len(incomplete))

    def _unfinished(self, rows: NDArray[np.intp], sums: Values) -> NDArray[np.intp]:
        """Return the rows with a sum to which a number is missing; one of a table without the column is not missed."""
        is_told = np.repeat([is_there for is_there, _ in self._told], [count for _, count in self._told])
        missed = np.unique(rows[is_told & np.isnan(self._every)])
        return missed[~np.isnan(sums[missed])]

    @property
    def every(self) -> Values | None:
        """The values of all rows once finished, None if they are no numbers."""
        return self._every if self._every.dtype.kind == "f" and len(self._every) else None

    def rate(self, of: ValueColumn, rows: NDArray[np.intp], counts: Sequence[Values | None]) -> Values:
        """Return the rate of each URL over all of its rows, unknown if a count is: clicks divided by impressions.

        With impressions alone it is the mean of the rows, weighted by these.
        """
        size, every = len(of), self._every.astype(np.float64)
        unknown = np.full(len(rows), np.nan)
        *above, below = (unknown if count is None else count.astype(np.float64) for count in counts)
        parts = above[0] * (100.0 if of.info.unit == "%" else 1.0) if above else every * below
        is_there = ~np.isnan(every)  # tables without the column say nothing
        totals, weights = (np.bincount(rows[is_there], values[is_there], size) for values in (parts, below))
        with np.errstate(invalid="ignore", divide="ignore"):
            rates = np.where(weights > 0, totals / weights, np.nan)
        is_single = np.bincount(rows, minlength=size) < _SEVERAL
        return np.where(is_single, of.values, rates)

    def has_several(self, rows: NDArray[np.intp]) -> bool:
        """Return True if a URL has other values than its first, once finished."""
        return len(np.unique(np.stack([rows, self._every]), axis=1).T) > len(np.unique(rows))

    def repeat(self, of: ValueColumn, rows: NDArray[np.intp], places: NDArray[np.intp], number: int) -> ValueColumn:
        """Return the values that URLs had when they came for the `number`-th time, in these places of the table."""
        info = ColumnInfo(repeat_name(of.info.name, number), of.info.kind)
        values = merged(info, rows[places], self._every[places], len(of))
        return ValueColumn(info, values, Texts.of(self._codes)) if of.is_coded else ValueColumn(info, values)


def repeat_name(name: str, number: int) -> str:
    """Return the name of the column that has the values of URLs that came again in the same table."""
    return f"{name} #{number}"


def is_repeat(name: str) -> bool:
    """Return True for the name of such a column."""
    return any(name.endswith(repeat_name("", number)) for number in range(2, 2 + _MOST_REPEATS))


def _differing(rows: NDArray[np.intp], every: Values, kept: Values) -> int:
    """Count the rows with a known value other than the one kept."""
    if len(rows) == len(kept):
        return 0
    unlike = every != kept[rows]
    known = every == every if every.dtype.kind != "i" else every >= 0  # noqa: PLR0124 - neither NaN nor NaT equals itself
    return len(np.unique(rows[unlike & known]))


_Finished = tuple[ValueColumn | None, GatheredColumn]
_SEVERAL: Final = 2
_EARLIER: Final = "_before"
"""How the roles of a period before end."""


def _counts_of(role: str) -> Sequence[str]:
    """Return the roles of what a rate is computed from: its parts and what they are of; () for other columns."""
    before = _EARLIER if role.endswith(_EARLIER) else ""
    counts = {"ctr": ("clicks", "impressions"), "position": ("impressions",)}.get(role.removesuffix(_EARLIER), ())
    return [f"{count}{before}" for count in counts]


class TableGatherer:
    """Collects the columns of one source; its tables may have different ones."""

    def __init__(self) -> None:
        self.wanted: tuple[WantedColumn, ...] = ()
        self._columns: dict[tuple[str, str], ColumnGatherer] = {}
        self._current: list[ColumnGatherer] = []
        self._rows: list[int] = []
        self._every: list[NDArray[np.intp]] = []
        self._waiting: list[list[str]] = []
        self._constants: list[tuple[WantedColumn, str]] = []
        self.several = 0
        """URLs that are in several rows, once finished."""

    def begin(self, wanted: Sequence[WantedColumn]) -> None:
        """Start a table with these columns."""
        self._flush()
        self.wanted = tuple(wanted)

    def add(self, row: int, cells: Sequence[str]) -> None:
        """Add the cells of a table's row, for a row of the builder."""
        if not self.wanted:
            return
        width = len(cells)
        self._rows.append(row)
        self._waiting.append([cells[each.place] if each.place < width else "" for each in self.wanted])
        if len(self._rows) >= _AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        if not self._rows:
            return
        self._every.append(np.array(self._rows, np.intp))
        given = dict(zip((_key(each) for each in self.wanted), zip(*self._waiting, strict=True), strict=True))
        before = sum(map(len, self._every[:-1]))
        for each in self.wanted:
            if _key(each) not in self._columns:
                made = self._columns[_key(each)] = ColumnGatherer(each)
                made.skip(before)
        for key, column in self._columns.items():
            if key in given:
                column.add(given[key])
            else:
                column.skip(len(self._rows))
        self._rows, self._waiting = [], []

    def add_constant(self, wanted: WantedColumn, text: str) -> None:
        """Add a column with the same text in every row."""
        self._constants.append((wanted, text))

    def finish(self, size: int) -> tuple[tuple[ValueColumn, ...], tuple[GatheredColumn, ...]]:
        """Return the columns that have values, and what became of all."""
        self._flush()
        rows = np.concatenate([np.zeros(0, np.intp), *self._every])
        made = self._with_rates(rows, [column.finish(rows, size) for column in self._columns.values()])
        self.several = int(np.count_nonzero(np.bincount(rows, minlength=size) > 1))
        repeats = list(self._repeats(rows, [column for column, _ in made]))
        for wanted, text in self._constants:
            info = ColumnInfo(wanted.name, ColumnKind.STATE, wanted.role)
            column = text_column(info, np.zeros(size, np.int32), [text])
            made.append((column, GatheredColumn(wanted, text, info, size)))
        columns = (*(column for column, _ in made if column is not None), *repeats)
        return columns, tuple(gathered for _, gathered in made)

    def _with_rates(self, rows: NDArray[np.intp], made: Sequence[_Finished]) -> list[_Finished]:
        """Compute the rates of URLs in several rows, such as one for each country: the first would not be theirs."""
        gatherers = {each.wanted.role: each for each in self._columns.values()}
        finished = []
        for each, (column, gathered) in zip(self._columns.values(), made, strict=True):
            counts = [gatherers.get(role) for role in _counts_of(each.wanted.role)]
            if column is not None and column.info.kind is ColumnKind.NUMBER and gathered.differing and counts:
                values = each.rate(column, rows, [count.every if count else None for count in counts])
                column = ValueColumn(column.info, lean(values))  # noqa: PLW2901  # its values are others
                known = int(np.count_nonzero(column.is_known))
                gathered = replace(gathered, known=known, differing=0)  # noqa: PLW2901  # as above
            finished.append((column, gathered))
        return finished

    def _repeats(self, rows: NDArray[np.intp], columns: Sequence[ValueColumn | None]) -> Iterator[ValueColumn]:
        """Yield the reasons of URLs that came again with another one, and the dates beside them."""
        pairs = zip(self._columns.values(), columns, strict=True)
        made = [(each, column) for each, column in pairs if column is not None]
        if not any(each.wanted.role in _REASONS and each.has_several(rows) for each, _ in made):
            return
        order = np.argsort(rows, kind="stable")
        firsts = np.flatnonzero(np.diff(rows[order], prepend=-1))
        times = np.arange(len(rows)) - np.repeat(firsts, np.diff(firsts, append=len(rows)))
        for number in range(2, 2 + _MOST_REPEATS):
            places = order[times == number - 1]
            if not len(places):
                return
            for each, column in made:
                if each.wanted.role in _REASONS or column.info.kind is ColumnKind.DATE:
                    yield each.repeat(column, rows, places, number)


def _key(wanted: WantedColumn) -> tuple[str, str]:
    return wanted.role, "" if wanted.role else wanted.name.casefold()
