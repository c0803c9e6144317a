"""Announces changed verdicts to screen readers."""

from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.text.language import WORDS, Plural, ntr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.simulation.panel import SimulationPanel

_REST_MS = 900
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole
_NOW_BLOCKED = Plural("{count} verdict is blocked now", "{count} verdicts are blocked now")
_NOW_ALLOWED = Plural("{count} verdict is allowed now", "{count} verdicts are allowed now")


class VerdictAnnouncer(Controller):
    """Announces how many verdicts changed, and the new verdict of the selected cell, at each pause in typing.

    `rest` runs until a pause is long enough. Nothing is compared unless an assistive program is running.
    """

    announced = Signal(str)

    def __init__(self, context: Context, panel: SimulationPanel) -> None:
        super().__init__(context)
        self._matrix_model = panel.view.matrix
        self._before: Analysis | None = None
        self._cell: Cell | None = None
        self._cell_words = ""
        self._counting = Background("changed verdicts", self)
        self._counting.answered.connect(self._on_counted)
        self.rest = QTimer(self, interval=_REST_MS, singleShot=True)
        self.rest.timeout.connect(self._on_rest)
        self._session.analysis_settled.connect(self._on_painted)
        self._session.selection_changed.connect(self._on_selection_changed)

    def close(self) -> None:
        self.rest.stop()
        self._counting.close()

    def _on_painted(self, analysis: Analysis) -> None:
        if not QAccessible.isActive():
            self._before = None
        elif self._before is None:
            self._note(analysis)
        else:
            self.rest.start()

    def _on_selection_changed(self, cell: Cell | None) -> None:
        """Remember the text of the cell, which the screen reader reads itself: only later changes are announced."""
        self._cell, self._cell_words = cell, self._words_of(cell)

    def _on_rest(self) -> None:
        before, now = self._before, self._session.analysis
        if before is not None and now is not None and now is not before:
            self._counting.ask(partial(_counted, before, now))

    def _on_counted(self, answer: tuple[Analysis, int, int]) -> None:
        now, blocked, allowed = answer
        said = self._news(blocked, allowed)
        self._note(now)
        if said:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, said))
            self.announced.emit(said)

    def _news(self, blocked: int, allowed: int) -> str:
        counts = ((_NOW_BLOCKED, blocked), (_NOW_ALLOWED, allowed))
        flips = WORDS.side_by_side(ntr(words, count) for words, count in counts if count)
        cell = self._words_of(self._cell)
        news = (cell if self._cell_words and cell != self._cell_words else "", flips)
        return WORDS.sentences(WORDS.sentence(said) for said in news if said)

    def _note(self, analysis: Analysis) -> None:
        self._before = analysis
        self._on_selection_changed(self._session.selected)

    def _words_of(self, cell: Cell | None) -> str:
        if cell is None or not QAccessible.isActive():
            return ""
        matrix = self._matrix_model
        index = matrix.index_of(cell)
        return str(matrix.data(index, _SPOKEN)) if index.isValid() else ""


def flipped(before: Analysis, now: Analysis) -> tuple[int, int]:
    """Return how many verdicts became blocked and allowed, for crawlers of both; 0 if the URLs have changed."""
    if before.table is not now.table:
        return 0, 0
    blocked = allowed = 0
    for column in now.columns:
        old = before.column_of(column.crawler.token)
        if old is None or old.verdicts is column.verdicts or not (old.is_known and column.is_known):
            continue
        could, can = old.allowed, column.allowed
        blocked += int(np.count_nonzero(could & ~can))
        allowed += int(np.count_nonzero(~could & can))
    return blocked, allowed


def _counted(before: Analysis, now: Analysis, _is_cancelled: Callable[[], bool]) -> tuple[Analysis, int, int]:
    return now, *flipped(before, now)
