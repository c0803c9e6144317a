"""Patterns in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.patterns import FULL, LITERAL, STAR_ONLY, Wildcards
from robotstudio.explain.pattern_words import pattern_words
from robotstudio.text.phrases import as_text


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (b"/", "Every path: they all start with /."),
        (b"*", "Every path, whatever it is."),
        (b"/cart/", "The path starts with /cart/; anything may follow."),
        (b"/cart$", "The path is exactly /cart, without a query."),
        (b"/$", "The home page only: the path is exactly /, without a query."),
        (b"/*.pdf$", "The path starts with /, then anything, then .pdf at the very end."),
        (b"/*.pdf", "The path starts with /, then anything, then .pdf; anything may follow."),
        (
            b"*/a*b",
            "The path may start with anything, then anything, then /a, then anything, then b; anything may follow.",
        ),
        (b"/a*", "The path starts with /a; anything may follow."),
        (b"/a*$", "The path starts with /a, then anything, up to the very end."),
    ],
)
def test_pattern_in_words(pattern: bytes, words: str) -> None:
    assert as_text(pattern_words(pattern, FULL)) == words


@pytest.mark.parametrize(
    ("pattern", "wildcards", "remark"),
    [
        (b"/a*b", LITERAL, "For this crawler a * is a literal star."),
        (b"/a$", STAR_ONLY, "For this crawler a $ at the end is a literal dollar sign."),
        (b"/a$b", FULL, "A $ is literal unless it is the last byte."),
        (b"a/", FULL, "Paths start with a slash. This one does not, so it matches nothing."),
    ],
)
def test_what_is_easily_misread_is_remarked(pattern: bytes, wildcards: Wildcards, remark: str) -> None:
    assert as_text(pattern_words(pattern, wildcards)).endswith(remark)


@given(st.binary(max_size=200))
def test_every_pattern_has_words(pattern: bytes) -> None:
    assert as_text(pattern_words(pattern, FULL)).isprintable()
