"""Speed and memory of surveys: in one process, in two, with the linter, and for growing numbers of files."""

import gzip
import io
import multiprocessing
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.corpus import REAL, Corpus
from benchmarks.generated import SEED
from benchmarks.table import Cells, Table, three_digits, verdict
from benchmarks.timing import QUICK, Effort
from robotstudio.lint.linter import Linter
from robotstudio.survey.agents import USUAL_TOKENS, Surveyed
from robotstudio.survey.reading.inputs import Shard, read_shard, shards_of
from robotstudio.survey.reading.running import Plan, Pool, ShardResult, run, survey_shard
from robotstudio.survey.result import assemble
from robotstudio.survey.tally import HostAnswer

if sys.platform != "win32":
    import resource

HEADINGS = ("what", "of", "files a second", "memory", "target", "")

_SHARDS, _FILES_OF_A_SHARD = 20, 5_000
_QUICK_FILES = 60
_ROUNDS = 3
_LONGEST_REAL = 20_000  # bytes; the mean is then near that of Common Crawl
_PLAN = Plan(Surveyed())
_ALONE, _LINTED, _RATIO, _MEMORY = 3_000, 600, 1.8, 300
_SIZES = (1_000, 10_000, 100_000, 1_000_000)
_MOST_SEEN = 20_000


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of row: its name for --only, its words, and how it is measured."""

    name: str
    title: str
    measure: Callable[[list[Shard], int], Iterator[Cells]]


def table(_corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    result = Table("Surveys", HEADINGS)
    chosen = [MEASURES[name] for name in names if name in MEASURES]
    if not chosen:
        return result
    files = _QUICK_FILES if effort is QUICK else _FILES_OF_A_SHARD
    with TemporaryDirectory(prefix="robotstudio-bench-") as folder:
        say("making WARC files for the survey")
        shards = make_shards(Path(folder), 2 if effort is QUICK else _SHARDS, files)
        for measure in chosen:
            say(measure.title)
            result.rows += measure.measure(shards, files * len(shards))
    return result


def make_shards(folder: Path, count: int, files: int) -> list[Shard]:
    """WARC files, one gzip member a record as Common Crawl writes them; nearly half of the bodies occur again."""
    chance, real = random.Random(SEED), _real()
    seen: list[bytes] = []
    for number in range(count):
        _make_shard(folder / f"{number:03}.warc.gz", files, chance, real, seen)
    return shards_of(folder)


def _make_shard(path: Path, files: int, chance: random.Random, real: Sequence[bytes], seen: list[bytes]) -> None:
    """Write a WARC file; `seen` are bodies that occur again, and receives the new ones."""
    name = path.name.partition(".")[0]
    with path.open("wb") as out:
        for place in range(files):
            again = seen and chance.random() < 0.44
            body = chance.choice(seen) if again else _changed(chance, real) if real else _body(chance)
            if not again:
                seen.append(body)
            out.write(gzip.compress(_record(f"h{int(name)}-{place}.com", body), 1))


def _real() -> list[bytes]:
    return [body for path in sorted((REAL / "files").glob("*.txt")) if len(body := path.read_bytes()) <= _LONGEST_REAL]


def _record(host: str, body: bytes) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://{host}/robots.txt\r\n"
        "WARC-Date: 2026-10-13T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def _changed(chance: random.Random, real: Sequence[bytes]) -> bytes:
    """Return a real file with a unique path, or a unique comment if it blocks nothing."""
    body, mark = chance.choice(real), f"{chance.getrandbits(40):x}".encode()
    before, field, after = body.partition(b"isallow: /")
    return before + field + mark + b"/" + after if field else body + b"\n# " + mark + b"\n"


def _body(chance: random.Random) -> bytes:
    """Return a file of a usual length: most are short, few are very long."""
    out = io.StringIO()
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        agents = chance.sample(USUAL_TOKENS, chance.choice((1, 1, 1, 2, 4))) if chance.random() < 0.5 else ["*"]
        out.writelines(f"User-agent: {token}\n" for token in agents)
        rules = min(int(chance.paretovariate(0.9)) + 1, 400)
        folders = (chance.choice(_WORDS) for _ in range(rules))
        out.writelines(f"Disallow: /{name}/{chance.randrange(2_000)}/\n" for name in folders)
        out.write("\n")
    out.write("Sitemap: https://example.com/sitemap.xml\n")
    return out.getvalue().encode()


_WORDS = ("admin", "search", "cart", "account", "wp-admin", "tmp", "api", "private", "user", "tag", "print", "login")


def _alone(shards: list[Shard], count: int) -> Iterator[Cells]:
    start = process_time()
    for shard in shards:
        for _ in read_shard(shard):
            pass
    reading = process_time() - start
    yield "reading alone", f"{count:,} files", three_digits(count / reading), "", "–", ""
    # In a process of its own: this one had every body in memory when it made the files.
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as own:
        seconds, distinct, memory = own.submit(_survey, shards).result()
    is_met = count / seconds >= _ALONE and memory <= _MEMORY
    target = f"≥ {_ALONE:,}, ≤ {_MEMORY} MiB"
    row = "one process", f"{distinct:,} different", three_digits(count / seconds), f"{memory:.0f} MiB", target
    yield (*row, verdict(is_met=is_met))


def _survey(shards: list[Shard], *, is_linted: bool = False) -> tuple[float, int, float]:
    """Seconds of processor time, how many bodies are different, and MiB that the process has had at most."""
    start = process_time()
    finished = run(shards, Plan(_PLAN.surveyed, is_linted=is_linted))
    return process_time() - start, finished.survey.rows.distinct, _memory()


def _two(shards: list[Shard], count: int) -> Iterator[Cells]:
    """In turns, as a machine is now faster, now slower; and what it gives two that know nothing of each other."""
    rounds = 1 if count < _FILES_OF_A_SHARD else _ROUNDS
    pairs = [(_clocked(shards, 1), _clocked(shards, 2), _apart(shards)) for _ in range(rounds)]
    ratios = sorted(one / two for one, two, _ in pairs)
    apart = sorted(one / halves for one, _, halves in pairs)
    told = f"on {os.cpu_count()} processors, {rounds} times: worst {three_digits(ratios[0])}"
    what = f"{three_digits(median(ratios))} times one, {told}"
    rate = three_digits(count / median(two for _, two, _ in pairs))
    yield "two processes", what, rate, "", f"≥ {_RATIO} times", verdict(is_met=median(ratios) >= _RATIO)
    told = f"{three_digits(median(apart))} times one, worst {three_digits(apart[0])}"
    yield "a half each in processes of their own", told, "", "", "–", ""


def _clocked(shards: list[Shard], workers: int) -> float:
    start = perf_counter()
    run(shards, _PLAN, Pool(workers))
    return perf_counter() - start


def _apart(shards: list[Shard]) -> float:
    """Seconds that two processes take which start at once, have a half each and share nothing."""
    start = perf_counter()
    with ThreadPoolExecutor(2) as both:
        list(both.map(_clocked, (shards[::2], shards[1::2]), (1, 1)))
    return perf_counter() - start


class _Maker:
    """Makes shards one after the other; of the bodies that may occur again it keeps the last."""

    def __init__(self) -> None:
        self._chance, self._real = random.Random(SEED), _real()
        self._seen: list[bytes] = []

    def make(self, path: Path, files: int) -> Shard:
        _make_shard(path, files, self._chance, self._real, self._seen)
        del self._seen[:-_MOST_SEEN]
        status = path.stat()
        return Shard(str(path), "warc", (), status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=1)
def _maker() -> _Maker:
    return _Maker()


def _made(path: Path, files: int) -> Shard:
    return _maker().make(path, files)


def _surveyed(shard: Shard) -> tuple[bytes, float, float]:
    """Return the part, the processor seconds it took, and the peak memory of the process in MiB."""
    start = process_time()
    part = survey_shard(shard, _PLAN)
    return part, process_time() - start, _memory()


def _growing(_shards: list[Shard], count: int) -> Iterator[Cells]:
    """Each file is made, surveyed and removed; one process makes them, one surveys, and one puts the parts together."""
    sizes = _SIZES if count == _SHARDS * _FILES_OF_A_SHARD else (count,)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as whole:
        yield from whole.submit(_grown, sizes).result()


def _grown(sizes: Sequence[int]) -> list[Cells]:
    spent, memory, own = 0.0, 0.0, 0.0
    rows: list[Cells] = []
    spawn = multiprocessing.get_context("spawn")
    with (
        TemporaryDirectory(prefix="robotstudio-bench-") as folder,
        ProcessPoolExecutor(1, spawn) as making,
        ProcessPoolExecutor(1, spawn) as surveying,
    ):
        parts: list[ShardResult] = []
        files = 0
        for size in sizes:
            while files < size:
                at_once = min(size - files, _FILES_OF_A_SHARD)
                path = Path(folder) / f"{len(parts):03}.warc.gz"
                shard = making.submit(_made, path, at_once).result()
                part, took, memory = surveying.submit(_surveyed, shard).result()
                path.unlink()
                parts.append(ShardResult.of_bytes(part))
                spent, files = spent + took, files + at_once
            start = process_time()
            whole = assemble(((part.partial, part.rows) for part in parts), _PLAN.surveyed)
            joining, own = process_time() - start, _memory()
            each = f"{1e3 * spent / files:.2f} ms each, {whole.rows.distinct:,} different; {joining:.2f} s to join"
            rows.append(
                (f"{size:,} files", each, three_digits(files / spent), f"{memory:.0f} and {own:.0f} MiB", "–", "")
            )
    return rows


def _linted(shards: list[Shard], count: int) -> Iterator[Cells]:
    """All of it with lint, each different body linted once, and beside it the linter with nothing else to do."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as own:
        seconds, distinct, memory = own.submit(_survey, shards, is_linted=True).result()
    rate = distinct / seconds
    what = f"{distinct:,} different, {three_digits(count / seconds)} answers a second"
    is_met = rate >= _LINTED and memory <= _MEMORY
    target = f"≥ {_LINTED}, ≤ {_MEMORY} MiB"
    yield "with lint", what, three_digits(rate), f"{memory:.0f} MiB", target, verdict(is_met=is_met)
    bodies = {found.body for shard in shards[:2] for found in read_shard(shard) if isinstance(found, HostAnswer)}
    linter = Linter()
    start = process_time()
    for body in bodies:
        linter.codes(body)
    seconds = process_time() - start
    yield "the linter alone", f"{len(bodies):,} different", three_digits(len(bodies) / seconds), "", "–", ""


def _memory() -> float:
    """MiB that this process has had at most."""
    if sys.platform == "win32":
        return 0.0
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("survey", "a survey by one process", _alone),
        Measure("survey-pool", "a survey by two processes", _two),
        Measure("survey-lint", "a survey with lint", _linted),
        Measure("survey-sizes", "surveys of a thousand to a million files", _growing),
    )
}
