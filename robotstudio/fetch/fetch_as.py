"""Fetch the same file with the User-Agent headers of several crawlers, and once with our own.

A difference shows how this server answers this client at this address. Servers also recognise crawlers by IP address,
so no message here claims more.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.options import PLAIN, FetchOptions, as_crawler
from robotstudio.fetch.shared_deadline import SharedDeadline, came_too_late, run_limited
from robotstudio.fetch.words import chip
from robotstudio.text.language import Message, tr

if TYPE_CHECKING:
    from robotstudio.fetch.client import Fetcher  # brings httpx, which takes longer than a frame

_AT_ONCE: Final = 3


class AnswerDifference(StrEnum):
    """Difference between a response and the response to our own header."""

    NONE = "none"
    OUTCOME = "outcome"  # another status, or none
    ADDRESS = "address"  # redirected elsewhere
    BODY = "body"
    UNKNOWN = "unknown"  # one of the two answers did not come in time


class AnswerAs(Struct, frozen=True):
    """The response to a crawler's User-Agent."""

    crawler: Crawler
    evidence: Evidence
    difference: AnswerDifference


class FetchAsReport(Struct, frozen=True):
    """The plain response and those to crawlers' User-Agents."""

    plain: Evidence
    answers: tuple[AnswerAs, ...]

    @property
    def differing(self) -> tuple[AnswerAs, ...]:
        """Responses that differ from the plain one."""
        same = (AnswerDifference.NONE, AnswerDifference.UNKNOWN)
        return tuple(answer for answer in self.answers if answer.difference not in same)


def difference_of(plain: Evidence, other: Evidence) -> AnswerDifference:
    """Return the most important difference between two responses."""
    if came_too_late(plain) or came_too_late(other):
        return AnswerDifference.UNKNOWN
    if (plain.outcome, plain.status) != (other.outcome, other.status):
        return AnswerDifference.OUTCOME
    if plain.final_url != other.final_url:
        return AnswerDifference.ADDRESS
    return AnswerDifference.NONE if plain.body == other.body else AnswerDifference.BODY


async def fetch_as(
    fetcher: "Fetcher",
    address: str,
    crawlers: Sequence[Crawler],
    options: FetchOptions = PLAIN,
) -> FetchAsReport:
    """Fetch a robots.txt plainly, then with the header of each crawler that has its own.

    All requests share the deadline of one fetch, since they go to one server.
    """
    time = SharedDeadline(fetcher)

    fetching = [crawler for crawler in crawlers if not (crawler.is_control or crawler.is_any_other)]
    plain = await time.robots(address, options)
    works = [partial(time.robots, address, as_crawler(crawler, options)) for crawler in fetching]
    others = await run_limited(works, _AT_ONCE)
    answers = zip(fetching, others, strict=True)
    return FetchAsReport(plain, tuple(AnswerAs(who, got, difference_of(plain, got)) for who, got in answers))


_SENTENCES: Final[Mapping[AnswerDifference, Message]] = MappingProxyType(
    {
        AnswerDifference.NONE: "With the User-Agent header of {crawler}, Robot Studio gets the same answer.",
        AnswerDifference.OUTCOME: (
            "With the User-Agent header of {crawler}, Robot Studio gets “{theirs}” instead of “{ours}”. The real "
            "{crawler} may get another answer: servers recognise it by its IP address."
        ),
        AnswerDifference.ADDRESS: (
            "With the User-Agent header of {crawler}, Robot Studio is redirected to {place}. The real {crawler} may "
            "be redirected elsewhere."
        ),
        AnswerDifference.BODY: (
            "With the User-Agent header of {crawler}, Robot Studio gets another file of {size}. It may be made for "
            "crawlers, or change with every request: fetch again to see."
        ),
        AnswerDifference.UNKNOWN: (
            "It is unknown whether the header of {crawler} changes the answer: time ran out before both "
            "answers arrived."
        ),
    }
)


def answer_words(plain: Evidence, answer: AnswerAs) -> str:
    """Say what a response shows, and no more."""
    return tr(
        _SENTENCES[answer.difference],
        crawler=answer.crawler.title,
        theirs=chip(answer.evidence),
        ours=chip(plain),
        place=answer.evidence.final_url,
        size=f"{answer.evidence.size:,} B",
    )
