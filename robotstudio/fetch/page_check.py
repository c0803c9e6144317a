"""The page check: fetch a page, read what it loads, fetch the robots.txt of each host involved.

The report joins both: what each crawler may fetch, and so can use of the page.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.bulk import UrlTable
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.robots import Robots
from robotstudio.engine.scope import governing_robots_url
from robotstudio.explain.words import crawler_name
from robotstudio.fetch.address import without_credentials
from robotstudio.fetch.address_policy import AddressPolicy
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, nothing_fetched
from robotstudio.fetch.http_scenario import FETCHED, HttpScenario
from robotstudio.fetch.index_tags import IndexTag
from robotstudio.fetch.options import ACCEPT, PLAIN, FetchOptions
from robotstudio.fetch.page import PageFacts, Resource, read_page
from robotstudio.fetch.policy import Effect
from robotstudio.fetch.shared_deadline import SharedDeadline, came_too_late, run_limited
from robotstudio.store.errors import BadUrlError
from robotstudio.text.language import WORDS, Message, Told, told, tr
from robotstudio.urls.urls import normalise, site_in

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher


MOST_HOSTS: Final = 50
_AT_ONCE: Final = 6
_ACCEPT_PAGE: Final = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"


class PageCheck(Struct, frozen=True):
    """A page with the rules for it and for everything it loads; `page_report` joins them."""

    evidence: Evidence
    facts: PageFacts
    rules: Mapping[str, Evidence]  # by the address of the robots.txt
    skipped: tuple[str, ...] = ()  # robots.txt that were not fetched: too many hosts
    late: tuple[str, ...] = ()  # robots.txt that missed the deadline


async def check_page(
    fetcher: "Fetcher",
    typed: str,
    options: FetchOptions = PLAIN,
    on_evidence: Callable[[Evidence], None] | None = None,
) -> PageCheck:
    """Fetch a page and the robots.txt of its host and of each host that it loads from. Never raises.

    All fetches share the deadline of one. The page's own robots.txt does not wait for the page.
    """
    time, rules_options = SharedDeadline(fetcher), replace(options, cached=None)
    page_options = replace(rules_options, accept=_ACCEPT_PAGE if options.accept == ACCEPT else options.accept)
    url = _page_address(typed)
    if isinstance(url, Evidence):
        return PageCheck(url, read_page(url), MappingProxyType({}))
    reach = AddressPolicy((site_in(url),))  # the page says which robots.txt are asked for
    page_options, rules_options = replace(page_options, reach=reach), replace(rules_options, reach=reach)
    rules: dict[str, Evidence] = {}

    async def fetch_rules(address: str) -> None:
        rules[address] = await time.robots(address, rules_options)
        if on_evidence is not None and not came_too_late(rules[address]):
            on_evidence(rules[address])

    async with asyncio.TaskGroup() as group:
        page = group.create_task(time.page(url, page_options))
        own = governing_robots_url(url)
        if own:
            group.create_task(fetch_rules(own))
        facts = read_page(await page)
        others = [address for address in facts.by_host if address and address != own]
        await run_limited([partial(fetch_rules, address) for address in others[: MOST_HOSTS - 1]], _AT_ONCE)
    late = tuple(address for address, found in rules.items() if came_too_late(found))
    known = {address: found for address, found in rules.items() if address not in late}
    return PageCheck(page.result(), facts, MappingProxyType(known), tuple(others[MOST_HOSTS - 1 :]), late)


def _page_address(typed: str) -> str | Evidence:
    try:
        url = normalise(typed)
    except BadUrlError as error:
        return _no_page(typed, error.told)
    if url.host is None:
        return _no_page(typed, told("The page check needs a full address, such as https://example.com/page."))
    return url.url


def _no_page(typed: str, reason: Told) -> Evidence:
    failure = Failure(FailureKind.ADDRESS_INVALID, (("reason", reason),))
    return nothing_fetched(without_credentials(typed), FetchOutcome.INVALID_ADDRESS, failure, datetime.now(UTC))


class Decision(NamedTuple):
    """The verdict for a URL; `allowed` is None if unknown."""

    allowed: bool | None
    line: int | None = None  # of that host's robots.txt


class BlockedResource(Struct, frozen=True):
    """A resource that a crawler may not load."""

    resource: Resource
    line: int | None


class Indexing(StrEnum):
    """Effect of the page's indexing directives on one crawler."""

    NOINDEX_UNSEEN = "noindex_unseen"  # present, but the page may not be fetched
    NOINDEX_SEEN = "noindex_seen"
    CANONICAL_UNSEEN = "canonical_unseen"
    BLOCKED = "blocked"
    ALLOWED = "allowed"
    UNKNOWN = "unknown"


class PageCheckRow(Struct, frozen=True):
    crawler: Crawler
    page: Decision
    indexing: Indexing
    tags: tuple[IndexTag, ...]  # for this crawler, visible to it or not
    blocked: tuple[BlockedResource, ...]
    unknown: int  # resources without a verdict


class PageReport(Struct, frozen=True):
    """The page for each of the given crawlers."""

    facts: PageFacts
    rows: tuple[PageCheckRow, ...]


