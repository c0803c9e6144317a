"""When each step of each hop happened, as parts of the whole time: what the bars of the hops are drawn from."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from robotstudio.io.fetching.evidence import Hop
from robotstudio.ui.panels.fetch.sentences import steps_of


class Span(NamedTuple):
    """A step by its place in `TIMING_STEPS`, from `start` to `end` on a time axis from 0 to 1."""

    place: int
    start: float
    end: float


def timeline(hops: Sequence[Hop]) -> tuple[tuple[Span, ...], ...]:
    """The spans of each hop; the axis begins with the first hop and ends with the last."""
    begin = min((hop.started_ms for hop in hops), default=0.0)
    whole = max((hop.started_ms + hop.elapsed_ms - begin for hop in hops), default=0.0)
    if not math.isfinite(whole) or whole <= 0:
        return tuple(() for _ in hops)
    return tuple(_spans(hop, begin, whole) for hop in hops)


def _spans(hop: Hop, begin: float, whole: float) -> tuple[Span, ...]:
    """The steps end where the hop ends: what is in no step came before them, as waiting for a free connection does."""
    steps = steps_of(hop.timings)
    known = sum(milliseconds for _, _, milliseconds in steps)
    at = hop.started_ms - begin + max(0.0, hop.elapsed_ms - known)
    spans = []
    for place, _, milliseconds in steps:
        spans.append(Span(place, min(at / whole, 1.0), min((at + milliseconds) / whole, 1.0)))
        at += milliseconds
    return tuple(spans)
