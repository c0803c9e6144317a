"""Lists of URLs that the log, the sitemaps or the clicks have and another has not, beside plain sets."""

from collections import Counter
from pathlib import Path

import numpy as np

from robotstudio.compliance.url_joins import JoinInput, url_joins
from robotstudio.engine import Robots
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.urls.url_builder import UrlSetBuilder
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import parse_list
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind, ValueColumn, lean
from tests.compliance.test_judging import KNOWN, line, requests_of

SITE = "https://shop.example"
LISTED = ("/", "/a", "/b?x=1", "/c")
ASKED = ("/a", "/a", "/d", "/robots.txt", "/b?x=1", "/d", "/d", "/e?y")
CLICKS = {"/a": 5.0, "/b?x=1": None, "/d": 70.0, "/f": 0.0, "/g": 9.0}
DRAFT = b"User-agent: Googlebot\nDisallow: /d\nDisallow: /b\nDisallow: /f\n\nUser-agent: *\nDisallow: /a\n"


def of(source: Source, paths: tuple[str, ...], *columns: ValueColumn) -> UrlSet:
    builder = UrlSetBuilder()
    for url in parse_list("\n".join(SITE + path for path in paths)).urls:
        builder.add(url)
    return builder.finish(source, columns)


def clicks() -> UrlSet:
    numbers = lean(np.array([np.nan if each is None else each for each in CLICKS.values()]))
    column = ValueColumn(ColumnInfo("Clicks", ColumnKind.NUMBER, "clicks", adds=True), numbers)
    return of(Source("c", "Pages.csv", "table", export="search-console-performance"), tuple(CLICKS), column)


def sitemap() -> UrlSet:
    return of(Source("s", "sitemap.xml", "sitemap"), LISTED)


def test_the_lists_are_those_of_plain_sets(tmp_path: Path) -> None:
    path = tmp_path / "access.log"
    path.write_text("".join(line(hour, target) for hour, target in enumerate(ASKED)), "utf-8")
    found = url_joins(JoinInput(sitemap().with_added(clicks()), requests_of(path), DRAFT, KNOWN))
    counts = Counter(target for target in ASKED if target != "/robots.txt")
    assert found.unlisted is not None
    assert {each.url: each.number for each in found.unlisted} == {
        target: count for target, count in counts.items() if target not in LISTED
    }
    assert [each.number for each in found.unlisted] == sorted((each.number for each in found.unlisted), reverse=True)
    assert found.unasked is not None
    assert {each.url for each in found.unasked} == {SITE + path for path in LISTED if path not in counts}
    verdicts = {path: Robots.parse(DRAFT, "google").decide(SITE + path, ["Googlebot"]) for path in CLICKS}
    lost = {path: number for path, number in CLICKS.items() if number and not verdicts[path].allowed}
    assert found.clicked is not None
    assert [(each.url, each.number, each.line) for each in found.clicked] == [
        (SITE + path, lost[path], verdicts[path].line) for path in sorted(lost, key=lambda path: -lost[path])
    ]


def test_a_list_is_unknown_if_what_it_needs_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "access.log"
    path.write_text(line(0, "/a"), "utf-8")
    for urls, requests in ((clicks(), requests_of(path)), (sitemap(), None)):
        found = url_joins(JoinInput(urls, requests, DRAFT, CATALOGUE))
        assert (found.unlisted, found.unasked) == (None, None)
    assert url_joins(JoinInput(sitemap(), requests_of(path), DRAFT, CATALOGUE)).clicked is None


def test_a_path_of_two_hosts_is_two_urls(tmp_path: Path) -> None:
    urls = ("https://shop.example/x", "https://m.shop.example/x", "https://m.shop.example/y")
    builder = UrlSetBuilder()
    for url in parse_list("\n".join(urls)).urls:
        builder.add(url)
    listed = builder.finish(Source("s", "sitemap.xml", "sitemap"))
    path = tmp_path / "access.log"
    cases = {
        ("/z",): (["/z"], [*urls]),
        ("/x",): ([], [urls[2]]),  # the log does not say on which host
        ("https://m.shop.example/x", "https://shop.example/y"): (["https://shop.example/y"], [urls[0], urls[2]]),
    }
    for targets, (unlisted, unasked) in cases.items():
        path.write_text("".join(line(hour, target) for hour, target in enumerate(targets)), "utf-8")
        found = url_joins(JoinInput(listed, requests_of(path), DRAFT, KNOWN))
        assert [each.url for each in found.unlisted or ()] == unlisted
        assert [each.url for each in found.unasked or ()] == unasked
