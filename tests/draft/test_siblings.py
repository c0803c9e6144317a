"""Missing siblings: which near forms of blocked URLs are allowed, and which lines block them."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.draft.siblings import MissingSibling, SiblingKind, missing_siblings, scope_words
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import CrawlerView, crawler_for
from robotstudio.engine.revision import with_lines
from robotstudio.engine.robots import FileVersion

SITE = "https://a.example"


def readers(*tokens: str) -> list[CrawlerView]:
    crawlers = map(crawler_for, tokens)
    return [CrawlerView(each.token, each.dialect, each.agent, each) for each in crawlers]


def found(rules: str, *urls: str, tokens: Sequence[str] = ("Googlebot",), at: str = "") -> tuple[MissingSibling, ...]:
    """Return what the rules of everyone's group miss among some URLs."""
    body = "\n".join(["User-agent: *", *rules.split("; "), ""]).encode()
    return missing_siblings(FileVersion(body), UrlTable(urls), readers(*tokens), at)


def kinds(rules: str, *urls: str) -> dict[SiblingKind, tuple[int, tuple[str, ...]]]:
    """Return for each kind the number of URLs, and the patterns that close them."""
    return {each.kind: (each.urls, each.patterns) for each in found(rules, *urls)}


@pytest.mark.parametrize(
    ("rules", "urls", "kind", "patterns"),
    [
        ("Disallow: /panel", ["/tr/panel", "/tr/x", "/de/x"], SiblingKind.LANGUAGE, ("/tr/panel",)),
        ("Disallow: /panel", ["/tr/panel/a", "/en-gb/panel"], SiblingKind.LANGUAGE, ("/*/panel",)),
        ("Disallow: /panel", ["/pt_BR/panel"], SiblingKind.LANGUAGE, ("/pt_BR/panel",)),
        ("Disallow: /en/panel", ["/en/x", "/de/panel"], SiblingKind.LANGUAGE, ("/de/panel",)),
        ("Disallow: /panel", ["/Panel", "/PANEL/a"], SiblingKind.CASE, ("/PANEL", "/Panel")),
        ("Disallow: /*/Edit/", ["/page/edit/1"], SiblingKind.CASE, ("/*/edit/",)),
        ("Disallow: /panel/", ["/panel"], SiblingKind.SLASH, ("/panel$",)),
        ("Disallow: /panel/", ["/panel", "/panel?a=1"], SiblingKind.SLASH, ("/panel$", "/panel?")),
        ("Disallow: /panel$", ["/panel/"], SiblingKind.SLASH, ("/panel/$",)),
        ("Disallow: /shop/cart", ["/shop//cart", "//shop/cart"], SiblingKind.DOUBLED, ("//shop/cart", "/shop//cart")),
        ("Disallow: /panel", ["/p%61nel/x"], SiblingKind.ENCODING, ("/p%61nel",)),
        ("Disallow: /*?sort=", ["/a?page=2&sort=x"], SiblingKind.PARAMETERS, ("/*?*&sort=",)),
        ("Disallow: /product", ["/tr/products/a", "/de/x"], SiblingKind.LANGUAGE, ("/tr/product",)),
    ],
)
def test_each_kind_has_a_count_and_the_narrowest_patterns(
    rules: str, urls: list[str], kind: SiblingKind, patterns: tuple[str, ...]
) -> None:
    [one] = found(rules, *(SITE + url for url in urls))
    assert (one.kind, one.patterns) == (kind, patterns)
    assert one.line == 2
    assert one.examples[0].removeprefix(SITE) in urls


@pytest.mark.parametrize(
    ("rules", "urls"),
    [
        ("Disallow: /panel; Allow: /tr/panel", ["/tr/panel", "/de/x"]),  # it is meant
        ("Disallow: /panel; Allow: /panel/open", ["/tr/panel/open", "/de/x"]),  # so is its near form
        ("Disallow: /panel", ["/in/panel", "/in/a", "/a"]),  # two letters alone may be a folder
        ("Disallow: /se", ["/de/sell", "/tr/x"]),  # the beginning of another word
        ("Disallow: /global", ["/de/globalhorizons", "/tr/x"]),
        ("Disallow: /render", ["/Rendering-tutorials/8.html"]),
        ("Disallow: /css", ["/CSS-tutorials/447.html"]),
        ("Disallow: /de/", ["/fr/x", "/de/x"]),  # a whole language is blocked, and others are not
        ("Disallow: /*SIT*", ["/university", "/my-sit-on-top"]),
        ("Disallow: /*?f*", ["/a?b=1&first=2"]),
        ("Disallow: /index.php/", ["/index.php?a=1"]),
        ("Disallow: /", ["/Panel"]),
        ("Disallow:", ["/Panel"]),
        ("Disallow: /panel", ["/panels", "/x/panel", "/"]),
        ("Disallow: /panel; Disallow: /Panel", ["/Panel"]),
    ],
)
def test_coincidences_and_what_is_meant_are_not_reported(rules: str, urls: list[str]) -> None:
    assert found(rules, *(SITE + url for url in urls)) == ()


@pytest.mark.parametrize(
    ("rules", "urls", "missed", "patterns"),
    [
        ("Disallow: /search", ["/es/search?q=a", "/pt-br/search?q=a", "/es/about"], 2, ("/*/search",)),
        ("Disallow: /dashboard", ["/en/dashboard", "/de/dashboard", "/en/company/x"], 2, ("/*/dashboard",)),
        ("Allow: /; Disallow: /account/", ["/en-US/account/login", "/en-US/survey"], 1, ("/en-US/account/",)),
        ("Disallow: /affiliates/terms", ["/zh-CN/affiliates/terms", "/zh-CN/"], 1, ("/zh-CN/affiliates/terms",)),
        ("Disallow: /cart; Disallow: it/cart", ["/it/cart", "/it/a", "/a", "/it/b", "/b"], 1, ("/it/cart",)),
    ],
    ids=["openverse-4204", "jobseek-2234", "devographics-543", "comfyui-11954", "nopcommerce-1710"],
)
def test_faults_that_people_reported_are_found(
    rules: str, urls: list[str], missed: int, patterns: tuple[str, ...]
) -> None:
    assert kinds(rules, *(SITE + url for url in urls)) == {SiblingKind.LANGUAGE: (missed, patterns)}


