"""Crawls many slow hosts at once over real sockets: `python -m benchmarks.many_hosts`.

Each host is a port of this machine, in a process of its own, and has a few pages that take a tenth of a second each.
Prints JSON, by the clocks of the hosts: the seconds that a `host alone` needs at the chosen rate and that `all` took,
the seconds `between` the ends of the first and the last host, the most requests under way `at once`, and the shortest
`gap` between the starts of two requests for pages of a host. The crawl `worked` for so many seconds of processor.
"""

import asyncio
import contextlib
import json
import subprocess
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from robotstudio.crawl.crawl import Crawl, crawl_alone
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.fetch.client import Fetcher

HOSTS, PAGES, AT_ONCE, RATE = 500, 4, 200, 1.0
_SECONDS = 0.1


class _Hosts:
    """The servers, and what they have seen."""

    def __init__(self) -> None:
        self.asked: dict[int, list[tuple[str, float]]] = defaultdict(list)  # by port: path, time
        self.under_way = self.most = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        port = writer.get_extra_info("sockname")[1]
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                path = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1].decode()
                self.asked[port].append((path, perf_counter()))
                self.under_way += 1
                self.most = max(self.most, self.under_way)
                await asyncio.sleep(_SECONDS)
                self.under_way -= 1
                writer.write(_page(path))
                await writer.drain()
        writer.close()


def _page(path: str) -> bytes:
    links = "".join(f"<a href=/{number}>{number}</a>" for number in range(1, PAGES))
    body = b"" if path == "/robots.txt" else f"<title>{path}</title>{links}".encode()
    kind = "text/plain" if path == "/robots.txt" else "text/html"
    return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


async def _serve() -> None:
    """Print the ports; when a line comes in, print what was seen."""
    hosts = _Hosts()
    servers = [await asyncio.start_server(hosts.answer, "127.0.0.1", 0) for _ in range(HOSTS)]
    print(json.dumps([server.sockets[0].getsockname()[1] for server in servers]), flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps({"asked": list(hosts.asked.values()), "most": hosts.most}), flush=True)


def _crawl(ports: list[int]) -> int:
    """Crawl all hosts; return how many pages were fetched."""
    starts = tuple(f"http://127.0.0.1:{port}/" for port in ports)
    plan = CrawlPlan(starts=starts, rate=RATE, at_once=AT_ONCE, probes=False)
    with TemporaryDirectory() as folder:
        return crawl_alone(Crawl(Path(folder) / "crawl", plan), Fetcher()).fetched


def main() -> int:
    """Serve, or crawl and print."""
    if sys.argv[1:] == ["serve"]:
        asyncio.run(_serve())
        return 0
    command = [sys.executable, "-m", "benchmarks.many_hosts", "serve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        if server.stdin is None or server.stdout is None:
            return 1
        worked = process_time()
        fetched = _crawl(json.loads(server.stdout.readline()))
        worked = process_time() - worked
        print(file=server.stdin, flush=True)
        seen = json.loads(server.stdout.readline())
    asked = seen["asked"]
    starts, ends = ([each[place][1] for each in asked] for place in (0, -1))
    gaps = [later - one for each in asked for (_, one), (_, later) in pairwise(each[1:])]
    measured = {
        "hosts": len(asked),
        "pages": fetched,
        "host alone": PAGES / RATE,
        "all": max(ends) - min(starts),
        "between": max(ends) - min(ends),
        "at once": seen["most"],
        "gap": min(gaps),
        "worked": worked,
    }
    print(json.dumps(measured))
    return 0


if __name__ == "__main__":
    sys.exit(main())
