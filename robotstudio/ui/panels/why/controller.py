"""The explanation of the selected cell, and the line and the group in the editor that it speaks of."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from robotstudio.app.analysis import Analysis, Cell, Column
from robotstudio.engine import Verdict
from robotstudio.ui.context import Context, Controller
from robotstudio.ui.panels.why.outcomes import origin_for, outcome_subject

_FOLDED_AT_FIRST = frozenset({"fetch", "summary", "changes", "site", "tests", "history", "problems"})


class WhyController(Controller):
    """Explains the selected cell; each page of the window remembers whether the explanation is folded in it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._why = context.why
        self._page = ""
        self._folded_in = set(_FOLDED_AT_FIRST)
        session, simulation, why = context.session, context.simulation, context.why
        session.analysis_painted.connect(self._show_selected)  # an explanation takes longer than all verdicts
        session.stale_changed.connect(why.set_stale)
        session.selection_changed.connect(self._on_selection_changed)
        simulation.line_activated.connect(self._place_caret)
        why.line_activated.connect(self._on_line_activated)
        why.address_activated.connect(self._on_address_activated)
        why.folded_changed.connect(self._window.set_lower_folded)
        why.folded_changed.connect(self._on_folded)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"find.winner": self.place_caret_on_winner, "simulate.why": self.toggle_folded}

    def place_caret_on_winner(self) -> None:
        """Put the caret on the rule that decides the selected cell."""
        verdict = self._selected_verdict()
        if verdict and verdict.line:
            self._place_caret(verdict.line)

    def toggle_folded(self) -> None:
        """Fold the explanation, or open it."""
        self._why.set_folded(not self._why.is_folded)

    def show_page(self, page: str) -> None:
        """Another page is in front: fold the explanation as it was left there."""
        self._page = page
        self._why.set_folded(page in self._folded_in)

    def _on_folded(self, is_folded: bool) -> None:
        (self._folded_in.add if is_folded else self._folded_in.discard)(self._page)
        self._window.actions_by_id["simulate.why"].setChecked(is_folded)

    def _on_selection_changed(self, _cell: Cell | None) -> None:
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
            if column.policy_outcome:
                self._why.show_outcome(outcome_subject(analysis, column, cell, shown, column.policy_outcome))
            self._show_no_rule()
            return
        origin = origin_for(analysis, column, cell)
        self._why.show_verdict(verdict, column.crawler, shown, _sharers(analysis, column), origin)
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
