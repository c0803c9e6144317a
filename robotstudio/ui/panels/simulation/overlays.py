"""Overlays of the matrix: the hint where it has no rows, and the positions of hint, URL entry and progress."""

from PySide6.QtCore import QRect, Signal
from PySide6.QtWidgets import QWidget

from robotstudio.app.analysis import Analysis
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.empty_hint import EmptyHint

_ENTRY_WIDTH = 500
_ENTRY_MARGIN = 8


@dataclass(frozen=True, slots=True, eq=False)
class Overlays:
    """Positions widgets that no layout holds."""

    theme: Theme
    hint: QWidget
    entry: QWidget
    progress: QWidget

    def place(self, panel: QRect, matrix: QRect, footer: QRect, top: int) -> None:
        """Set their geometry; the entry is placed below `top`."""
        px = self.theme.fonts.px
        margin = px(_ENTRY_MARGIN)
        self.hint.setGeometry(matrix.adjusted(0, px(SIZES.matrix_header), 0, 0))
        self.progress.setGeometry(footer)
        width = min(max(px(_ENTRY_WIDTH), self.entry.sizeHint().width()), panel.width() - 2 * margin)
        height = min(self.entry.sizeHint().height(), panel.height() - top - margin)
        self.entry.setGeometry(QRect(panel.width() - margin - width, top, width, height))

    def lift(self) -> None:
        """Raise what may cover the matrix."""
        self.hint.raise_()
        self.entry.raise_()


class MatrixHint(EmptyHint):
    """Shown where nothing is listed; its action leads to what is missing."""

    urls_wanted = Signal()
    crawlers_wanted = Signal()
    all_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "", parent=parent)
        self._missing = self.urls_wanted
        self.action_triggered.connect(self._on_action_triggered)

    def explain(self, analysis: Analysis | None, listed: int) -> None:
        """Say why nothing is listed; hidden where something is."""
        if analysis is None or not analysis.urls:
            self._missing = self.urls_wanted
            self.set_content(self.tr("No test URLs yet."), self.tr("Add URLs"))
        elif not analysis.columns:
            self._missing = self.crawlers_wanted
            self.set_content(self.tr("No crawler is chosen."), self.tr("Choose crawlers"))
        elif not listed:
            self._missing = self.all_wanted
            self.set_content(self.tr("No URL matches."), self.tr("Clear filters"))
        self.setVisible(not listed or analysis is None or not analysis.columns)

    def _on_action_triggered(self) -> None:
        self._missing.emit()
