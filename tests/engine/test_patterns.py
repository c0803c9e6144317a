"""Patterns: against google/robotstxt's matcher, written out position by position, and alignments."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import SegmentKind
from robotstudio.engine.patterns import EARLIEST, LITERAL, STAR_ONLY, align, compile_pattern
from tests.work import lines_run

PATTERNS = st.lists(st.sampled_from([b"/", b"a", b"b", b"ab", b"*", b"**", b"$"]), max_size=10).map(b"".join)
PATHS = st.lists(st.sampled_from([b"/", b"a", b"b", b"$", b"*"]), max_size=12).map(lambda parts: b"/" + b"".join(parts))


def matches_by_positions(path: bytes, pattern: bytes) -> bool:
    """Match as RobotsMatchStrategy::Matches of robots.cc: track all positions that the pattern may have reached."""
    reached = {0}
    for at in range(len(pattern)):
        byte = pattern[at : at + 1]
        if byte == b"$" and at + 1 == len(pattern):
            return len(path) in reached
        if byte == b"*":
            reached = set(range(min(reached), len(path) + 1))
        else:
            reached = {place + 1 for place in reached if path[place : place + 1] == byte}
        if not reached:
            return False
    return True


@given(pattern=PATTERNS, path=PATHS)
def test_pattern_matches_what_google_matches(pattern: bytes, path: bytes) -> None:
    assert compile_pattern(pattern).matches(path) == matches_by_positions(path, pattern)


@given(pattern=PATTERNS, path=PATHS)
def test_alignment_agrees_with_the_match_and_covers_the_pattern(pattern: bytes, path: bytes) -> None:
    alignment = align(pattern, path)
    assert alignment.matched == compile_pattern(pattern).matches(path)
    assert (alignment.differs_at is None) == alignment.matched
    at = 0
    for segment in alignment.segments:
        assert segment.pattern.start == at
        at = segment.pattern.end
        if segment.kind is SegmentKind.LITERAL:
            assert pattern[slice(*segment.pattern)] == path[slice(*segment.path)]
    assert at == len(pattern)


def test_mismatch_is_the_first_byte_that_differs() -> None:
    alignment = align(b"/cart/help", b"/cart/checkout?step=2")
    assert alignment.differs_at == 6
    kinds = [segment.kind for segment in alignment.segments]
    assert kinds == [SegmentKind.LITERAL, SegmentKind.MISMATCH, SegmentKind.UNREAD]


def test_wildcard_absorbs_up_to_where_most_of_the_rest_stands() -> None:
    alignment = align(b"/*?sessionid=", b"/cart/checkout?step=2")
    wildcard = alignment.segments[1]
    assert wildcard.kind is SegmentKind.WILDCARD
    assert wildcard.path == (1, 14)
    assert alignment.differs_at == 16


def test_anchor_that_is_not_at_the_end_is_the_mismatch() -> None:
    alignment = align(b"/*.php$", b"/index.php?x=1")
    assert alignment.differs_at == 10
    assert alignment.segments[-1].kind is SegmentKind.MISMATCH


@pytest.mark.parametrize(
    "pattern", [b"/" + b"*a" * 5 + b"b", b"/" + b"*a" * 10_000, b"/" + b"a*" * 8_000 + b"$", b"*" * 16_000]
)
def test_hostile_pattern_costs_no_more_steps_than_it_has_pieces(pattern: bytes) -> None:
    # A matcher that backtracks in C needs hours, and the limit of a test ends it.
    compiled = compile_pattern(pattern)
    assert lines_run(partial(compiled.matches, b"/" + b"a" * 8_000)) < 20 * (pattern.count(b"*") + 1)


@given(pattern=PATTERNS, path=PATHS)
def test_literal_pattern_is_a_prefix(pattern: bytes, path: bytes) -> None:
    assert compile_pattern(pattern, LITERAL).matches(path) == path.startswith(pattern)
    assert align(pattern, path, LITERAL).matched == path.startswith(pattern)


@given(pattern=PATTERNS, path=PATHS)
def test_dollar_is_itself_where_only_the_star_is_known(pattern: bytes, path: bytes) -> None:
    with_end = compile_pattern(pattern + b"*" if pattern.endswith(b"$") else pattern)
    assert compile_pattern(pattern, STAR_ONLY).matches(path) == with_end.matches(path)
    assert align(pattern, path, STAR_ONLY).matched == with_end.matches(path)


@given(pattern=PATTERNS, path=PATHS)
def test_earliest_match_is_a_match_and_agrees_with_its_alignment(pattern: bytes, path: bytes) -> None:
    matched = compile_pattern(pattern, EARLIEST).matches(path)
    assert not matched or compile_pattern(pattern).matches(path)
    assert align(pattern, path, EARLIEST).matched == matched


def test_bound_leaves_out_what_sorts_behind_it() -> None:
    pattern = compile_pattern(b"/a")._replace(below=b"/ab")
    assert [path for path in (b"/a", b"/aa", b"/ab", b"/b") if pattern.matches(path)] == [b"/a", b"/aa"]
