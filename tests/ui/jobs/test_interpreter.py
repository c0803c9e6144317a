"""Settings of the interpreter for a window are changed, and restored."""

import gc
import sys
import weakref
from collections.abc import Iterator
from threading import Event, Thread

import pytest
from PySide6.QtCore import QCoreApplication, QObject, QThread, QTimer
from pytestqt.qtbot import QtBot

from robotstudio.ui.jobs import interpreter as interpreter_module
from robotstudio.ui.jobs.interpreter import Interpreter, RightOfWay
from tests.ui.parts import part_of


class Ring:
    """Garbage that only the collector finds."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True, scope="module")
def _nothing_old_is_searched_after_these_tests() -> Iterator[None]:
    """Freeze the older imports again: stopping an interpreter unfreezes them."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture
def collector(qtbot: QtBot) -> Iterator[Interpreter]:
    parent = QObject()
    gc.enable()
    collector = Interpreter(parent)
    part_of(collector, QTimer).setInterval(10)
    yield collector
    collector.stop()
    gc.disable()
    qtbot.wait(0)


def test_automatic_collection_is_off_until_the_end(collector: Interpreter) -> None:
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()


def test_what_was_off_before_stays_off(qtbot: QtBot) -> None:
    parent = QObject()
    Interpreter(parent).stop()
    qtbot.wait(0)
    assert not gc.isenabled()


def test_what_the_window_keeps_is_not_looked_at_until_the_end(collector: Interpreter) -> None:
    collector.keep()
    assert gc.get_freeze_count()
    collector.stop()
    assert not gc.get_freeze_count()


@pytest.mark.usefixtures("collector")
def test_garbage_dies_in_the_thread_of_the_window(qtbot: QtBot) -> None:
    threads: list[QThread] = []
    rings = [Ring() for _ in range(2000)]
    weakref.finalize(rings[0], lambda: threads.append(QThread.currentThread()))
    rings.clear()
    qtbot.waitUntil(lambda: bool(threads))
    application = QCoreApplication.instance()
    assert application is not None
    assert threads == [application.thread()]


def test_threads_take_short_turns_until_the_end(qtbot: QtBot) -> None:
    before = sys.getswitchinterval()
    parent = QObject()
    interpreter = Interpreter(parent)
    assert sys.getswitchinterval() < before / 5
    interpreter.stop()
    qtbot.wait(0)
    assert sys.getswitchinterval() == before


@pytest.mark.usefixtures("collector")
def test_what_a_large_evaluation_made_is_not_searched_between_keys(qtbot: QtBot) -> None:
    before = gc.get_freeze_count()
    rings = [Ring() for _ in range(60_000)]
    qtbot.waitUntil(lambda: gc.get_freeze_count() >= before + len(rings))


def test_threads_pause_between_two_steps_while_the_window_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter_module, "_LONGEST_PAUSE", 600)
    right, at_a_step = RightOfWay(), Event()
    log: list[str] = []

    def work() -> None:
        at_a_step.set()
        right.give()
        log.append("thread")

    thread = Thread(target=work)
    with right:
        with right:
            thread.start()
            at_a_step.wait()
        assert not right.is_free
        log.append("window")
    thread.join()
    assert (log, right.is_free) == (["window", "thread"], True)


def test_threads_do_not_pause_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter_module, "_LONGEST_PAUSE", 0)
    right = RightOfWay()
    with right:
        right.give()
