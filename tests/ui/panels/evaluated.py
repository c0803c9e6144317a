"""An analysed draft for some URLs, for tests of panels without a window."""

from collections.abc import Sequence

from robotstudio.draft.analysis import Analysis, Request, analyse
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import crawler_for
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import parse_list

CRAWLERS = ("Googlebot", "GPTBot")


def evaluated(body: bytes, urls: Sequence[str] | UrlSet) -> tuple[Analysis, UrlTable]:
    """Return the verdicts of two crawlers on URLs, and the table of the URLs."""
    listed = urls if isinstance(urls, UrlSet) else as_set(parse_list("\n".join(urls)).urls)
    table = UrlTable([url.url for url in listed])
    return analyse(Request(1, body, listed, table, tuple(map(crawler_for, CRAWLERS)))), table
