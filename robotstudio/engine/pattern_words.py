"""What a path pattern matches, in words: segment by segment, from the first byte to the last."""

from collections.abc import Sequence

from robotstudio.engine.patterns import Wildcards
from robotstudio.engine.phrases import Kind, Phrase, Piece, Translate, as_written, fill, joined, printable, sentences

_STARTS = "The path starts with {piece}"
_STARTS_OPEN = "The path may start with anything"
_THEN = ", then anything, then {piece}"
_THEN_END = ", then anything, then {piece} at the very end"
_ONLY = "The path is {piece} and nothing more, not even a query."
_ANY_REST = "; whatever follows."
_ANY_TO_END = ", then anything, up to the very end."
_EVERY = "Every path: all of them start with {piece}."
_HOME = "The home page alone: the path is {piece} and nothing more, not even a query."
_WHATEVER = "Every path, whatever it is."
_NOTHING = "No path: a rule without one closes and opens nothing."
_NO_STAR = "For this crawler a {star} is a star and nothing else."
_NO_DOLLAR = "For this crawler a {dollar} at the end is a dollar sign and nothing else."
_INNER_DOLLAR = "A {dollar} that is not the last byte is a dollar sign and nothing else."
_NO_SLASH = "It starts with no slash, as every path does: it matches nothing as it stands."
_LONGEST_PIECE = 60


def pattern_words(
    pattern: bytes, wildcards: Wildcards, translate: Translate = as_written, written: bytes | None = None
) -> Phrase:
    """What a pattern matches, as a crawler reads it; `written` is its form in the file, where it is another."""
    ends = wildcards.dollar and pattern.endswith(b"$")
    body = pattern[:-1] if ends else pattern
    pieces = body.split(b"*") if wildcards.star else [body]
    said = _matched(pieces, ends=ends, translate=translate)
    return sentences((said, *_remarks(pattern if written is None else written, wildcards, translate)))


def _matched(pieces: Sequence[bytes], *, ends: bool, translate: Translate) -> Phrase:
    whole = len(pieces) == 1
    if whole:
        return _one_piece(pieces[0], ends=ends, translate=translate)
    if not any(pieces):
        return fill(translate(_WHATEVER))
    first, *others = pieces
    last = others.pop()
    middles = [piece for piece in others if piece]
    said: list[Phrase] = [_start(first, translate)]
    said += [fill(translate(_THEN), piece=_piece(piece)) for piece in middles]
    if last:
        said.append(fill(translate(_THEN_END if ends else _THEN), piece=_piece(last)))
        said.append(fill("." if ends else translate(_ANY_REST)))
    else:
        said.append(fill(translate(_ANY_TO_END if ends else _ANY_REST)))
    return joined(piece for phrase in said for piece in phrase)


def _one_piece(piece: bytes, *, ends: bool, translate: Translate) -> Phrase:
    if ends:
        return fill(translate(_HOME if piece == b"/" else _ONLY), piece=_piece(piece))
    if not piece:
        return fill(translate(_NOTHING))
    if piece == b"/":
        return fill(translate(_EVERY), piece=_piece(piece))
    return joined((*_start(piece, translate), *fill(translate(_ANY_REST))))


def _start(piece: bytes, translate: Translate) -> Phrase:
    return fill(translate(_STARTS), piece=_piece(piece)) if piece else fill(translate(_STARTS_OPEN))


def _piece(piece: bytes) -> Piece:
    text = printable(piece.decode("utf-8", "replace"))
    return Piece(text if len(text) <= _LONGEST_PIECE else f"{text[:_LONGEST_PIECE]}…", Kind.URL)


def _remarks(pattern: bytes, wildcards: Wildcards, translate: Translate) -> Sequence[Phrase]:
    star, dollar = Piece("*", Kind.URL), Piece("$", Kind.URL)
    found = []
    if pattern and not pattern.startswith((b"/", b"*")):
        found.append(fill(translate(_NO_SLASH)))
    if b"*" in pattern and not wildcards.star:
        found.append(fill(translate(_NO_STAR), star=star))
    if pattern.endswith(b"$") and not wildcards.dollar:
        found.append(fill(translate(_NO_DOLLAR), dollar=dollar))
    elif b"$" in pattern[:-1] and wildcards.dollar:
        found.append(fill(translate(_INNER_DOLLAR), dollar=dollar))
    return found
