"""Where the URLs that change were found."""

from robotstudio.draft.changes.comparison import source_kinds
from robotstudio.engine.changes import Change
from robotstudio.urls.url_builder import as_set, url_set
from robotstudio.urls.url_set import Source
from robotstudio.urls.urls import parse_list
from tests.draft.changes.comparisons import compared, question

SITEMAP, ODD = Source("s", "sitemap.xml", "sitemap"), Source("o", "odd", "odd")


def test_each_url_has_the_kinds_of_all_its_sources() -> None:
    urls = as_set(parse_list("/\n/cart/").urls).with_added(url_set(parse_list("/cart/\n/x").urls, SITEMAP))
    found = source_kinds(urls)
    assert [found.kinds(place) for place in range(4)] == [("typed",), ("sitemap", "typed"), ("sitemap",), ()]
    assert found.is_telling


def test_what_was_only_typed_tells_nothing() -> None:
    assert not source_kinds(as_set(parse_list("/").urls)).is_telling


def test_kind_that_is_not_known_counts_as_a_list() -> None:
    assert source_kinds(url_set(parse_list("/").urls, ODD)).kinds(0) == ("list",)


def test_urls_of_sitemaps_are_counted_by_what_becomes_of_them() -> None:
    written = ("/", "/cart/", "/cart/items/1", "/docs/start")
    urls = as_set(parse_list("/cart/items/2").urls).with_added(url_set(parse_list("\n".join(written)).urls, SITEMAP))
    assert compared(question(urls=urls)).in_sitemaps == {Change.BLOCKED: 2, Change.ALLOWED: 1}
    assert compared(question()).in_sitemaps == {}
