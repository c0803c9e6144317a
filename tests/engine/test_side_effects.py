"""Deletions that are called safe change nothing at all: delays, sitemaps, preferences, groups and their crawlers."""

from collections.abc import Iterable
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Robots, UrlTable, split_lines
from robotstudio.engine.coverage import RuleState, coverage_of, prove_deletion
from robotstudio.engine.crawlers import CRAWLERS, CrawlerView, crawler_for
from robotstudio.engine.directives import directives_of
from robotstudio.engine.revision import without_lines
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.side_effects import SideChange, SideEffect, side_changes
from robotstudio.engine.summary import Summary, summarise

TOKENS = ("Googlebot", "bingbot", "YandexBot", "Baiduspider", "ClaudeBot", "CCBot", "a", "*")
READERS = [CrawlerView(token, crawler_for(token).dialect, crawler_for(token).agent) for token in TOKENS]
READERS += [CrawlerView(f"a as {dialect}", dialect, "a") for dialect in DIALECTS]
LINES = st.sampled_from(
    [
        *(
            "User-agent: *",
            "User-agent: a",
            "User-agent: bingbot",
            "User-agent: CCBot",
            "User-agent: Yandex",
            "",
            "# x",
        ),
        *("Disallow: /", "Disallow: /a", "Disallow: /ab", "Allow: /a", "Allow: /", "Disallow:", "Disallow: /nowhere"),
        *("Crawl-delay: 5", "Crawl-delay: 20", "Crawl-delay: 400", "Request-rate: 1/5", "Visit-time: 0600-0845"),
        *("Sitemap: https://e.com/s.xml", "Host: e.com", "Clean-param: ref /a", "Content-Signal: ai-train=no", "X: y"),
        *("Content-Usage: train-ai=n", "Dissallow: /a"),
    ]
)
FILES = st.lists(LINES, max_size=14).map(lambda lines: "\n".join(lines).encode())
URLS = ["https://e.com/a", "https://e.com/ab", "https://e.com/b", "https://e.com/robots.txt"]
TABLE = UrlTable(URLS)


@lru_cache(maxsize=len(DIALECTS) * 2)
def read(body: bytes, dialect: str) -> Robots:
    """Return a file as all crawlers of a dialect read it."""
    return Robots.parse(body, dialect)


def delay_in(summary: Summary) -> object:
    return summary.delay and (summary.delay.written, summary.delay.effect, summary.delay.inherited)


def delays(body: bytes, readers: Iterable[CrawlerView]) -> list[tuple[str, object]]:
    """Return how long each crawler waits."""
    found = []
    for reader in readers:
        robots = read(body, reader.dialect)
        summary = summarise(robots, crawler_for(reader.token), robots.choose(reader.agent))
        found.append((reader.token, delay_in(summary)))
    return found


def told(body: bytes, reader: CrawlerView) -> tuple[object, ...]:
    """Return everything a crawler reads in a file, without line numbers and the rules themselves."""
    robots = read(body, reader.dialect)
    choice = robots.choose(reader.agent)
    summary: Summary = summarise(robots, crawler_for(reader.token), choice)
    return (
        [robots.decide(url, reader.agent).allowed for url in URLS],
        delay_in(summary),
        [one.written for one in summary.sitemaps],
        [preference for _, *preference in summary.preferences],
        (choice.token, choice.tried, choice.uses_global),
        [[agent.written for agent in group.agents] for group in choice.groups],
        [(one.facts.id, one.written) for one in directives_of(robots)],
        [[agent.written for agent in group.agents] for group in robots.groups],
    )


@given(file=FILES)
@settings(max_examples=80, deadline=None)
def test_deletion_that_is_safe_changes_nothing_for_anybody(file: bytes) -> None:
    version, before = FileVersion(file), [told(file, reader) for reader in READERS]
    for line in range(1, len(split_lines(file)) + 1):
        if prove_deletion(version, [line], TABLE, READERS).is_safe:
            without = without_lines(file, [line])
            for reader, told_before in zip(READERS, before, strict=True):
                assert told(without, reader) == told_before, (line, reader.token)


@given(file=FILES)
@settings(max_examples=25, deadline=None)
def test_deletion_that_is_safe_leaves_the_delay_of_every_crawler(file: bytes) -> None:
    version = FileVersion(file)
    some = [reader for reader in READERS if reader.token in TOKENS]
    dialects = {reader.dialect for reader in some}
    everybody = [crawler for crawler in CRAWLERS.values() if "crawl-delay" in crawler.honours]
    readers = [CrawlerView(crawler.token, crawler.dialect, crawler.agent) for crawler in everybody]
    readers = [reader for reader in readers if reader.dialect in dialects]
    before = delays(file, readers)
    for line in range(1, len(split_lines(file)) + 1):
        if prove_deletion(version, [line], TABLE, some).is_safe:
            assert delays(without_lines(file, [line]), readers) == before, line


@given(file=FILES)
@settings(max_examples=60, deadline=None)
def test_line_that_crawlers_wait_by_is_never_idle(file: bytes) -> None:
    coverage = coverage_of(FileVersion(file), TABLE, READERS)
    for rule in coverage.idle:
        assert not rule.waiting
        assert rule.rule.has_pattern
    assert coverage.rule_count == len({line for line, rule in coverage.rules.items() if rule.rule.has_pattern})


def test_crawl_delay_names_who_waits_by_it() -> None:
    version = FileVersion(b"User-agent: *\nCrawl-delay: 5\nDisallow: /a\n")
    coverage = coverage_of(version, TABLE, READERS[:6])
    assert coverage.rules[2].state is RuleState.DELAYS
    assert {"bingbot", "ClaudeBot"} <= set(coverage.rules[2].waiting)
    assert coverage.rule_count == 1
    proof = prove_deletion(version, [2], TABLE, READERS[:6])
    assert not proof.changes.flips
    assert SideChange(SideEffect.DELAY, coverage.rules[2].waiting) in proof.others


@pytest.mark.parametrize(
    ("body", "line", "effects"),
    [
        (b"User-agent: *\nDisallow: /x\nDisallow: /a", 2, []),
        (b"User-agent: *\nDisallow: /x\nCrawl-delay: 5", 3, [SideEffect.DELAY]),
        (b"User-agent: b\nCrawl-delay: 5\n\nUser-agent: *\nDisallow: /a", 2, [SideEffect.DELAY]),
        (b"Sitemap: https://e.com/s\nUser-agent: *\nDisallow: /a", 1, [SideEffect.FIELD]),
        (b"User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /a", 2, [SideEffect.GROUPS]),
        (b"User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /a", 3, [SideEffect.GROUPS]),
        (b"User-agent: a\nDisallow: /x\n# nothing", 3, []),
    ],
)
def test_side_effects_of_a_line(body: bytes, line: int, effects: list[SideEffect]) -> None:
    readers = [CrawlerView("Googlebot", "google", "Googlebot"), CrawlerView("a", "rfc9309", "a")]
    version = FileVersion(body)
    found = side_changes(version, version.revised(without_lines(body, [line])), [line], readers)
    assert [change.effect for change in found] == effects
