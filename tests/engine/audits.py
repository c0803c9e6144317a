"""What the tests of the audits share: small files, URLs and crawlers of every kind, and the slow way to the truth."""

from collections.abc import Sequence

from hypothesis import strategies as st

from robotstudio.engine import UrlTable, Verdict
from robotstudio.engine.crawlers import Reader
from robotstudio.engine.editions import Edition

READERS = (
    Reader("a", "google", "a"),
    Reader("a, as the standard says", "rfc9309", "a"),
    Reader("b", "google", ("b", "a")),
    Reader("any other", "rfc9309", "*"),
    Reader("old", "draft1996", "b"),
    Reader("far", "baidu", "a"),
    Reader("python", "python", "a"),
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


def verdicts(edition: Edition, table: UrlTable, reader: Reader) -> Sequence[Verdict]:
    """The verdicts on a table for one crawler, one by one."""
    robots = edition.read_as(reader.dialect)
    return [robots.decide(url, reader.agent) for url in table.urls]
