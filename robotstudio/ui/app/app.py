"""The program with a window: set Qt up, draw the first window, make the rest, and end cleanly."""

import os
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from PySide6.QtCore import QEvent, QLoggingCategory, QMimeData, QObject, Signal
from PySide6.QtGui import QAccessible, QFileOpenEvent, QGuiApplication, QIcon
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QWidget
from shiboken6 import createdByPython

from robotstudio import __version__, assets
from robotstudio.store.places import Places
from robotstudio.ui.app.faults import Faults
from robotstudio.ui.app.first_window import FirstWindow
from robotstudio.ui.jobs.interpreter import Interpreter
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.theme.theme import Theme

SMOKE_TEST = "--smoke-test"


def main(arguments: Sequence[str]) -> int:
    """Open the window, with a tab for each file that is named; 0 when it was closed."""
    is_smoke_test = SMOKE_TEST in arguments
    files = [Path(argument) for argument in arguments if argument != SMOKE_TEST]
    application = make_application()
    interpreter = Interpreter(application)
    theme = Theme(parent=application)
    theme.install(application)
    places = Places.default()
    first = FirstWindow(theme, places, WindowLanguage(application), next(iter(files), None))
    faults = Faults(lambda: first.window.notices, application)
    faults.install()
    if first.editor or not files:
        first.draw()
    if is_smoke_test:
        from robotstudio.ui.app import smoke_test  # noqa: PLC0415  # for those who put the program together

        smoke_test.begin(first)
    from robotstudio.ui.app.document_tabs import DocumentTabs  # noqa: PLC0415  # the first frame is drawn without

    tabs = DocumentTabs(theme, places, first)
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
    return status


class Application(QApplication):
    """The one QApplication. macOS tells it which files were opened by a click; elsewhere they are arguments."""

    file_named = Signal(str)

    def event(self, event: QEvent) -> bool:
        """Pass on which file was opened."""
        if isinstance(event, QFileOpenEvent) and event.file():  # an address has none
            self.file_named.emit(event.file())
            return True
        return super().event(event)


def make_application() -> Application:
    """The one QApplication, with the program's name and icon."""
    # Qt says of each font that it lacks the letters of some script: no news for whoever started the program.
    QLoggingCategory.setFilterRules("qt.text.font.db=false")
    application = Application(["robotstudio"])  # also the name by which X11 knows its windows
    application.setApplicationName("robotstudio")
    application.setApplicationDisplayName("Robot Studio")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName(desktop_entry(os.environ))
    application.setWindowIcon(QIcon(str(assets.path("icons/robotstudio.png"))))  # the drawing itself loads QtSvg
    give_roles()
    return application


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
