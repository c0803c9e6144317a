"""What one crawler does with each line, and where its groups begin and end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Robots, split_lines
from robotstudio.engine.names import NamedOnly
from robotstudio.engine.reading import empty_line_ends_group, reading_of
from robotstudio.engine.reading_model import CrawlerReading, Role, TrapKind, Treatment

RECORD_DIALECTS = {"yandex", "baidu", "draft1996", "original1994", "rambler", "python", "python-3.12.4"}
_LINES = st.sampled_from(
    [
        *(b"User-agent: a", b"User-agent: b", b"user-agent: A/1", b"User-agent: *", b"User-agent:", b"useragent a"),
        *(b"Disallow: /x", b"Disallow:", b"Allow: /x/y", b"allow: *", b"Disallow: /" + b"z" * 1100, b"Disallow: /a$b"),
        *(
            b"",
            b" ",
            b"# note",
            b"Crawl-delay: 5",
            b"Crawl-delay: 999",
            b"Sitemap: /s",
            b"X-Thing: 1",
            b"junk",
            b"\x0c",
        ),
        *(b"Disallow: /\x0cAllow: /p", b"\xef\xbb\xbfUser-agent: a"),
    ]
)
FILES = st.lists(_LINES, max_size=14).map(b"\n".join)


def read(body: bytes, agent: str, dialect: str = "google") -> CrawlerReading:
    return reading_of(Robots.parse(body, dialect), agent)


def treatments(body: bytes, agent: str, dialect: str = "google") -> list[Treatment]:
    return list(read(body, agent, dialect).treatments)


def traps(body: bytes, agent: str, dialect: str) -> list[tuple[int, TrapKind, tuple[int, int]]]:
    return [(trap.line, trap.kind, (trap.lines.first, trap.lines.last)) for trap in read(body, agent, dialect).traps]


def parts(body: bytes, agent: str, dialect: str) -> list[tuple[int, int, Role, int]]:
    return [(part.first, part.last, part.role, part.number) for part in read(body, agent, dialect).parts]


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=60)
@given(body=FILES, agent=st.sampled_from(["a", "b", "c", "*"]))
def test_effective_rules_are_those_that_are_chosen(dialect: str, body: bytes, agent: str) -> None:
    robots = Robots.parse(body, dialect)
    reading = reading_of(robots, agent)
    marked = {line for line, treatment in enumerate(reading.treatments, 1) if treatment is Treatment.RULE}
    assert marked == {rule.line for rule in robots.choose(agent).rules.ranked}
    assert len(reading.treatments) == len(split_lines(body))


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=60)
@given(body=FILES, agent=st.sampled_from(["a", "b", "c"]))
def test_parts_follow_one_another_and_its_own_hold_all_that_it_reads(dialect: str, body: bytes, agent: str) -> None:
    reading = read(body, agent, dialect)
    assert all(before.last < behind.first for before, behind in zip(reading.parts, reading.parts[1:], strict=False))
    own = [part for part in reading.parts if part.role is Role.OWN]
    for line, treatment in enumerate(reading.treatments, 1):
        if treatment in {Treatment.RULE, Treatment.AGENT, Treatment.MEMBER}:
            assert any(part.first <= line <= part.last for part in own)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_dialects_in_which_an_empty_line_ends_a_group(dialect: str) -> None:
    assert empty_line_ends_group(DIALECTS[dialect]) is (dialect in RECORD_DIALECTS)


def test_lines_of_other_crawlers_and_of_the_replaced_group_are_not_used() -> None:
    body = b"User-agent: *\nDisallow: /\nUser-agent: b\nDisallow: /b\nUser-agent: a\nAllow: /\nSitemap: /s\nHost: x\n#"
    assert treatments(body, "a") == ["replaced"] * 2 + ["other"] * 2 + [
        "agent",
        "rule",
        "sitemap",
        "skipped",
        "comment",
    ]


def test_crawler_without_a_group_of_its_own_reads_that_of_everyone() -> None:
    assert treatments(b"User-agent: *\nDisallow: /\nUser-agent: a\nAllow: /", "c") == [
        "agent",
        "rule",
        "other",
        "other",
    ]


def test_rule_before_the_first_user_agent_line_belongs_to_no_group() -> None:
    assert treatments(b"Disallow: /\nUser-agent: a\nAllow: /", "a") == ["stray", "agent", "rule"]


def test_merged_parts_are_numbered() -> None:
    body = b"User-agent: a\nDisallow: /1\nUser-agent: b\nDisallow: /2\nUser-agent: a\nDisallow: /3"
    assert parts(body, "a", "google") == [(1, 2, Role.OWN, 1), (3, 4, Role.OTHER, 0), (5, 6, Role.OWN, 2)]
    assert parts(body, "a", "python") == [(1, 2, Role.OWN, 0), (3, 4, Role.OTHER, 0), (5, 6, Role.OTHER, 0)]


DELAY = b"User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /\n"


@pytest.mark.parametrize("dialect", ["google", "rfc9309", "bing", "crawler-commons"])
def test_crawl_delay_line_does_not_end_the_agent_list_for_google(dialect: str) -> None:
    assert parts(DELAY, "a", dialect) == [(1, 4, Role.OWN, 0)]
    assert traps(DELAY, "a", dialect) == [(2, TrapKind.FIELD_INSIDE, (1, 4))]


@pytest.mark.parametrize("dialect", ["python", "python-rfc9309", "protego", "heritrix"])
def test_crawl_delay_line_ends_the_agent_list_for_python(dialect: str) -> None:
    assert parts(DELAY, "a", dialect) == [(1, 2, Role.OWN, 0), (3, 4, Role.OTHER, 0)]
    assert traps(DELAY, "a", dialect) == [(2, TrapKind.FIELD_ENDS, (1, 1))]


@pytest.mark.parametrize("dialect", ["google", "rfc9309", "python-rfc9309", "protego", "crawler-commons"])
def test_sitemap_line_does_not_end_the_agent_list(dialect: str) -> None:
    body = b"User-agent: a\nSitemap: /s\nUser-agent: b\nDisallow: /\n"
    assert read(body, "a", dialect).treatment(4) is Treatment.RULE
    assert traps(body, "a", dialect) == [(2, TrapKind.FIELD_INSIDE, (1, 4))]


def test_empty_line_does_not_end_the_agent_list_for_google() -> None:
    body = b"User-agent: a\n\nUser-agent: b\nDisallow: /\n"
    assert traps(body, "a", "google") == [(2, TrapKind.BLANK_INSIDE, (1, 4))]
    assert traps(body, "a", "draft1996") == [(2, TrapKind.BLANK_ENDS, (1, 1))]


def test_rules_behind_an_empty_line_belong_to_no_group_for_python() -> None:
    body = b"User-agent: a\nDisallow: /1\n\nDisallow: /2\nDisallow: /3\n\nUser-agent: b\nDisallow: /\n"
    assert treatments(body, "a", "python")[:5] == ["agent", "rule", "blank", "stray", "stray"]
    assert traps(body, "a", "python") == [(3, TrapKind.BLANK_STRANDS, (4, 5))]
    assert traps(body, "a", "google") == []


def test_empty_line_between_two_groups_is_no_trap() -> None:
    body = b"User-agent: a\nDisallow: /1\n\nUser-agent: b\nDisallow: /2\n"
    assert [traps(body, "a", dialect) for dialect in DIALECTS] == [[]] * len(DIALECTS)


def test_rules_beyond_a_limit_are_dropped() -> None:
    long = b"User-agent: a\nDisallow: /" + b"x" * 1100
    assert treatments(long, "a", "yandex") == ["agent", "dropped"]
    many = b"User-agent: a\n" + b"\n".join(b"Disallow: /%d" % number for number in range(2050))
    assert treatments(many, "a", "yandex")[-3:] == ["rule", "dropped", "dropped"]


def test_nothing_is_read_behind_the_cut() -> None:
    body = b"User-agent: a\n" + b"#" * 79 + b"\n"
    body += (b"#" * 79 + b"\n") * 6500 + b"Disallow: /\n"
    lines = len(split_lines(body))
    for dialect in ("google", "heritrix", "yandex"):
        reading = read(body, "a", dialect)
        assert reading.treatment(lines - 1) is Treatment.CUT
        assert reading.treatment(1) is (Treatment.CUT if dialect == "yandex" else Treatment.AGENT)


def test_for_a_crawler_that_never_follows_it_the_global_group_is_for_others() -> None:
    robots = Robots.parse(b"User-agent: *\nDisallow: /a\n", "google")
    reading = reading_of(robots, NamedOnly(("AdsBot-Google",)))
    assert reading.treatments[:2] == (Treatment.OTHER, Treatment.OTHER)
