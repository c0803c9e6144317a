"""A revised file equals the same file parsed from scratch."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Robots, UrlTable, parse_line
from robotstudio.engine import robots as robots_module
from robotstudio.engine.revision import FileEdit, find_line_change
from robotstudio.engine.tokens import GOOGLE_LINES

LINES = st.sampled_from(
    [
        b"User-agent: a",
        b"User-agent: *",
        b"User-agent: b",
        b"User-agent: c/1.0 d",
        b"User-agent:",
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
        b"Disallow: /x/index.htm",
        b"Disallow: /" + b"x" * 1024,
        b"Request-rate: 1/5",
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
    assert change is not None
    assert change.apply(lines) == [parse_line(raw) for raw in after.split(b"\n")]


@DIALECT
@given(before=FILES, after=FILES)
@settings(max_examples=15)
def test_any_other_file(before: list[bytes], after: list[bytes], dialect: str) -> None:
    assert_same_as_parsed(before, after, dialect)


@given(start=FILES, edits=st.lists(st.tuples(st.integers(0, 13), st.integers(0, 2), st.lists(LINES, max_size=2))))
@settings(max_examples=40)
def test_chain_of_edits_shared_by_all_dialects(start: list[bytes], edits: list[tuple[int, int, list[bytes]]]) -> None:
    lines, readings = [*start], {dialect: Robots.parse(b"\n".join(start), dialect) for dialect in DIALECTS}
    for place, number, new in edits:
        lines[place : place + number] = new
        body, edit = b"\n".join(lines), FileEdit()
        for robots in readings.values():
            robots.decide_all(TABLE, AGENTS)
        readings = {dialect: robots.revise(body, edit) for dialect, robots in readings.items()}
    for dialect, revised in readings.items():
        assert_same(revised, Robots.parse(b"\n".join(lines), dialect))


@given(
    number=st.integers(2044, 2051),
    edits=st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2), st.lists(LINES, max_size=2)), max_size=4),
    ends=st.booleans(),
)
@settings(max_examples=25)
def test_edits_around_the_most_rules_that_count(
    number: int, edits: list[tuple[int, int, list[bytes]]], *, ends: bool
) -> None:
    lines = [b"User-agent: a", *(b"Disallow: /%d" % each for each in range(number))]
    lines += [b"", b"Disallow: /q", b"User-agent: b", b"Disallow: /y"] if ends else [b"Disallow: /z"]
    revised = Robots.parse(b"\n".join(lines), "yandex")
    for back, count, new in edits:
        revised.decide_all(TABLE, AGENTS)
        place = len(lines) - back
        lines[place : place + count] = new
        revised = revised.revise(b"\n".join(lines))
    assert_same(revised, Robots.parse(b"\n".join(lines), "yandex"))


@DIALECT
def test_edit_of_one_rule_costs_no_new_reading(dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old = Robots.parse(b"User-agent: a\nDisallow: /x\nDisallow: /y\n\nUser-agent: b\nDisallow: /z\n", dialect)
    assert len(old.groups) == 2
    monkeypatch.setattr(robots_module, "_tokenize", None)
    revised = old.revise(b"User-agent: a\nDisallow: /x\nDisallow: /yy\n\nUser-agent: b\nDisallow: /z\n")
    assert revised.groups[1] is old.groups[1]


def assert_same_as_parsed(before: list[bytes], after: list[bytes], dialect: str) -> None:
    old = Robots.parse(b"\n".join(before), dialect)
    old.decide_all(TABLE, AGENTS)
    body = b"\n".join(after)
    assert_same(old.revise(body), Robots.parse(body, dialect))


def assert_same(revised: Robots, parsed: Robots) -> None:
    """Compare groups, rules by precedence, and verdicts."""
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
