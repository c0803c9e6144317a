"""Crawls a site with Scrapy or advertools, in a Python that has them; a program of its own.

`PYTHON benchmarks/foreign_crawl_probe.py NAME ADDRESS` prints JSON: the `pages` of HTML with status 200, the seconds
that it `worked` on the processor and `took` by the clock, and the most `resident` bytes (of 10⁶) that the process had.
It follows links in `a`, `area`, `link` and frames, and heeds robots.txt, as Robot Studio does.
"""

import json
import resource
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any
from urllib.parse import urlsplit

_SETTINGS = {
    "ROBOTSTXT_OBEY": True,
    "USER_AGENT": "Benchmark",
    "LOG_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 5,
    "DOWNLOAD_DELAY": 0,
    "AUTOTHROTTLE_ENABLED": False,
}
_OK = 200


def crawl_by_scrapy(address: str) -> set[str]:
    """Return the pages that Scrapy finds."""
    from scrapy import Spider  # noqa: PLC0415  # of the other environment
    from scrapy.crawler import CrawlerProcess  # noqa: PLC0415
    from scrapy.linkextractors import LinkExtractor  # noqa: PLC0415

    pages: set[str] = set()
    links = LinkExtractor(tags=("a", "area", "link", "iframe", "frame"), attrs=("href", "src"), deny_extensions=[])

    class Site(Spider):
        name = "site"
        start_urls = [address]  # noqa: RUF012  # as Scrapy has it
        handle_httpstatus_all = True

        def parse(self, response: Any) -> Iterator[Any]:  # noqa: ANN401  # of Scrapy
            kind = response.headers.get("Content-Type", b"").decode().partition(";")[0]
            if kind != "text/html":
                return
            if response.status == _OK:
                pages.add(response.url)
            for link in links.extract_links(response):
                if link.url.startswith(address):
                    yield response.follow(link)

    process = CrawlerProcess(_SETTINGS)
    process.crawl(Site)
    process.start()
    return pages


def crawl_by_advertools(address: str) -> set[str]:
    """Return the pages that advertools finds: it follows `a` and `area` only."""
    import advertools  # noqa: PLC0415  # as above

    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "crawl.jl"
        hosts = [urlsplit(address).hostname]  # by itself it takes the port for a part of the name
        advertools.crawl(address, str(file), follow_links=True, allowed_domains=hosts, custom_settings=_SETTINGS)
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    html = [row for row in rows if "html" in str(row.get("resp_headers_Content-Type", ""))]
    return {row["url"] for row in html if row.get("status") == _OK}


_CRAWLS = {"scrapy": crawl_by_scrapy, "advertools": crawl_by_advertools}


def main() -> int:
    """Crawl as the command line says."""
    name, address = sys.argv[1:]
    start = perf_counter()
    pages = _CRAWLS[name](address)
    took = perf_counter() - start
    children = resource.getrusage(resource.RUSAGE_CHILDREN)  # advertools starts Scrapy
    resident = max(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, children.ru_maxrss) * 1024 / 1e6
    worked = process_time() + children.ru_utime + children.ru_stime
    print(json.dumps({"pages": sorted(pages), "worked": worked, "took": took, "resident": resident}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
