"""A server response decides whole columns; rules, lines and counts are left out."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from robotstudio.draft.analysis import Analysis, Cell, Request, analyse
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import CRAWLERS, crawler_for
from robotstudio.fetch.http_scenario import HttpScenario, LastGoodCopy
from robotstudio.fetch.policy import Effect
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import parse_list

DRAFT = b"User-agent: *\nDisallow: /a\n"
COPY = LastGoodCopy("https://x.test/robots.txt", b"User-agent: *\nDisallow: /b\n", datetime(2026, 11, 20, tzinfo=UTC))
URLS = as_set(parse_list("/a\n/b\n/robots.txt\nhttps://x.test/c\nhttp://x.test/d\nhttps://y.test/e\n").urls)
CRAWLER_LIST = (
    CRAWLERS["Googlebot"],
    CRAWLERS["*"],
    crawler_for("OfMyOwn"),
    replace(CRAWLERS["Googlebot"], token="Old", policy="draft1996"),
)
LATE = timedelta(hours=13)


def analysed(now: HttpScenario, robots_url: str = "", previous: Analysis | None = None) -> Analysis:
    table = UrlTable(url.url for url in URLS)
    return analyse(Request(1, DRAFT, URLS, table, CRAWLER_LIST, now, robots_url), previous)


def effects(now: HttpScenario) -> list[Effect]:
    return [column.effect for column in analysed(now).columns]


def test_every_column_has_the_effect_of_its_own_policy() -> None:
    assert effects(HttpScenario()) == [Effect.PARSE] * 4
    assert effects(HttpScenario("503")) == [Effect.DISALLOW_ALL, Effect.DISALLOW_ALL, Effect.UNKNOWN, Effect.DEFER]
    assert effects(HttpScenario("404")) == [Effect.ALLOW_ALL, Effect.ALLOW_ALL, Effect.UNKNOWN, Effect.ALLOW_ALL]


@pytest.mark.parametrize("choice", ["503", "404", "html"])
def test_where_the_outcome_decides_no_line_does(choice: str) -> None:
    analysis = analysed(HttpScenario(choice))
    for column in analysis.columns:
        if not column.is_by_rules:
            assert not column.lines.any()
            assert analysis.verdict(Cell("/a", column.crawler.token)) is None
    lines = [set(column.lines.tolist()) - {0} for column in analysis.columns]
    assert analysis.decided_urls.keys() == set().union(*lines)


def test_robots_txt_itself_may_be_fetched_although_all_is_disallowed() -> None:
    column = analysed(HttpScenario("503")).columns[1]
    assert column.allowed.tolist() == [False, False, True, False, False, False]


def test_what_is_not_documented_is_never_allowed() -> None:
    for column in analysed(HttpScenario("503")).columns[2:]:
        assert not column.is_known
        assert not column.allowed.any()


@pytest.mark.parametrize("now", [HttpScenario(), *(HttpScenario(choice) for choice in ("404", "403", "503", "html"))])
def test_one_url_is_allowed_as_it_is_among_all(now: HttpScenario) -> None:
    for column in analysed(now).columns:
        assert [column.allows(url.url) for url in URLS] == column.allowed.tolist()


def test_draft_is_taken_as_the_last_good_copy_where_none_is_known() -> None:
    column = analysed(HttpScenario("503", elapsed=LATE, has_copy=True)).columns[0]
    assert column.is_by_rules
    assert column.policy_outcome is not None
    assert column.policy_outcome.effect is Effect.LAST_GOOD_COPY
    assert column.lines[0] == 2


def test_last_good_copy_decides_without_a_line_of_the_draft() -> None:
    analysis = analysed(HttpScenario("503", elapsed=LATE, has_copy=True, copy=COPY))
    column = analysis.columns[0]
    assert column.effect is Effect.LAST_GOOD_COPY
    assert column.allowed.tolist() == [True, False, True, True, True, True]
    assert not column.lines.any()
    assert analysis.verdict(Cell("/a", "Googlebot")) is None


def test_urls_that_another_robots_txt_governs_are_known() -> None:
    assert analysed(HttpScenario()).outside is None
    analysis = analysed(HttpScenario(), "https://x.test/robots.txt")
    assert analysis.outside is not None
    assert analysis.outside.tolist() == [False, False, False, False, True, True]
    assert [analysis.is_outside(url.url) for url in URLS] == analysis.outside.tolist()
    again = analysed(HttpScenario(), "https://x.test/robots.txt", analysis)
    assert again.outside is analysis.outside
