"""Many strings in one buffer equal the strings."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.bulk.texts import Texts

texts = st.lists(st.text(st.characters(codec=None), max_size=6))


@given(texts)
def test_strings_come_back_one_by_one_and_in_slices(given_texts: list[str]) -> None:
    kept = Texts.of(given_texts)
    assert list(kept) == given_texts == [kept[row] for row in range(len(kept))]
    assert kept[1:] == tuple(given_texts[1:])


@given(texts, texts)
def test_strings_are_joined_and_picked(first: list[str], second: list[str]) -> None:
    whole = Texts.of(first).followed_by(Texts.of(second))
    assert whole == Texts.of(first + second) == Texts.joined_from([Texts.of(first), Texts.of(second)])
    mask = np.array([place % 3 == 1 for place in range(len(whole))], np.bool_)
    assert list(whole.kept(mask)) == [text for place, text in enumerate(first + second) if place % 3 == 1]
