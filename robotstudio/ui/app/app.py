"""The program with a window: set Qt up, draw the first window, make the rest, and end cleanly."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path

from PySide6.QtCore import QEvent, QLoggingCategory, QMimeData, QObject, Signal
from PySide6.QtGui import QAccessible, QFileOpenEvent, QGuiApplication, QIcon
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QWidget
from shiboken6 import createdByPython

from robotstudio import __version__, assets
from robotstudio.project.state import StateStore
from robotstudio.store.places import Places
from robotstudio.ui.app.faults import Faults
from robotstudio.ui.app.first_window import FirstWindow
from robotstudio.ui.jobs.interpreter import Interpreter
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.theme.theme import theme

SMOKE_TEST = "--smoke-test"
_SCALE_FACTOR = "QT_SCALE_FACTOR"


def main(arguments: Sequence[str]) -> int:
    """Open the window, with a tab for each file that is named; 0 when it was closed."""
    is_smoke_test = SMOKE_TEST in arguments
    files = [Path(argument) for argument in arguments if argument != SMOKE_TEST]
    places = Places.default()
    store = StateStore(places.state, places.policy)
    application = make_application(store.loaded.state.scale)
    interpreter = Interpreter(application)
    theme.install(application)
    first = FirstWindow(places, WindowLanguage(application), next(iter(files), None), store)
    faults = Faults(lambda: first.window.notices, application)
    faults.install()
    if first.editor or not files:
        first.draw()
    if is_smoke_test:
        from robotstudio.ui.app import smoke_test  # noqa: PLC0415  # for those who put the program together

        smoke_test.begin(first)
    from robotstudio.ui.app.document_tabs import DocumentTabs  # noqa: PLC0415  # the first frame is drawn without

    tabs = DocumentTabs(places, first)
    tabs.begin_with(files)
    tabs.window.show()
    interpreter.keep()
    application.aboutToQuit.connect(partial(tabs.close, was_asked=False))
    application.file_named.connect(lambda name: tabs.front.open(Path(name)))
    if is_smoke_test:
        smoke_test.go_on(tabs, first)
    status = application.exec()
    tabs.close(was_asked=False)
    faults.close()
    hand_over_clipboard()
    interpreter.stop()
    if tabs.starts_again:
        start_again(arguments)
    return status


def start_again(arguments: Sequence[str]) -> None:
    """Start the program as it was started, without the arguments; it finds its documents in the journal.

    An AppImage is started by its file: what is mounted for this process goes with it.
    """
    image = os.environ.get("APPIMAGE") if getattr(sys, "frozen", False) else None
    options = sys.orig_argv[1 : len(sys.orig_argv) - len(arguments)]
    subprocess.Popen([image or sys.executable, *options], close_fds=True)


class Application(QApplication):
    """The one QApplication. macOS tells it which files were opened by a click; elsewhere they are arguments."""

    file_named = Signal(str)

    def event(self, event: QEvent) -> bool:
        """Pass on which file was opened."""
        if isinstance(event, QFileOpenEvent) and event.file():  # an address has none
            self.file_named.emit(event.file())
            return True
        return super().event(event)


def make_application(percent: int = 100) -> Application:
    """Make the one QApplication, with the program's name and icon, and everything in it scaled."""
    # Qt says of each font that it lacks the letters of some script: no news for whoever started the program.
    QLoggingCategory.setFilterRules("qt.text.font.db=false")
    with _scale_factor(percent / 100):
        application = Application(["robotstudio"])  # also the name by which X11 knows its windows
    application.setApplicationName("robotstudio")
    application.setApplicationDisplayName("Robot Studio")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName(desktop_entry(os.environ))
    application.setWindowIcon(QIcon(str(assets.path("icons/robotstudio.png"))))  # the drawing itself loads QtSvg
    give_roles()
    return application


@contextmanager
def _scale_factor(factor: float) -> Iterator[None]:
    """Set Qt's own factor, on top of the system's; Qt reads it once, and programs started later must not inherit it."""
    before = os.environ.get(_SCALE_FACTOR)
    with suppress(ValueError):
        factor *= float(before or 1)
    os.environ[_SCALE_FACTOR] = str(factor)
    try:
        yield
    finally:
        del os.environ[_SCALE_FACTOR]
        if before is not None:
            os.environ[_SCALE_FACTOR] = before


def desktop_entry(environ: Mapping[str, str]) -> str:
    """The entry of a desktop's menu that this is, without its ending; Flatpak names it after the application."""
    return environ.get("FLATPAK_ID") or "robotstudio"


@cache
def give_roles() -> None:
    """Have screen readers told what a widget with an `accessible_role` is; of the others Qt knows it by their class."""
    QAccessible.installFactory(_interface_of)


def _interface_of(_class_name: str, thing: QObject) -> QAccessibleWidget | None:
    role = getattr(thing, "accessible_role", None)
    return QAccessibleWidget(thing, role) if isinstance(role, QAccessible.Role) and isinstance(thing, QWidget) else None


def hand_over_clipboard() -> None:
    """Let Qt itself hold what was copied: it frees that after Python has ended, which crashes on a Python object."""
    clipboard = QGuiApplication.clipboard()
    copied: QMimeData | None = clipboard.mimeData()  # the stubs leave out None
    if copied is not None and createdByPython(copied):
        clipboard.setText(copied.text())
