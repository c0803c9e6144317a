"""The variants of a site, side by side; the same file as several crawlers."""

import asyncio

import pytest

from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome
from robotstudio.fetch.fetch_as import AnswerDifference, FetchAsReport, answer_words, fetch_as
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.fetch.variants import VariantReport, compare_variants, fetch_variants, variants_of
from tests.fetch.server import PATIENT, ROBOTS, Connection, hang, redirect, response, serve, unused_port

pytestmark = pytest.mark.usefixtures("plain_http")


@pytest.mark.parametrize(
    ("typed", "subdomains", "ports", "addresses"),
    [
        (
            "https://www.example.com/page",
            [],
            [],
            ["https://www.example.com", "https://example.com", "http://example.com", "http://www.example.com"],
        ),
        (
            "example.com",
            ["shop", " m.example.com. ", ""],
            [],
            [
                "https://example.com",
                "http://example.com",
                "https://www.example.com",
                "http://www.example.com",
                "https://shop.example.com",
                "http://shop.example.com",
                "https://m.example.com",
                "http://m.example.com",
            ],
        ),
        ("http://127.0.0.1:8000", ["shop"], [], ["http://127.0.0.1:8000", "https://127.0.0.1:8000"]),
        ("localhost", [], [8080, 443, 0], ["http://localhost", "https://localhost", "https://localhost:8080",
                                           "http://localhost:8080", "http://localhost:443"]),
        ("http://[::1]", [], [], ["http://[::1]", "https://[::1]"]),
    ],
)  # fmt: skip
def test_variants_of_a_site(typed: str, subdomains: list[str], ports: list[int], addresses: list[str]) -> None:
    assert variants_of(typed, subdomains, ports) == tuple(f"{address}/robots.txt" for address in addresses)


def test_what_is_no_address_has_no_variants() -> None:
    assert isinstance(variants_of(""), Failure)


def fetched(*addresses: str) -> VariantReport:
    seen: list[Evidence] = []
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        report = runner.run(fetch_variants(Fetcher(PATIENT), addresses, on_evidence=seen.append))
    assert len(seen) == len(addresses)
    return report


def test_same_file_different_file_redirect_and_failure_side_by_side() -> None:
    with (
        serve(response(200, ROBOTS)) as one,
        serve(response(200, ROBOTS)) as same,
        serve(response(200, b"User-agent: *\n")) as other,
        serve(redirect(f"{one.url}/robots.txt")) as leading,
    ):
        urls = (one.url, same.url, other.url, leading.url, f"http://127.0.0.1:{unused_port()}")
        report = fetched(*urls)
    assert [variant.content for variant in report.variants] == [1, 1, 2, 1, 0]
    assert [variant.lands_on for variant in report.variants] == ["", "", "", f"{one.url}/robots.txt", ""]
    assert [variant.governs for variant in report.variants] == list(urls)
    assert (report.contents, report.are_alike) == (2, False)


def test_same_file_everywhere_is_alike() -> None:
    with serve(response(200, ROBOTS)) as one, serve(response(200, ROBOTS)) as two:
        assert fetched(one.url, two.url).are_alike
    assert not compare_variants([]).are_alike


def asked_as(url: str, *tokens: str) -> FetchAsReport:
    crawlers = [CRAWLERS[token] for token in tokens]
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(fetch_as(Fetcher(), url, crawlers))


def choosy(connection: Connection) -> None:
    head = connection.head
    if b"GPTBot" in head:
        connection.send(response(403, b"no"))
    elif b"bingbot" in head:
        connection.send(response(200, b"User-agent: *\nDisallow: /\n"))
    else:
        connection.send(response(200, ROBOTS))


def test_server_that_answers_crawlers_otherwise_is_found_out() -> None:
    with serve(choosy) as server:
        report = asked_as(server.url, "Googlebot", "GPTBot", "bingbot", "Google-Extended", "*")
        assert len(server.requests) == 4
    assert [(answer.crawler.token, answer.difference) for answer in report.answers] == [
        ("Googlebot", AnswerDifference.NONE),
        ("GPTBot", AnswerDifference.OUTCOME),
        ("bingbot", AnswerDifference.BODY),
    ]
    assert report.plain.pretending == ""
    assert [answer.crawler.token for answer in report.differing] == ["GPTBot", "bingbot"]


def test_words_claim_no_more_than_what_this_client_got() -> None:
    with serve(choosy) as server:
        report = asked_as(server.url, "Googlebot", "GPTBot", "bingbot")
    said = [answer_words(report.plain, answer) for answer in report.answers]
    assert all("Robot Studio gets" in sentence for sentence in said)
    assert "gets “HTTP 403” instead of “HTTP 200”. The real GPTBot may get another answer" in said[1]
    assert report.answers[1].evidence.outcome is FetchOutcome.CLIENT_ERROR


def test_all_variants_of_a_site_share_the_time_of_one_fetch() -> None:
    async def hasty(addresses: list[str]) -> VariantReport:
        return await fetch_variants(Fetcher(Limits(total_seconds=0.5)), addresses)

    with serve(hang) as server, asyncio.Runner(loop_factory=FetchLoop) as runner:
        report = runner.run(hasty([f"{server.url}/robots.txt"] * 20))
        asked = len(server.requests)
    kinds = [variant.evidence.error.kind for variant in report.variants if variant.evidence.error]
    assert asked <= 6
    assert kinds[:6] == [FailureKind.TOTAL_TIMEOUT] * 6
    assert kinds[6:] == [FailureKind.NOT_ASKED] * 14
