"""After any sequence of edits the verdicts equal those of the file parsed again; an edit costs only what it changes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Robots, UrlTable
from robotstudio.engine.bulk import search, winners
from robotstudio.engine.cancelling import Cancelled, Checkpoint
from robotstudio.engine.patterns import Pattern

VALUES = ["", "/", "/a", "/a/", "/a/b", "/b$", "/*b", "/*/b", "/a*c$", "/*a*b", "*", "/ab*", "/robots", "/index.html"]
RULES = st.builds("{}: {}".format, st.sampled_from(["Allow", "Disallow", "# Allow"]), st.sampled_from(VALUES))
EDITS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 3), st.lists(RULES, max_size=3)), max_size=8)
URLS = [
    "/",
    "/robots.txt",
    "/index.html",
    "/a?b",
    "/%61/b",
    "/a/b/c",
    "/a/b/c",
    "/b",
    "/a/",
    "/ab",
    "/abc",
    "/ac",
    "/c/b",
]
TABLE = UrlTable([*URLS, *(f"/{first}/{second}" for first in "abcde" for second in "abcdef")])
AGENTS = ["x", "y"]

Edit = tuple[int, int, list[str]]
"""The place of a line, how many are taken out there, and what is put in."""


@pytest.mark.parametrize("few", [0, 4096], ids=["many", "few"])
@given(rules=st.lists(RULES, max_size=12), edits=EDITS)
@settings(max_examples=20)
def test_rows_that_a_removed_rule_leaves(few: int, rules: list[str], edits: list[Edit]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(winners, "_FEW_LOST", few)
        assert_edits_equal_parsing("google", rules, edits)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(rules=st.lists(RULES, max_size=12), edits=EDITS)
@settings(max_examples=15)
def test_edits_one_after_the_other(dialect: str, rules: list[str], edits: list[Edit]) -> None:
    assert_edits_equal_parsing(dialect, rules, edits)


def assert_edits_equal_parsing(dialect: str, rules: list[str], edits: list[Edit]) -> None:
    lines = ["User-agent: y", "Disallow: /c", "", "User-agent: x", *rules]
    robots = Robots.parse("\n".join(lines).encode(), dialect)
    assert_equal_to_parsed(robots, "\n".join(lines).encode())
    for place, count, new in edits:
        lines[4 + place : 4 + place + count] = new
        body = "\n".join(lines).encode()
        robots = robots.revise(body)
        assert_equal_to_parsed(robots, body)


def assert_equal_to_parsed(robots: Robots, body: bytes) -> None:
    ours = robots.decide_all(TABLE, AGENTS)
    parsed = Robots.parse(body, robots.dialect).decide_all(TABLE, AGENTS)
    assert ours.line.tolist() == parsed.line.tolist()
    assert ours.allowed.tolist() == parsed.allowed.tolist()


BODY = b"# \nUser-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*c\n"


def revised_after(body: bytes, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Edit a file; return the patterns that are searched for, and whether all winners are computed again."""
    table, done = UrlTable(URLS), []
    draft = Robots.parse(BODY)
    draft.decide_all(table, AGENTS)
    find = search.PatternSearch.rows

    def rows(self: search.PatternSearch, pattern: Pattern, checkpoint: Checkpoint) -> object:
        done.append(f"search {pattern.prefix.decode()}")
        return find(self, pattern, checkpoint)

    monkeypatch.setattr(search.PatternSearch, "rows", rows)
    monkeypatch.setattr(winners, "_fill", lambda *_: done.append("all winners"))
    draft = draft.revise(body)
    verdicts = draft.decide_all(table, AGENTS).verdict_class("x")
    assert [line or None for line in verdicts.lines().tolist()] == [draft.decide(url, "x").line for url in URLS]
    return done


def test_edit_of_a_rule_searches_for_that_rule_only(monkeypatch: pytest.MonkeyPatch) -> None:
    assert revised_after(BODY.replace(b"/a\n", b"/ab\n"), monkeypatch) == ["search /ab"]


def test_line_that_moves_the_rules_costs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    assert revised_after(b"\n\n" + BODY, monkeypatch) == []


def test_removed_rule_leaves_its_urls_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    assert revised_after(BODY.replace(b"Allow: /a/b\n", b""), monkeypatch) == []


def test_evaluation_is_given_up_between_its_steps() -> None:
    asked: list[int] = []

    def is_cancelled() -> bool:
        asked.append(len(asked))
        return len(asked) > 2

    table, robots = UrlTable(URLS), Robots.parse(BODY)
    with pytest.raises(Cancelled):
        robots.decide_all(table, AGENTS, is_cancelled=is_cancelled)
    assert robots.decide_all(table, AGENTS).line.tolist() == [[robots.decide(url, "x").line or 0] * 2 for url in URLS]
