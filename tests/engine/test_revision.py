"""A revised file is the file read anew."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Robots, UrlTable, parse_line
from robotstudio.engine.revision import find_line_change
from robotstudio.engine.tokens import GOOGLE_LINES

LINES = st.sampled_from(
    [
        b"User-agent: a",
        b"User-agent: *",
        b"User-agent: b",
        b"Disallow: /x",
        b"Allow: /x/y",
        b"Disallow: /*z$",
        b"Allow: /index.html",
        b"disalow /p",
        b"Disallow:",
        b"Sitemap: q",
        b"Crawl-delay: 4",
        b"Crawl-delay: 999",
        b"Disallow: /x$y",
        b"Disallow: *",
        b"X-Y: z",
        b"# c",
        b"a\x0bDisallow: /q",
        b" ",
        b"",
    ]
)
FILES = st.lists(LINES, max_size=14)
TABLE = UrlTable(["/", "/x", "/x/y", "/az", "/index.html", "/p/q", "/robots.txt"])
AGENTS = ["a", "b", "c"]
DIALECT = pytest.mark.parametrize("dialect", DIALECTS)


@DIALECT
@given(before=FILES, place=st.integers(0, 13), line=LINES)
@settings(max_examples=25)
def test_one_changed_line(before: list[bytes], place: int, line: bytes, dialect: str) -> None:
    after = [*before]
    after[place : place + 1] = [line]
    assert_same_as_parsed(before, after, dialect)


@DIALECT
@given(before=FILES, place=st.integers(0, 13), new=st.lists(LINES, max_size=3))
@settings(max_examples=25)
def test_lines_inserted_and_taken_out(before: list[bytes], place: int, new: list[bytes], dialect: str) -> None:
    after = [*before]
    after[place : place + 2] = new
    assert_same_as_parsed(before, after, dialect)


@given(before=st.binary(max_size=40), after=st.binary(max_size=40))
def test_line_change_leads_from_one_text_to_the_other(before: bytes, after: bytes) -> None:
    lines = [parse_line(raw) for raw in before.split(b"\n")]
    change = find_line_change(before, after, GOOGLE_LINES)
    assert change.apply(lines) == [parse_line(raw) for raw in after.split(b"\n")]


@DIALECT
@given(before=FILES, after=FILES)
@settings(max_examples=15)
def test_any_other_file(before: list[bytes], after: list[bytes], dialect: str) -> None:
    assert_same_as_parsed(before, after, dialect)


def assert_same_as_parsed(before: list[bytes], after: list[bytes], dialect: str) -> None:
    old = Robots.parse(b"\n".join(before), dialect)
    old.decide_all(TABLE, AGENTS)
    body = b"\n".join(after)
    revised, parsed = old.revise(body), Robots.parse(body, dialect)
    assert [(group.agents, group.rules, group.pool) for group in revised.groups] == [
        (group.agents, group.rules, group.pool) for group in parsed.groups
    ]
    for agent in AGENTS:
        assert revised.choose(agent).rules.ranked == parsed.choose(agent).rules.ranked
        assert revised.choose(agent).parts == parsed.choose(agent).parts
        for ours, theirs in zip(
            revised.decide_all(TABLE, AGENTS).column(agent), parsed.decide_all(TABLE, AGENTS).column(agent), strict=True
        ):
            assert ours.tolist() == theirs.tolist()


def test_edit_of_one_rule_keeps_the_other_groups() -> None:
    old = Robots.parse(b"User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /y\n")
    revised = old.revise(b"User-agent: a\nDisallow: /xx\nUser-agent: b\nDisallow: /y\n")
    assert revised.groups[1] is old.groups[1]
    assert revised.groups[0] is not old.groups[0]


def test_edit_of_a_comment_keeps_all_groups() -> None:
    old = Robots.parse(b"# x\nUser-agent: a\nDisallow: /x\n")
    assert old.revise(b"# xy\nUser-agent: a\nDisallow: /x\n").groups == old.groups
