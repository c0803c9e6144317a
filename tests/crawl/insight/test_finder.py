"""Pages are found while their index fills, and a draft is judged without waiting for it."""

from pathlib import Path

import pytest

from robotstudio.crawl.index.index import update_index
from robotstudio.crawl.insight import finder
from robotstudio.crawl.insight.finder import CrawlFinder, FoundPages
from robotstudio.crawl.pages import PageText
from robotstudio.crawl.store import CrawlStore
from robotstudio.engine.crawlers import CRAWLERS
from tests.crawl.index.test_index import stored

READERS = (CRAWLERS["Googlebot"].reader,)
MANY = {f"/{number}": PageText("", "", f"robots page{number}", "en") for number in range(1_200)}


@pytest.fixture
def crawl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(finder, "_FILLED_AT_ONCE", 500)
    return stored(tmp_path / "crawl", MANY)


def test_what_is_in_the_index_is_found_while_it_fills(crawl: Path) -> None:
    found = CrawlFinder()
    asked: list[FoundPages] = []
    while not asked or not asked[-1].is_whole:
        answer = found.find(crawl, "page3 page700", READERS, b"")
        assert answer is not None
        asked.append(answer)
    assert [answer.index.share for answer in asked] == [pytest.approx(500 / 1200), pytest.approx(1000 / 1200), 1]
    assert [len(answer.pages) for answer in asked] == [1, 2, 2]


def test_another_draft_does_not_wait_for_the_index(crawl: Path) -> None:
    found = CrawlFinder()
    assert found.find(crawl, "robots", READERS, b"") is not None
    answer = found.find(crawl, "robots", READERS, b"User-agent: *\nDisallow: /\n", snippets=0)
    assert answer is not None
    assert (answer.index.indexed, answer.is_whole) == (500, False)


def test_filling_that_was_given_up_is_gone_on_with(crawl: Path) -> None:
    found = CrawlFinder()
    assert found.find(crawl, "robots", READERS, b"", lambda: True) is None
    answer = found.find(crawl, "robots", READERS, b"")
    assert answer is not None
    assert answer.index.indexed == 500


def test_crawl_that_runs_is_searched_as_far_as_its_index_is(crawl: Path) -> None:
    update_index(crawl, most=500)
    with CrawlStore.open(crawl):
        answer = CrawlFinder().find(crawl, "robots", READERS, b"")
    assert answer is not None
    assert (answer.index.indexed, answer.is_whole) == (500, True)
