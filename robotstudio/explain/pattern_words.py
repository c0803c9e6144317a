"""Path patterns in words: what they match, and where a pattern and a path differ."""

from collections.abc import Sequence

from robotstudio.engine.paths import path_text
from robotstudio.engine.patterns import Alignment, Segment, SegmentKind, Wildcards
from robotstudio.engine.verdict import Candidate, Outcome
from robotstudio.explain import templates
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind, joined, printable, sentences

_STARTS: Message = "The path starts with {piece}"
_STARTS_OPEN: Message = "The path may start with anything"
_THEN: Message = ", then anything, then {piece}"
_THEN_END: Message = ", then anything, then {piece} at the very end"
_ONLY: Message = "The path is exactly {piece}, without a query."
_END: Message = "."
_ANY_REST: Message = "; anything may follow."
_ANY_TO_END: Message = ", then anything, up to the very end."
_EVERY: Message = "Every path: they all start with {piece}."
_HOME: Message = "The home page only: the path is exactly {piece}, without a query."
_WHATEVER: Message = "Every path, whatever it is."
_NOTHING: Message = "No path: a rule without one blocks and allows nothing."
_NO_STAR: Message = "For this crawler a {star} is a literal star."
_NO_DOLLAR: Message = "For this crawler a {dollar} at the end is a literal dollar sign."
_INNER_DOLLAR: Message = "A {dollar} is literal unless it is the last byte."
_NO_SLASH: Message = "Paths start with a slash. This one does not, so it matches nothing."
_LONGEST_PIECE = 60

_ALL_URLS: Message = "every URL"
_HOME_PAGE: Message = "only the home page"
_BELOW: Message = "and everything below"
_BEGINS: Message = "and all that starts with it"
_EXACTLY: Message = "exactly this URL"
_WITH_QUERY: Message = "every URL with parameters"
_FIRST_PARAMETER: Message = "as the first parameter"
_LATER_PARAMETER: Message = "as a later parameter"
_IN_QUERY: Message = "anywhere in the query"
_AT_END: Message = "at the end of the URL"
_ANYWHERE: Message = "anywhere in the URL"
_WITH_GAPS: Message = "with anything in between and after"
_WITH_GAPS_TO_END: Message = "with anything in between"
_NO_URL: Message = "no URL"
_GAP = "…"


def pattern_words(pattern: bytes, wildcards: Wildcards, written: bytes | None = None) -> Phrase:
    """Describe what a pattern matches, as a crawler reads it; `written` is its form in the file, if it differs."""
    ends = wildcards.dollar and pattern.endswith(b"$")
    body = pattern[:-1] if ends else pattern
    pieces = body.split(b"*") if wildcards.star else [body]
    said = _matched(pieces, ends=ends)
    return sentences((said, *_remarks(pattern if written is None else written, wildcards)))


def shape_words(pattern: bytes, wildcards: Wildcards) -> tuple[str, str]:
    """Return a pattern without its `*` and `$`, and in a few words which URLs that means: `…?sort=`, `as the …`."""
    if not pattern.startswith((b"/", b"*")):
        return _text(pattern), tr(_NO_URL)
    ends = wildcards.dollar and pattern.endswith(b"$")
    body = pattern[:-1] if ends else pattern
    first, *others = body.split(b"*") if wildcards.star else [body]
    pieces = [piece for piece in others if piece]
    ends = ends and not (others and not others[-1])  # nothing ends after a `*`
    if not pieces:
        return _text(first or b"/"), tr(_prefix_words(first or b"/", ends=ends))
    if first in {b"", b"/"}:
        return _GAP.join(map(_text, (b"", *pieces))), tr(_inner_words(pieces, ends=ends))
    return _GAP.join(map(_text, (first, *pieces))), tr(_WITH_GAPS_TO_END if ends else _WITH_GAPS)


def _prefix_words(prefix: bytes, *, ends: bool) -> Message:
    if prefix == b"/":
        return _HOME_PAGE if ends else _ALL_URLS
    if ends:
        return _EXACTLY
    return _BELOW if prefix.endswith(b"/") else _BEGINS


def _inner_words(pieces: Sequence[bytes], *, ends: bool) -> Message:
    """Describe where pieces after a leading `*` may be in the URL."""
    piece, *others = pieces
    if others:
        if piece == b"?" and len(others) == 1 and not ends:
            return _IN_QUERY
        return _WITH_GAPS_TO_END if ends else _WITH_GAPS
    if ends:
        return _AT_END
    if piece == b"?":
        return _WITH_QUERY
    return {b"?": _FIRST_PARAMETER, b"&": _LATER_PARAMETER}.get(piece[:1], _ANYWHERE)


def _text(pattern: bytes) -> str:
    return printable(path_text(pattern))


