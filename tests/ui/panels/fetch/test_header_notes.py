"""Explanations of headers, one table row each; any value is accepted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.ui.panels.fetch.answer_rows import _LAST_HOP, _REDIRECT_HOP, header_note, span
from tests.ui.panels.fetch.evidences import SUCCESS


@pytest.mark.parametrize(
    ("name", "value", "note"),
    [
        ("content-type", "text/plain; charset=utf-8", "as required"),
        ("content-type", "text/plain", "as required"),
        ("content-type", 'TEXT/Plain;charset="UTF-8"', "as required"),
        ("content-type", "text/plain; charset=iso-8859-1", "read as UTF-8 anyway"),
        ("content-type", "text/html", "not text/plain"),
        ("content-type", "", "not text/plain"),
        ("content-length", "2143", "body complete"),
        ("content-length", "5000", "2,143 B received"),
        ("content-length", "many", "not a number"),
        ("content-length", "٣", "not a number"),
        ("cache-control", "public, max-age=3600", "cached for up to 1 h"),
        ("cache-control", "max-age=604800", "cached for up to 7 days"),
        ("cache-control", "no-store", "must not be cached"),
        ("cache-control", "max-age=x", ""),
        ("age", "0", "from the origin"),
        ("age", "300", "in a cache for 5 min"),
        ("last-modified", "Wed, 18 Nov 2026 09:12:00 GMT", "2 days ago"),
        ("last-modified", "Wed, 18 Nov 2036 09:12:00 GMT", "in the future"),
        ("last-modified", "yesterday", "not a date"),
        ("retry-after", "120", "in 2 min"),
        ("retry-after", "Fri, 20 Nov 2026 16:32:08 GMT", "in 4 h"),
        ("retry-after", "Thu, 01 Jan 1970 00:00:00 GMT", "in 0 s"),
        ("retry-after", "later", ""),
        ("location", "https://example.com/", "not followed"),
        ("x-robots-tag", "noindex", "no effect on this file"),
        ("server", "nginx", ""),
    ],
)
def test_note_of_a_header_of_the_last_hop(name: str, value: str, note: str) -> None:
    assert header_note(name, value, SUCCESS, is_last=True) == note


def test_coding_tells_the_size_it_was_decoded_to() -> None:
    evidence = replace(SUCCESS, wire_size=100, size=2143)
    assert header_note("content-encoding", "br", evidence, is_last=True) == "decoded to 2,143 B"


def test_redirect_notes_are_not_about_the_body() -> None:
    assert header_note("location", "https://example.com/", SUCCESS, is_last=False) == "followed"
    assert header_note("content-type", "text/html", SUCCESS, is_last=False) == ""


@given(st.sampled_from(sorted({*_LAST_HOP, *_REDIRECT_HOP})), st.text(max_size=60), st.booleans())
def test_any_value_is_survived(name: str, value: str, is_last: bool) -> None:
    assert len(header_note(name, value, SUCCESS, is_last=is_last)) < 60


@given(st.text(alphabet="WedMonNov 0123456789:+-GMT,()", max_size=40))
def test_any_date_is_survived(value: str) -> None:
    assert header_note("last-modified", value, SUCCESS, is_last=True)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (60, "1 min"), (119, "119 s"), (120, "2 min"), (3600, "1 h"), (5400, "90 min"), (86_400, "24 h")],
)
def test_span_takes_the_largest_unit_of_which_there_are_two(seconds: int, words: str) -> None:
    assert span(seconds) == words


def test_span_of_any_number_is_survived() -> None:
    assert span(999_999_999_999).endswith("days")
