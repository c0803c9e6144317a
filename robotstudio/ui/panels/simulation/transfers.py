"""Paste, remove, copy and export rows of the matrix; exports run in a thread."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.draft.cell_state import MOST_COPIED, Facts, rows_as_text, verdict_table
from robotstudio.draft.listing.filters import Rows
from robotstudio.engine.cancelling import Cancelled
from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS, spoken
from robotstudio.ui.document.urls import DocumentUrls, is_short_list
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.simulation import words
from robotstudio.ui.panels.simulation.extra_columns import ExtraColumn
from robotstudio.ui.panels.simulation.matrix_view import MatrixView
from robotstudio.ui.widgets.progress import ProgressRow
from robotstudio.urls.export import export, words_in
from robotstudio.urls.sources.task import Task

_MOST_AT_ONCE = 500
_SAY_EACH_MS = 100


class MatrixExport(Struct, frozen=True, eq=False):
    """Rows of an analysis, the format, and the extra columns to include."""

    analysis: Analysis
    positions: Rows
    format_id: str
    extras: Sequence[ExtraColumn] = ()

    @property
    def facts(self) -> Facts:
        """The extra columns: values for programs, formatted texts for Markdown."""
        urls = self.analysis.urls
        if self.format_id == "markdown":
            return {extra.title: texts for extra in self.extras if (texts := extra.texts(urls))}
        return {extra.key: values for extra in self.extras if (values := extra.values(urls))}


class Exporter(QObject):
    """Runs one export or copy at a time; a newer one replaces an older one."""

    _stepped = Signal(float)

    def __init__(self, progress: ProgressRow, actions: "TransferActions", parent: QObject) -> None:
        super().__init__(parent)
        self._progress = progress
        self._actions = actions
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
        """True while something is being copied or written."""
        return self._background.is_busy

    def copy(self, wanted: MatrixExport) -> None:
        """Copy rows to the clipboard; many are formatted in the thread."""
        if len(wanted.positions) <= _MOST_AT_ONCE:
            self._take(_copied(wanted))
        else:
            self._start(lambda _is_cancelled: _copied(wanted))

    def export(self, wanted: MatrixExport, path: Path) -> None:
        self._start(partial(_exported, wanted, path, self._stepped.emit))

    def cancel(self) -> None:
        """Cancel an export; the file stays unchanged."""
        if self.is_busy:
            self._background.cancel()
            self._stop_saying()
            self._actions.say(words.export_cancelled_words())

    def close(self) -> None:
        self._saying.stop()
        self._background.close()

    def _start(self, work: Callable[[Callable[[], bool]], object]) -> None:
        self._share = 0.0
        self._background.ask(work)
        self._saying.start()

    def _take(self, copied: tuple[str, int]) -> None:
        text, selected = copied
        QGuiApplication.clipboard().setText(text)
        self._actions.say(words.copied_words(min(selected, MOST_COPIED), selected))

    def _on_stepped(self, share: float) -> None:
        self._share = share

    def _on_saying(self) -> None:
        self._progress.show_progress(words.exporting_words(self._share), self._share)

    def _stop_saying(self) -> None:
        self._saying.stop()
        self._progress.hide()

    def _on_answered(self, answer: object) -> None:
        self._stop_saying()
        if isinstance(answer, tuple):
            self._take(answer)
        elif isinstance(answer, str):
            self._actions.say(answer)

    def _on_failed(self, problem: Exception) -> None:
        self._stop_saying()
        if isinstance(problem, FileError):
            self._actions.show_export_error(WORDS.tell(problem.told))


def _copied(wanted: MatrixExport) -> tuple[str, int]:
    with spoken(words_in(wanted.format_id)):
        text = rows_as_text(wanted.analysis, wanted.positions, words.verdict_words, wanted.format_id, wanted.facts)
    return text, len(wanted.positions)


def _exported(
    wanted: MatrixExport, path: Path, step: Callable[[float], object], is_cancelled: Callable[[], bool]
) -> str | None:
    def on_progress(share: float, _found: int) -> None:
        step(share)

    try:
        with spoken(words_in(wanted.format_id)):
            table = verdict_table(wanted.analysis, wanted.positions, words.verdict_words, wanted.facts)
            export(path, table, wanted.format_id, Task(on_progress, is_cancelled))
    except Cancelled:
        return None
    return words.exported_words(len(wanted.positions), path.name)


class TransferActions(Protocol):
    """Requests of the actions on rows, for the panel."""

    def load_text(self, text: str) -> None:
        """Read a text that is not a short list as a source, and close the entry."""

    def move_to(self, cell: Cell | None) -> None:
        """Select the cell that follows removed ones."""

    def show_export_error(self, sentence: str) -> None:
        """Show why an export failed."""

    def say(self, sentence: str) -> None:
        """Show a sentence for a while."""

    def offer_undo(self, sentence: str, undo: Callable[[], object]) -> None:
        """Show a sentence, and offer to undo what it tells."""


class Transfers(QObject):
    """Actions on the rows of a matrix and the list of URLs."""

    def __init__(
        self,
        view: MatrixView,
        urls: DocumentUrls,
        actions: TransferActions,
        progress: ProgressRow,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._urls = urls
        self._actions = actions
        self._analysis: Analysis | None = None
        self._exporter = Exporter(progress, actions, self)
        urls.changed.connect(actions.say)
        urls.removed.connect(self._on_removed)
        progress.cancel_requested.connect(self._exporter.cancel)

    def follow(self, analysis: Analysis) -> None:
        """Use the rows of another analysis."""
        self._analysis = analysis

    def copy(self) -> None:
        """Copy the selected rows to the clipboard."""
        positions = self._view.selected_positions()
        if self._analysis is not None and positions.size:
            self._exporter.copy(self._wanted(self._analysis, positions, "tsv"))

    def copy_as_markdown(self) -> None:
        """Copy the selected rows as a Markdown table; all listed rows if none is selected."""
        positions = self._view.selected_positions()
        if self._analysis is not None and len(self._view.matrix.rows):
            shown = positions if positions.size else self._view.matrix.rows
            self._exporter.copy(self._wanted(self._analysis, shown, "markdown"))

    def export(self, path: Path, format_id: str) -> None:
        """Write the listed rows, in their order, to a file."""
        if self._analysis is not None:
            self._exporter.export(self._wanted(self._analysis, self._view.matrix.rows, format_id), path)

    def _wanted(self, analysis: Analysis, positions: Rows, format_id: str) -> MatrixExport:
        return MatrixExport(analysis, positions, format_id, self._view.matrix.extras)

    def paste(self) -> None:
        """Add the URLs in the clipboard."""
        self.take_text(QGuiApplication.clipboard().text())

    def take_text(self, text: str) -> None:
        """Add a short list as if typed; offer a table, a log or a long list as a source."""
        if is_short_list(text):
            self._urls.add_text(text)
        else:
            self._actions.load_text(text)

    def remove(self) -> None:
        """Remove the selected URLs from the list."""
        analysis, positions = self._analysis, self._view.selected_positions()
        if analysis is None or not positions.size:
            return
        cell: Cell | None = self._view.cell_after_selection()
        self._actions.move_to(cell)
        self._urls.remove_rows(analysis.urls, positions)

    def _on_removed(self, sentence: str) -> None:
        self._actions.offer_undo(sentence, self._urls.undo)

    def close(self) -> None:
        self._exporter.close()
