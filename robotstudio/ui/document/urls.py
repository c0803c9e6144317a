"""The test URLs of a document: adding, removing, undo."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from robotstudio.draft.url_sources import without_made
from robotstudio.store.errors import FileContentError
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.urls.kinds import FileKind, kind_of_head
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import TestUrl, UrlList, parse_list

Urls = Sequence[TestUrl]

_MOST_TYPED = 65_536
_ADDED = Plural("1 URL added", "{count} URLs added")
_REPEATED = Plural("{count} already in the list", "{count} already in the list")
_REJECTED = Plural("{count} not read", "{count} not read")


class Addition(Struct, frozen=True):
    """The set with new URLs at its end, and the counts of new and repeated ones."""

    urls: UrlSet
    added: int
    repeated: int


def is_short_list(text: str) -> bool:
    """Return True if text may be added as if typed: not a table or a log, and not too long."""
    if len(text) > _MOST_TYPED:
        return False
    try:
        return kind_of_head(Path(), text.encode("utf-8", "replace")) is FileKind.LIST
    except FileContentError:
        return True  # errors are reported for each line


def with_added(urls: UrlSet, found: UrlList) -> Addition:
    """Return the set with the typed URLs, each only once."""
    now = urls.with_added(as_set(found.urls)) if found.urls else urls
    added = len(now) - len(urls)
    return Addition(now, added, found.repeated + len(found.urls) - added)


class DocumentUrls(QObject):
    """The test URLs with undo for the last removal, until the next change.

    `urls_changed` carries the new set, `changed` and `removed` a sentence on it, `rejected_found` rejected lines.
    """

    urls_changed = Signal(object)
    rejected_found = Signal(object)
    changed = Signal(object)  # a sentence
    removed = Signal(object)  # a sentence

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.urls = UrlSet()
        """The set as last changed or set."""
        self._told: Urls | None = None
        self._base: str | None = None
        self._before_removal: UrlSet | None = None

    def set_urls(self, urls: Urls) -> None:
        """Take over the current URLs."""
        now = as_set(urls)
        if now is not self.urls and now != self.urls:
            self._before_removal = None
        self.urls, self._told = now, None

    def follow(self, urls: Urls) -> None:
        """Take over the URLs of an analysis, unless it predates a change that was already emitted."""
        if self._told is None:
            self.set_urls(urls)
        elif urls is self._told:
            self._told = None

    def set_base(self, base: str | None) -> None:
        """Set the site of paths without a host."""
        self._base = base

    def add_text(self, text: str) -> None:
        """Add the URLs of a list, one a line."""
        self.add(parse_list(text, self._base))

    def add(self, found: UrlList) -> None:
        """Add typed URLs, and report rejected ones."""
        addition = with_added(self.urls, found)
        if addition.added or addition.repeated or found.rejected:
            self.changed.emit(_added_words(addition.added, addition.repeated, len(found.rejected)))
        self.rejected_found.emit(found.rejected)
        if addition.added:
            self.change(addition.urls)

    def remove(self, gone: AbstractSet[str]) -> None:
        """Take URLs out of the set."""
        self.replace(self.urls.without_rows(row for row in map(self.urls.position, gone) if row is not None))

    def remove_rows(self, urls: Urls, rows: NDArray[np.intp]) -> None:
        """Remove the URLs in these rows of a list, which may be older than the set."""
        if urls is self.urls:
            self.replace(self.urls.without_rows(rows))
        else:
            self.remove({urls[row].url for row in rows.tolist()})

    def remove_all(self) -> None:
        self.replace(UrlSet())

    def replace(self, after: UrlSet) -> None:
        """Replace the set by one with fewer URLs or sources, undoably."""
        before = self.urls
        if len(after) == len(before) and after.sources == before.sources:
            return
        self._before_removal = before
        self.removed.emit(removed_words(len(before) - len(after)))
        self._tell(after)

    def undo(self) -> None:
        """Undo the last removal."""
        if self._before_removal is None:
            return
        before, self._before_removal = self._before_removal, None
        self.changed.emit(_restored_words(len(before) - len(self.urls)))
        self._tell(before)

    def change(self, urls: UrlSet) -> None:
        """Replace the set, as the last change."""
        self._before_removal = None
        self._tell(urls)

    def _tell(self, urls: UrlSet) -> None:
        urls = without_made(urls)
        self.urls = self._told = urls
        self.urls_changed.emit(urls)


def _added_words(added: int, repeated: int, rejected: int) -> str:
    """Return a sentence about added URLs."""
    parts = [ntr(_ADDED, added)]
    if repeated:
        parts.append(ntr(_REPEATED, repeated))
    if rejected:
        parts.append(ntr(_REJECTED, rejected))
    return WORDS.sentence(WORDS.side_by_side(parts))


def removed_words(removed: int) -> str:
    """Return a sentence about removed URLs, or about a source whose URLs others have, too."""
    if not removed:
        return tr("Source removed. Other sources have all of its URLs.")
    return ntr(Plural("1 URL removed.", "{count} URLs removed."), removed)


def _restored_words(restored: int) -> str:
    """Return a sentence about restored URLs."""
    return ntr(Plural("1 URL is back.", "{count} URLs are back."), restored)
