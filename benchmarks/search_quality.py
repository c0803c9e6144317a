"""How well a search over Python's documentation ranks, beside tantivy where that is installed.

    python -m benchmarks.search_quality /usr/share/doc/python3/html

The pages are crawled from a server on this machine. Each query has the pages that a reader would want, the best first;
what is told is NDCG@10, the mean over all queries.
"""

import asyncio
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.index.index import Searcher, update_index
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.records import content_of
from robotstudio.crawl.store import CrawlStore
from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.resolving import FetchLoop

QUERIES: Mapping[str, Sequence[str]] = {
    "regular expressions": ("library/re", "howto/regex"),
    "parse json": ("library/json",),
    "read csv files": ("library/csv",),
    "asyncio event loop": ("library/asyncio-eventloop", "library/asyncio"),
    "coroutines and tasks": ("library/asyncio-task",),
    "sort a list": ("howto/sorting", "tutorial/datastructures"),
    "string formatting": ("library/string", "tutorial/inputoutput"),
    "date and time": ("library/datetime", "library/time"),
    "command line arguments": ("library/argparse", "howto/argparse", "library/getopt"),
    "logging configuration": ("library/logging.config", "howto/logging", "library/logging"),
    "virtual environments": ("library/venv", "tutorial/venv"),
    "unit testing framework": ("library/unittest",),
    "mock object": ("library/unittest.mock", "library/unittest.mock-examples"),
    "sqlite database": ("library/sqlite3",),
    "http server": ("library/http.server",),
    "parsing URLs": ("library/urllib.parse",),
    "robots.txt": ("library/urllib.robotparser",),
    "temporary files": ("library/tempfile",),
    "file paths": ("library/pathlib", "library/os.path"),
    "random numbers": ("library/random",),
    "decimal arithmetic": ("library/decimal",),
    "threads": ("library/threading", "library/_thread"),
    "process pool": ("library/concurrent.futures", "library/multiprocessing"),
    "subprocess pipe": ("library/subprocess",),
    "sockets": ("library/socket", "howto/sockets"),
    "type hints": ("library/typing",),
    "data classes": ("library/dataclasses",),
    "abstract base classes": ("library/abc", "library/collections.abc"),
    "garbage collector": ("library/gc",),
    '"list comprehensions"': ("tutorial/datastructures", "howto/functional"),
}
_BEST = 10


def ndcg(found: Sequence[str], wanted: Sequence[str]) -> float:
    """How near the order of what was found comes to the best one; what is wanted first is worth most."""
    worth = {page: len(wanted) - place for place, page in enumerate(wanted)}
    gained = sum(worth.get(page, 0) / math.log2(place + 2) for place, page in enumerate(found[:_BEST]))
    best = sum(value / math.log2(place + 2) for place, value in enumerate(sorted(worth.values(), reverse=True)))
    return gained / best


def quality(search: Callable[[str], Sequence[str]]) -> float:
    """Return the mean over all queries."""
    return sum(ndcg(search(query), wanted) for query, wanted in QUERIES.items()) / len(QUERIES)


def ours(path: Path) -> float:
    """Of our own index."""
    update_index(path)
    with CrawlStore.reading(path) as store:
        searcher = Searcher(store)
        return quality(lambda query: [_name(hit.url) for hit in searcher.search(query, _BEST)])


def tantivys(path: Path) -> float | None:
    """Of tantivy over the same texts with the same weights; None where it is not installed."""
    try:
        tantivy = import_module("tantivy")  # few have it
    except ImportError:
        return None
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("url", stored=True)
    for field in ("title", "headings", "body"):
        builder.add_text_field(field, tokenizer_name="en_stem")
    index = tantivy.Index(builder.build())
    writer = index.writer()
    with CrawlStore.reading(path) as store:
        for page, url in store.connection.execute("SELECT id, url FROM url JOIN content USING (id)").fetchall():
            text = content_of(store, page)
            if text is not None:
                document = {"url": url, "title": text.title, "headings": text.headings, "body": text.body}
                writer.add_document(tantivy.Document(**document))
    writer.commit()
    index.reload()
    searcher, fields = index.searcher(), ["title", "headings", "body"]

    def search(query: str) -> list[str]:
        parsed = index.parse_query(query, fields, field_boosts={"title": 5.0, "headings": 3.0, "body": 1.0})
        return [_name(searcher.doc(place)["url"][0]) for _, place in searcher.search(parsed, _BEST).hits]

    return quality(search)


def _name(url: str) -> str:
    return url.split("/", 3)[3].removesuffix(".html")


@contextmanager
def _served(directory: Path) -> Iterator[str]:
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "-d", str(directory)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            line = server.stdout.readline() if server.stdout else ""
            yield f"http://127.0.0.1:{line.split(' port ')[1].split()[0]}/"
        finally:
            server.terminate()


def main(directory: Path) -> None:
    """Crawl the pages, and say how well both rank."""
    os.environ["no_proxy"] = "*"
    with TemporaryDirectory() as place, _served(directory) as address:
        path = Path(place) / "crawl"
        crawl = Crawl(path, CrawlPlan(starts=(f"{address}index.html",), rate=0, probes=False))
        with asyncio.Runner(loop_factory=FetchLoop) as runner:
            progress = runner.run(crawl.run(Fetcher()))
        print(f"{progress.fetched} pages, {len(QUERIES)} queries")
        print(f"ours     {ours(path):.3f}")
        other = tantivys(path)
        print("tantivy  not installed" if other is None else f"tantivy  {other:.3f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
