"""Facts of a crawl about test URLs."""

from pathlib import Path

import pytest

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.insight.url_facts import FACTS, UrlFacts, crawls_of, read_facts
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.store import CrawlFileError
from robotstudio.crawl.url_source import add_crawl
from robotstudio.urls.sources.reading import ReadOptions, read_source
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import parse_list
from tests.crawl.site import Answer, Reply, crawled, html, site

pytestmark = pytest.mark.usefixtures("plain_http")

ROBOTS = Reply("User-agent: *\nDisallow: /secret\nSitemap: /sitemap.xml\n", content_type="text/plain")
SITEMAP = Reply("<urlset><url><loc>{url}/a</loc></url></urlset>", content_type="application/xml")


@pytest.fixture
def known(tmp_path: Path) -> tuple[Path, UrlSet, str]:
    """Return the file of a crawl, its URLs as a source behind one that was typed, and the address of the site."""
    head = '<link rel=canonical href="/a"><meta name=robots content=nosnippet>'
    answers: dict[str, Answer] = {
        "/robots.txt": ROBOTS,
        "/": html("/a", "/gone", "/secret", head=head),
        "/a": html("/gone"),
        "/gone": Reply("", 404),
    }
    path = tmp_path / "site.crawl"
    with site(answers) as place:
        crawled(Crawl(path, CrawlPlan(starts=(f"{place.url}/",), rate=0, probes=False)))
    reading = read_source([path], ReadOptions(add_crawl=add_crawl))
    return path, as_set(parse_list("https://other.example/").urls).with_added(reading.urls), place.url


def told(facts: UrlFacts, url: str) -> dict[str, object]:
    place = facts.urls.position(url)
    assert place is not None
    return {name: values[place] for name, values in facts.values.items()}


def test_each_url_has_what_the_crawl_knows_of_it_and_others_have_nothing(known: tuple[Path, UrlSet, str]) -> None:
    path, urls, url = known
    assert crawls_of(urls) == (path,)
    facts = read_facts([path], urls, [*FACTS])
    assert facts is not None
    start, gone = told(facts, f"{url}/"), told(facts, f"{url}/gone")
    assert (start["depth"], start["status"], start["content_type"]) == (0, 200, "text/html")
    assert (start["canonical"], start["meta_robots"]) == (f"{url}/a", "nosnippet")
    assert (gone["found_on"], gone["link_text"], gone["status"], gone["in_links"]) == (f"{url}/", "to /gone", 404, 2)
    assert told(facts, f"{url}/secret")["status"] == "robots"
    assert (start["indexability"], gone["indexability"]) == ("canonicalised", "client-error")
    assert (start["out_links"], start["title"], gone["redirect_target"]) == (3, "", None)
    assert set(told(facts, "https://other.example/").values()) == {None}


def test_a_crawl_brings_the_columns_that_are_asked_for(known: tuple[Path, UrlSet, str]) -> None:
    path, _, url = known
    options = ReadOptions(add_crawl=add_crawl, columns=("status", "inlinks", "canonical"))
    (share,) = read_source([path], options).urls.shares
    columns = {column.info.role: column for column in share.values}
    urls = list(read_source([path], options).urls.urls)
    assert sorted(columns) == ["canonical", "inlinks", "status"]
    assert columns["status"].value(urls.index(f"{url}/gone")) == 404
    assert columns["status"].value(urls.index(f"{url}/secret")) is None
    assert columns["inlinks"].value(urls.index(f"{url}/gone")) == 2
    assert columns["canonical"].value(urls.index(f"{url}/")) == f"{url}/a"
    assert read_source([path], ReadOptions(add_crawl=add_crawl)).urls.shares[0].values == ()


def test_only_what_is_wanted_is_kept(known: tuple[Path, UrlSet, str]) -> None:
    path, urls, _ = known
    facts = read_facts([path], urls, ["status", "no such fact"])
    assert facts is not None
    assert [*facts.values] == ["status"]


def test_numbers_stand_before_words_and_equal_values_are_alike(known: tuple[Path, UrlSet, str]) -> None:
    path, urls, url = known
    facts = read_facts([path], urls, ["status"])
    assert facts is not None
    rank = {each.url: int(rank) for each, rank in zip(urls, facts.ranks["status"], strict=True)}
    assert rank["https://other.example/"] == -1
    assert rank[f"{url}/"] == rank[f"{url}/a"] < rank[f"{url}/gone"] < rank[f"{url}/secret"]
    found = facts.alike("status", urls.position(f"{url}/") or 0)
    assert {urls[place].url for place in found.tolist()} == {f"{url}/", f"{url}/a"}


def test_reading_can_be_given_up_and_a_file_that_is_gone_is_told(known: tuple[Path, UrlSet, str]) -> None:
    path, urls, _ = known
    assert read_facts([path], urls, ["status"], lambda: True) is None
    with pytest.raises(CrawlFileError):
        read_facts([path.with_name("gone.crawl")], urls, ["status"])
