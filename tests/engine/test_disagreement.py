"""Where a crawler's reading differs from RFC 9309, and which of its peculiarities causes it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.crawlers import CRAWLERS, Crawler
from robotstudio.engine.disagreement import Axis, Divergence, Divergences
from robotstudio.explain.summary_words import READINGS, divergence_sentence, divergence_words
from tests.conformance import field_bytes, own_rows

ALL = "User-agent: *\n"
BIG = "#" * 512_000

CASES: tuple[tuple[str, str, str, Axis, str], ...] = (
    ("baidu", f"{ALL}Disallow: /\nAllow: /p\n", "/p", Axis.PRECEDENCE, "first"),
    ("original1994", f"{ALL}Disallow: /\nAllow: /p\n", "/p", Axis.PRECEDENCE, "any"),
    ("original1994", f"{ALL}Allow: /p\nDisallow: /\n", "/p", Axis.LINES, "no-allow"),
    ("python-rfc9309", f"{ALL}Disallow: /page.h\nAllow: /*.htm\n", "/page.htm", Axis.PRECEDENCE, "furthest"),
    ("draft1996", f"{ALL}Disallow: /*.gif\n", "/a.gif", Axis.WILDCARDS, "none"),
    ("python", f"{ALL}Disallow: /*.gif\n", "/a.gif", Axis.WILDCARDS, "none"),
    ("rambler", f"{ALL}Disallow: /a$\n", "/a", Axis.WILDCARDS, "no-anchor"),
    ("heritrix", f"{ALL}Disallow: /*a$\n", "/aba", Axis.WILDCARDS, "earliest"),
    ("yandex", f"{ALL}Disallow: /%61\n", "/a", Axis.ESCAPES, ""),
    ("yandex", f"{ALL}Disallow: /a\n\nDisallow: /b\n", "/b", Axis.RECORDS, "blank"),
    ("python", "User-agent: x\nCrawl-delay: 1\nUser-agent: y\nDisallow: /a\n", "/a", Axis.LINES, "member"),
    ("baidu", f"{ALL}Disallow: /a\n\n{ALL}Disallow: /b\n", "/b", Axis.NAMES, "first"),
    ("draft1996", "User-agent: xyz\nDisallow: /a\n", "/a", Axis.NAMES, "other"),
    ("google", f"{ALL}Disalow: /a\n", "/a", Axis.LINES, "spelling"),
    ("google", f"{ALL}Disallow /a\n", "/a", Axis.LINES, "colon"),
    ("google", f"{ALL}Disallow: /robots.txt\n", "/robots.txt", Axis.ALWAYS, ""),
    ("google", f"{ALL}{BIG}\nDisallow: /a\n", "/a", Axis.LIMIT, ""),
    ("yandex", f"{ALL}{BIG}\nDisallow: /a\n", "/a", Axis.LIMIT, ""),
    ("google", f"{ALL}Disallow: /d/\nAllow: /d/index.html\n", "/d/", Axis.FURTHER, ""),
    ("crawler-commons", f"{ALL}Disallow: /a\nCrawl-delay: 301\n", "/b", Axis.LINES, "member"),
    ("protego", "User-agent: x\nX-Note: 1\nUser-agent: y\nDisallow: /a\n", "/a", Axis.LINES, "field"),
    ("draft1996", f"{ALL}Disallow: /a$\n", "/a$b", Axis.WILDCARDS, "none"),
    ("python", f"{ALL}Disallow: /a$\n", "/a$b", Axis.WILDCARDS, "none"),
    ("protego", f"{ALL}Disallow: /a$\n", "/a$", Axis.FURTHER, "dollar"),
    ("python-rfc9309", f"{ALL}Disallow: /a$b\n", "/a$b", Axis.ESCAPES, "dropped"),
    ("yandex", f"{ALL}Disallow: /{'a' * 1024}*\n", f"/{'a' * 1024}", Axis.DROPPED, ""),
)


def parting(text: str, path: str, crawler: Crawler) -> Divergence | None:
    """Return why a crawler diverges on a path."""
    return Divergences(text.encode()).reason(f"https://a.example{path}", crawler)


@pytest.mark.parametrize(("dialect", "text", "path", "axis", "detail"), CASES)
def test_the_reason_is_the_peculiarity_that_changes_the_verdict(
    dialect: str, text: str, path: str, axis: Axis, detail: str
) -> None:
    found = parting(text, path, Crawler("x", dialect=dialect))
    assert found is not None
    assert (found.axis, found.detail) == (axis, detail)


def test_a_related_name_is_a_reason() -> None:
    found = parting(
        f"User-agent: msnbot\nDisallow: /a\n\n{ALL}Disallow: /b\n", "/a", Crawler("bingbot", dialect="bing")
    )
    assert found is not None
    assert (found.axis, found.detail, found.allowed) == (Axis.NAMES, "fallback_tokens", False)


def test_first_name_in_a_header_is_a_reason() -> None:
    text = "User-agent: Foo\nDisallow: /b\n\nUser-agent: FooBot\nDisallow: /a\n"
    found = parting(text, "/a", Crawler("FooBot", dialect="heritrix"))
    assert found is not None
    assert (found.axis, found.detail) == (Axis.NAMES, "other")


def test_never_following_all_is_a_reason() -> None:
    found = parting(f"{ALL}Disallow: /a\n", "/a", CRAWLERS["AdsBot-Google"])
    assert found is not None
    assert (found.axis, found.allowed) == (Axis.NAMED_ONLY, True)


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_there_is_a_reason_with_words_wherever_a_verdict_parts(dialect: str) -> None:
    crawler = Crawler("FooBot", dialect=dialect)
    for row in own_rows("dialects"):
        body, url = field_bytes(row, "robots"), row["url"]
        ours = Robots.parse(body, dialect).decide(url, crawler.agent)
        standard = Robots.parse(body, "rfc9309").decide(url, crawler.chain)
        found = Divergences(body).reason(url, crawler)
        assert (found is not None) == (ours.allowed != standard.allowed)
        if found is not None:
            assert " / " in divergence_words(found)
            assert divergence_sentence(found, crawler).startswith("FooBot: ")


_LINES = st.sampled_from(
    ("User-agent: *", "User-agent: x", "", "Disallow: /", "Allow: /a", "Disalow: /a", "Crawl-delay: 400", "Allow: /*b$")
)


@given(st.lists(_LINES, max_size=8), st.sampled_from(sorted(DIALECTS)), st.sampled_from(("/a", "/ab", "/robots.txt")))
def test_every_reason_has_words(lines: list[str], dialect: str, path: str) -> None:
    found = parting("\n".join(lines), path, Crawler("x", dialect=dialect))
    assert found is None or (found.axis, found.detail) in READINGS
