"""Percent-encoding, against Python's own."""

from urllib.parse import quote, unquote, unquote_to_bytes

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.percent import decoded, decoded_text, encoded, mended

TEXTS = st.lists(st.sampled_from(["a", "/", "%", "%41", "%c3%a9", "%C3", "é", "%2F", "%zz", " ", "~", "*", "😀"])).map(
    "".join
)


@given(text=TEXTS)
def test_everything_is_decoded_as_unquote_does(text: str) -> None:
    assert decoded(text.encode()) == unquote_to_bytes(text)
    assert decoded_text(text.encode()) == unquote(text).encode()


@given(raw=st.binary(), safe=st.sampled_from(["/", "", "/%*="]))
def test_everything_is_encoded_as_quote_does(raw: bytes, safe: str) -> None:
    assert encoded(raw, safe.encode()) == quote(raw, safe=safe).encode()


def test_some_bytes_stay_escaped_in_upper_case() -> None:
    assert decoded(b"%2f%61%2F", b"/") == b"%2Fa%2F"


@given(raw=st.binary())
def test_mended_text_is_what_a_decoder_makes_of_it(raw: bytes) -> None:
    assert mended(raw).decode() == raw.decode("utf-8", "replace")
