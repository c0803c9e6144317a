"""The real window, in which a program of its own measures."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from robotstudio.store.places import Places
from robotstudio.ui.app.document_tabs import DocumentTabs
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.jobs.interpreter import Interpreter
from robotstudio.ui.theme.theme import Mode, theme

_SIZE = 1440, 900
_REST_MS = 300


@contextmanager
def real_window(application: QApplication, mode: Mode = Mode.SYSTEM) -> Iterator[Studio]:
    """All of it, not shown yet; it ends behind the block."""
    interpreter = Interpreter(application)
    theme.set_mode(mode)
    theme.install(application)
    tabs = DocumentTabs(Places.default())
    tabs.begin_with()
    studio = tabs.front
    yield studio
    studio.close()
    interpreter.stop()


def open_draft(studio: Studio, file: Path, tab: str = "") -> None:
    """Show it in the size of a screen, with a draft and one of the tabs."""
    studio.window.resize(*_SIZE)
    studio.window.show()
    studio.open(file)
    if tab:
        studio.window.show_tab(tab)
    QTest.qWait(_REST_MS)
