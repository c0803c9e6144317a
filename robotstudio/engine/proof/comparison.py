"""Compares two crawlers' readings of one file, and finds the shortest URL on which they differ.

If they compare different forms of a URL, one path is two, and nothing is proven about all URLs at once. But most URLs
are plain: printable ASCII, nothing escaped. The common forms leave these unchanged, so the lemma holds for them, and it
can be proven whether the crawlers differ there, or only on escaped URLs.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.paths import ROBOTS_TXT
from robotstudio.engine.proof.budget import CLOCK, SECONDS, Budget, Clock, Undecided
from robotstudio.engine.proof.equality import (
    Difference,
    Differences,
    DifferenceSearch,
    Result,
    differences,
    prove_alike,
)
from robotstudio.engine.proof.forms import PLAIN, form_of, form_of_letters, letters_kept
from robotstudio.engine.proof.operands import Operand, Reading

_OWN_URL = "/robots.txt"


class ReadingComparison(Struct, frozen=True):
    """The comparison of two readings on every URL; `difference` is a URL on which they differ.

    `is_plain` is set if they are proven to agree on every plain URL, whatever happens to others; `reason` says why it
    is undecided.
    """

    outcome: Result
    difference: Difference | None = None
    reason: Undecided | None = None
    is_plain: bool = False
    is_own: bool = False
    """True if they are proven to say the same about every plain URL but that of the robots.txt itself."""


def compare_readings(
    one: Reading,
    other: Reading,
    seconds: float = SECONDS,
    clock: Clock = CLOCK,
    is_cancelled: Callable[[], bool] | None = None,
) -> ReadingComparison:
    """Compare two crawlers on every URL. Raises `Cancelled` if `is_cancelled` returns True."""
    dialects = one.robots.dialect, other.robots.dialect
    if form_of(dialects[0]).family == form_of(dialects[1]).family:
        found = differences(one, other, seconds, clock, is_cancelled)
        return _comparison(found, one, other, Budget(seconds, clock), is_plain=found.outcome is Result.EQUAL)
    kept = letters_kept(dialects[0]) & letters_kept(dialects[1])
    form = form_of_letters(kept)
    plain_one, plain_other = replace(one, form=form), replace(other, form=form)
    found = differences(plain_one, plain_other, seconds, clock, is_cancelled)
    if found.classes:
        told = _comparison(found, plain_one, plain_other, Budget(seconds, clock))
        return told if kept >= PLAIN else replace(told, is_own=False)
    proof = prove_alike(one, other, seconds, clock, is_cancelled)
    is_plain = proof.outcome is Result.EQUAL or (found.outcome is Result.EQUAL and kept >= PLAIN)
    return ReadingComparison(proof.outcome, proof.difference, proof.reason, is_plain)


def _differ_there_only(one: Reading, other: Reading, budget: Budget) -> bool:
    """Return True if both agree once they always allow the robots.txt itself."""
    ours, theirs = (_allowing_it(Operand.of(reading)) for reading in (one, other))
    return DifferenceSearch(ours, theirs, lambda _url: None, budget).proof().outcome is Result.EQUAL


def _allowing_it(operand: Operand) -> Operand:
    allowed = operand.dialect.always_allowed | {ROBOTS_TXT}
    return Operand(operand.rules, replace(operand.dialect, always_allowed=allowed), operand.form)


def _comparison(
    found: Differences, one: Reading, other: Reading, budget: Budget, *, is_plain: bool = False
) -> ReadingComparison:
    shortest = min(found.classes, key=_worth, default=None)
    is_own = shortest is not None and shortest.url == _OWN_URL and _differ_there_only(one, other, budget)
    return ReadingComparison(found.outcome, shortest, None if shortest else found.reason, is_plain, is_own)


def _worth(difference: Difference) -> tuple[bool, bool, int, str]:
    """Sort key: the shortest URL that a person would write first, that of the robots.txt itself last."""
    url = difference.url
    return url == _OWN_URL, not (url.isprintable() and url.isascii() and " " not in url), len(url), url
