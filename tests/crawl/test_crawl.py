"""A crawl of a real site on this machine: every page once, none that is forbidden, none too often, gone on with."""

import asyncio
import contextlib
import itertools
import os
import queue
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from msgspec.structs import replace

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.frontier import Frontier
from robotstudio.crawl.hosts import HostRegistry
from robotstudio.crawl.model import CrawledPage, CrawlLogLine, CrawlProgress, CrawlState, EndedBy, GaveUp, PaceReason
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.records import live_files, log_lines, saved_hosts
from robotstudio.crawl.store import CrawlFileError, CrawlStore, is_crawl
from robotstudio.fetch.worker import FetchThread
from tests.crawl.site import (
    FAST,
    Answer,
    Asked,
    Reply,
    Site,
    VirtualClock,
    crawled,
    html,
    is_probe,
    paths_of,
    rows,
    site,
    to,
)
from tests.fetch.server import PATIENT, Connection, response, serve, unused_port
from tests.fetch.server import Answer as ServerAnswer

pytestmark = pytest.mark.usefixtures("plain_http")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "site.crawl"


def run(file: Path, place: Site, plan: CrawlPlan = FAST, **more: Any) -> CrawlProgress:
    """Crawl from the home page of a site."""
    return crawled(Crawl(file, replace(plan, starts=(f"{place.url}/",)), **more))


def family(number: int, last: int = 120) -> str:
    """Return a page of a tree of pages."""
    return html(*(f"/{child}" for child in range(3 * number + 1, 3 * number + 4) if child <= last), text=f"No {number}")


def tree(asked: Asked) -> Reply:
    name = asked.path.strip("/") or "0"
    return Reply(family(int(name))) if name.isdigit() else Reply("gone", 404)


def test_every_way_to_a_page_is_followed(file: Path) -> None:
    page = (
        '<base href="/in/"><meta http-equiv=refresh content="5; url=refreshed">'
        "<link rel=stylesheet href=style.css><link rel=preconnect href=//else.example>"
        "<a href=anchor>text</a><map><area href=area alt=a></map>"
        "<iframe src=frame></iframe><frameset><frame src=frame2>"
        '<img src=image srcset="small 1x, large 2x"><script src=script></script>'
        "<form action=search></form><form method=post action=posted></form>"
        '<a href="mailto:a@b.example">m</a><a href="javascript:x()">j</a><a href="#here">h</a><a href="http://[">b</a>'
    )
    with site({"/": Reply(page, headers={"Link": '</linked>; rel="next"'})}) as place:
        run(file, place)
        paths = set(place.counts)
    in_folder = {path for path in paths if path.startswith("/in/")}
    assert paths - in_folder == {"/robots.txt", "/", "/linked"}
    names = sorted(path.removeprefix("/in/") for path in in_folder)
    assert " ".join(names) == "anchor area frame frame2 image large refreshed script search small style.css"


def test_each_page_is_fetched_once_however_it_is_written(file: Path) -> None:
    with site({}) as place:
        spellings = ("/a/../x", "/x#part", f"{place.url.upper()}/x".replace("/X", "/x"), "/%78", "./x", "/%7Eu", "/~u")
        place.answers = {"/": html(*spellings), "/x": html("/"), "/~u": "u"}
        progress = run(file, place)
        assert place.counts == dict.fromkeys(("/robots.txt", "/", "/x", "/~u"), 1)
    assert (progress.found, progress.fetched, progress.queued) == (3, 3, 0)
    assert progress.state is CrawlState.FINISHED


def test_whole_site_is_crawled_by_depth(file: Path) -> None:
    with site(tree) as place:
        progress = run(file, place)
        assert set(place.counts.values()) == {1}
        found = rows(file)
    assert (progress.fetched, progress.deepest) == (121, 4)
    page = found[f"{place.url}/17"]
    assert (page.status, page.depth, page.found_on, page.anchor) == (200, 3, f"{place.url}/5", "to /17")
    assert (page.content_type, page.in_links) == ("text/html; charset=utf-8", 1)
    assert len(page.sha256) == 64