def test_allow_for_the_whole_site_means_no_url_in_particular() -> None:
    assert kinds("Allow: /; Disallow: /panel", f"{SITE}/Panel") == {SiblingKind.CASE: (1, ("/Panel",))}


def test_other_hosts_of_the_site_are_named_without_a_pattern_and_strangers_are_left_out() -> None:
    urls = [f"{SITE}/", f"{SITE}/x", "https://m.a.example/panel", "https://other.example/panel"]
    [one] = found("Disallow: /panel", *urls)
    assert (one.kind, one.urls, one.examples, one.patterns) == (SiblingKind.HOST, 1, (urls[2],), ())
    assert "robots.txt of that host" in scope_words(one)


def test_address_of_the_file_says_which_host_is_the_site() -> None:
    urls = [f"{SITE}/Panel", "https://m.a.example/Panel", "https://m.a.example/x"]
    [one] = found("Disallow: /panel", *urls, at=f"{SITE}/robots.txt")
    assert one.examples == (urls[0],)


def test_wide_pattern_is_not_offered_if_it_blocks_another_url() -> None:
    urls = [f"{SITE}/{path}" for path in ("de/panel", "tr/panel", "deep/down/panel")]
    assert kinds("Disallow: /panel", *urls) == {SiblingKind.LANGUAGE: (2, ("/de/panel", "/tr/panel"))}


def test_nothing_is_offered_if_all_patterns_block_another_url() -> None:
    urls = [f"{SITE}/{path}" for path in ("de/panel/x", "de/panel/open", "tr/x")]
    [one] = found("Disallow: /panel; Allow: /panel/open", *urls)
    assert (one.urls, one.patterns) == (1, ())
    assert scope_words(one).startswith("No pattern blocks all of these")


def test_scope_says_what_patterns_block_among_all_possible_urls() -> None:
    de, tr = f"{SITE}/de/panel", f"{SITE}/tr/panel"
    [exact] = found("Disallow: /panel", de, f"{SITE}/tr/x")
    [wide] = found("Disallow: /panel", de, tr)
    [opened] = found("Disallow: /panel; Allow: /panel/open", de, f"{SITE}/tr/x")
    assert (exact.is_exact, wide.is_exact, opened.is_exact) == (True, False, False)
    assert wide.witness
    assert wide.witness in scope_words(wide)
    assert scope_words(exact) != scope_words(opened)


def test_crawlers_with_a_group_of_their_own_are_told_apart() -> None:
    body = b"User-agent: *\nDisallow: /panel\n\nUser-agent: GPTBot\nDisallow: /Panel\n"
    missing = missing_siblings(FileVersion(body), UrlTable([f"{SITE}/Panel"]), readers("Googlebot", "GPTBot"))
    assert [(one.line, one.tokens) for one in missing] == [(2, ("Googlebot",))]


def test_rules_with_comments_and_blanks_in_the_way_cannot_be_written() -> None:
    [one] = found("Disallow: /a%20panel", f"{SITE}/A%20panel", f"{SITE}/a%20Panel")
    assert one.patterns == ("/A%20panel", "/a%20Panel")


_SEGMENTS = st.sampled_from(["panel", "Panel", "cart", "de", "tr", "en-gb", "x", "", "p%61nel", "open"])
_QUERIES = st.sampled_from(["", "?sort=a", "?a=1&sort=a", "?b"])
_URLS = st.builds(lambda parts, query: "/" + "/".join(parts) + query, st.lists(_SEGMENTS, max_size=4), _QUERIES)
_RULES = st.builds(
    lambda word, path: f"{word}: {path}",
    st.sampled_from(["Disallow", "Disallow", "Allow"]),
    st.sampled_from(
        ["/panel", "/panel/", "/panel$", "/cart", "/Cart/", "/*?sort=", "/*/open", "/de/cart", "/panel/open", "/", "/x"]
    ),
)


@given(st.lists(_RULES, min_size=1, max_size=4), st.lists(_URLS, max_size=14))
def test_patterns_block_all_siblings_and_no_other_url(rules: Sequence[str], paths: Sequence[str]) -> None:
    body = "\n".join(["User-agent: *", *rules, "", "User-agent: GPTBot", "Disallow: /panel", ""]).encode()
    urls = [SITE + path for path in paths]
    before, crawlers = FileVersion(body), readers("Googlebot", "bingbot", "Baiduspider", "GPTBot")
    for one in missing_siblings(before, UrlTable(urls), crawlers):
        assert set(one.examples) <= set(urls)
        if not one.patterns:
            continue
        after = before.revised(with_lines(body, one.line, one.lines))
        counts = set()
        for reader in crawlers:
            old, new = (version.read_as(reader.dialect) for version in (before, after))
            verdicts = [(old.decide(url, reader.agent).allowed, new.decide(url, reader.agent).allowed) for url in urls]
            changed = [url for url, (was, now) in zip(urls, verdicts, strict=True) if was != now]
            assert (True, False) in verdicts or not changed
            assert (False, True) not in verdicts
            assert (reader.token in one.tokens) == bool(changed)
            counts.add(len(changed))
        assert one.urls == max(counts)
