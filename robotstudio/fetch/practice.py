"""Paper against practice: what a robots.txt says to crawlers about pages, beside what a client with their header gets.

Every page is requested once with our own header and, for one's own site only, once with that of each crawler, one
request after another. Servers also recognise crawlers by IP address: nothing here says what a crawler itself gets.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.address_policy import AddressPolicy
from robotstudio.fetch.agreement import MOST_PAGES, RATE, Agreement
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.headers import retry_seconds
from robotstudio.fetch.options import PLAIN, FetchOptions, as_crawler
from robotstudio.fetch.page_check import Decision, page_decisions
from robotstudio.store.tables import RowKind, plain_cells
from robotstudio.urls.urls import TestUrl, origin_in, site_in

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher

_MOST_SEEN: Final = 10_000

OURSELVES: Final = Crawler("RobotStudio", operator="", obeys="yes", dialect="rfc9309")
"""The crawler that is asked for without consent: this program, by its own header."""

_CHALLENGES: Final = {"cf-mitigated": {"challenge"}, "x-amzn-waf-action": {"challenge", "captcha"}}
"""Headers of answers that are challenges, as Cloudflare and AWS WAF document them; read on 28 November 2026."""
_PRICES: Final = ("crawler-price", "payment-required")
"""Headers of a 402 with a price: Cloudflare's pay per crawl, and x402."""


class Served(StrEnum):
    """Answer to a client with a header, beside that to ours."""

    SAME = "same"
    OTHER = "other"  # another body
    ELSEWHERE = "elsewhere"  # redirected to another address
    REFUSED = "refused"
    CHALLENGE = "challenge"
    PAYMENT = "payment"
    MISSING = "missing"  # 404 or 410 where ours got the page
    UNKNOWN = "unknown"  # no answer, an error of the server, too many requests, or not asked


class Cell(Struct, frozen=True):
    """A page and the header of a crawler; `price` is as the server sent it, "" without."""

    url: str
    crawler: Crawler
    allowed: bool | None
    line: int | None
    served: Served
    agreement: Agreement
    status: int | None = None
    price: str = ""
    sha256: str = ""
    final_url: str = ""


class Practice(Struct, frozen=True):
    """All cells, page by page, ours first. `is_stopped` if the site asked to slow down, so that the rest is unknown."""

    cells: tuple[Cell, ...]
    began: datetime
    is_stopped: bool = False

    def count(self, agreement: Agreement) -> int:
        """Return the number of cells with an agreement, without ours."""
        return sum(cell.agreement is agreement for cell in self.cells if cell.crawler is not OURSELVES)


def crawlers_with_header(crawlers: Sequence[Crawler]) -> tuple[Crawler, ...]:
    """Leave out those that fetch nothing, or that are no one crawler."""
    return tuple(each for each in crawlers if not (each.is_control or each.is_any_other))


def pages_of(urls: Iterable[TestUrl], origin: str) -> tuple[str, ...]:
    """Return the first of the URLs that are pages of an origin; its home page if none is."""
    own = (f"{origin}{url.path}" if url.host is None else url.url for url in islice(urls, _MOST_SEEN))
    found = dict.fromkeys(url for url in own if origin_in(url) == origin)
    return tuple(islice(found, MOST_PAGES)) or (f"{origin}/",)


async def practice(
    fetcher: "Fetcher",
    urls: Sequence[str],
    crawlers: Sequence[Crawler],
    options: FetchOptions = PLAIN,
    *,
    rate: float = RATE,
    on_cell: Callable[[Cell], None] | None = None,
) -> Practice:
    """Request pages, given as `normalise` returns them, at most `rate` times a second. Never raises on a server.

    Without crawlers, pages that the rules close to ourselves are not requested. A 429, or a 503 with Retry-After,
    ends the requests.
    """
    began, cells = datetime.now(UTC), list[Cell]()
    pace, rules = _Pace(rate), dict[str, Evidence]()
    is_stopped = False
    for url in urls:
        own = replace(options, cached=None, reach=AddressPolicy((site_in(url),)))
        origin = origin_in(url)
        if origin not in rules and not is_stopped:
            await pace.wait()
            rules[origin] = await fetcher.robots(f"{origin}/robots.txt", own)
        who = (OURSELVES, *crawlers_with_header(crawlers))
        decided = page_decisions(rules[origin], url, who) if origin in rules else {}
        plain: Evidence | None = None
        for crawler in who:
            decision = decided.get(crawler.token, Decision(None))
            got: Evidence | None = None
            is_obeyed = crawler is OURSELVES and not crawlers and decision.allowed is not True
            if not is_stopped and not is_obeyed:
                await pace.wait()
                got = await fetcher.page(url, own if crawler is OURSELVES else as_crawler(crawler, own))
                is_stopped = _asks_to_stop(got)
            plain = got if crawler is OURSELVES else plain
            cell = _cell(url, crawler, decision, plain, got)
            cells.append(cell)
            if on_cell is not None:
                on_cell(cell)
    return Practice(tuple(cells), began, is_stopped)


