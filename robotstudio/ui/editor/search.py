"""Search in the draft: plain text takes a few milliseconds in a megabyte; other queries list all matches.

Regular expressions of the user are run by RE2: in time proportional to the text, whatever they are. A match never
crosses a line end, so that each line can be searched separately; `^` and `$` are its ends.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import Struct

from robotstudio.store.text import sanitise
from robotstudio.text.language import Message, Told, told

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


LONGEST_EXPRESSION = 2_000
_MOST_STEPS = 50_000_000
"""The maximum program size times text length: beyond RE2's cached automata, that takes a second or two."""
_OTHERWISE: Message = "Invalid regular expression ({part})."
_TOO_LONG: Message = "The expression is longer than {most} characters."
_TOO_LARGE: Message = "The expression repeats too much for a file of this size: make the repetitions smaller."
_NO_GROUP: Message = "Group {number} does not exist in the expression, so \\{number} is invalid."
_ESCAPES = {"\\": "\\", "n": "\n", "t": "\t"}
_TOO_MANY: Message = "There are more than {most} matches. Search for something longer."


class TextSpan(NamedTuple):
    """A range in UTF-16 columns, as Qt counts; both are -1 for a group that took no part."""

    start: int
    stop: int


class BadExpressionError(ValueError):
    """An invalid expression or replacement; `told` is the error message."""

    def __init__(self, sentence: Told) -> None:
        super().__init__(str(sentence))
        self.told = sentence


_SENTENCES: Mapping[str, Message] = {
    "missing )": "A ( has no ) after it.",
    "unexpected )": "A ) has no ( before it: write \\) to find the character.",
    "missing ]": "A [ has no ] after it: write \\[ to find the character.",
    "invalid character class range": "{part} is not a valid set of characters.",
    "no argument for repetition operator": "Nothing before {part} can repeat: write \\{part} to find it.",
    "bad repetition operator": "{part} repeats twice: put brackets around the first.",
    "invalid repetition size": "{part} repeats too often: the limit is 1,000, nested repetitions included.",
    "trailing \\": "Nothing follows the \\ at the end: write \\\\ to find the character.",
    "invalid escape sequence": "{part} has no meaning here. Groups cannot be repeated by number.",
    "invalid perl operator": "{part} is not supported: expressions cannot look ahead or behind.",
}


class Expression:
    """A regular expression. Raises `BadExpressionError` if invalid."""

    def __init__(self, pattern: str, *, match_case: bool, takes_longest: bool = False, is_ascii: bool = False) -> None:
        """Compile a pattern; of the matches at a place the first alternative wins, or the longest.

        An expression for ASCII only has an automaton of a tenth of the size: a `.` is one state of it.
        """
        import re2  # noqa: PLC0415  # no start needs it

        if len(pattern) > LONGEST_EXPRESSION:
            raise BadExpressionError(told(_TOO_LONG, most=LONGEST_EXPRESSION))
        options = re2.Options()
        options.log_errors = False
        options.never_nl = True
        options.case_sensitive = match_case
        options.longest_match = takes_longest
        if is_ascii and pattern.isascii():
            options.encoding = re2.Options.Encoding.LATIN1
        try:
            re2.compile(pattern.encode("utf-8", "surrogatepass"), options)  # so that errors quote the input
            self._regexp = re2.compile(b"(?m:" + pattern.encode("utf-8", "surrogatepass") + b")", options)
        except re2.error as error:
            raise BadExpressionError(_sentence(error.args[0])) from None

    @property
    def groups(self) -> int:
        """The number of groups."""
        return int(self._regexp.groups)

    def found(self, text: str, scope: TextSpan | None = None) -> Iterator[tuple[TextSpan, ...]]:
        """Iterate over the matches with their groups, from the left; an empty one right after another is skipped.

        In a `scope`, the text around it is context for assertions, and never part of a match.
        """
        raw = text.encode("utf-8", "surrogatepass")
        if self._regexp.programsize * len(raw) > _MOST_STEPS:
            raise BadExpressionError(told(_TOO_LARGE))
        columns = None if len(raw) == len(text) else _columns(raw)
        last = -1
        part = (0, len(raw)) if scope is None else (_byte_at(columns, column) for column in scope)
        for match in self._regexp.finditer(raw, *part):
            start, stop = match.span()
            if start == stop and (start == last or _is_inside_character(raw, start)):
                continue
            last = stop
            spans = (match.span(group) for group in range(self.groups + 1))
            yield tuple(_span(columns, *span) for span in spans)


def _sentence(raw: bytes) -> Told:
    said, _, part = raw.decode("utf-8", "replace").partition(": ")
    sentence = _SENTENCES.get(said)
    return told(_OTHERWISE, part=part or said) if sentence is None else told(sentence, part=part)


def _columns(raw: bytes) -> "NDArray[np.int64]":
    """Return the UTF-16 column of each byte, and of the end."""
    import numpy as np  # noqa: PLC0415  # the editor is there before it is

    codes = np.frombuffer(raw, np.uint8)
    widths = ((codes & 0xC0) != 0x80).astype(np.int64) + (codes >= 0xF0)
    return np.concatenate(([0], np.cumsum(widths)))


def _byte_at(columns: "NDArray[np.int64] | None", column: int) -> int:
    return column if columns is None else int(columns.searchsorted(column, "right")) - 1


def _span(columns: "NDArray[np.int64] | None", start: int, stop: int) -> TextSpan:
    return TextSpan(start, stop) if columns is None or start < 0 else TextSpan(int(columns[start]), int(columns[stop]))


def _is_inside_character(raw: bytes, place: int) -> bool:
    return place < len(raw) and raw[place] & 0xC0 == 0x80


class Replacement:
    r"""The replacement of a match: `\0` is all of it, `\1` to `\9` its groups, `\n` a new line, `\\` a backslash.

    A `$` is literal, because rules end in it. Raises `BadExpressionError` for a missing group.
    """

    def __init__(self, written: str, groups: int) -> None:
        self._parts: list[str | int] = []
        text, escape, rest = written.partition("\\")
        self._parts.append(text)
        while escape:
            char = rest[:1]
            if char.isascii() and char.isdigit():
                if int(char) > groups:
                    raise BadExpressionError(told(_NO_GROUP, number=char))
                self._parts.append(int(char))
            else:
                self._parts.append(_ESCAPES.get(char, f"\\{char}"))
            text, escape, rest = rest[1:].partition("\\")
            self._parts.append(text)

    def of(self, units: bytes, spans: Sequence[TextSpan]) -> bytes:
        """Return the replacement for a match in a text, both as UTF-16 (little-endian)."""
        return b"".join(
            units[2 * spans[part].start : 2 * spans[part].stop]
            if isinstance(part, int)
            else part.encode("utf-16-le", "surrogatepass")
            for part in self._parts
            if not (isinstance(part, int) and spans[part].start < 0)
        )


MOST_LISTED = 50_000


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
