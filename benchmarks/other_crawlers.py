"""Crawls a generated site with Robot Studio and with other crawlers, and says whether all found the same pages.

`python -m benchmarks.other_crawlers PYTHON [--pages N]`: PYTHON is that of an environment with `scrapy` and
`advertools`, which Robot Studio does not need. For each crawler it prints pages, pages a second by the clock and of
processor time, and memory.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct

from benchmarks.crawl_rows import served_site
from robotstudio.crawl.model import EndedBy
from robotstudio.crawl.records import pages
from robotstudio.crawl.store import CrawlStore
from robotstudio.fetch.headers import media_type

NAMES: Final = ("scrapy", "advertools")
_PATIENCE: Final = 3_600.0  # seconds
_OK: Final = 200
_PROBE: Final = Path(__file__).with_name("foreign_crawl_probe.py")


class ForeignCrawl(Struct, frozen=True):
    """Pages that another crawler found, and their cost."""

    pages: frozenset[str]
    worked: float
    took: float
    resident: float


def crawl_by(python: str, name: str, address: str) -> ForeignCrawl:
    """Crawl a site with another crawler, in the environment of a Python."""
    command = (python, str(_PROBE), name, address)
    place = os.pathsep.join((str(Path(python).parent), os.environ["PATH"]))  # advertools starts `scrapy`
    environment = {**os.environ, "no_proxy": "*", "PYTHONPATH": "", "PATH": place}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, timeout=_PATIENCE)
    said = json.loads(done.stdout.splitlines()[-1])
    return ForeignCrawl(frozenset(said["pages"]), said["worked"], said["took"], said["resident"])


def html_pages(crawl: Path) -> frozenset[str]:
    """Return the pages of HTML with status 200 in a crawl of ours."""
    with CrawlStore.reading(crawl) as store:
        return frozenset(
            page.url
            for page in pages(store, with_queue=False)
            if page.status == _OK
            and media_type(page.content_type) == "text/html"
            and page.ended_by in {None, EndedBy.SOFT_404}
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Crawl and compare; return 1 if a crawler found other pages than Robot Studio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python")
    parser.add_argument("--pages", type=int, default=2_001)
    options = parser.parse_args(arguments)
    print(f"{'crawler':<14}{'pages':>8}{'a second':>10}{'of processor':>14}{'MB':>6}  the same pages")
    is_same = True
    with TemporaryDirectory() as directory, served_site(options.pages) as address:
        path = Path(directory) / "site.crawl"
        command = (sys.executable, "-m", "benchmarks.bare_crawl_probe", address, str(path))
        environment = {**os.environ, "no_proxy": "*"}
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, timeout=_PATIENCE)
        said, ours = json.loads(done.stdout), html_pages(path)
        _say("Robot Studio", ForeignCrawl(ours, said["worked"], said["took"], said["resident"]), ours)
        for name in NAMES:
            found = crawl_by(options.python, name, address)
            _say(name, found, ours)
            is_same = is_same and found.pages == ours
    return 0 if is_same else 1


def _say(name: str, found: ForeignCrawl, ours: frozenset[str]) -> None:
    count = len(found.pages)
    same = "yes" if found.pages == ours else f"no: {len(found.pages - ours)} more, {len(ours - found.pages)} fewer"
    speeds = f"{count / found.took:>10.0f}{count / found.worked:>14.0f}"
    print(f"{name:<14}{count:>8}{speeds}{found.resident:>6.0f}  {same}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
