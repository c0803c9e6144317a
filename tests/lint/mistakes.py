"""What a table of mistakes is made of: each is put into a file that is right, and the linter has to find it there."""

from collections.abc import Callable
from typing import NamedTuple


class Told(NamedTuple):
    """What was done in a file, what stood there and stands there now, and which codes say so.

    One of these codes has to be found so many lines `further` down than what is wrong begins.
    """

    done: str
    file: str
    right: str
    wrong: str
    codes: str
    further: int = 0

    def make(self, good: str) -> tuple[bytes, int]:
        """The file with the mistake, and the line in which it is."""
        at = good.index(self.right)
        text = good[:at] + self.wrong + good[at + len(self.right) :]
        return text.encode(), good[:at].count("\n") + 1 + self.further


class Whole(NamedTuple):
    """The same of what is done to a whole file."""

    done: str
    file: str
    change: Callable[[str], bytes]
    codes: str


def at(file: str, right: str, *rows: tuple[str, str, str] | tuple[str, str, str, int]) -> list[Told]:
    """Mistakes at one place of a file: what was done, what stands there now, the codes, and how many lines below."""
    return [Told(done, file, right, *rest) for done, *rest in rows]
