"""Times and untrusted texts in labels, menus and titles."""

import re
from datetime import UTC, datetime

_LONGEST_LITERAL = 160
_ACCELERATOR = re.compile(r"\(&\w\)|&")


def exact_time(at: datetime) -> str:
    """Format a time for a tooltip, the same in all languages: `2026-11-20 13:32:07 UTC`."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def literal(text: str) -> str:
    """Escape untrusted text for a menu or a button: no `&` accelerator, no tab, and a maximum length."""
    half = _LONGEST_LITERAL // 2
    shown = text if len(text) <= _LONGEST_LITERAL else f"{text[:half]}…{text[-half:]}"
    return "".join(char if char.isprintable() else " " for char in shown).replace("&", "&&")


def without_accelerator(text: str) -> str:
    """Remove the accelerator from a menu text, which in Chinese is at the end: `文件(&F)`."""
    return _ACCELERATOR.sub("", text)


def as_title(name: str) -> str:
    """Escape untrusted text for a window title, in which `[*]` is the placeholder for unsaved changes."""
    return name.replace("[*]", "[*][*]")
