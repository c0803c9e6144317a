"""A site on this machine that keeps its connections and notes each request; and crawls of it."""

import asyncio
import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.model import CrawledPage, CrawlProgress
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.records import pages
from robotstudio.crawl.store import CrawlStore
from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.resolving import FetchLoop
from tests.fetch.server import PATIENT


class Reply(NamedTuple):
    """What a site answers."""

    body: bytes | str = b""
    status: int = 200
    headers: Mapping[str, str] = {}
    content_type: str = "text/html; charset=utf-8"


class Asked(NamedTuple):
    """A request as it came."""

    path: str
    headers: Mapping[str, str]
    at: float


Answer = Reply | str | Callable[[Asked], Reply]
MISSING = Reply("<title>Not found</title>", 404)


def html(*links: str, text: str = "", head: str = "") -> str:
    """Return a page with links."""
    anchors = "".join(f'<a href="{link}">to {link}</a>\n' for link in links)
    return f"<!doctype html><html><head>{head}</head><body><p>{text}</p>{anchors}</body></html>"


def to(location: str, status: int = 302) -> Reply:
    """Return a redirect."""
    return Reply(b"", status, {"Location": location})


class VirtualClock:
    """Time passes only where somebody sleeps."""

    def __init__(self, wall: float = 1_800_000_000.0) -> None:
        self.time = 1_000.0
        self._wall = wall - self.time

    def now(self) -> float:
        return self.time

    def wall(self) -> float:
        return self._wall + self.time

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.time += seconds


class Site:
    """Answers by path, or by what a function says of any path."""

    def __init__(self, answers: Mapping[str, Answer] | Callable[[Asked], Reply], clock: VirtualClock | None) -> None:
        self.asked: list[Asked] = []
        self.answers = answers
        self._clock = clock
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                reply = site.reply(self.path, dict(self.headers.items()))
                body = reply.body.encode() if isinstance(reply.body, str) else reply.body
                self.send_response_only(reply.status)
                self.send_header("Content-Type", reply.content_type)
                if reply.status != 304:
                    self.send_header("Content-Length", str(len(body)))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                with contextlib.suppress(OSError):
                    self.wfile.write(body)

        class Server(ThreadingHTTPServer):
            def handle_error(self, _request: object, _address: object) -> None:
                """Whoever asked is gone."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True  # a connection may be kept by somebody who was killed
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        self.port = self._server.server_port
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"

    def reply(self, path: str, headers: Mapping[str, str]) -> Reply:
        asked = Asked(path, headers, self._clock.now() if self._clock else 0.0)
        self.asked.append(asked)
        answer: Any = self.answers(asked) if callable(self.answers) else self.answers.get(path, MISSING)
        if callable(answer):
            answer = answer(asked)
        return Reply(answer) if isinstance(answer, str) else answer

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def counts(self) -> Counter[str]:
        """How often each path was asked for, but for a page that cannot exist."""
        return Counter(asked.path for asked in self.asked if not is_probe(asked.path))


def is_probe(path: str) -> bool:
    return len(path) == 25 and path[1:].isalpha()


@contextlib.contextmanager
def site(answers: Mapping[str, Answer] | Callable[[Asked], Reply], clock: VirtualClock | None = None) -> Iterator[Site]:
    """Serve a site during a test."""
    found = Site(answers, clock)
    try:
        yield found
    finally:
        found.close()


FAST = CrawlPlan(rate=0)


def crawled(crawl: Crawl, limits: Limits = PATIENT) -> CrawlProgress:
    """Run a crawl to its end."""
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(crawl.run(Fetcher(limits)))


def rows(path: Path) -> dict[str, CrawledPage]:
    """Return the URLs of a crawl, except those in the queue."""
    with CrawlStore.reading(path) as store:
        return {page.url: page for page in pages(store, with_queue=False)}


def paths_of(path: Path, base: str) -> set[str]:
    """Those that were fetched, by their paths."""
    return {url.removeprefix(base) for url, page in rows(path).items() if page.status is not None}
