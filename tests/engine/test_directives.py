"""Lines other than rules: their values, their groups, and the expectations of other parsers' suites."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.crawlers import CRAWLERS, Crawler
from robotstudio.engine.dialects import Dialect
from robotstudio.engine.directive_values import (
    Address,
    Cleaned,
    Hours,
    Preferences,
    Rate,
    Read,
    Seconds,
    TextValue,
    Unreadable,
    UsagePreference,
    ValueTrouble,
    stated,
)
from robotstudio.engine.directives import FIELDS, CrawlDelay, DelayEffect, delay_of, directives_of
from tests.conformance import shared_rows

VALUES: tuple[tuple[str, str, Read], ...] = (
    ("crawl-delay", "10", Seconds(10)),
    ("crawl-delay", "0.5", Seconds(0.5)),
    ("crawl-delay", ".5", Seconds(0.5)),
    ("crawl-delay", "1.2.1", Unreadable(ValueTrouble.NO_NUMBER)),
    ("crawl-delay", "10a", Unreadable(ValueTrouble.NO_NUMBER)),
    ("crawl-delay", "-1", Unreadable(ValueTrouble.NO_NUMBER)),
    ("crawl-delay", "٣", Unreadable(ValueTrouble.NO_NUMBER)),
    ("crawl-delay", "", Unreadable(ValueTrouble.EMPTY)),
    ("request-rate", "1/10", Rate(1, 10)),
    ("request-rate", "1/1s", Rate(1, 1)),
    ("request-rate", "100/15m", Rate(100, 900)),
    ("request-rate", "9000/1d", Rate(9000, 86_400)),
    ("request-rate", "1/10s 1820-1940", Rate(1, 10, Hours(1100, 1180))),
    ("request-rate", "1/0", Unreadable(ValueTrouble.NO_RATE)),
    ("request-rate", "fast", Unreadable(ValueTrouble.NO_RATE)),
    ("request-rate", "1/10 late", Unreadable(ValueTrouble.NO_TIME)),
    ("visit-time", "0600-0845", Hours(360, 525)),
    ("visit-time", "0200 0630", Hours(120, 390)),
    ("visit-time", "2500-0100", Unreadable(ValueTrouble.NO_TIME)),
    ("clean-param", "sid", Cleaned(("sid",), "/")),
    ("clean-param", "sid&sort /forum/*.php", Cleaned(("sid", "sort"), "/forum/*.php")),
    ("clean-param", "a=b /", Unreadable(ValueTrouble.NO_PARAMETER)),
    ("clean-param", "a" * 501, Unreadable(ValueTrouble.TOO_LONG)),
    ("content-signal", "search=yes", Preferences((UsagePreference("search", "yes"),))),
    (
        "content-signal",
        "search=yes,ai-train=no,use=reference",
        Preferences(
            (UsagePreference("search", "yes"), UsagePreference("ai-train", "no"), UsagePreference("use", "reference"))
        ),
    ),
    ("content-signal", "yes", Unreadable(ValueTrouble.NO_PREFERENCE)),
    ("content-usage", "train-ai=n", Preferences((UsagePreference("train-ai", "n"),))),
    (
        "content-usage",
        "/$ train-ai=y, search=y",
        Preferences((UsagePreference("train-ai", "y"), UsagePreference("search", "y")), "/$"),
    ),
    ("content-usage", "ai=n;exceptions=cc-cr", Preferences((UsagePreference("ai", "n", "exceptions=cc-cr"),))),
    ("content-usage", "allow", Preferences((UsagePreference("allow", ""),))),
    ("content-usage", "Allow", Unreadable(ValueTrouble.NO_PREFERENCE)),
    ("content-usage", "/a", Unreadable(ValueTrouble.NO_PREFERENCE)),
    ("license", "https://a.example/license.xml", Address("https://a.example/license.xml", is_absolute=True)),
    ("sitemap", "/sitemap.xml", Address("/sitemap.xml", is_absolute=False)),
    ("sitemap", "two words", Unreadable(ValueTrouble.NO_ADDRESS)),
    ("host", "www.example.com:8080", TextValue("www.example.com:8080")),
    ("host", "a/b", Unreadable(ValueTrouble.NO_HOST)),
    ("noindex", "/x", TextValue("/x")),
)


@pytest.mark.parametrize(("field", "text", "value"), VALUES)
def test_a_value_is_read_or_it_is_said_why_not(field: str, text: str, value: Read) -> None:
    assert FIELDS[field].read(text) == value


@given(st.sampled_from(sorted(FIELDS)), st.text(max_size=60))
def test_no_value_is_too_strange(field: str, text: str) -> None:
    assert FIELDS[field].read(text) == FIELDS[field].read(text)


@pytest.mark.parametrize("field", sorted(FIELDS))
def test_every_field_has_a_source_and_a_date(field: str) -> None:
    facts = FIELDS[field]
    assert facts.source.startswith("https://")
    assert facts.checked_on


def statements(*texts: str) -> list[Preferences]:
    return [usage for usage in map(FIELDS["content-usage"].read, texts) if isinstance(usage, Preferences)]


STATED: tuple[tuple[str, dict[str, str]], ...] = (
    ("train-ai=n;a=1", {"train-ai": "n"}),
    ("train-ai;a=1, search=n", {"search": "n"}),
    ("train-ai=n, train-ai=y", {"train-ai": "y"}),
    ("train-ai=n, train-ai", {}),
    ("train-ai=no, search=y", {"search": "y"}),
    ('train-ai="n"', {}),
    ("train-ai=?0, ai-use=n", {"ai-use": "n"}),
    ("x=(1 2);q, ai-use=y", {"ai-use": "y"}),
)


@pytest.mark.parametrize(("text", "said"), STATED)
def test_what_a_content_usage_states(text: str, said: dict[str, str]) -> None:
    (usage,) = statements(text)
    assert stated(usage) == said


@pytest.mark.parametrize("text", ["Train-AI=n", "train-ai=n,", "train-ai=n search=y", "train-ai = n", "train-ai=(y"])
def test_one_fault_breaks_the_whole_content_usage(text: str) -> None:
    assert statements(text) == []


@pytest.mark.parametrize("text", ["/a/ train-ai=n", "/a/\ttrain-ai=n", "/a/ \t train-ai=n"])
def test_a_space_or_a_tab_ends_the_path_of_a_content_usage(text: str) -> None:
    (usage,) = statements(text)
    assert usage == Preferences((UsagePreference("train-ai", "n"),), "/a/")


# Where a line stands


def group_lines(text: str, dialect: str) -> list[int | None]:
    """Return for each line other than a rule the first line of its group."""
    found = directives_of(Robots.parse(text.encode(), dialect))
    return [one.group.first_line if one.group else None for one in found]


def test_a_line_belongs_to_the_group_above_it() -> None:
    text = "Host: a\nUser-agent: a\nDisallow: /\nHost: b\nUser-agent: b\nDisallow: /\nHost: c\n"
    assert group_lines(text, "google") == [None, 2, 5]


def test_a_blank_line_ends_a_group_only_for_some() -> None:
    text = "User-agent: a\nDisallow: /\n\nHost: b\n"
    assert (group_lines(text, "google"), group_lines(text, "yandex")) == ([1], [None])


# The suites of other parsers

_SUITES: dict[str, Dialect] = {
    "protego": DIALECTS["protego"],
    # These know groups by whole names, end a run of names at a crawl-delay, and take spellings as RFC 9309 has them.
    "robots-parser": replace(
        DIALECTS["rfc9309"], id="robots-parser", lines=DIALECTS["python"].lines, closing=DIALECTS["python"].closing
    ),
    "rep-cpp": DIALECTS["rfc9309"],
    "reppy": DIALECTS["rfc9309"],
}
_OTHERWISE = {
    ("rep-cpp", "RobotsTest.NoLeadingUserAgent"): "lines before any user-agent line are taken for those of *",
    ("reppy", "test_robots.RobotsTest.test_no_leading_user_agent"): "the same",
}
_GROUP_KINDS = {"crawl_delay": "crawl-delay", "request_rate": "request-rate", "visit_time": "visit-time"}


def _expected(kind: str, value: str | float | None) -> Read | None:
    if value is None:
        return None
    if kind == "crawl_delay":
        return Seconds(float(value))
    numbers = [int(number) for number in re.findall(r"-?\d+", str(value))]
    if kind == "visit_time":
        return Hours(numbers[0] * 60 + numbers[1], numbers[2] * 60 + numbers[3])
    hours = Hours(numbers[2] * 60 + numbers[3], numbers[4] * 60 + numbers[5]) if len(numbers) > 2 else None
    return Rate(numbers[0], numbers[1], hours)


def _told(robots: Robots, row: dict[str, Any]) -> object:
    found = directives_of(robots)
    kind = row["kind"]
    if kind in {"sitemaps", "host"}:
        written = [one.written for one in found if one.facts.id == kind.removesuffix("s")]
        return written if kind == "sitemaps" else next(reversed(written), None)
    agent = row["agent"].split("/")[0].strip()
    groups = robots.choose(agent).groups
    values = [one.value for one in found if one.facts.id == _GROUP_KINDS[kind] and one.group in groups]
    readable = [value for value in values if not isinstance(value, Unreadable)]
    return readable[0] if readable else None


def _rows(suite: str) -> Sequence[dict[str, Any]]:
    kinds = {*_GROUP_KINDS, "sitemaps", "host"}
    return [row for row in shared_rows(f"{suite}-directives") if row["kind"] in kinds]


@pytest.mark.parametrize("suite", sorted(_SUITES))
def test_lines_are_read_as_the_suites_of_other_parsers_expect(suite: str) -> None:
    for row in _rows(suite):
        if (suite, row["name"]) in _OTHERWISE:
            continue
        robots = Robots.parse(row["robots"].encode(), _SUITES[suite])
        wanted = row["value"] if row["kind"] in {"sitemaps", "host"} else _expected(row["kind"], row["value"])
        assert _told(robots, row) == wanted, row


def test_the_deciding_line_is_the_one_that_robots_parser_names() -> None:
    for row in shared_rows("robots-parser-directives"):
        if row["kind"] == "matching_line":
            verdict = Robots.parse(row["robots"].encode(), "rfc9309").decide(row["url"], row["agent"])
            assert (verdict.line or -1) == row["value"], row


HEEDING = Crawler("TestBot", honours=frozenset({"crawl-delay"}))


def delay(text: str, crawler: Crawler, dialect: str = "") -> CrawlDelay | None:
    """Return the crawl-delay of a crawler in a file."""
    read = replace(crawler, dialect=dialect) if dialect else crawler
    robots = Robots.parse(text.encode(), read.dialect)
    return delay_of(read, robots.choose(read.agent), directives_of(robots), robots.choose("*").groups)


@pytest.mark.parametrize(
    ("dialect", "value", "effect", "per_day"),
    [
        ("rfc9309", "10", DelayEffect.WAITS, 8640),
        ("rfc9309", "0.5", DelayEffect.WAITS, 172_800),
        ("rfc9309", "0", DelayEffect.WAITS, None),
        ("rfc9309", "word", DelayEffect.CANNOT_READ, None),
        ("python", "2.5", DelayEffect.CANNOT_READ, None),
        ("python", "2", DelayEffect.WAITS, 43_200),
        ("bing", "30", DelayEffect.WAITS, 2880),
        ("bing", "31", DelayEffect.OUT_OF_RANGE, None),
        ("crawler-commons", "300", DelayEffect.WAITS, 288),
        ("crawler-commons", "301", DelayEffect.FORBIDS, None),
    ],
)
def test_dialects_take_a_delay_in_their_own_ways(
    dialect: str, value: str, effect: DelayEffect, per_day: int | None
) -> None:
    found = delay(f"User-agent: *\nCrawl-delay: {value}\nDisallow: /a\n", HEEDING, dialect)
    assert found is not None
    assert (found.effect, found.per_day) == (effect, per_day)


@pytest.mark.parametrize(
    ("text", "line", "effect"),
    [
        (
            "User-agent: TestBot\nCrawl-delay: 500\nDisallow: /a\nUser-agent: TestBot\nCrawl-delay: 20\n",
            5,
            DelayEffect.WAITS,
        ),
        (
            "User-agent: a\nCrawl-delay: 4\nUser-agent: TestBot\nDisallow: /x\nCrawl-delay: 400\n",
            5,
            DelayEffect.FORBIDS,
        ),
        (
            "User-agent: TestBot\nCrawl-delay: 400\nUser-agent: b\nCrawl-delay: 4\nDisallow: /x\n",
            2,
            DelayEffect.FORBIDS,
        ),
        ("User-agent: TestBot\nCrawl-delay: 300.0004\nDisallow: /x\n", 2, DelayEffect.WAITS),
    ],
)
def test_delay_is_the_one_that_decides(text: str, line: int, effect: DelayEffect) -> None:
    found = delay(text, HEEDING, "crawler-commons")
    assert found is not None
    assert (found.line, found.effect) == (line, effect)
    may_fetch = Robots.parse(text.encode(), "crawler-commons").decide("/z", "TestBot").allowed
    assert may_fetch is (effect is DelayEffect.WAITS)


def test_a_crawler_that_is_not_known_to_heed_it_ignores_it() -> None:
    found = delay("User-agent: *\nDisallow: /a\nCrawl-delay: 10\n", CRAWLERS["Googlebot"])
    assert found is not None
    assert (found.effect, found.per_day) == (DelayEffect.IGNORES, None)


def test_bing_inherits_the_delay_of_all_others_do_not() -> None:
    text = "User-agent: *\nDisallow: /a\nCrawl-delay: 10\n\nUser-agent: bingbot\nUser-agent: TestBot\nDisallow: /b\n"
    found = delay(text, CRAWLERS["bingbot"])
    assert found is not None
    assert (found.line, found.inherited, found.per_day) == (3, True, 8640)
    assert delay(text, HEEDING) is None


def test_a_long_delay_keeps_nutch_away() -> None:
    nutch = replace(HEEDING, token="Nutch", title="Nutch")
    found = delay("User-agent: *\nDisallow: /a\nCrawl-delay: 31\n", nutch)
    assert found is not None
    assert found.effect is DelayEffect.SKIPS
