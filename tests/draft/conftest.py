"""A draft, its URLs and crawlers, evaluated for real."""

from collections.abc import Callable, Sequence

import pytest

from robotstudio.draft.analysis import Analysis, Request, analyse
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import crawler_for
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import TestUrl, parse_list

SITE = "https://www.example.com"

DRAFT = b"""User-agent: *
Disallow: /admin/
Disallow: /search

User-agent: Googlebot
Disallow: /admin/
Disallow: /search
Disallow: /cart/
Allow: /cart/help

User-agent: GPTBot
User-agent: ClaudeBot
Disallow: /
Allow: /blog/*.html$
"""

PATHS = (
    "/",
    "/cart/",
    "/cart/checkout?step=2",
    "/cart/help/returns",
    "/search?q=shoes",
    "/admin/login",
    "/blog/2026/hello.html",
    "/robots.txt",
)

TOKENS = ("Googlebot", "bingbot", "Applebot", "GPTBot", "ClaudeBot", "*")

Analyse = Callable[..., Analysis]


@pytest.fixture
def make() -> Analyse:
    """Return a function that evaluates a draft for URLs (a list as text, or as parsed) and tokens."""

    def make_analysis(
        draft: bytes = DRAFT,
        urls: str | Sequence[TestUrl] = "\n".join(PATHS),
        tokens: Sequence[str] = TOKENS,
        base: str | None = SITE,
    ) -> Analysis:
        listed = as_set(parse_list(urls, base).urls if isinstance(urls, str) else urls)
        table = UrlTable([url.url for url in listed])
        return analyse(Request(1, draft, listed, table, tuple(crawler_for(token) for token in tokens)))

    return make_analysis