def page_report(facts: PageFacts, rules: Mapping[str, Evidence], crawlers: Sequence[Crawler]) -> PageReport:
    """Judge a page; `rules` has the fetched robots.txt by URL. Hosts without one are unknown."""
    decisions = _Decisions(rules, crawlers)
    asked = governing_robots_url(facts.url) or ""
    of_page = decisions.on(asked, [facts.url])
    of_resources = {
        robots_url: decisions.on(robots_url, [one.url for one in resources])
        for robots_url, resources in facts.by_host.items()
    }
    rows = (_row(facts, crawler, of_page[crawler.token][0], of_resources) for crawler in crawlers)
    return PageReport(facts, tuple(rows))


def _row(
    facts: PageFacts, crawler: Crawler, page: Decision, decided: Mapping[str, Mapping[str, list[Decision]]]
) -> PageCheckRow:
    blocked, unknown = [], 0
    for robots_url, resources in facts.by_host.items():
        for resource, decision in zip(resources, decided[robots_url][crawler.token], strict=True):
            if decision.allowed is False:
                blocked.append(BlockedResource(resource, decision.line))
            unknown += decision.allowed is None
    tags = tuple(tag for tag in facts.tags if tag.is_for(crawler))
    return PageCheckRow(crawler, page, _indexing(facts, page, tags), tags, tuple(blocked), unknown)


def _indexing(facts: PageFacts, page: Decision, tags: Sequence[IndexTag]) -> Indexing:
    if page.allowed is None:
        return Indexing.UNKNOWN
    if any(tag.forbids_index for tag in tags):
        return Indexing.NOINDEX_SEEN if page.allowed else Indexing.NOINDEX_UNSEEN
    if page.allowed:
        return Indexing.ALLOWED
    is_elsewhere = any(address != facts.final_url for address in facts.canonical)
    return Indexing.CANONICAL_UNSEEN if is_elsewhere else Indexing.BLOCKED


def page_decisions(answer: Evidence, url: str, crawlers: Sequence[Crawler]) -> Mapping[str, Decision]:
    """Return by token what the answer to the request for a robots.txt means for a URL of its site."""
    decided = _Decisions({"": answer}, crawlers).on("", [url])
    return {token: decisions[0] for token, decisions in decided.items()}


class _Decisions:
    """Verdicts for one host after another; parses a file once for each dialect."""

    def __init__(self, rules: Mapping[str, Evidence], crawlers: Sequence[Crawler]) -> None:
        self._rules = rules
        self._crawlers = crawlers
        self._parsed: dict[tuple[str, str], Robots] = {}

    def on(self, robots_url: str, urls: Sequence[str]) -> dict[str, list[Decision]]:
        """Return decisions by crawler token, in the order of `urls`."""
        evidence = self._rules.get(robots_url)
        if evidence is None:
            return {crawler.token: [Decision(None)] * len(urls) for crawler in self._crawlers}
        table = UrlTable(urls)
        now = HttpScenario(choice=FETCHED, fetched=evidence)
        return {crawler.token: list(self._of(crawler, now, evidence, table, len(urls))) for crawler in self._crawlers}

    def _of(
        self, crawler: Crawler, now: HttpScenario, evidence: Evidence, table: UrlTable, count: int
    ) -> Iterator[Decision]:
        policy_outcome = now.policy_outcome(crawler)
        if policy_outcome is not None and policy_outcome.effect is not Effect.PARSE:
            yield from [Decision(_ALLOWED_BY.get(policy_outcome.effect))] * count
            return
        key = (evidence.requested, crawler.dialect)
        if key not in self._parsed:
            self._parsed[key] = Robots.parse(evidence.body, crawler.dialect)
        allowed, lines = self._parsed[key].decide_all(table, [crawler.agent]).column(crawler.agent)
        for may, line in zip(allowed.tolist(), lines.tolist(), strict=True):
            yield Decision(may, line or None)


_ALLOWED_BY: Final = {Effect.ALLOW_ALL: True, Effect.DISALLOW_ALL: False}

_SENTENCES: Final[Mapping[Indexing, Message]] = MappingProxyType(
    {
        Indexing.NOINDEX_UNSEEN: "The page has noindex, but {crawler} may not fetch it and will not see that.",
        Indexing.NOINDEX_SEEN: "{crawler} can fetch the page and will see its noindex.",
        Indexing.CANONICAL_UNSEEN: (
            "The page names another address as canonical, but {crawler} may not fetch it and will not see that."
        ),
        Indexing.BLOCKED: (
            "{crawler} may not fetch the page. Its address can still appear in search results if others link to it."
        ),
        Indexing.ALLOWED: "{crawler} can fetch the page, and nothing in it prevents indexing.",
        Indexing.UNKNOWN: "It is unknown whether {crawler} may fetch the page.",
    }
)


def indexing_words(row: PageCheckRow) -> str:
    """Summarise the page for one crawler."""
    sentence = _SENTENCES[row.indexing]
    name = crawler_name(row.crawler, first=WORDS.message(sentence).startswith("{crawler}"))
    return tr(sentence, crawler=name)
