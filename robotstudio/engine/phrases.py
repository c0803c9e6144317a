"""Phrases: plain words with pieces in them that a view shows in its own way; rendered here as text and as Markdown."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

Translate = Callable[[str], str]


class PieceKind(StrEnum):
    TEXT = "text"
    STRONG = "strong"
    URL = "url"
    TOKEN = "token"  # the product token of a crawler, or `*`
    ALLOW = "allow"  # a rule
    DISALLOW = "disallow"
    LINE = "line"  # leads to a line
    CLAUSE = "clause"  # leads to where something is written down


class Piece(NamedTuple):
    """A run of words of one kind; `line` (1-based) and `address` are set where it leads to a line or to a page."""

    text: str
    kind: PieceKind = PieceKind.TEXT
    line: int = 0
    address: str = ""

    @property
    def is_link(self) -> bool:
        """Whether it leads somewhere."""
        return bool(self.line or self.address)


Phrase = tuple[Piece, ...]
Argument = Phrase | Piece | str | int
"""What fills a place in a template; numbers get thousands separators."""

_PART = re.compile(r"\{(\w+)\}|(</?b>)")
_CODE = frozenset({PieceKind.URL, PieceKind.TOKEN, PieceKind.ALLOW, PieceKind.DISALLOW})
_MARKDOWN_SIGNS = re.compile(r"([\\`*_\[\]<>#|])")


def as_written(text: str) -> str:
    """The English template itself."""
    return text


def fill(template: str, **arguments: Argument) -> Phrase:
    """A template with its arguments; words between `<b>` and `</b>` are strong. What has no argument stays `{so}`."""
    pieces: list[Piece] = []
    kind, at = PieceKind.TEXT, 0
    for part in _PART.finditer(template):
        pieces.append(Piece(template[at : part.start()], kind))
        at = part.end()
        if part[2]:
            kind = PieceKind.STRONG if part[2] == "<b>" else PieceKind.TEXT
        else:
            pieces += _pieces(arguments.get(part[1], part[0]), kind)
    pieces.append(Piece(template[at:], kind))
    return joined(pieces)


def _pieces(argument: Argument, kind: PieceKind) -> Phrase:
    if isinstance(argument, str | int):
        return (Piece(argument if isinstance(argument, str) else f"{argument:,}", kind),)
    return (argument,) if isinstance(argument, Piece) else argument


def joined(pieces: Iterable[Piece]) -> Phrase:
    """The pieces as one phrase: neighbours of one kind made one, empty ones left out."""
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
    """Sentences side by side; empty ones are left out."""
    pieces: list[Piece] = []
    for phrase in phrases:
        if phrase and pieces:
            pieces.append(Piece(" "))
        pieces += phrase
    return joined(pieces)


def listed(
    items: Sequence[Phrase], translate: Translate = as_written, last: str = "{before} and {last}", most: int = 4
) -> Phrase:
    """`a`, `a and b`, `a, b and c`, `a, b, c and 7 more`."""
    shown = list(items) if len(items) <= most else list(items[: most - 1])
    if len(shown) < len(items):
        shown.append(fill(translate("{count} more"), count=len(items) - len(shown)))
    if not shown:
        return ()
    first, *rest = shown
    phrase = first
    for place, item in enumerate(rest, 1):
        template = translate(last if place == len(rest) else "{before}, {last}")
        phrase = fill(template, before=phrase, last=item)
    return phrase


def printable(text: str) -> str:
    """The text on one line, with a visible sign for every character that would show nothing or disturb the line."""
    return text if text.isprintable() else "".join(map(_visible, text))


_STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def harmless(text: str, but: str = "") -> str:
    """The text with a visible sign for every character that steers a terminal or turns the order of letters.

    Unlike `printable` it leaves all others, such as the joiners of Indian and Persian words; and those in `but`.
    """
    return _STEERING.sub(lambda found: found[0] if found[0] in but else _visible(found[0]), text)


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
    """The words alone."""
    return "".join(piece.text for piece in phrase)


def as_markdown(phrase: Iterable[Piece]) -> str:
    """The words with rules, URLs and tokens as code, and strong words strong."""
    return "".join(map(_markdown, phrase))


def _markdown(piece: Piece) -> str:
    if piece.kind in _CODE:
        return markdown_code(piece.text)
    text = _MARKDOWN_SIGNS.sub(r"\\\1", piece.text)
    if piece.address:
        return f"[{text}]({markdown_address(piece.address)})"
    return f"**{text}**" if piece.kind is PieceKind.STRONG else text


def markdown_address(address: str) -> str:
    """An address that ends nowhere but at its end."""
    return address.replace("(", "%28").replace(")", "%29").replace(" ", "%20")


def markdown_code(text: str) -> str:
    """The text as Markdown code, whatever back quotes it holds."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{fence}{pad}{text}{pad}{fence}"