def test_what_the_live_file_forbids_is_not_fetched(file: Path) -> None:
    robots = Reply("User-agent: RobotStudio\nDisallow: /private\nUser-agent: *\nDisallow: /\n")
    answers: dict[str, Answer] = {
        "/robots.txt": robots,
        "/": html("/private/x", "/open"),
        "/open": "o",
        "/private/x": "p",
    }
    with site(answers) as place:
        progress = run(file, place)
        assert "/private/x" not in place.counts
        assert place.counts["/robots.txt"] == 1
        page = rows(file)[f"{place.url}/private/x"]
        assert (page.status, page.ended_by, progress.forbidden) == (None, EndedBy.ROBOTS, 1)
        with CrawlStore.reading(file) as store:
            forbidding = next(line for line in log_lines(store) if line.what == EndedBy.ROBOTS)
            assert (forbidding.detail, live_files(store)[place.url].status) == ("2", 200)


@pytest.mark.parametrize("status", [500, 403])
def test_missing_live_file_forbids_only_where_the_standard_says_so(file: Path, status: int) -> None:
    with site({"/robots.txt": Reply("x", status), "/": html("/a")}) as place:
        progress = run(file, place)
    assert (progress.forbidden, progress.fetched) == ((1, 0) if status == 500 else (0, 2))


def test_own_host_is_fetched_whole_and_the_log_says_so(file: Path) -> None:
    robots = Reply("User-agent: *\nDisallow: /\nCrawl-delay: 100\n")
    with site({"/robots.txt": robots, "/": html("/a")}) as place:
        run(file, place, replace(FAST, mine=(place.host,)))
        assert "/a" in place.counts
    with CrawlStore.reading(file) as store:
        assert [line.detail for line in log_lines(store) if line.what == "mine"] == [place.host]


def test_other_hosts_are_noted_and_fetched_only_where_asked_for(file: Path, tmp_path: Path) -> None:
    with site({"/x": "there"}) as other, site({"/": html(f"{other.url}/x")}) as place:
        run(file, place)
        assert other.asked == []
        assert rows(file)[f"{other.url}/x"].ended_by is EndedBy.OTHER_HOST
        run(tmp_path / "second", place, replace(FAST, other_hosts=True))
        assert other.counts == {"/robots.txt": 1, "/x": 1}
        run(tmp_path / "third", place, replace(FAST, other_hosts=True, blacklist=(other.host,)))
        assert other.counts["/x"] == 1


def test_limits_end_a_crawl(file: Path, tmp_path: Path) -> None:
    with site(tree) as place:
        progress = run(file, place, replace(FAST, max_depth=2))
        assert (progress.fetched, progress.left_out, progress.state) == (13, 27, CrawlState.FINISHED)
        progress = run(tmp_path / "second", place, replace(FAST, max_pages=20))
        assert (progress.fetched, progress.state) == (20, CrawlState.STOPPED)
        run(tmp_path / "third", place, replace(FAST, include=("/$", "/*1$"), exclude=("/11",)))
        assert paths_of(tmp_path / "third", place.url) == {"/", "/1"}


def test_limit_that_was_raised_lets_the_crawl_go_on(file: Path) -> None:
    with site(tree) as place:
        run(file, place, replace(FAST, max_depth=2))
        progress = run(file, place, replace(FAST, max_depth=3))
        assert progress.fetched == 40
        progress = run(file, place)
        assert progress.fetched == 121
        assert set(place.counts.values()) == {1}


def test_redirects_are_pages_of_their_own(file: Path) -> None:
    answers: dict[str, Answer] = {"/": html("/old"), "/old": to("/new", 301), "/new": "new"}
    with site(answers) as place:
        run(file, place)
        found = rows(file)
    assert (found[f"{place.url}/old"].status, found[f"{place.url}/old"].redirects_to) == (301, f"{place.url}/new")
    assert (found[f"{place.url}/new"].status, found[f"{place.url}/new"].depth) == (200, 1)


def test_headers_say_who_asks_and_where_the_link_was(file: Path) -> None:
    with site({"/": html("/a"), "/a": "a"}) as place:
        run(file, place, replace(FAST, languages="es"))
        headers = next(asked.headers for asked in place.asked if asked.path == "/a")
    assert headers["user-agent"].startswith("RobotStudio/")
    assert (headers["referer"], headers["accept-language"]) == (f"{place.url}/", "es")
    assert headers["accept"].startswith("text/html")


