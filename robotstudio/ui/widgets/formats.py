"""Times and texts of others as labels, menus and titles can show them."""

import re
from datetime import UTC, datetime

_LONGEST_LITERAL = 160
_ACCELERATOR = re.compile(r"\(&\w\)|&")


def exact_time(at: datetime) -> str:
    """A time for a tooltip, alike in all languages: `2026-11-20 13:32:07 UTC`."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def literal(text: str) -> str:
    """Text of others for a menu or a button: no `&` marks a key, no tab starts a column, and it ends somewhere."""
    half = _LONGEST_LITERAL // 2
    shown = text if len(text) <= _LONGEST_LITERAL else f"{text[:half]}…{text[-half:]}"
    return "".join(char if char.isprintable() else " " for char in shown).replace("&", "&&")


def without_accelerator(text: str) -> str:
    """Words of a menu without the mark of the letter that chooses them, which in Chinese stands behind: `文件(&F)`."""
    return _ACCELERATOR.sub("", text)


def as_title(name: str) -> str:
    """A name of others for the title of a window, where `[*]` is the place of the mark for unsaved changes."""
    return name.replace("[*]", "[*][*]")
