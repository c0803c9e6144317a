"""What each crawler may fetch of a crawled site: by the live files, and under a draft for the hosts it began at."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from robotstudio.crawl.gate import LiveFile
from robotstudio.crawl.records import live_files, start_origins
from robotstudio.crawl.store import CrawlStore
from robotstudio.engine.bulk import UrlTable
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.robots import FileVersion, Robots
from robotstudio.urls.urls import origin_in

Allowed = NDArray[np.bool_]
Lines = NDArray[np.int32]


class HostUrls(NamedTuple):
    """The URLs of one host: where they stand among all, and the table of them."""

    places: NDArray[np.intp]
    table: UrlTable


class Seen(NamedTuple):
    """True if a crawler may fetch a URL, and the line that decides; None if that is not known, or no line does.

    Under a draft, lines are those of the draft.
    """

    allowed: bool | None
    line: int | None
    rule: str = ""
    """What stands in that line, where it is told."""


class SiteUrls(Sequence[str]):
    """The URLs of a crawled site, host by host: each host has a table, which keeps what it found out of its paths."""

    def __init__(self, urls: Sequence[str]) -> None:
        """Any URLs, of any hosts."""
        self._urls = urls

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...

    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        return self._urls[place]

    def __len__(self) -> int:
        return len(self._urls)

    @cached_property
    def hosts(self) -> Mapping[str, HostUrls]:
        """By the origin of each host."""
        by_origin: dict[str, list[int]] = {}
        for place, url in enumerate(self._urls):
            by_origin.setdefault(origin_in(url), []).append(place)
        return {
            origin: HostUrls(np.array(places), UrlTable([self._urls[place] for place in places]))
            for origin, places in by_origin.items()
        }


class Eyes:
    """The files by which a site is seen: one for each host, and for some of them a draft in its place."""

    def __init__(
        self, files: Mapping[str, LiveFile], draft: bytes | None = None, draft_for: frozenset[str] = frozenset()
    ) -> None:
        """Files by origins; what has none is not known, and counts as allowed."""
        self._files = files
        self._draft = None if draft is None else FileVersion(draft)
        self._draft_for = draft_for
        self._rules: dict[tuple[str, str, str], Robots | bool | None] = {}

    @classmethod
    def of(cls, store: CrawlStore, draft: bytes | None = None) -> "Eyes":
        """Those of a crawl."""
        return cls(live_files(store), draft, start_origins(store))

    def under(self, draft: bytes) -> "Eyes":
        """The same with a draft in the place of the files of the hosts that it is for."""
        return Eyes(self._files, draft, self._draft_for)

    def sees(self, crawler: CrawlerView, url: str) -> Seen:
        """True if a crawler may fetch a URL."""
        rules = self._rules_for(crawler, origin_in(url))
        if not isinstance(rules, Robots):
            return Seen(rules, None)
        verdict = rules.decide(url, crawler.agent)
        if not self._tells_lines(origin_in(url)):
            return Seen(verdict.allowed, None)
        return Seen(verdict.allowed, verdict.line, str(verdict.rule or ""))

    def sees_all(self, crawler: CrawlerView, urls: SiteUrls) -> tuple[Allowed, Lines]:
        """The same for many: whether each is allowed, or at least not known to be forbidden, and the line or 0."""
        allowed, lines = np.ones(len(urls), np.bool_), np.zeros(len(urls), np.int32)
        for origin, (places, table) in urls.hosts.items():
            rules = self._rules_for(crawler, origin)
            if isinstance(rules, Robots):
                column = rules.decide_all(table, [crawler.agent])
                allowed[places], found = column.column(crawler.agent)
                if self._tells_lines(origin):
                    lines[places] = found
            elif rules is False:
                allowed[places] = False
        return allowed, lines

    def _tells_lines(self, origin: str) -> bool:
        """True if lines are told: with a draft only its own, or one would look for them in the wrong file."""
        return self._draft is None or origin in self._draft_for

    def _rules_for(self, crawler: CrawlerView, origin: str) -> Robots | bool | None:
        is_draft = self._draft is not None and origin in self._draft_for
        policy = "" if is_draft or crawler.crawler is None else crawler.crawler.policy or crawler.token
        place = origin if not is_draft else "", crawler.dialect, policy
        if place not in self._rules:
            self._rules[place] = self._read(crawler, origin, is_draft=is_draft)
        return self._rules[place]

    def _read(self, crawler: CrawlerView, origin: str, *, is_draft: bool) -> Robots | bool | None:
        if is_draft and self._draft is not None:
            return self._draft.read_as(crawler.dialect)
        file = self._files.get(origin)
        if file is None:
            return None
        if crawler.crawler is None:
            return Robots.parse(file.body, crawler.dialect)
        rules = file.read_by(crawler.crawler)
        is_other_dialect = isinstance(rules, Robots) and crawler.dialect != crawler.crawler.dialect
        return Robots.parse(file.body, crawler.dialect) if is_other_dialect else rules
