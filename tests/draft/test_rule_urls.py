"""URLs made from the rules of a file."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.draft.url_sources import MADE_OF_RULES, urls_of_rules, without_made
from robotstudio.engine.robots import Robots
from robotstudio.urls.url_builder import TYPED, url_set
from robotstudio.urls.urls import parse_list


def made(text: str) -> list[str]:
    return [url.written for url in urls_of_rules(Robots.parse(text.encode()))]


def test_each_rule_has_a_url_that_it_matches() -> None:
    text = "User-agent: *\nDisallow: /cart/\nAllow: /cart/help\nDisallow: /*?sort=\nUser-agent: GPTBot\nDisallow: /\n"
    urls = made(text)
    assert urls[:3] == ["/", "/cart/", "/cart/help"]
    assert len(urls) == 4
    assert "?sort=" in urls[3]


def test_file_without_rules_makes_none() -> None:
    assert [
        made(text) for text in ("", "User-agent: *\n", "User-agent: *\nDisallow:\n", "Sitemap: https://a.example/s")
    ] == [
        [],
        [],
        [],
        [],
    ]


def test_long_file_makes_a_few() -> None:
    text = "User-agent: *\n" + "".join(f"Disallow: /{number}/\n" for number in range(5_000))
    assert len(made(text)) == 41


@given(st.binary(max_size=300))
def test_any_bytes_make_paths_and_nothing_that_could_be_fetched(body: bytes) -> None:
    urls = urls_of_rules(Robots.parse(b"User-agent: *\nDisallow: /" + body))
    assert all(url.written.startswith("/") and url.url.startswith("/") for url in urls)


def test_own_urls_take_their_place() -> None:
    rules = urls_of_rules(Robots.parse(b"User-agent: *\nDisallow: /a\n"))
    own = url_set(parse_list("/b\n/a\n").urls, TYPED)
    assert without_made(rules) is rules
    both = without_made(rules.with_added(own))
    assert sorted(url.written for url in both) == ["/a", "/b"]
    assert [source.id for source in both.sources if source.id == MADE_OF_RULES.id] == []
