"""Changes at a watched site: another kind of answer, another text, a managed block."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from robotstudio.fetch.body_facts import ManagedBlock, managed_blocks
from robotstudio.fetch.history.model import Entry


class SiteNewsKind(StrEnum):
    """Result of a fetch, compared with the newest entry of the history."""

    FIRST = "first"  # nothing is known to compare with
    SAME = "same"
    TEXT = "text"  # other bytes: verdicts may have changed
    BROKEN = "broken"  # no file came, but one did before
    BACK = "back"  # a file came again, but none did last time


class BlockChange(StrEnum):
    """Change of a managed block."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


class ManagedChange(Struct, frozen=True):
    """A block of a CDN or a plug-in that has changed; the lines are of the new file, of the old if it is gone."""

    title: str
    change: BlockChange
    first_line: int
    last_line: int


class SiteNews(Struct, frozen=True, eq=False):
    """A site, and the files before and now; both are there if they can be compared.

    `is_only_managed` is True if all that changed lies in blocks that no person writes.
    """

    site: str
    what: SiteNewsKind
    before: bytes | None = None
    now: bytes | None = None
    managed: tuple[ManagedChange, ...] = ()
    is_only_managed: bool = False


def news_of(entry: Entry, now: bytes, last: Entry | None, last_file: Entry | None, before: bytes | None) -> SiteNews:
    """Compare a fetch with the one before (`last`), and with the last file there was and its bytes."""
    was_file = last is not None and last.has_rules
    if not entry.has_rules:
        what = SiteNewsKind.BROKEN if was_file else SiteNewsKind.FIRST if last is None else SiteNewsKind.SAME
        return SiteNews(entry.host, what)
    if last_file is None or before is None:
        return SiteNews(entry.host, SiteNewsKind.FIRST if last is None else SiteNewsKind.BACK, now=now)
    what = SiteNewsKind.TEXT if before != now else SiteNewsKind.SAME if was_file else SiteNewsKind.BACK
    managed = tuple(_managed_changes(before, now)) if before != now else ()
    is_only = bool(managed) and _unmanaged(before) == _unmanaged(now)
    return SiteNews(entry.host, what, before, now, managed, is_only)


def _managed_changes(before: bytes, now: bytes) -> Iterator[ManagedChange]:
    old, new = (dict(_blocks(body)) for body in (before, now))
    for key, (block, text) in new.items():
        if key not in old:
            yield ManagedChange(block.title, BlockChange.ADDED, block.first_line, block.last_line)
        elif old[key][1] != text:
            yield ManagedChange(block.title, BlockChange.CHANGED, block.first_line, block.last_line)
    for key, (block, _) in old.items():
        if key not in new:
            yield ManagedChange(block.title, BlockChange.REMOVED, block.first_line, block.last_line)


def _blocks(body: bytes) -> Iterator[tuple[tuple[str, int], tuple[ManagedBlock, tuple[bytes, ...]]]]:
    """Return blocks by what maintains them, numbered if there are several of the same."""
    lines, seen = body.splitlines(), dict[str, int]()
    for block in managed_blocks(body):
        seen[block.id] = seen.get(block.id, 0) + 1
        yield (block.id, seen[block.id]), (block, tuple(lines[block.first_line - 1 : block.last_line]))


def _unmanaged(body: bytes) -> list[bytes]:
    """Return the lines that people write; empty ones separate blocks, and say nothing."""
    managed = {line for block in managed_blocks(body) for line in range(block.first_line, block.last_line + 1)}
    return [line for number, line in enumerate(body.splitlines(), 1) if number not in managed and line.strip()]
