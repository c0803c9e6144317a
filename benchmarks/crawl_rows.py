"""Time that a crawl takes for a page, beside a bare loop of httpx in the same run; then the index, and a search.

Crawl and loop have as many connections and take turns over the same site, which another process serves; of the runs the
worst counts. Processor time is compared, since each keeps one processor busy: on a machine where others work, too, the
clock says how much of it was left.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import httpx

from benchmarks.corpus import Corpus
from benchmarks.table import Cells, Table, seconds, three_digits, verdict
from benchmarks.timing import QUICK, Effort
from robotstudio.crawl.index.index import Searcher, update_index
from robotstudio.crawl.store import CrawlStore

HEADINGS = ("what", "of", "number", "processor", "a second", "by the clock", "of bare httpx", "MB", "target", "")
PAGES, CONNECTIONS = 20_001, 5
_QUERIES = (
    "robots",
    "group live",
    "pages gevu",
    '"search engine"',
    "page 17",
    "links map title",
    "nothinglikethis",
)
_LEAST_UNCHANGED = 0.95
_PATIENCE = 3_600.0  # seconds
_LEAST_SHARE, _LEAST_INDEXED, _LONGEST_QUERY, _MOST_MEMORY = 0.8, 1_000.0, 0.020, 120.0


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of row: its words, and how it is measured of a site that is crawled already, or of its address."""

    title: str


MEASURES: Mapping[str, Measure] = {"crawl": Measure("crawl of a site"), "index": Measure("index and search")}


def table(_corpus: Corpus, names: Iterable[str], effort: Effort, say: Callable[[str], None]) -> Table:
    """Measure the kinds of rows that are named."""
    result = Table("Crawl", HEADINGS)
    wanted = [name for name in names if name in MEASURES]
    if not wanted:
        return result
    count = 50 if effort == QUICK else PAGES
    with TemporaryDirectory() as directory, served_site(count) as address:
        path = Path(directory) / "crawl"
        say(MEASURES["crawl"].title)
        row = _crawl_row(path, address, count, effort.runs if "crawl" in wanted else 1)
        if "crawl" in wanted:
            result.rows += [row, _second_row(path, address)]
        if "index" in wanted:
            say(MEASURES["index"].title)
            result.rows += _index_rows(path)
    return result


@contextmanager
def served_site(count: int) -> Iterator[str]:
    """Serve a site with that many pages from another process, and return its address."""
    command = [sys.executable, "-m", "benchmarks.site_server", str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield f"http://127.0.0.1:{server.stdout.readline().strip() if server.stdout else ''}/"
        finally:
            server.terminate()


def _crawl_row(path: Path, address: str, count: int, runs: int) -> Cells:
    shares: list[float] = []
    for run in range(runs):
        bare = asyncio.run(_bare(address, count))
        crawled = _crawled(path.with_name(f"run{run}") if run else path, address)
        shares.append(bare / (crawled.worked / crawled.fetched))
        if shares[-1] == min(shares):
            worst = crawled
    per_page, share = worst.worked / worst.fetched, min(shares)
    is_met = share >= _LEAST_SHARE and worst.resident <= _MOST_MEMORY and worst.fetched == count
    return (
        MEASURES["crawl"].title,
        "pages",
        f"{worst.fetched:,}",
        seconds(per_page),
        three_digits(1 / per_page),
        three_digits(worst.fetched / worst.took),
        three_digits(share),
        f"{worst.resident:.0f}",
        f"≥ {_LEAST_SHARE} of bare httpx, ≤ {_MOST_MEMORY:.0f} MB",
        verdict(is_met=is_met),
    )


def _second_row(path: Path, address: str) -> Cells:
    """Crawl the same, unchanged site once more."""
    second = path.with_name("second")
    crawled = _crawled(second, address, path)
    per_page = crawled.worked / crawled.fetched
    share = crawled.unchanged / crawled.fetched
    return (
        "a second crawl of it",
        f"pages, {share:.0%} of them 304",
        f"{crawled.fetched:,}",
        seconds(per_page),
        three_digits(1 / per_page),
        three_digits(crawled.fetched / crawled.took),
        "–",
        f"{crawled.resident:.0f}",
        f"≥ {_LEAST_UNCHANGED:.0%} of them 304",
        verdict(is_met=share >= _LEAST_UNCHANGED),
    )


@dataclass(frozen=True, slots=True)
class _Crawled:
    """A crawl that has ended, as `bare_crawl_probe` tells of it."""

    fetched: int
    unchanged: int
    worked: float
    took: float
    resident: float


def _crawled(path: Path, address: str, *before: Path) -> _Crawled:
    command = (sys.executable, "-m", "benchmarks.bare_crawl_probe", address, str(path), *map(str, before))
    environment = {**os.environ, "no_proxy": "*"}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, timeout=_PATIENCE)
    return _Crawled(**json.loads(done.stdout))


async def _bare(address: str, count: int) -> float:
    """Seconds of the processor for a page of a loop that only fetches and looks for links."""
    seen, queue, under_way = {address}, deque([address]), 0
    async with httpx.AsyncClient(trust_env=False, limits=httpx.Limits(max_connections=CONNECTIONS)) as client:

        async def work() -> None:
            nonlocal under_way
            while queue or under_way:
                if not queue:  # another may still find something
                    await asyncio.sleep(0.001)
                    continue
                under_way += 1
                answer = await client.get(queue.popleft())
                found = {address + link for link in re.findall(r'href="/([^"]+)"', answer.text)} - seen
                seen.update(found)
                queue.extend(found)
                under_way -= 1

        start = process_time()
        await asyncio.gather(*(work() for _ in range(CONNECTIONS)))
        worked = process_time() - start
    if len(seen) != count:
        raise RuntimeError(f"{len(seen)} pages of {count}")
    return worked / count


def _index_rows(path: Path) -> Iterator[Cells]:
    start = process_time()
    state = update_index(path)
    took = (process_time() - start) / state.indexed
    target = f"≥ {_LEAST_INDEXED:,.0f}/s"
    met = verdict(is_met=1 / took >= _LEAST_INDEXED)
    title = MEASURES["index"].title
    yield (title, "pages", f"{state.indexed:,}", seconds(took), three_digits(1 / took), "–", "–", "–", target, met)
    with CrawlStore.reading(path) as store:
        searcher = Searcher(store)
        times = []
        for query in _QUERIES * 20:
            start = process_time()
            searcher.search(query)
            times.append(process_time() - start)
    slow = sorted(times)[int(len(times) * 0.95)]
    met = verdict(is_met=slow <= _LONGEST_QUERY)
    yield (
        title,
        "queries",
        f"{len(times)}",
        f"p95 {seconds(slow)}",
        "–",
        "–",
        "–",
        "–",
        f"≤ {seconds(_LONGEST_QUERY)}",
        met,
    )
