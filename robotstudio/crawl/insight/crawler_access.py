"""Access of each crawler to a crawled site: by the live files, and under a draft for the hosts it began at."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, overload

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.crawl.records import live_files, start_origins
from robotstudio.crawl.robots_policy import LiveFile
from robotstudio.crawl.store import CrawlStore
from robotstudio.engine.bulk import UrlTable
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.robots import FileVersion, Robots
from robotstudio.urls.urls import origin_in

Allowed = NDArray[np.bool_]
Lines = NDArray[np.int32]


class HostUrls(NamedTuple):
    """The URLs of one host: their places among all, and their table."""

    places: NDArray[np.intp]
    table: UrlTable


class UrlAccess(NamedTuple):
    """Access of a crawler to a URL, and the deciding line; None if unknown, or no line decides.

    Under a draft, lines are those of the draft.
    """

    allowed: bool | None
    line: int | None
    rule: str = ""
    """The text of that line, if requested."""


class SiteUrls(Sequence[str]):
    """The URLs of a crawled site, with a table for each host, which caches what it computed for their paths."""

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
        """The URLs of each host, by its origin."""
        by_origin: dict[str, list[int]] = {}
        for place, url in enumerate(self._urls):
            by_origin.setdefault(origin_in(url), []).append(place)
        return {
            origin: HostUrls(np.array(places), UrlTable([self._urls[place] for place in places]))
            for origin, places in by_origin.items()
        }


class CrawlerAccess:
    """The robots.txt files of a site: one for each host, with a draft replacing some of them."""

    def __init__(
        self, files: Mapping[str, LiveFile], draft: bytes | None = None, draft_for: frozenset[str] = frozenset()
    ) -> None:
        """`files` is by origin; a host without a file is unknown, and counts as allowed."""
        self._files = files
        self._draft = None if draft is None else FileVersion(draft)
        self._draft_for = draft_for
        self._rules: dict[tuple[str, str, str], Robots | bool | None] = {}

    @classmethod
    def of(cls, store: CrawlStore, draft: bytes | None = None) -> "CrawlerAccess":
        """Load the files of a crawl."""
        return cls(live_files(store), draft, start_origins(store))

    def under(self, draft: bytes) -> "CrawlerAccess":
        """Replace the files of the hosts that the draft is for."""
        return CrawlerAccess(self._files, draft, self._draft_for)

    def with_rules(self, origin: str, rules: Sequence[str], lines: Sequence[int]) -> "CrawlerAccess":
        """Add rules to the file of a host, before each of some lines."""
        is_draft = self._draft is not None and origin in self._draft_for
        body = self._draft.body if is_draft and self._draft is not None else self._files[origin].body
        added = "".join(f"{rule}\n" for rule in rules).encode()
        parts = [
            added + line if number in lines else line for number, line in enumerate(body.splitlines(keepends=True), 1)
        ]
        return CrawlerAccess(self._files, b"".join(parts), frozenset({origin}))

    def decide(self, crawler: CrawlerView, url: str) -> UrlAccess:
        """Return whether a crawler may fetch a URL."""
        rules = self._rules_for(crawler, origin_in(url))
        if not isinstance(rules, Robots):
            return UrlAccess(rules, None)
        verdict = rules.decide(url, crawler.agent)
        if not self._tells_lines(origin_in(url)):
            return UrlAccess(verdict.allowed, None)
        return UrlAccess(verdict.allowed, verdict.line, str(verdict.rule or ""))

    def decide_all(self, crawler: CrawlerView, urls: SiteUrls) -> tuple[Allowed, Lines]:
        """Like `decide` for many URLs: whether each is not known to be disallowed, and the line or 0."""
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
        """Return True if lines count: with a draft only its own, else one would look for them in the wrong file."""
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


class AccessClass(Struct, frozen=True, eq=False):
    """Crawlers with the same verdicts for a whole site, under the live files and under the draft.

    `lines` block under the draft, and are 0 if none does.
    """

    crawlers: tuple[CrawlerView, ...]
    live_allowed: Allowed
    draft_allowed: Allowed
    lines: Lines

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple(crawler.token for crawler in self.crawlers)


def access_classes(
    crawlers: Sequence[CrawlerView], urls: SiteUrls, live: CrawlerAccess, draft: CrawlerAccess
) -> Iterator[AccessClass]:
    """Group the crawlers by their verdicts for the whole site, in order."""
    classes: dict[bytes, tuple[list[CrawlerView], Allowed, Allowed, Lines]] = {}
    for crawler in crawlers:
        live_allowed, _ = live.decide_all(crawler, urls)
        draft_allowed, lines = draft.decide_all(crawler, urls)
        lines = np.where(draft_allowed, 0, lines).astype(np.int32)
        key = b"".join((live_allowed.tobytes(), draft_allowed.tobytes(), lines.tobytes()))
        members, *_ = classes.setdefault(key, ([], live_allowed, draft_allowed, lines))
        members.append(crawler)
    for members, live_allowed, draft_allowed, lines in classes.values():
        yield AccessClass(tuple(members), live_allowed, draft_allowed, lines)
