"""A password in an address is never stored, shown or printed, whoever wrote the address and however."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from robotstudio.draft.expectations import bytes_of, parse_bytes
from robotstudio.fetch.address import FetchTarget, redirect_target, robots_target, without_credentials
from robotstudio.fetch.history.store import without_secrets
from robotstudio.store.errors import BadUrlError, FileError
from robotstudio.store.userinfo import without_any_userinfo, without_typed_userinfo, without_userinfo
from robotstudio.urls.sources.reading import read_bytes
from robotstudio.urls.url_set import Source
from robotstudio.urls.urls import normalise, parse_list

SECRET = "SECRETPW"  # what no place may keep

WRITTEN = (
    "http://joe:SECRETPW@example.com/p",
    "https://SECRETPW@example.com/p",
    "HTTPS://joe:SECRETPW@EXAMPLE.com:8080/p?q#f",
    "https:joe:SECRETPW@example.com/",
    "https:/joe:SECRETPW@example.com/",
    "https:\\\\joe:SECRETPW@example.com\\p",
    "https:////joe:SECRETPW@example.com/p",
    "//joe:SECRETPW@example.com/p",
    "joe:SECRETPW@example.com/p",
    "SECRETPW@example.com/p",
    "http://joe:SECRET%50W@SECRETPW@example.com/p",
    "http://joe:SECRETPW\t@example.com/p",
    "  http://joe:SECRETPW@example.com/p",
    "http://joe:SECRETPW'@example.com/p",
    "http://joe:SECRETPW @example.com/p",
    'http://joe:SECRETPW"<>@example.com/p',
    "http://joe:x/SECRETPW@example.com/p",
    "http://joe:x?SECRETPW@example.com/p",
    "http://joe:x#SECRETPW@example.com/p",
    "ftp://joe:SECRETPW@example.com/p",
    "http://joe:SECRETPW@exa mple.com/p",
    "http://joe:SECRETPW@/p",
    "http://joe:SECRETPW@example.com:99999/p",
    "http://joe:SECRETPW@\ud800/p",
    "http://joe:SECRETPW@例え.jp/p",
    "http://joe:SECRETPW@example.com/" + "a" * 70_000,
    "http://joe:" + "SECRETPW" * 9_000 + "@example.com/",
)


def everything(text: str) -> str:
    """Return all that is stored or said about a URL as written."""
    try:
        url = normalise(text)
    except BadUrlError as error:
        return f"{error} {error.written}"
    return f"{url!r} {url.note} {url.display}"


@pytest.mark.parametrize("written", WRITTEN, ids=range(len(WRITTEN)))
def test_what_is_typed_is_kept_without_it(written: str) -> None:
    assert SECRET not in everything(written)


@pytest.mark.parametrize("written", WRITTEN, ids=range(len(WRITTEN)))
def test_what_is_imported_is_kept_without_it(written: str) -> None:
    if "\t" in written:
        pytest.skip("a tab ends the URL of a list")
    found = parse_list(f"{written}\n")
    assert SECRET not in repr(found)
    agent = f'1.2.3.4 - - [01/Jan/2025:00:00:00 +0000] "GET {written} HTTP/1.1" 200 1 "{written}" "x"\n'
    table = f"address,title\n{written},x\nhttps://example.com/,y\n"
    sitemap = f'<?xml version="1.0"?><urlset><url><loc>{written}</loc></url></urlset>'
    is_one_word = not set(written.strip()) & set(' "<>')
    log = agent if is_one_word and not written.startswith("joe") else ""  # a log of anything else has no URL
    for body in (written, table, sitemap, log):
        raw = body.encode("utf-8", "replace")
        assert SECRET not in said_of_source(raw)


def said_of_source(raw: bytes) -> str:
    """Return all that is stored or said about a source."""
    try:
        reading = read_bytes(raw, "pasted")
    except FileError as error:
        return str(error)
    return repr((list(reading.urls), reading.rejected, reading.notes, reading.source))


@pytest.mark.parametrize("written", WRITTEN[:12], ids=range(12))
def test_an_expectation_is_read_and_saved_without_it(written: str) -> None:
    line = f'allow Googlebot "{written}" by no rule  # why\r'.replace("\\", "\\\\")
    file = parse_bytes(line.encode())
    assert SECRET not in repr([each for _, each in file.expectations]) + repr(file.mistakes)
    if file.expectations:
        assert SECRET.encode() not in bytes_of(file)
        assert bytes_of(file).endswith(b"by no rule  # why\r")
        assert parse_bytes(bytes_of(file)) == file


@pytest.mark.parametrize("written", WRITTEN, ids=range(len(WRITTEN)))
def test_an_address_to_fetch_is_said_without_it(written: str) -> None:
    found = robots_target(written)
    assert SECRET not in (found.url if isinstance(found, FetchTarget) else repr(found))


@pytest.mark.parametrize("length", [10, 8_000, 8_193, 100_000])
@pytest.mark.parametrize("start", ["https://", "https:", "http:\\\\", "//"])
def test_an_address_of_any_length_loses_it(start: str, length: int) -> None:
    address = f"{start}joe:{SECRET}@example.com/{'a' * length}"
    assert SECRET not in without_credentials(address)
    assert SECRET not in without_secrets(address, 8_192)
    assert SECRET not in repr(redirect_target(address, "http://example.org/robots.txt", 301))


def test_half_a_password_does_not_stay_where_a_message_is_cut() -> None:
    address = f"https://joe:{SECRET * 100}@example.com/{'a' * 9_000}"
    assert SECRET not in repr(redirect_target(address, "http://example.org/robots.txt", 301))


def test_text_with_several_addresses_loses_each() -> None:
    text = "<https://joe:pw@a.example/x>; rel=next, <http:b:pw@b.example>, mail joe@example.com, https://m.example/@joe"
    assert without_any_userinfo(text) == (
        "<https://a.example/x>; rel=next, <http:b.example>, mail joe@example.com, https://m.example/@joe"
    )


@pytest.mark.parametrize(
    "address", ["/@joe/x", "/a@b", "a@b", "https://medium.example/@joe", "https://example.com/?a=b@c", "/x?to=//a@b"]
)
def test_other_ats_stay(address: str) -> None:
    assert without_userinfo(address) == address
    if address != "a@b":
        assert without_typed_userinfo(address) == address
        assert normalise(address).written == address


def test_a_source_is_remembered_without_it_and_a_file_by_its_name() -> None:
    source = Source(
        "1", "x", locations=("https://joe:pw@a.example/s.xml", "/home/http://joe:pw@a/x"), base="http://a:b@c/"
    )
    assert source.locations == ("https://a.example/s.xml", "/home/http://joe:pw@a/x")
    assert source.base == "http://c/"


PIECES = st.lists(
    st.sampled_from(
        ["http:", "https:", "ftp:", "mailto:", "/", "\\", "//", "@", ":", "joe", "x.com", "?", "#", "\t", " ", "%40"]
    ),
    max_size=12,
).map("".join)


@given(PIECES)
def test_nothing_is_kept_or_said_of_what_stands_before_the_at_of_an_authority(rest: str) -> None:
    for text in (
        f"http://joe:{SECRET}@h.com/{rest}",
        f"https:{rest}//{SECRET}:x@h.com/",
        f"{rest}//joe:{SECRET}@h.com",
    ):
        plain = without_any_userinfo(text.replace("\t", ""))
        assert f"//joe:{SECRET}@" not in plain
        assert f"//{SECRET}:x@" not in plain
    assert SECRET not in everything(f"http://joe:{SECRET}@h.com/{rest}")
    assert SECRET not in everything(f"http://joe:{SECRET}@{rest}h.com/")


@given(PIECES)
@example("//@/@")
@example("http://a:b@/c:d@h/")
def test_an_address_that_is_clean_is_left_alone(text: str) -> None:
    once = without_userinfo(text)
    assert without_userinfo(once) == once or "@" in once
    assert without_any_userinfo(without_any_userinfo(text)) == without_any_userinfo(text)
