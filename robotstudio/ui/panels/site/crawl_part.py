"""A part of the Site tab that works something out of a crawl: in a thread, and only while it can be seen."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import tr
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.site.crawl_words import NotedLines
from robotstudio.ui.widgets.grounds import Page


class CrawlPart(Page):
    """What it shows follows the crawl and the draft; `_plan` says that either has changed."""

    line_activated = Signal(int)
    noted = Signal(object)  # lines and how many pages each cuts off or hides, none where the part is not seen

    def __init__(self, parent: QWidget, *, thread: str) -> None:
        """`thread` names the one that works for it."""
        super().__init__(parent)
        self._is_due = False
        self._lines: NotedLines = ()
        self._background = Background(thread, self)
        self._background.failed.connect(self._on_failed)

    def close_threads(self) -> None:
        self._background.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_due:
            self._ask()
        self.noted.emit(self._lines)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.noted.emit(())

    def wait_for_crawl(self) -> None:
        """A crawl has begun of which nothing is known yet."""
        self._say_waiting(tr("A crawl is running. The results are shown here when it ends."))

    def _say_waiting(self, sentence: str) -> None:
        """Say why there is nothing to be seen, unless there is something."""
        raise NotImplementedError

    def _note(self, lines: NotedLines) -> None:
        """Tell of lines now, and again whenever the part comes back."""
        self._lines = lines
        if self.isVisible():
            self.noted.emit(lines)

    def _plan(self, _what: object = None) -> None:
        self._is_due = True
        if self.isVisible():
            self._ask()

    def _ask(self) -> None:
        """Ask the thread, where there is something to be asked; it is then no longer due."""
        raise NotImplementedError

    def _on_failed(self, _error: RobotStudioError) -> None:
        raise NotImplementedError
