"""Many URLs at once: what a whole site costs, from nothing and after an edit, and how that grows."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from protego import Protego

from benchmarks.bulk_work import CROWD, Chain, Desk, crowd, fresh_table, site_urls, typed_drafts
from benchmarks.corpus import Corpus, Sample, text_of
from benchmarks.generated import Author
from benchmarks.table import Cells, Table, three_digits, verdict
from benchmarks.timing import Effort, how_many_fit
from benchmarks.window_rows import percentile
from robotstudio.engine import Robots, UrlTable
from robotstudio.engine.bulk import Texts

HEADINGS = (
    "what",
    "file",
    "median",
    "p95",
    "worst",
    "verdicts a second",
    "Protego ÷ ours",
    "decide ÷ ours",
    "target",
    "",
)
PROTEGO_RATIO, DECIDE_RATIO, EDIT_MS, SMALL_EDIT_MS, BYTES, TABLE_MS = 1000.0, 100.0, 100.0, 16.0, 400.0, 2000.0
_SMALLER = 10
_MOST_EDITS, _FEWER_EDITS = 64, 12
_ASKED_FOR = 0.5  # seconds that a competitor is asked for
_ASKED = 8  # crawlers that a competitor is asked for
_DECADES = (1000, 100, 10, 1)
_RULES = (10, 100, 1_000, 10_000)
_HARD = (
    ("/*a*a*a*a*a*b", b"/*a*a*a*a*a*b"),
    ("10,000 wildcards", b"/" + b"*a" * 10_000),
    ("16 KiB", b"/*" + b"a" * (16 * 1024 - 2)),
)


@dataclass(frozen=True, slots=True)
class Stage:
    """What is worked on."""

    corpus: Corpus
    effort: Effort
    urls: Texts
    readers: Mapping[str, Sequence[Chain]]

    @property
    def dialects(self) -> tuple[str, ...]:
        """The dialects of the crawlers."""
        return tuple(self.readers)

    def some(self, number: int) -> Texts:
        """Return the first URLs."""
        return Texts(self.urls.joined, self.urls.starts[: max(number, 1) + 1])

    def body(self, name: str) -> tuple[str, bytes]:
        """Return the middle file of a sample, with the name of its row."""
        sample = self.corpus.sample(name)
        return sample.name, middle(sample)


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of row: its name for --only, and how its rows are made."""

    name: str
    measure: Callable[[Stage], Iterator[Cells]]


