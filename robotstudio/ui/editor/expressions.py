"""Regular expressions of the user, run by RE2: in time proportional to the text, whatever they are.

A match never crosses a line end, so that each line can be searched separately; `^` and `$` are its ends.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from robotstudio.text.language import Message, Told, told

if TYPE_CHECKING:  # the editor is shown before it is imported
    import numpy as np
    from numpy.typing import NDArray

LONGEST_EXPRESSION = 2_000
MOST_STEPS = 50_000_000
"""The maximum program size times text length: beyond RE2's cached automata, that takes a second or two."""


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
    "missing )": "A ( has no ) behind it.",
    "unexpected )": "A ) has no ( before it: write \\) to find the character.",
    "missing ]": "A [ has no ] behind it: write \\[ to find the character.",
    "invalid character class range": "{part} is no set of characters.",
    "no argument for repetition operator": "Nothing stands before {part} that could repeat: write \\{part} to find it.",
    "bad repetition operator": "{part} repeats twice: put brackets around the first.",
    "invalid repetition size": "{part} repeats too often: 1,000 is the most, also of repetitions within each other.",
    "trailing \\": "The \\ at the end stands before nothing: write \\\\ to find the character.",
    "invalid escape sequence": "{part} has no meaning here. Groups cannot be repeated by number.",
    "invalid perl operator": "{part} is not known here: an expression cannot look ahead or back.",
}
_OTHERWISE: Message = "This is no regular expression ({part})."
_TOO_LONG: Message = "The expression is longer than {most} characters."
_TOO_LARGE: Message = "The expression repeats too much for a file of this size: make the repetitions smaller."
_NO_GROUP: Message = "Group {number} is missing in the expression: \\{number} stands for nothing."


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
        if self._regexp.programsize * len(raw) > MOST_STEPS:
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


_ESCAPES = {"\\": "\\", "n": "\n", "t": "\t"}


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
