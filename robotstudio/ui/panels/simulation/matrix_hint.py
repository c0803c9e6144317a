"""What stands in place of rows where there are none, and what to do about it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from robotstudio.app.analysis import Analysis
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.empty_hint import EmptyHint


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
