"""What a robots.txt says, beside what clients with crawlers' headers get: a server with each behaviour."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from robotstudio.engine.crawlers import CATALOGUE, Crawler
from robotstudio.fetch.agreement import Agreement
from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.practice import OURSELVES, Practice, Served, agreement_of, crawlers_with_header, practice
from robotstudio.fetch.practice_words import report_lines
from tests.fetch.server import Answer, Connection, Server, response, serve

ROBOTS = b"User-agent: *\nDisallow: /closed\n"
PAGE = b"<html>page</html>"
GPTBOT, CLAUDEBOT = CATALOGUE.crawlers["GPTBot"], CATALOGUE.crawlers["ClaudeBot"]


def to_gptbot(answer: bytes) -> Callable[[Connection], None]:
    """Answer clients that send the header of GPTBot in another way than all others."""

    def reply(connection: Connection) -> None:
        connection.send(answer if b"gptbot" in connection.head.lower() else response(200, PAGE))

    return reply


@pytest.fixture
def site() -> Iterator[Server]:
    answers: dict[str, Answer] = {
        "/same": response(200, PAGE),
        "/other": to_gptbot(response(200, b"<html>for you</html>")),
        "/refused": to_gptbot(response(403)),
        "/challenge": to_gptbot(response(403, b"", "cf-mitigated: challenge")),
        "/price": to_gptbot(response(402, b"", "crawler-price: USD 0.01")),
        "/elsewhere": to_gptbot(response(302, b"", "Location: /licence")),
        "/licence": response(200, b"terms"),
        "/missing": to_gptbot(response(404)),
        "/broken": to_gptbot(response(500)),
        "/closed": response(200, PAGE),
        "/closed/refused": to_gptbot(response(403)),
        "/gone": response(404),
    }
    with serve({"/robots.txt": response(200, ROBOTS), **answers}) as server:
        yield server


def asked(server: Server, *paths: str, crawlers: tuple[Crawler, ...] = (GPTBOT,)) -> Practice:
    async def ask() -> Practice:
        return await practice(Fetcher(), [server.url + path for path in paths], crawlers, rate=0)

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("path", "served", "agreement"),
    [
        ("/same", Served.SAME, Agreement.AGREE),
        ("/other", Served.OTHER, Agreement.AGREE),
        ("/refused", Served.REFUSED, Agreement.INVITED),
        ("/challenge", Served.CHALLENGE, Agreement.INVITED),
        ("/price", Served.PAYMENT, Agreement.INVITED),
        ("/elsewhere", Served.ELSEWHERE, Agreement.INVITED),
        ("/missing", Served.MISSING, Agreement.INVITED),
        ("/broken", Served.UNKNOWN, Agreement.UNKNOWN),
        ("/closed", Served.SAME, Agreement.CLOSED),
        ("/closed/refused", Served.REFUSED, Agreement.AGREE),
        ("/gone", Served.UNKNOWN, Agreement.UNKNOWN),
    ],
)
def test_each_behaviour_has_its_name(site: Server, path: str, served: Served, agreement: Agreement) -> None:
    ours, theirs = asked(site, path).cells
    assert ours.crawler is OURSELVES
    assert (theirs.served, theirs.agreement) == (served, agreement)


def test_price_and_target_are_told(site: Server) -> None:
    found = asked(site, "/price", "/elsewhere")
    lines = [line.strip() for line in report_lines(found)]
    assert "GPTBot: allowed, payment required (402, USD 0.01) (invited but refused)" in lines
    assert f"GPTBot: allowed, redirected elsewhere (200, {site.url}/licence) (invited but refused)" in lines
    assert "2 answers refuse pages that the rules allow." in lines
    assert "crawlers themselves may get other answers" in lines[-1]


def test_each_page_is_requested_once_with_each_header(site: Server) -> None:
    asked(site, "/same", "/other", crawlers=(GPTBOT, CLAUDEBOT))
    requested = [(head.split()[1], b"gptbot" in head.lower(), b"claudebot" in head.lower()) for head in site.requests]
    assert len(requested) == len(set(requested)) == 1 + 2 * 3


def test_without_crawlers_only_our_own_header_is_sent_and_the_rules_are_obeyed(site: Server) -> None:
    found = asked(site, "/same", "/closed", crawlers=())
    assert [(cell.crawler.token, cell.served, cell.agreement) for cell in found.cells] == [
        ("RobotStudio", Served.SAME, Agreement.AGREE),
        ("RobotStudio", Served.UNKNOWN, Agreement.UNKNOWN),
    ]
    assert all(b"RobotStudio/" in head for head in site.requests)
    assert [head.split()[1] for head in site.requests] == [b"/robots.txt", b"/same"]
    assert "Those of crawlers are sent only to your own site" in " ".join(report_lines(found))


def test_tokens_that_fetch_nothing_have_no_header() -> None:
    assert crawlers_with_header([CATALOGUE.crawlers["Google-Extended"], GPTBOT]) == (GPTBOT,)


@pytest.mark.parametrize("slow", [response(429), response(503, b"", "Retry-After: 60")])
def test_site_that_asks_to_slow_down_is_left_alone(slow: bytes) -> None:
    with serve({"/robots.txt": response(200, ROBOTS), "/a": response(200, PAGE), "/b": slow}) as server:
        found = asked(server, "/a", "/b", "/a?2")
        count = len(server.requests)
    assert found.is_stopped
    assert count == 4
    assert found.cells[-1].served is Served.UNKNOWN
    assert "asked to slow down" in " ".join(report_lines(found))


def test_requests_keep_their_distance(site: Server) -> None:
    async def ask() -> float:
        loop = asyncio.get_running_loop()
        began = loop.time()
        await practice(Fetcher(), [f"{site.url}/same"], (GPTBOT,), rate=20)
        return loop.time() - began

    assert asyncio.run(ask()) >= 0.1


def test_unknown_verdicts_agree_with_nothing() -> None:
    assert {agreement_of(None, served) for served in Served} == {Agreement.UNKNOWN}
