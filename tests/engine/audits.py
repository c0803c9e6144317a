"""Shared by the tests of the audits: small files, URLs and crawlers of every kind, and a slow reference."""

from collections.abc import Sequence

from hypothesis import strategies as st

from robotstudio.engine import UrlTable, Verdict
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.robots import FileVersion

READERS = (
    CrawlerView("a", "google", "a"),
    CrawlerView("a, as the standard says", "rfc9309", "a"),
    CrawlerView("b", "google", ("b", "a")),
    CrawlerView("any other", "rfc9309", "*"),
    CrawlerView("old", "draft1996", "b"),
    CrawlerView("far", "baidu", "a"),
    CrawlerView("python", "python", "a"),
)
PIECES = ["/", "a", "b", "ab", "*", "$", ".html", "?x=", "é", "%7E", "~", "index.html", "\xff"]
PATTERNS = st.lists(st.sampled_from(PIECES), max_size=4).map("".join)
URLS = st.lists(st.sampled_from(PIECES), max_size=6).map(lambda parts: "https://example.com/" + "".join(parts))
TABLES = st.lists(URLS, max_size=10)
NAMES = ["User-agent: a", "User-agent: b", "User-agent: *", "Allow", "Allow", "Disallow", "Disallow", "Sitemap: x", ""]
LINES = st.lists(st.tuples(st.sampled_from(NAMES), PATTERNS), max_size=12).map(
    lambda rows: [name if name[-1:] != "w" else f"{name}: {pattern}" for name, pattern in rows]
)
FILES = st.tuples(LINES, st.sampled_from(["\n", "\r\n", "\r"])).map(lambda file: file[1].join(file[0]).encode())


def verdicts(version: FileVersion, table: UrlTable, reader: CrawlerView) -> Sequence[Verdict]:
    """Decide a table for one crawler, one URL at a time."""
    robots = version.read_as(reader.dialect)
    return [robots.decide(url, reader.agent) for url in table.urls]
