"""URLs without end: each kind is ended by its own rule, which the log names, after few requests."""

import re
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.crawl.canonical import LONGEST, canonical, pattern_of, repeated_period, too_long, without_session
from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.model import TRAPS, CrawlProgress, CrawlState, EndedBy, NotFetched
from robotstudio.crawl.pages import MOST_LINKS
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.records import log_lines, not_fetched, progress_of, traps, unfetched_urls
from robotstudio.crawl.store import CrawlStore
from robotstudio.crawl.traps import FOLLOWED_OF_MANY, MOST_REDIRECTS, SAMPLE
from robotstudio.fetch.limits import Limits
from tests.crawl.site import FAST, Answer, Asked, Reply, Site, crawled, html, is_probe, rows, site, to
from tests.fetch.server import PATIENT, drip, response, serve
from tests.fetch.server import Answer as ServerAnswer

pytestmark = pytest.mark.usefixtures("plain_http")

MOST_REQUESTS = 500
PADDING = "Words that stand on each page of the site, whatever its number is."


def crawl(file: Path, place: Site, plan: CrawlPlan = FAST, limits: Limits = PATIENT) -> CrawlProgress:
    return crawled(Crawl(file, replace(plan, starts=(f"{place.url}/",))), limits)


def bare(*links: str, text: str) -> str:
    """Return a page on which the links look alike."""
    return html(text=text) + "".join(f'<a href="{link}">more</a>' for link in links)


def calendar(asked: Asked) -> Reply:
    year, _, month = asked.path.partition("=")[2].partition("-")
    at = int(year or 2026) * 12 + int(month or 1)
    links = [f"/events?month={there // 12}-{there % 12}" for there in (at - 1, at + 1)]
    return Reply(bare(*links, text=f"Events of month {at}. {PADDING}"))


def facets(asked: Asked) -> Reply:
    chosen = [part for part in asked.path.partition("?")[2].split("&") if part]
    values = [f"{name}={value}" for name in ("color", "size", "sort") for value in range(30)]
    links = ["/list?" + "&".join(sorted({*chosen[:4], value})) for value in values]
    return Reply(bare(*links, text=PADDING))


def sessions(asked: Asked) -> Reply:
    count = len(asked.path) + hash(asked.path) % 1_000_000
    links = [f"/{name};jsessionid={count * 7 + place:032x}" for place, name in enumerate("abc")]
    return Reply(bare(*links, text=f"Page {asked.path[:2]}"))


def unknown_sessions(asked: Asked) -> Reply:
    start = zlib.crc32(asked.path.encode())
    return Reply(bare(*(f"/shop?visitor={start + place}" for place in range(1, 4)), text=PADDING))


def endless(asked: Asked) -> Reply:
    number = int(asked.path.rpartition("/")[2] or 0)
    return Reply(bare(f"/next/{number + 1}", text=f"This is number {number}. {PADDING}"))


def redirecting(asked: Asked) -> Reply:
    number = int(asked.path.rpartition("/")[2] or 0)
    return Reply(html("/r/1")) if not number else to(f"/r/{number + 1}")


def folders(asked: Asked) -> Reply:
    return Reply(html("a/b/", text=f"In {asked.path}"))


def deeper(asked: Asked) -> Reply:
    return Reply(html(f"{asked.path.count('/')}x/", text=f"In {asked.path}"))


def based(asked: Asked) -> Reply:
    return Reply(html("more", text=asked.path, head=f'<base href="{asked.path.rstrip("/")}/deep/">'))


def long_urls(_asked: Asked) -> Reply:
    return Reply(html(*(f"/?q={'x' * 100_000}{number}" for number in range(20)), f"/{'y' * LONGEST}", "/fine"))


ENDLESS: dict[EndedBy | str, Callable[[Asked], Reply]] = {
    EndedBy.CALENDAR: calendar,
    EndedBy.FACETS: facets,
    EndedBy.SESSION_ID: sessions,
    "unknown session": unknown_sessions,
    EndedBy.SAME_CONTENT: endless,
    EndedBy.REDIRECT_LIMIT: redirecting,
    EndedBy.REPEATED_PATH: folders,
    EndedBy.DEEP_PATH: deeper,
    "base": based,
    EndedBy.URL_LENGTH: long_urls,
}
RULES = {"unknown session": EndedBy.FACETS, "base": EndedBy.REPEATED_PATH}


