"""Fetched IP ranges of crawlers, saved in the user's directory: they take precedence over the shipped ones."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.compliance.ip_ranges import MOST_NETWORKS, RangeList, is_network, shipped_lists
from robotstudio.store.files import exists, make_directory, set_aside, write_atomic
from robotstudio.text.language import Message, Told, told

STALE_AFTER_DAYS: Final = 30
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
    return (day - date.fromisoformat(dated)).days > STALE_AFTER_DAYS


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