def test_sitemaps_are_roots_behind_what_links_lead_to(file: Path) -> None:
    urls = "".join(f"<url><loc>{{0}}/{name}</loc></url>" for name in ("a", "b", "lost"))
    xml = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
    with site({}) as place:
        place.answers = {
            "/robots.txt": f"Sitemap: {place.url}/map.xml\n",
            "/map.xml": Reply(xml.format(place.url), content_type="application/xml"),
            "/": html("/a"),
            "/a": html("/b"),
        }
        run(file, place)
        found = rows(file)
        order = [asked.path for asked in place.asked if not is_probe(asked.path)]
    assert order == ["/robots.txt", "/map.xml", "/", "/a", "/b", "/lost"]
    depths = {
        name: (found[f"{place.url}/{name}"].depth, found[f"{place.url}/{name}"].in_sitemap) for name in ("b", "lost")
    }
    assert depths == {"b": (2, True), "lost": (0, True)}


def test_user_names_and_passwords_are_never_kept(file: Path) -> None:
    with site({}) as place:
        secret = place.url.replace("http://", "http://joe:hunter2@")
        place.answers = {"/": html(f"{secret}/a"), "/a": to(f"{secret}/b")}
        crawled(Crawl(file, replace(FAST, starts=(f"{secret}/",))))
        assert {"/a", "/b"} <= set(place.counts)
    for part in file.parent.iterdir():
        assert b"hunter2" not in part.read_bytes()


# how often


def gaps(place: Site) -> list[float]:
    times = [asked.at for asked in place.asked]
    return [after - before for before, after in itertools.pairwise(times)]


def test_requests_are_never_closer_than_the_rate_allows(file: Path) -> None:
    clock = VirtualClock()
    with site(tree, clock) as place:
        run(file, place, CrawlPlan(rate=2, max_pages=30, connections=1), clock=clock)
        assert min(gaps(place)) >= 0.5


def test_crawl_delay_of_the_live_file_is_heeded(file: Path) -> None:
    clock = VirtualClock()
    with site({"/robots.txt": "User-agent: *\nCrawl-delay: 7\n", "/": html("/a", "/b")}, clock) as place:
        crawl = Crawl(file, replace(FAST, starts=(f"{place.url}/",), connections=1), clock=clock)
        crawled(crawl)
        assert min(gaps(place)) >= 7
    host = crawl.hosts()[0]
    assert (host.why, host.detail) == (PaceReason.CRAWL_DELAY, "2")
    assert hosts_in(file) == (host.origin, 1 / 7, PaceReason.CRAWL_DELAY, "2", 0, host.requests, None)


def hosts_in(file: Path) -> tuple[object, ...]:
    """Return what the file of a crawl that rests tells of its only host."""
    with CrawlStore.reading(file) as store:
        (host,) = saved_hosts(store)
    return host.origin, host.per_second, host.why, host.detail, host.queued, host.requests, host.gave_up


def test_rate_is_halved_and_retry_after_obeyed(file: Path) -> None:
    clock = VirtualClock()
    answers = iter([Reply("slow", 429, {"Retry-After": "90"}), Reply("busy", 503), Reply("now")])
    with site({"/": html("/a", "/b"), "/a": lambda _: next(answers), "/b": "b"}, clock) as place:
        crawl = Crawl(file, replace(CrawlPlan(rate=1, connections=1), starts=(f"{place.url}/",)), clock=clock)
        progress = crawled(crawl)
        paths = [asked.path for asked in place.asked if not is_probe(asked.path)]
        at = [asked.at for asked in place.asked]
    assert paths == ["/robots.txt", "/", "/a", "/a", "/a", "/b"]
    assert at[-3] - at[-4] >= 90
    assert at[-2] - at[-3] >= 4
    assert progress.fetched == 3
    assert crawl.hosts()[0].per_second == 0.25


def test_host_that_wants_to_be_left_alone_is_and_its_urls_stay_queued(file: Path) -> None:
    with site({"/": html("/a"), "/a": Reply("", 503, {"Retry-After": "86400"})}) as place:
        crawl = Crawl(file, replace(FAST, starts=(f"{place.url}/",)))
        progress = crawled(crawl)
    host = crawl.hosts()[0]
    assert (progress.queued, progress.state, host.gave_up) == (1, CrawlState.STOPPED, GaveUp.RETRY_AFTER)
    assert hosts_in(file) == (host.origin, 0, PaceReason.UNLIMITED, "", 1, host.requests, GaveUp.RETRY_AFTER)


def test_host_that_does_not_answer_is_given_up(file: Path) -> None:
    crawl = Crawl(file, replace(FAST, starts=(f"http://127.0.0.1:{unused_port()}/",)))
    progress = crawled(crawl)
    assert (progress.fetched, progress.queued, crawl.hosts()[0].gave_up) == (0, 1, GaveUp.FAILURES)


