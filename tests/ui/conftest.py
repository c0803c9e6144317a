"""What every test of the window shares, and what none may leave behind."""

import gc
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from robotstudio.ui.theme.theme import Mode, Theme
from tests.ui.studios import Studios


@pytest.fixture(autouse=True, scope="session")
def _english_numbers() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))


@pytest.fixture(autouse=True, scope="session")
def _nothing_of_python_left_in_the_clipboard(qapp: QApplication) -> Iterator[None]:
    yield
    qapp.clipboard().clear()


@pytest.fixture(autouse=True)
def _no_thread_and_no_window_left_behind(qapp: QApplication) -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert [thread.name for thread in threading.enumerate() if thread not in before and thread.is_alive()] == []
    assert [window for window in qapp.topLevelWidgets() if window.isVisible()] == []


@pytest.fixture(autouse=True, scope="module")
def _no_timer_left_behind() -> Iterator[None]:
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    running = [timer for timer in gc.get_objects() if isinstance(timer, QTimer) and isValid(timer) and timer.isActive()]
    assert [(timer.parent(), timer.interval()) for timer in running] == []


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """The light theme, not installed."""
    return Theme(Mode.LIGHT, parent=qapp)


@pytest.fixture
def studios(tmp_path: Path) -> Iterator[Studios]:
    """Starts of the whole program that share what is remembered."""
    studios = Studios(tmp_path / "home")
    yield studios
    studios.end_all()