def answering(trap: Callable[[Asked], Reply]) -> Callable[[Asked], Reply]:
    return lambda asked: Reply("", 404) if asked.path == "/robots.txt" or is_probe(asked.path) else trap(asked)


@pytest.mark.parametrize("kind", ENDLESS)
def test_each_trap_is_ended_by_its_rule(tmp_path: Path, kind: EndedBy | str) -> None:
    rule = EndedBy(RULES.get(kind, kind))
    with site(answering(ENDLESS[kind])) as place:
        progress = crawl(tmp_path / "crawl", place)
        assert len(place.asked) <= MOST_REQUESTS
        found = rows(tmp_path / "crawl")
    assert progress.queued == 0
    ended = {page.ended_by for page in found.values() if page.ended_by} & (TRAPS | {EndedBy.URL_LENGTH})
    assert ended == {rule}
    assert all(len(url) <= LONGEST + 1 for url in found)


def test_trap_is_told_with_its_pattern_and_its_evidence(tmp_path: Path) -> None:
    with site(answering(calendar)) as place:
        crawl(tmp_path / "crawl", place)
    with CrawlStore.reading(tmp_path / "crawl") as store:
        trap = traps(store)[0]
        assert (trap.rule, trap.pattern, trap.origin) == (EndedBy.CALENDAR, "/events?month={}", place.url)
        assert trap.new < 5 <= trap.seen
        line = next(line for line in log_lines(store, most=10_000) if line.what == EndedBy.CALENDAR)
        assert line.detail.startswith(trap.pattern)


def test_pattern_that_the_person_wants_is_no_trap(tmp_path: Path) -> None:
    with site(answering(endless)) as place:
        progress = crawl(tmp_path / "crawl", place, replace(FAST, open_patterns=("/next/{n}",), max_pages=160))
    assert (progress.fetched, progress.traps) == (160, 0)


def test_large_site_whose_pages_differ_in_a_number_only_is_no_trap(tmp_path: Path) -> None:
    def page(asked: Asked) -> Reply:
        number = int(asked.path.strip("/") or 0)
        return Reply(bare(*(f"/{(number + step) % 240}" for step in range(1, 13)), text=f"Page {number}. {PADDING}"))

    with site(answering(page)) as place:
        assert crawl(tmp_path / "crawl", place).fetched == 241


def test_links_in_a_circle_are_followed_once(tmp_path: Path) -> None:
    with site({"/": html("/a", "/"), "/a": html("/b"), "/b": html("/a", "/")}) as place:
        assert crawl(tmp_path / "crawl", place).fetched == 3


def test_redirects_in_a_circle_end(tmp_path: Path) -> None:
    answers: dict[str, Answer] = {
        "/": html("/a", "/self"),
        "/a": to("/b"),
        "/b": to("/c"),
        "/c": to("/a"),
        "/self": to("/self"),
    }
    with site(answers) as place:
        crawl(tmp_path / "crawl", place)
        found = rows(tmp_path / "crawl")
        assert set(place.counts.values()) == {1}
    assert {url[-2:] for url, page in found.items() if page.ended_by is EndedBy.REDIRECT_LOOP} == {"/c", "lf"}


def test_session_that_begins_with_a_redirect_is_followed(tmp_path: Path) -> None:
    def answer(asked: Asked) -> Reply:
        return (
            Reply(html("/b", text="in")) if "jsessionid" in asked.path else to(f"{asked.path};jsessionid={'a1' * 16}")
        )

    with site(answering(answer)) as place:
        progress = crawl(tmp_path / "crawl", place)
        assert place.counts[f"/b;jsessionid={'a1' * 16}"] == 1
    assert progress.queued == 0


def test_page_that_stands_for_missing_ones_is_known_by_a_probe(tmp_path: Path) -> None:
    def answer(asked: Asked) -> Reply:
        if asked.path == "/":
            return Reply(html("/gone", "/there"))
        if asked.path == "/there":
            return Reply("There is something")
        return Reply(html("/more", text=f"Sorry, {asked.path[1:]} was not found"))

    with site(lambda asked: Reply("", 404) if asked.path == "/robots.txt" else answer(asked)) as place:
        crawl(tmp_path / "crawl", place)
        found = {url.rpartition("/")[2]: page.ended_by for url, page in rows(tmp_path / "crawl").items()}
    assert found == {"": None, "gone": EndedBy.SOFT_404, "there": None}


