"""What goes into the list of URLs and out of it: pasted and removed, copied and exported."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from robotstudio.app.analysis import Analysis, Cell
from robotstudio.ui.panels.simulation.exporter import Exporter
from robotstudio.ui.panels.simulation.matrix_view import MatrixView
from robotstudio.ui.panels.simulation.url_list import UrlListEditor, is_short_list


class Transfers(QObject):
    """Works on the rows of a matrix and the list behind it.

    `text_offered` carries what is no short list and has to be read as a source, `cell_left` the cell to be selected
    once the selected rows are gone.
    """

    text_offered = Signal(str)
    cell_left = Signal(object)

    def __init__(self, view: MatrixView, urls: UrlListEditor, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._urls = urls
        self._analysis: Analysis | None = None
        self.exporter = Exporter(self)

    def follow(self, analysis: Analysis) -> None:
        """Work on the rows of another answer."""
        self._analysis = analysis

    def copy(self) -> None:
        """Put the selected rows into the clipboard."""
        positions = self._view.selected_positions()
        if self._analysis is not None and positions.size:
            self.exporter.copy(self._analysis, positions)

    def copy_as_markdown(self) -> None:
        """Put the selected rows into the clipboard as a table of Markdown; all that are listed where none is."""
        positions = self._view.selected_positions()
        if self._analysis is not None and len(self._view.matrix.rows):
            shown = positions if positions.size else self._view.matrix.rows
            self.exporter.copy(self._analysis, shown, "markdown")

    def export(self, path: Path, format_id: str) -> None:
        """Write the listed rows, in their order, to a file."""
        if self._analysis is not None:
            self.exporter.export(self._analysis, self._view.matrix.rows, path, format_id)

    def paste(self) -> None:
        """Add the URLs of the clipboard."""
        self.take_text(QGuiApplication.clipboard().text())

    def take_text(self, text: str) -> None:
        """A short list is as if typed; what is a table or a log, or long, is read as a source."""
        if is_short_list(text):
            self._urls.add_text(text)
        else:
            self.text_offered.emit(text)

    def remove(self) -> None:
        """Take the selected URLs out of the list."""
        analysis, positions = self._analysis, self._view.selected_positions()
        if analysis is None or not positions.size:
            return
        cell: Cell | None = self._view.cell_after_selection()
        self.cell_left.emit(cell)
        self._urls.remove_rows(analysis.urls, positions)

    def close(self) -> None:
        """End the thread that exports."""
        self.exporter.close()
