"""What changes: from the draft and what it is compared with to the list, the editor's place and the warnings."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from robotstudio.app.analysis import Analysis, Cell
from robotstudio.app.changes.baseline import DISK, LIVE, Baseline, Baselines
from robotstudio.app.changes.compared import ChangeQuestion, Compared
from robotstudio.app.changes.flip_table import exported
from robotstudio.io.errors import FileError
from robotstudio.io.fetching.evidence import BodyKind, Evidence, Outcome
from robotstudio.io.files import read_stamped
from robotstudio.ui import dialogs
from robotstudio.ui.background import Background
from robotstudio.ui.documents import Document
from robotstudio.ui.editor.pane import EditorPane
from robotstudio.ui.fetching import FetchRunner
from robotstudio.ui.main_window import MainWindow
from robotstudio.ui.pages import CHANGES, VERDICTS
from robotstudio.ui.panels.changes import words
from robotstudio.ui.panels.changes.parts import ChangeParts
from robotstudio.ui.panels.changes.risk_warnings import RiskWarnings
from robotstudio.ui.panels.changes.watch import ChangeWatch
from robotstudio.ui.panels.changes.words import side_words
from robotstudio.ui.session import Session
from robotstudio.ui.widgets.formats import format_count

_OF_THE_EDITOR = frozenset(
    {f"edit.{name}" for name in ("comment", "move_up", "move_down", "duplicate", "delete_line")}
    | {f"find.{name}" for name in ("replace", "next", "previous", "line", "winner")}
    | {"view.editor"}
)
"""The commands that work in the editor and nowhere else."""
_USUAL_SHARE = 10


class ChangesController(QObject):
    """Connects the comparison with whatever shows it. `marks_changed` tells what a matrix may mark.

    `page_changed` names the page in front: the tab, or "changes".
    """

    marks_changed = Signal(object)
    page_changed = Signal(str)
    share_changed = Signal(int)

    def __init__(
        self, session: Session, document: Document, window: MainWindow, editor: EditorPane, parts: ChangeParts
    ) -> None:
        """Connect these parts; they belong to the window."""
        super().__init__(window)
        self._session = session
        self._document = document
        self._window = window
        self._editor = editor
        self._parts = parts
        self._share = _USUAL_SHARE
        self._saved: bytes | None = None
        self._opened = b""
        self.baselines = Baselines()
        self._watch = ChangeWatch(self._question, self)
        self._exporting = Background("export of changes", self)
        self._dangers = RiskWarnings(document, editor, parts.bar, self._question)
        self._connect()
        self._show_baselines()

    @property
    def page(self) -> str:
        """The page in front: the id of the tab, or "changes"."""
        tab = self._window.current_tab
        return "changes" if tab == "simulation" and self._parts.views.shows_changes else tab

    @property
    def share(self) -> int:
        """The share of flips, in percent, above which the person is warned."""
        return self._share

    def set_share(self, percent: int) -> None:
        """Warn above another share."""
        self._share = percent
        self._show_baselines()
        self._watch.look()
        self.share_changed.emit(percent)

    def show(self) -> None:
        """Show what changes, and the draft against the baseline in the editor's place."""
        self._window.show_work()
        self._window.show_tab("simulation")
        self._parts.views.show_view(CHANGES)
        self._show_differences()
        self._parts.panel.list.setFocus()

    def show_verdicts(self) -> None:
        """Show the matrix again."""
        self._parts.views.show_view(VERDICTS)

    def go_to_next(self) -> None:
        """Go to the next URL that changes."""
        self._go(1)

    def go_to_previous(self) -> None:
        """Go to the URL before that changes."""
        self._go(-1)

    def choose(self, baseline_id: str) -> None:
        """Compare with another version."""
        self.baselines.choose(baseline_id)
        self._on_baselines_changed()

    def offer_history(self, history: Sequence[Baseline]) -> None:
        """Offer older versions to compare with, the newest first."""
        self.baselines.set_history(history)
        self._on_baselines_changed()

    def choose_file(self) -> None:
        """Ask for a file to compare with."""
        path = dialogs.ask_open_path(self._window, self._document.path)
        if path is None:
            return
        try:
            body, _ = read_stamped(path)
        except FileError as error:
            self._window.notices.show_notice("baseline", str(error))
            return
        self._window.notices.withdraw("baseline")
        self.baselines.put(Baseline(f"file:{path}", path.name, body))
        self.choose(f"file:{path}")

    def with_editor(self, targets: Mapping[str, Callable[..., object]]) -> dict[str, Callable[..., object]]:
        """The same targets, but what works in the editor shows it before."""
        return {
            name: partial(_after, self._parts.column.show_editor, target) if name in _OF_THE_EDITOR else target
            for name, target in targets.items()
        }

    def close(self) -> None:
        """End the thread."""
        self._dangers.close()
        self._watch.close()
        self._exporting.close()

    def _connect(self) -> None:
        session, document, window, parts = self._session, self._document, self._window, self._parts
        session.analysis_changed.connect(self._on_analysis_changed)
        session.stale_changed.connect(parts.panel.set_stale)
        session.circumstance_changed.connect(self._on_circumstance_changed)
        session.selection_changed.connect(self._on_selection_changed)
        document.opened.connect(self._on_opened)
        document.title_changed.connect(self._on_title_changed)
        window.tab_changed.connect(self._on_page_changed)
        parts.views.view_changed.connect(self._on_page_changed)
        parts.panel.cell_selected.connect(session.select)
        parts.panel.line_activated.connect(self._on_line_activated)
        parts.panel.baseline_chosen.connect(self.choose)
        parts.panel.file_requested.connect(self.choose_file)
        parts.panel.share_chosen.connect(self.set_share)
        parts.panel.export_requested.connect(self._on_export_requested)
        self._exporting.answered.connect(self._on_exported)
        parts.panel.left.connect(self._on_left)
        parts.draft.edit_requested.connect(self._edit_line)
        parts.bar.changes_requested.connect(self.show)
        parts.bar.line_requested.connect(self._edit_line)
        self._editor.caret_moved.connect(self._on_editor_used)
        self._editor.draft_changed.connect(self._on_editor_used)
        self._watch.compared.connect(self._on_compared)

    def follow(self, fetcher: FetchRunner) -> None:
        """Compare with what is fetched."""
        fetcher.finished.connect(self._on_fetched)

    # What is compared

    def _question(self) -> ChangeQuestion | None:
        analysis, session = self._session.analysis, self._session
        if analysis is None or analysis.urls is not session.urls or not self._document.is_open:
            return None
        return ChangeQuestion(analysis, session.table, self.baselines.current, self._opened, self._share / 100)

    def _on_analysis_changed(self, analysis: Analysis) -> None:
        if self.baselines.set_site(analysis.robots_url):
            self._show_baselines()
        self._watch.look()

    def _on_fetched(self, evidence: Evidence) -> None:
        if evidence.pretending:
            return  # the answer to another name is not what the site is compared by
        kinds = {BodyKind.ROBOTS, BodyKind.EMPTY}
        if evidence.outcome is Outcome.SUCCESS and evidence.body_kind in kinds:
            live = Baseline(LIVE, self.tr("live"), evidence.body, evidence.fetched_at, evidence.requested)
            self.baselines.put(live)
            self._on_baselines_changed()

    def _on_opened(self) -> None:
        self._opened = self._document.saved or b""
        self.baselines.begin()
        self._on_baselines_changed()

    def _on_title_changed(self) -> None:
        document = self._document
        if document.saved is self._saved:
            return
        self._saved = document.saved
        if document.saved is None or not (document.saved or document.path):
            self.baselines.drop(DISK)
        else:
            title = (
                self.tr("{name} on disk").format(name=document.name)
                if document.path
                else self.tr("the file as it was opened")
            )
            self.baselines.put(Baseline(DISK, title, document.saved))
        self._on_baselines_changed()

    def _on_baselines_changed(self) -> None:
        self._show_baselines()
        self._watch.look()

    def _show_baselines(self) -> None:
        self._parts.panel.show_baselines(self.baselines.all, self.baselines.current, self._share)

    # The answer

    def _on_compared(self, compared: Compared) -> None:
        parts, baseline = self._parts, compared.baseline
        parts.panel.show_compared(compared)
        if compared.lines is not None and baseline is not None:
            parts.draft.show_lines(compared.lines, baseline)
        elif parts.column.shows_differences:
            parts.column.show_editor()
        self._editor.set_note(words.note_words(compared.lines, baseline))
        parts.panel.select(self._session.selected)
        self._mark(compared)
        self._dangers.show_compared(compared)

    def _mark(self, compared: Compared) -> None:
        """Marks and count are of rules that change; beside the verdicts of a supposed answer they would be false."""
        changes = None if self._session.circumstance.is_without_draft else compared.changes
        self._parts.views.set_count(format_count(changes.changed_urls) if changes else "")
        self.marks_changed.emit(compared.marks if changes else None)

    def _on_circumstance_changed(self, _now: object) -> None:
        if self._watch.last is not None:
            self._mark(self._watch.last)

    def _on_export_requested(self, form: str) -> None:
        last = self._watch.last
        if last is not None and last.changes is not None:
            self._exporting.ask(partial(_exported, last, form))

    def _on_exported(self, answer: tuple[str, int, int]) -> None:
        text, count, flips = answer
        QGuiApplication.clipboard().setText(text)
        self._parts.panel.show_copied(count, flips)

    # The pages

    def _on_page_changed(self, _page: object) -> None:
        is_shown = self.page == "changes"
        self._watch.set_seen(is_shown)
        if is_shown:
            self._show_differences()
        else:
            self._parts.column.show_editor()
        self.page_changed.emit(self.page)

    def _show_differences(self) -> None:
        last = self._watch.last
        if last is not None and last.lines is not None and last.baseline is not None:
            self._parts.column.show_differences()

    def _go(self, step: int) -> None:
        if self.page != "changes" or not self._parts.panel.isVisible():
            self.show()
        self._parts.panel.go(step)

    def _on_selection_changed(self, cell: Cell | None) -> None:
        self._parts.panel.select(cell)
        verdict = self._session.analysis.verdict(cell) if cell and self._session.analysis else None
        if verdict and verdict.line:
            self._parts.draft.reveal_line(verdict.line)

    def _on_line_activated(self, line: int, place_caret: bool = False) -> None:
        if place_caret:
            self._edit_line(line)
        else:
            self._parts.draft.reveal_line(line)
            self._editor.reveal_line(line)

    def on_line_explained(self, line: int, place_caret: bool) -> None:
        """A line was asked for in the explanation, which puts the caret there itself."""
        if place_caret:
            self._parts.column.show_editor()
            self._editor.setFocus()
        else:
            self._parts.draft.reveal_line(line)

    def _edit_line(self, line: int) -> None:
        self._window.show_work()
        self._parts.column.show_editor()
        self._editor.place_caret(line)
        self._editor.setFocus()

    def _on_left(self) -> None:
        self._parts.column.show_editor()
        self._editor.setFocus()

    def _on_editor_used(self, *_: object) -> None:
        if self._parts.column.shows_differences:
            self._parts.column.show_editor()


def _after(first: Callable[[], object], then: Callable[..., object], *arguments: object) -> object:
    first()
    return then(*arguments)


def _exported(compared: Compared, form: str, _is_unwanted: Callable[[], bool]) -> tuple[str, int, int]:
    return (*exported(compared, form, side_words), compared.changes.flips if compared.changes else 0)
