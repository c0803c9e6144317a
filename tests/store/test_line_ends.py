"""Mixed line ends, kept through edits."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.store.line_ends import align
from robotstudio.store.text import load, save

ends = st.sampled_from([b"\n", b"\r\n", b"\r"])
lines_with_ends = st.lists(st.tuples(st.sampled_from([b"", b"a", b"b", b"ca"]), ends), max_size=12)
few_lines = st.lists(st.sampled_from(["", "a", "b", "c", "d"]), max_size=15)

MIXED = b"one\ntwo\r\nthree\r\n\nfour\rfive\r\nsix\n\r\nend"


@given(lines_with_ends, st.data())
def test_lines_before_and_behind_an_edit_are_copied(lines: list[tuple[bytes, bytes]], data: st.DataObject) -> None:
    body = b"".join(line + end for line, end in lines)
    loaded = load(body)
    start = data.draw(st.integers(0, len(loaded.text)))
    stop = data.draw(st.integers(start, len(loaded.text)))
    saved = save(loaded.text[:start] + "X" + loaded.text[stop:], loaded.form)
    before, behind = saved.split(b"X")
    assert body.startswith(before)
    assert body.endswith(behind)


@given(lines_with_ends, st.text("ab\n", max_size=20))
def test_no_line_is_lost_where_two_line_ends_meet(lines: list[tuple[bytes, bytes]], text: str) -> None:
    body = b"".join(line + end for line, end in lines)
    assert load(save(text, load(body).form)).text == text


@pytest.mark.parametrize(
    ("old", "new", "saved"),
    [
        ("three", "3", MIXED.replace(b"three", b"3")),
        ("four\n", "four\nnew\n", MIXED.replace(b"four\r", b"four\rnew\r\n")),
        ("four\n", "", MIXED.replace(b"four\r", b"")),
        ("one\n", "new\none\n", b"new\r\n" + MIXED),
        ("end", "end\n", MIXED + b"\r\n"),
        ("three\n\nfo", "three-fo", MIXED.replace(b"\r\n\nfo", b"-fo")),
        ("three", "thr\nee", MIXED.replace(b"three", b"thr\r\nee")),
        ("four", "fo\nur", MIXED.replace(b"four", b"fo\r\nur")),
    ],
    ids=["edited in place", "inserted", "deleted", "at the start", "at the end", "joined", "split", "split before CR"],
)
def test_one_edit_leaves_the_other_line_ends(old: str, new: str, saved: bytes) -> None:
    loaded = load(MIXED)
    assert save(loaded.text.replace(old, new), loaded.form) == saved


def test_edits_at_both_ends_leave_the_line_ends_between() -> None:
    loaded = load(MIXED)
    text = "new\n" + loaded.text.replace("six\n", "six\nseven\n")
    assert save(text, loaded.form) == b"new\r\n" + MIXED.replace(b"six\n", b"six\nseven\r\n")


def test_a_cr_and_an_lf_do_not_become_one_end() -> None:
    loaded = load(b"a\rb\nc\r\nd\r\n")
    assert loaded.text == "a\nb\nc\nd\n"
    assert save("a\n\nc\nd\n", loaded.form) == b"a\r\r\nc\r\nd\r\n"


def test_undoing_an_edit_gives_the_bytes_back() -> None:
    loaded = load(MIXED)
    assert save(loaded.text + "x", loaded.form) == MIXED + b"x"
    assert save(loaded.text, loaded.form) == MIXED


@given(few_lines, few_lines)
def test_alignment_rises(old: list[str], new: list[str]) -> None:
    found = [place for place in align(old, new) if place is not None]
    assert all(left < right for left, right in pairwise(found))
    assert all(0 <= place < len(old) for place in found)


@given(few_lines)
def test_unchanged_lines_align_with_themselves(lines: list[str]) -> None:
    assert align(lines, lines) == list(range(len(lines)))


@given(st.lists(st.integers(), unique=True, max_size=20), st.data())
def test_every_line_that_is_still_there_is_found(numbers: list[int], data: st.DataObject) -> None:
    old = [f"Disallow: /{number}" for number in numbers]
    kept = data.draw(st.lists(st.booleans(), min_size=len(old), max_size=len(old)))
    expected = [place for place, is_kept in enumerate(kept) if is_kept]
    new = [old[place] for place in expected]
    assert align(old, new) == expected
