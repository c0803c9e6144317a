"""Which of the rules that match wins."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import Rule
from robotstudio.engine.dialects.model import ANY, FIRST, FURTHEST, LONGEST, Precedence, reached_bytes
from robotstudio.engine.patterns import EARLIEST, LITERAL, STAR_ONLY, Wildcards, compile_pattern
from robotstudio.engine.ruleset import RuleSet

PIECES = [b"/", b"a", b"ab", b"b", b"*", b"$"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=6).map(b"".join)
PATHS = st.lists(st.sampled_from([b"a", b"b", b"/", b"$", b"*"]), max_size=8).map(lambda parts: b"/" + b"".join(parts))
RULES = st.lists(st.tuples(st.booleans(), TEXTS), max_size=8).map(
    lambda rows: [Rule(number, allow, text, text) for number, (allow, text) in enumerate(rows, 1)]
)


def rules(*patterns: str) -> list[Rule]:
    """Make rules on lines from 1."""
    rows = [pattern.split(": ") for pattern in patterns]
    return [Rule(n, kind == "Allow", text.encode(), text.encode()) for n, (kind, text) in enumerate(rows, 1)]


@pytest.mark.parametrize(
    ("precedence", "line"),
    [(LONGEST, 3), (FIRST, 1), (ANY, 2), (FURTHEST, 2)],
    ids=lambda value: value.id if isinstance(value, Precedence) else str(value),
)
def test_winner_by_precedence(precedence: Precedence, line: int) -> None:
    found = RuleSet(rules("Disallow: ", "Allow: /*", "Disallow: /ab"), precedence).winner(b"/abc")
    assert found
    assert found.line == line


@given(text=TEXTS.filter(lambda text: b"$" not in text[:-1]), path=PATHS)
def test_bytes_reached_are_those_that_a_greedy_expression_takes(text: bytes, path: bytes) -> None:
    pattern = compile_pattern(text)
    anchored = text.endswith(b"$")
    pieces = b".*".join(map(re.escape, text.removesuffix(b"$").split(b"*")))
    found = (re.fullmatch if anchored else re.match)(pieces, path, re.DOTALL)
    assert pattern.matches(path) == bool(found)
    if found:
        assert reached_bytes(pattern, text, path) == found.end()


@given(
    found=RULES,
    path=PATHS,
    precedence=st.sampled_from([LONGEST, FIRST, ANY, FURTHEST]),
    wildcards=st.sampled_from([Wildcards(), LITERAL, STAR_ONLY, EARLIEST]),
)
def test_many_paths_are_decided_like_few(
    found: list[Rule], path: bytes, precedence: Precedence, wildcards: Wildcards
) -> None:
    rule_set = RuleSet(found, precedence, wildcards)
    first = rule_set.winner(path)
    matching = rule_set.matching(path)
    assert first == (matching[0] if matching else None)
    for _ in range(20):
        assert rule_set.winner(path) == first
    weights = [rule_set.weight(rule, path) for rule in matching]
    assert weights == sorted(weights, reverse=True)
