"""The options about columns of values beside the URLs: which to print, which URLs to take, what to sum."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from robotstudio.cli.files import AskedUrls
from robotstudio.cli.output import MisuseError, complain
from robotstudio.draft.at_risk import bringing
from robotstudio.engine import UrlTable
from robotstudio.engine.bulk.texts import Mask, Texts
from robotstudio.engine.sums import COMPARISONS, Sum
from robotstudio.text.language import ENGLISH, WORDS, Fact, Message, Plural, Words, told, tr
from robotstudio.urls.set_columns import (
    SetColumn,
    UnknownColumnError,
    columns_of,
    engine_of,
    find,
    full_titles,
    sum_of,
    sum_words,
    title_of,
    unlike,
)
from robotstudio.urls.sources.exports import ALL, USUAL
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind, Places, ValueColumn, plain, value_words
from robotstudio.urls.where import (
    Condition,
    Test,
    Truth,
    WhereError,
    columns_in,
    mask_where,
    number_of,
    parse,
    truth_by,
    truth_of,
)

URLS: Final = "urls"
"""The name of the number of URLs in a condition on sums."""

_NO_SUM: Message = "The values of “{name}” cannot be added. Choose a column of counts, such as clicks."
_NO_BRINGER: Message = (
    "The sum of “{name}” is unknown: compare a crawler that it depends on, such as --crawler {crawler}."
)
_UNDECIDED: Message = "“{condition}” cannot be evaluated: no blocked URL has a value for “{name}”."
_UNDECIDED_PARTLY = Plural(
    "“{condition}” cannot be evaluated: {name} is {total} or more, unknown for {count} of {urls} blocked URLs. "
    "To add up only the URLs with a value, use --where {known}.",
    "“{condition}” cannot be evaluated: {name} is {total} or more, unknown for {count} of {urls} blocked URLs. "
    "To add up only the URLs with a value, use --where {known}.",
)


class Weight(Struct, frozen=True, dict=True):
    """A column to sum, with its titles in the language of the answer."""

    column: SetColumn
    title: str

    @property
    def name(self) -> str:
        """Return the key of the column in JSON and CSV."""
        return self.column.info.role or self.column.info.name

    def sum(self, rows: Mask | Places) -> Sum:
        return sum_of(self.column.values, rows)

    def unknown(self, urls: int) -> Sum:
        """Return the sum over some URLs of which no value is known."""
        return Sum(0.0, 0, urls)

    def words(self, found: Sum) -> str:
        return sum_words(self.title, found, WORDS)

    def record(self, found: Sum) -> Mapping[str, object]:
        """Return a sum for programs; it is null if all values are unknown."""
        total = None if found.is_unknown else plain(found.total)
        return {"urls": found.urls, "sum": total, "known": found.known}

    def source_record(self) -> Mapping[str, object]:
        """Return what the column is: its name, source and period."""
        source = self.column.source
        first, last = source.period or (None, None)
        days = {"from": first and first.isoformat(), "to": last and last.isoformat()}
        return {"name": self.name, "title": self.title, "source": source.name, **days}


class Beside(Struct, frozen=True):
    """The columns to print beside each URL: their names for programs, and their values."""

    names: Sequence[str]
    titles: Sequence[str]
    values: Sequence[ValueColumn]

    def record(self, row: int) -> Mapping[str, object]:
        """Return the values of a URL for programs; what is unknown is null."""
        return {name: plain(column.value(row)) for name, column in zip(self.names, self.values, strict=True)}

    def words(self, row: int) -> str:
        """Return the known values of a URL with their titles."""
        pairs = zip(self.titles, self.values, strict=True)
        told = ((title, column.info.unit, column.value(row)) for title, column in pairs)
        return WORDS.clauses(
            WORDS.about(title, f"{value_words(value, WORDS)}{unit}") for title, unit, value in told if value is not None
        )


def names_asked(columns: str | None, where: str | None, weight: str | None) -> tuple[str, ...]:
    """Return the columns that options name, for the reader to keep beside the usual ones. Raises MisuseError."""
    names = [USUAL, *_listed(columns)]
    if where:
        names += columns_in(_condition(where))
    if weight:
        names.append(weight)
    return tuple(dict.fromkeys(names))


def _listed(names: str | None) -> Iterator[str]:
    return (name.strip() for name in (names or "").split(",") if name.strip())


def _condition(text: str) -> Condition:
    """Read a condition. Raises MisuseError."""
    try:
        return parse(text)
    except WhereError as error:
        raise MisuseError(error.told) from error


def filtered(asked: AskedUrls, where: str) -> AskedUrls:
    """Return the URLs for which a condition is true. Raises MisuseError."""
    urls = as_set(asked.urls)
    columns = columns_of(urls)
    try:
        mask = mask_where(parse(where), urls.urls, lambda name: find(columns, name, WORDS).values)
    except (WhereError, UnknownColumnError) as error:
        raise MisuseError(error.told) from error
    if len(urls) and not mask.any():
        raise MisuseError("No URL meets the condition of --where, so there is nothing to test.")
    kept = urls.without_rows(np.flatnonzero(~mask))
    return replace(asked, urls=kept, table=UrlTable.from_buffer(kept.urls.joined, kept.urls.starts))


def beside(asked: AskedUrls, names: str | None, words: Words) -> Beside | None:
    """Return the columns to print, None if there are none. Raises MisuseError."""
    listed = list(_listed(names))
    if not listed:
        return None
    columns = columns_of(as_set(asked.urls))
    chosen = list(columns) if ALL in listed else list(dict.fromkeys(_found(columns, name) for name in listed))
    titles = dict(zip(columns, full_titles(columns, words), strict=True))
    programs = [each.info.role or each.info.name for each in chosen]
    unique = unlike(
        name if programs.count(name) == 1 else ENGLISH.noted(name, titles[each])
        for name, each in zip(programs, chosen, strict=True)
    )
    short = [title_of(each.info, words) for each in chosen]
    shown = [title if short.count(title) == 1 else titles[each] for title, each in zip(short, chosen, strict=True)]
    return Beside(unique, shown, [each.values for each in chosen])


def weight_of(asked: AskedUrls, name: str | None, words: Words) -> Weight | None:
    """Return the column to sum. Raises MisuseError if there is none, or if sums of it mean nothing."""
    if not name:
        return None
    columns = columns_of(as_set(asked.urls))
    column = _found(columns, name)
    if column.info.kind is not ColumnKind.NUMBER or not column.info.adds:
        raise MisuseError(_NO_SUM, name=name[:60])
    return Weight(column, full_titles(columns, words)[columns.index(column)])


def bringing_it(weight: Weight, tokens: Sequence[str]) -> frozenset[str]:
    """Return which of these crawlers a column depends on; complain if none does."""
    found = bringing(weight.column, tokens)
    if not found:
        complain(tr(_NO_BRINGER, name=weight.name, crawler=engine_of(weight.column) or "Googlebot"))
    return found


def check_condition(condition: str | None, weight: Weight | None) -> None:
    """Raise MisuseError for a condition that cannot be read, or needs a column that is not summed."""

    def lookup(name: str) -> ValueColumn:
        if name.lower() != URLS:
            _require_summed(name, weight)
        return _single(0)

    if condition:
        try:
            truth_of(parse(condition), Texts.of([""]), lookup)
        except WhereError as error:
            raise MisuseError(error.told) from error


def _require_summed(name: str, weight: Weight | None) -> None:
    if weight is None or name.casefold() not in {weight.name.casefold(), weight.title.casefold()}:
        raise MisuseError("--fail-on uses “{name}”: add it with --weight.", name=name[:60])


def fails(condition: str | None, weight: Weight | None, found: Sum | None, urls: int) -> bool:
    """Return True if a condition that was checked is met. Raises MisuseError if URLs without a value decide."""
    if not condition:
        return False

    def truth_in(test: Test) -> Truth:
        """Return what is true of the sum, even if it is only known what it is at least."""
        if found is None or not found.unknown or test.comparison not in COMPARISONS or test.column.lower() == URLS:
            return truth_of(test, Texts.of([""]), lookup)
        compared = found.compared(test.comparison, number_of(test))
        return Truth(np.array([bool(compared)]), np.array([compared is not None]))

    def lookup(name: str) -> ValueColumn:
        if name.lower() == URLS:
            return _single(urls)
        return _single(np.nan if found is None or found.unknown else found.total)

    truth = truth_by(parse(condition), truth_in)
    if not truth.is_known[0]:
        name = weight.title if weight else ""
        if found is None or found.is_unknown:
            raise MisuseError(_UNDECIDED, condition=condition[:60], name=name)
        known = is_known_condition(weight.name if weight else "")
        facts: Mapping[str, Fact] = {"condition": condition[:60], "name": name, "urls": found.urls, "known": known}
        raise MisuseError(told(_UNDECIDED_PARTLY, count=found.unknown, total=int(found.total), **facts))
    return bool(truth.is_true[0])


def is_known_condition(name: str) -> str:
    """Return the condition that a column has a value, as it is typed in a shell."""
    return f"'\"{name}\" is known'" if " " in name else f"'{name} is known'"


def _single(value: float) -> ValueColumn:
    return ValueColumn(ColumnInfo("sum", ColumnKind.NUMBER), np.array([value], np.float64))


def _found(columns: Sequence[SetColumn], name: str) -> SetColumn:
    try:
        return find(columns, name, WORDS)
    except UnknownColumnError as error:
        raise MisuseError(error.told) from error
