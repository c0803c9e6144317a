"""Shows each unexpected error to the user once, with details to copy, from any thread."""

import logging
import platform
import sys
import threading
from collections.abc import Callable
from types import TracebackType

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QObject, Qt, Signal, qVersion
from PySide6.QtGui import QGuiApplication

from robotstudio import __version__
from robotstudio.text.language import tr
from robotstudio.ui.shell.notices import Notices

_log = logging.getLogger(__name__)


class Faults(QObject):
    """Shows each unexpected error that is logged, from any thread, in the window in front.

    `install` also logs uncaught exceptions of slots and threads. Repetitions from the same place are shown once.
    """

    _logged = Signal(str, str)

    def __init__(self, notices: Callable[[], Notices], parent: QObject) -> None:
        """`notices` returns those of the window in front."""
        super().__init__(parent)
        self._notices = notices
        self._shown: set[str] = set()
        self._handler = _Handler(self._logged.emit)
        self._logged.connect(self._on_logged, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Follow the log, and log uncaught exceptions."""
        logging.getLogger().addHandler(self._handler)
        sys.excepthook = _log_uncaught
        threading.excepthook = _log_uncaught_in_thread

    def close(self) -> None:
        """Stop following the log."""
        logging.getLogger().removeHandler(self._handler)
        sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__

    def _on_logged(self, key: str, details: str) -> None:
        if key in self._shown:
            return
        self._shown.add(key)
        said = tr("An unexpected error occurred. Your text is safe, but the last action may not have finished.")
        copy = tr("Copy details")
        self._notices().show_notice("fault", said, [(copy, lambda: _copy(details))])


class _Handler(logging.Handler):
    """A handler that emits errors as plain text, and prints them as without a handler."""

    def __init__(self, tell: Callable[[str, str], object]) -> None:
        super().__init__(logging.WARNING)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        if sys.stderr is not None and logging.lastResort is not None:  # None without a console
            logging.lastResort.handle(record)
        if record.levelno >= logging.ERROR:
            self._tell(_key(record), f"{_versions()}\n{self.format(record)}")


def _key(record: logging.LogRecord) -> str:
    """Return the type and place of an exception, or the message of a record without one."""
    kind, _, trace = record.exc_info or (None, None, None)
    if kind is None or trace is None:
        return record.getMessage()
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f"{kind.__qualname__} {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"


def _versions() -> str:
    return (
        f"Robot Studio {__version__}\nPython {platform.python_version()}\nQt {qVersion()}\n"
        f"PySide6 {pyside_version}\n{platform.platform()}"
    )


def _copy(details: str) -> None:
    QGuiApplication.clipboard().setText(details)


def _log_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, Exception):
        _log.error("unexpected error", exc_info=(kind, error, trace))
    else:
        sys.__excepthook__(kind, error, trace)


def _log_uncaught_in_thread(arguments: threading.ExceptHookArgs) -> None:
    if arguments.exc_value is not None:
        _log_uncaught(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)
