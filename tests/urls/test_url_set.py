"""A set of URLs behaves as a tuple of distinct URLs would, whatever is added or taken away."""

import gc
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.urls.url_builder import UrlSetBuilder, url_set
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import TestUrl, normalise

WRITTEN = (
    "/a",
    "/b?x=1",
    "cart",
    "example.com/x",
    "https://example.com/x",
    "/größe",
    "https://u:p@example.com/#a",
    "/a#t",
)
A, B, C = (Source(name, name.upper()) for name in "abc")

some_urls = st.lists(st.sampled_from(WRITTEN).map(normalise), max_size=12)


def distinct(*lists: list[TestUrl]) -> list[TestUrl]:
    """Each requested form once, as it was written first."""
    found: dict[str, TestUrl] = {}
    for one in lists:
        for url in one:
            found.setdefault(url.url, url)
    return list(found.values())


@given(some_urls)
def test_a_set_holds_each_url_once_as_it_was_written_first(found: list[TestUrl]) -> None:
    urls = url_set(found, A)
    assert list(urls) == distinct(found) == [urls[row] for row in range(len(urls))] == list(urls[:])
    assert [urls.position(url.url) for url in urls] == list(range(len(urls)))
    assert urls.position("/missing") is None
    assert dict(zip(urls.urls, urls.hits.tolist(), strict=True)) == Counter(url.url for url in found)


@given(some_urls, some_urls)
def test_sets_are_combined_and_taken_apart(first: list[TestUrl], second: list[TestUrl]) -> None:
    both = UrlSet.combined([url_set(first, A), url_set(second, B)])
    assert list(both) == distinct(first, second)
    assert [both[row] for row in both.rows_of(A)] == distinct(first)
    assert {both[row].url for row in both.rows_of(B)} == {url.url for url in second}
    assert both.hits.sum() == len(first) + len(second)
    assert list(both.without(B)) == distinct(first) == list(both.only(A))
    assert both.without(B) == url_set(first, A)
    assert {url.url for url in both.without(A)} == {url.url for url in second}


@given(some_urls, some_urls)
def test_a_source_that_was_read_again_takes_the_place_of_itself(first: list[TestUrl], second: list[TestUrl]) -> None:
    other = [normalise("/kept")]
    both = UrlSet.combined([url_set(first, A), url_set(other, B)])
    anew = both.replaced(A, url_set(second, A))
    assert {url.url for url in anew} == {url.url for url in second + other}
    assert sum(share.hits.sum() for share in anew.shares if share.source.id == A.id) == len(second)
    stayed = [url.url for url in anew if url in distinct(first)]
    assert stayed == [url.url for url in distinct(first) if url.url in stayed]


@given(some_urls, st.sets(st.integers(0, 5)))
def test_rows_are_removed_by_number(found: list[TestUrl], numbers: set[int]) -> None:
    urls = url_set(found, A)
    gone = {number for number in numbers if number < len(urls)}
    left = urls.without_rows(gone)
    assert list(left) == [url for row, url in enumerate(urls) if row not in gone]
    assert left.hits.tolist() == [hits for row, hits in enumerate(urls.hits) if row not in gone]
    assert left.sources == (A,)


def test_urls_of_the_same_source_are_counted_together() -> None:
    typed = url_set([normalise("/a")], A).with_added(url_set([normalise("/b"), normalise("/a")], A))
    assert (list(typed.urls), typed.hits.tolist(), typed.sources) == (["/a", "/b"], [2, 1], (A,))


def test_sets_are_equal_by_what_they_hold() -> None:
    found = [normalise(text) for text in WRITTEN]
    assert url_set(found, A) == url_set(found, A)
    assert hash(url_set(found, A)) == hash(url_set(found, A))
    assert url_set(found, A) != url_set(found, B)
    assert url_set(found, A) != url_set(found[:-1], A)


def test_positions_are_those_of_another_set() -> None:
    here, there = url_set(map(normalise, ("/a", "/b", "/c")), A), url_set(map(normalise, ("/c", "/x", "/a")), B)
    assert here.positions(there).tolist() == [2, -1, 0]


def test_a_site_before_a_path_that_was_written_costs_no_room() -> None:
    plain = url_set([normalise("/shop/a", "example.com")], A)
    assert plain[0].written == "/shop/a"
    assert plain.columns.written.memory == 8


def test_nothing_is_lost_where_hashes_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robotstudio.urls.url_columns.hash", lambda _text: 7, raising=False)
    monkeypatch.setattr("robotstudio.urls.url_builder.hash", lambda _text: 7, raising=False)
    found = [normalise(f"/{number}") for number in range(20)]
    urls = url_set(found, A)
    assert [urls.position(url.url) for url in found] == list(range(20))
    assert urls.positions(url_set(found[::-1], B)).tolist() == list(range(19, -1, -1))


def test_a_million_urls_take_a_hundred_bytes_each() -> None:
    builder = UrlSetBuilder()
    builder.add_plain(
        [f"https://www.example.com/shop/category-{n % 977}/product-{n}?color={n % 13}" for n in range(20_000)]
    )
    urls = builder.finish(A)
    assert urls.memory / len(urls) < 100


def test_no_dict_of_a_builder_grows_with_all_urls() -> None:
    """One that outgrows its room is copied at once, and holds up every other thread for as long."""
    builder = UrlSetBuilder()
    builder.add_plain(f"https://example.com/{number}" for number in range(20_000))
    held: list[object] = [vars(builder)]
    dicts = []
    while held:
        each = held.pop()
        held += [inner for inner in gc.get_referents(each) if isinstance(inner, dict | list | tuple)]
        dicts += [each] if isinstance(each, dict) else []
    assert max(map(len, dicts)) < 1000
    assert len(builder) == 20_000
