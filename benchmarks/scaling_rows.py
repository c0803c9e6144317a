"""How the linter's work grows with a file that repeats one thing: from so many lines to four times as many."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from time import process_time

from benchmarks.corpus import Corpus
from benchmarks.hostile import SHAPES
from benchmarks.lint_rows import facts_of, run_rule
from benchmarks.table import Table, seconds, verdict
from benchmarks.timing import QUICK, Effort
from robotstudio.engine.tokens import GOOGLE_LINES, RFC_LINES
from robotstudio.lint.context import LintContext
from robotstudio.lint.linter import Linter
from robotstudio.lint.rules import RULES

MEASURES: Mapping[str, str] = {"lint-scale": "four times the lines"}
HEADINGS = ("file", "lines", "time", "four times", "growth", "target", "", "the rule that grows most")
_FEW, _TIMES = 2_000, 4
_FEW_IN_SHORT = 20
_MOST_GROWTH = 6.0
"""Four times the lines, with what n log n adds and what the caches of the processor lose."""
_WORTH_TIMING = 0.02


def table(_corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure each kind of file, as a whole and rule by rule."""
    result = Table("Growth of the linter's work", HEADINGS)
    rounds = min(effort.rounds, 3)
    lines = _FEW_IN_SHORT if effort is QUICK else _FEW
    for name, make in SHAPES.items() if "lint-scale" in names else ():
        say(f"growth: {name}")
        few, many = make(lines), make(lines * _TIMES)
        took, longer = (min(_whole(body) for _ in range(rounds)) for body in (few, many))
        growth = longer / took
        code, worst = _worst_rule(few, many, rounds)
        is_fine = growth <= _MOST_GROWTH or longer < _WORTH_TIMING
        target = (f"≤ {_MOST_GROWTH:.0f}×", verdict(is_met=is_fine))
        row = (name, f"{lines:,}", seconds(took), seconds(longer), f"{growth:.1f}×", *target, f"{code} {worst:.1f}×")
        result.rows.append(row)
    return result


def _whole(body: bytes) -> float:
    for syntax in (GOOGLE_LINES, RFC_LINES):
        syntax.known_lines.clear()
    start = process_time()
    Linter().check(body)
    return process_time() - start


def _worst_rule(few: bytes, many: bytes, rounds: int) -> tuple[str, float]:
    """Return the rule whose work grows most, of those that take long enough to be timed."""
    times = [_by_rule(body, rounds) for body in (few, many)]
    grown = {code: long / max(times[0][code], 1e-6) for code, long in times[1].items() if long >= _WORTH_TIMING}
    return max(grown.items(), key=lambda pair: pair[1], default=("–", 0.0))


def _by_rule(body: bytes, rounds: int) -> dict[str, float]:
    context = LintContext.of(body)
    facts = list(facts_of(context))
    return {
        code: min(_timed(partial(run_rule, rule, context, context.lines, facts)) for _ in range(rounds))
        for code, rule in RULES.items()
    }


def _timed(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start
