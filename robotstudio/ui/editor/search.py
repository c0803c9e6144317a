"""Search in the draft: plain text takes a few milliseconds in a megabyte; other queries list all matches."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Protocol

from msgspec import Struct

from robotstudio.store.text import sanitise
from robotstudio.text.language import Message, told
from robotstudio.ui.editor.expressions import BadExpressionError, Expression, Replacement, TextSpan

MOST_LISTED = 50_000
_TOO_MANY: Message = "There are more than {most} matches. Look for something longer."


class FindQuery(Struct, frozen=True):
    """A query, in the editor's alphabet."""

    text: str
    match_case: bool = False
    whole_words: bool = False
    is_expression: bool = False

    @classmethod
    def of(cls, typed: str, *, match_case: bool, whole_words: bool = False, is_expression: bool = False) -> "FindQuery":
        """Return the query for the user's input."""
        return cls(sanitise(typed), match_case, whole_words, is_expression)

    @property
    def is_plain(self) -> bool:
        """True if every occurrence of the text matches."""
        return not (self.whole_words or self.is_expression)


def comparable(text: str, *, match_case: bool) -> str:
    """Return the text folded for comparison, with each character at its UTF-16 column."""
    if not match_case:
        # Only this letter grows in lower case, and only sigma depends on its position.
        text = text.replace("\u0130", "i").lower().replace("\u03c2", "\u03c3")
    if text.isascii() or max(text) <= "\uffff":
        return text
    import numpy as np  # noqa: PLC0415  # the editor is there before it is

    units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype="<u2")
    return units.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


class TextFinder(Protocol):
    """The matches of one query in one text, which do not overlap; all positions are UTF-16 columns, as Qt counts."""

    def count(self) -> int:
        """Return the number of matches."""

    def number_of(self, start: int, stop: int) -> int:
        """Return the number, from 1, of the match from `start` to `stop`; 0 if there is none."""

    def next_from(self, start: int) -> TextSpan | None:
        """Return the first match from `start` on, wrapping at the end."""

    def last_before(self, stop: int) -> TextSpan | None:
        """Return the last match that starts before `stop`, wrapping at the start."""

    def matches(self, start: int = 0, stop: int | None = None) -> Iterator[TextSpan]:
        """Iterate over the matches that start in a range, or reach into it."""

    def replacing(self, written: str) -> Callable[[TextSpan], str]:
        """Return the replacement function. Raises `BadExpressionError` if `written` is invalid."""


def finder_of(query: FindQuery, text: str, scope: TextSpan | None = None) -> TextFinder:
    """Return the finder for a query, within the `scope` if there is one.

    Raises `BadExpressionError` for an invalid expression, or too many matches.
    """
    return PlainFinder(query, text) if query.is_plain and scope is None else ListedFinder(query, text, scope)


class PlainFinder:
    """Finds plain text without listing it, so that a megabyte costs a few milliseconds."""

    def __init__(self, query: FindQuery, text: str) -> None:
        self._needle = comparable(query.text, match_case=query.match_case)
        self._text = comparable(text, match_case=query.match_case)

    def count(self) -> int:
        return self._text.count(self._needle) if self._needle else 0

    def number_of(self, start: int, stop: int) -> int:
        is_there = self._needle and stop - start == len(self._needle) and self._text.startswith(self._needle, start)
        return self._text.count(self._needle, 0, start) + 1 if is_there else 0

    def next_from(self, start: int) -> TextSpan | None:
        if not self._needle:
            return None
        found = self._text.find(self._needle, start)
        return self._span(found if found >= 0 else self._text.find(self._needle))

    def last_before(self, stop: int) -> TextSpan | None:
        if not self._needle:
            return None
        found = self._text.rfind(self._needle, 0, max(0, stop - 1 + len(self._needle))) if stop > 0 else -1
        return self._span(found if found >= 0 else self._text.rfind(self._needle))

    def matches(self, start: int = 0, stop: int | None = None) -> Iterator[TextSpan]:
        stop = len(self._text) if stop is None else stop
        size = len(self._needle)
        return self.within(TextSpan(max(0, start - size), stop + size - 1))

    def within(self, scope: TextSpan) -> Iterator[TextSpan]:
        """Iterate over the matches that are wholly within a part of the text."""
        found = self._text.find(self._needle, *scope) if self._needle else -1
        while found >= 0:
            yield TextSpan(found, found + len(self._needle))
            found = self._text.find(self._needle, found + len(self._needle), scope.stop)

    def replacing(self, written: str) -> Callable[[TextSpan], str]:
        return lambda _span: written

    def _span(self, found: int) -> TextSpan | None:
        return TextSpan(found, found + len(self._needle)) if found >= 0 else None


class ListedFinder:
    """Lists the matches of expressions and whole words, or within a scope."""

    def __init__(self, query: FindQuery, text: str, scope: TextSpan | None = None) -> None:
        self._text = text
        self._expression: Expression | None = None
        found: Iterable[tuple[TextSpan, ...]] = ()
        if query.is_expression and query.text:
            self._expression = Expression(
                query.text,
                match_case=query.match_case,
                takes_longest=query.whole_words,
                is_ascii=text.isascii(),
            )
            found = self._expression.found(text, scope)
        elif query.text:
            plain = PlainFinder(query, text)
            found = ((span,) for span in (plain.matches() if scope is None else plain.within(scope)))
        if query.whole_words:
            units = comparable(text, match_case=True)
            found = (spans for spans in found if _is_whole(units, spans[0]))
        self._found = list(islice(found, MOST_LISTED + 1))
        if len(self._found) > MOST_LISTED:
            raise BadExpressionError(told(_TOO_MANY, most=MOST_LISTED))
        self._starts = [spans[0].start for spans in self._found]

    def count(self) -> int:
        return len(self._found)

    def number_of(self, start: int, stop: int) -> int:
        place = bisect_left(self._starts, start)
        is_there = place < len(self._found) and self._found[place][0] == (start, stop)
        return place + 1 if is_there else 0

    def next_from(self, start: int) -> TextSpan | None:
        if not self._found:
            return None
        return self._found[bisect_left(self._starts, start) % len(self._found)][0]

    def last_before(self, stop: int) -> TextSpan | None:
        return self._found[bisect_left(self._starts, stop) - 1][0] if self._found else None

    def matches(self, start: int = 0, stop: int | None = None) -> Iterator[TextSpan]:
        for spans in self._found:
            if stop is not None and spans[0].start >= stop:
                return
            if spans[0].stop >= start:
                yield spans[0]

    def replacing(self, written: str) -> Callable[[TextSpan], str]:
        if self._expression is None:
            return lambda _span: written
        replacement = Replacement(written, self._expression.groups)
        units = self._text.encode("utf-16-le", "surrogatepass")

        def replaced(span: TextSpan) -> str:
            new = replacement.of(units, self._found[bisect_left(self._starts, span.start)])
            return new.decode("utf-16-le", "surrogatepass")

        return replaced


def _is_whole(units: str, span: TextSpan) -> bool:
    """Return True if no word continues beyond an end of a match."""
    start, stop = span
    goes_on_left = 0 < start < stop and _is_of_word(units[start - 1]) and _is_of_word(units[start])
    goes_on_right = start < stop < len(units) and _is_of_word(units[stop - 1]) and _is_of_word(units[stop])
    return start < stop and not (goes_on_left or goes_on_right)


def _is_of_word(char: str) -> bool:
    return char == "_" or char.isalnum()
