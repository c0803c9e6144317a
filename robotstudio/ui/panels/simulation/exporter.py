"""Takes what is shown out of the program: to the clipboard, or to a file in a thread, with its progress."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from robotstudio.app.analysis import Analysis
from robotstudio.app.listing.filters import Rows
from robotstudio.engine.cancelling import Cancelled
from robotstudio.io.errors import FileError
from robotstudio.io.export import export
from robotstudio.io.sources.task import Task
from robotstudio.ui.background import Background
from robotstudio.ui.panels.simulation import words
from robotstudio.ui.panels.simulation.exporting import MOST_COPIED, export_table, rows_as_text

_MOST_AT_ONCE = 500
_SAY_EACH_MS = 100


class Exporter(QObject):
    """One export or copy at a time; a newer one takes the place of an older one.

    `said` carries a sentence on what came of it, `progressed` one on how far it is, `failed` what went wrong.
    """

    said = Signal(str)
    progressed = Signal(str)
    failed = Signal(str)
    _stepped = Signal(float)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._share = 0.0
        self._background = Background("export", self)
        self._background.answered.connect(self._on_answered)
        self._background.failed.connect(self._on_failed)
        self._saying = QTimer(self)
        self._saying.setInterval(_SAY_EACH_MS)
        self._saying.timeout.connect(self._on_saying)
        self._stepped.connect(self._on_stepped, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether something is still being copied or written."""
        return self._background.is_busy

    def copy(self, analysis: Analysis, positions: Rows, format_id: str = "tsv") -> None:
        """Put rows into the clipboard; many are put into words in the thread."""
        if len(positions) <= _MOST_AT_ONCE:
            self._take((rows_as_text(analysis, positions, format_id), len(positions)))
        else:
            self._start(partial(_copied, analysis, positions, format_id))

    def export(self, analysis: Analysis, positions: Rows, path: Path, format_id: str) -> None:
        """Write rows to a file."""
        self._start(partial(_exported, analysis, positions, path, format_id, self._stepped.emit))

    def cancel(self) -> None:
        """Give up what is being written; the file stays as it was."""
        if self.is_busy:
            self._background.cancel()
            self._saying.stop()
            self.said.emit(words.export_cancelled_words())

    def close(self) -> None:
        """End the thread."""
        self._saying.stop()
        self._background.close()

    def _start(self, work: Callable[[Callable[[], bool]], object]) -> None:
        self._share = 0.0
        self._background.ask(work)
        self._saying.start()

    def _take(self, copied: tuple[str, int]) -> None:
        text, selected = copied
        QGuiApplication.clipboard().setText(text)
        self.said.emit(words.copied_words(min(selected, MOST_COPIED), selected))

    def _on_stepped(self, share: float) -> None:
        self._share = share

    def _on_saying(self) -> None:
        self.progressed.emit(words.exporting_words(self._share))

    def _on_answered(self, answer: object) -> None:
        self._saying.stop()
        if isinstance(answer, tuple):
            self._take(answer)
        elif isinstance(answer, str):
            self.said.emit(answer)

    def _on_failed(self, problem: Exception) -> None:
        self._saying.stop()
        if isinstance(problem, FileError):
            self.failed.emit(str(problem))


def _copied(analysis: Analysis, positions: Rows, format_id: str, _is_cancelled: Callable[[], bool]) -> tuple[str, int]:
    return rows_as_text(analysis, positions, format_id), len(positions)


def _exported(
    analysis: Analysis,
    positions: Rows,
    path: Path,
    format_id: str,
    step: Callable[[float], object],
    is_cancelled: Callable[[], bool],
) -> str | None:
    def on_progress(share: float, _found: int) -> None:
        step(share)

    try:
        export(path, export_table(analysis, positions), format_id, Task(on_progress, is_cancelled))
    except Cancelled:
        return None
    return words.exported_words(len(positions), path.name)
