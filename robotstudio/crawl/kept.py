"""The crawls that are kept: each has its own file, with a name and a date. None is overwritten by another."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from shutil import copyfileobj
from typing import Final

from msgspec import Struct

from robotstudio.crawl.insight.listing import saved_crawl
from robotstudio.crawl.model import CrawlState
from robotstudio.crawl.store import (
    FILE_SUFFIXES,
    CrawlFileError,
    CrawlStore,
    copy_of,
    crawl_file_errors,
    locked,
    remove_logs,
)
from robotstudio.engine.cancelling import IsCancelled, never
from robotstudio.store.files import remove, replacing
from robotstudio.text.language import Told, told
from robotstudio.urls.urls import site_in

_LONGEST_NAME: Final = 100
_NEVER: Final = datetime.fromtimestamp(0, UTC)


class KeptCrawl(Struct, frozen=True):
    """A crawl in a list; `trouble` says why its file cannot be read."""

    path: Path
    name: str = ""
    """The name given by the person; "" if the date is its name."""
    site: str = ""
    at: datetime = _NEVER
    found: int = 0
    queued: int = 0
    is_finished: bool = False
    trouble: Told | None = None


def kept_crawls(paths: Iterable[Path], is_cancelled: IsCancelled = never) -> tuple[KeptCrawl, ...] | None:
    """Read the summaries of crawls, newest first, unreadable ones last; None if cancelled."""
    found = []
    for path in dict.fromkeys(paths):
        if is_cancelled():
            return None
        kept = kept_crawl(path)
        found += [kept] if kept is not None else []
    return tuple(sorted(found, key=lambda each: each.at, reverse=True))


def kept_crawl(path: Path) -> KeptCrawl | None:
    """Read the summary of a crawl; None if its file is still empty."""
    try:
        saved = saved_crawl(path)
        if saved is None:
            is_there = path.exists()
            return None if is_there else KeptCrawl(path, trouble=told("“{path}” is missing.", path=str(path)))
        with CrawlStore.reading(path) as store:
            name, is_finished = store.fact("name"), store.fact("state") == CrawlState.FINISHED
    except CrawlFileError as error:
        return KeptCrawl(path, trouble=error.told)
    site = site_in(saved.plan.starts[0]) if saved.plan.starts else ""
    return KeptCrawl(path, name, site, saved.at, saved.found, saved.queued, is_finished)


def rename(path: Path, name: str) -> None:
    """Give a crawl a name, which its file keeps. Raises CrawlFileError, also while it runs."""
    with CrawlStore.open(path) as store:
        store.begin()
        store.keep_fact("name", " ".join(name.split())[:_LONGEST_NAME])


def copy_to(path: Path, target: Path) -> None:
    """Write a crawl to another file, whole or not at all. Raises CrawlFileError, also if one runs there, and FileError.

    A copy that a killed program has left is replaced.
    """
    beside = target.with_name(f".{target.name}.copy")
    lock = locked(target)
    try:
        _remove(beside)
        try:
            with crawl_file_errors(target), copy_of(path, beside).open("rb") as source, replacing(target) as file:
                copyfileobj(source, file)
                remove_logs(target)
        finally:
            _remove(beside)
    finally:
        lock.release(remove=True)


def discard(path: Path) -> None:
    """Delete a crawl. Raises CrawlFileError while it runs, and FileError."""
    lock = locked(path)
    try:
        _remove(path)
    finally:
        lock.release(remove=True)


def _remove(path: Path) -> None:
    for suffix in FILE_SUFFIXES:
        remove(path.with_name(path.name + suffix))
