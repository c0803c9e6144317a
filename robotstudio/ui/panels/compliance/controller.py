"""Compliance: passes the selected logs and versions to the thread that checks them, and the results to the window."""

from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from robotstudio.compliance.ip_ranges import lists_about
from robotstudio.compliance.question import ComplianceQuestion, table_of
from robotstudio.compliance.reverse_dns import NameCheck
from robotstudio.compliance.saved_ranges import lists_in_force, stale_among
from robotstudio.compliance.versions import conflicting_versions, version_of_file, versions_of
from robotstudio.fetch.address import origin_of
from robotstudio.store.delimited import delimited
from robotstudio.store.errors import RobotStudioError
from robotstudio.store.files import read, write_atomic
from robotstudio.text.language import WORDS, put_in, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.panels.compliance.job import ComplianceJob
from robotstudio.ui.shell import dialogs

if TYPE_CHECKING:
    from robotstudio.compliance.ip_ranges import RangeList
    from robotstudio.compliance.log_requests import LogRequests
    from robotstudio.compliance.model import Compliance, DatedVersion
    from robotstudio.fetch.history.store import History
    from robotstudio.ui.panels.compliance.job import Fresh
    from robotstudio.ui.panels.compliance.panel import CompliancePanel

_LOG = "log"


class ComplianceController(PanelController["CompliancePanel"]):
    """Keeps the logs, the versions, and the requests read from the logs."""

    panel_of = "crawlers.compliance"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._paths: tuple[Path, ...] = ()
        self._site = ""
        self._versions: tuple[DatedVersion, ...] = ()
        self._lists: tuple[RangeList, ...] = ()
        self._names: NameCheck | None = None
        self.found: Compliance | None = None
        """Last results, if any."""
        self._read: LogRequests | None = None
        self._notes: tuple[str, ...] = ()

    @cached_property
    def job(self) -> "ComplianceJob":
        """Background job that reads and checks."""
        job = ComplianceJob(self)
        job.progressed.connect(self._on_progressed)
        job.ended.connect(self._on_ended)
        job.refreshed.connect(self._on_refreshed)
        job.failed.connect(self._on_failed)
        return job

    def connect_panel(self, panel: "CompliancePanel") -> None:
        panel.logs_requested.connect(self._on_logs_requested)
        panel.cancel_requested.connect(self._on_cancel_requested)
        panel.site_chosen.connect(self._on_site_chosen)
        panel.refresh_requested.connect(self._on_refresh_requested)
        panel.names_requested.connect(self._on_names_requested)
        panel.export_requested.connect(self._on_export_requested)
        panel.versions.history_requested.connect(self.take_history)
        panel.versions.file_requested.connect(self._on_file_requested)
        panel.versions.removal_requested.connect(self._on_removal_requested)
        panel.versions.since_written.connect(self._on_since_written)

    @property
    def logs(self) -> tuple[Path, ...]:
        """Logs that the last results are about."""
        return self._paths

    def open_window(self) -> None:
        """Show the window; at first with the logs of the Site tab and the versions of the history."""
        is_first = not self.has_panel
        self.panel.bring_up()
        if is_first:
            sources = self._session.urls.sources
            logs = [Path(place) for source in sources if source.kind == _LOG for place in source.locations]
            self._paths = tuple(dict.fromkeys(logs))
            self.panel.show_logs([path.name for path in self._paths])
            self.take_history()

    def close(self) -> None:
        super().close()
        if "job" in vars(self):
            self.job.close()

    # Logs and versions

    def add_logs(self, paths: list[Path]) -> None:
        """Read more logs."""
        self._paths = tuple(dict.fromkeys((*self._paths, *paths)))
        self.found = self._read = None
        self.panel.show_logs([path.name for path in self._paths])
        self._judge()

    def take_history(self) -> None:
        """Add the versions in the history for the site of the draft."""
        url = self._session.robots_url
        if not url or not self._context.history.path.exists():
            self._set_versions(self._versions)
            return
        self._context.history.ask(partial(_kept_versions, origin_of(url)), self._on_history_read)

    def _on_history_read(self, versions: "tuple[DatedVersion, ...]") -> None:
        known = {(version.since, version.body) for version in self._versions}
        fresh = [version for version in versions if (version.since, version.body) not in known]
        self._set_versions((*self._versions, *fresh))
        if not versions:
            self.panel.versions.tell(tr("The history has no version of this site."))

    def _on_file_requested(self, since: str) -> None:
        if self._dated(b"", since, "") is None:
            return
        path = dialogs.ask_open_path(self.panel)
        if path is None:
            return
        try:
            version = self._dated(read(path), since, path.name)
        except RobotStudioError as error:
            self.panel.versions.tell(WORDS.tell(error.told), is_fault=True)
            return
        if version is not None:
            self._set_versions((*self._versions, version), version)
            self.panel.versions.tell("" if since else tr("Write since when it was there."))

    def _on_since_written(self, version: "DatedVersion", text: str) -> None:
        dated = self._dated(version.body, text, version.name)
        if dated is not None:
            self.panel.versions.tell("")
            self._set_versions(tuple(dated if each is version else each for each in self._versions), dated)

    def _dated(self, body: bytes, since: str, name: str) -> "DatedVersion | None":
        """Return a version with the day typed for it; None and a message if the day is invalid."""
        try:
            return version_of_file(body, since, name)
        except ValueError:
            said = tr("“{text}” is not a date. Write 2026-10-01, or 2026-10-01T08:30 with a time.")
            self.panel.versions.tell(put_in(said, {"text": since}), is_fault=True)
            return None

    def _on_removal_requested(self, version: "DatedVersion") -> None:
        self._set_versions(tuple(each for each in self._versions if each is not version))

    def _set_versions(self, versions: "tuple[DatedVersion, ...]", chosen: "DatedVersion | None" = None) -> None:
        self._versions = tuple(sorted(versions, key=_since_of))
        self.panel.show_versions(self._versions, chosen)
        self._judge()

    def _on_logs_requested(self) -> None:
        paths = dialogs.ask_log_paths(self.panel)
        if paths:
            self.add_logs(paths)

    def _on_site_chosen(self, site: str) -> None:
        self._site = site
        self.found = self._read = None
        self._judge()

    # Checking

    def _judge(self) -> None:
        panel = self.panel
        missing = self._missing()
        if missing:
            if "job" in vars(self):
                self.job.cancel()
            self.found = None
            panel.show_nothing(missing)
            if self._paths and self._versions:
                panel.versions.tell(missing, is_fault=True)
            return
        catalogue, read = self._crawlers.catalogue, self._read
        panel.show_progress(tr("Reading…"), 0.0)
        self.job.ask(
            ComplianceQuestion(self._paths, self._site, self._versions, catalogue, self._ranges(), self._names, read)
        )

    def _missing(self) -> str:
        """Return what is missing before the check can start; empty if nothing is."""
        if not self._paths:
            return tr("Add an access log to see who kept to it.")
        if not self._versions:
            return tr("No version of the file is known. Take those of the history, or add a file with its day.")
        pair = conflicting_versions(self._versions)
        if pair:
            said = tr("“{one}” and “{other}” have the same start. Enter when each went live.")
            return put_in(said, {"one": pair[0].name, "other": pair[1].name})
        return ""

    def _ranges(self) -> "tuple[RangeList, ...]":
        if not self._lists:
            loaded = lists_in_force(self._context.ranges)
            self._lists = loaded.lists
            self._notes = (WORDS.tell(loaded.note),) if loaded.note else ()
        return self._lists

    def _on_progressed(self, share: float) -> None:
        self.panel.show_progress(tr("Reading…"), share)

    def _on_ended(self, found: "Compliance") -> None:
        self.found, self._read = found, found.requests
        self._show(found)

    def _show(self, found: "Compliance") -> None:
        stale = stale_among(lists_about(self._lists, found.requests.tokens), datetime.now(UTC).date())
        self.panel.show_found(found, self._site, [each.dated for each in stale], self._notes)

    def _on_failed(self, error: Exception) -> None:
        sentence = WORDS.tell(error.told) if isinstance(error, RobotStudioError) else str(error)
        self.panel.show_stopped(sentence)
        if not self.panel.has_verdicts:
            self.panel.show_nothing(sentence)
        self._names = None

    def _on_cancel_requested(self) -> None:
        self.job.cancel()
        self.panel.show_stopped(tr("Stopped; what was found before is still shown."))
        self._names = None

    def _on_names_requested(self) -> None:
        self._names = self._names or NameCheck()
        self._judge()

    def _on_refresh_requested(self) -> None:
        if self.found is None:
            return
        wanted = lists_about(self._ranges(), self.found.requests.tokens)
        self.panel.show_progress(tr("Fetching the ranges of these crawlers…"), 0.0)
        self.job.refresh(wanted, self._context.ranges, self._context.fetcher.usual.options)

    def _on_refreshed(self, fresh: "Fresh") -> None:
        self._lists = fresh.lists
        self._notes = tuple(map(WORDS.tell, fresh.notes))
        self._judge()

    def _on_export_requested(self) -> None:
        path = dialogs.ask_export_conduct_path(self.panel) if self.found else None
        if path is None or self.found is None:
            return
        try:
            write_atomic(path, "".join(delimited(table_of(self.found.records))).encode())
        except RobotStudioError as error:
            dialogs.show_error(self.panel, WORDS.tell(error.told))
        else:
            self._window.status_bar.show_message(tr("The verdicts were written to {path}.", path=str(path)))


def _since_of(version: "DatedVersion") -> datetime:
    return version.since


def _kept_versions(host: str, history: "History") -> "tuple[DatedVersion, ...]":
    return versions_of(history.timeline(host), history.body)
