"""Questions about a survey in the window: conditions, what to count by, and the answer as a table."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from robotstudio.survey.figures import FigureTable
from robotstudio.survey.figures.model import Row
from robotstudio.survey.figures.names import cell_said, said
from robotstudio.survey.query import ATTRIBUTES, QueryError, SurveyAnswer, SurveyQuery, ask, check_names, condition_of
from robotstudio.survey.result import Survey
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.survey.actions import SurveyActions
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.grounds import Bar, Page, column_in
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_REST_MS, _ROW = 200, 44
_NAME_WIDTH, _NUMBER_WIDTH, _LEAST_WIDTH, _LEAST_NAME = 130, 104, 64, 120
_MOST_KINDS = 4
_ROOM = "   "  # for the sort arrow beside the title
_BETWEEN: Final = ";"
_EXAMPLE: Final = "rules >= 100; GPTBot = blocked"
_MATCHING = Plural("{count} of {of} answer", "{count} of {of} answers")
_LISTED = Plural("showing the first {listed} of {count}", "showing the first {listed} of {count}")
_CHOICES: Message = "Conditions can use {names}, or the token of a crawler."


class QuestionPart(Page):
    """Answers while the person types, in a thread; Enter on a host opens its file."""

    answered = Signal(object)  # SurveyAnswer

    def __init__(self, actions: SurveyActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._survey: Survey | None = None
        self.shown_table: FigureTable | None = None
        self._background = Background("question", self)
        self._background.answered.connect(self._on_answered)
        self._background.failed.connect(self._on_failed)
        self._rest = QTimer(self, interval=_REST_MS, singleShot=True)
        self._rest.timeout.connect(self._ask)
        prompt = tr("Conditions, such as “{example}”", example=_EXAMPLE)
        self.field = SearchField(prompt, self)
        self.by = QComboBox(self)
        self.by.setProperty("controlSize", "small")
        self.by.setAccessibleName(tr("Count by"))
        self.matching = ElidedLabel("", self, px=12, weight=600)
        self.table = Table(tr("Answer"), parent=self, is_multiple=True)
        self.footer = Footer(self)
        self._lay_out()
        self.field.textChanged.connect(self._on_changed)
        self.field.returnPressed.connect(self._ask)
        self.field.left.connect(self.table.setFocus)
        self.by.currentIndexChanged.connect(self._on_changed)
        self.table.left.connect(self.field.setFocus)
        self.table.row_activated.connect(self._on_row_activated)

    def show_survey(self, survey: Survey) -> None:
        """Answer questions about this survey; the typed text stays."""
        self._survey = survey
        before = self.by.currentData()
        names = ("", *ATTRIBUTES, *survey.partial.tokens)
        with QSignalBlocker(self.by):
            self.by.clear()
            for name in names:
                shown = tr("Count by {name}", name=said(name)) if name else tr("List the hosts")
                self.by.addItem(shown, name)
            self.by.setCurrentIndex(max(0, names.index(before) if before in names else 0))
        if self.isVisible():
            self._ask()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()

    def close_threads(self) -> None:
        self._rest.stop()
        self._background.close()

    def _on_changed(self, _what: object = None) -> None:
        self._background.cancel()
        self.table.set_stale(True)
        self._rest.start()

    def _ask(self) -> None:
        self._rest.stop()
        if self._survey is None:
            return
        try:
            texts = filter(str.strip, self.field.text().split(_BETWEEN))
            question = SurveyQuery(tuple(map(condition_of, texts)), str(self.by.currentData() or ""))
            check_names(question, self._survey.partial.tokens)
        except QueryError as error:
            self._background.cancel()
            self._on_failed(error)
            return
        self._background.ask(partial(_answered, self._survey, question))

    def _on_answered(self, asked: SurveyAnswer) -> None:
        table = self.shown_table = asked.table
        self.matching.setText(ntr(_MATCHING, asked.matching, of=asked.of))
        self.table.set_columns(columns_of(table))
        self.table.set_rows(table.rows, reset=True)
        self.table.set_stale(False)
        listed = len(table.rows)
        self.footer.say(
            ntr(_LISTED, asked.matching, listed=listed)
            if asked.unlisted
            else tr(_CHOICES, names=WORDS.side_by_side(ATTRIBUTES))
        )
        self.answered.emit(asked)

    def _on_failed(self, error: object) -> None:
        self.matching.setText("")
        self.footer.say(WORDS.tell(error.told) if isinstance(error, QueryError) else str(error))

    def _on_row_activated(self, row: Row) -> None:
        if not self.by.currentData():
            self._actions.open_file(str(row[0]))

    def _lay_out(self) -> None:
        bar = Bar(self)
        bar.setFixedHeight(_ROW)
        line = QHBoxLayout(bar)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        line.addWidget(self.field, 2)
        line.addWidget(self.by)
        line.addWidget(self.matching, 1)
        layout = column_in(self)
        layout.addWidget(bar)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.footer)


def _answered(survey: Survey, question: SurveyQuery, _is_wanted: object) -> SurveyAnswer:
    return ask(survey, question)


def columns_of(table: FigureTable) -> tuple[TableColumn, ...]:
    """Return the columns of a table; the first takes the remaining width, numbers and kinds what they need."""
    return tuple(_column(table, place, name) for place, name in enumerate(table.columns))


def _column(table: FigureTable, place: int, name: str) -> TableColumn:
    is_number = all(not isinstance(row[place], str) for row in table.rows)
    different = {row[place] for row in table.rows}
    is_kind = bool(place) and (is_number or len(different) <= _MOST_KINDS)
    width = _LEAST_WIDTH if is_kind else _NAME_WIDTH if place else 0
    title = said(name)
    longest = max((cell_said(name, value) for value in different), key=len, default="") if is_kind else ""
    return TableColumn(
        name,
        title,
        partial(_cell, name, place),
        partial(_key, place),
        width or (_NUMBER_WIDTH if is_number else 0),
        is_number=is_number,
        least=_LEAST_NAME,
        tip=title,
        words=(f"{title}{_ROOM}", longest) if is_kind else (),
    )


def _cell(name: str, place: int, row: Sequence[str | int | float | None]) -> TableCell:
    return TableCell(cell_said(name, row[place]))


def _key(place: int, row: Sequence[str | int | float | None]) -> tuple[bool, float, str]:
    """Sort numbers by value, unknown ones first, and texts alphabetically."""
    value = row[place]
    if isinstance(value, int | float):
        return True, float(value), ""
    return value is not None, 0.0, (value or "").lower()
