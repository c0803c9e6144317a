"""The underlined letters of menus: within one menu each letter opens one entry, in every language."""

import re
from collections.abc import Collection, Sequence
from string import ascii_uppercase
from typing import Final

_MARK: Final = re.compile(r"&([^&\s])")
_BEHIND: Final = re.compile(r"\(&(.)\)")
"""How languages without Latin letters mark one: 打开(&O)…"""
_HIDDEN: Final = "\0"


def distinct(texts: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """The same texts, where no two have the same letter and none has one that is `taken`.

    The first entry with a letter keeps it; another one gets the next free letter of its own, or none if there is none.
    """
    plain = [text.replace("&&", _HIDDEN) for text in texts]
    used = {letter.upper() for letter in taken}
    kept = set()
    for place, text in enumerate(plain):
        letter = letter_of(text)
        if letter and letter not in used:
            used.add(letter)
            kept.add(place)
    found = []
    for place, text in enumerate(plain):
        chosen = text if place in kept or not letter_of(text) else _with_another(text, used)
        found.append(chosen.replace(_HIDDEN, "&&"))
        used.add(letter_of(chosen))
    return found


def letter_of(text: str) -> str:
    """The letter that a text marks, as a capital; "" if it marks none."""
    found = _MARK.search(text.replace("&&", ""))
    return found[1].upper() if found else ""


def _with_another(text: str, used: Collection[str]) -> str:
    if _BEHIND.search(text):
        free = next((letter for letter in ascii_uppercase if letter not in used), "")
        return _BEHIND.sub(f"(&{free})" if free else "", text)
    words = _MARK.sub(r"\1", text)
    starts = [at for at, letter in enumerate(words) if letter.isalpha() and not words[at - 1 : at].isalpha()]
    inside = [at for at, letter in enumerate(words) if letter.isalpha() and at not in starts]
    place = next((at for at in (*starts, *inside) if words[at].upper() not in used), None)
    return words if place is None else f"{words[:place]}&{words[place:]}"
