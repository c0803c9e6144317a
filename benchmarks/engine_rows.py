"""The engine against other parsers: the work of each row for each competitor, and what is wanted of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from benchmarks import contests
from benchmarks.contests import OURS, PROTEGO, ROBOTPARSER, Contest
from benchmarks.corpus import Corpus, Sample
from benchmarks.table import Cells, Table, seconds, three_digits, verdict
from benchmarks.timing import Effort, compare

HEADINGS = ("what", "file", OURS, PROTEGO, ROBOTPARSER, "Protego ÷ ours", "robotparser ÷ ours", "target", "")


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of row: its name for --only, its words, what competes, and how many times as fast we want to be."""

    name: str
    title: str
    contest: Contest
    target: float | None = None
    target_with_wildcards: float | None = None

    def target_for(self, sample: Sample) -> float | None:
        """Return the wanted speed on these files, as a multiple of that of Protego."""
        return self.target_with_wildcards if sample.is_wildcard_heavy else self.target


def table(corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    result = Table(f"Engine: {corpus.origin}", HEADINGS)
    for measure in (MEASURES[name] for name in names if name in MEASURES):
        for sample in corpus.samples:
            say(f"{measure.title}: {sample.name}")
            result.rows.append(_row(measure, sample, compare(measure.contest(sample, corpus.urls), effort)))
    return result


def _row(measure: Measure, sample: Sample, times: Mapping[str, float]) -> Cells:
    ours, target = times[OURS], measure.target_for(sample)
    ratios = {name: times[name] / ours for name in (PROTEGO, ROBOTPARSER) if name in times}
    shown = (seconds(times[name]) if name in times else "–" for name in (OURS, PROTEGO, ROBOTPARSER))
    wanted = ("≥ " + three_digits(target), verdict(is_met=ratios[PROTEGO] >= target)) if target else ("–", "")
    factors = (f"{three_digits(ratios[name])}×" if name in ratios else "–" for name in (PROTEGO, ROBOTPARSER))
    return (measure.title, sample.name, *shown, *factors, *wanted)


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("parse", "parse", contests.parse, 1.0, 1.0),
        Measure("first-verdict", "parse and decide once", contests.first_verdict),
        Measure("decide", "decide, any URL", contests.decide, 1.0, 3.0),
        Measure("decide-hits", "decide, a URL that a rule matches", contests.decide_hits, 1.0, 3.0),
        Measure("decide-all", f"decide_all, all URLs × {len(contests.CHAINS)} crawlers", contests.decide_all),
        Measure("revise-line", "revise, a rule changed", contests.revise_line),
        Measure("revise-insert", "revise, a rule inserted", contests.revise_insert),
        Measure(
            "keystroke",
            f"revise and decide_all, {contests.IN_WINDOW:,} URLs × {len(contests.CHAINS)}",
            contests.keystroke,
        ),
    )
}
