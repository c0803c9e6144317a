"""Draft, matrix, explanation and status bar show one answer and one selection."""

from PySide6.QtCore import QObject, QTimer, QUrl
from PySide6.QtGui import QDesktopServices

from robotstudio.app.analysis import Analysis, Cell, Column
from robotstudio.engine import Verdict
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.ui.documents import Document
from robotstudio.ui.editor.pane import EditorPane
from robotstudio.ui.main_window import MainWindow
from robotstudio.ui.panels.scenario.outcomes import origin_for, outcome_subject
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.panels.why.panel import WhyPanel
from robotstudio.ui.session import Session
from robotstudio.ui.status_bar import StatusFacts
from robotstudio.ui.widgets.formats import as_title


class SimulationController(QObject):
    """Connects the session with the views that read it."""

    def __init__(
        self,
        session: Session,
        document: Document,
        window: MainWindow,
        editor: EditorPane,
        simulation: SimulationPanel,
        why: WhyPanel,
    ) -> None:
        """Connect these parts; they belong to the window."""
        super().__init__(window)
        self._session = session
        self._document = document
        self._window = window
        self._editor = editor
        self._simulation = simulation
        self._why = why
        # The verdicts are painted first: an explanation takes longer than all of them.
        self._explain_timer = QTimer(self)
        self._explain_timer.setSingleShot(True)
        self._explain_timer.setInterval(0)
        self._explain_timer.timeout.connect(self._show_selected)
        self._connect()

    def place_caret_on_winner(self) -> None:
        """Put the caret on the rule that decides the selected cell."""
        verdict = self._selected_verdict()
        if verdict and verdict.line:
            self._place_caret(verdict.line)

    def _connect(self) -> None:
        session, editor, simulation, why = self._session, self._editor, self._simulation, self._why
        editor.draft_changed.connect(self._on_draft_changed)
        editor.caret_moved.connect(self._on_caret_moved)
        self._document.title_changed.connect(self._on_title_changed)
        self._document.opened.connect(self._on_opened)
        session.analysis_changed.connect(self._on_analysis_changed)
        session.stale_changed.connect(editor.set_stale)
        session.stale_changed.connect(simulation.set_stale)
        session.stale_changed.connect(why.set_stale)
        session.stale_changed.connect(self._window.status_bar.set_stale)
        session.selection_changed.connect(self._on_selection_changed)
        simulation.cell_selected.connect(session.select)
        simulation.line_activated.connect(self._place_caret)
        why.line_activated.connect(self._on_line_activated)
        why.address_activated.connect(self._on_address_activated)
        why.folded_changed.connect(self._window.set_lower_folded)

    def _on_draft_changed(self, revision: int, body: bytes) -> None:
        self._session.set_draft(revision, body)
        self._document.text_changed()

    def _on_opened(self) -> None:
        self._window.status_bar.set_caret(1, 1)

    def _on_caret_moved(self, line: int, column: int) -> None:
        self._window.status_bar.set_caret(line, column)
        self._simulation.show_caret_line(line)

    def _on_title_changed(self) -> None:
        document, is_modified = self._document, self._editor.is_modified
        self._editor.set_title(document.name, modified=is_modified)
        self._window.setWindowTitle(self.tr("{name}[*] – Robot Studio").format(name=as_title(document.name)))
        self._window.setWindowModified(document.is_modified)
        self._window.setWindowFilePath(str(document.path or ""))

    def _on_analysis_changed(self, analysis: Analysis) -> None:
        self._editor.show_analysis(analysis)
        self._simulation.show_analysis(analysis)
        self._explain_timer.start()
        if self._document.is_open:
            self._show_facts(analysis)
        else:
            note = self.tr("Rules: RFC 9309 and {count} crawlers").format(count=CATALOGUE.size)
            self._window.status_bar.show_no_file(note)

    def _show_facts(self, analysis: Analysis) -> None:
        form = self._editor.form
        self._window.status_bar.set_facts(
            StatusFacts(
                groups=len(analysis.shown.groups),
                rules=analysis.rule_count,
                encoding=form.encoding,
                line_end=form.line_end,
                bom=form.has_bom,
                size=analysis.size,
                size_limit=analysis.shown.dialect.max_octets,
                evaluation_ms=analysis.elapsed_ms,
            )
        )

    def _on_selection_changed(self, cell: Cell | None) -> None:
        self._simulation.select(cell)
        self._show_selected()
        verdict = self._selected_verdict()
        if verdict and verdict.line:
            self._editor.reveal_line(verdict.line)

    def _on_line_activated(self, line: int, place_caret: bool) -> None:
        if place_caret:
            self._place_caret(line)
        else:
            self._editor.reveal_line(line)

    def _on_address_activated(self, address: str) -> None:
        QDesktopServices.openUrl(QUrl(address))

    def _place_caret(self, line: int) -> None:
        self._editor.place_caret(line)
        self._editor.setFocus()

    def _selected_verdict(self) -> Verdict | None:
        cell, analysis = self._session.selected, self._session.analysis
        return analysis.verdict(cell) if cell and analysis else None

    def _show_selected(self) -> None:
        """Explain the selected cell, and mark its winning line and its group in the editor."""
        cell, analysis = self._session.selected, self._session.analysis
        verdict = analysis.verdict(cell) if cell and analysis else None
        column = analysis.column_of(cell.token) if cell and analysis else None
        if analysis is None or cell is None or column is None:
            self._why.show_nothing()
            self._show_no_rule()
            return
        position = analysis.position(cell.url)
        shown = cell.url if position is None else analysis.urls[position].display
        if verdict is None:
            if column.ruling:
                self._why.show_outcome(outcome_subject(analysis, column, cell, shown, column.ruling))
            self._show_no_rule()
            return
        origin = origin_for(analysis, column, cell)
        self._why.set_origin(origin.title, origin.detail, origin.clause, origin.source)
        self._why.show_verdict(verdict, column.crawler, shown, _sharers(analysis, column))
        self._editor.show_decision(verdict.line, allowed=verdict.allowed)
        self._editor.show_group(verdict.group.groups)

    def _show_no_rule(self) -> None:
        self._editor.show_decision(None, allowed=True)
        self._editor.show_group(None)


def _sharers(analysis: Analysis, column: Column) -> list[str]:
    """The other crawlers that read the same groups; none where there is no group."""
    if not column.choice.groups:
        return []
    others = (other for other in analysis.columns if other is not column and other.is_by_rules)
    return [other.crawler.title for other in others if other.choice.parts == column.choice.parts]
