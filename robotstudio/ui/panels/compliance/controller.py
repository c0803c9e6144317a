"""Compliance: logs and versions are read and checked in the background, with progress, and shown in the window."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal

from robotstudio.compliance.budget import BUDGET, BudgetInput, CrawlerBudget, budget_rows, crawl_budget
from robotstudio.compliance.ip_ranges import RangeList, lists_about
from robotstudio.compliance.model import Compliance, conflicting_versions, version_of_file, versions_of
from robotstudio.compliance.question import ComplianceQuestion, answer, requests_in, table_of
from robotstudio.compliance.reverse_dns import NameCheck
from robotstudio.compliance.saved_ranges import lists_in_force, refresh_lists, save_lists, stale_among
from robotstudio.compliance.url_joins import JOINED, JoinInput, JoinRow, UrlJoins, url_joins
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import Catalogue
from robotstudio.fetch.address import origin_of
from robotstudio.fetch.options import FetchOptions
from robotstudio.store.delimited import delimited
from robotstudio.store.errors import RobotStudioError
from robotstudio.store.files import read, write_atomic
from robotstudio.text.language import WORDS, Message, Told, put_in, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.shell import dialogs
from robotstudio.urls.sources.task import Task
from robotstudio.urls.url_set import UrlSet

if TYPE_CHECKING:
    from robotstudio.compliance.log_requests import LogRequests
    from robotstudio.compliance.model import DatedVersion
    from robotstudio.fetch.history.store import History
    from robotstudio.ui.panels.compliance.panel import CompliancePanel


_LOG = "log"
_SAVED: Message = "Saved to {path}."


class ComplianceController(PanelController["CompliancePanel"]):
    """Keeps the logs, the versions, and the requests read from the logs."""

    panel_of = "crawlers.compliance"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._is_filled = False
        self._paths: tuple[Path, ...] = ()
        self._site = ""
        self._versions: tuple[DatedVersion, ...] = ()
        self._lists: tuple[RangeList, ...] = ()
        self._names: NameCheck | None = None
        self.found: Compliance | None = None
        """Last results, if any."""
        self._read: LogRequests | None = None
        self._notes: tuple[str, ...] = ()
        self._replayed: Replay | None = None
        context.session.urls_changed.connect(self._on_urls_changed)
        context.session.analysis_settled.connect(self._on_analysis_settled)

    @cached_property
    def job(self) -> "ComplianceJob":
        """Background job that reads and checks."""
        job = ComplianceJob(self._show_share, self)
        job.background.answered.connect(self._on_answered)
        job.background.failed.connect(self._on_failed)
        return job

    @cached_property
    def replays(self) -> Background:
        """Thread that replays the logs against the draft."""
        replays = Background("crawl budget", self)
        replays.answered.connect(self._on_replayed)
        replays.failed.connect(self._on_replay_failed)
        return replays

    def make_panel(self, kind: "Callable[..., CompliancePanel]") -> "CompliancePanel":
        return kind(self, self._window)

    @property
    def logs(self) -> tuple[Path, ...]:
        """Logs that the last results are about."""
        return self._paths

    def take_known(self) -> None:
        """Take the logs of the sources if there are no others, and at first the versions of the history."""
        is_known = bool(self._paths)
        if not is_known:
            sources = self._session.urls.sources
            logs = [Path(place) for source in sources if source.kind == _LOG for place in source.locations]
            self._paths = tuple(dict.fromkeys(logs))
            self.panel.show_logs([path.name for path in self._paths])
        if not self._is_filled:
            self._is_filled = bool(self._session.robots_url)
            self.take_history()
        elif self._paths and not is_known:
            self._judge()

    def _on_urls_changed(self) -> None:
        if self.is_shown:
            self.take_known()

    def close(self) -> None:
        super().close()
        if "job" in vars(self):
            self.job.close()
        if "replays" in vars(self):
            self.replays.close()

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

    def add_file(self, since: str) -> None:
        """Ask for a file, and add it as the version since a day."""
        if self._dated(b"", since, "") is None:
            return
        path = dialogs.ask_open_path(self._window)
        if path is None:
            return
        try:
            version = self._dated(read(path), since, path.name)
        except RobotStudioError as error:
            self.panel.versions.tell(WORDS.tell(error.told), is_fault=True)
            return
        if version is not None:
            self._set_versions((*self._versions, version), version)
            self.panel.versions.tell("" if since else tr("Enter since when it was live."))

    def date_version(self, version: "DatedVersion", since: str) -> None:
        """Give a version another day."""
        dated = self._dated(version.body, since, version.name)
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

    def remove_version(self, version: "DatedVersion") -> None:
        self._set_versions(tuple(each for each in self._versions if each is not version))

    def _set_versions(self, versions: "tuple[DatedVersion, ...]", chosen: "DatedVersion | None" = None) -> None:
        self._versions = tuple(sorted(versions, key=_since_of))
        self.panel.show_versions(self._versions, chosen)
        self._judge()

    def ask_logs(self) -> None:
        """Ask for access logs, and read them."""
        paths = dialogs.ask_log_paths(self._window)
        if paths:
            self.add_logs(paths)

    def choose_site(self, site: str) -> None:
        """Check one site of the logs, "" for all."""
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

    def replay(self) -> None:
        """Replay the logs against the draft, and join them with sitemaps and clicks; nothing if that is known."""
        analysis = self._session.analysis
        if analysis is None:
            return
        versions = [each for each in self._versions if each.body != analysis.body]
        before = versions[-1] if versions else None
        catalogue, lists = self._crawlers.catalogue, self._ranges()
        asked = Replay(self._paths, self._site, analysis.body, before, analysis.urls, catalogue, lists)
        if asked != self._replayed:
            self._replayed = asked
            self.panel.budget.show_waiting(tr("Replaying the logs against the draft…") if self._paths else _no_log())
            self.replays.ask(partial(_replay, asked, self._read))

    def _on_analysis_settled(self, _analysis: object) -> None:
        if self.is_shown and self.panel.shows_replay:
            self.replay()

    def _on_replayed(self, answer: "tuple[LogRequests | None, Sequence[CrawlerBudget], UrlJoins]") -> None:
        read, budgets, joins = answer
        self._read = self._read or read
        self.panel.show_joins(joins)
        if read is not None and self._replayed is not None:
            before = self._replayed.before
            said = tr("Compared with {name}.", name=before.name) if before else tr("Compared with an empty file.")
            self.panel.show_budgets(budgets, said)

    def _on_replay_failed(self, error: Exception) -> None:
        self._replayed = None
        self.panel.budget.show_waiting(WORDS.tell(error.told) if isinstance(error, RobotStudioError) else str(error))

    def _missing(self) -> str:
        """Return what is missing before the check can start; empty if nothing is."""
        if not self._paths:
            return tr("Add an access log to see which crawlers obeyed robots.txt.")
        if not self._versions:
            return tr("No version of the file is known. Use the versions in the history, or add a file with its date.")
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

    def _show_share(self, share: float) -> None:
        self.panel.show_progress(tr("Reading…"), share)

    def _on_answered(self, answer: "Compliance | Fresh") -> None:
        if isinstance(answer, Fresh):
            self._lists = answer.lists
            self._notes = tuple(map(WORDS.tell, answer.notes))
            self._judge()
        else:
            self.found, self._read = answer, answer.requests
            self._show(answer)

    def _show(self, found: "Compliance") -> None:
        stale = stale_among(lists_about(self._lists, found.requests.tokens), datetime.now(UTC).date())
        self.panel.show_found(found, self._site, [each.dated for each in stale], self._notes)

    def _on_failed(self, error: Exception) -> None:
        sentence = WORDS.tell(error.told) if isinstance(error, RobotStudioError) else str(error)
        self.panel.show_stopped(sentence)
        if not self.panel.has_verdicts:
            self.panel.show_nothing(sentence)
        self._names = None

    def cancel(self) -> None:
        """Stop what is running; earlier results stay."""
        self.job.cancel()
        if self.panel.has_verdicts:
            self.panel.show_stopped(tr("Stopped. Earlier results are still shown."))
        else:
            self.panel.show_nothing(tr("Stopped before the log was read. Add it again to continue."))
        self._names = None

    def look_up_names(self) -> None:
        """Look up the host names of addresses that are in no published range."""
        self._names = self._names or NameCheck()
        self._judge()

    def refresh_ranges(self) -> None:
        """Fetch the addresses of these crawlers from their operators."""
        if self.found is None:
            return
        wanted = lists_about(self._ranges(), self.found.requests.tokens)
        self.panel.show_progress(tr("Fetching the ranges of these crawlers…"), 0.0)
        self.job.refresh(wanted, self._context.ranges, self._context.fetcher.usual.options)

    def export_verdicts(self) -> None:
        """Ask for a file, and write the verdicts there."""
        path = dialogs.ask_export_conduct_path(self._window) if self.found else None
        if path is None or self.found is None:
            return
        text = "".join(delimited(table_of(self.found.records))).encode()
        if self._wrote(partial(write_atomic, path, text)):
            self._window.status_bar.show_message(tr("Verdicts saved to {path}.", path=str(path)))

    def export_budgets(self, budgets: Sequence[CrawlerBudget]) -> None:
        """Ask for a file, and write there what the draft would avoid of each crawler's requests."""
        path = dialogs.ask_export_budget_path(self._window)
        if path is not None and self._wrote(partial(BUDGET.write, path, tuple(budget_rows(budgets)))):
            self._window.status_bar.show_message(tr(_SAVED, path=str(path)))

    def export_joined(self, rows: Sequence[JoinRow]) -> None:
        """Ask for a file, and write the URLs of a joined list there."""
        path = dialogs.ask_export_joined_path(self._window, rows[0].list) if rows else None
        if path is not None and self._wrote(partial(JOINED.write, path, rows)):
            self._window.status_bar.show_message(tr(_SAVED, path=str(path)))

    def _wrote(self, write: Callable[[], object]) -> bool:
        """Write, and show why that failed."""
        try:
            write()
        except RobotStudioError as error:
            dialogs.show_error(self._window, WORDS.tell(error.told))
            return False
        return True