class _Pace:
    """Waits between requests."""

    def __init__(self, rate: float) -> None:
        self._seconds = 1 / rate if rate > 0 else 0.0
        self._next = 0.0

    async def wait(self) -> None:
        now = asyncio.get_running_loop().time()
        if now < self._next:
            await asyncio.sleep(self._next - now)
        self._next = max(now, self._next) + self._seconds


def _asks_to_stop(got: Evidence) -> bool:
    if got.outcome is FetchOutcome.TOO_MANY_REQUESTS:
        return True
    after = got.header("retry-after")
    return got.status == 503 and after is not None and retry_seconds(after, datetime.now(UTC)) is not None


def _cell(url: str, crawler: Crawler, decision: Decision, plain: Evidence | None, got: Evidence | None) -> Cell:
    served = Served.UNKNOWN if got is None else served_as(plain or got, got)
    agreement = agreement_of(decision.allowed, served)
    if got is None:
        return Cell(url, crawler, decision.allowed, decision.line, served, agreement)
    price = next((value for value in map(got.header, _PRICES) if value), "") if served is Served.PAYMENT else ""
    known = Cell(url, crawler, decision.allowed, decision.line, served, agreement)
    return replace(known, status=got.status, price=price[:200], sha256=got.sha256, final_url=got.final_url)


_REFUSALS: Final = frozenset({401, 403, 407, 451})


def served_as(plain: Evidence, got: Evidence) -> Served:
    """Classify an answer, beside the one to our own header."""
    if any((got.header(name) or "").strip().lower() in values for name, values in _CHALLENGES.items()):
        return Served.CHALLENGE
    if got.status == 402:
        return Served.PAYMENT
    if got.status in _REFUSALS:
        return Served.REFUSED
    if got.status in {404, 410} and plain.outcome is FetchOutcome.SUCCESS:
        return Served.MISSING
    if got.outcome is not FetchOutcome.SUCCESS:
        return Served.UNKNOWN
    if plain.outcome is FetchOutcome.SUCCESS and plain.final_url != got.final_url:
        return Served.ELSEWHERE
    return Served.SAME if plain.sha256 == got.sha256 else Served.OTHER


_GOT_IT: Final = frozenset({Served.SAME, Served.OTHER})


def agreement_of(allowed: bool | None, served: Served) -> Agreement:
    """Compare a verdict with what was got. Whoever is sent elsewhere did not get the page."""
    if allowed is None or served is Served.UNKNOWN:
        return Agreement.UNKNOWN
    if allowed is (served in _GOT_IT):
        return Agreement.AGREE
    return Agreement.INVITED if allowed else Agreement.CLOSED


def rows_of(found: Practice) -> Mapping[str, Sequence[Cell]]:
    """Return the cells by page."""
    rows: dict[str, list[Cell]] = {}
    for cell in found.cells:
        rows.setdefault(cell.url, []).append(cell)
    return rows


class PracticeRow(NamedTuple):
    """A page and a crawler's header; the fields, in this order, are the keys of JSON and the columns of tables."""

    url: str
    crawler: str  # "" for our own header
    allowed: bool | None
    line: int | None
    served: str  # a `Served`
    agreement: str  # an `Agreement`
    status: int | None
    price: str | None
    final_url: str | None
    sha256: str | None
    requested_on: str


PRACTICE: Final = RowKind("Paper against practice", PracticeRow._fields, plain_cells, {"url", "final_url"})


def practice_rows(found: Practice) -> Iterator[PracticeRow]:
    """Iterate over the rows for other programs."""
    day = found.began.astimezone(UTC).isoformat(timespec="seconds")
    for cell in found.cells:
        yield PracticeRow(
            url=cell.url,
            crawler="" if cell.crawler is OURSELVES else cell.crawler.token,
            allowed=cell.allowed,
            line=cell.line,
            served=cell.served.value,
            agreement=cell.agreement.value,
            status=cell.status,
            price=cell.price or None,
            final_url=cell.final_url or None,
            sha256=cell.sha256 or None,
            requested_on=day,
        )
