"""Suggestions for unknown words: how a word is shown, and the known word that was probably meant."""

from collections.abc import Iterable

_LONGEST_SHOWN = 80


def shortened(typed: str) -> str:
    """Shorten typed text for display."""
    return typed if len(typed) <= _LONGEST_SHOWN else f"{typed[: _LONGEST_SHOWN - 1]}…"


def nearest(typed: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """Return the known word that was probably meant; empty if none is similar."""
    from difflib import get_close_matches  # noqa: PLC0415  # for slips of the finger only

    return next(iter(get_close_matches(typed[:_LONGEST_SHOWN], [*known], 1, likeness)), "")
