"""Several fetches share the time of one, by a clock that only these tests move."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import TypeVar

from msgspec.structs import replace

from robotstudio.draft.page_report import as_text, facts_of, summarise
from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, Hop, Timings, nothing_fetched
from robotstudio.fetch.fetch_as import AnswerDifference, FetchAsReport, answer_words, fetch_as
from robotstudio.fetch.limits import DEFAULT_LIMITS, Limits
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.page_check import Indexing, PageCheck, check_page, page_report
from robotstudio.fetch.variants import fetch_variants

WHOLE_TIME = DEFAULT_LIMITS.total_seconds
SITE = "https://example.com"
ENDLESS = 10**6
T = TypeVar("T")


class StillLoop(asyncio.SelectorEventLoop):
    """A loop whose time stands still until a fetch takes some."""

    seconds = 0.0

    def time(self) -> float:
        return self.seconds


class SlowServers(Fetcher):
    """Answers after as many seconds as were given for the address, or for the crawler of whose header it is asked."""

    def __init__(self, clock: StillLoop, seconds: Mapping[str, float], page: bytes = b"") -> None:
        super().__init__()
        self._clock = clock
        self._seconds = seconds
        self._page = page
        self.asked: list[str] = []

    async def robots(self, address: object, options: FetchOptions = PLAIN, **more: object) -> Evidence:
        return self._answer(str(address), options, more["limits"], b"User-agent: *\nDisallow: /private/\n")

    async def page(self, url: str, options: FetchOptions = PLAIN, *, limits: Limits | None = None) -> Evidence:
        return self._answer(url, options, limits, self._page)

    def _answer(self, url: str, options: FetchOptions, limits: object, body: bytes) -> Evidence:
        assert isinstance(limits, Limits)
        self.asked.append(options.pretending or url)
        needed = self._seconds.get(self.asked[-1], 0.0)
        self._clock.seconds += min(needed, limits.total_seconds)
        if needed > limits.total_seconds:
            failure = Failure(FailureKind.TOTAL_TIMEOUT, (("host", "a"), ("seconds", limits.total_seconds)))
            return nothing_fetched(url, FetchOutcome.TIMEOUT, failure, datetime.now(UTC))
        return fetched(url, body)


def fetched(url: str, body: bytes) -> Evidence:
    hop = Hop(url, 200, "OK", "HTTP/1.1", None, (), 1.0, 0.0, Timings(), None)
    nothing = nothing_fetched(url, FetchOutcome.SUCCESS, Failure(FailureKind.NOT_ASKED), datetime.now(UTC))
    kind = Content.HTML if body.startswith(b"<") else Content.RULES
    return replace(nothing, error=None, hops=(hop,), body=body, size=len(body), body_kind=kind)


def timed(
    seconds: Mapping[str, float], work: Callable[[SlowServers], Awaitable[T]], page: bytes = b""
) -> tuple[T, SlowServers, float]:
    """Return the result, the servers asked, and how many seconds it took."""
    clock = StillLoop()
    servers = SlowServers(clock, seconds, page)

    async def begun() -> T:
        return await work(servers)

    with asyncio.Runner(loop_factory=lambda: clock) as runner:
        return runner.run(begun()), servers, clock.seconds


CRAWLED = ("Googlebot", "bingbot", "GPTBot", "Applebot")


def asked_as(seconds: Mapping[str, float]) -> tuple[FetchAsReport, SlowServers, float]:
    crawlers = [CRAWLERS[token] for token in CRAWLED]
    return timed(seconds, lambda servers: fetch_as(servers, SITE, crawlers))


def test_all_crawlers_share_the_time_of_one_fetch() -> None:
    report, servers, seconds = asked_as({SITE: 3.0, "bingbot": ENDLESS})
    assert seconds == WHOLE_TIME
    assert servers.asked == [SITE, "Googlebot", "bingbot"]
    assert [answer.difference for answer in report.answers] == [AnswerDifference.NONE, *[AnswerDifference.UNKNOWN] * 3]
    assert report.differing == ()


def test_nothing_is_claimed_of_an_answer_that_was_not_waited_for() -> None:
    report, _, _ = asked_as({"bingbot": ENDLESS})
    words = answer_words(report.plain, report.answers[1])
    assert words.startswith("It is unknown whether the header of Bingbot changes the answer")


def test_no_crawler_is_asked_for_where_the_plain_answer_took_all_the_time() -> None:
    report, servers, seconds = asked_as({SITE: ENDLESS})
    assert (servers.asked, seconds) == ([SITE], WHOLE_TIME)
    assert {answer.difference for answer in report.answers} == {AnswerDifference.UNKNOWN}


def test_all_variants_share_the_time_of_one_fetch() -> None:
    addresses = [f"{SITE}:{port}/robots.txt" for port in range(8000, 8010)]
    report, servers, seconds = timed(dict.fromkeys(addresses, 6.0), lambda each: fetch_variants(each, addresses))
    assert (len(servers.asked), seconds) == (4, WHOLE_TIME)
    assert [variant.content for variant in report.variants] == [1] * 3 + [0] * 7


HOSTS = [f"https://{name}.example" for name in "abcdefgh"]
PAGE = "".join(["<html>", *(f"<img src={host}/a.png>" for host in HOSTS)]).encode()


def checked(seconds: Mapping[str, float], told: list[Evidence]) -> tuple[PageCheck, SlowServers, float]:
    return timed(seconds, lambda servers: check_page(servers, f"{SITE}/page", on_evidence=told.append), PAGE)


def test_page_and_all_that_it_loads_share_the_time_of_one_fetch() -> None:
    told: list[Evidence] = []
    check, servers, seconds = checked({f"{SITE}/page": 4.0, f"{HOSTS[1]}/robots.txt": ENDLESS}, told)
    assert seconds == WHOLE_TIME
    assert len(servers.asked) == 4  # the page, its own robots.txt and two others
    assert list(check.rules) == [f"{SITE}/robots.txt", f"{HOSTS[0]}/robots.txt"]
    assert check.late == tuple(f"{host}/robots.txt" for host in HOSTS[1:])
    assert [evidence.requested for evidence in told] == list(check.rules)  # of no other it is known that it failed


def test_host_that_was_too_late_is_not_said_to_block_or_to_allow() -> None:
    check, _, _ = checked({f"{HOSTS[1]}/robots.txt": ENDLESS}, [])
    (row,) = page_report(check.facts, check.rules, (CRAWLERS["Googlebot"],)).rows
    assert (row.indexing, row.blocked, row.unknown) == (Indexing.ALLOWED, (), 7)
    summary = summarise(check, (CRAWLERS["Googlebot"],))
    assert [row.rules for row in summary.resources][:3] == ["HTTP 200", "not in time", "not in time"]
    note = dict(facts_of(summary))["Note"]
    assert note.endswith("this check: b.example, c.example, d.example and 4 more.")
    assert "for some of it this is unknown" in as_text(summary)


def test_rules_of_the_page_do_not_wait_for_a_page_that_never_comes() -> None:
    asked: list[str] = []

    async def drip(servers: SlowServers) -> PageCheck:
        release = asyncio.Event()

        async def page(url: str, *_: object, **__: object) -> Evidence:
            asked.append("page")
            await release.wait()
            return fetched(url, b"<html>")

        def told(_evidence: Evidence) -> None:
            asked.append("robots.txt")
            release.set()

        servers.page = page  # type: ignore[method-assign]  # it waits for what this test sees
        return await check_page(servers, f"{SITE}/page", on_evidence=told)

    check, _, _ = timed({}, drip)
    assert asked == ["page", "robots.txt"]
    assert list(check.rules) == [f"{SITE}/robots.txt"]
