"""Many hosts: from the list through the fetch thread into the table, the history and the Fetch tab."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.http_scenario import policy_outcome_for
from robotstudio.fetch.meanings import effect_words
from robotstudio.store import files, text
from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.shell import dialogs

if TYPE_CHECKING:
    from robotstudio.fetch.hosts import HostLimits, HostResult, HostsState
    from robotstudio.ui.jobs.fetch_jobs import HostsJob
    from robotstudio.ui.panels.hosts.panel import HostsPanel


class HostsController(PanelController["HostsPanel"]):
    """Connects the window of many hosts with its job, the history and the fetch of one host."""

    panel_of = "fetch.hosts"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._history = context.history
        self._fetcher = context.fetcher
        self._limits: tuple[int, int, int] | None = None
        context.session.crawlers_changed.connect(self._on_crawlers_changed)

    @cached_property
    def job(self) -> "HostsJob":
        """Fetches of a list."""
        from robotstudio.ui.jobs.fetch_jobs import HostsJob

        job = HostsJob(self, self._fetcher.usual)
        job.fetched.connect(self._history.record_one_of_many)
        job.progressed.connect(self._on_progressed)
        job.ended.connect(self._on_ended)
        return job

    def make_panel(self, kind: "Callable[..., HostsPanel]") -> "HostsPanel":
        return kind(self, self._window)

    def connect_panel(self, panel: "HostsPanel") -> None:
        panel.set_crawlers(self._session.crawlers)
        self._offer_limits(panel)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"fetch.hosts": self.open_window}

    def set_limits(self, at_once: int, per_host: int, per_second: int) -> None:
        """Offer these limits in the open window and in the next one."""
        self._limits = at_once, per_host, per_second
        if self.has_panel:
            self._offer_limits(self.panel)

    def _offer_limits(self, panel: "HostsPanel") -> None:
        if self._limits is not None:
            panel.set_limits(*self._limits)

    def open_window(self) -> None:
        """Show the window; nothing is fetched yet."""
        self.panel.bring_up()

    def close(self) -> None:
        """Close the window and end the thread."""
        super().close()
        if self.has_panel:
            self.job.close()

    def _on_progressed(self, state: "HostsState") -> None:
        self.panel.show_state(state)

    def _on_ended(self, state: "HostsState") -> None:
        self.panel.show_end(state)
        self._history.refresh()

    def _on_crawlers_changed(self, _crawlers: object) -> None:
        if self.has_panel:
            self.panel.set_crawlers(self._session.crawlers)

    def fetch(self, state: "HostsState", limits: "HostLimits") -> None:
        self.job.fetch(state, limits)

    def cancel(self) -> None:
        self.job.cancel()

    def fetch_host(self, address: str) -> None:
        self._fetcher.fetch(address)

    def load_list(self) -> None:
        """Ask for a file, and show it as the list."""
        path = dialogs.ask_hosts_path(self.panel)
        if path is None:
            return
        try:
            self.panel.set_list(text.load(files.read(path)).text)
        except FileError as error:
            dialogs.show_error(self.panel, WORDS.tell(error.told))

    def export(self) -> None:
        """Ask for a file, and write the listed hosts there."""
        path = dialogs.ask_export_hosts_path(self.panel)
        if path is not None:
            self._export(path)

    def _export(self, path: Path) -> None:

        from robotstudio.fetch.hosts import export_hosts  # noqa: PLC0415

        crawlers = self._session.crawlers
        try:
            export_hosts(path, self.panel.listed, [one.token for one in crawlers], partial(_effects, crawlers))
        except FileError as error:
            dialogs.show_error(self.panel, WORDS.tell(error.told))
        else:
            self._window.status_bar.show_message(tr("The hosts were written to {path}.", path=str(path)))


def _effects(crawlers: tuple[Crawler, ...], result: "HostResult") -> list[str]:
    return [effect_words(policy_outcome_for(result, crawler).effect) for crawler in crawlers]
