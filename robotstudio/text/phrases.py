"""Phrases: words with pieces that each view shows in its own way; rendered here as text and as Markdown."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple


class PieceKind(StrEnum):
    TEXT = "text"
    STRONG = "strong"
    URL = "url"
    TOKEN = "token"  # the product token of a crawler, or `*`
    ALLOW = "allow"  # a rule
    DISALLOW = "disallow"
    LINE = "line"  # a link to a line
    CLAUSE = "clause"  # a link to a source


class Piece(NamedTuple):
    """A run of words of one kind; `line` (1-based) and `address` are set if it links to a line or to a page."""

    text: str
    kind: PieceKind = PieceKind.TEXT
    line: int = 0
    address: str = ""

    @property
    def is_link(self) -> bool:
        return bool(self.line or self.address)


Phrase = tuple[Piece, ...]
Argument = Phrase | Piece | str | int
"""The value for a placeholder; numbers are formatted for the language."""

_PART = re.compile(r"\{(\w+)\}|(</?b>)")
_WIDE = frozenset("WF")
_CODE = frozenset({PieceKind.URL, PieceKind.TOKEN, PieceKind.ALLOW, PieceKind.DISALLOW})
_MARKDOWN_SIGNS = r"[\\`*_\[\]<>#|~&$@]|:(?=//)|(?<=www)\.|^[-+=]|(?<=^\d)[.)]|(?<=^\d\d)[.)]"
"""Mark-up characters, what makes a bare address a link, and what begins a list or a heading."""


_HAN = "\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_SPACED_PLACE = rf"(?P<left>(?<=[{_HAN}]) )?\{{(?P<name>\w+)\}}(?P<right> (?=[{_HAN}]))?"  # 1 ms to compile


def is_wide(letter: str) -> bool:
    """Return True for a wide letter or mark, as in Chinese, which need no space between them."""
    return unicodedata.east_asian_width(letter) in _WIDE if letter else False


def closed_up(template: str, arguments: Mapping[str, Argument]) -> str:
    """Remove the spaces around placeholders that would be between two Chinese letters.

    Translations have them for Latin text and numbers, and cannot know what will be filled in.
    """
    if template.isascii():
        return template
    return re.sub(_SPACED_PLACE, lambda place: _closed_up_place(place, arguments.get(place["name"], "")), template)


def _closed_up_place(place: re.Match[str], argument: Argument) -> str:
    first, last = _ends(argument)
    left = "" if is_wide(first[:1]) else place["left"] or ""
    right = "" if is_wide(last[-1:]) else place["right"] or ""
    return f"{left}{{{place['name']}}}{right}"


def _ends(argument: Argument) -> tuple[str, str]:
    """Return the texts at the start and the end of an argument."""
    if isinstance(argument, str | int):
        return str(argument), str(argument)
    pieces = (argument,) if isinstance(argument, Piece) else argument
    return (pieces[0].text, pieces[-1].text) if pieces else ("", "")


def fill(template: str, number: Callable[[int], str], arguments: Mapping[str, Argument]) -> Phrase:
    """Fill in a template, formatting numbers with `number`; words between `<b>` and `</b>` are strong.

    A placeholder without an argument stays `{so}`.
    """
    template = closed_up(template, arguments)
    pieces: list[Piece] = []
    kind, at = PieceKind.TEXT, 0
    for part in _PART.finditer(template):
        pieces.append(Piece(template[at : part.start()], kind))
        at = part.end()
        if part[2]:
            kind = PieceKind.STRONG if part[2] == "<b>" else PieceKind.TEXT
        else:
            pieces += _pieces(arguments.get(part[1], part[0]), kind, number)
    pieces.append(Piece(template[at:], kind))
    return joined(pieces)


def _pieces(argument: Argument, kind: PieceKind, number: Callable[[int], str]) -> Phrase:
    if isinstance(argument, str | int):
        return (Piece(argument if isinstance(argument, str) else number(argument), kind),)
    return (argument,) if isinstance(argument, Piece) else argument


def joined(pieces: Iterable[Piece]) -> Phrase:
    """Make a phrase of pieces: neighbours of one kind are merged, empty ones dropped."""
    found: list[Piece] = []
    for piece in pieces:
        if not piece.text:
            continue
        if found and found[-1].kind is piece.kind and not (piece.is_link or found[-1].is_link):
            found[-1] = Piece(found[-1].text + piece.text, piece.kind)
        else:
            found.append(piece)
    return tuple(found)


def sentences(phrases: Iterable[Phrase]) -> Phrase:
    """Join sentences, with a space except after a full-width stop; empty ones are dropped."""
    pieces: list[Piece] = []
    for phrase in phrases:
        if phrase and pieces and not is_wide(pieces[-1].text[-1:]):
            pieces.append(Piece(" "))
        pieces += phrase
    return joined(pieces)


def capitalised(text: str) -> str:
    """Return a text with a capital first letter; the others stay as they are."""
    return text[:1].upper() + text[1:]


def printable(text: str) -> str:
    """Return the text on one line, with a visible sign for each character that is invisible or breaks the line."""
    return text if text.isprintable() else "".join(map(_visible, text))


_STEERING = r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"


def harmless(text: str, but: str = "") -> str:
    """Replace each character that controls a terminal or reverses the order of letters by a visible sign.

    Unlike `printable` it keeps all others, such as the joiners of Indian and Persian words; and those in `but`.
    """
    return re.sub(_STEERING, lambda found: found[0] if found[0] in but else _visible(found[0]), text)


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    return "␣" if unicodedata.category(character) == "Zs" else "�"


def as_text(phrase: Iterable[Piece]) -> str:
    """Return the words alone."""
    return "".join(piece.text for piece in phrase)


def as_markdown(phrase: Iterable[Piece]) -> str:
    """Return the words with rules, URLs and tokens as code, and strong words strong."""
    return "".join(map(_markdown, phrase))


def _markdown(piece: Piece) -> str:
    if piece.kind in _CODE:
        return markdown_code(piece.text)
    text = markdown_text(piece.text)
    if piece.address:
        return f"[{text}]({markdown_address(piece.address)})"
    return f"**{text}**" if piece.kind is PieceKind.STRONG else text


def markdown_text(text: str) -> str:
    """Escape every character of mark-up, on one line."""
    return re.sub(_MARKDOWN_SIGNS, r"\\\g<0>", harmless(text))


def markdown_words(text: str) -> str:
    """Escape words for a table cell, which a bar would end."""
    return markdown_text(text).replace("|", "\\|")


def markdown_address(address: str) -> str:
    """Escape the characters that would end an address."""
    return address.replace("(", "%28").replace(")", "%29").replace(" ", "%20")


def markdown_code(text: str) -> str:
    """Format as Markdown code on one line, whatever back quotes it contains."""
    text = harmless(text)
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def markdown_cell(text: str) -> str:
    """Format as code in a table cell, which a bar would end."""
    return markdown_code(text).replace("|", "\\|")
