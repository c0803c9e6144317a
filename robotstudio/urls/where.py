"""Conditions on URLs by their columns: `clicks > 100 and not url contains /tag/`, for the command line and filters.

Columns are named by their role, header or title, in quotation marks if there is a blank in it; `url` is the URL itself.
A comparison with an unknown value is neither true nor false, and neither is its opposite: `is unknown` asks for it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, ClassVar, Final

import numpy as np
from msgspec import Struct

from robotstudio.engine.bulk.texts import Mask, Texts, mask_found
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import Message, told
from robotstudio.urls.value_columns import ColumnKind, ValueColumn, Values

_LONGEST: Final = 10_000
_DEEPEST: Final = 50
_LEAST_TOKENS: Final = 2
_URL: Final = "url"
_TOKEN: Final = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|(<=|>=|!=|[<>=()])|([^\s<>=()!"']+))""")
_DAY: Final = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?)?)?", re.ASCII)
_PRECISIONS: Final = {4: "Y", 7: "M", 10: "D", 16: "m", 19: "s"}
_NUMBER: Final = re.compile(r"[-+]?\d+(?:\.\d+)?%?", re.ASCII)
_WORDS: Final = frozenset({"and", "or", "not", "is", "contains", "matches", "cased", "unknown", "known"})
_OPERATORS: Final[Mapping[str, Callable[..., Any]]] = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}
_COMPARISONS: Final = frozenset(_OPERATORS)
_TEXTUAL: Final = frozenset({"contains", "matches"})

_TOO_LONG: Message = "The condition is too long."
_ENDS: Message = "The condition ends where {expected} is expected."
_UNEXPECTED: Message = "“{found}” in the condition: {expected} is expected."
_NO_TOKEN: Message = "The condition cannot be read from “{found}” on: close quotation marks, and use = != < <= > >=."
_NO_NUMBER: Message = "“{column}” holds numbers; “{value}” is not one."
_NO_DATE: Message = "“{column}” holds dates: write “{value}” as 2026-10-28, 2026-10 or 2026."
_NO_ORDER: Message = "“{column}” holds texts: compare them with {comparisons}."
_BAD_PATTERN: Message = "“{pattern}” is not a regular expression: {why}."
_TOO_DEEP: Message = "The condition has too many nested parentheses."

_A_COLUMN: Message = "a column"
_A_COMPARISON: Message = "a comparison such as =, >, contains or is unknown"
_A_VALUE: Message = "a value"
_AN_END: Message = "and, or, or the end"
_A_PARENTHESIS: Message = "a closing parenthesis"


class WhereError(RobotStudioError):
    """A condition is not understood."""


class Token(Struct, frozen=True):
    text: str
    is_quoted: bool = False

    def says(self, *words: str) -> bool:
        """Return True for one of these words or signs, not quoted."""
        return not self.is_quoted and self.text.lower() in words


class Truth(Struct, frozen=True, eq=False):
    """Truth of a condition for each URL, and whether it is known."""

    is_true: Mask
    is_known: Mask

    def __invert__(self) -> "Truth":
        return Truth(~self.is_true & self.is_known, self.is_known)

    def __and__(self, other: "Truth") -> "Truth":
        is_false = (self.is_known & ~self.is_true) | (other.is_known & ~other.is_true)
        return Truth(self.is_true & other.is_true, is_false | (self.is_known & other.is_known))

    def __or__(self, other: "Truth") -> "Truth":
        return ~(~self & ~other)


class Test(Struct, frozen=True):
    """One comparison of a column."""

    __test__: ClassVar[bool] = False  # as of TestUrl

    column: str
    comparison: str
    """`=`, `<` and the like, `contains`, `matches`, or `known`."""
    value: str = ""
    is_cased: bool = False


class Not(Struct, frozen=True):
    """The opposite of a condition."""

    of: "Condition"


class Both(Struct, frozen=True):
    """Two conditions, both of which hold."""

    first: "Condition"
    second: "Condition"


class Either(Struct, frozen=True):
    """Two conditions, one of which holds at least."""

    first: "Condition"
    second: "Condition"


Condition = Test | Not | Both | Either
Lookup = Callable[[str], ValueColumn]
"""Returns the column of a name. Raises UnknownColumnError."""


def parse(text: str) -> Condition:
    """Read a condition. Raises WhereError."""
    return _Parser(text).whole()


