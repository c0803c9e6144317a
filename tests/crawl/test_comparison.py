"""What differs between two crawls: each kind of change is found, and nothing else."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.crawl.comparison import (
    SELF,
    ComparedUrl,
    Comparison,
    compare,
    compare_with_list,
    note_words,
    read_crawl,
    worst_words,
)
from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.model import Difference
from robotstudio.engine.crawlers import crawler_for
from tests.crawl.site import FAST, Answer, Asked, Reply, Site, crawled, html, site, to
from tests.fetch.conftest import authorities, plain_http

__all__ = ["authorities", "plain_http"]
pytestmark = pytest.mark.usefixtures("plain_http")

PAGES = [f"/page/{number}" for number in range(40)]
ROBOTS = "User-agent: *\nDisallow: /private\n"
STAY = ("/page/38", "/page/39")


def page(path: str, *links: str, title: str = "", head: str = "") -> str:
    canonical = "" if "canonical" in head else f"<link rel=canonical href={path}>"
    return html(*links, text=f"All about {path}", head=f"<title>{title or path}</title>{canonical}{head}")


def before() -> dict[str, Answer]:
    return {
        "/robots.txt": ROBOTS,
        "/": page("/", *PAGES, "/old", "/private"),
        "/old": to("/page/1", 301),
        "/private": page("/private"),
        **{path: page(path, "/") for path in PAGES},
    }


VIEWS = [crawler_for(token).reader for token in ("Googlebot", "GPTBot")]


@pytest.fixture
def place() -> Iterator[Site]:
    with site({}) as found:
        yield found


class Crawls:
    """Crawls the site in its present state, each time into another file."""

    def __init__(self, place: Site, folder: Path) -> None:
        self._place, self._folder, self._number = place, folder, 0

    def __call__(self, answers: Mapping[str, Answer] | Callable[[Asked], Reply], **plan: object) -> Path:
        self._number += 1
        self._place.answers = answers
        path = self._folder / f"{self._number}.crawl"
        crawl = Crawl(path, replace(FAST, starts=(f"{self._place.url}/",), probes=False, **plan))
        try:
            crawled(crawl)
        finally:
            crawl.close()
        return path

    def compared(self, one: Path, other: Path, draft: bytes | None = None) -> Comparison:
        return compare(read_crawl(one), read_crawl(other, draft), VIEWS)

    def rows(self, found: Comparison) -> dict[str, ComparedUrl]:
        return {row.url.removeprefix(self._place.url): row for row in found.rows}


@pytest.fixture
def crawls(place: Site, tmp_path: Path) -> Crawls:
    return Crawls(place, tmp_path)


def test_equal_crawls_do_not_differ(crawls: Crawls) -> None:
    found = crawls.compared(crawls(before()), crawls(before()))
    assert (found.rows, set(found.counts.values()), worst_words(found)) == ((), {0}, "Nothing differs.")


def changed() -> dict[str, Answer]:
    """Return the same site after thirty changes, each of another page."""
    now = before()
    new = [f"/new/{number}" for number in range(5)]
    gone = PAGES[:5]
    now |= {path: page(path, "/") for path in new}
    now |= {gone[0]: Reply("", 410), gone[1]: Reply("", 404), gone[2]: Reply("", 404)}
    del now[gone[3]], now[gone[4]]
    now[PAGES[5]] = to("/page/39", 301)
    now[PAGES[6]] = Reply("", 500)
    now[PAGES[7]] = Reply("", 403)
    now |= {path: page(path, "/", title="Another title") for path in PAGES[8:13]}
    now[PAGES[13]] = page(PAGES[13], "/", head="<link rel=canonical href=/page/39>")
    now[PAGES[14]] = html("/", text=f"All about {PAGES[14]}", head=f"<title>{PAGES[14]}</title>")
    now |= {path: page(path, "/", head="<meta name=robots content=noindex>") for path in PAGES[15:18]}
    now[PAGES[18]] = Reply(page(PAGES[18], "/"), headers={"X-Robots-Tag": "noindex"})
    now["/old"] = to("/page/39", 301)
    deeper = PAGES[19]
    now[PAGES[39]] = page(PAGES[39], "/", deeper)
    now["/"] = page("/", *(path for path in PAGES if path not in {*gone[3:], deeper}), *new, "/old", "/private")
    now["/robots.txt"] = f"{ROBOTS}\nUser-agent: Googlebot\nDisallow: /private\nDisallow: /page/2\n"
    return now


WANTED: Mapping[Difference, set[str]] = {
    Difference.NEW: {f"/new/{number}" for number in range(5)},
    Difference.GONE: set(PAGES[:5]),
    Difference.STATUS: set(PAGES[5:8]),
    Difference.REDIRECT: {PAGES[5], "/old"},
    Difference.TITLE: set(PAGES[8:13]),
    Difference.CANONICAL: set(PAGES[13:15]),
    Difference.DEPTH: {PAGES[19]},
    Difference.VERDICT: set(PAGES[20:30]),  # `/page/2` is gone
}


def test_all_of_thirty_changes_are_found_and_nothing_else(crawls: Crawls) -> None:
    found = crawls.compared(crawls(before()), crawls(changed()))
    rows = crawls.rows(found)
    for difference, paths in WANTED.items():
        assert {path for path, row in rows.items() if difference in row.differences} == paths, difference
    no_longer_indexable = {path for path, row in rows.items() if Difference.INDEXABILITY in row.differences}
    assert no_longer_indexable == {PAGES[5], PAGES[6], PAGES[7], PAGES[13], *PAGES[15:19]}
    main = {row.url for row in found.main}
    assert len(main) == 5 + 5 + 3 + 1 + 5 + 2 + 4 + 1 + 10
    assert found.not_reached == 0
    assert worst_words(found) == (
        "5 pages are gone. 2 pages now answer with an error. 10 pages are newly blocked, all by line 6."
    )


def test_page_that_the_program_may_no_longer_fetch_is_newly_blocked_and_nothing_else(crawls: Crawls) -> None:
    first = crawls(before())
    found = crawls.compared(first, crawls(before() | {"/robots.txt": f"{ROBOTS}Disallow: /page/7\n"}))
    row = crawls.rows(found)["/page/7"]
    assert row.differences - {Difference.IN_LINKS} == {Difference.VERDICT}
    assert [(pair.before.allowed, pair.after.allowed) for pair in row.verdicts if pair.before and pair.after] == [
        (True, False)
    ]
    assert found.crawlers == (("Googlebot", "GPTBot"),)


def test_verdict_before_is_by_the_file_of_then_and_after_by_the_draft(crawls: Crawls) -> None:
    first, second = crawls(before()), crawls(before())
    found = crawls.compared(first, second, b"User-agent: GPTBot\nDisallow: /page/1$\n")
    rows = crawls.rows(found)
    assert set(rows) == {"/page/1", "/private"}
    assert found.crawlers == (("Googlebot",), ("GPTBot",))
    assert [pair.differs for pair in rows["/page/1"].verdicts] == [False, True]
    assert [pair.after for pair in rows["/page/1"].verdicts] == [(True, 0), (False, 2)]
    assert [row.url for row in found.newly_blocked] == [rows["/page/1"].url]


def test_url_that_a_stopped_crawl_has_not_reached_is_neither_new_nor_gone(crawls: Crawls) -> None:
    whole, part = crawls(before()), crawls(before(), max_pages=10)
    for one, other in ((whole, part), (part, whole)):
        found = crawls.compared(one, other)
        assert (found.counts[Difference.NEW], found.counts[Difference.GONE]) == (0, 0)
        assert found.not_reached >= 30
        assert note_words(found).startswith("The crawls had different limits")


def test_url_behind_pages_that_are_too_deep_is_neither_new_nor_gone(crawls: Crawls) -> None:
    chain = ["/", *(f"/{number}" for number in range(1, 6))]
    answers = {path: page(path, f"/{place + 1}") for place, path in enumerate(chain)}
    deep, shallow = crawls(answers), crawls(answers, max_depth=2)
    for found in (crawls.compared(deep, shallow), crawls.compared(shallow, deep)):
        assert found.main == ()
        assert found.not_reached == 3
    without = crawls(answers | {"/1": page("/1")}, max_depth=2)
    assert crawls.rows(crawls.compared(deep, without))["/2"].kind is Difference.GONE


@pytest.mark.parametrize(
    "then",
    [
        {"/robots.txt": Reply("", 500)},
        {"/robots.txt": "User-agent: *\nDisallow: /"},
        {"/robots.txt": "User-agent: *\nDisallow: /folder$"},
        {"/folder": Reply("", 500)},
    ],
)
def test_url_behind_a_page_that_could_not_be_read_is_neither_new_nor_gone(
    crawls: Crawls, then: Mapping[str, Answer]
) -> None:
    answers: dict[str, Answer] = {
        "/": page("/", "/folder"),
        "/folder": page("/folder", "/child"),
        "/child": page("/child", "/last"),
    }
    answers["/last"] = page("/last")
    whole, part = crawls(answers), crawls({**answers, **then})
    for found in (crawls.compared(whole, part), crawls.compared(part, whole)):
        assert (found.counts[Difference.NEW], found.counts[Difference.GONE]) == (0, 0)
        assert found.not_reached >= 2


def test_page_that_is_damaged_in_the_file_is_neither_new_nor_gone(crawls: Crawls) -> None:
    one, other = crawls(before()), crawls(before())
    with sqlite3.connect(other) as connection:
        connection.execute("UPDATE page SET status = 'x' WHERE id = (SELECT id FROM url WHERE url LIKE '%/page/7')")
    connection.close()
    for found in (crawls.compared(one, other), crawls.compared(other, one)):
        assert (found.main, found.not_reached) == ((), 1)
    assert read_crawl(other).unread == 1


def test_error_is_no_reason_to_call_a_page_gone(crawls: Crawls) -> None:
    first = crawls(before())
    rows = crawls.rows(crawls.compared(first, crawls(before() | {PAGES[0]: Reply("", 500)})))
    assert rows[PAGES[0]].differences - {Difference.IN_LINKS} == {Difference.STATUS, Difference.INDEXABILITY}
    assert (rows[PAGES[0]].before.status, rows[PAGES[0]].after.status) == (200, 500)


def test_page_that_redirects_to_a_new_one_has_moved(crawls: Crawls) -> None:
    old, folder = PAGES[0], f"{PAGES[0]}/"
    now = before() | {old: to(folder, 301), folder: page(folder, "/", title=old)}
    found = crawls.compared(crawls(before()), crawls(now))
    (row,) = found.main
    assert row.url.endswith(old)
    assert row.kind is None
    assert row.differences == {Difference.MOVED, Difference.STATUS, Difference.REDIRECT}
    assert (row.before.status, row.after.status, row.after.redirect) == (200, 301, f"{row.url}/")
    assert worst_words(found) == "1 page has moved."


def test_page_that_has_moved_is_compared_with_the_new_one(crawls: Crawls) -> None:
    old, folder = PAGES[0], "/private/page"
    now = before() | {old: to(folder, 301), folder: page(folder, "/", title="New")}
    draft = b"User-agent: *\nDisallow: /privat$\n\nUser-agent: Googlebot\nDisallow: /private\n"
    first = crawls(before() | {"/robots.txt": draft.decode()})
    found = crawls.compared(first, crawls(now | {"/robots.txt": draft.decode()}), draft)
    (row,) = found.main
    assert row.differences == {
        *(Difference.MOVED, Difference.STATUS, Difference.REDIRECT),
        *(Difference.TITLE, Difference.VERDICT),
    }
    assert found.newly_blocked == (row,)


def test_number_of_links_alone_is_minor_unless_none_is_left(crawls: Crawls) -> None:
    more = before() | {PAGES[0]: page(PAGES[0], "/", PAGES[1])}
    found = crawls.compared(crawls(before()), crawls(more))
    assert crawls.rows(found)[PAGES[1]].differences == {Difference.IN_LINKS}
    assert (found.main, len(found.with_any([Difference.IN_LINKS]))) == ((), 1)


def test_staging_and_live_are_compared_by_path(crawls: Crawls, tmp_path: Path) -> None:
    first = crawls(before())
    answers = before() | {"/page/3": page("/page/3", title="Other")}
    with site(answers) as staging:
        second = Crawls(staging, tmp_path / "staging")
        (tmp_path / "staging").mkdir()
        found = crawls.compared(first, second(answers))
        assert [row.url for row in found.main] == [f"{staging.url}/page/3"]
        assert found.main[0].after.canonical == SELF


def test_links_from_staging_to_live_are_no_pages_of_staging(crawls: Crawls, place: Site, tmp_path: Path) -> None:
    with site({}) as staging:
        (tmp_path / "staging").mkdir()
        links = *PAGES, *(f"{place.url}{path}" for path in PAGES)
        answers = before() | {"/": page("/", *links), "/page/3": page("/page/3", title="Other")}
        one, other = crawls(before() | {"/": page("/", *PAGES)}), Crawls(staging, tmp_path / "staging")(answers)
        for found in (crawls.compared(one, other), crawls.compared(other, one)):
            assert [row.url.rpartition("/page")[2] for row in found.main] == ["/3"]
            assert found.not_reached == 0


def test_site_that_is_redirected_as_a_whole_keeps_its_pages(crawls: Crawls, place: Site, tmp_path: Path) -> None:
    with site(lambda asked: to(f"{place.url}{asked.path}", 301)) as old:
        (tmp_path / "old").mkdir()
        answers = before() | {"/": page("/", *PAGES, *(f"{old.url}{path}" for path in PAGES[:5]))}
        new = crawls(answers, other_hosts=True)
        first = Crawls(old, tmp_path / "old")(old.answers, other_hosts=True)
        for found in (crawls.compared(first, new), crawls.compared(new, first)):
            assert found.main == ()


def test_list_lacks_pages_of_the_crawl_and_names_some_that_it_has_not(crawls: Crawls, place: Site) -> None:
    answers = before() | {PAGES[1]: Reply("", 404), PAGES[2]: page(PAGES[2], head="<meta name=robots content=none>")}
    after = read_crawl(crawls(answers))
    listed = [*PAGES, "/", f"{place.url}/./unknown", "/private"]
    found = compare_with_list(listed[3:], after, VIEWS)
    rows = crawls.rows(found)
    assert {path: sorted(row.differences) for path, row in rows.items()} == {
        PAGES[0]: ["new"],
        "/unknown": ["gone"],
        "/private": ["verdict"],
    }
    found = compare_with_list(listed, after, VIEWS)
    assert {path: sorted(row.differences) for path, row in crawls.rows(found).items()} == {
        PAGES[1]: ["status"],
        PAGES[2]: ["indexability"],
        "/unknown": ["gone"],
        "/private": ["verdict"],
    }
