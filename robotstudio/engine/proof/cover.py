"""Proves that all URLs that a pattern matches have one verdict."""

import re
from collections.abc import Callable, Iterator

from robotstudio.engine.cancelling import checkpoint_of
from robotstudio.engine.dialects.model import FIRST
from robotstudio.engine.groups import Rule
from robotstudio.engine.paths import bytes_of
from robotstudio.engine.patterns import FULL, compile_pattern
from robotstudio.engine.proof.budget import CLOCK, SECONDS, Budget, Clock
from robotstudio.engine.proof.equality import Difference, DifferenceSearch, Proof
from robotstudio.engine.proof.forms import SITE, PathOf
from robotstudio.engine.proof.operands import Operand, Reading
from robotstudio.engine.proof.search import Witness
from robotstudio.engine.ruleset import RuleSet

_MARK = b"QxZ0"
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")


def covers(
    reading: Reading,
    pattern: str,
    allowed: bool,
    seconds: float = SECONDS,
    clock: Clock = CLOCK,
    is_cancelled: Callable[[], bool] | None = None,
) -> Proof:
    """Prove that every URL that a pattern matches is allowed, or blocked: `EQUAL` if so.

    In the pattern `*` and a `$` at the end mean what they do for Google, whatever the dialect; the rest is written as
    in a URL. `/robots.txt` is left out if a dialect always allows it. `line_a` decides the witness.
    """
    robots = reading.robots
    wanted = expected_pattern(pattern, robots.dialect.path_of)
    rules = RuleSet([Rule(0, allowed, b"/", wanted)], FIRST, FULL)
    compiled = compile_pattern(wanted, FULL)

    def difference(url: str) -> Difference | None:
        verdict = robots.decide(url, reading.agent)
        if verdict.allowed == allowed or not compiled.matches(verdict.path) or verdict.is_always_allowed:
            return None
        return Difference(url, verdict.line, None, verdict.allowed, allowed)

    budget = Budget(seconds, clock, checkpoint_of(is_cancelled))
    return _ExpectedSearch(Operand.of(reading), Operand(rules, robots.dialect), difference, budget).proof()


class _ExpectedSearch(DifferenceSearch):
    """Looks only among the URLs that the pattern matches, which is the only rule of the other operand."""

    def differing(self) -> Iterator[Witness]:
        return (witness for witness in super().differing() if witness.other.rule)


def expected_pattern(pattern: str, path_of: PathOf) -> bytes:
    """Convert a pattern to the form that a dialect compares, by converting a URL with a word for each star.

    Escapes stay as they are: to some dialects, `/%c3` and `/%C3` are two URLs.
    """
    text = _BEYOND_ASCII.sub(_escaped, bytes_of(pattern))
    anchored = text.endswith(b"$")
    text = text[:-1] if anchored else text + b"*"
    mark = _MARK
    while mark in text:
        mark += b"Q"
    before = b"" if text.startswith(b"/") else b"/"
    path = path_of(SITE + before + text.replace(b"*", mark))
    found = path.replace(mark, b"*")
    if text.startswith(b"*"):
        found = found.removeprefix(b"/")
    return found + b"$" if anchored else found


def _escaped(found: re.Match[bytes]) -> bytes:
    return b"%%%02X" % found[0][0]