def condition_in(text: str, is_column: Callable[[str], bool]) -> Condition | None:
    """Return the condition that a search text is, None if it is words to look for. Raises WhereError.

    It is a condition if it begins with a column and a comparison, so that `sort=price` looks for that text.
    """
    tokens: list[Token] = []
    with suppress(WhereError):
        tokens.extend(_tokens(text[:_LONGEST]))
    while tokens and tokens[0].says("not", "("):
        del tokens[0]
    if len(tokens) < _LEAST_TOKENS or not tokens[1].says(*_COMPARISONS, *_TEXTUAL, "is", "not"):
        return None
    name = tokens[0].text
    return parse(text) if name.lower() == _URL or is_column(name) else None


def columns_in(condition: Condition) -> Iterator[str]:
    """Yield the names of the columns that a condition asks for."""
    if isinstance(condition, Test):
        if condition.column.lower() != _URL:
            yield condition.column
    elif isinstance(condition, Not):
        yield from columns_in(condition.of)
    else:
        yield from columns_in(condition.first)
        yield from columns_in(condition.second)


def mask_where(condition: Condition, urls: Texts, lookup: Lookup) -> Mask:
    """Return for which URLs a condition is true. Raises WhereError, UnknownColumnError."""
    return truth_of(condition, urls, lookup).is_true


