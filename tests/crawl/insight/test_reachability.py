"""What a crawler still comes to: compared with a search of every path, and told with the line that breaks it."""

import random
from collections import deque
from pathlib import Path

import numpy as np
import pytest

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.insight.crawler_access import CrawlerAccess, SiteUrls, UrlAccess
from robotstudio.crawl.insight.graph import SiteGraph, site_graph
from robotstudio.crawl.insight.reachability import PageReach, Reachability, reachability
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.robots_policy import LiveFile
from robotstudio.crawl.store import CrawlStore
from robotstudio.engine import Robots
from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import CRAWLERS, Crawler
from robotstudio.fetch.evidence import FetchOutcome
from tests.crawl.site import crawled, html, site

ORIGIN = "https://shop.example"
TOKENS = ("Googlebot", "GPTBot", "YandexBot", "bingbot", "CCBot")
SITES = 200


def live_file(body: str) -> LiveFile:
    return LiveFile(FetchOutcome.SUCCESS, 200, Content.RULES, body.encode())


def eyes(live: str, draft: str | None = None) -> CrawlerAccess:
    return CrawlerAccess({ORIGIN: live_file(live)}, None if draft is None else draft.encode(), frozenset({ORIGIN}))


def answers(graph: SiteGraph, live: str, draft: str, *tokens: str, with_sitemaps: bool = False) -> list[Reachability]:
    crawlers = [CRAWLERS[token].reader for token in tokens]
    return list(reachability(graph, crawlers, eyes(live), eyes(live, draft), with_sitemaps=with_sitemaps))


def linked(*links: tuple[int, int], paths: str, sitemap: tuple[int, ...] = ()) -> SiteGraph:
    urls = tuple(ORIGIN + path for path in paths.split())
    table = np.array(links, np.int32).reshape(-1, 2)
    return SiteGraph.linked(urls, table, np.array([0], np.int32), np.array(sitemap, np.int32))


def test_page_behind_a_blocked_one_is_orphaned_and_told_with_its_path() -> None:
    graph = linked((0, 1), (1, 2), (2, 3), (3, 3), paths="/ /outlet/ /outlet/tents /tent")
    live, draft = "User-agent: *\nDisallow: /x\n", "User-agent: *\n\nDisallow: /outlet/\n"
    (answer,) = answers(graph, live, draft, "Googlebot")
    assert answer.counts(answer.live_reach) == (0, 4, 0)
    assert answer.counts(answer.draft_reach) == (2, 1, 1)
    assert answer.orphaned.tolist() == [3]
    assert answer.newly_blocked.tolist() == [1, 2]
    broken = answer.broken(3)
    assert [step.url.removeprefix(ORIGIN) for step in broken.steps] == ["/", "/outlet/", "/outlet/tents", "/tent"]
    assert (broken.breaks_at.url, broken.breaks_at.line) == (f"{ORIGIN}/outlet/", 3)
    assert [step.reach for step in broken.steps] == [1, 0, 0, PageReach.OUT_OF_REACH]
    assert (broken.live_links, broken.draft_links) == (2, 0)
    assert answer.breaking_lines() == {3: 1}


def test_page_that_another_path_leads_to_is_no_orphan() -> None:
    graph = linked((0, 1), (1, 3), (0, 2), (2, 3), paths="/ /a /b /c")
    (answer,) = answers(graph, "", "User-agent: *\nDisallow: /a\n", "Googlebot")
    assert answer.orphaned.tolist() == []


def test_sitemap_is_a_way_to_a_page_where_it_counts() -> None:
    graph = linked((0, 1), (1, 2), paths="/ /a /b", sitemap=(2,))
    draft = "User-agent: *\nDisallow: /a\n"
    assert answers(graph, "", draft, "Googlebot")[0].orphaned.tolist() == [2]
    assert answers(graph, "", draft, "Googlebot", with_sitemaps=True)[0].orphaned.tolist() == []


def test_page_that_was_never_reached_is_not_orphaned_by_the_draft() -> None:
    graph = linked((1, 2), paths="/ /a /b")
    (answer,) = answers(graph, "User-agent: *\nDisallow: /b\n", "", "Googlebot")
    assert (answer.orphaned.tolist(), answer.counts(answer.draft_reach)) == ([], (0, 1, 2))


def test_crawlers_that_read_alike_share_a_row() -> None:
    graph = linked((0, 1), paths="/ /a")
    found = answers(graph, "", "User-agent: GPTBot\nDisallow: /a\n", *TOKENS)
    assert [answer.crawlers for answer in found] == [("Googlebot", "YandexBot", "bingbot", "CCBot"), ("GPTBot",)]
    assert [answer.differs for answer in found] == [False, True]


def test_start_that_is_blocked_cuts_off_everything() -> None:
    graph = linked((0, 1), (1, 0), paths="/ /a")
    (answer,) = answers(graph, "", "User-agent: *\nDisallow: /$\n", "Googlebot")
    assert (answer.orphaned.tolist(), answer.breaking_lines()) == ([1], {2: 1})


