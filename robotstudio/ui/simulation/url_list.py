"""Changes to the list of test URLs: added, removed, taken back. The list itself is the window's."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from robotstudio.io.url_builder import as_set
from robotstudio.io.url_set import UrlSet
from robotstudio.io.urls import RejectedLine, TestUrl, UrlList, parse_list
from robotstudio.ui.simulation import words


@dataclass(frozen=True, slots=True)
class Addition:
    """The list with new URLs at its end, how many they were, and how many were in it or came twice."""

    urls: UrlSet
    added: int
    repeated: int


def with_added(urls: UrlSet, found: UrlSet, repeated: int = 0) -> Addition:
    """The list with the found URLs that are not in it yet: each URL is tested once."""
    whole = urls.with_added(found)
    added = len(whole) - len(urls)
    return Addition(whole, added, repeated + len(found) - added)


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
        self._urls = UrlSet()
        self._base: str | None = None
        self._before_removal: UrlSet | None = None

    @property
    def urls(self) -> UrlSet:
        """The list as it was last changed or set."""
        return self._urls

    def set_urls(self, urls: Iterable[TestUrl]) -> None:
        """Take over the list in force."""
        if urls is not self._urls:
            self._before_removal = None
            self._urls = as_set(urls)

    def set_base(self, base: str | None) -> None:
        """Paths without a host are of this site."""
        self._base = base

    def add_text(self, text: str) -> None:
        """Add the URLs of a list, one a line."""
        self.add(parse_list(text, self._base))

    def add(self, found: UrlList) -> None:
        """Add what a person typed or pasted, and say what could not be read."""
        self.add_set(as_set(found.urls), found.rejected, found.repeated)

    def add_set(self, found: UrlSet, rejected: Sequence[RejectedLine] = (), repeated: int = 0) -> None:
        """Add what was read from a source, and say what could not be read."""
        addition = with_added(self._urls, found, repeated)
        if addition.added or addition.repeated or rejected:
            self.changed.emit(words.added_words(addition.added, addition.repeated, len(rejected)))
        self.rejected_found.emit(tuple(rejected))
        if addition.added:
            self._before_removal = None
            self._change(addition.urls)

    def remove(self, rows: Sequence[int]) -> None:
        """Take the URLs of these rows out of the list."""
        before, after = self._urls, self._urls.without_rows(rows)
        if len(after) == len(before):
            return
        self._before_removal = before
        self.removed.emit(words.removed_words(len(before) - len(after)))
        self._change(after)

    def remove_all(self) -> None:
        """Empty the list."""
        self.remove(range(len(self._urls)))

    def undo(self) -> None:
        """Take the last removal back."""
        if self._before_removal is None:
            return
        before, self._before_removal = self._before_removal, None
        self.changed.emit(words.restored_words(len(before) - len(self._urls)))
        self._change(before)

    def _change(self, urls: UrlSet) -> None:
        self._urls = urls
        self.urls_changed.emit(urls)
