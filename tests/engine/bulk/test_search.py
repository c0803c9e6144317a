"""Searching all paths finds the rows that `Pattern.matches` finds, however many there are."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine.bulk import search
from robotstudio.engine.bulk.search import PatternSearch
from robotstudio.engine.bulk.sorted_paths import SortedPaths
from robotstudio.engine.cancelling import go_on
from robotstudio.engine.patterns import EARLIEST, FULL, LITERAL, Wildcards, compile_pattern

PATHS = st.lists(st.text("ab/", max_size=8).map(str.encode), max_size=40)
PATTERNS = st.text("ab/*$", max_size=8).map(str.encode)


def paths_of(texts: Sequence[bytes]) -> SortedPaths:
    distinct = sorted(set(texts))
    return SortedPaths(b"".join(distinct), np.cumsum([0, *map(len, distinct)]))


def found_rows(paths: SortedPaths, text: bytes, wildcards: Wildcards = FULL) -> list[int]:
    rows = PatternSearch(paths).rows(compile_pattern(text, wildcards), go_on)
    return [] if rows is None else np.arange(len(paths))[rows].tolist()


@pytest.mark.parametrize("few", [0, 256], ids=["together", "one by one"])
@pytest.mark.parametrize("at_once", [5, 1 << 22])
@pytest.mark.parametrize("wildcards", [FULL, EARLIEST, LITERAL])
def test_search_finds_what_matches(
    few: int, at_once: int, wildcards: Wildcards, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "_FEW", few)
    monkeypatch.setattr(search, "_AT_ONCE", at_once)

    @given(PATHS, PATTERNS)
    @settings(max_examples=40)
    def check(texts: list[bytes], text: bytes) -> None:
        paths, pattern = paths_of(texts), compile_pattern(text, wildcards)
        assert found_rows(paths, text, wildcards) == [row for row, path in enumerate(paths) if pattern.matches(path)]

    check()


HARD = (b"/*" + b"a*" * 5 + b"b", b"/" + b"*a" * 10_000, b"/*" + b"a" * 16_384, b"/" + b"*ab" * 30 + b"$", b"/*a" * 700)


@pytest.mark.parametrize("text", HARD, ids=["stars", "10,000 stars", "16 KiB", "anchored", "2 KiB"])
def test_hard_patterns(text: bytes) -> None:
    paths = paths_of([b"/" + b"a" * (number % 97) + b"ab" * (number % 31) + b"%d" % number for number in range(900)])
    pattern = compile_pattern(text)
    assert found_rows(paths, text) == [row for row, path in enumerate(paths) if pattern.matches(path)]


def test_pattern_is_not_found_across_two_paths() -> None:
    paths = paths_of([b"/%dx" % number for number in range(400, 900)])
    assert found_rows(paths, b"/*x/") == []
    assert found_rows(paths, b"*x*/4") == []


def test_neighbours_are_a_slice() -> None:
    paths = paths_of([b"/a1", b"/a2", b"/b"])
    assert PatternSearch(paths).rows(compile_pattern(b"/*a"), go_on) == slice(0, 2)
    assert PatternSearch(paths).rows(compile_pattern(b"/*c"), go_on) is None
