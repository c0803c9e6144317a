"""Which bytes of a URL are compared, and in which form."""

from urllib.parse import quote, unquote, unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import Robots
from robotstudio.engine.paths import (
    bytes_of,
    decoded,
    decoded_text,
    encoded,
    escape,
    google_path_of,
    normalise_percent,
    path_of,
    valid_utf8,
    written_specials,
)
from tests.conformance import field_bytes, own_rows


@pytest.mark.never_skipped
def test_path_is_what_google_cuts_out() -> None:
    for row in own_rows("path"):
        assert path_of(field_bytes(row, "url")) == field_bytes(row, "path")


@pytest.mark.never_skipped
def test_pattern_is_escaped_as_google_escapes_it() -> None:
    for row in own_rows("escape"):
        assert escape(field_bytes(row, "pattern")) == field_bytes(row, "escaped")


@given(st.binary())
def test_every_path_starts_with_a_slash(url: bytes) -> None:
    assert path_of(url).startswith(b"/")


@given(st.text())
def test_any_text_has_bytes(written: str) -> None:
    assert isinstance(bytes_of(written), bytes)


@given(st.binary())
def test_normalising_twice_changes_nothing_more(path: bytes) -> None:
    once = normalise_percent(path)
    assert normalise_percent(once) == once


def test_rule_with_an_escaped_star_or_dollar_names_the_url_that_has_it() -> None:
    assert written_specials(b"/a") == ()
    assert written_specials(b"/a%2Ab") == (b"/a\xfeb",)
    assert written_specials(b"/%24") == (b"/$*",)
    assert written_specials(b"/%24$") == (b"/$$",)
    assert set(written_specials(b"/%24/%2A")) == {b"/$/%2A", b"/%24/\xfe", b"/$/\xfe"}
    assert written_specials(b"/" + b"%24" * 9 + b"a") == (b"/" + b"$" * 9 + b"a",)


@given(st.lists(st.sampled_from(["%24", "%2A", "$", "*", "a", "/"]), max_size=3).map("".join))
def test_rule_matches_the_url_that_it_spells_with_escapes(rest: str) -> None:
    """Every `*` and `$` of a URL may be escaped in a rule, or in both; if only in the URL, it is another URL."""
    escaped = rest.replace("$", "%24").replace("*", "%2A")
    robots = Robots.parse(f"User-agent: *\nDisallow: /x{escaped}\n".encode(), "rfc9309")
    assert robots.decide(f"/x{rest}", "a").line == 2
    assert robots.decide(f"/x{escaped}", "a").line == 2


def test_google_reads_a_path_up_to_the_first_nul() -> None:
    assert google_path_of(b"https://example.com/a\0b") == b"/a"


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
    assert valid_utf8(raw).decode() == raw.decode("utf-8", "replace")
