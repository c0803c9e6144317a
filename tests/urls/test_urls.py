"""Typed, pasted and imported URLs, and what a crawler requests."""

from contextlib import suppress
from pathlib import Path

import ada_url
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from robotstudio.store.errors import BadUrlError, FileMissingError, FileTooLargeError
from robotstudio.urls.urls import (
    CHANGES,
    LENGTH_LIMIT,
    TestUrl,
    load_list,
    normalise,
    parse_list,
    robots_address,
)

url_like = st.text(
    st.sampled_from("ab./:?#%*$@[]\\ \t'é例。C3BC2eE&=-_") | st.characters(), max_size=40
) | st.from_regex(r"\A(https?://)?([a-z0-9.-]{1,12}(:[0-9]{0,6})?)?(/[a-zA-Z0-9_~!$&()*+,;=:@%./?\\#' é-]{0,30})?\Z")


def _request(written: str) -> TestUrl | None:
    try:
        return normalise(written)
    except BadUrlError:
        return None


requests = url_like.map(_request).filter(bool)

READ_AS = [
    # a path
    ("/cart?step=2", "/cart?step=2", ()),
    ("/", "/", ()),
    ("/*$", "/*$", ()),
    ("cart", "/cart", ("path",)),
    ("a/b", "/a/b", ("path",)),
    ("index.html", "/index.html", ("path",)),
    ("index.php?id=1", "/index.php?id=1", ("path",)),
    ("robots.txt", "/robots.txt", ("path",)),
    ("v1.2/x", "/v1.2/x", ("path",)),
    ("1.2.3", "/1.2.3", ("path",)),
    (".well-known/x", "/.well-known/x", ("path",)),
    ("@user/posts", "/@user/posts", ("path",)),
    ("wiki/Special:Search", "/wiki/Special:Search", ("path",)),
    ("?x=1", "/?x=1", ("path",)),
    ("*.pdf", "/*.pdf", ("path",)),
    # a host
    ("example.com/x", "https://example.com/x", ("scheme",)),
    ("www.example.com", "https://www.example.com/", ("scheme",)),
    ("example.com?x", "https://example.com/?x", ("scheme",)),
    ("//example.com/x", "https://example.com/x", ("scheme",)),
    ("//cdn/x", "http://cdn/x", ("scheme",)),
    ("localhost", "http://localhost/", ("scheme",)),
    ("localhost:8000/x", "http://localhost:8000/x", ("scheme",)),
    ("intranet:8080", "http://intranet:8080/", ("scheme",)),
    ("example.com:8443/x", "https://example.com:8443/x", ("scheme",)),
    ("192.168.1.1/x", "http://192.168.1.1/x", ("scheme",)),
    ("[::1]:8080/x", "http://[::1]:8080/x", ("scheme",)),
    ("xn--r8jz45g.xn--zckzah/x", "https://xn--r8jz45g.xn--zckzah/x", ("scheme",)),
    # a full URL
    ("https://example.com/a?b=c", "https://example.com/a?b=c", ()),
    ("http://example.com", "http://example.com/", ()),
    ("https:example.com/x", "https://example.com/x", ()),
    ("https://example.com//a", "https://example.com//a", ()),
    ("https://example.com/%zz", "https://example.com/%zz", ()),
    # what a browser changes
    ("  /a \t", "/a", ()),
    ("\ufeff/a\xa0", "/a", ()),
    ("/a#top", "/a", ("fragment",)),
    ("https://user:pw@example.com/x", "https://example.com/x", ("credentials",)),
    ("/größe?ä", "/gr%C3%B6%C3%9Fe?%C3%A4", ("encoded",)),
    ("/a b", "/a%20b", ("encoded",)),
    ("a/b c", "/a/b%20c", ("path", "encoded")),
    ("?q=a b", "/?q=a%20b", ("path", "encoded")),
    ("index.html?q=a b", "/index.html?q=a%20b", ("path", "encoded")),
    ("/a?b='", "/a?b=%27", ("encoded",)),
    ("/a/../b/./c", "/b/c", ("resolved",)),
    ("/%2e%2E/a", "/a", ("resolved",)),
    ("\\a\\b", "/a/b", ("resolved",)),
    ("https://EXAMPLE.com:443/", "https://example.com/", ("host",)),
    ("例え。jp/パス", "https://xn--r8jz45g.jp/%E3%83%91%E3%82%B9", ("scheme", "idn", "encoded")),
]