def table(corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    wanted = [MEASURES[name] for name in names if name in MEASURES]
    result = Table(f"Bulk: {effort.bulk:,} URLs, real and generated; {CROWD} crawlers", HEADINGS)
    if wanted:
        stage = Stage(corpus, effort, site_urls(corpus.more_urls or corpus.urls, effort.bulk), crowd())
        for measure in wanted:
            say(measure.name)
            result.rows += measure.measure(stage)
    return result


def middle(sample: Sample) -> bytes:
    """Return the file of median size in a sample."""
    return sorted(sample.bodies, key=len)[len(sample.bodies) // 2]


def _row(what: str, file: str, values: Sequence[float], unit: str, limit: float | None = None) -> Cells:
    """Make a row of values in a unit, with a limit for the p95."""
    high = percentile(values, 0.95)
    shown = (f"{three_digits(value)} {unit}" for value in (percentile(values, 0.5), high, max(values)))
    target = (f"p95 ≤ {three_digits(limit)} {unit}", verdict(is_met=high <= limit)) if limit else ("–", "")
    return (what, file, *shown, "–", "–", "–", *target)


def _decide_all(stage: Stage) -> Iterator[Cells]:
    what = f"decide_all, from nothing, {len(stage.urls):,} URLs × {CROWD} crawlers"
    for name in [sample.name for sample in stage.corpus.samples if not sample.is_wildcard_heavy]:
        body = stage.body(name)[1]
        spent = _time_of_all(stage, body)
        cells = len(stage.urls) * CROWD
        protego, ours = (each * cells / spent for each in _asked_one_by_one(stage, body))
        is_met = protego >= PROTEGO_RATIO and ours >= DECIDE_RATIO
        time = f"{three_digits(spent * 1000)} ms"
        ratios = (f"{protego:,.0f}×", f"{ours:,.0f}×")
        target = f"≥ {PROTEGO_RATIO:,.0f}, ≥ {DECIDE_RATIO:,.0f}"
        yield what, name, time, "–", "–", f"{cells / spent:,.2g}", *ratios, target, verdict(is_met=is_met)


def _time_of_all(stage: Stage, body: bytes) -> float:
    """Processor seconds for all verdicts of a file that was parsed, on URLs that were sorted."""
    table = fresh_table(stage.urls, stage.dialects)
    desk = Desk(table, stage.readers, {dialect: Robots.parse(body, dialect) for dialect in stage.readers})
    for robots in desk.readings.values():
        _ = robots.groups
    start = process_time()
    desk.evaluate()
    return process_time() - start


def _asked_one_by_one(stage: Stage, body: bytes) -> tuple[float, float]:
    """Processor seconds for one verdict of Protego, and of our own `decide`."""
    pairs = [(dialect, chain) for dialect, chains in stage.readers.items() for chain in chains]
    some = pairs[:: max(1, len(pairs) // _ASKED)]
    urls = stage.urls[:: max(1, len(stage.urls) // 2000)]
    protego = Protego.parse(text_of(body))
    readings = {dialect: Robots.parse(body, dialect) for dialect in stage.dialects}

    def theirs(number: int) -> None:
        for _, chain in some:
            for url in urls[:number]:
                protego.can_fetch(url, chain[0])

    def ours(number: int) -> None:
        for dialect, chain in some:
            for url in urls[:number]:
                readings[dialect].decide(url, chain)

    return _each(theirs, len(urls), len(some)), _each(ours, len(urls), len(some))


def _each(ask: Callable[[int], None], most: int, agents: int) -> float:
    number = how_many_fit(ask, most, _ASKED_FOR)
    start = process_time()
    ask(number)
    return (process_time() - start) / (number * agents)


def _edit(stage: Stage) -> Iterator[Cells]:
    count, few = (min(stage.effort.keys, most) for most in (_MOST_EDITS, _FEWER_EDITS))
    for number, limit in ((len(stage.urls), EDIT_MS), (len(stage.urls) // _SMALLER, SMALL_EDIT_MS)):
        table = fresh_table(stage.some(number), stage.dialects)
        for name in [sample.name for sample in stage.corpus.samples if not sample.is_wildcard_heavy]:
            file, body = stage.body(name)
            is_judged = name.startswith("95th")
            what = f"edit one rule, {number:,} URLs × {CROWD} crawlers"
            yield _row(
                what,
                file,
                _edited(body, table, stage.readers, count if is_judged else few),
                "ms",
                limit if is_judged else None,
            )
            if is_judged:
                values = _edited(body, table, stage.readers, count, in_order=True)
                yield _row(what, f"{file}, with counts and all columns in order", values, "ms")


def _edited(
    body: bytes, table: UrlTable, readers: Mapping[str, Sequence[Chain]], count: int, *, in_order: bool = False
) -> list[float]:
    """Milliseconds on the clock from a draft to all its verdicts, for each of some edits."""
    desk, times = Desk.opened(body, table, readers), []
    for draft in islice(typed_drafts(body), count):
        start = perf_counter()
        desk.edit(draft)
        for verdicts in desk.evaluate():
            if in_order:
                _ = verdicts.decided_by_line(), verdicts.column
        times.append((perf_counter() - start) * 1000)
    return times


def _load(stage: Stage) -> Iterator[Cells]:
    what = f"load {len(stage.urls):,} URLs"
    strings = list(stage.urls)
    start = perf_counter()
    table = UrlTable(strings)
    yield _row(what, "table from strings", [(perf_counter() - start) * 1000], "ms", TABLE_MS)
    start = perf_counter()
    for dialect in stage.dialects:
        table.view(Robots.parse(b"", dialect).dialect.path_of)
    yield _row(what, f"sorted for {len(stage.dialects)} dialects", [(perf_counter() - start) * 1000], "ms")


def _memory(stage: Stage) -> Iterator[Cells]:
    """Measure what a separate process holds for each URL."""
    with TemporaryDirectory(prefix="robotstudio-bench-") as name:
        urls, body = Path(name) / "urls", Path(name) / "robots.txt"
        urls.write_text("\n".join(stage.urls) + "\n", "utf-8")
        body.write_bytes(stage.body("95th")[1])
        command = (sys.executable, "-m", "benchmarks.bulk_probe", str(urls), str(body))
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    for what, byte_count in json.loads(done.stdout).items():
        yield _row("memory for each URL", what, [byte_count], "B", BYTES)


def _scale(stage: Stage) -> Iterator[Cells]:
    for part in _DECADES:
        number = len(stage.urls) // part
        for rules in _RULES:
            body = Author().rules(rules, wildcards=0.1)
            table, readers = fresh_table(stage.some(number), ("google",)), {"google": [("Googlebot",)]}
            robots, start = Robots.parse(body), perf_counter()
            robots.decide_all(table, readers["google"])
            spent = (perf_counter() - start) * 1000
            file = f"{rules:,} rules, a tenth with wildcards"
            yield _row(f"one crawler, {number:,} URLs, from nothing", file, [spent], "ms")
            edits = _edited(body, table, readers, min(stage.effort.keys, _FEWER_EDITS))
            yield _row(f"one crawler, {number:,} URLs, an edit", file, edits, "ms")


def _hard(stage: Stage) -> Iterator[Cells]:
    for name, pattern in _HARD:
        for part in (100, 10, 1):
            urls = stage.some(len(stage.urls) // part)
            table, robots = fresh_table(urls, ("google",)), Robots.parse(b"User-agent: *\nDisallow: " + pattern)
            start = perf_counter()
            robots.decide_all(table, ["Googlebot"])
            nanoseconds = (perf_counter() - start) / len(urls) * 1e9
            yield _row(f"one hard pattern, for each URL: {name}", f"{len(urls):,} URLs", [nanoseconds], "ns")


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("bulk-decide-all", _decide_all),
        Measure("bulk-edit", _edit),
        Measure("bulk-load", _load),
        Measure("bulk-memory", _memory),
        Measure("bulk-scale", _scale),
        Measure("bulk-hard", _hard),
    )
}
