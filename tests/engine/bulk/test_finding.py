"""Searching many texts for words."""

from fnmatch import fnmatchcase

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.bulk import Texts, mask_found

_TEXTS = st.lists(st.text("abAB/", max_size=6), max_size=6)
_WORDS = st.lists(st.text("ab/*", min_size=1, max_size=4), max_size=2)


@given(texts=_TEXTS, words=_WORDS)
def test_a_text_is_found_that_holds_every_word_with_stars_for_anything(texts: list[str], words: list[str]) -> None:
    found = mask_found(Texts.of(texts), words).tolist()
    assert found == [all(fnmatchcase(text.lower(), f"*{word}*") for word in words) for text in texts]


def test_a_match_does_not_run_from_one_text_into_the_next() -> None:
    assert mask_found(Texts.of(["/a", "b/"]), ["ab"]).tolist() == [False, False]


def test_letters_are_found_where_they_are_encoded() -> None:
    texts = Texts.of(["/stra%C3%9Fe", "/strasse", "/%C3%84pfel"])
    assert mask_found(texts, ["straße"]).tolist() == [True, False, False]
    assert mask_found(texts, ["äpfel"]).tolist() == [False, False, True]
