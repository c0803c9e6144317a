"""Text in columns of a terminal or an editor, where a Chinese letter is two columns wide."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final
from unicodedata import combining, east_asian_width

_HAN: Final = r"\u3000-\u9fff\uff00-\uffef"


def width_of(text: str) -> int:
    """Return the number of columns of a text."""
    return sum(2 if east_asian_width(letter) in "WF" else not combining(letter) for letter in text)


def is_wide(text: str) -> bool:
    """Return True if any letter is two columns wide."""
    return not text.isascii() and any(east_asian_width(letter) in "WF" for letter in text)


def padded(text: str, width: int) -> str:
    """Append spaces up to a number of columns."""
    return text + " " * (width - width_of(text))


@cache
def _unbroken() -> re.Pattern[str]:
    """Compile the pattern of unbreakable text: a word, or a Han letter with the punctuation around it."""
    return re.compile(rf"[（《“]*(?:[{_HAN}]|[^\s{_HAN}]+)[，。：；、？！）”》]*")


def broken(text: str, width: int, lead: str = "") -> Iterator[str]:
    """Wrap text to a number of columns, each line after `lead`; a longer word gets its own line."""
    line, end, is_first = lead, 0, True
    for piece in _unbroken().finditer(text):
        gap = " " if not is_first and piece.start() > end else ""
        if not is_first and width_of(line + gap + piece[0]) > width:
            yield line
            line, gap = lead, ""
        line += gap + piece[0]
        end, is_first = piece.end(), False
    if not is_first:
        yield line