def test_site_that_answers_whatever_is_asked_with_its_home_page_is_crawled(tmp_path: Path) -> None:
    with site(
        lambda asked: Reply("", 404) if asked.path == "/robots.txt" else Reply(html("/a", "/b", text="Home"))
    ) as place:
        crawl(tmp_path / "crawl", place)
        found = {url.rpartition("/")[2]: page.ended_by for url, page in rows(tmp_path / "crawl").items()}
    assert found == {"": None, "a": EndedBy.SOFT_404, "b": EndedBy.SOFT_404}


def test_page_with_too_many_links_is_followed_in_part(tmp_path: Path) -> None:
    body = b"".join(b"<a href=/%d><!--%99d-->" % (number, number) for number in range(100_000))

    def answer(asked: Asked) -> Reply:
        return Reply(body if asked.path == "/" else f"Page {asked.path}")

    with site(answering(answer)) as place:
        crawl(tmp_path / "crawl", place)
        assert len(place.asked) <= MOST_REQUESTS
        found = rows(tmp_path / "crawl")
    assert found[f"{place.url}/"].ended_by is EndedBy.TOO_LARGE
    assert {page.ended_by for page in found.values()} == {None, EndedBy.TOO_LARGE, EndedBy.MANY_LINKS}
    with CrawlStore.reading(tmp_path / "crawl") as store:
        (trap,) = traps(store)
        assert (trap.rule, trap.pattern) == (EndedBy.MANY_LINKS, "")
        assert trap.not_fetched == progress_of(store).traps


