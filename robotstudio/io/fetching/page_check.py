"""The page check: fetch a page, read what it loads, fetch the robots.txt of each host that it names."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from robotstudio.engine.scope import governing_robots_url
from robotstudio.io.errors import BadUrlError
from robotstudio.io.fetching.address import without_credentials
from robotstudio.io.fetching.evidence import Evidence, Failure, FailureKind, Outcome, nothing_fetched
from robotstudio.io.fetching.options import ACCEPT, PLAIN, FetchOptions
from robotstudio.io.fetching.page import PageFacts, read_page
from robotstudio.io.fetching.side_by_side import side_by_side
from robotstudio.io.urls import normalise
from robotstudio.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    from robotstudio.io.fetching.client import Fetcher

MOST_HOSTS: Final = 50
_AT_ONCE: Final = 6
_ACCEPT_PAGE: Final = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"


@dataclass(frozen=True, slots=True)
class PageCheck:
    """A page and the rules for it and for everything that it loads; `page_report` joins them."""

    evidence: Evidence
    facts: PageFacts
    rules: Mapping[str, Evidence]  # by the address of the robots.txt
    skipped: tuple[str, ...] = ()  # robots.txt that were not fetched, because there are too many hosts


async def check_page(
    fetcher: "Fetcher",
    typed: str,
    options: FetchOptions = PLAIN,
    on_evidence: Callable[[Evidence], None] | None = None,
) -> PageCheck:
    """Fetch a page and the robots.txt of its own host and of each host that it loads from. Never raises."""
    page_options = replace(options, accept=_ACCEPT_PAGE if options.accept == ACCEPT else options.accept, kept=None)
    evidence = await _page(fetcher, typed, page_options)
    facts = read_page(evidence)
    wanted = dict.fromkeys((governing_robots_url(facts.url) or "", *facts.by_host))
    addresses = [address for address in wanted if address and evidence.outcome is not Outcome.INVALID_ADDRESS]

    async def rules_of(address: str) -> tuple[str, Evidence]:
        found = await fetcher.robots(address, replace(options, kept=None))
        if on_evidence is not None:
            on_evidence(found)
        return address, found

    works = [partial(rules_of, address) for address in addresses[:MOST_HOSTS]]
    rules = dict(await side_by_side(works, _AT_ONCE))
    return PageCheck(evidence, facts, MappingProxyType(rules), tuple(addresses[MOST_HOSTS:]))


async def _page(fetcher: "Fetcher", typed: str, options: FetchOptions) -> Evidence:
    try:
        url = normalise(typed)
    except BadUrlError as error:
        return _no_page(typed, str(error))
    if url.host is None:
        return _no_page(typed, "The page check needs a full address, such as https://example.com/page.")
    return await fetcher.page(url.url, options)


def _no_page(typed: str, reason: str) -> Evidence:
    failure = Failure(FailureKind.ADDRESS_INVALID, (("reason", reason),))
    return nothing_fetched(without_credentials(typed), Outcome.INVALID_ADDRESS, failure, datetime.now(UTC))
