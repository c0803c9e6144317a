"""URLs are split and joined as in Python 3.11's urllib.parse."""

from urllib.parse import urlsplit, urlunsplit

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from robotstudio.engine.urls import joined, split_url, without_empty_parts

PIECES = ["http", "mailto", ":", "/", "//", "a", "?", "#", ";", "x=1", " ", "\t", "é", ".", "+"]
URLS = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)


@given(url=URLS)
def test_parts_are_those_of_urllib(url: str) -> None:
    parts, expected = split_url(url.encode()), urlsplit(url)
    assert (parts.scheme.decode(), (parts.host or b"").decode()) == (expected.scheme, expected.netloc)
    assert (parts.path.decode(), (parts.query or b"").decode()) == (expected.path, expected.query)
    assert (parts.fragment or b"").decode() == expected.fragment


@pytest.mark.skipif(
    urlunsplit(("", "", "//x", "", "")) != "//x", reason="this Python joins slashes otherwise (gh-67693)"
)
@given(url=URLS)
def test_url_without_empty_parts_is_joined_like_urllib(url: str) -> None:
    assume(";" not in url)
    assert joined(without_empty_parts(split_url(url.encode()))).decode() == urlunsplit(urlsplit(url))


@pytest.mark.parametrize(
    ("url", "shorter"), [("/a;", "/a"), ("/a;?x", "/a?x"), ("/a;;", "/a;;"), ("/a;b/c", "/a;b/c"), ("x:a;", "x:a;")]
)
def test_empty_path_parameters_are_dropped(url: str, shorter: str) -> None:
    assert joined(without_empty_parts(split_url(url.encode()))).decode() == shorter


def test_brackets_raise_nothing() -> None:
    assert split_url(b"http://[::1/a").path == b"/a"