def test_links_to_parts_of_a_page_are_one_link(tmp_path: Path) -> None:
    """The contents of a manual have thousands of links to headings, on a few hundred pages."""
    names = [f"/{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(FOLLOWED_OF_MANY + 50)]
    links = [f"{name}#{part}" for name in names for part in range(MOST_LINKS // 200)]
    assert len(links) > MOST_LINKS

    def answer(asked: Asked) -> Reply:
        return Reply(html(*links) if asked.path == "/" else f"Page {asked.path}")

    with site(answering(answer)) as place:
        progress = crawl(tmp_path / "crawl", place)
        assert set(names) <= set(place.counts)
    assert progress.traps == 0


LINKS = "".join(f"<a href=/page{chr(97 + n % 26)}{n}>x</a>" for n in range(MOST_LINKS + 1))


LAST_BUT_ONE = re.findall("/page[a-z]+[0-9]+", LINKS)[-2]


def many_links(asked: Asked) -> Reply:
    pages = {"/": html("/many", "/list"), "/many": LINKS, "/list": html("/later"), "/later": html(LAST_BUT_ONE)}
    return Reply(pages.get(asked.path, f"Page {asked.path}"))


def test_ordinary_link_revives_what_was_one_of_too_many(tmp_path: Path) -> None:
    with site(answering(many_links)) as place:
        progress = crawl(tmp_path / "crawl", place)
        assert place.counts[LAST_BUT_ONE] == 1
        found = rows(tmp_path / "crawl")
    ended = [page for page in found.values() if page.ended_by is EndedBy.MANY_LINKS and page.status is None]
    assert len(ended) == progress.traps == MOST_LINKS - FOLLOWED_OF_MANY - SAMPLE - 1


def test_ordinary_link_revives_what_too_many_redirects_led_to(tmp_path: Path) -> None:
    def answer(asked: Asked) -> Reply:
        number = int(asked.path.rpartition("/")[2] or 0) if asked.path.startswith("/r/") else 0
        if asked.path == "/":
            return Reply(html("/r/1", "/a"))
        if number:
            return to(f"/r/{number + 1}") if number < MOST_REDIRECTS + 2 else Reply("the end")
        return Reply(html({"/a": "/b", "/b": f"/r/{MOST_REDIRECTS + 2}"}[asked.path], text=asked.path))

    with site(answering(answer)) as place:
        progress = crawl(tmp_path / "crawl", place)
        assert place.counts[f"/r/{MOST_REDIRECTS + 2}"] == 1
    assert (progress.traps, progress.queued) == (0, 0)


def test_traps_are_followed_where_the_person_wants_it(tmp_path: Path) -> None:
    with site(answering(folders)) as place:
        plan = replace(FAST, max_pages=30)
        assert crawl(tmp_path / "crawl", place, plan).traps == 1
        resumed = crawl(tmp_path / "crawl", place, replace(plan, traps=False))
    assert (resumed.fetched, resumed.traps) == (30, 0)


# no page is lost


def named(number: int) -> str:
    """Return a word for a number."""
    return "".join(chr(97 + int(digit)) for digit in str(number))


def hundreds(*paths: str, same: int = 0) -> Callable[[Asked], Reply]:
    """Return a home page with links to pages, of which all but the first few have a text of their own."""
    number_of = {path: number for number, path in enumerate(paths)}

    def answer(asked: Asked) -> Reply:
        number = number_of.get(asked.path)
        if number is None:
            return Reply(html(*paths))
        return Reply(f"<title>A page</title>{PADDING} {named(number) if number >= same else ''}")

    return answering(answer)


LATE = {
    "parameters": ([f"/item?id={number}" for number in range(300)], 150),
    "repeated parts": ([f"/docs/x/x/x/{named(number)}" for number in range(30)], 0),
    "deep paths": (
        ["/" + "/".join("abcdefgh"[number % 8] for number in range(50)) + f"/{n}/{named(n)}" for n in range(7)],
        0,
    ),
    "many links": ([f"/{named(number)}" for number in range(400)], 0),
}


@pytest.mark.parametrize("kind", LATE)
def test_pages_that_look_like_a_trap_are_fetched_in_the_end(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("robotstudio.crawl.pages.MANY_LINKS", 350)
    paths, same = LATE[kind]
    with site(hundreds(*paths, same=same)) as place:
        progress = crawl(tmp_path / "crawl", place)
        assert set(paths) <= set(place.counts)
    assert (progress.traps, progress.state) == (0, CrawlState.FINISHED)
    with CrawlStore.reading(tmp_path / "crawl") as store:
        assert "opened" in [line.what for line in log_lines(store, most=10_000)] or kind == "deep paths"


def test_sample_of_a_trap_is_fetched_once(tmp_path: Path) -> None:
    with site(answering(facets)) as place:
        first = crawl(tmp_path / "crawl", place)
        again = crawl(tmp_path / "crawl", place)
        assert again.fetched == first.fetched


def test_traps_are_followed_one_by_one(tmp_path: Path) -> None:
    def both(asked: Asked) -> Reply:
        if asked.path == "/":
            return Reply(html("/a/", "/next/1"))
        return endless(asked) if asked.path.startswith("/next") else folders(asked)

    with site(answering(both)) as place:
        file, limit = tmp_path / "crawl", replace(FAST, max_pages=400)
        crawl(file, place, limit)
        assert {trap.rule for trap in kinds(file)} == {EndedBy.REPEATED_PATH, EndedBy.SAME_CONTENT}
        path = crawl(file, place, replace(limit, max_pages=150, open_traps=(EndedBy.REPEATED_PATH,)))
        assert {trap.rule for trap in kinds(file)} == {EndedBy.SAME_CONTENT}
        assert path.queued == 1
        pattern = crawl(file, place, replace(limit, max_pages=200, open_patterns=("/next/{n}",)))
        assert {trap.rule for trap in kinds(file)} <= {EndedBy.REPEATED_PATH}
        assert pattern.fetched == 200


def kinds(file: Path) -> list[NotFetched]:
    with CrawlStore.reading(file) as store:
        return traps(store)


def test_every_url_that_was_not_fetched_has_its_reason(tmp_path: Path) -> None:
    robots = "User-agent: *\nDisallow: /private\n"
    answers = {
        "/robots.txt": robots,
        "/": html("/private/a", "/private/b", "http://elsewhere.test/", "/x/x/x/x/", "/skipped", "/fine"),
        "/fine": "Fine",
    }
    with site(answers) as place:
        progress = crawl(tmp_path / "crawl", place, replace(FAST, exclude=("/skipped",)))
        url = place.url
    with CrawlStore.reading(tmp_path / "crawl") as store:
        found, rows_of = not_fetched(store), list(unfetched_urls(store))
    counts = {(one.rule, one.origin): (one.not_fetched, one.examples) for one in found}
    assert counts == {
        (EndedBy.ROBOTS, url): (2, (f"{url}/private/a", f"{url}/private/b")),
        (EndedBy.OTHER_HOST, ""): (1, ("http://elsewhere.test/",)),
        (EndedBy.EXCLUDED, url): (1, (f"{url}/skipped",)),
    }
    assert sum(one.not_fetched for one in found) == progress.found - progress.fetched == len(rows_of)
    assert [(row.reason, row.line) for row in rows_of if row.line] == [("robots", 2), ("robots", 2)]


def test_bombs_and_slow_drips_end_within_the_limits_of_a_fetch(tmp_path: Path) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join([*(packer.compress(bytes(1 << 20)) for _ in range(50)), packer.flush()])
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    answers: dict[str, ServerAnswer] = {
        "/": response(200, html("/bomb", "/drip").encode(), "Content-Type: text/html"),
        "/bomb": response(200, bomb, "Content-Encoding: gzip", "Content-Type: text/html"),
        "/drip": drip(head, every=0.0),
    }
    with serve(answers) as server:
        plan = replace(FAST, starts=(f"{server.url}/",), probes=False)
        crawled(Crawl(tmp_path / "crawl", plan), replace(PATIENT, pieces=500))
        found = rows(tmp_path / "crawl")
        assert len(server.requests) == 4
    assert found[f"{server.url}/bomb"].ended_by is EndedBy.TOO_LARGE
    assert found[f"{server.url}/drip"].ended_by is EndedBy.TOO_SLOW


HOSTILE = (
    b"",
    b"\0\xff\xfe<a href=/x>",
    b"<a href='" + b"/" * 9_000,
    b"<div>" * 20_000 + b"<a href=/deep>",
    b"<base href='data:,x'><a href=/x>",
    b"<base href='//[::1'><a href=x>",
    b"<a href='http://x\xf0\x9f/'><a href='//@:80'><a href='http://a:99999/'><a href=\"java\nscript:x\">",
    b"<!--" + b"<a href=/x>" * 1_000,
    b"<script>" + b"</" * 9_000,
    b"<meta http-equiv=refresh content='" + b";url=" * 9_000 + b"'>",
    b"<title>" * 2_000 + b"<template>" * 2_000,
)


def test_hostile_pages_are_pages(tmp_path: Path) -> None:
    names = [f"/h{chr(97 + place)}" for place in range(len(HOSTILE))]
    answers: dict[str, Answer] = {name: Reply(body) for name, body in zip(names, HOSTILE, strict=True)}
    with site({**answers, "/": html(*names)}) as place:
        progress = crawl(tmp_path / "crawl", place)
        assert set(names) <= set(place.counts)
    assert progress.errors == 0


# what a URL alone tells


@pytest.mark.parametrize(
    ("path", "period"),
    [("/a/a/a", 1), ("/x/a/b/a/b/a/b/", 2), ("/a/b/c/a/b/c/a/b/c", 3), ("/a/a/b/b", 0), ("/1/1/1", 0), ("/", 0)],
)
def test_repeated_parts_are_found(path: str, period: int) -> None:
    assert repeated_period(path) == period


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("/p/12/x3.html", "/p/{n}/x{n}.html"),
        ("/cal/november-2026", "/cal/{n}-{n}"),
        ("/list?size=3&color=red", "/list?color={}&size={}"),
        ("/s/0123456789abcdef0123/x", "/s/{id}/x"),
        ("/mayor", "/mayor"),
    ],
)
def test_pattern_leaves_open_what_differs(path: str, pattern: str) -> None:
    assert pattern_of(path) == pattern


@pytest.mark.parametrize(
    ("url", "bare"),
    [
        ("http://e.x/a;jsessionid=12?b=1", "http://e.x/a?b=1"),
        ("http://e.x/a?PHPSESSID=0123456789abcdef&b=1", "http://e.x/a?b=1"),
        ("http://e.x/a?sid=0123456789abcdef", "http://e.x/a"),
        ("http://e.x/article?sid=123", "http://e.x/article?sid=123"),
        ("http://e.x/(S(abcdefgh1234))/a", "http://e.x/a"),
    ],
)
def test_session_is_left_out(url: str, bare: str) -> None:
    assert without_session(url) == bare


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("HTTP://joe:x@E.x:80/a/../b/%7eu?q=%c3#f", "http://e.x/b/~u?q=%C3"),
        ("?", "http://base.x/dir/"),
        ("/a?b?", "http://base.x/a?b?"),
        ("//e.x", "http://e.x/"),
        ("mailto:a@e.x", None),
        ("http://[", None),
        ("\ud800", None),
    ],
)
def test_url_has_one_form(written: str, url: str | None) -> None:
    found = canonical(written, "http://base.x/dir/")
    assert (found.url if found else None) == url


def test_beginning_of_what_is_too_long_is_told() -> None:
    assert too_long("/a" + "x" * 100_000, "http://e.x/").startswith("http://e.x/ax")
    assert not too_long("data:" + "x" * 100_000, "http://e.x/")
    assert not too_long("/short", "http://e.x/")
