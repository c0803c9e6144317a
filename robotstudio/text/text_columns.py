"""Text in columns of a terminal or an editor, where a Chinese letter is two columns wide."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final
from unicodedata import combining, east_asian_width

_HAN: Final = r"\u3000-\u9fff\uff00-\uffef"


def width_of(text: str) -> int:
    """How many columns a text takes."""
    return sum(2 if east_asian_width(letter) in "WF" else not combining(letter) for letter in text)


def is_wide(text: str) -> bool:
    """Whether some letter takes two columns."""
    return not text.isascii() and any(east_asian_width(letter) in "WF" for letter in text)


def padded(text: str, width: int) -> str:
    """With spaces behind it up to so many columns."""
    return text + " " * (width - width_of(text))


@cache
def _unbroken() -> re.Pattern[str]:
    """What a line is not broken within: a word, or a Han letter with the punctuation about it."""
    return re.compile(rf"[（《“]*(?:[{_HAN}]|[^\s{_HAN}]+)[，。：；、？！）”》]*")


def broken(text: str, width: int, lead: str = "") -> Iterator[str]:
    """Lines of at most so many columns, each behind `lead`; a word that is longer has a line of its own."""
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
