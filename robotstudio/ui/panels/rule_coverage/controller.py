"""Rule coverage: computed after every evaluation, shown beside the lines and in a list of rules."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, QTimer

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.rule_coverage import (
    AuditedFile,
    CoverageReport,
    DeletionProof,
    LineCoverage,
    LineCoverages,
    audited_file,
    deletion_proof,
    rule_use,
)
from robotstudio.draft.rule_proofs import LineProofs, line_proofs
from robotstudio.engine.bulk import Bools
from robotstudio.engine.groups import Rule
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.rule_classes import places_matching, rule_classes_of
from robotstudio.text.language import Plural, ntr, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.rule_coverage.words import proof_words
from robotstudio.ui.shell.document_window import Tab
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.tone import Tone

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from robotstudio.ui.panels.rule_coverage.panel import RuleCoveragePage

_GREY_AFTER_MS = 400
_NOTICE, _PANEL = "rules", "rules"
NOTHING: Mapping[int, LineCoverage] = MappingProxyType({})
_DELETED = Plural(
    "Line {line} is deleted: 0 of {count} verdicts changed.", "Line {line} is deleted: 0 of {count} verdicts changed."
)


class RuleCoverageController(PanelController["RuleCoveragePage"]):
    """Computes coverage after each evaluation, and deletes rules that are proven unnecessary."""

    panel_of = "view.rules"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.window.add_editor_panel(Tab(_PANEL, tr("Rules by use"), self))
        self._report: CoverageReport | None = None
        self._is_waiting = self._is_stale = self._deletes = False
        self._reports = Background("coverage", self)
        self._proofs = Background("proof", self)
        self._line_proofs = Background("proofs for every URL", self)
        self._greying = QTimer(self, interval=_GREY_AFTER_MS, singleShot=True)
        self._connect()

    def connect_panel(self, panel: "RuleCoveragePage") -> None:
        panel.proofs_wanted.connect(self._on_proofs_wanted)
        panel.proof_wanted.connect(self._on_proof_wanted)
        panel.deletion_requested.connect(self._on_deletion_requested)
        panel.line_activated.connect(self._editor.place_caret)
        panel.line_revealed.connect(self._editor.reveal_line)
        panel.decided_wanted.connect(self.show_decided)
        panel.matched_wanted.connect(self.show_matched)
        panel.left.connect(self.hide_panel)
        self._session.draft_changed.connect(self._on_draft_changed)
        panel.show_report(self._report)
        if self._is_waiting:
            panel.set_waiting()
        panel.set_stale(is_stale=self._is_stale)

    @property
    def main_part(self) -> "QWidget":
        return self.panel.table

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"edit.delete_rule": self.delete_rule, "view.rules": self.show_rules}

    def show_rules(self) -> None:
        """Show the panel under the editor, with the keyboard in its list; if that is so already, hide it."""
        if self.has_keyboard:
            self.hide_panel()
            return
        self._window.open_work()
        self._window.show_tab(_PANEL)
        self.panel.table.setFocus()

    def hide_panel(self) -> None:
        had_keyboard = self.has_keyboard
        self._window.work.hide_editor_panel()
        if had_keyboard:
            self._editor.setFocus()

    def delete_rule(self) -> None:
        """Delete the rule at the caret if no verdict changes without it; otherwise show what would change."""
        self._prove(self._editor.caret_line)

    def close(self) -> None:
        self._greying.stop()
        self._reports.close()
        self._proofs.close()
        self._line_proofs.close()

    def _connect(self) -> None:
        editor = self._editor
        self._session.analysis_settled.connect(self._on_analysis_settled)
        for end in (self._reports.cancel, self._proofs.cancel):
            self._session.draft_changed.connect(end)
        self._greying.timeout.connect(self._on_greying)
        self._reports.answered.connect(self._on_reported)
        self._reports.failed.connect(self._on_failed)
        self._proofs.answered.connect(self._on_proven)
        self._line_proofs.answered.connect(self._on_lines_proven)
        editor.rules_requested.connect(self.show_rules)
        editor.rule_menu_requested.connect(self._on_rule_menu_requested)

    # Coverage

    def _on_analysis_settled(self, _analysis: Analysis) -> None:
        self._proofs.cancel()
        self._deletes = False
        self._is_waiting = True
        if self.has_panel:
            self.panel.set_waiting()
        self._greying.start()
        subject = self._subject()
        if subject is None or not subject.cells:
            self._take(None)
        else:
            self._reports.ask(partial(rule_use, subject))

    def _on_draft_changed(self, _revision: int) -> None:
        if self._line_proofs.is_busy:
            self._line_proofs.cancel()
            self.panel.drop_proofs()

    def _subject(self) -> AuditedFile | None:
        analysis = self._session.analysis
        return audited_file(analysis) if analysis is not None else None

    def _on_reported(self, answer: tuple[CoverageReport, LineCoverages]) -> None:
        self._take(*answer)

    def _on_failed(self, _error: Exception) -> None:
        self._take(None)

    def _take(self, report: CoverageReport | None, rows: Mapping[int, LineCoverage] = NOTHING) -> None:
        self._greying.stop()
        self._report = report
        self._is_waiting = self._is_stale = False
        self._editor.set_coverage(rows)
        if self.has_panel:
            self.panel.show_report(report)

    def _on_greying(self) -> None:
        self._is_stale = True
        if self.has_panel:
            self.panel.set_stale(is_stale=True)

    # Proofs

    def _on_proof_wanted(self, line: int) -> None:
        if not self._deletes and self._report is not None:
            self._proofs.ask(partial(_proven, self._report.subject, line))

    def _on_proofs_wanted(self, subject: AuditedFile) -> None:
        self._line_proofs.ask(partial(_proven_lines, subject))

    def _on_lines_proven(self, answer: tuple[AuditedFile, LineProofs]) -> None:
        self.panel.show_proofs(*answer)

    def _prove(self, line: int) -> None:
        subject = self._subject()
        if subject is None:
            return
        if not _rules_on(subject, line):
            self._tell(tr("Line {line} has no rule.", line=str(line)))
            return
        self._deletes = True
        self._proofs.ask(partial(_proven, subject, line))

    def _on_proven(self, proof: DeletionProof) -> None:
        if not self._deletes:
            self.panel.show_proof(proof)
            return
        self._deletes = False
        if proof.is_safe:
            self._on_deletion_requested(proof)
        else:
            self._tell(tr("Line kept. {what}", what=proof_words(proof)))

    def _on_deletion_requested(self, proof: DeletionProof) -> None:
        if proof.subject.revision != self._session.revision:
            return  # the proof is for another draft
        self._editor.remove_line(proof.line)
        said = ntr(_DELETED, proof.changes.cells, line=str(proof.line))
        undo = tr("Undo"), self._editor.undo
        self._window.notices.show_notice(_NOTICE, said, (undo,), Tone.NOTE, draft=self._editor.revision)

    def _tell(self, sentence: str) -> None:
        self._window.notices.show_notice(_NOTICE, sentence, draft=self._editor.revision)

    # The URLs of a rule

    def show_decided(self, line: int) -> None:
        """Narrow the matrix to the URLs that a line decides for some crawler."""
        subject = self._subject()
        if subject is not None:
            found = np.zeros(len(subject.table), np.bool_)
            for rule_class in rule_classes_of(subject.version, subject.table, subject.readers):
                found |= rule_class.lines == line
            self._narrow(tr("URLs that line {line} decides", line=str(line)), found)

    def show_matched(self, line: int) -> None:
        """Narrow the matrix to the URLs that the rule of a line matches, whichever line decides them."""
        subject = self._subject()
        if subject is not None:
            found = np.zeros(len(subject.table), np.bool_)
            for dialect, rule in _rules_on(subject, line):
                found[places_matching(subject.table, rule, dialect)] = True
            self._narrow(tr("URLs that line {line} matches", line=str(line)), found)

    def _narrow(self, words: str, found: Bools) -> None:
        self._window.open_work()
        self._window.show_tab("simulation")
        self._pages.show_first()
        self._matrix.narrow(words, np.flatnonzero(found))

    def _on_rule_menu_requested(self, line: int, at: QPoint) -> None:
        decided = tr("Show the URLs that line {line} decides", line=str(line))
        matched = tr("Show the URLs that line {line} matches", line=str(line))
        delete = tr("Delete line {line} if no verdict changes", line=str(line))
        rows = (
            MenuAction(decided, partial(self.show_decided, line)),
            MenuAction(matched, partial(self.show_matched, line)),
            MenuAction(),
            MenuAction(delete, partial(self._prove, line)),
            MenuAction(tr("List all rules"), self.show_rules),
        )
        popup_at(build_menu(self._window, rows), at, self._window)


def _rules_on(subject: AuditedFile, line: int) -> list[tuple[str, Rule]]:
    """Return the rules on a line, each with the dialect that reads it that way."""
    dialects = sorted({reader.dialect for reader in subject.readers})
    groups = ((dialect, group) for dialect in dialects for group in subject.version.read_as(dialect).groups)
    return [(dialect, rule) for dialect, group in groups for rule in group.rules if rule.line == line]


def _proven(subject: AuditedFile, line: int, _is_cancelled: Callable[[], bool]) -> DeletionProof:
    return deletion_proof(subject, line)


def _proven_lines(subject: AuditedFile, is_cancelled: Callable[[], bool]) -> tuple[AuditedFile, LineProofs]:
    own = FileVersion(subject.version.body)  # asking for further crawlers would change a reading that others use
    return subject, line_proofs(own, subject.readers, is_cancelled=is_cancelled)
