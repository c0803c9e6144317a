"""What a path pattern matches, in words: segment by segment, from the first byte to the last;
and a rule laid over a path: stretch by stretch, and where the two part.
"""

from collections.abc import Sequence

from robotstudio.engine import templates
from robotstudio.engine.paths import path_text
from robotstudio.engine.patterns import Alignment, Segment, SegmentKind, Wildcards
from robotstudio.engine.phrases import (
    Phrase,
    Piece,
    PieceKind,
    Translate,
    as_written,
    fill,
    joined,
    printable,
    sentences,
)
from robotstudio.engine.verdict import Candidate, Outcome

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
    return Piece(text if len(text) <= _LONGEST_PIECE else f"{text[:_LONGEST_PIECE]}…", PieceKind.URL)


def _remarks(pattern: bytes, wildcards: Wildcards, translate: Translate) -> Sequence[Phrase]:
    star, dollar = Piece("*", PieceKind.URL), Piece("$", PieceKind.URL)
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


_MOST_STRETCHES, _LONGEST_STRETCH, _LONGEST_SHOWN = 24, 60, 16


def laid_words(alignment: Alignment, pattern: bytes, path: bytes, translate: Translate = as_written) -> str:
    """A pattern laid over a path, stretch by stretch."""
    return ", ".join(_stretch(segment, pattern, path, translate) for segment in alignment.segments[:_MOST_STRETCHES])


def _stretch(segment: Segment, pattern: bytes, path: bytes, translate: Translate) -> str:
    kind, over, at = segment
    template = translate(templates.STRETCHES[kind])
    if kind is SegmentKind.WILDCARD and at.start == at.end:
        template = translate(templates.ABSORBS_NOTHING)
    there = _shown(path[at.start : at.end]) or translate(templates.END_OF_URL)
    return template.format(rule=_shown(pattern[over.start : over.end]), url=there, byte=f"{at.start + 1:,}")


def _shown(part: bytes) -> str:
    text = printable(path_text(part))
    return text if len(text) <= _LONGEST_STRETCH else f"{text[:_LONGEST_STRETCH]}…"


def parting(candidate: Candidate, translate: Translate) -> str:
    """Where a rule and the path part, as what is said of the rule in a sentence."""
    return difference(candidate, translate, (templates.PIECE_IS_MISSING, templates.RULE_ENDS, templates.RULE_GOES_ON))


_IN_SHORT = (templates.NOT_FOUND, templates.URL_GOES_ON, templates.URL_ENDS)


def difference(candidate: Candidate, translate: Translate, forms: tuple[str, str, str] = _IN_SHORT) -> str:
    """Where a rule and the path part; empty for a rule that matches."""
    not_found, url_goes_on, url_ends = forms
    segments = candidate.alignment.segments
    place = next((place for place, part in enumerate(segments) if part.kind is SegmentKind.MISMATCH), None)
    if place is None:
        return ""
    mismatch, pattern = segments[place], candidate.rule.pattern
    at = mismatch.path.start
    if place and segments[place - 1].kind is SegmentKind.WILDCARD:
        return translate(not_found).format(piece=_piece_at(pattern, mismatch.pattern.start))
    if pattern.endswith(b"$") and mismatch.pattern.end == len(pattern):
        return translate(url_goes_on).format(byte=f"{at + 1:,}")
    if at >= len(candidate.path):
        return translate(url_ends).format(byte=f"{at:,}")
    return translate(templates.OUTCOMES[Outcome.NO_MATCH]).format(byte=f"{at + 1:,}")


def _piece_at(pattern: bytes, start: int) -> str:
    """What a pattern asks for behind a `*`, in short."""
    piece = pattern[start:].partition(b"*")[0].removesuffix(b"$") or pattern[start : start + 1]
    text = printable(path_text(piece))
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
