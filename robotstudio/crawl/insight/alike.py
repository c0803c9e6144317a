"""Crawlers to whom the files of a site say the same about all of it: what holds for one holds for the others."""

from collections.abc import Iterator, Sequence

import numpy as np

from robotstudio.crawl.insight.eyes import Allowed, Eyes, Lines, SiteUrls
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Alike:
    """Crawlers that read alike: what each URL is to them under the live files and the draft, and the line that blocks.

    The line is of the draft, and 0 if none blocks.
    """

    crawlers: tuple[CrawlerView, ...]
    live_allowed: Allowed
    draft_allowed: Allowed
    lines: Lines

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple(crawler.token for crawler in self.crawlers)


def read_alike(crawlers: Sequence[CrawlerView], urls: SiteUrls, live: Eyes, draft: Eyes) -> Iterator[Alike]:
    """The crawlers, those together to whom all files say the same, in their order."""
    classes: dict[bytes, tuple[list[CrawlerView], Allowed, Allowed, Lines]] = {}
    for crawler in crawlers:
        live_allowed, _ = live.sees_all(crawler, urls)
        draft_allowed, lines = draft.sees_all(crawler, urls)
        lines = np.where(draft_allowed, 0, lines).astype(np.int32)
        key = b"".join((live_allowed.tobytes(), draft_allowed.tobytes(), lines.tobytes()))
        members, *_ = classes.setdefault(key, ([], live_allowed, draft_allowed, lines))
        members.append(crawler)
    for members, live_allowed, draft_allowed, lines in classes.values():
        yield Alike(tuple(members), live_allowed, draft_allowed, lines)
