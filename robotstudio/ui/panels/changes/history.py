"""Keeps what is fetched, watches sites, and offers the kept versions of a site to Changes."""

import contextlib
import itertools
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from PySide6.QtWidgets import QApplication

from robotstudio.draft.changes.text_comparison import VerdictScope
from robotstudio.draft.changes.version_difference import VersionDifference, version_difference
from robotstudio.fetch.address import origin_of
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.history.model import Entry, EntryMark, Since
from robotstudio.fetch.options import CachedCopy, DefaultOptions, FetchOptions
from robotstudio.fetch.worker import FetchThread
from robotstudio.project.state import State
from robotstudio.store.errors import HistoryError
from robotstudio.store.files import exists
from robotstudio.text.language import WORDS, Plural, Told, ntr, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.jobs.histories import NOTHING, Snapshot, Version
from robotstudio.ui.jobs.watching import News, Watcher
from robotstudio.ui.panels.changes import history_words
from robotstudio.ui.shell import dialogs

if TYPE_CHECKING:
    from robotstudio.fetch.history.store import History

_MOST_VERSIONS = 20
_FILES = EntryMark.FIRST | EntryMark.CONTENT


class SavedVersion(Struct, frozen=True):
    """A kept version; `difference` is from the one after it, None if that is unknown or it is the newest."""

    entry: Entry
    difference: VersionDifference | None = None
    is_newest: bool = False


class HistoryListener(Protocol):
    """Requests of the history to Changes."""

    def show_history(self) -> None:
        """Show the kept versions again."""

    def compare_with_kept(self, entry: Entry) -> None:
        """Show the changes since a kept version."""


class WatchFetcher:
    """Fetches for the watch list, separately from the user's fetches."""

    def __init__(self, usual: DefaultOptions | None = None) -> None:
        self._thread = FetchThread(usual=usual)

    def start(
        self,
        address: str,
        job_id: int,
        on_done: Callable[[int, Evidence], None],
        known: CachedCopy | None,
    ) -> None:
        """Start a fetch; with a known copy it is a conditional request."""
        self._thread.start(address, job_id, on_done, options=FetchOptions(cached=known))

    def close(self) -> None:
        self._thread.close()


