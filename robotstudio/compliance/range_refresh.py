"""Fetch lists of addresses anew from where their operators publish them, on request."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import date
from functools import partial

from msgspec import Struct

from robotstudio.compliance.ip_ranges import RangeList, RangesError, updated_list
from robotstudio.engine.cancelling import Cancelled, IsCancelled, never
from robotstudio.fetch import words
from robotstudio.fetch.client import fetch_page
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.text.language import Message, Told, told

Fetch = Callable[[str], Awaitable[Evidence]]

_NOT_FETCHED: Message = "The addresses of {operator} are from {day}: {why}"
_STATUS: Message = "the server answered {status}."


class Refreshed(Struct, frozen=True):
    """The lists, each as new as possible; `notes` say which could not be refreshed, and why."""

    lists: tuple[RangeList, ...]
    notes: tuple[Told, ...]


def refresh_lists(
    lists: Iterable[RangeList],
    day: str,
    fetch: Fetch | None = None,
    usual: FetchOptions = PLAIN,
    is_cancelled: IsCancelled = never,
) -> Refreshed:
    """Fetch lists one after another; `day` is today. `usual` is how the person fetches, if no `fetch` is given.

    Raises Cancelled between two lists if asked to.
    """
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(_refreshed(lists, day, fetch or _web(usual), is_cancelled))


def _web(options: FetchOptions) -> Fetch:
    return partial(fetch_page, options=options)


async def _refreshed(lists: Iterable[RangeList], day: str, fetch: Fetch, is_cancelled: Callable[[], bool]) -> Refreshed:
    found: list[RangeList] = []
    notes: list[Told] = []
    for known in lists:
        if is_cancelled():
            raise Cancelled
        evidence = await fetch(known.published_at)
        new, why = known, None
        if evidence.outcome is FetchOutcome.SUCCESS:
            try:
                new = updated_list(known, evidence.body, day)
            except RangesError as error:
                why = error.told
        else:
            why = words.told_failure(evidence.error) if evidence.error else told(_STATUS, status=str(evidence.status))
        found.append(new)
        if why:
            notes.append(told(_NOT_FETCHED, operator=known.operator, day=date.fromisoformat(known.dated), why=why))
    return Refreshed(tuple(found), tuple(notes))