def test_many_hosts_are_asked_in_turn(file: Path) -> None:
    clock = VirtualClock()
    with site(tree, clock) as one, site(tree, clock) as two, site(tree, clock) as three:
        starts = tuple(f"{place.url}/" for place in (one, two, three))
        plan = CrawlPlan(starts=starts, rate=1, max_pages=30, connections=1)
        began = clock.time
        crawled(Crawl(file, plan, clock=clock))
        counts = [len(place.counts) for place in (one, two, three)]
        assert clock.time - began >= len(one.asked) - 1
    assert max(counts) - min(counts) <= 2


@contextlib.contextmanager
def many_hosts(count: int) -> Iterator[tuple[list[str], Counter[str]]]:
    """Return the addresses of small sites, each a host by its port, and how often each page was asked for."""
    asked: Counter[str] = Counter()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                path = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1].decode()
                asked[f"http://127.0.0.1:{writer.get_extra_info('sockname')[1]}{path}"] += 1
                body = html("/a", text=path).encode() if path in {"/", "/a"} else b""
                status = b"200 OK" if body else b"404 Not Found"
                writer.write(
                    b"HTTP/1.1 %b\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % (status, len(body))
                )
                writer.write(body)
                await writer.drain()

    async def listen() -> list[asyncio.Server]:
        return [await asyncio.start_server(answer, "127.0.0.1", 0) for _ in range(count)]

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    servers = asyncio.run_coroutine_threadsafe(listen(), loop).result()
    try:
        yield [f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/" for server in servers], asked
    finally:
        asyncio.run_coroutine_threadsafe(closed(servers), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def closed(servers: list[asyncio.Server]) -> None:
    """Close them, and end what answers there."""
    for server in servers:
        server.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(0)  # the transports end in the next turn


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a program may not open so many files")
def test_five_hundred_hosts_are_crawled_at_once_in_little_memory(file: Path) -> None:
    with many_hosts(500) as (starts, asked):
        before = psutil.Process().memory_info().rss
        crawl = Crawl(file, CrawlPlan(starts=tuple(starts), rate=0, probes=False, at_once=64))
        progress = crawled(crawl)
        grown = psutil.Process().memory_info().rss - before
    assert (progress.state, progress.fetched, len(crawl.hosts())) == (CrawlState.FINISHED, 1000, 500)
    assert asked == Counter(f"{start}{page}" for start in starts for page in ("", "a", "robots.txt"))
    assert grown < 100e6


# going on


def test_crawl_that_was_stopped_is_gone_on_with(file: Path) -> None:
    with site(tree) as place:

        def stop(progress: CrawlProgress) -> None:
            if progress.fetched:
                crawl.stop()

        crawl = Crawl(file, replace(FAST, starts=(f"{place.url}/",)), on_progress=stop)
        first = crawled(crawl)
        assert first.state is CrawlState.STOPPED
        assert 0 < first.fetched < 121
        second = crawled(Crawl(file))
        assert (second.state, second.fetched) == (CrawlState.FINISHED, 121)
        twice = [path for path, count in place.counts.items() if count > 1]
    assert len(twice) <= FAST.at_once  # those under way


def test_crawl_is_paused_and_goes_on(file: Path) -> None:
    with site(tree) as place:
        seen: list[CrawlState] = []

        def pause(progress: CrawlProgress) -> None:
            seen.append(progress.state)
            if progress.state is CrawlState.PAUSED and not progress.in_flight:
                crawl.go_on()
            elif progress.fetched and CrawlState.PAUSED not in seen:
                crawl.pause()

        crawl = Crawl(file, replace(FAST, starts=(f"{place.url}/",)), on_progress=pause)
        assert crawled(crawl).fetched == 121
    assert CrawlState.PAUSED in seen


_KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.resolving import FetchLoop

path, start, after = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
crawl = Crawl(path, CrawlPlan(starts=(start,), rate=0))
took, count = crawl._processor.take, 0

def take(*arguments, **more):
    global count
    count += 1
    if count > after:
        os.kill(os.getpid(), signal.SIGKILL)
    return took(*arguments, **more)

crawl._processor.take = take
with asyncio.Runner(loop_factory=FetchLoop) as runner:
    runner.run(crawl.run(Fetcher()))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_crawl_that_is_killed_goes_on_where_it_was(file: Path) -> None:
    with site(tree) as place:
        for after in (30, 80):
            arguments = [sys.executable, "-c", _KILLED, str(file), f"{place.url}/", str(after)]
            done = subprocess.run(arguments, check=False, env={**os.environ, "no_proxy": "*"})
            assert done.returncode == -signal.SIGKILL
        progress = crawled(Crawl(file))
        assert progress.fetched == 121
        assert paths_of(file, place.url) == {"/", *(f"/{number}" for number in range(1, 121))}
        again = sum(count - 1 for path, count in place.counts.items() if path not in {"/robots.txt", "/"})
    assert again <= 2 * 100


def test_second_crawl_asks_only_for_what_changed(file: Path) -> None:
    changed = False

    def answer(asked: Asked) -> Reply:
        tag = '"1"' if asked.path != "/7" or not changed else '"2"'
        if asked.headers.get("if-none-match") == tag:
            return Reply(status=304, headers={"ETag": tag})
        reply = tree(asked)
        return Reply(reply.body, reply.status, {"ETag": tag})

    with site(answer) as place:
        run(file, place)
        first, changed = rows(file), True
        later = file.with_name("later")
        progress = run(later, place, before=file)
        second = rows(later)
    assert (progress.fetched, progress.unchanged) == (121, 120)

    def same(page: CrawledPage) -> object:
        return page.status, page.sha256, page.depth, page.found_on, page.in_links

    assert {url: same(page) for url, page in first.items()} == {url: same(page) for url, page in second.items()}


def test_crawl_runs_on_the_thread_of_the_fetcher_and_ends_with_it(file: Path) -> None:
    done: queue.Queue[tuple[int, object]] = queue.Queue()
    with site({"/": html("/a"), "/a": "a"}) as place:
        thread = FetchThread(PATIENT)
        crawl = Crawl(file, replace(FAST, starts=(f"{place.url}/",)))
        thread.run(crawl.run, 7, lambda job, result: done.put((job, result)))
        assert done.get() == (7, crawl.progress())
        thread.close()
    assert crawl.progress().fetched == 2


# the file


def test_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_bytes(b"my notes, which are no crawl and are longer than a header of a database would be\n" * 20)
    before = other.read_bytes()
    for use in (is_crawl, CrawlStore.open, CrawlStore.reading):
        with pytest.raises(CrawlFileError, match="is not a crawl file"):
            use(other)
    assert other.read_bytes() == before
    assert not is_crawl(tmp_path / "none")


def test_two_programs_do_not_write_one_crawl(file: Path) -> None:
    with CrawlStore.open(file), pytest.raises(CrawlFileError, match="already running"):
        CrawlStore.open(file)


# the live file while a crawl runs


DAY = 24 * 3600


def test_rate_that_was_chosen_is_reached(file: Path) -> None:
    clock = VirtualClock()
    with site(tree, clock) as place:
        run(file, place, CrawlPlan(rate=40, max_pages=100, connections=1), clock=clock)
        assert len(place.asked) >= 100
        assert max(gaps(place)) == pytest.approx(1 / 40)


def test_live_file_is_asked_for_again_after_a_day(file: Path) -> None:
    clock = VirtualClock()
    files = itertools.chain(
        [Reply("User-agent: *\nDisallow:\n")], itertools.repeat(Reply("User-agent: *\nDisallow: /"))
    )
    answers = {"/robots.txt": lambda _: next(files)}

    def answer(asked: Asked) -> Reply:
        return answers[asked.path](asked) if asked.path in answers else tree(asked)

    with site(answer, clock) as place:
        progress = run(file, place, CrawlPlan(rate=1 / 3600), clock=clock)
        times = {path: [asked.at for asked in place.asked if asked.path == path] for path in ("/robots.txt", "/")}
        pages = len(place.asked) - 2
    first, again = times["/robots.txt"]
    assert DAY <= again - first <= DAY + 2 * 3600
    assert pages <= 25
    assert progress.forbidden == progress.found - progress.fetched


def test_error_in_place_of_the_live_file_lets_its_urls_wait(file: Path) -> None:
    clock = VirtualClock()
    files = itertools.chain([Reply("User-agent: *\nDisallow:\n")], itertools.repeat(Reply("", 500)))
    with site(lambda asked: next(files) if asked.path == "/robots.txt" else tree(asked), clock) as place:
        crawl = Crawl(file, replace(CrawlPlan(rate=1 / 3600), starts=(f"{place.url}/",)), clock=clock)
        progress = crawled(crawl)
    assert (progress.state, progress.forbidden, crawl.hosts()[0].gave_up) == (CrawlState.STOPPED, 0, GaveUp.FAILURES)
    assert progress.queued > 0


@pytest.mark.parametrize(("later", "asked_again"), [(DAY - 60, 0), (DAY, 1), (-10 * 365 * DAY, 1)])
def test_resumed_crawl_asks_for_a_live_file_that_is_not_fresh(file: Path, later: int, asked_again: int) -> None:
    clock = VirtualClock()
    with site(tree) as place:
        run(file, place, replace(FAST, max_pages=3), clock=clock)
        run(file, place, replace(FAST, max_pages=6), clock=VirtualClock(clock.wall() + later))
        assert place.counts["/robots.txt"] == 1 + asked_again


# hosts that want to rest before their first page


@pytest.mark.parametrize("first", ["robots", "sitemap", "probe"])
def test_host_is_left_alone_whatever_says_so(file: Path, first: str) -> None:
    rest = Reply("", 503, {"Retry-After": str(3 * DAY)})

    def answer(asked: Asked) -> Reply:
        what = {"/robots.txt": "robots", "/map.xml": "sitemap"}.get(asked.path, "probe")
        if what == first:
            return rest
        return Reply(f"Sitemap: {place.url}/map.xml\n") if what == "robots" else Reply("x")

    clock = VirtualClock()
    with site(answer, clock) as place:
        crawl = Crawl(file, replace(FAST, starts=(f"{place.url}/",)), clock=clock)
        progress = crawled(crawl)
        assert "/" not in place.counts
    assert clock.time < 2_000
    assert (progress.queued, progress.forbidden, crawl.hosts()[0].gave_up) == (1, 0, GaveUp.RETRY_AFTER)
    assert "gave-up" in [line.what for line in logged(file)]


def logged(file: Path) -> list[CrawlLogLine]:
    with CrawlStore.reading(file) as store:
        return list(log_lines(store))


# many hosts


def test_next_host_is_found_without_a_look_at_those_that_are_done(file: Path) -> None:
    with CrawlStore.open(file) as store:
        plan = CrawlPlan(starts=("http://a.test/",), other_hosts=True, rate=0)
        frontier, hosts = Frontier(store), HostRegistry(store.connection, plan)
        for number in range(1_000):
            hosts.number_of(f"http://{number}.test")
        while hosts.next(0) is not None:
            pass
        last = hosts.number_of("http://500.test") or 0
        frontier.queued_of[last] = 1
        found = hosts.next(0)
        assert (found.number if found else None, hosts.next(0)) == (last, None)


def test_what_is_done_is_committed_each_second(file: Path) -> None:
    """Also while hosts are opened, which takes several requests each."""
    clock = VirtualClock()
    seen: list[int] = []
    with site({}, clock) as place:
        names = [f"{place.url}/map{number}.xml" for number in range(20)]
        place.answers = {"/robots.txt": "".join(f"Sitemap: {name}\n" for name in names), "/": "home"}
        run(file, place, CrawlPlan(rate=1), clock=clock, on_progress=lambda progress: seen.append(progress.fetched))
    assert len([fetched for fetched in seen if not fetched]) >= 20


def test_bytes_behind_an_answer_are_no_answer_to_the_next_request(file: Path) -> None:
    def kept(body: bytes) -> bytes:
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)

    def two(connection: Connection) -> None:
        connection.send(kept(html("/b").encode()) + kept(b"<title>Evil</title>"))
        connection.wait()

    answers: dict[str, ServerAnswer] = {
        "/": two,
        "/b": response(200, b"<title>Good</title>", "Content-Type: text/html"),
    }
    with serve(answers) as server:
        crawled(Crawl(file, replace(FAST, starts=(f"{server.url}/",), probes=False)))
        found = rows(file)
    assert found[f"{server.url}/b"].title == "Good"


def test_page_of_another_host_is_not_told_where_its_link_was(file: Path) -> None:
    with site({"/x": "there"}) as other, site({"/list?q=secret": html(f"{other.url}/x", "/own")}) as place:
        plan = replace(FAST, starts=(f"{place.url}/list?q=secret",), other_hosts=True)
        crawled(Crawl(file, plan))
        referers = {asked.path: asked.headers.get("referer") for asked in (*place.asked, *other.asked)}
    assert (referers["/x"], referers["/own"]) == (f"{place.url}/", f"{place.url}/list?q=secret")
