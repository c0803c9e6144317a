"""What rules and changes put at risk, beside sums that plain Python makes one URL at a time."""

import random
from collections.abc import Sequence
from datetime import date

import numpy as np
import pytest

from robotstudio.draft.analysis import Request, analyse
from robotstudio.draft.at_risk import RuleCosts, bringing, rule_costs, stake_of, telling_stakes
from robotstudio.draft.rule_coverage import audited_file
from robotstudio.engine import Robots, UrlTable
from robotstudio.engine.changes import Change, compare
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.sums import Sum
from robotstudio.urls.url_builder import UrlSetBuilder
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import parse_list
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind, ValueColumn, lean

BEFORE = b"User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n"
AFTER = (
    b"User-agent: *\nDisallow: /a/b\nDisallow: /*?sort=\nAllow: /a/b/c\n\n"
    b"User-agent: Googlebot\nDisallow: /c\nDisallow: /*?sort=\n\nUser-agent: GPTBot\nDisallow: /\n"
)
TOKENS = ("Googlebot", "Applebot", "bingbot", "GPTBot")
SEARCH = {"Googlebot", "Applebot", "bingbot"}
GSC = "search-console-performance"
MONTH, WEEK = (date(2026, 10, 1), date(2026, 10, 28)), (date(2026, 10, 22), date(2026, 10, 28))
_random = random.Random(37)
URLS = tuple(
    dict.fromkeys(
        "/" + "/".join(_random.choices("abcd", k=_random.randint(1, 4))) + _random.choice(("", "?sort=x", "?p=1"))
        for _ in range(400)
    )
)
CLICKS = {url: None if _random.random() < 0.2 else float(_random.randrange(500)) for url in URLS}
HITS = {url: float(_random.randrange(90)) for url in URLS}


def of_source(source: Source, role: str, numbers: Sequence[float | None]) -> UrlSet:
    builder = UrlSetBuilder()
    for url in parse_list("\n".join(URLS)).urls:
        builder.add(url)
    values = lean(np.array([np.nan if each is None else each for each in numbers], np.float64))
    return builder.finish(source, (ValueColumn(ColumnInfo(role, ColumnKind.NUMBER, role, adds=True), values),))


def site(export: str = GSC, period: tuple[date, date] | None = MONTH) -> UrlSet:
    clicks = of_source(Source("c", "Pages.csv", "table", export=export, period=period), "clicks", [*CLICKS.values()])
    log = Source("l", "access.log", "table", period=WEEK)
    return clicks.with_added(of_source(log, "crawler_requests", [*HITS.values()]))


def blocked_by(body: bytes, token: str, url: str) -> int | None:
    verdict = Robots.parse(body, CRAWLERS[token].dialect).decide(url, CRAWLERS[token].agent)
    return None if verdict.allowed else verdict.line


def costs(urls: UrlSet, body: bytes = AFTER) -> RuleCosts:
    crawlers = tuple(CRAWLERS[token] for token in TOKENS)
    subject = audited_file(analyse(Request(1, body, urls, UrlTable(url.url for url in urls), crawlers)))
    return rule_costs(subject.version, subject.table, subject.readers, subject.stakes)


@pytest.mark.parametrize(("export", "bringers"), [(GSC, {"Googlebot"}), ("", SEARCH), ("bing-pages", {"bingbot"})])
def test_numbers_depend_on_the_crawlers_that_bring_them(export: str, bringers: set[str]) -> None:
    clicks, requests = telling_stakes(site(export))
    assert bringing(clicks, TOKENS) == bringers
    assert bringing(requests, TOKENS) == set(TOKENS)


@pytest.mark.parametrize(("export", "bringers"), [(GSC, {"Googlebot"}), ("", SEARCH)])
def test_each_rule_keeps_out_what_is_counted_by_hand(export: str, bringers: set[str]) -> None:
    found = costs(site(export))
    lines = range(1, AFTER.count(b"\n") + 1)
    for line in lines:
        lost = [url for url in URLS if any(blocked_by(AFTER, token, url) == line for token in bringers)]
        spared = [url for url in URLS if any(blocked_by(AFTER, token, url) == line for token in TOKENS)]
        if not spared:
            assert line not in found.sums
            continue
        clicks, requests = found.sums[line]
        known = [CLICKS[url] for url in lost if CLICKS[url] is not None]
        assert (clicks.total, clicks.known, clicks.urls) == (sum(filter(None, known)), len(known), len(lost))
        assert (requests.total, requests.urls) == (sum(HITS[url] for url in spared), len(spared))
    assert len(found.sums) > len(bringers)