class HistoryController(Controller):
    """Connects the history with the fetches, the watch list and Changes."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._history = context.history
        self._snapshot = NOTHING
        self._chosen = self._looked_at = ""
        self._shows_all = False
        self._differences: dict[tuple[str, str], VersionDifference] = {}
        self.listener: HistoryListener | None = None
        self.watcher = Watcher(context.history, WatchFetcher(context.fetcher.usual), self._subject, self)
        self.watcher.news.connect(self._on_news)
        self.watcher.refetched.connect(self._on_refetched)
        context.fetcher.finished.connect(self._on_fetched)
        context.history.changed.connect(self._on_changed)
        context.history.exported.connect(self._on_exported)
        context.history.failed.connect(self._on_problem)
        context.history.noticed.connect(self._on_problem)
        self._tabs.front_changed.connect(self._on_front_changed)
        self._document.opened.connect(self._on_document_opened)
        self._session.analysis_settled.connect(self._on_analysis_settled)

    def state(self) -> Mapping[str, object]:
        return {"keeps_history": self._history.is_kept}

    def restore(self, state: State) -> None:
        self.set_kept(state.keeps_history)

    def set_kept(self, is_kept: bool) -> None:
        """Turn the history and the watch list on or off."""
        self._history.set_kept(is_kept)
        if is_kept and exists(self._history.path):
            self.watcher.look()
        self._tell()

    def close(self) -> None:
        """End the threads, and write pending changes."""
        self.watcher.close()
        self._history.close()

    # What there is

    @property
    def host(self) -> str:
        """The site whose versions are offered: the one chosen, else that of the draft, else the newest."""
        return self._wanted or self._snapshot.host

    @property
    def hosts(self) -> Sequence[str]:
        """All sites in the history."""
        return [each.host for each in self._snapshot.hosts]

    @property
    def every(self) -> timedelta | None:
        """Interval of watching the site; None if it is not watched."""
        return next((each.every for each in self._snapshot.hosts if each.host == self.host), None)

    @property
    def newest(self) -> Entry | None:
        """The last fetch of the site."""
        return next(iter(self._entries), None)

    @property
    def is_kept(self) -> bool:
        """True if fetches are kept."""
        return self._history.is_kept

    @property
    def usage(self) -> str:
        """Path and size of the history."""
        return history_words.usage_text(self._snapshot.usage, str(self._history.path))

    @property
    def versions(self) -> Sequence[SavedVersion]:
        """The fetches that brought another file than the one before, or none any more; the newest first."""
        found, newer = [], ""
        for entry in self._listed:
            known = self._differences.get((entry.sha256, newer)) if entry.has_rules else None
            found.append(SavedVersion(entry, known, is_newest=entry.has_rules and not newer))
            newer = entry.sha256 if entry.has_rules else newer
        return found

    @property
    def left_out(self) -> int:
        """How many older versions are not offered."""
        return sum(each.has_rules for each in self._changed) - sum(each.has_rules for each in self._listed)

    def show_all(self) -> None:
        """Offer all versions of the site."""
        self._shows_all = True
        self._show_differences()

    def look(self) -> None:
        """Read the versions of the site again; what is read is shown."""
        self._looked_at = self._wanted
        if exists(self._history.path):
            self._history.show_host(self._wanted)

    @property
    def _wanted(self) -> str:
        site = self._session.robots_url
        return self._chosen or (origin_of(site) if site else "")

    @property
    def _entries(self) -> Sequence[Entry]:
        return self._snapshot.entries if self._snapshot.host == self.host else ()

    @property
    def _changed(self) -> Sequence[Entry]:
        return [
            each
            for each in self._entries
            if each.name or each.marks & (_FILES if each.has_rules else _FILES | EntryMark.STATUS)
        ]

    @property
    def _listed(self) -> Sequence[Entry]:
        """The newest of these, as many as there is room for, and all that have a name."""
        files = itertools.accumulate(each.has_rules for each in self._changed)
        return [
            each
            for each, number in zip(self._changed, files, strict=True)
            if self._shows_all or number <= _MOST_VERSIONS or each.name
        ]

    # Requests of the list of versions

    def choose_host(self, host: str) -> None:
        """Offer the versions of another site."""
        self._chosen, self._shows_all = host, False
        self.look()

    def open_version(self, entry: Entry) -> None:
        """Open a version in a tab, as a draft for its site."""
        self._history.read_version(entry, self._on_opened)

    def name_version(self, entry: Entry) -> None:
        """Ask for the name of a version."""
        name = dialogs.ask_version_name(self._window, entry.name)
        if name is not None:
            self._history.set_name(entry, name)

    def remove_version(self, entry: Entry) -> None:
        """Remove a version once the person confirms."""
        if dialogs.ask_remove_version(self._window, entry.name or history_words.time_text(entry.fetched_at)):
            self._history.remove_version(entry)

    def export_host(self) -> None:
        """Ask for a file, and write all fetches of the site."""
        path = dialogs.ask_export_history_path(self._window, self.host)
        if path:
            self._history.export(self.host, path)

    def forget_host(self) -> None:
        """Remove all fetches of the site once the person confirms."""
        host = self.host
        if dialogs.ask_forget_host(self._window, host, len(self._entries)):
            self._chosen = ""
            self._history.forget(host)

    def watch(self, every: timedelta | None) -> None:
        """Fetch the site again so often, or no more."""
        if self.host:
            self._history.watch(self.host, every)

    def keep(self, is_kept: bool) -> None:
        """Keep what is fetched, or no more."""
        self.set_kept(is_kept)
        self.state_changed.emit()

    def tell_since(self, rule: bytes, tell: Callable[[str], object]) -> None:
        """Say since when the newest file of the site has a line."""
        host = self.host
        if not exists(self._history.path):
            tell(history_words.nothing_kept_text(host))
            return
        self._history.ask(partial(_since_when, host, rule), partial(_tell_since, host, rule, tell))

    # What happens

    def _subject(self) -> VerdictScope:
        return VerdictScope(self._session.table, self._session.crawlers)

    def _tell(self) -> None:
        if self.listener is not None:
            self.listener.show_history()

    def _on_fetched(self, evidence: Evidence) -> None:
        """Save what was fetched under our own name: answers to other names are not changes of the file."""
        if not evidence.pretending:
            self._history.record(evidence)

    def _on_front_changed(self) -> None:
        """Check the watch list only in the document that is in front."""
        if self._tabs.front.page is self._window:
            self.set_kept(self._history.is_kept)
        else:
            self.watcher.rest()

    def _on_changed(self, snapshot: Snapshot) -> None:
        if snapshot.host != self._wanted and any(each.host == self._wanted for each in snapshot.hosts):
            self.look()  # another site was fetched
            return
        self._snapshot = snapshot
        self._show_differences()

    def _on_document_opened(self) -> None:
        self._chosen, self._shows_all = "", False
        self._look_at_site()

    def _on_analysis_settled(self, _analysis: object) -> None:
        self._look_at_site()

    def _look_at_site(self) -> None:
        """Read the versions of the site if it is not the one whose versions are shown."""
        if self._window.current_tab == "changes" and self._wanted != self._looked_at:
            self.look()

    def _show_differences(self) -> None:
        """Offer the versions, and work out what is not yet known of them."""
        files = [each for each in self._listed if each.has_rules]
        pairs = [
            (older, newer)
            for newer, older in itertools.pairwise(files)
            if (older.sha256, newer.sha256) not in self._differences
        ]
        if pairs:
            self._history.ask(partial(_differences, pairs), self._on_differences)
        self._tell()

    def _on_differences(self, found: Mapping[tuple[str, str], VersionDifference]) -> None:
        self._differences.update(found)
        self._tell()

    def _on_opened(self, version: Version) -> None:
        entry = version.entry
        document = self._tabs.place(self._context).document
        document.load(version.body, Origin.of_history(entry), site=entry.host)

    def _on_exported(self, path: Path, count: int) -> None:
        words = Plural("{count} fetch written to {path}.", "{count} fetches written to {path}.")
        self._window.status_bar.show_message(ntr(words, count, path=str(path)))

    def _on_news(self, news: News) -> None:
        said = history_words.news_text(news.entry, news.verdicts)
        offers = [(tr("Show"), partial(self._show_news, news.entry))]
        self._window.notices.show_notice(f"watch {news.entry.host}", said, offers)
        QApplication.alert(self._window)  # the user may be in another program

    def _show_news(self, entry: Entry) -> None:
        self._chosen, self._shows_all = entry.host, False
        if self.listener is not None:
            self.listener.compare_with_kept(entry)

    def _on_refetched(self, host: str) -> None:
        if host == self.host:
            self.look()

    def _on_problem(self, told: Told) -> None:
        self._window.notices.show_notice("history", WORDS.tell(told))


def _differences(
    pairs: Sequence[tuple[Entry, Entry]], history: "History"
) -> Mapping[tuple[str, str], VersionDifference]:
    found = {}
    for older, newer in pairs:
        with contextlib.suppress(HistoryError):  # a damaged body hides no other difference
            found[older.sha256, newer.sha256] = version_difference(history.body(older), history.body(newer))
    return found


def _since_when(host: str, rule: bytes, history: "History") -> Since:
    return history.since_when(host, rule)


def _tell_since(host: str, rule: bytes, tell: Callable[[str], object], since: Since) -> None:
    tell(history_words.since_text(rule, since) if since.newest else history_words.nothing_kept_text(host))
