"""Credentials and cookies are not kept, whatever else an answer holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.fetch.history.model import HistoryLimits
from robotstudio.fetch.history.store import stored_headers, without_secrets

# Each row: a text of an answer, and what is kept of it.
TEXTS: tuple[tuple[str, str], ...] = (
    ("https://bob:secret@example.com/a", "https://example.com/a"),
    ("https://secret@example.com", "https://example.com"),
    ("//bob:secret@example.com/", "//example.com/"),
    ("https://bob:sec@ret@example.com/", "https://example.com/"),
    ("https://bob:\\secret@example.com/", "https://example.com/"),
    ("https://CORP\\bob:secret@example.com/", "https://example.com/"),
    ("<https://a:b@x/>; rel=a, <https://c:d@y/>; rel=b", "<https://x/>; rel=a, <https://y/>; rel=b"),
    ("https://example.com/@someone", "https://example.com/@someone"),
    ("https://example.com/?mail=a@b", "https://example.com/?mail=a@b"),
    ("someone@example.com", "someone@example.com"),
    ("ftp://anonymous:me@ftp.example/", "ftp://ftp.example/"),
)
# A backslash ends the host for a browser, like a slash: what stands behind it is a path.
part = st.text(
    st.characters(exclude_characters="/\\?#@<>\"' \t\r\n", exclude_categories=("Zs", "Zl", "Zp", "Cc", "Cs"))
)


@pytest.mark.parametrize(("text", "kept"), TEXTS)
def test_an_address_loses_its_credentials(text: str, kept: str) -> None:
    assert without_secrets(text, 1000) == kept


def test_a_cut_leaves_no_half_of_a_password() -> None:
    assert without_secrets("https://bob:secret@example.com/", 15) == "https://example"


# A backslash that a name begins with is one of the slashes behind the scheme, as for a browser.
@given(part.filter(lambda name: not name.startswith("\\")), part, part.filter(bool))
def test_whatever_the_credentials_are(name: str, word: str, host: str) -> None:
    assert without_secrets(f"https://{name}:{word}@{host}/x", 10_000) == f"https://{host}/x"


@given(st.text(), st.integers(0, 50))
def test_no_text_is_longer_than_its_bound_nor_changed_twice(text: str, most: int) -> None:
    kept = without_secrets(text, most)
    assert len(kept) <= most
    assert without_secrets(kept, most) == kept


@pytest.mark.parametrize("text", ["//" + "a" * 100_000, "//a" * 30_000, "//" + "a@" * 50_000, "/" * 100_000])
def test_a_hostile_text_is_read_to_its_end(text: str) -> None:
    # What looks at every byte from every other needs hours, and the limit of a test ends it.
    assert len(without_secrets(text, 100_000)) <= 100_000


def test_a_hundred_thousand_headers_are_bounded() -> None:
    limits = HistoryLimits()
    headers = (*[("Set-Cookie", "a=b")] * 100_000, ("X" * 1000, "a"), ("ETag", "x" * 10_000))
    assert stored_headers(headers, limits) == (("etag", "x" * limits.header_bytes),)
