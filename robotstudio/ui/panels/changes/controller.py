"""Compares the draft with its baseline, for the list, the view in the editor's place, and the warnings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.draft.changes.baseline import DISK, LIVE, Baseline, Baselines
from robotstudio.draft.changes.comparison import ChangeQuestion, DraftComparison
from robotstudio.draft.changes.put_back import edits_to_undo, put_back
from robotstudio.draft.changes.unseen_urls import UnseenUrlsProver
from robotstudio.draft.expectation_results import ExpectationState, Results
from robotstudio.draft.live_status import live_status
from robotstudio.engine.changes import FlipGroup
from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.history.model import Entry
from robotstudio.lint.model import Severity
from robotstudio.project.state import State
from robotstudio.store.errors import FileError
from robotstudio.store.files import read_stamped
from robotstudio.text.language import WORDS, Meant, put_in, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.document.proving import ProofWatch
from robotstudio.ui.jobs.histories import Version
from robotstudio.ui.panels.changes import words
from robotstudio.ui.panels.changes.draft_view import DraftCover
from robotstudio.ui.panels.changes.exporting import ChangeExports
from robotstudio.ui.panels.changes.going_live import Readiness, Upload, pick_up_words
from robotstudio.ui.panels.changes.history import HistoryController, SavedVersion
from robotstudio.ui.panels.changes.history_words import last_text, no_file_text
from robotstudio.ui.panels.changes.live_check import LiveCheckController
from robotstudio.ui.panels.changes.risk_warnings import RiskWarnings
from robotstudio.ui.panels.changes.versions import KEPT, OfferedVersions, kept_row, version_row
from robotstudio.ui.panels.changes.watch import ChangeWatch
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.document_window import Place, Tab
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_below

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from robotstudio.draft.lint_result import LintResult
    from robotstudio.draft.live_check import LiveCheck
    from robotstudio.ui.panels.changes.draft_view import DraftView
    from robotstudio.ui.panels.changes.panel import ChangesPanel

_USUAL_SHARE = 10
_FILE, _TAB = "file:", "tab:"
"""Prefixes of baseline ids: a file, followed by its path, or another document of the window."""
_LONGEST_SERVER = 60
_STEPS = ("view.problems", "view.tests", "find.next_change", "fetch.is_live")
"""Actions that lead to each fact before going live."""


class ChangesController(PanelController["ChangesPanel"]):
    """Connects the comparison with its views."""

    panel_of = "simulate.changes"

    baseline_changed = Signal()
    samples_wanted = Signal(tuple)

    def __init__(self, context: Context, history: HistoryController, live: LiveCheckController) -> None:
        super().__init__(context)
        self._history, self._live = history, live
        history.listener = live.listener = self
        context.window.add_tab(Tab("changes", tr(Meant("Changes", "noun")), self))
        context.window.add_places(self._places)
        self.share, self._is_folded = _USUAL_SHARE, False
        self._saved: bytes | None = None
        self._readiness, self._server = Readiness(), ""
        self._reviewed: set[str] = set()
        self._reviewing: object = None
        self._opened = b""
        self._checked: LiveCheck | None = None
        self._awaited = ""
        self.baselines = Baselines()
        self._watch = ChangeWatch(self._question_once_evaluated, self)
        self._prover = UnseenUrlsProver()
        self._beyond = ProofWatch("changes beyond the URLs", self)
        self._cover = DraftCover(context.window.work.editor_column, self._watch, self._edit_line)
        self._risks = RiskWarnings(context, self._question, self.show, self._edit_line)
        context.fetcher.finished.connect(self._on_fetched)
        context.fetcher.adopted.connect(self._on_fetched)
        context.history.failed.connect(self._on_history_failed)
        self._connect()

    def make_panel(self, kind: "Callable[..., ChangesPanel]") -> "ChangesPanel":
        return kind(self, self._history, self._live, self._window)

    def connect_panel(self, panel: "ChangesPanel") -> None:
        panel.beyond.line_activated.connect(self.go_to_line)
        panel.beyond.urls_wanted.connect(self.samples_wanted)
        panel.beyond.page_requested.connect(self._context.help.open)
        panel.beyond.longer_wanted.connect(self._beyond.try_longer)
        panel.beyond.set_folded(self._is_folded)
        panel.beyond.folded_changed.connect(self._on_folded_changed)
        self._beyond.outdated.connect(panel.set_proof_stale)
        self._beyond.proven.connect(panel.show_beyond)
        self._session.stale_changed.connect(panel.set_stale)
        self._exports = ChangeExports(panel, self._watch)
        for row, action in zip(panel.going_live.rows, _STEPS, strict=True):
            row.link.clicked.connect(self._window.actions_by_id[action].trigger)
        panel.going_live.copy_button.clicked.connect(self._on_copy_wanted)
        panel.going_live.save_button.clicked.connect(self._window.actions_by_id["file.save_as"].trigger)
        self._show_baselines(panel)
        self._show_compared(panel)
        self._tell_readiness(panel)
        self._show_checked(panel)
        panel.set_stale(self._session.is_stale)

    @property
    def draft(self) -> "DraftView":
        """Diff of the draft and its baseline, in the editor's place."""
        return self._cover.draft

    @property
    def main_part(self) -> "QWidget":
        return self.panel.list

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            "find.next_change": partial(self._go, 1),
            "find.previous_change": partial(self._go, -1),
            "simulate.changes": self.show,
            "view.history": self.show_versions,
            "simulate.compare_tab": self.compare_with_tab,
        }

    def _places(self) -> Iterator[Place]:
        for name in (tr("Before going live"), tr("Where to upload")):
            yield Place(tr(Meant("Changes", "noun")), name, self.show)

    def state(self) -> Mapping[str, object]:
        return {"most_flips": self.share, "beyond_folded": self._is_folded}

    def restore(self, state: State) -> None:
        self.set_share(state.most_flips)
        self._is_folded = state.beyond_folded
        if self.has_panel:
            self.panel.beyond.set_folded(self._is_folded)

    def set_share(self, percent: int) -> None:
        """Set the share of flips above which the user is warned."""
        self.share = percent
        """Share of flips, in percent, above which the user is warned."""
        self._tell_baselines()
        self._watch.look()
        self.state_changed.emit()

    def find(self) -> bool:
        if not self.has_keyboard:
            return False
        self.panel.focus_search()
        return True

    def show(self) -> None:
        """Show the changes, and the diff in the editor's place."""
        self._window.open_work()
        self._window.show_tab("changes")
        self._cover.cover()
        if self.panel.list.isHidden():  # nothing changes
            self.panel.focus_versions()
        else:
            self.panel.list.setFocus()

    def show_versions(self) -> None:
        """Show the versions that the draft can be compared with."""
        self.show()
        self.panel.focus_versions()

    def choose(self, baseline_id: str) -> None:
        """Compare with another version; that of a kept one is read first."""
        self._awaited = baseline_id
        kept = next((each.entry for each in self._history.versions if f"{KEPT}{each.entry.id}" == baseline_id), None)
        if kept is not None and all(each.id != baseline_id for each in self.baselines.all):
            self._context.history.read_version(kept, self._on_kept_read)
            return
        self.baselines.choose(baseline_id)
        self._on_baselines_changed()
        self.baseline_changed.emit()

    def compare_with(self, older: Baseline) -> None:
        """Show the changes since an older version."""
        self.offer_history((older,))
        self._compare(older.id)

    def compare_with_tab(self) -> None:
        """Compare with another open document; if there are several, show a menu."""
        self._offer_documents()
        documents = [each for each in self.baselines.all if each.id.startswith(_TAB)]
        if not documents:
            self._window.status_bar.show_message(tr("No other document is open to compare with."))
            return
        self.show()
        if len(documents) == 1:
            self._compare(documents[0].id)
            return
        rows = [MenuAction(each.title, partial(self._compare, each.id)) for each in documents]
        popup_below(build_menu(self.panel, rows), self.panel.versions.list)

    def _compare(self, baseline_id: str) -> None:
        self.choose(baseline_id)
        self.show()

    def _offer_documents(self) -> None:
        """Offer the other open documents as they are now."""
        if not self._window.isVisible():
            return  # updated when it becomes visible
        texts = self._tabs.others(self._context)
        if self.baselines.set_documents(Baseline(f"{_TAB}{each.slot}", each.name, each.body) for each in texts):
            self._on_baselines_changed()

    def offer_history(self, history: Sequence[Baseline]) -> None:
        """Offer older versions to compare with, newest first."""
        self.baselines.set_history(history)
        self._on_baselines_changed()

    def _on_kept_read(self, version: Version) -> None:
        entry = version.entry
        if self._awaited != f"{KEPT}{entry.id}":
            return  # another version was chosen meanwhile
        self.offer_history((Baseline(f"{KEPT}{entry.id}", entry.host, version.body, entry.fetched_at),))
        self.choose(f"{KEPT}{entry.id}")

    def _on_history_failed(self, _told: object) -> None:
        """Mark the version that is compared again: the one that was chosen cannot be read."""
        self._tell_baselines()

    def show_history(self) -> None:
        """Show the kept versions again."""
        self._tell_baselines()

    def compare_with_kept(self, entry: Entry) -> None:
        """Show the changes since a kept version, or why there is nothing to compare."""
        self.show()
        if entry.has_rules:
            self._awaited = f"{KEPT}{entry.id}"
            self._context.history.read_version(entry, self._on_kept_read)
        else:
            self._window.notices.show_notice("history", no_file_text(entry))

    def show_live_check(self) -> None:
        """Show how far the check of the live file is, and compare with it once it is there."""
        check = self._live.check
        if check is not None and check.is_compared and check is not self._checked:
            self.choose(LIVE)
        self._checked = check
        if self.has_panel:
            self._show_checked(self.panel)

    def compare_with_checked(self) -> None:
        """Bring the check of the live file to the front."""
        self.show()
        self._show_checked(self.panel)

    def _show_checked(self, panel: "ChangesPanel") -> None:
        live = self._live
        panel.show_live_check(live.check, self._session.crawlers, live.remark, is_asking=live.is_asking)

    def choose_file(self) -> None:
        path = dialogs.ask_open_path(self._window, self._document.path)
        if path is not None:
            self.compare_with_file(path.absolute())

    def compare_with_file(self, path: Path) -> None:
        """Compare with a file from now on; show a notice if it cannot be read."""
        try:
            body, _ = read_stamped(path)
        except FileError as error:
            self._window.notices.show_notice("baseline", WORDS.tell(error.told))
            return
        self._window.notices.withdraw("baseline")
        self.baselines.put(Baseline(f"{_FILE}{path}", path.name, body))
        self.choose(f"{_FILE}{path}")

    @property
    def compared_file(self) -> Path | None:
        """File that the draft is compared with, if one was chosen."""
        current = self.baselines.current.id if self.baselines.current else ""
        return Path(current.removeprefix(_FILE)) if current.startswith(_FILE) else None

    def close(self) -> None:
        self._risks.close()
        self._watch.close()
        self._beyond.close()
        if self.has_panel:
            self._exports.close()

    def _on_folded_changed(self, is_folded: bool) -> None:
        self._is_folded = is_folded
        self.state_changed.emit()

    def _connect(self) -> None:
        session, document, window = self._session, self._document, self._window
        self._tabs.changed.connect(self._offer_documents)
        window.came_to_front.connect(self._offer_documents)
        session.analysis_settled.connect(self._on_analysis_settled)
        session.scenario_changed.connect(self._on_scenario_changed)
        session.selection_changed.connect(self._on_selection_changed)
        document.opened.connect(self._on_opened)
        document.title_changed.connect(self._on_title_changed)
        document.disk_comparison_requested.connect(self._on_disk_comparison_requested)
        window.tab_changed.connect(self._on_tab_changed)
        session.caret_moved.connect(self._cover.uncover)
        session.draft_changed.connect(self._cover.uncover)
        session.draft_changed.connect(self._watch.cancel)
        self._watch.compared.connect(self._on_compared)
        self._watch.outdated.connect(self._beyond.drop)

    # Comparison

    def _question(self) -> ChangeQuestion | None:
        analysis = self._session.analysis
        if analysis is None or not self._document.is_open:
            return None
        return ChangeQuestion(analysis, analysis.table, self.baselines.current, self._opened, self.share / 100)

    def _question_once_evaluated(self) -> ChangeQuestion | None:
        """Return the question; None while the evaluation is outdated, which would look like a new baseline."""
        question = self._question()
        return question if question and question.analysis.draft_revision == self._session.draft_revision else None

    def _on_analysis_settled(self, analysis: Analysis) -> None:
        if self.baselines.set_site(analysis.robots_url):
            self._tell_baselines()
        self._watch.look()

    def _on_fetched(self, evidence: Evidence) -> None:
        if evidence.pretending:
            return  # the answer to another name is not a baseline of the site
        kinds = {Content.RULES, Content.EMPTY}
        if evidence.outcome is FetchOutcome.SUCCESS and evidence.body_kind in kinds:
            self._server = printable(evidence.header("server") or "")[:_LONGEST_SERVER]
            live = Baseline(LIVE, tr("live"), evidence.body, evidence.fetched_at, evidence.requested)
            self.baselines.put(live)
            self._on_baselines_changed()

    def _on_opened(self) -> None:
        self._opened = self._document.saved or b""
        self._editor.set_note("")
        self._awaited = ""
        self.baselines.begin()
        self._on_baselines_changed()

    def _on_title_changed(self) -> None:
        document = self._document
        if document.saved is self._saved:
            return
        self._saved = document.saved
        self._put_opened()
        self._on_baselines_changed()

    def _put_opened(self) -> None:
        document = self._document
        if document.saved is None or not (document.saved or document.path):
            self.baselines.drop(DISK)
        else:
            self._put_on_disk(document.saved)

    def _put_on_disk(self, body: bytes) -> None:
        document, of_file = self._document, tr("{name} on disk")
        title = put_in(of_file, {"name": document.name}) if document.path else tr("the file as it was opened")
        self.baselines.put(Baseline(DISK, title, body))

    def _on_disk_comparison_requested(self, body: bytes) -> None:
        self._put_on_disk(body)
        self._compare(DISK)

    def _on_baselines_changed(self) -> None:
        self._tell_baselines()
        self._watch.look()

    def _tell_baselines(self) -> None:
        if self.has_panel:
            self._show_baselines(self.panel)

    def _show_baselines(self, panel: "ChangesPanel") -> None:
        history, current = self._history, self.baselines.current
        chosen, versions = current.id if current else "", self._history.versions
        live = next((each for each in self.baselines.all if each.id == LIVE), None)
        files = [each for each in versions if each.entry.has_rules]
        of_live = list(takewhile(partial(_is_file_of, live), files)) if live is not None else []
        kept = [kept_row(each) for each in versions if each not in of_live[:1]]
        ids = {row.id for row in kept}
        since = of_live[-1].entry.fetched_at if of_live else None
        known = [version_row(each, live, since) for each in self.baselines.all if each.id not in ids]
        known = [row for row in known if row.id == chosen or not row.id.startswith(KEPT)]  # a removed one
        known.sort(key=lambda row: row.id != LIVE)
        at = int(live is not None)
        panel.show_versions(
            OfferedVersions(
                (*known[:at], *kept, *known[at:]),
                chosen,
                history.host,
                history.hosts,
                history.every,
                last_text(history.newest) if history.newest else "",
                history.usage,
                history.is_kept,
                history.left_out,
            )
        )
        self._show_readiness()

    # Results

    def _on_compared(self, compared: DraftComparison) -> None:
        asked = compared.analysis.body, compared.baseline and compared.baseline.body
        if asked != self._reviewing:
            self._reviewing = asked
            self._reviewed.clear()
        if self.has_panel:
            self._show_compared(self.panel)
            self._show_readiness()
        self._cover.show_compared()
        self._beyond.look(partial(self._prover.work, compared))
        self._editor.set_note(words.note_words(compared.lines, compared.baseline))
        self._mark(compared)
        self._risks.show_compared(compared)
        if self.is_shown:
            self._risks.take_changes_as_seen()

    def _show_compared(self, panel: "ChangesPanel") -> None:
        if self._watch.last is not None:
            panel.show_compared(self._watch.last)
            panel.select(self._session.selected)

    def _mark(self, compared: DraftComparison) -> None:
        """Update marks and count, which are about rules: with a simulated server response they would be wrong."""
        changes = None if self._session.scenario.is_without_draft else compared.changes
        count = WORDS.number(changes.changed_urls) if changes and changes.changed_urls else ""
        self._window.set_tab_badge("changes", count)
        self._matrix.mark_changes(compared.marks.changed if changes and compared.marks else {})

    def _on_scenario_changed(self, _now: object) -> None:
        if self._watch.last is not None:
            self._mark(self._watch.last)
        self._show_readiness()

    # Before going live

    def take_findings(self, checked: "LintResult") -> None:
        """Take how many errors the linter found."""
        errors = sum(finding.severity is Severity.ERROR for finding in checked.findings)
        self._readiness = replace(self._readiness, errors=errors)
        self._show_readiness()

    def take_results(self, results: Results) -> None:
        """Take how many expectations hold."""
        passing = results.counts[ExpectationState.PASSES]
        self._readiness = replace(self._readiness, tests=results.total, passing=passing)
        self._show_readiness()

    def _show_readiness(self) -> None:
        if self.has_panel:
            self._tell_readiness(self.panel)

    def _tell_readiness(self, panel: "ChangesPanel") -> None:
        last, site = self._watch.last, self._session.robots_url
        changes = last.changes if last else None
        live = next((each for each in self.baselines.all if each.id == LIVE), None)
        is_of_site = live is not None and (not site or live.site == site)
        self._readiness = replace(
            self._readiness,
            changed=changes.changed_urls if changes else None,
            reviewed=len(self._reviewed),
            at_risk=words.stake_words(last.stakes) if last else "",
            live=live_status(self._session.scenario.fetched, self._session.body, site, self._lines_differing()),
        )
        address = site or (live.site if live is not None else "")
        pick_up = pick_up_words(self._session.crawlers, self._session.scenario.fetched)
        panel.show_readiness(self._readiness, Upload(address, self._server if is_of_site else "", pick_up))

    def _lines_differing(self) -> int:
        """Return how many lines differ from the live file, 0 if that is not known for the draft of now."""
        last = self._watch.last
        is_live = last is not None and last.baseline is not None and last.baseline.id == LIVE
        if last is None or last.lines is None or not is_live or last.analysis.body != self._session.body:
            return 0
        return last.lines.differing

    def _on_copy_wanted(self) -> None:
        QGuiApplication.clipboard().setText(self._editor.body().decode("utf-8", "replace"))

    # Pages

    def _on_tab_changed(self, tab: str) -> None:
        is_shown = tab == "changes"
        self._beyond.set_seen(is_shown)
        if is_shown:
            self._history.look()
            self._cover.cover()
            self._risks.take_changes_as_seen()
        else:
            self._cover.uncover()

    def _go(self, step: int, _is_checked: bool = False) -> None:
        if not self.is_shown:
            self.show()
        self.panel.go(step)

    def _on_selection_changed(self, cell: Cell | None) -> None:
        if self.has_panel:
            self.panel.select(cell)
            if cell is not None and self.is_shown and self.panel.list.selected_cell is not None:
                self._reviewed.add(cell.url)
                self._show_readiness()
        verdict = self._session.analysis.verdict(cell) if cell and self._session.analysis else None
        if verdict and verdict.line:
            self._cover.reveal_line(verdict.line)

    # Actions of the page

    def select(self, cell: Cell) -> None:
        self._session.select(cell)

    def add_urls(self) -> None:
        self._pages.urls_wanted.emit()

    def choose_crawlers(self) -> None:
        self._matrix.choose_crawlers()

    def copy(self, form: str) -> None:
        self._exports.copy(form)

    def export(self) -> None:
        chosen = dialogs.ask_export_changes_path(self._window)
        if chosen is not None:
            self._exports.write(*chosen)

    def put_back(self, group: FlipGroup) -> None:
        """Put the line of a group back to what it was, as one undo step; the diff stays."""
        compared = self._watch.last
        if compared is None or compared.changes is None or all(group is not each for each in compared.changes.groups):
            return  # the group was shown before another comparison
        if compared.analysis.body != self._editor.body() or compared.baseline != self.baselines.current:
            return  # the next comparison is still to come
        self._editor.revise_body(put_back(compared, edits_to_undo(compared, group)))
        self._cover.cover()

    def tell_since(self, group: FlipGroup) -> None:
        self._history.tell_since(group.old_text or group.new_text, self.panel.say)

    def go_to_line(self, line: int, place_caret: bool = False) -> None:
        if place_caret:
            self._edit_line(line)
        else:
            self._cover.reveal_line(line)
            self._editor.reveal_line(line)

    def show_explained_line(self, line: int, place_caret: bool) -> None:
        """Show the line of an explanation, which moves the caret itself."""
        if place_caret:
            self.leave()
        else:
            self._cover.reveal_line(line)

    def _edit_line(self, line: int, byte: int = 0) -> None:
        self._window.open_work()
        self.leave()
        self._editor.place_caret(line, byte)

    def leave(self) -> None:
        self._cover.uncover()
        self._editor.setFocus()


def _is_file_of(live: Baseline, version: SavedVersion) -> bool:
    """Return True if a kept version is the live file."""
    from hashlib import sha256  # noqa: PLC0415  # 2 ms that a start need not wait

    return version.entry.sha256 == sha256(live.body).hexdigest()
