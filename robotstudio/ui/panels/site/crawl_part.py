"""A part of the Site tab that computes something from a crawl: in a thread, and only while it is visible."""

from collections.abc import Sequence

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import tr
from robotstudio.ui.editor.line_marks import LineNote
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.site.actions import PartActions
from robotstudio.ui.widgets.grounds import Page


class CrawlPart(Page):
    """Follows the crawl and the draft; call `_plan` when either has changed."""

    def __init__(self, actions: PartActions, parent: QWidget, *, thread: str) -> None:
        """Create it; `thread` names its worker thread."""
        super().__init__(parent)
        self._actions = actions
        self._is_due = False
        self._notes: Sequence[LineNote] = ()
        self.background = Background(thread, self)
        self.background.failed.connect(self._on_failed)

    def close_threads(self) -> None:
        self.background.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_due:
            self._ask()
        self._actions.show_notes(self, self._notes)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._actions.show_notes(self, ())

    def wait_for_crawl(self) -> None:
        """Show that a crawl is running whose results are not known yet."""
        self._say_waiting(tr("A crawl is running. The results are shown here when it ends."))

    def _say_waiting(self, sentence: str) -> None:
        """Show why there is no result, unless there is one."""
        raise NotImplementedError

    def _show_notes(self, notes: Sequence[LineNote]) -> None:
        """Show notes after lines now, and again whenever the part is shown."""
        self._notes = notes
        if self.isVisible():
            self._actions.show_notes(self, notes)

    def _plan(self, _what: object = None) -> None:
        self._is_due = True
        if self.isVisible():
            self._ask()

    def _ask(self) -> None:
        """Start the computation if there is enough to compute from, and reset `_is_due` then."""
        raise NotImplementedError

    def _on_failed(self, _error: RobotStudioError) -> None:
        raise NotImplementedError