class _Parser:
    """Recursive descent: `or` binds less than `and`, and that less than `not`."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise WhereError(_TOO_LONG)
        self._tokens = list(_tokens(text))
        self._place = 0
        self._depth = 0

    def whole(self) -> Condition:
        found = self._either()
        if self._next is not None:
            raise self._unexpected(_AN_END)
        return found

    @property
    def _next(self) -> Token | None:
        return self._tokens[self._place] if self._place < len(self._tokens) else None

    def _taken(self, *words: str) -> bool:
        """Take the next token if it is one of these words."""
        if self._next is None or not self._next.says(*words):
            return False
        self._place += 1
        return True

    def _unexpected(self, expected: Message) -> WhereError:
        if self._next is None:
            return WhereError(_ENDS, expected=told(expected))
        return WhereError(_UNEXPECTED, found=self._next.text[:40], expected=told(expected))

    def _either(self) -> Condition:
        found = self._both()
        while self._taken("or"):
            found = Either(found, self._both())
        return found

    def _both(self) -> Condition:
        found = self._single()
        while self._taken("and"):
            found = Both(found, self._single())
        return found

    def _single(self) -> Condition:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise WhereError(_TOO_DEEP)
        if self._taken("not"):
            found: Condition = Not(self._single())
        elif self._taken("("):
            found = self._either()
            if not self._taken(")"):
                raise self._unexpected(_A_PARENTHESIS)
        else:
            found = self._test()
        self._depth -= 1
        return found

    def _test(self) -> Condition:
        column = self._text(_A_COLUMN)
        if self._taken("is"):
            is_not = self._taken("not")
            if self._taken("unknown"):
                is_not = not is_not
            elif not self._taken("known"):
                raise self._unexpected(_A_COMPARISON)
            known = Test(column, "known")
            return Not(known) if is_not else known
        is_not = self._taken("not")
        token = self._next
        if token is None or not token.says(*_TEXTUAL, *(() if is_not else _COMPARISONS)):
            raise self._unexpected(_A_COMPARISON)
        self._place += 1
        comparison = token.text.lower()
        is_cased = comparison in _TEXTUAL and self._taken("cased")
        found = Test(column, comparison, self._text(_A_VALUE), is_cased)
        return Not(found) if is_not else found

    def _text(self, expected: Message) -> str:
        token = self._next
        if token is None or (not token.is_quoted and token.says(*_WORDS, *_COMPARISONS, "(", ")")):
            raise self._unexpected(expected)
        self._place += 1
        return token.text


def _tokens(text: str) -> Iterator[Token]:
    place, end = 0, len(text.rstrip())
    while place < end:
        found = _TOKEN.match(text, place)
        if found is None:
            raise WhereError(_NO_TOKEN, found=text[place : place + 40].strip())
        double, single, sign, word = found.groups()
        quoted = double if double is not None else single
        yield Token(sign or word, is_quoted=False) if quoted is None else Token(quoted, is_quoted=True)
        place = found.end()


def truth_by(condition: Condition, truth: Callable[[Test], Truth]) -> Truth:
    """Combine the truth of each comparison to that of the whole condition."""
    if isinstance(condition, Not):
        return ~truth_by(condition.of, truth)
    if isinstance(condition, Both):
        return truth_by(condition.first, truth) & truth_by(condition.second, truth)
    if isinstance(condition, Either):
        return truth_by(condition.first, truth) | truth_by(condition.second, truth)
    return truth(condition)


def truth_of(condition: Condition, urls: Texts, lookup: Lookup) -> Truth:
    """Return for which URLs a condition is true, and for which that is known. Raises WhereError, UnknownColumnError."""
    return truth_by(condition, lambda test: _truth(test, urls, lookup))


def _truth(condition: Test, urls: Texts, lookup: Lookup) -> Truth:
    if condition.column.lower() == _URL:
        return Truth(_of_urls(condition, urls), np.ones(len(urls), np.bool_))
    column = lookup(condition.column)
    if condition.comparison == "known":
        return Truth(column.is_known, np.ones(len(column), np.bool_))
    if column.is_coded:
        return Truth(_of_texts(condition, column) & column.is_known, column.is_known)
    if condition.comparison in _TEXTUAL:
        message = _NO_DATE if column.info.kind is ColumnKind.DATE else _NO_NUMBER
        raise WhereError(message, column=condition.column, value=condition.value[:40])
    return Truth(_of_values(condition, column) & column.is_known, column.is_known)


def _of_urls(test: Test, urls: Texts) -> Mask:
    if test.comparison == "contains" and not test.is_cased and "*" not in test.value:
        return mask_found(urls, [test.value])
    holds = _text_test(test)
    return np.fromiter(map(holds, urls), np.bool_, len(urls))


def _of_texts(test: Test, column: ValueColumn) -> Mask:
    holds = _text_test(test)
    table = np.fromiter((*map(holds, column.texts), False), np.bool_, len(column.texts) + 1)
    found: Mask = table[column.values]
    return found


def _text_test(test: Test) -> Callable[[str], bool]:
    value = test.value if test.is_cased else test.value.casefold()
    if test.comparison == "matches":
        return _pattern(test)
    if test.comparison == "contains":
        return (lambda text: value in text) if test.is_cased else (lambda text: value in text.casefold())
    if test.comparison in {"=", "!="}:
        is_equal = test.comparison == "="
        return lambda text: (text.casefold() == value) is is_equal
    if test.comparison == "known":
        return lambda _text: True
    raise WhereError(_NO_ORDER, column=test.column, comparisons="=, !=, contains, matches")


def _pattern(test: Test) -> Callable[[str], bool]:
    import re2  # noqa: PLC0415  # few conditions have a pattern

    options = re2.Options()
    options.log_errors, options.case_sensitive = False, test.is_cased
    try:
        compiled = re2.compile(test.value, options)
    except re2.error as error:
        raise WhereError(_BAD_PATTERN, pattern=test.value[:60], why=str(error)) from error
    return lambda text: compiled.search(text) is not None


def _of_values(test: Test, column: ValueColumn) -> Mask:
    """Compare numbers or dates; a date is as long as it is written: `= 2026-10` is any day of that month."""
    if column.info.kind is ColumnKind.DATE:
        if not _DAY.fullmatch(test.value):
            raise WhereError(_NO_DATE, column=test.column, value=test.value[:40])
        unit = _PRECISIONS[len(test.value)]
        return _compared(column.values.astype(f"datetime64[{unit}]"), test.comparison, _moment(test, unit))
    if not _NUMBER.fullmatch(test.value):
        raise WhereError(_NO_NUMBER, column=test.column, value=test.value[:40])
    return _compared(column.values.astype(np.float64), test.comparison, number_of(test))


def number_of(test: Test) -> float:
    """Return the number with which a column of numbers is compared."""
    return float(test.value.rstrip("%"))


def _moment(test: Test, unit: str) -> np.datetime64:
    try:
        moment: np.datetime64 = np.datetime64(test.value.replace(" ", "T")).astype(f"datetime64[{unit}]")
    except ValueError as error:
        raise WhereError(_NO_DATE, column=test.column, value=test.value[:40]) from error
    return moment


def _compared(values: Values, comparison: str, value: float | np.datetime64) -> Mask:
    found: Mask = _OPERATORS[comparison](values, value)
    return found