REFUSED = [
    ("", "No URL given"),
    (" \t\n", "No URL given"),
    ("#top", "is a place inside a page"),
    ("this is not a url", "“this is not a url” is not a URL: it has spaces. A path starts with “/”."),
    ("my page.html", "it has spaces"),
    ("a b/c", "it has spaces"),
    ("a\u2003b", "it has spaces"),
    ("javascript:alert(1)", "“javascript:” is not http or https"),
    ("file:///etc/passwd", "“file:” is not http or https"),
    ("C:\\robots.txt", "“c:” is not http or https"),
    ("mailto:info@example.com", "“mailto:” is not http or https"),
    ("https://", "it has no host"),
    ("https://exa mple.com/", "the host “exa mple.com” contains a space"),
    ("https://example.com:99999/", "the port “99999” is larger than 65535"),
    ("https://a..b/", "“a..b” cannot be a host name"),
    (f"https://{'a' * 64}.com/", "cannot be a host name"),
    (f"https://{'a.' * 127}com/", "cannot be a host name"),
    ("https://1.2.3.400/", "“1.2.3.400” cannot be a host name"),
    ("/\ud800", "half a character"),
    ("/.//a", "starts with two slashes"),
    ("/" + "a" * LENGTH_LIMIT, "has 65,537 characters"),
]


@pytest.mark.parametrize(("written", "url", "changes"), READ_AS)
def test_what_is_written_is_read_as_a_browser_would(written: str, url: str, changes: tuple[str, ...]) -> None:
    found = normalise(written)
    assert (found.url, found.changes) == (url, changes)
    assert found.note is None or url in str(found.note)


@pytest.mark.parametrize(("written", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_what_no_crawler_could_request_is_refused_with_a_sentence(written: str, sentence: str) -> None:
    with pytest.raises(BadUrlError, match=sentence) as caught:
        normalise(written)
    assert len(str(caught.value)) < 250


@given(url_like)
def test_nothing_but_bad_url_error_comes_out(written: str) -> None:
    for read in (normalise, robots_address):
        with suppress(BadUrlError):
            assert read(written)


@given(url_like)
def test_every_refusal_can_be_shown(written: str) -> None:
    for line in parse_list(written).rejected:
        assert str(line.why).encode()


@given(requests)
def test_a_request_is_what_a_browser_would_send(found: TestUrl) -> None:
    full = found.url if found.host else f"https://host.invalid{found.url}"
    assert ada_url.URL(full).href == full
    assert full.endswith(found.path)


@given(requests)
def test_a_request_is_requested_as_it_is(found: TestUrl) -> None:
    assert (normalise(found.url).url, normalise(found.url).changes) == (found.url, ())


@given(requests)
def test_what_is_displayed_can_be_typed_again(found: TestUrl) -> None:
    assume(not found.path.startswith("//"))
    assert normalise(found.display).path == found.path


def test_a_path_is_displayed_in_letters_and_requested_in_bytes() -> None:
    found = normalise("/größe?ä=1")
    assert (found.display, found.path) == ("/größe?ä=1", "/gr%C3%B6%C3%9Fe?%C3%A4=1")


@pytest.mark.parametrize("path", ["/%C3", "/%C2%A0", "/%E2%80%AE", "/%c3%bc", "/%2F%41"])
def test_bytes_that_cannot_be_read_are_displayed_as_bytes(path: str) -> None:
    assert normalise(path).display == path


def test_a_path_belongs_to_the_site_that_is_given() -> None:
    found = normalise("/a?b", base="www.example.com/any/page")
    assert (found.url, found.host, found.path) == ("https://www.example.com/a?b", "www.example.com", "/a?b")
    assert normalise("/.//a", base="example.com").url == "https://example.com//a"
    assert normalise("https://other.example/x", base="example.com").host == "other.example"


def test_the_note_names_every_change() -> None:
    note = "Requested as https://example.com/%C3%A4: https:// added; the part after # is never sent; characters as"
    assert str(normalise("example.com/ä#x").note).startswith(note)
    assert set(CHANGES) == {change for _, _, changes in READ_AS for change in changes}


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("example.com", "https://example.com/robots.txt"),
        ("https://example.com/any/page?x#y", "https://example.com/robots.txt"),
        ("http://example.com:8080/x", "http://example.com:8080/robots.txt"),
        ("http://example.com:80", "http://example.com/robots.txt"),
        ("https://user:pw@example.com/", "https://example.com/robots.txt"),
        ("Exämple.com", "https://xn--exmple-cua.com/robots.txt"),
        ("//example.com", "https://example.com/robots.txt"),
        ("localhost:8000", "http://localhost:8000/robots.txt"),
        ("http://intranet/", "http://intranet/robots.txt"),
        (" 192.168.1.1 ", "http://192.168.1.1/robots.txt"),
        ("https://example.com/robots.txt", "https://example.com/robots.txt"),
    ],
)
def test_a_site_or_any_of_its_pages_leads_to_its_robots_txt(written: str, address: str) -> None:
    assert robots_address(written) == address


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("", "No address given. Enter a site such as example.com."),
        ("cart", "“cart” is not a site"),
        ("/cart", "“/cart” is not a site"),
        ("index.html", "“index.html” is not a site"),
        ("#", "“#” is not a site"),
        ("file:///robots.txt", "“file:” is not http or https"),
        ("javascript:alert(1)", "“javascript:” is not http or https"),
        ("exa mple.com", "contains a space"),
        ("https://", "it has no host"),
    ],
)
def test_an_address_of_no_site_is_refused_with_a_sentence(written: str, sentence: str) -> None:
    with pytest.raises(BadUrlError, match=sentence):
        robots_address(written)