def _matched(pieces: Sequence[bytes], *, ends: bool) -> Phrase:
    whole = len(pieces) == 1
    if whole:
        return _one_piece(pieces[0], ends=ends)
    if not any(pieces):
        return WORDS.phrase(_WHATEVER)
    first, *others = pieces
    last = others.pop()
    middles = [piece for piece in others if piece]
    said: list[Phrase] = [_start(first)]
    said += [WORDS.phrase(_THEN, piece=_piece(piece)) for piece in middles]
    if last:
        said.append(WORDS.phrase(_THEN_END if ends else _THEN, piece=_piece(last)))
        said.append(WORDS.phrase(_END if ends else _ANY_REST))
    else:
        said.append(WORDS.phrase(_ANY_TO_END if ends else _ANY_REST))
    return joined(piece for phrase in said for piece in phrase)


def _one_piece(piece: bytes, *, ends: bool) -> Phrase:
    if ends:
        return WORDS.phrase(_HOME if piece == b"/" else _ONLY, piece=_piece(piece))
    if not piece:
        return WORDS.phrase(_NOTHING)
    if piece == b"/":
        return WORDS.phrase(_EVERY, piece=_piece(piece))
    return joined((*_start(piece), *WORDS.phrase(_ANY_REST)))


def _start(piece: bytes) -> Phrase:
    return WORDS.phrase(_STARTS, piece=_piece(piece)) if piece else WORDS.phrase(_STARTS_OPEN)


def _piece(piece: bytes) -> Piece:
    text = printable(piece.decode("utf-8", "replace"))
    return Piece(text if len(text) <= _LONGEST_PIECE else f"{text[:_LONGEST_PIECE]}…", PieceKind.URL)


def _remarks(pattern: bytes, wildcards: Wildcards) -> Sequence[Phrase]:
    star, dollar = Piece("*", PieceKind.URL), Piece("$", PieceKind.URL)
    found = []
    if pattern and not pattern.startswith((b"/", b"*")):
        found.append(WORDS.phrase(_NO_SLASH))
    if b"*" in pattern and not wildcards.star:
        found.append(WORDS.phrase(_NO_STAR, star=star))
    if pattern.endswith(b"$") and not wildcards.dollar:
        found.append(WORDS.phrase(_NO_DOLLAR, dollar=dollar))
    elif b"$" in pattern[:-1] and wildcards.dollar:
        found.append(WORDS.phrase(_INNER_DOLLAR, dollar=dollar))
    return found


_MOST_STRETCHES, _LONGEST_STRETCH, _LONGEST_SHOWN = 24, 60, 16


def alignment_words(alignment: Alignment, pattern: bytes, path: bytes) -> str:
    """Describe the alignment of a pattern with a path, segment by segment."""
    shown = alignment.segments[:_MOST_STRETCHES]
    return WORDS.side_by_side(_stretch(segment, pattern, path) for segment in shown)


def _stretch(segment: Segment, pattern: bytes, path: bytes) -> str:
    kind, over, at = segment
    template = tr(templates.STRETCHES[kind])
    if kind is SegmentKind.WILDCARD and at.start == at.end:
        template = tr(templates.ABSORBS_NOTHING)
    there = _shown(path[at.start : at.end]) or tr(templates.END_OF_URL)
    return template.format(rule=_shown(pattern[over.start : over.end]), url=there, byte=f"{at.start + 1:,}")


def _shown(part: bytes) -> str:
    text = printable(path_text(part))
    return text if len(text) <= _LONGEST_STRETCH else f"{text[:_LONGEST_STRETCH]}…"


def mismatch_clause(candidate: Candidate) -> str:
    """Describe where a rule and the path differ, as part of a sentence about the rule."""
    return difference(candidate, (templates.PIECE_IS_MISSING, templates.RULE_ENDS, templates.RULE_GOES_ON))


_IN_SHORT = (templates.NOT_FOUND, templates.URL_GOES_ON, templates.URL_ENDS)


def difference(candidate: Candidate, forms: tuple[str, str, str] = _IN_SHORT) -> str:
    """Describe where a rule and the path differ; empty for a rule that matches."""
    not_found, url_goes_on, url_ends = forms
    segments = candidate.alignment.segments
    place = next((place for place, part in enumerate(segments) if part.kind is SegmentKind.MISMATCH), None)
    if place is None:
        return ""
    mismatch, pattern = segments[place], candidate.rule.pattern
    at = mismatch.path.start
    if place and segments[place - 1].kind is SegmentKind.WILDCARD:
        return tr(not_found, piece=_piece_at(pattern, mismatch.pattern.start))
    if pattern.endswith(b"$") and mismatch.pattern.end == len(pattern):
        return tr(url_goes_on, byte=f"{at + 1:,}")
    if at >= len(candidate.path):
        return tr(url_ends, byte=f"{at:,}")
    return tr(templates.OUTCOMES[Outcome.NO_MATCH], byte=f"{at + 1:,}")


def _piece_at(pattern: bytes, start: int) -> str:
    """Return the piece that a pattern needs after a `*`, shortened."""
    piece = pattern[start:].partition(b"*")[0].removesuffix(b"$") or pattern[start : start + 1]
    text = printable(path_text(piece))
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
