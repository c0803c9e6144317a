"""A rule laid over a path in words: stretch by stretch, and where the two part."""

from robotstudio.engine import templates
from robotstudio.engine.paths import path_text
from robotstudio.engine.patterns import Alignment, Segment, SegmentKind
from robotstudio.engine.phrases import Translate, as_written, printable
from robotstudio.engine.verdict import Candidate, Outcome

_MOST_STRETCHES, _LONGEST_STRETCH, _LONGEST_PIECE = 24, 60, 16


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
    return text if len(text) <= _LONGEST_PIECE else f"{text[:_LONGEST_PIECE]}…"
