"""Fetched IP ranges of crawlers, saved in the user's directory: they take precedence over the shipped ones.

They are fetched again on request, from where their operators publish them.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.compliance.ip_ranges import (
    MOST_NETWORKS,
    RangeList,
    RangesError,
    is_network,
    shipped_lists,
    updated_list,
)
from robotstudio.engine.cancelling import Cancelled, IsCancelled, never
from robotstudio.fetch import words
from robotstudio.fetch.client import fetch_page
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.fetch.resolving import FetchLoop
from robotstudio.store.files import exists, make_directory, set_aside, write_atomic
from robotstudio.text.language import Message, Told, told

_STALE_AFTER_DAYS: Final = 30
_MOST_BYTES: Final = 64 * 1024 * 1024
_UNREADABLE: Message = "The saved addresses in {path} cannot be read; the built-in ones are used."


class LoadedRanges(Struct, frozen=True):
    """The lists in force, and what was wrong with the file of the saved ones."""

    lists: tuple[RangeList, ...]
    note: Told | None = None


def lists_in_force(path: Path) -> LoadedRanges:
    """Return the shipped lists, each replaced by a saved one that is as new or newer. The file is not trusted."""
    shipped = shipped_lists()
    if not exists(path):
        return LoadedRanges(shipped)
    try:
        with path.open("rb") as file:
            rows = json.loads(file.read(_MOST_BYTES))["lists"]
        kept = {row["id"]: row for row in rows}
        return LoadedRanges(tuple(_newer(each, kept.get(each.id)) for each in shipped))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return LoadedRanges(shipped, told(_UNREADABLE, path=str(path)))


def save_lists(path: Path, fresh: Iterable[RangeList], day: str) -> tuple[RangeList, ...]:
    """Save lists that were fetched on a day beside those saved before; return all lists in force. Raises FileError."""
    new = {each.id: each for each in fresh}
    loaded = lists_in_force(path)
    if loaded.note is not None:
        set_aside(path, "unreadable")
    lists = tuple(new.get(each.id, each) for each in loaded.lists)
    shipped = {each.id: each for each in shipped_lists()}
    rows = [
        {"id": each.id, "dated": each.dated, "source": each.source, "networks": list(each.networks)}
        for each in lists
        if each.dated != shipped[each.id].dated or each.networks != shipped[each.id].networks
    ]
    make_directory(path.parent)
    write_atomic(path, json.dumps({"kept_on": day, "lists": rows}, indent=1).encode())
    return lists


def is_stale(dated: str, day: date) -> bool:
    """Return True if a list is more than a month older than a day: operators change their addresses more often."""
    return (day - date.fromisoformat(dated)).days > _STALE_AFTER_DAYS


def stale_among(lists: Sequence[RangeList], today: date) -> tuple[RangeList, ...]:
    """Return those that are older than a month."""
    return tuple(each for each in lists if is_stale(each.dated, today))


def _newer(shipped: RangeList, row: Mapping[str, Any] | None) -> RangeList:
    if row is None:
        return shipped
    dated = date.fromisoformat(row["dated"]).isoformat()
    networks = tuple(each for each in row["networks"][:MOST_NETWORKS] if isinstance(each, str) and is_network(each))
    if dated < shipped.dated or not networks:
        return shipped
    return replace(shipped, networks=networks, dated=dated, source=str(row["source"]))


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
