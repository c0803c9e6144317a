"""Unexpected exceptions are shown once, with details to copy; the package's own errors are results."""

import logging
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.engine.cancelling import Cancelled
from robotstudio.store.errors import FileMissingError, UnexpectedError
from robotstudio.ui.app.faults import Faults
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.shell.notices import Notices
from robotstudio.ui.widgets.notice_bar import NoticeBar


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def notices(parent: QWidget) -> Notices:
    return Notices(NoticeBar(parent))


@pytest.fixture
def faults(parent: QWidget, notices: Notices, monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    faults = Faults(lambda: notices, parent)
    faults.install()
    yield faults
    faults.close()


@pytest.fixture
def background(parent: QWidget) -> Iterator[Background]:
    background = Background("questions", parent)
    yield background
    background.close()


def _wrong(_is_cancelled: Callable[[], bool]) -> object:
    rows: dict[str, object] = {}
    return rows["absent"]


def _missing(_is_cancelled: Callable[[], bool]) -> object:
    raise FileMissingError("“{path}” is gone.", Path("/a"))


def _given_up(_is_cancelled: Callable[[], bool]) -> object:
    raise Cancelled


def _shown(notices: Notices) -> bool:
    return not notices.bar.isHidden()


@pytest.mark.usefixtures("faults")
def test_a_task_that_raises_is_shown_with_details_to_copy(
    qtbot: QtBot, notices: Notices, background: Background
) -> None:
    with qtbot.waitSignal(background.failed) as failed:
        background.ask(_wrong)
    assert isinstance(failed.args[0], UnexpectedError)
    qtbot.waitUntil(lambda: _shown(notices))
    notices.bar.action_chosen.emit("0")
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("Robot Studio ")
    assert "KeyError: 'absent'" in copied
    assert "_wrong" in copied


@pytest.mark.usefixtures("faults")
def test_the_same_error_is_shown_once(qtbot: QtBot, notices: Notices, background: Background) -> None:
    for _ in range(2):
        with qtbot.waitSignal(background.failed):
            background.ask(_wrong)
        qtbot.wait(0)
    qtbot.waitUntil(lambda: _shown(notices))
    notices.bar.closed.emit()
    with qtbot.waitSignal(background.failed):
        background.ask(_wrong)
    qtbot.wait(0)
    assert not _shown(notices)


@pytest.mark.usefixtures("faults")
@pytest.mark.parametrize("work", [_missing, _given_up])
def test_what_the_program_raises_itself_is_an_answer_and_no_fault(
    qtbot: QtBot, notices: Notices, background: Background, work: Callable[..., object]
) -> None:
    with qtbot.waitSignal(background.failed) as failed:
        background.ask(work)
    assert not isinstance(failed.args[0], UnexpectedError)
    qtbot.wait(0)
    assert not _shown(notices)


@pytest.mark.usefixtures("faults")
def test_what_a_slot_or_a_thread_raises_is_shown(qtbot: QtBot, notices: Notices) -> None:
    error = KeyError("a slot")
    sys.excepthook(KeyError, error, None)
    qtbot.waitUntil(lambda: _shown(notices))
    notices.bar.action_chosen.emit("0")
    assert "KeyError: 'a slot'" in QGuiApplication.clipboard().text()

    def fail() -> None:
        raise LookupError("a thread")

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: _shown(notices))
    notices.bar.action_chosen.emit("0")
    assert "LookupError: a thread" in QGuiApplication.clipboard().text()


@pytest.mark.usefixtures("faults")
def test_warnings_are_printed_and_not_shown(qtbot: QtBot, notices: Notices) -> None:
    logging.getLogger("robotstudio.draft").warning("the worker process ended")
    qtbot.wait(0)
    assert not _shown(notices)


def test_closed_it_follows_nothing(faults: Faults) -> None:
    faults.close()
    assert sys.excepthook is sys.__excepthook__
    assert not any(type(each).__module__ == Faults.__module__ for each in logging.getLogger().handlers)
