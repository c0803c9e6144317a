"""Fetch the sitemaps that a robots.txt names, and those that they name, within bounds.

Only at the person's request. Addresses of other hosts in an index are reported but not fetched, unless that was
requested too. Private addresses are fetched only if the site itself is private (`address_policy`).
"""

import asyncio
import os
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.fetch import words
from robotstudio.fetch.address_policy import AddressPolicy
from robotstudio.fetch.client import fetch_page
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.limits import DEFAULT_LIMITS as FETCH_LIMITS
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.store.errors import BadUrlError, FileContentError
from robotstudio.text.language import Message, Plural, Told, told
from robotstudio.urls.kinds import FileKind, kind_of_head
from robotstudio.urls.sources.collector import Collector
from robotstudio.urls.sources.reading import SourceReading
from robotstudio.urls.sources.sitemaps import read_sitemap
from robotstudio.urls.sources.streams import DEFAULT_LIMITS, HEAD, ReadLimits, SourceFile
from robotstudio.urls.sources.tables import read_list
from robotstudio.urls.sources.task import UNWATCHED, Task
from robotstudio.urls.url_set import Source
from robotstudio.urls.urls import Normaliser, origin_in, site_in

_LOOK_SECONDS = 0.1
Fetch = Callable[[str], Awaitable[Evidence]]

SITEMAP_LIMITS: Final[Limits] = replace(FETCH_LIMITS, body=52_428_800, wire=53_477_376)
"""Sitemaps may have 50 MiB (sitemaps.org); for callers that pass their own `fetch`."""

_READ_LIMITS: Final = replace(DEFAULT_LIMITS, max_bytes=256 * 1024 * 1024)


_TOO_MANY = Plural(
    "Not fetched: at most one sitemap is followed.", "Not fetched: at most {count} sitemaps are followed."
)
_TOO_DEEP = Plural(
    "Not fetched: indexes are followed {count} deep at most.",
    "Not fetched: indexes are followed {count} deep at most.",
)


_OTHER_HOST: Message = "Not fetched: the index names an address on another host or port."
_OTHER_SITE: Message = "Not fetched: it is on another host or port."


class FollowLimits(Struct, frozen=True):
    """Limits for following sitemaps."""

    depth: int = 2
    """An index, and the sitemaps that it names; no deeper indexes."""
    sitemaps: int = 500
    other_hosts: bool = False
    """True if indexes may name other hosts or ports."""
    may_ask: Callable[[str], bool] = lambda _origin: True
    """Filters the origins that are requested."""
    read: ReadLimits = _READ_LIMITS


class Visit(Struct, frozen=True):
    url: str
    depth: int
    is_other_host: bool
    found: int = 0
    """Number of new URLs."""
    is_refused: bool = False
    """True if it was not requested because of its address."""
    problem: Told | None = None
    """The message if it was not fetched, or not read completely."""


class Harvest(Struct, frozen=True):
    """The URLs of all sitemaps, and the result of each sitemap."""

    reading: SourceReading
    visits: tuple[Visit, ...]


class _Waiting(Struct, frozen=True):
    address: str
    depth: int
    is_other_host: bool


async def follow_sitemaps(
    addresses: Iterable[str], fetch: Fetch, site: str, limits: FollowLimits | None = None, task: Task = UNWATCHED
) -> Harvest:
    """Return the URLs of the sitemaps that the robots.txt of `site` names. Raises Cancelled if cancelled."""
    follower = _Follower(fetch, Normaliser(site), limits or FollowLimits(), task)
    addresses = tuple(addresses)
    own = site_in(site)
    for address in addresses:
        follower.wait_for(address, 1, own)
    await follower.run()
    return follower.harvest(Source(os.urandom(8).hex(), "", FileKind.SITEMAP.value, addresses))


