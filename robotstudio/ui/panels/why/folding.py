"""Each page of the window remembers whether the explanation is folded in it."""

from PySide6.QtCore import QObject

from robotstudio.ui.main_window import MainWindow
from robotstudio.ui.panels.changes.controller import ChangesController
from robotstudio.ui.panels.why.panel import WhyPanel

_FOLDED_AT_FIRST = frozenset({"fetch", "summary", "changes", "site", "tests", "history", "problems"})


class Folding(QObject):
    """Folds the explanation as the page in front has it."""

    def __init__(self, window: MainWindow, why: WhyPanel, changes: ChangesController) -> None:
        """Connect these parts; they belong to the window."""
        super().__init__(window)
        self._window = window
        self._why = why
        self._changes = changes
        self._folded_in = set(_FOLDED_AT_FIRST)
        changes.page_changed.connect(self._on_page_changed)
        why.folded_changed.connect(self._on_folded)

    def toggle(self) -> None:
        """Fold the explanation, or open it."""
        self._why.set_folded(not self._why.is_folded)

    def _on_page_changed(self, page: str) -> None:
        self._why.set_folded(page in self._folded_in)

    def _on_folded(self, is_folded: bool) -> None:
        (self._folded_in.add if is_folded else self._folded_in.discard)(self._changes.page)
        self._window.actions_by_id["simulate.why"].setChecked(is_folded)
