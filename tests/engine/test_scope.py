"""Which URLs a robots.txt governs: scheme, host and port."""

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.scope import governing_robots_url, governs
from tests.conformance import Row, own_rows

ROBOTS = "https://example.com/robots.txt"
URL_TEXT = st.text("htpsf:/.@#?[]%äex\\ \t\0\udc80１。0123", max_size=40)
URLS = st.one_of(
    st.text(),
    URL_TEXT,
    st.builds("{}://{}{}".format, st.sampled_from(["http", "HTTPS", "ftp", "ws", "file"]), URL_TEXT, st.text()),
    st.builds(
        "{}://{}{}/{}".format,
        st.sampled_from(["http", "https", "ftp"]),
        st.sampled_from(["a.example", "A.example", "b.example.", "ä.example", "xn--4ca.example", "[::1]", "1.2.3.4"]),
        st.sampled_from(["", ":", ":80", ":443", ":8080"]),
        URL_TEXT,
    ),
)


@pytest.mark.parametrize("row", own_rows("scope"), ids=lambda row: f"{row['robots_url']} {row['url']}")
def test_scope_is_that_of_the_documents(row: Row) -> None:
    assert governs(row["robots_url"], row["url"]) is row["governs"]


@pytest.mark.parametrize("row", own_rows("scope"), ids=lambda row: row["url"])
def test_a_url_is_governed_by_the_robots_txt_that_is_named_for_it(row: Row) -> None:
    robots = governing_robots_url(row["url"])
    assert robots is not None
    assert governs(robots, row["url"])


@pytest.mark.parametrize(
    ("url", "robots"),
    [
        ("https://example.com", ROBOTS),
        ("https://example.com/robots.txt", ROBOTS),
        ("https://EXAMPLE.com:443/a?b#c", ROBOTS),
        ("https://user:secret@example.com/private", ROBOTS),
        ("  https://example.com/a\n", ROBOTS),
        ("https://example.com:8443/", "https://example.com:8443/robots.txt"),
        ("http://example.com:443/", "http://example.com:443/robots.txt"),
        ("https://example.com./", "https://example.com./robots.txt"),
        ("http://exämple.com/ä", "http://xn--exmple-cua.com/robots.txt"),
        ("http://0xd4.96.82.21/", "http://212.96.82.21/robots.txt"),
        ("http://[0:0::1]:80/", "http://[::1]/robots.txt"),
        ("ftp://example.com:2121/pub", "ftp://example.com:2121/robots.txt"),
    ],
)
def test_robots_txt_of_a_url(url: str, robots: str) -> None:
    assert governing_robots_url(url) == robots


@pytest.mark.parametrize(
    "url",
    [
        "",
        "/path",
        "//example.com/",
        "example.com/",
        "https://",
        "https://ex ample.com/",
        "https://example.com:99999/",
        "https://1.2.3.400/",
        "file:///robots.txt",
        "ws://example.com/",
        "mailto:a@example.com",
        "blob:https://example.com/1",
        "data:text/plain,a",
        "https://\udc80.example/",
    ],
)
def test_what_has_no_robots_txt_is_governed_by_none(url: str) -> None:
    assert governing_robots_url(url) is None
    assert not governs(ROBOTS, url)
    assert not governs(url, url)


@pytest.mark.parametrize(
    "robots",
    [
        "https://example.com/",
        "https://example.com/Robots.txt",
        "https://example.com/robots.txt/",
        "https://example.com/robots.txt?version=2",
        "https://example.com//robots.txt",
        "https://example.com/a/robots.txt",
        "https://example.com./robots.txt",
    ],
)
def test_rules_elsewhere_than_at_the_top_govern_nothing_of_the_host(robots: str) -> None:
    assert not governs(robots, "https://example.com/")


@pytest.mark.parametrize(
    "robots", ["https://user@example.com/robots.txt", f"{ROBOTS}#top", "https://example.com/a/../robots.txt"]
)
def test_robots_txt_is_the_same_however_its_address_is_written(robots: str) -> None:
    assert governs(robots, "https://example.com/a")


@given(URLS, URLS)
def test_any_text_has_an_answer(robots_url: str, url: str) -> None:
    assert isinstance(governs(robots_url, url), bool)
    assert governs(robots_url, robots_url) in {False, governs(robots_url, robots_url.strip())}


@given(URLS)
def test_robots_txt_that_governs_is_its_own_and_written_as_requested(url: str) -> None:
    robots = governing_robots_url(url)
    if robots is not None:
        assert governs(robots, url)
        assert governing_robots_url(robots) == robots == ada_url.URL(robots).href


@given(URLS, URLS)
def test_one_robots_txt_governs_a_url(robots_url: str, url: str) -> None:
    if governs(robots_url, url):
        assert governing_robots_url(robots_url) == governing_robots_url(url)
