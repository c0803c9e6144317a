"""A figure of a survey, painted."""

from PySide6.QtWidgets import QWidget

from robotstudio.survey.charts.items import Drawing
from robotstudio.survey.charts.layout import drawing_of
from robotstudio.survey.figures import Figure, Table
from robotstudio.ui.language import WORDS
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.chart import DrawingView


class ChartView(DrawingView):
    """One figure with what a survey has for it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._shown: tuple[Figure, Table] | None = None

    def show_figure(self, figure: Figure, table: Table) -> None:
        """Paint a figure with what a survey has for it."""
        self._shown = figure, table
        self.lay_out()

    def drawn(self, width: int) -> Drawing | None:
        return drawing_of(*self._shown, WORDS, width) if self._shown else None
