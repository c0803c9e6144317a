"""How long a crawl takes for a page, beside a bare loop of httpx in the same run; then the index, and a search.

What counts is processor time and memory of the process that crawls; the site is served by another.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
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

HEADINGS = ("what", "of", "number", "processor", "a second", "by the clock", "÷ bare httpx", "MB", "target", "")
PAGES, BARE = 10_001, 500
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
_LEAST_PAGES, _LEAST_INDEXED, _LONGEST_QUERY, _MOST_MEMORY = 200.0, 1_000.0, 0.020, 150.0


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
        row = _crawl_row(path, address, count)
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


def _crawl_row(path: Path, address: str, count: int) -> Cells:
    bare = asyncio.run(_bare(address, min(BARE, count)))
    crawled = _crawled(path, address)
    bare = min(bare, asyncio.run(_bare(address, min(BARE, count))))
    per_page = crawled.worked / crawled.fetched
    is_met = 1 / per_page >= _LEAST_PAGES and crawled.resident <= _MOST_MEMORY and crawled.fetched == count
    return (
        MEASURES["crawl"].title,
        "pages",
        f"{crawled.fetched:,}",
        seconds(per_page),
        three_digits(1 / per_page),
        three_digits(crawled.fetched / crawled.took),
        three_digits(per_page / bare),
        f"{crawled.resident:.0f}",
        f"≥ {_LEAST_PAGES:.0f}/s, ≤ {_MOST_MEMORY:.0f} MB",
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


async def _bare(address: str, most: int) -> float:
    """Seconds of the processor for a page of a loop that only fetches and looks for links."""
    seen, queue, done = {address}, [address], 0
    async with httpx.AsyncClient(trust_env=False) as client:
        start = process_time()
        while queue and done < most:
            some, queue = queue[:8], queue[8:]
            answers = await asyncio.gather(*(client.get(url) for url in some))
            done += len(some)
            for answer in answers:
                found = {address + link for link in re.findall(r'href="/([^"]+)"', answer.text)} - seen
                seen |= found
                queue += sorted(found)
        return (process_time() - start) / done


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