def test_a_list_has_each_url_once_and_in_order() -> None:
    found = parse_list("# shop\r\n/b\r\n\r\n  /a  \r/b\nhttps://example.com/a\nexample.com/a\n")
    assert [url.url for url in found.urls] == ["/b", "/a", "https://example.com/a"]
    assert found.repeated == 2
    assert found.rejected == ()


def test_a_line_that_is_no_url_is_told_with_its_number() -> None:
    found = parse_list("/a\nftp://example.com/x\n/b")
    assert [url.url for url in found.urls] == ["/a", "/b"]
    sentence = "“ftp://example.com/x” is not a web address: “ftp:” is not http or https. A path starts with “/”."
    (line,) = found.rejected
    assert (line.number, line.text, str(line.why)) == (2, "ftp://example.com/x", sentence)


def test_the_first_column_of_a_table_is_read() -> None:
    assert [url.url for url in parse_list("/a\t12\t0.3\n\t/b\n").urls] == ["/a", "/b"]


def test_paths_of_a_list_belong_to_its_site() -> None:
    assert parse_list("/a", base="example.com").urls[0].url == "https://example.com/a"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_a_list_is_read_in_the_encodings_of_other_programs(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "urls.txt"
    path.write_bytes("/größe\r\n/b\r\n".encode(encoding))
    assert [url.url for url in load_list(path).urls] == ["/gr%C3%B6%C3%9Fe", "/b"]


def test_a_list_that_cannot_be_read_is_an_error_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        load_list(tmp_path / "urls.txt")
    (tmp_path / "urls.txt").write_bytes(b"/a\n/b\n")
    with pytest.raises(FileTooLargeError):
        load_list(tmp_path / "urls.txt", limit=5)


@given(st.binary())
def test_any_bytes_are_a_list(tmp_path_factory: pytest.TempPathFactory, body: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_bytes(body)
    found = load_list(path)
    assert len({url.url for url in found.urls}) == len(found.urls)


@given(url_like)
def test_a_full_url_is_split_where_the_parser_splits_it(written: str) -> None:
    full = f"https://{written}"
    try:
        parsed = ada_url.URL(full)
        found = normalise(full)
    except (ValueError, BadUrlError):
        return
    assert found.host == parsed.host
    assert found.path == parsed.pathname + parsed.search
    assert ("credentials" in found.changes) == bool(parsed.username or parsed.password)
