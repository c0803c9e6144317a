"""Fixtures of all tests of the window, and checks that none leaves anything behind."""

import gc
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.shell import dialogs
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.urls.urls import parse_list
from tests.ui.studios import ROBOTS, Studios, settle

_PATIENCE_SECONDS = 300.0
_ANSWER_QT = frozenset({"test_dialogs", "test_pseudo_language"})
"""Tests that let the questions appear."""

_SHARED: list[Studios] = []
"""The starts of the current module."""


@pytest.fixture(autouse=True, scope="session")
def _english_numbers() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))


@pytest.fixture(autouse=True, scope="session")
def _nothing_of_python_left_in_the_clipboard(qapp: QApplication) -> Iterator[None]:
    yield
    qapp.clipboard().clear()


def _new_threads(before: set[threading.Thread]) -> list[str]:
    """Return the new threads that go on; one that is about to end, such as after a DNS lookup, is waited for."""
    new = [thread for thread in threading.enumerate() if thread not in before]
    for thread in new:
        thread.join(_PATIENCE_SECONDS)
    return [thread.name for thread in new if thread.is_alive()]


def _visible_windows(qapp: QApplication) -> set[QWidget]:
    return {window for window in qapp.topLevelWidgets() if window.isVisible()}


@pytest.fixture(autouse=True)
def _no_thread_and_no_window_left_behind(qapp: QApplication) -> Iterator[None]:
    threads, windows = set(threading.enumerate()), _visible_windows(qapp)
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if QGuiApplication.keyboardModifiers():  # of a key whose window closed while it was down
        QTest.keyRelease(QWindow(), Qt.Key.Key_Control, Qt.KeyboardModifier.NoModifier)
    shared = {window for studios in _SHARED for window in studios.windows}
    assert _visible_windows(qapp) - windows - shared == set()
    if not _SHARED:  # a shared window may start its threads during any test; they end with the module
        assert _new_threads(threads) == []


@pytest.fixture(autouse=True, scope="module")
def _nothing_left_behind_by_a_module(qapp: QApplication) -> Iterator[None]:
    threads = set(threading.enumerate())
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert _new_threads(threads) == []
    assert _visible_windows(qapp) == set()
    gc.collect()
    left = [each for each in gc.get_objects() if isinstance(each, QTimer | Studio) and isValid(each)]
    assert [each for each in left if isinstance(each, Studio)] == []
    assert [(each.parent(), each.interval()) for each in left if isinstance(each, QTimer) and each.isActive()] == []
    del left
    gc.freeze()  # caches of a module are not searched by the next collection


@pytest.fixture(autouse=True)
def _no_question_waits_for_an_answer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail a test that opens a question it does not answer, instead of waiting for ever."""
    if request.module.__name__.rpartition(".")[2] in _ANSWER_QT:
        return
    for name in vars(dialogs):
        if name.startswith("ask_"):
            monkeypatch.setattr(dialogs, name, partial(_refuse, name))


def _refuse(name: str, *_: object, **__: object) -> None:
    raise AssertionError(f"nobody answers dialogs.{name}")


@pytest.fixture(autouse=True)
def _light_theme() -> Iterator[None]:
    yield
    theme.set_mode(Mode.LIGHT)
    theme.set_mode(Mode.SYSTEM)
    theme.set_code_family("")
    theme.set_less_motion(False)


@pytest.fixture
def installed_theme(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make `theme` the look of the application for one test."""
    palette, font, style = qapp.palette(), qapp.font(), qapp.style().name()
    for name in ("_app", "_style", "_hints"):
        monkeypatch.setattr(theme, name, None)
    theme.set_mode(Mode.LIGHT)
    theme.install(qapp)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    qapp.setStyle(style)
    qapp.setPalette(palette)
    qapp.setFont(font)


@pytest.fixture
def studios(tmp_path: Path) -> Iterator[Studios]:
    """Return a starter of whole programs that share their saved state."""
    studios = Studios(tmp_path / "home")
    yield studios
    studios.end_all()


@pytest.fixture(scope="module")
def shared_studios(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studios]:
    """Return a starter for all tests of a module that only look, or undo their changes: starts are slow."""
    studios = Studios(tmp_path_factory.mktemp("shared") / "home")
    _SHARED.append(studios)
    yield studios
    studios.end_all()
    _SHARED.remove(studios)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_bytes(ROBOTS)
    return path


@pytest.fixture
def studio(studios: Studios, file: Path) -> Studio:
    """Open a file in a window, with a few URLs and crawlers."""

    def begin(studio: Studio) -> None:
        studio.session.set_crawlers((CRAWLERS["Googlebot"], CRAWLERS["GPTBot"]))
        studio.session.set_urls(parse_list("/\n/private/a\n/private/open\n").urls)
        studio.open(file)

    studio = studios.start(begin=begin)
    settle(studio)
    return studio