class _Follower:
    """Visits one sitemap after another."""

    def __init__(self, fetch: Fetch, normaliser: Normaliser, limits: FollowLimits, task: Task) -> None:
        self._normaliser = normaliser
        self._fetch = fetch
        self._limits = limits
        self._task = task
        self._collector = Collector(limits=limits.read)
        self._waiting: deque[_Waiting] = deque()
        self._known: set[str] = set()
        self._visits: list[Visit] = []

    def wait_for(self, address: str, depth: int, own_host: str) -> None:
        """Queue an address unless it is known."""
        try:
            url = self._normaliser(address).url
        except BadUrlError as error:
            self._visits.append(Visit(error.written, depth, is_other_host=False, problem=error.told))
            return
        if url not in self._known:
            self._known.add(url)
            self._waiting.append(_Waiting(url, depth, site_in(url) != own_host))

    async def run(self) -> None:
        """Visit everything in the queue, which grows meanwhile."""
        while self._waiting and not self._collector.is_full:
            done = len(self._visits)
            self._task.step(done / (done + len(self._waiting)), len(self._collector.builder))
            one = self._waiting.popleft()
            self._visits.append(self._refused(one) or await self._visited(one))

    def harvest(self, source: Source) -> Harvest:
        collector = self._collector
        values, _ = collector.table.finish(len(collector.builder))
        urls = collector.builder.finish(source := replace(source, loaded_at=datetime.now(UTC)), values)
        reading = SourceReading(
            source,
            urls,
            tuple(collector.rejected),
            collector.rejected_count,
            collector.builder.repeated,
            tuple(collector.notes),
        )
        return Harvest(reading, tuple(self._visits))

    def _refused(self, one: _Waiting) -> Visit | None:
        """Return a refused visit with its reason; None if the address may be fetched."""
        limits, visit = self._limits, _visit(one)
        if len(self._visits) >= limits.sitemaps:
            return replace(visit, problem=told(_TOO_MANY, count=limits.sitemaps))
        if one.depth > limits.depth:
            return replace(visit, problem=told(_TOO_DEEP, count=limits.depth))
        if one.is_other_host and one.depth > 1 and not limits.other_hosts:
            return replace(visit, is_refused=True, problem=told(_OTHER_HOST))
        if not limits.may_ask(origin_in(one.address)):
            return replace(visit, is_refused=True, problem=told(_OTHER_SITE))
        return None

    async def _visited(self, one: _Waiting) -> Visit:
        evidence = await self._fetch(one.address)
        if evidence.outcome is not FetchOutcome.SUCCESS:
            return replace(_visit(one), problem=_why_nothing(evidence))
        before = len(self._collector.builder)
        problem = told("It is larger than the limit for sitemaps.") if evidence.truncated else None
        try:
            named = self._read(one.address, evidence.body)
        except FileContentError as error:
            return replace(_visit(one), problem=error.told)
        for address in named:
            self.wait_for(address, one.depth + 1, site_in(one.address))
        return replace(_visit(one), found=len(self._collector.builder) - before, problem=problem)

    def _read(self, address: str, body: bytes) -> tuple[str, ...]:
        path = Path(address)
        head = b"".join(SourceFile(path, BytesIO(body), len(body), replace(self._limits.read, max_bytes=HEAD)).blocks())
        source = SourceFile(path, BytesIO(body), len(body), self._limits.read)
        named: tuple[str, ...] = ()
        if kind_of_head(path, head) is FileKind.SITEMAP:
            named = read_sitemap(source, self._collector)
        else:  # a text sitemap
            read_list(source, self._collector)
        self._collector.notes += source.notes
        return named


def _why_nothing(evidence: Evidence) -> Told:
    if evidence.error is not None:
        return words.told_failure(evidence.error)
    status = str(evidence.status)
    return told("The server answered {status}: there is no sitemap at this address.", status=status)


def _visit(one: _Waiting) -> Visit:
    return Visit(one.address, one.depth, one.is_other_host)


def fetch_sitemaps(
    addresses: Sequence[str], site: str, task: Task = UNWATCHED, fetch: Fetch | None = None, usual: FetchOptions = PLAIN
) -> Harvest:
    """Return the URLs of these sitemaps, and of those that they name. Raises Cancelled soon after `task` is cancelled.

    `usual` are the person's options, unless another `fetch` is given.
    """
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(_followed(addresses, site, task, fetch or _web(usual, site)))


def _web(options: FetchOptions, site: str) -> Fetch:
    """Return a function that fetches; imports the HTTP library late, since it is a good part of the program.

    The robots.txt of the site is untrusted: from a public site it must not lead into a private network.
    """
    options = replace(options, reach=AddressPolicy((site_in(site),), is_narrow=True))
    return partial(fetch_page, options=options, limits=SITEMAP_LIMITS)


async def _followed(addresses: Sequence[str], site: str, task: Task, fetch: Fetch) -> Harvest:
    following = asyncio.ensure_future(follow_sitemaps(addresses, fetch, site, task=task))
    try:
        while not following.done():
            await asyncio.wait((following,), timeout=_LOOK_SECONDS)
            if task.is_cancelled():
                task.step(0.0, 0)  # raises what a reader raises
    except BaseException:
        following.cancel()
        await asyncio.wait((following,))
        raise
    return following.result()
