"""File names made of foreign text, valid on every system."""

from typing import Final

_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"}
)
"""Device names on Windows in every folder, with any extension."""


def file_name(text: str, suffix: str, instead: str) -> str:
    """Replace each character that may not be in a name, and add the suffix."""
    name = "".join(char if char.isalnum() or char in "-._" else instead for char in text)
    first, dot, rest = f"{name}{suffix}".partition(".")
    return f"{first}_{dot}{rest}" if first.lower() in _DEVICES else f"{name}{suffix}"
