"""The intersection of two globs is what both of them match, and nothing else."""

import re
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.patterns import compile_pattern
from robotstudio.engine.proof.budget import Budget, ExhaustedError
from robotstudio.engine.proof.globs import STAR, filler_for, glob_of, instance, meet
from tests.engine.proof.pairs import short_urls, stopped

GLOBS = st.text("ab/*", max_size=5).map(lambda text: re.sub(r"\*+", STAR, text))
TEXTS = ["", *(url[1:] for url in short_urls(7, "ab"))]


def matches(glob: str, text: str) -> bool:
    return re.fullmatch("".join(".*" if letter == STAR else re.escape(letter) for letter in glob), text) is not None


@pytest.mark.parametrize("every", [False, True])
@given(one=GLOBS, other=GLOBS)
def test_two_globs_meet_in_what_both_match(one: str, other: str, every: bool) -> None:
    common = meet(one, other, Budget(clock=stopped), every=every)
    for text in TEXTS:
        assert any(matches(glob, text) for glob in common) == (matches(one, text) and matches(other, text))


@given(globs=st.lists(GLOBS, min_size=1, max_size=4))
def test_a_glob_that_matches_the_instance_of_another_matches_all_of_it(globs: list[str]) -> None:
    filler = filler_for(globs, "ab")
    if filler is None:
        return
    of = globs[0]
    path = instance(of, filler).decode("latin-1")
    for glob in globs:
        if matches(glob, path):
            assert all(matches(glob, text) for text in TEXTS if matches(of, text))


def test_a_letter_that_no_piece_touches_is_repeated_until_none_has_it() -> None:
    assert filler_for([f"/axxb{STAR}"], "xz") == "z"
    assert filler_for([f"/axxb{STAR}"], "x") == "xxx"
    assert filler_for([f"/x{STAR}"], "x") is None


def test_a_pattern_is_a_glob_that_matches_to_the_end() -> None:
    assert glob_of(compile_pattern(b"/a")) == f"/a{STAR}"
    assert glob_of(compile_pattern(b"/a$")) == "/a"
    assert glob_of(compile_pattern(b"/a**b*c$")) == f"/a{STAR}b{STAR}c"


def test_globs_that_meet_in_too_many_ways_exhaust_the_work() -> None:
    one, other = (STAR + STAR.join(letters) + STAR for letters in ("abcdefghij", "klmnopqrst"))
    with pytest.raises(ExhaustedError):
        meet(one, other, Budget(clock=stopped, most_work=10_000))


def test_overlaps_of_long_pieces_are_counted_before_they_are_made() -> None:
    one, other = (STAR + text * 8_000 + STAR for text in ("ab", "ba"))
    tracemalloc.start()
    with pytest.raises(ExhaustedError):
        meet(one, other, Budget(clock=stopped), every=True)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100_000_000
