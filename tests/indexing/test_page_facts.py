"""Causes that a crawl knows: redirects to a blocked page, noindex, errors."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from robotstudio.compliance.model import version_of_file
from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.engine.crawlers import crawler_for
from robotstudio.indexing.answers import Answer, IndexingInput, UrlAnswer, index_answers
from robotstudio.indexing.export import ExportedUrl
from robotstudio.indexing.page_facts import PageFacts, read_facts, redirects_of
from robotstudio.indexing.words import full_words
from tests.crawl.site import MISSING, Asked, Reply, crawled, html, site, to

FENCED = b"User-agent: *\nDisallow: /admin/\nDisallow: /login\n"
HISTORY = [version_of_file(FENCED, "2026-01-10", "robots.txt")]
HOST = "https://a.example"
GOOGLE, YANDEX = crawler_for("Googlebot"), crawler_for("YandexBot")


def answered(url: str, facts: dict[str, PageFacts], reason: str = "Blocked by robots.txt") -> tuple[UrlAnswer, str]:
    row = ExportedUrl(HOST + url, reason, datetime(2026, 7, 20, tzinfo=UTC))
    known = {HOST + path: fact for path, fact in facts.items()}
    report = index_answers(IndexingInput([row], HISTORY, crawler_for("Googlebot"), facts=known))
    return report.answers[0], full_words(report.answers[0], report)


def test_redirect_to_a_blocked_page_is_the_cause() -> None:
    """wintermeyer/vutuv#1186: links to reply led on to a login that the file blocked."""
    hops = {"/posts/1/reply": PageFacts(302, f"{HOST}/sign-in"), "/sign-in": PageFacts(302, f"{HOST}/login")}
    found, said = answered("/posts/1/reply", hops)
    assert (found.answer, found.target, found.target_line) == (Answer.NEVER_BLOCKED, f"{HOST}/login", 3)
    assert said == (
        "Open now, and when Googlebot last came (20 Jul 2026). "
        "It redirects to https://a.example/login, which line 3 blocks."
    )


@pytest.mark.parametrize(
    ("facts", "cause"),
    [
        (PageFacts(301, f"{HOST}/other"), "It redirects to https://a.example/other."),
        (PageFacts(200, has_noindex=True), "The page has a noindex."),
        (PageFacts(404), "The server answers with 404."),
    ],
)
def test_cause_that_a_crawl_knows_is_told(facts: PageFacts, cause: str) -> None:
    assert answered("/a", {"/a": facts})[1].endswith(cause)


def test_noindex_of_a_blocked_page_is_not_seen() -> None:
    found, said = answered("/admin/a", {"/admin/a": PageFacts(200, has_noindex=True)})
    assert found.answer is Answer.NOINDEX_UNSEEN
    assert "cannot see the noindex" in said


def test_circle_of_redirects_ends() -> None:
    facts = {"a": PageFacts(302, "b"), "b": PageFacts(302, "c"), "c": PageFacts(302, "a")}
    assert redirects_of("a", facts) == ["b", "c"]


def test_facts_come_from_tables_of_other_crawlers(tmp_path: Path) -> None:
    path = tmp_path / "internal_all.csv"
    path.write_text(
        "Address,Status Code,Indexability,Indexability Status,Redirect URL,Meta Robots 1\n"
        "https://a.example/a,301,Non-Indexable,Redirected,https://a.example/b,\n"
        "https://a.example/b,200,Indexable,,,\n"
        'https://a.example/c,200,Non-Indexable,noindex,,"noindex, follow"\n',
        "utf-8",
    )
    assert read_facts([path], GOOGLE) == {
        "https://a.example/a": PageFacts(301, "https://a.example/b"),
        "https://a.example/c": PageFacts(200, has_noindex=True),
    }


@pytest.mark.parametrize(
    ("directives", "for_google", "for_yandex"),
    [
        ("noindex", True, True),
        ("none", True, True),
        ("nofollow, NOINDEX", True, True),
        ("yandex: noindex", False, True),
        ("all, yandex: none", False, True),
        ("googlebot: noindex, yandex: nofollow", True, False),
        ("index, max-image-preview:large", False, False),
    ],
)
def test_noindex_counts_for_those_that_it_names(
    tmp_path: Path, directives: str, for_google: bool, for_yandex: bool
) -> None:
    path = tmp_path / "pages.csv"
    rows = f'https://a.example/a,200,"{directives}"\nhttps://a.example/b,200,index\n'
    path.write_text(f"Address,Status Code,Meta Robots 1\n{rows}", "utf-8")
    known = [bool(read_facts([path], crawler)) for crawler in (GOOGLE, YANDEX)]
    assert known == [for_google, for_yandex]


def test_noindex_of_one_crawler_stays_its_own_in_a_crawl(tmp_path: Path) -> None:
    def shop(asked: Asked) -> Reply:
        tags = "<meta name=yandex content=noindex><meta name=robots content=nosnippet>"
        return Reply(html(head=tags, text="shop")) if asked.path == "/" else MISSING

    path = tmp_path / "shop.crawl"
    with site(shop) as place:
        crawled(Crawl(path, CrawlPlan((f"{place.url}/",), rate=0)))
    assert read_facts([path], GOOGLE) == {}
    assert [facts.has_noindex for facts in read_facts([path], YANDEX).values()] == [True]


def test_facts_come_from_a_crawl(tmp_path: Path) -> None:
    def shop(asked: Asked) -> Reply:
        pages = {
            "/": Reply(html("/old", "/hidden")),
            "/old": to("/login", 301),
            "/hidden": Reply(html(head="<meta name=robots content=noindex>", text="hidden")),
            "/robots.txt": Reply(FENCED, content_type="text/plain"),
        }
        return pages.get(asked.path, MISSING)

    path = tmp_path / "shop.crawl"
    with site(shop) as place:
        crawled(Crawl(path, CrawlPlan((f"{place.url}/",), rate=0)))
        url = place.url
    found = read_facts([path], GOOGLE)
    assert found[f"{url}/old"].redirects_to == f"{url}/login"
    assert found[f"{url}/hidden"].has_noindex
