"""Which octets of a URL are compared, and in which form."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.paths import escape, google_path_of, normalise_path, normalise_pattern, path_of
from robotstudio.engine.paths import octets as octets_of
from tests.conformance import octets, shared_rows


def test_path_is_what_google_cuts_out() -> None:
    for row in shared_rows("path-public"):
        assert path_of(octets(row, "url")) == octets(row, "path")


def test_pattern_is_escaped_as_google_escapes_it() -> None:
    for row in shared_rows("escape-public"):
        assert escape(octets(row, "pattern")) == octets(row, "escaped")


@given(st.binary())
def test_every_path_starts_with_a_slash(url: bytes) -> None:
    assert path_of(url).startswith(b"/")


@given(st.text())
def test_any_text_has_octets(written: str) -> None:
    assert isinstance(octets_of(written), bytes)


@given(st.binary())
def test_normalising_twice_changes_nothing_more(path: bytes) -> None:
    once = normalise_path(path)
    assert normalise_path(once) == once


def test_dollar_keeps_its_meaning_only_at_the_end_of_a_pattern() -> None:
    assert normalise_pattern(b"/a$b$") == b"/a%24b$"


def test_google_reads_a_path_up_to_the_first_nul() -> None:
    assert google_path_of(b"https://example.com/a\0b") == b"/a"