def _since_of(version: "DatedVersion") -> datetime:
    return version.since


def _kept_versions(host: str, history: "History") -> "tuple[DatedVersion, ...]":
    return versions_of(history.timeline(host), history.body)


def _no_log() -> str:
    return tr("Add an access log to see what the draft would avoid.")


class Replay(Struct, frozen=True):
    """What a replay depends on."""

    paths: tuple[Path, ...]
    site: str
    draft: bytes
    before: "DatedVersion | None"
    urls: UrlSet
    catalogue: Catalogue
    lists: tuple[RangeList, ...]


def _replay(
    asked: Replay, read: "LogRequests | None", is_cancelled: Callable[[], bool]
) -> "tuple[LogRequests | None, Sequence[CrawlerBudget], UrlJoins] | None":
    """Read the logs unless they are known, and replay them. None if that is not wanted any more."""
    try:
        if read is None and asked.paths:
            read = requests_in(asked.paths, asked.catalogue, Task(is_cancelled=is_cancelled), asked.site)
        budgets: Sequence[CrawlerBudget] = ()
        if read is not None:
            before = asked.before.body if asked.before else None
            question = BudgetInput(read, asked.draft, asked.catalogue, before, asked.lists)
            budgets = crawl_budget(question, is_cancelled)
        joins = url_joins(JoinInput(asked.urls, read, asked.draft, asked.catalogue), is_cancelled)
    except Cancelled:
        return None
    return read, budgets, joins


