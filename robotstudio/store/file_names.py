"""Names of files that are made of what others wrote, so that every system can have them."""

from typing import Final

_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"}
)
"""On Windows each of these is a device in every folder, whatever stands behind a dot."""


def file_name(text: str, suffix: str, instead: str) -> str:
    """The text with `instead` for each character that may not be in a name, and the suffix of the file."""
    name = "".join(char if char.isalnum() or char in "-._" else instead for char in text)
    first, dot, rest = f"{name}{suffix}".partition(".")
    return f"{first}_{dot}{rest}" if first.lower() in _DEVICES else f"{name}{suffix}"
