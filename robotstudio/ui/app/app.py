"""The GUI program: set up Qt, draw the first window, build the rest, and exit cleanly."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLoggingCategory, QMimeData, QObject, QSocketNotifier, Signal
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

if TYPE_CHECKING:
    from robotstudio.ui.app.document_tabs import DocumentTabs

SMOKE_TEST = "--smoke-test"
_SCALE_FACTOR = "QT_SCALE_FACTOR"


def main(arguments: Sequence[str]) -> int:
    """Open the window with a tab for each file; return 0 after it is closed."""
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
        from robotstudio.ui.app import smoke_test  # for those who put the program together

        smoke_test.begin(first)
    from robotstudio.ui.app.document_tabs import DocumentTabs  # the first frame is drawn without

    tabs = DocumentTabs(places, first)
    tabs.begin_with(files)
    tabs.window.show()
    interpreter.keep()
    signals = EndSignals(partial(_end, tabs, application), application)
    application.may_quit = tabs.end_session
    application.commitDataRequest.connect(tabs.keep_session)
    application.aboutToQuit.connect(partial(tabs.close, was_asked=False))
    application.file_named.connect(lambda name: tabs.front.open(Path(name)))
    if is_smoke_test:
        smoke_test.go_on(tabs, first)
    status = application.exec()
    tabs.close(was_asked=False)
    signals.close()
    faults.close()
    hand_over_clipboard()
    interpreter.stop()
    if tabs.starts_again:
        start_again(arguments)
    return status


def _end(tabs: "DocumentTabs", application: QApplication) -> None:
    """End without asking: documents come back at the next start."""
    tabs.close(was_asked=False)
    application.exit()


class EndSignals(QObject):
    """Calls `end` in the event loop if the system asks the program to end; a second signal ends it at once.

    Python would handle a signal only when Qt next calls into Python, and in the middle of whatever runs then.
    """

    def __init__(self, end: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._end = end
        self._before: dict[signal.Signals, object] = {}
        if sys.platform == "win32":  # it has no such signals
            return
        self._reader, writer = os.pipe()
        for each in (self._reader, writer):
            os.set_blocking(each, False)
        self._writer = writer
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
                self._before[number] = signal.signal(number, lambda *_: None)
        self._notifier = QSocketNotifier(self._reader, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_woken)

    def close(self) -> None:
        """Let signals end the program again."""
        if not self._before:
            return
        self._notifier.setEnabled(False)
        for number in self._before:
            signal.signal(number, signal.SIG_DFL)
        self._before.clear()
        signal.set_wakeup_fd(-1)
        for each in (self._reader, self._writer):
            os.close(each)

    def _on_woken(self) -> None:
        if set(os.read(self._reader, 64)) & self._before.keys():
            self.close()
            self._end()


def start_again(arguments: Sequence[str]) -> None:
    """Restart the program without the arguments; it finds its documents in the journal.

    An AppImage is started by its file, because its mount for this process ends with the process.
    """
    image = os.environ.get("APPIMAGE") if getattr(sys, "frozen", False) else None
    options = sys.orig_argv[1 : len(sys.orig_argv) - len(arguments)]
    subprocess.Popen([image or sys.executable, *options], close_fds=True)


class Application(QApplication):
    """The one QApplication. macOS passes opened files as events; other systems pass them as arguments."""

    file_named = Signal(str)
    may_quit: Callable[[], bool] = staticmethod(lambda: True)
    """Called when the desktop ends its session, before each window is closed on its own."""

    def event(self, event: QEvent) -> bool:
        """Forward the path of an opened file."""
        if event.type() is QEvent.Type.Quit and not self.may_quit():
            event.ignore()
            return True
        if isinstance(event, QFileOpenEvent) and event.file():  # empty for a URL
            self.file_named.emit(event.file())
            return True
        return super().event(event)


def make_application(percent: int = 100) -> Application:
    """Make the one QApplication with the program's name and icon, scaled by `percent`."""
    # Qt warns about every font that lacks some script, which does not concern the user.
    QLoggingCategory.setFilterRules("qt.text.font.db=false")
    with _scale_factor(percent / 100):
        application = Application(["robotstudio"])  # also the name by which X11 knows its windows
    application.setApplicationName("robotstudio")
    application.setApplicationDisplayName("Robot Studio")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName(desktop_entry(os.environ))
    application.setWindowIcon(QIcon(str(assets.path("icons/robotstudio.png"))))  # painting the SVG would load QtSvg
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
    """Return the name of the desktop entry without its suffix; Flatpak names it after the application."""
    return environ.get("FLATPAK_ID") or "robotstudio"


@cache
def give_roles() -> None:
    """Report the roles of widgets with an `accessible_role` to screen readers; Qt knows the others by class."""
    QAccessible.installFactory(_interface_of)


def _interface_of(_class_name: str, thing: QObject) -> QAccessibleWidget | None:
    role = getattr(thing, "accessible_role", None)
    return QAccessibleWidget(thing, role) if isinstance(role, QAccessible.Role) and isinstance(thing, QWidget) else None


def hand_over_clipboard() -> None:
    """Move copied data into Qt's own object: Qt frees it after Python has ended, which crashes on a Python object."""
    clipboard = QGuiApplication.clipboard()
    copied: QMimeData | None = clipboard.mimeData()  # PySide's stubs omit None
    if copied is not None and createdByPython(copied):
        clipboard.setText(copied.text())
