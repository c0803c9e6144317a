"""Changes to the list of test URLs: added, removed, taken back. The list itself is the window's."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from robotstudio.io.urls import TestUrl, UrlList, parse_list
from robotstudio.ui.simulation import words

Urls = tuple[TestUrl, ...]


@dataclass(frozen=True, slots=True)
class Addition:
    """The list with new URLs at its end, how many they were, and how many were in it or came twice."""

    urls: Urls
    added: int
    repeated: int


def with_added(urls: Urls, found: UrlList) -> Addition:
    """The list with the found URLs that are not in it yet: each URL is tested once."""
    known = {url.url for url in urls}
    new = tuple(url for url in found.urls if url.url not in known)
    return Addition(urls + new, len(new), found.repeated + len(found.urls) - len(new))


def without(urls: Urls, gone: AbstractSet[str]) -> Urls:
    """The list without these URLs."""
    return tuple(url for url in urls if url.url not in gone)


class UrlListEditor(QObject):
    """Changes the list; the last removal can be taken back until the list changes otherwise.

    `urls_changed` carries the new list, `changed` and `removed` a sentence on it, `rejected_found` the lines not read.
    """

    urls_changed = Signal(object)
    rejected_found = Signal(object)
    changed = Signal(str)
    removed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._urls: Urls = ()
        self._base: str | None = None
        self._before_removal: Urls | None = None

    @property
    def urls(self) -> Urls:
        """The list as it was last changed or set."""
        return self._urls

    def set_urls(self, urls: Urls) -> None:
        """Take over the list in force."""
        if urls is not self._urls and urls != self._urls:
            self._before_removal = None
        self._urls = urls

    def set_base(self, base: str | None) -> None:
        """Paths without a host are of this site."""
        self._base = base

    def add_text(self, text: str) -> None:
        """Add the URLs of a list, one a line."""
        self.add(parse_list(text, self._base))

    def add(self, found: UrlList) -> None:
        """Add what was read from a list, and say what was not."""
        addition = with_added(self._urls, found)
        if addition.added or addition.repeated or found.rejected:
            self.changed.emit(words.added_words(addition.added, addition.repeated, len(found.rejected)))
        self.rejected_found.emit(found.rejected)
        if addition.added:
            self._before_removal = None
            self._change(addition.urls)

    def remove(self, gone: AbstractSet[str]) -> None:
        """Take URLs out of the list."""
        before, after = self._urls, without(self._urls, gone)
        if len(after) == len(before):
            return
        self._before_removal = before
        self.removed.emit(words.removed_words(len(before) - len(after)))
        self._change(after)

    def remove_all(self) -> None:
        """Empty the list."""
        self.remove({url.url for url in self._urls})

    def undo(self) -> None:
        """Take the last removal back."""
        if self._before_removal is None:
            return
        before, self._before_removal = self._before_removal, None
        self.changed.emit(words.restored_words(len(before) - len(self._urls)))
        self._change(before)

    def _change(self, urls: Urls) -> None:
        self._urls = urls
        self.urls_changed.emit(urls)
