"""How long the linter takes: for a file that nobody has seen before, and after an edit, as in the window."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from time import process_time

from benchmarks.corpus import Corpus, Sample
from benchmarks.table import Cells, Table, seconds, verdict
from benchmarks.timing import Effort
from robotstudio.engine import Robots
from robotstudio.engine.tokens import GOOGLE_LINES, RFC_LINES, Field
from robotstudio.lint.context import LintContext
from robotstudio.lint.facts import GroupFacts, LineFacts, is_plain
from robotstudio.lint.linter import Linter
from robotstudio.lint.model import LintRule
from robotstudio.lint.rules import RULES

HEADINGS = ("what", "file", "time", "target", "")

_MOST_ROUNDS = 3

Timing = Callable[[bytes], float]


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of row: its name for --only, its words, what is timed, and the most that is wanted for some files."""

    name: str
    title: str
    timing: Timing
    targets: Mapping[str, float]

    def target_for(self, sample: Sample) -> float | None:
        """Return the target in seconds for files like these."""
        return next((most for name, most in self.targets.items() if sample.name.startswith(name)), None)


def table(corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    result = Table("Linter", HEADINGS)
    for measure in (MEASURES[name] for name in names if name in MEASURES):
        for sample in corpus.samples:
            say(f"{measure.title}: {sample.name}")
            result.rows.append(_row(measure, sample, effort))
    return result


def _row(measure: Measure, sample: Sample, effort: Effort) -> Cells:
    times = [min(measure.timing(body) for _ in range(min(effort.rounds, _MOST_ROUNDS))) for body in sample.bodies]
    took = sorted(times)[len(times) // 2]
    most = measure.target_for(sample)
    wanted = ("–", "") if most is None else (f"≤ {seconds(most)}", verdict(is_met=took <= most))
    return (measure.title, sample.name, seconds(took), *wanted)


def _from_nothing(body: bytes) -> float:
    """Lint with a new linter and empty caches."""
    linter = Linter()
    GOOGLE_LINES.known_lines.clear()
    RFC_LINES.known_lines.clear()
    return _timed(lambda: linter.check(body))


def _after_edit(body: bytes) -> float:
    """Lint after a line in the middle became a new one; the window has parsed the new file already."""
    linter = Linter()
    linter.check(body)
    before = Robots.parse(body)
    _ = before.groups
    middle = body.find(b"\n", len(body) // 2) + 1
    edited = body[:middle] + b"Disallow: /never-seen-before/\n" + body[middle:]
    after = before.revise(edited)
    _ = after.groups
    return _timed(lambda: linter.check(edited, readings={"google": after}))


def _slowest_rule(body: bytes) -> float:
    """One rule alone over the whole file, for the rule that takes longest; what rules share counts for the first."""
    context = LintContext.of(body)
    facts = list(facts_of(context))
    odd = [line for line in context.lines if not is_plain(line.raw)]
    return max(
        _timed(partial(run_rule, rule, context, context.lines if rule.in_plain is not None else odd, facts))
        for rule in RULES.values()
    )


def run_rule(rule: LintRule, context: LintContext, lines: Iterable[LineFacts], facts: Iterable[GroupFacts]) -> None:
    """Look at lines, at groups or at the file with one rule."""
    if rule.line:
        found = [list(rule.line(line)) for line in lines if line.field in (rule.fields or Field)]
    elif rule.group:
        found = [list(rule.group(each)) for each in facts]
    else:
        found = [list(rule.file(context)) if rule.file else []]
    _ = found


def facts_of(context: LintContext) -> Iterator[GroupFacts]:
    for group, raws in context.groups():
        yield context.facts_of(group, raws)


def _timed(work: Callable[[], object]) -> float:
    gc.collect()
    start = process_time()
    work()
    return process_time() - start


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("lint", "a new file", _from_nothing, {"median": 0.002, "largest": 0.3}),
        Measure("lint-edit", "after an edit", _after_edit, {"largest": 0.03}),
        Measure("lint-rule", "the slowest rule", _slowest_rule, {"": 0.05}),
    )
}
