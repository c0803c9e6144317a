"""How a URL is shown in its row."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFontMetricsF

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.url_text import UrlPart, common_site, elide_middle, fit, told_apart, url_parts
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import normalise

SITE = "https://www.example.com"


@pytest.mark.parametrize(
    ("written", "base", "shown"),
    [
        ("/cart?step=2", SITE, ["/cart", "?step=2"]),
        ("https://www.example.com/cart", SITE, ["/cart"]),
        ("https://www.example.com/cart", f"{SITE}/", ["/cart"]),
        ("https://shop.example.com/cart", SITE, ["shop.example.com", "/cart"]),
        ("http://www.example.com/cart", SITE, ["http://www.example.com", "/cart"]),
        ("https://www.example.com/cart", None, ["www.example.com", "/cart"]),
        ("/cart", None, ["/cart"]),
        ("/", SITE, ["/"]),
        ("/?", SITE, ["/", "?"]),
    ],
)
def test_the_host_is_shown_where_it_is_another_one(written: str, base: str | None, shown: list[str]) -> None:
    assert [part.text for part in url_parts(normalise(written, base), base)] == shown


def test_the_query_is_quieter() -> None:
    path, query = url_parts(normalise("/a?b"), None)
    assert (path.color, query.color) == ("text", "text3")


def test_what_fits_is_left_alone() -> None:
    parts = (UrlPart("/products", "text"), UrlPart("?sort=price", "text3"))
    assert elide_middle(parts, QFontMetricsF(theme.fonts.mono(12)), 1000) == parts


def test_the_middle_goes_first_and_each_piece_keeps_its_colour() -> None:
    parts = (UrlPart("/products", "text"), UrlPart("?page=2&sort=price", "text3"))
    metrics = QFontMetricsF(theme.fonts.mono(12))
    path, query = elide_middle(parts, metrics, metrics.horizontalAdvance("x" * 21))
    assert (path.text, path.color) == ("/products", "text")
    assert (query.text, query.color) == ("?…sort=price", "text3")


def test_another_host_and_its_path_are_both_known_when_there_is_no_room() -> None:
    metrics = QFontMetricsF(theme.fonts.mono(12))
    parts = url_parts(normalise("https://shop.example.com/cart/items?utm_source=mail"), SITE)
    shown = "".join(part.text for part in fit(parts, metrics, metrics.horizontalAdvance("x" * 22)))
    assert shown == "shop….com/cart/…e=mail"
    wide = fit(parts, metrics, 2000)
    assert wide == parts


def test_the_longest_url_costs_no_more_than_what_is_shown() -> None:
    parts = (UrlPart("/" + "a" * 65_000 + "end", "text"),)
    (shown,) = elide_middle(parts, QFontMetricsF(theme.fonts.mono(12)), 150)
    assert shown.text.startswith("/a")
    assert shown.text.endswith("end")
    assert len(shown.text) < 30


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.text("ab/?ßあ", min_size=1, max_size=30), min_size=1, max_size=3),
    width=st.integers(0, 400),
)
def test_elided_text_fits_and_is_made_of_a_start_and_an_end(texts: list[str], width: int) -> None:
    metrics = QFontMetricsF(theme.fonts.mono(12))
    whole = "".join(texts)
    shown = "".join(part.text for part in elide_middle([UrlPart(text, "text") for text in texts], metrics, width))
    if shown == whole:
        assert metrics.horizontalAdvance(whole) <= width
        return
    assert shown == "…" or metrics.horizontalAdvance(shown) <= width
    head, _, tail = shown.partition("…")
    assert whole.startswith(head)
    assert whole.endswith(tail)
    assert len(head) - len(tail) in {0, 1}


def shown_apart(urls: list[str], letters: int) -> list[str]:
    """Return the texts in rows of this many letters."""
    font = theme.fonts.mono(12)
    width = QFontMetricsF(font).horizontalAdvance("x" * letters)
    rows = [url_parts(normalise(url, SITE), SITE) for url in urls]
    return ["".join(part.text for part in parts) for parts in told_apart(rows, font, [width] * len(rows))]


def test_rows_that_agree_at_both_ends_keep_that_in_which_they_differ() -> None:
    urls = [f"/products/widget-3000?{query}&currency=eur&sort=price" for query in ("id=81f3c2", "id=99a001", "page=2")]
    assert shown_apart([*urls, "/cart"], 24) == [
        "/produ…id=81f3c2…=price",
        "/produ…id=99a001…=price",
        "/product…page=2…t=price",
        "/cart",
    ]


def test_rows_of_which_one_goes_on_where_another_ends_are_told_apart() -> None:
    urls = ["/a" * 30 + "/list", "/a" * 30 + "/list/list", "/a" * 29 + "/list"]
    assert len(set(shown_apart(urls, 20))) == len(urls)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    middles=st.lists(st.text("ab/?&=1", max_size=60), min_size=2, max_size=12, unique=True),
    letters=st.integers(24, 60),
)
def test_no_two_rows_look_alike_and_each_fits(middles: list[str], letters: int) -> None:
    font = theme.fonts.mono(12)
    metrics = QFontMetricsF(font)
    width = metrics.horizontalAdvance("x" * letters)
    urls = [f"/products/of/the/year/{middle}/and/the/same/end" for middle in middles]
    rows = [tuple(part for part in (UrlPart(url, "text"),)) for url in urls]
    shown = ["".join(part.text for part in parts) for parts in told_apart(rows, font, [width] * len(rows))]
    assert all(metrics.horizontalAdvance(text) <= width for text in shown)
    assert len(set(shown)) == len(urls)


@pytest.mark.parametrize(
    ("urls", "site"),
    [
        (["https://a.example/1", "https://a.example/2", "https://b.example/1"], "https://a.example"),
        (["/1", "/2", "https://b.example/1"], ""),
        (["http://a.example"], "http://a.example"),
        ([], ""),
    ],
)
def test_the_site_of_most_urls_is_named_once(urls: list[str], site: str) -> None:
    assert common_site(as_set(normalise(url) for url in urls)) == site
