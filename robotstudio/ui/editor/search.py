"""Plain text search: no pattern language, no lists of matches, so that a megabyte costs a few milliseconds."""

from collections.abc import Iterator

import numpy as np

from robotstudio.io.text import sanitise
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Query:
    """What is searched for, in the editor's alphabet."""

    text: str
    match_case: bool = False

    @classmethod
    def of(cls, typed: str, *, match_case: bool) -> "Query":
        """The query for what a person typed."""
        return cls(sanitise(typed), match_case)


def comparable(text: str, *, match_case: bool) -> str:
    """The text in which letters that count as equal are equal, with each character at its UTF-16 column."""
    if not match_case:
        # Only this letter grows when it is lowered, and only sigma depends on where it stands.
        text = text.replace("\u0130", "i").lower().replace("\u03c2", "\u03c3")
    if text.isascii() or max(text) <= "\uffff":
        return text
    units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype="<u2")
    return units.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")


class Finder:
    """One query in one text; all places are UTF-16 columns, as Qt counts."""

    def __init__(self, query: Query, text: str) -> None:
        self._needle = comparable(query.text, match_case=query.match_case)
        self._text = comparable(text, match_case=query.match_case)
        self.length = len(self._needle)

    def count(self) -> int:
        """The number of matches, which do not overlap."""
        return self._text.count(self._needle) if self._needle else 0

    def number_of(self, start: int) -> int:
        """The number, from 1, of the match at `start`; 0 where none is."""
        if not self._needle or not self._text.startswith(self._needle, start):
            return 0
        return self._text.count(self._needle, 0, start) + 1

    def next_from(self, start: int) -> int:
        """The first match at or after `start`, from the top again where there is none; -1 without any."""
        if not self._needle:
            return -1
        found = self._text.find(self._needle, start)
        return found if found >= 0 else self._text.find(self._needle)

    def last_before(self, stop: int) -> int:
        """The last match that starts before `stop`, from the bottom again where there is none; -1 without any."""
        if not self._needle:
            return -1
        found = self._text.rfind(self._needle, 0, max(0, stop - 1 + self.length)) if stop > 0 else -1
        return found if found >= 0 else self._text.rfind(self._needle)

    def matches(self, start: int = 0, stop: int | None = None) -> Iterator[int]:
        """Where the matches that start in a range start."""
        stop = len(self._text) if stop is None else stop
        found = self._text.find(self._needle, start) if self._needle else -1
        while 0 <= found < stop:
            yield found
            found = self._text.find(self._needle, found + self.length)
