"""Redirects that lead away from what was asked for are flagged."""

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from robotstudio.fetch.address import HopFlag, hop_flags
from robotstudio.fetch.evidence import Failure, FailureKind, FetchOutcome, Hop, Timings, nothing_fetched


def flags(*hops: tuple[str, int, str | None]) -> list[set[HopFlag]]:
    made = tuple(Hop(url, status, "", "", location, (), 1, 0, Timings(), None) for url, status, location in hops)
    nothing = nothing_fetched(hops[0][0], FetchOutcome.SUCCESS, Failure(FailureKind.CANCELLED), datetime.now(UTC))
    return [set(each) for each in hop_flags(replace(nothing, hops=made))]


@pytest.mark.parametrize(
    ("here", "there", "found"),
    [
        ("http://a.example/robots.txt", "https://a.example/robots.txt", [HopFlag.SAFER]),
        ("https://a.example/robots.txt", "http://a.example/robots.txt", [HopFlag.LESS_SAFE]),
        ("https://a.example/robots.txt", "https://www.a.example/robots.txt", [HopFlag.OTHER_HOST]),
        ("https://a.example/robots.txt", "http://b.example/", [HopFlag.OTHER_HOST, HopFlag.LESS_SAFE]),
        ("https://a.example/robots.txt", "https://a.example/other", []),
    ],
)
def test_redirect_is_flagged_by_where_it_leads(here: str, there: str, found: Iterable[HopFlag]) -> None:
    assert flags((here, 301, there), (there, 200, None)) == [set(found), set()]


def test_redirect_that_was_not_followed_is_flagged_too() -> None:
    a, b = "https://a.example/robots.txt", "https://a.example/b"
    assert flags((a, 301, "/b"), (b, 301, "/robots.txt")) == [set(), {HopFlag.LOOP}]
    assert flags((a, 301, "/robots.txt")) == [{HopFlag.LOOP}]


def test_what_leads_nowhere_has_no_flags() -> None:
    assert flags(("https://a.example/", 301, "javascript:x")) == [set()]
    assert flags(("https://a.example/", 301, None)) == [set()]