def test_line_of_the_file_of_another_host_is_not_told_as_one_of_the_draft() -> None:
    other = "https://blog.example"
    files = {ORIGIN: live_file(""), other: live_file("User-agent: *\nDisallow: /\n")}
    live = CrawlerAccess(files, None, frozenset({ORIGIN}))
    draft, crawler = live.under(b"User-agent: *\nDisallow: /a\n"), CRAWLERS["Googlebot"].reader
    assert live.decide(crawler, f"{other}/x") == UrlAccess(allowed=False, line=2, rule="Disallow: /")
    assert draft.decide(crawler, f"{other}/x") == UrlAccess(allowed=False, line=None)
    assert draft.decide(crawler, f"{ORIGIN}/a") == UrlAccess(allowed=False, line=2, rule="Disallow: /a")
    allowed, lines = draft.decide_all(crawler, SiteUrls([f"{other}/x", f"{ORIGIN}/a"]))
    assert (allowed.tolist(), lines.tolist()) == ([False, False], [0, 2])


# compared with brute force


def brute_force(graph: SiteGraph, body: str, crawler: Crawler) -> tuple[set[int], set[int]]:
    """Which pages are allowed, and which can be reached: page by page, with the engine's plain answer."""
    robots = Robots.parse(body.encode(), crawler.dialect)
    allowed = {page for page, url in enumerate(graph.urls) if robots.decide(url, crawler.agent).allowed}
    reached = {root for root in graph.starts.tolist() if root in allowed}
    waiting = deque(reached)
    links = list(zip(graph.sources.tolist(), graph.targets.tolist(), strict=True))
    while waiting:
        page = waiting.popleft()
        for target in [target for source, target in links if source == page and target in allowed - reached]:
            reached.add(target)
            waiting.append(target)
    return allowed, reached


def generated_site(dice: random.Random) -> tuple[SiteGraph, str, str]:
    count = dice.randint(1, 25)
    folders = ("", "a/", "b/", "a/b/")
    urls = tuple(f"{ORIGIN}/{dice.choice(folders)}{number}" if number else f"{ORIGIN}/" for number in range(count))
    links = [(dice.randrange(count), dice.randrange(count)) for _ in range(dice.randint(0, 3 * count))]
    starts = np.unique(np.array([0, dice.randrange(count)], np.int32))
    graph = SiteGraph.linked(urls, np.array(links, np.int32).reshape(-1, 2), starts)
    return graph, generated_file(dice, count), generated_file(dice, count)


def generated_file(dice: random.Random, count: int) -> str:
    lines = []
    for token in dice.sample((*TOKENS, "*", "*"), dice.randint(0, 4)):
        lines.append(f"User-agent: {token}")
        for _ in range(dice.randint(0, 3)):
            path = dice.choice(
                ("/a/", "/b/", "/a/b", f"/*{dice.randrange(count)}$", f"/{dice.randrange(count)}", "/$", "")
            )
            lines.append(f"{dice.choice(('Disallow', 'Disallow', 'Allow'))}: {path}")
        lines.append("")
    return "\n".join(lines)


@pytest.mark.parametrize("block", range(4))
def test_reachability_equals_brute_force(block: int) -> None:
    orphans = 0
    for seed in range(block * SITES // 4, (block + 1) * SITES // 4):
        graph, live, draft = generated_site(random.Random(seed))
        for answer in answers(graph, live, draft, *TOKENS):
            for token in answer.crawlers:
                live_allowed, live_reached = brute_force(graph, live, CRAWLERS[token])
                allowed, reached = brute_force(graph, draft, CRAWLERS[token])
                assert set(np.flatnonzero(answer.live_allowed)) == live_allowed
                assert set(np.flatnonzero(answer.live.reached)) == live_reached
                assert set(np.flatnonzero(answer.draft_allowed)) == allowed
                assert set(np.flatnonzero(answer.draft.reached)) == reached
                assert set(answer.orphaned.tolist()) == (allowed - reached) & live_reached
            orphans += len(answer.orphaned)
            cut = [answer.broken(page).breaks_at.line or 0 for page in answer.orphaned.tolist()]
            assert sorted(cut) == sorted(line for line, count in answer.breaking_lines().items() for _ in range(count))
    assert orphans > 20


# of a real crawl


def test_graph_of_a_crawl_has_pages_and_the_links_between_them(tmp_path: Path) -> None:
    page = html("/a", "/private") + '<img src="/i.png"><a href="/hint" rel=nofollow>h</a>'
    pages = {"/robots.txt": "User-agent: *\nDisallow: /private\n", "/": page, "/a": html("/", "/b"), "/b": "b"}
    with site(pages) as place:
        crawled(Crawl(tmp_path / "crawl", CrawlPlan(starts=(f"{place.url}/",), rate=0, probes=False)))
        with CrawlStore.reading(tmp_path / "crawl") as store:
            graph = site_graph(store)
            strict = site_graph(store, follows_nofollow=False)
            live, draft = CrawlerAccess.of(store), CrawlerAccess.of(store, b"User-agent: Googlebot\nDisallow: /a\n")
            crawlers = [CRAWLERS["Googlebot"].reader]
            (answer,) = reachability(graph, crawlers, live, draft)
    names = [url.removeprefix(place.url) for url in graph.urls]
    assert sorted(names) == ["/", "/a", "/b", "/hint", "/private"]
    links = {(names[source], names[target]) for source, target in zip(graph.sources, graph.targets, strict=True)}
    assert links == {("/", "/a"), ("/", "/private"), ("/", "/hint"), ("/a", "/"), ("/a", "/b")}
    assert len(strict.sources) == 4
    assert [graph.urls[page] for page in answer.orphaned] == [f"{place.url}/b"]
    assert answer.live_reach[names.index("/private")] == PageReach.BLOCKED
    assert answer.draft_reach[names.index("/private")] == PageReach.REACHABLE
