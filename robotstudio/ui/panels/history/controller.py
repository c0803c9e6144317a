"""Saves fetches and shows them in the History tab, or on request in the editor."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.changes.text_comparison import VerdictScope, VersionChanges, version_changes
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.history.model import Entry
from robotstudio.fetch.options import CachedCopy, DefaultOptions, FetchOptions
from robotstudio.fetch.worker import FetchThread
from robotstudio.project.state import State
from robotstudio.store.files import exists
from robotstudio.text.language import WORDS, Plural, Told, ntr, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.jobs.histories import Version, VersionPair
from robotstudio.ui.jobs.watching import News, Watcher
from robotstudio.ui.panels.history.words import news_text
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.document_window import Tab

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from robotstudio.fetch.history.store import History
    from robotstudio.ui.panels.history.panel import HistoryPanel


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


class HistoryController(PanelController["HistoryPanel"]):
    """Connects the history with the fetches, the tab and the document."""

    panel_of = "view.history"

    baseline_chosen = Signal(object)  # Baseline

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._history = context.history
        context.window.add_tab(Tab("history", tr("History"), self))
        self._pair: VersionPair | None = None
        self._comparing = Background("versions", self)
        self.watcher = Watcher(context.history, WatchFetcher(context.fetcher.usual), self._subject, self)
        context.fetcher.finished.connect(self._on_fetched)
        self._connect_history()

    def connect_panel(self, panel: "HistoryPanel") -> None:
        history = self._history
        panel.set_path(str(history.path))
        panel.set_kept(history.is_kept)
        history.changed.connect(panel.show_snapshot)
        panel.shown.connect(history.refresh)
        panel.host_chosen.connect(history.show_host)
        panel.interval_chosen.connect(self._on_interval_chosen)
        panel.export_requested.connect(self._on_export_requested)
        panel.forget_requested.connect(self._on_forget_requested)
        panel.versions_wanted.connect(history.read_versions)
        panel.restore_requested.connect(self._on_restore_requested)
        panel.baseline_requested.connect(self._on_baseline_requested)
        panel.rule_asked.connect(self._on_rule_asked)
        panel.kept_changed.connect(self._on_kept_changed)
        panel.address_requested.connect(self._window.top_bar.focus_address)

    @property
    def main_part(self) -> "QWidget":
        return self.panel.timeline

    def state(self) -> Mapping[str, object]:
        return {"keeps_history": self._history.is_kept}

    def restore(self, state: State) -> None:
        self.set_kept(state.keeps_history)

    def set_kept(self, is_kept: bool) -> None:
        """Turn the history and the watch list on or off."""
        if self.has_panel:
            self.panel.set_kept(is_kept)
        self._keep(is_kept)

    def close(self) -> None:
        """End the threads, and write pending changes."""
        self.watcher.close()
        self._comparing.close()
        self._history.close()

    def _connect_history(self) -> None:
        self._tabs.front_changed.connect(self._on_front_changed)
        history = self._history
        history.versions_read.connect(self._on_versions_read)
        history.exported.connect(self._on_exported)
        history.failed.connect(self._on_problem)
        history.noticed.connect(self._on_problem)
        self._comparing.answered.connect(self._on_compared)
        self.watcher.news.connect(self._on_news)
        self.watcher.refetched.connect(self._on_refetched)
        self._session.urls_changed.connect(self._on_subject_changed)
        self._session.crawlers_changed.connect(self._on_subject_changed)

    def _subject(self) -> VerdictScope:
        return VerdictScope(self._session.table, self._session.crawlers)

    def _on_fetched(self, evidence: Evidence) -> None:
        """Save what was fetched under our own name: answers to other names are not changes of the file."""
        if not evidence.pretending:
            self._history.record(evidence)

    def _on_kept_changed(self, is_kept: bool) -> None:
        self._keep(is_kept)
        self.state_changed.emit()

    def _keep(self, is_kept: bool) -> None:
        self._history.set_kept(is_kept)
        if is_kept and exists(self._history.path):
            self.watcher.look()

    def _on_front_changed(self) -> None:
        """Check the watch list only in the document that is in front."""
        if self._tabs.front.page is self._window:
            self._keep(self._history.is_kept)
        else:
            self.watcher.rest()

    def _on_versions_read(self, pair: VersionPair) -> None:
        self._pair = pair
        self._compare()

    def _on_subject_changed(self, _: object) -> None:
        if self.is_shown:
            self._compare()

    def _compare(self) -> None:
        if self._pair is not None:
            pair = self._pair
            older = pair.older.body if pair.older else b""
            self._comparing.ask(partial(_compared, pair, older, self._subject()))

    def _on_compared(self, answer: tuple[VersionPair, VersionChanges]) -> None:
        self.panel.show_changes(*answer)

    def _on_interval_chosen(self, host: str, every: timedelta | None) -> None:
        self._history.watch(host, every)

    def _on_export_requested(self, host: str) -> None:
        path = dialogs.ask_export_history_path(self._window, host)
        if path:
            self._history.export(host, path)

    def _on_exported(self, path: Path, count: int) -> None:
        words = Plural("{count} fetch written to {path}.", "{count} fetches written to {path}.")
        self._window.status_bar.show_message(ntr(words, count, path=str(path)))

    def _on_forget_requested(self, host: str, count: int) -> None:
        if dialogs.ask_forget_host(self._window, host, count):
            self._history.forget(host)

    def _on_restore_requested(self, entry: Entry) -> None:
        self._history.read_version(entry, self._on_restored)

    def _on_restored(self, version: Version) -> None:
        entry = version.entry
        document = self._tabs.place(self._context).document
        document.load(version.body, Origin.of_history(entry), site=entry.host)

    def _on_baseline_requested(self, entry: Entry) -> None:
        self._history.read_version(entry, self._on_baseline_read)

    def _on_baseline_read(self, version: Version) -> None:
        entry = version.entry
        self.baseline_chosen.emit(Baseline(f"history:{entry.id}", entry.host, version.body, entry.fetched_at))

    def _on_rule_asked(self, host: str, rule: str) -> None:
        self._history.ask(partial(_since_when, host, rule), partial(self.panel.show_since, rule))

    def _on_news(self, news: News) -> None:
        said = news_text(news.entry, news.verdicts)
        offers = [(tr("Show"), partial(self._show_host, news.entry.host))]
        self._window.notices.show_notice(f"watch {news.entry.host}", said, offers)
        QApplication.alert(self._window)  # the user may be in another program

    def _on_refetched(self, _host: str) -> None:
        if self.is_shown:
            self._history.refresh()

    def _show_host(self, host: str) -> None:
        self._window.open_work()
        self._window.show_tab("history")
        self._history.show_host(host)

    def _on_problem(self, told: Told) -> None:
        self._window.notices.show_notice("history", WORDS.tell(told))


def _compared(
    pair: VersionPair, older: bytes, subject: VerdictScope, is_cancelled: Callable[[], bool]
) -> tuple[VersionPair, VersionChanges]:
    return pair, version_changes(older, pair.newer.body, subject, is_cancelled)


def _since_when(host: str, rule: str, history: "History") -> Entry | None:
    return history.since_when(host, rule)
