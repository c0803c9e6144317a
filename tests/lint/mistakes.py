"""The rows of tables of mistakes: each is put into a correct file, and the linter has to find it there."""

from collections.abc import Callable
from typing import NamedTuple


class Told(NamedTuple):
    """What was done in a file, the text before and after, and the codes that report it.

    One of these codes has to be found `further` lines below the start of the mistake.
    """

    done: str
    file: str
    right: str
    wrong: str
    codes: str
    further: int = 0

    def make(self, good: str) -> tuple[bytes, int]:
        """Return the file with the mistake, and its line."""
        at = good.index(self.right)
        text = good[:at] + self.wrong + good[at + len(self.right) :]
        return text.encode(), good[:at].count("\n") + 1 + self.further


class Whole(NamedTuple):
    """A mistake in a whole file."""

    done: str
    file: str
    change: Callable[[str], bytes]
    codes: str


def at(file: str, right: str, *rows: tuple[str, str, str] | tuple[str, str, str, int]) -> list[Told]:
    """Return mistakes at one place of a file: what was done, the new text, the codes, and how many lines below."""
    return [Told(done, file, right, *rest) for done, *rest in rows]