@pytest.mark.parametrize(("export", "bringers"), [(GSC, {"Googlebot"}), ("", SEARCH)])
def test_a_group_keeps_out_each_url_once(export: str, bringers: set[str]) -> None:
    found = {each.line: each for each in costs(site(export)).groups}
    groups = {1: range(2, 5), 6: range(7, 9), 10: range(11, 12)}
    assert found.keys() == groups.keys()
    assert [each.agents for each in found.values()] == [("*",), ("Googlebot",), ("GPTBot",)]
    for first, lines in groups.items():
        lost = [url for url in URLS if any(blocked_by(AFTER, token, url) in lines for token in bringers)]
        spared = [url for url in URLS if any(blocked_by(AFTER, token, url) in lines for token in TOKENS)]
        clicks, requests = found[first].sums
        known = [CLICKS[url] for url in lost if CLICKS[url] is not None]
        assert (clicks.total, clicks.known, clicks.urls) == (sum(filter(None, known)), len(known), len(lost))
        assert (requests.total, requests.urls) == (sum(HITS[url] for url in spared), len(spared))


def test_a_rule_costs_more_than_it_saves_by_the_day() -> None:
    found, raw = costs(site()), costs(site(period=None))
    for line, (clicks, requests) in found.sums.items():
        assert found.costs_more(line) == (clicks.total / 28 > requests.total / 7)
        assert raw.costs_more(line) == (clicks.total > requests.total)
    assert found.dearest
    assert list(found.dearest) == sorted(found.dearest, key=lambda line: -found.sums[line][0].total)


def test_a_rule_costs_more_only_if_all_of_its_requests_are_known() -> None:
    columns = costs(site()).columns
    clicks, requests = Sum(900, 1, 2), Sum(1, 2, 2)
    assert RuleCosts(columns, {5: (clicks, requests)}).costs_more(5)
    assert not RuleCosts(columns, {5: (clicks, Sum(1, 1, 2))}).costs_more(5)


def test_without_the_crawler_that_brings_clicks_they_are_unknown() -> None:
    urls = site()
    subject = audited_file(analyse(Request(1, BEFORE, urls, UrlTable(url.url for url in urls), (CRAWLERS["GPTBot"],))))
    found = rule_costs(subject.version, subject.table, subject.readers, subject.stakes)
    assert [each.is_unknown for each in found.sums[5]] == [True, False]


def test_a_change_for_gptbot_costs_no_clicks_in_google() -> None:
    urls = site()
    clicks, requests = telling_stakes(urls)
    readers = [CRAWLERS[token].reader for token in TOKENS]
    table = UrlTable(url.url for url in urls)

    def at_risk(before: bytes, after: bytes, tokens: Sequence[str]) -> set[str]:
        changed = [
            url
            for url in URLS
            for token in tokens
            if blocked_by(before, token, url) is None and blocked_by(after, token, url) is not None
        ]
        return set(changed)

    for before, after in ((BEFORE, AFTER), (AFTER, BEFORE), (b"", BEFORE)):
        changes = compare(FileVersion(before), FileVersion(after), table, readers)
        lost = at_risk(before, after, ["Googlebot"])
        assert stake_of(clicks, changes).at_risk.total == sum(CLICKS[url] or 0 for url in lost)
        spared = at_risk(before, after, TOKENS)
        assert stake_of(requests, changes).at_risk.total == sum(HITS[url] for url in spared)
    only_gptbot = compare(FileVersion(b""), FileVersion(BEFORE), table, readers[-1:])
    assert only_gptbot.rows_with(Change.BLOCKED).size
    assert stake_of(clicks, only_gptbot).at_risk.is_unknown
