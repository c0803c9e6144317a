"""Comparison for the tests of changes: a small file before and after, with a few URLs and crawlers."""

from collections.abc import Sequence

import numpy as np

from robotstudio.draft.analysis import Request, analyse
from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.changes.comparison import ChangeQuestion, DraftComparer, DraftComparison
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.urls.url_builder import UrlSetBuilder, as_set
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import parse_list
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind, ValueColumn, lean

BEFORE = b"User-agent: *\nDisallow: /cart/checkout\n\nUser-agent: GPTBot\nDisallow: /\nAllow: /docs/api/\n"
AFTER = b"User-agent: *\nDisallow: /cart/\n\nUser-agent: GPTBot\nDisallow: /\nAllow: /docs/\n"
URLS = ("/", "/cart/", "/cart/items/1", "/cart/checkout", "/docs/start", "/docs/api/x")
LIVE = Baseline("live", "live", BEFORE)


def with_clicks(
    source: str = "c", role: str = "clicks", numbers: Sequence[float] = (np.nan, 120, 40, 7, 5, 3)
) -> UrlSet:
    """Return the URLs with clicks: 120 and 40 for those of the cart, unknown for the first; or with other numbers."""
    builder = UrlSetBuilder()
    for url in parse_list("\n".join(URLS)).urls:
        builder.add(url)
    info = ColumnInfo(role.title(), ColumnKind.NUMBER, role, adds=True)
    clicks = ValueColumn(info, lean(np.array(numbers, np.float64)))
    return builder.finish(Source(source, f"{role}.csv", "table"), (clicks,))


def question(
    before: bytes | None = BEFORE,
    after: bytes = AFTER,
    urls: Sequence[str] | UrlSet = URLS,
    tokens: Sequence[str] = ("Googlebot", "bingbot", "GPTBot"),
    *,
    opened: bytes = b"",
    most_flips: float = 0.9,
) -> ChangeQuestion:
    """Return a draft and what it is compared with, None for nothing."""
    crawlers = tuple(CRAWLERS[token] for token in tokens)
    known = urls if isinstance(urls, UrlSet) else as_set(parse_list("\n".join(urls)).urls)
    table = UrlTable(url.url for url in known)
    analysis = analyse(Request(1, after, known, table, crawlers))
    baseline = None if before is None else Baseline("live", "live", before)
    return ChangeQuestion(analysis, table, baseline, opened, most_flips)


def compared(asked: ChangeQuestion) -> DraftComparison:
    """Answer a question."""
    answer = DraftComparer().work(asked, lambda: False)
    assert answer is not None
    return answer
