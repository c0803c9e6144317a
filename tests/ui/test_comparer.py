"""Comparing beside the window: the last request is answered, nothing is left behind."""

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.ui.comparer import Comparer

SLOW = b"a\nb\n" * 100_000, b"b\nb\na\n" * 70_000


def running() -> int:
    return sum(thread.name == "comparison" for thread in threading.enumerate())


@pytest.fixture
def comparer(qapp: QApplication) -> Iterator[Comparer]:
    comparer = Comparer(qapp)
    yield comparer
    comparer.close()
    assert not running()
    comparer.deleteLater()


def test_answer_comes_in_the_thread_of_the_window(qtbot: QtBot, comparer: Comparer) -> None:
    threads: list[QThread] = []
    comparer.compared.connect(lambda _comparison: threads.append(QThread.currentThread()))
    with qtbot.waitSignal(comparer.compared, timeout=2000):
        comparer.compare(b"a", b"b")
    assert threads == [comparer.thread()]


def test_only_the_last_request_is_answered(qtbot: QtBot, comparer: Comparer) -> None:
    answers: list[tuple[str, ...]] = []
    comparer.compared.connect(lambda comparison: answers.append(comparison.draft.lines))
    comparer.compare(*SLOW)
    for number in range(5):
        comparer.compare(b"", b"%d\n" % number * 3)
    assert running() <= 1
    qtbot.waitUntil(lambda: bool(answers), timeout=5000)
    assert answers == [("4", "4", "4")]


def test_cancelled_request_is_not_answered(qtbot: QtBot, comparer: Comparer) -> None:
    with qtbot.assertNotEmitted(comparer.compared, wait=100):
        comparer.compare(b"a", b"b")
        comparer.cancel()


def test_request_after_a_cancelled_one_is_answered(qtbot: QtBot, comparer: Comparer) -> None:
    comparer.compare(*SLOW)
    comparer.cancel()
    with qtbot.waitSignal(comparer.compared, timeout=5000):
        comparer.compare(b"a", b"b")


def test_nothing_is_left_when_it_is_deleted_in_the_middle(qtbot: QtBot, qapp: QApplication) -> None:
    comparer = Comparer(qapp)
    comparer.compare(*SLOW)
    comparer.deleteLater()
    del comparer
    qtbot.waitUntil(lambda: not running(), timeout=5000)
