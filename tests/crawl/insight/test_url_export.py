"""The URLs of a crawl written to a file."""

import json
from pathlib import Path

import pytest

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.insight.export import UrlRow, write_urls
from robotstudio.crawl.insight.listing import CrawlQuery
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.records import UrlSelection
from robotstudio.engine.crawlers import CRAWLERS
from tests.crawl.site import Answer, Reply, crawled, html, site
from tests.store.books import cells_of

pytestmark = pytest.mark.usefixtures("plain_http")

DRAFT = b"User-agent: *\nDisallow: /a\n"


def written(tmp_path: Path, name: str, wanted: CrawlQuery) -> tuple[Path, str]:
    """Return what is written of a crawl of three pages, and their site."""
    head = '<link rel=canonical href="/a"><meta name=robots content=nosnippet>'
    answers: dict[str, Answer] = {
        "/": html("/a", "/gone", head=head, text="start"),
        "/a": html(text="=1+1"),
        "/gone": Reply("", 404),
    }
    with site(answers) as place:
        crawled(Crawl(tmp_path / "crawl", CrawlPlan(starts=(f"{place.url}/",), rate=0, probes=False)))
    crawlers = [CRAWLERS[token].reader for token in ("Googlebot", "GPTBot")]
    write_urls(tmp_path / name, tmp_path / "crawl", crawlers, DRAFT, wanted)
    return tmp_path / name, place.url


def test_each_format_has_all_facts_of_all_urls(tmp_path: Path) -> None:
    path, url = written(tmp_path, "urls.json", CrawlQuery(most=1))
    rows = {row["url"].removeprefix(url): row for row in json.loads(path.read_text())}
    assert [*rows["/"]] == [*UrlRow._fields]
    assert {path: (row["status"], row["depth"], row["in_links"]) for path, row in rows.items()} == {
        "/": (200, 0, 0),
        "/a": (200, 1, 1),
        "/gone": (404, 1, 1),
    }
    assert (rows["/"]["canonical"], rows["/"]["meta_robots"]) == (f"{url}/a", "nosnippet")
    assert rows["/a"]["blocked_for"] == ["Googlebot", "GPTBot"]


@pytest.mark.parametrize(("name", "delimiter"), [("urls.csv", ","), ("urls.tsv", "\t"), ("urls", ",")])
def test_table_has_only_what_is_asked_for(tmp_path: Path, name: str, delimiter: str) -> None:
    path, url = written(tmp_path, name, CrawlQuery(only=UrlSelection.ERRORS))
    head, row = path.read_text().splitlines()
    assert head == delimiter.join(UrlRow._fields)
    assert row.split(delimiter)[:5] == [f"{url}/gone", f"{url}/", "to /gone", "1", "404"]


def test_workbook_has_the_same_columns_and_no_formula(tmp_path: Path) -> None:
    path, url = written(tmp_path, "urls.xlsx", CrawlQuery())
    [cells] = cells_of(path.read_bytes()).values()
    assert [text for _, text in cells[: len(UrlRow._fields)]] == [*UrlRow._fields]
    assert ("s", f"{url}/gone") in cells
    assert ("n", "404") in cells
    assert not [text for kind, text in cells if kind == "f"]
