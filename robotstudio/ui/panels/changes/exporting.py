"""Copies the changes as a table that other programs can read, or writes them to a file."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from robotstudio.draft.changes.comparison import DraftComparison
from robotstudio.draft.changes.flip_table import exported, write
from robotstudio.explain.change_words import side_words
from robotstudio.store.errors import FileError
from robotstudio.text.language import Told, spoken
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.changes.panel import ChangesPanel
from robotstudio.ui.panels.changes.watch import ChangeWatch
from robotstudio.urls.export import words_in


class ChangeExports(QObject):
    """Exports in a thread, to the clipboard or to a file."""

    def __init__(self, panel: ChangesPanel, watch: ChangeWatch) -> None:
        super().__init__(panel)
        self._panel = panel
        self._watch = watch
        self._background = Background("export of changes", self)
        self._background.answered.connect(self._on_exported)
        self._writing = Background("file of changes", self)
        self._writing.answered.connect(self._on_written)

    def close(self) -> None:
        self._background.close()
        self._writing.close()

    def write(self, path: Path, form: str) -> None:
        """Write the changes to a file: as CSV, XLSX or Markdown."""
        last = self._watch.last
        if last is not None and last.changes is not None:
            self._writing.ask(partial(_written, last, path, form))

    def copy(self, form: str) -> None:
        """Copy the changes in a format such as CSV."""
        last = self._watch.last
        if last is not None and last.changes is not None:
            self._background.ask(partial(_exported, last, form))

    def _on_exported(self, answer: tuple[str, int, int]) -> None:
        text, count, flips = answer
        QGuiApplication.clipboard().setText(text)
        self._panel.show_copied(count, flips)

    def _on_written(self, answer: tuple[Path, int, Told | None]) -> None:
        self._panel.show_written(*answer)


def _written(
    compared: DraftComparison, path: Path, form: str, _is_cancelled: Callable[[], bool]
) -> tuple[Path, int, Told | None]:
    words = words_in(form)
    try:
        with spoken(words):
            return path, write(path, compared, form, side_words, words), None
    except FileError as error:
        return path, 0, error.told


def _exported(compared: DraftComparison, form: str, _is_cancelled: Callable[[], bool]) -> tuple[str, int, int]:
    with spoken(words_in(form)):
        return (*exported(compared, form, side_words), compared.changes.flips if compared.changes else 0)
