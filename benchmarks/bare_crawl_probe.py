"""Crawls a site without a window, in a process of its own, so that its memory is that of a crawl and of nothing else.

`python -m benchmarks.bare_crawl_probe ADDRESS FILE [BEFORE]` crawls the site at the address into the file, asking only
for what has changed since the crawl BEFORE, and prints JSON: pages `fetched` and `unchanged`, the seconds that it
`worked` on the processor and `took` by the clock, and the most `resident` bytes (of 10⁶) that the process had.
"""

import json
import sys
from pathlib import Path
from time import perf_counter, process_time

import psutil

from robotstudio.crawl.crawl import Crawl, crawl_alone
from robotstudio.crawl.model import CrawlProgress
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.fetch.client import Fetcher


class Memory:
    """Looks at the memory of this process at each commit of the crawl."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self.most = 0

    def look(self, _progress: CrawlProgress | None = None) -> None:
        """See how much there is now."""
        self.most = max(self.most, self._process.memory_info().rss)


def main() -> int:
    """Measure as the command line says."""
    address, file, *before = sys.argv[1:]
    memory = Memory()
    plan = CrawlPlan(starts=(address,), rate=0)
    crawl = Crawl(Path(file), plan, before=Path(before[0]) if before else None, on_progress=memory.look)
    worked, start = process_time(), perf_counter()
    progress = crawl_alone(crawl, Fetcher())
    worked, took = process_time() - worked, perf_counter() - start
    memory.look()
    counts = {"fetched": progress.fetched, "unchanged": progress.unchanged}
    print(json.dumps({**counts, "worked": worked, "took": took, "resident": memory.most / 1e6}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