class Fresh(Struct, frozen=True, eq=False):
    """All lists in force after a fetch; which were not updated, and why."""

    lists: tuple[RangeList, ...]
    notes: tuple[Told, ...]


class ComplianceJob(QObject):
    """Answers the last question only; `background` carries the answer, `Compliance` or `Fresh`, and failures."""

    _reported = Signal(int, float)

    def __init__(self, show_share: Callable[[float], None], parent: QObject) -> None:
        """Create it; `show_share` is called with the share that is done."""
        super().__init__(parent)
        self._show_share = show_share
        self._number = 0
        self.background = Background("who kept to it", self)
        self._reported.connect(self._on_reported, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        return self.background.is_busy

    def ask(self, asked: ComplianceQuestion) -> None:
        """Start a check; a running one is cancelled."""
        self._number += 1
        self.background.ask(partial(_judged, asked, partial(self._reported.emit, self._number)))

    def refresh(self, wanted: Sequence[RangeList], path: Path, usual: FetchOptions) -> None:
        """Fetch lists from their operators and save them."""
        self._number += 1
        self.background.ask(partial(_refreshed, tuple(wanted), path, usual))

    def cancel(self) -> None:
        """Cancel the running check."""
        self._number += 1
        self.background.cancel()

    def close(self) -> None:
        """End the thread."""
        self._number += 1
        self.background.close()

    def _on_reported(self, number: int, share: float) -> None:
        if number == self._number:
            self._show_share(share)


def _judged(asked: ComplianceQuestion, report: Callable[[float], None], is_cancelled: Callable[[], bool]) -> Compliance:
    def on_progress(share: float, _found: int) -> None:
        report(share)

    return answer(asked, Task(on_progress, is_cancelled))


def _refreshed(wanted: Sequence[RangeList], path: Path, usual: FetchOptions, is_cancelled: Callable[[], bool]) -> Fresh:
    day = datetime.now(UTC).date().isoformat()
    fresh = refresh_lists(wanted, day, usual=usual, is_cancelled=is_cancelled)
    return Fresh(save_lists(path, fresh.lists, day), fresh.notes)
