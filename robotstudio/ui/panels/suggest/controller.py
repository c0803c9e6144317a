"""Rules for the URLs that are selected in the matrix: from the selection through a preview into the draft."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from robotstudio.draft.analysis import SHOWN_DIALECT, Analysis
from robotstudio.draft.rule_coverage import AuditedFile, audited_file
from robotstudio.engine import UrlTable
from robotstudio.engine.changes import compare
from robotstudio.engine.revision import with_lines
from robotstudio.engine.rule_classes import Places
from robotstudio.engine.suggest import InsertionChoice, InsertionPreview, Suggestion, rule_places, suggest
from robotstudio.text.language import tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.widgets.tone import Tone

if TYPE_CHECKING:
    from robotstudio.ui.panels.suggest.panel import SuggestPanel

_MOST_NEW_GROUPS = 40


class SuggestController(PanelController["SuggestPanel"]):
    """Connects the matrix with the window of suggestions, and that with the draft."""

    panel_of = "simulate.suggest"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._table: UrlTable | None = None
        self._suggestions = Background("suggestions", self)
        self._previews = Background("preview", self)
        context.session.analysis_settled.connect(self._on_analysis_settled)

    def connect_panel(self, panel: "SuggestPanel") -> None:
        self._suggestions.answered.connect(panel.show_suggestions)
        self._previews.answered.connect(panel.show_preview)
        panel.choice_changed.connect(self._on_choice_changed)
        panel.insert_requested.connect(self._on_insert_requested)
        panel.finished.connect(self._on_finished)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"simulate.suggest": self._matrix.suggest_rule}

    def close(self) -> None:
        super().close()
        self._suggestions.close()
        self._previews.close()

    def _subject(self) -> AuditedFile | None:
        analysis = self._session.analysis
        return audited_file(analysis) if analysis is not None else None

    def suggest(self, positions: Places) -> None:
        """Suggest rules for the URLs at some positions."""
        subject, analysis, cell = self._subject(), self._session.analysis, self._session.selected
        chosen = positions.tolist()
        if not chosen and cell is not None:  # a filter may have taken its row out of the selection
            place = self._matrix.position_of(cell.url)
            chosen = [] if place is None else [place]
        if subject is None or analysis is None or not chosen:
            said = tr("Select URLs in the table to be offered rules for them.")
            self._window.status_bar.show_message(said, Tone.WARNING)
            return
        self._table = subject.table
        self._offer_places(analysis, subject)
        urls = subject.table.urls
        self.panel.open_for(len(chosen), urls[int(chosen[0])], urls)
        self._suggestions.ask(partial(_suggested, subject.table, chosen))

    def _on_analysis_settled(self, analysis: Analysis) -> None:
        """Offer the groups of the new draft, or close the window if the URLs have changed."""
        if not self.is_shown:
            return
        subject = self._subject()
        if subject is None or subject.table is not self._table:
            self.panel.close()
        else:
            self._offer_places(analysis, subject)

    def _offer_places(self, analysis: Analysis, subject: AuditedFile) -> None:
        tokens = [reader.token for reader in subject.readers[:_MOST_NEW_GROUPS]]
        self.panel.set_places(rule_places(analysis.shown, tokens, analysis.body))

    def _on_choice_changed(self, choice: InsertionChoice) -> None:
        subject = self._subject()
        if subject is not None:
            self._previews.ask(partial(_previewed, subject, choice))

    def _on_insert_requested(self, choice: InsertionChoice) -> None:
        analysis = self._session.analysis
        if analysis is None or analysis.draft_revision != self._editor.revision:
            return  # the groups have moved meanwhile; the next evaluation follows soon
        self._window.open_work()
        self._editor.insert_lines(choice.place.after, choice.lines)
        self._editor.reveal_line(choice.place.after + len(choice.lines))
        self.panel.close()

    def _on_finished(self, _result: int) -> None:
        self._suggestions.cancel()
        self._previews.cancel()


def _suggested(table: UrlTable, positions: Sequence[int], _is_cancelled: Callable[[], bool]) -> Sequence[Suggestion]:
    return suggest(table, positions, SHOWN_DIALECT)


def _previewed(subject: AuditedFile, choice: InsertionChoice, _is_cancelled: Callable[[], bool]) -> InsertionPreview:
    body = with_lines(subject.version.body, choice.place.after, choice.lines)
    changes = compare(subject.version, subject.version.revised(body), subject.table, subject.readers)
    return InsertionPreview(choice, changes, subject.titles)
