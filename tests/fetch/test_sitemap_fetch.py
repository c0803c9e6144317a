"""Waiting for sitemaps that are fetched, and giving up."""

import asyncio
from datetime import UTC, datetime

import pytest

from robotstudio.engine.cancelling import Cancelled
from robotstudio.fetch.evidence import Evidence, Failure, FailureKind, FetchOutcome, nothing_fetched
from robotstudio.fetch.sitemaps import fetch_sitemaps
from robotstudio.urls.sources.task import Task

SITE = "https://www.example.com"


async def _nothing(url: str) -> Evidence:
    return nothing_fetched(url, FetchOutcome.DNS_ERROR, Failure(FailureKind.CANCELLED), datetime.now(UTC))


def test_each_sitemap_is_visited() -> None:
    harvest = fetch_sitemaps(["/a.xml", "/b.xml"], SITE, fetch=_nothing)
    assert [visit.url for visit in harvest.visits] == [f"{SITE}/a.xml", f"{SITE}/b.xml"]
    assert len(harvest.reading.urls) == 0


def test_a_server_that_never_answers_is_not_waited_for_after_cancelling() -> None:
    asked: list[str] = []

    async def never(url: str) -> Evidence:
        asked.append(url)
        await asyncio.Event().wait()
        raise AssertionError(url)

    with pytest.raises(Cancelled):
        fetch_sitemaps(["/a.xml"], SITE, Task(is_cancelled=lambda: bool(asked)), never)
