"""What a key sets off is done step by step: one a turn of the event loop, painted before the next."""

from collections.abc import Iterator
from threading import Event, Thread

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui import interpreter
from robotstudio.ui.interpreter import RightOfWay
from robotstudio.ui.turns import Steps, Turns, paint_now
from tests.ui.parts import part_of


@pytest.fixture
def turns(qtbot: QtBot) -> Iterator[Turns]:
    parent = QObject()
    made = Turns(parent)
    yield made
    made.close()
    qtbot.wait(0)


def said(log: list[str], *words: str) -> Steps:
    for word in words:
        log.append(word)
        yield


def turn(turns: Turns) -> None:
    """One turn of the event loop, as far as it is theirs."""
    part_of(turns, QTimer).timeout.emit()


def test_one_step_is_done_in_a_turn_and_told_of(turns: Turns) -> None:
    log: list[str] = []
    turns.stepped.connect(lambda: log.append("painted"))
    turns.take("answer", said(log, "first", "second"))
    assert log == []
    turn(turns)
    assert log == ["first", "painted"]
    turn(turns)
    assert log == ["first", "painted", "second", "painted"]


def test_what_was_taken_first_is_done_first(turns: Turns) -> None:
    log: list[str] = []
    turns.take("answer", said(log, "answer", "more of it"))
    turns.take("caret", said(log, "caret"))
    for _ in range(5):
        turn(turns)
    assert log == ["answer", "more of it", "caret"]


def test_newer_work_takes_the_place_of_older_of_its_name_and_no_other(turns: Turns) -> None:
    log: list[str] = []
    turns.take("answer", said(log, "old", "rest of the old"))
    turns.take("caret", said(log, "caret"))
    turn(turns)
    turns.take("answer", said(log, "new"))
    for _ in range(5):
        turn(turns)
    assert log == ["old", "new", "caret"]


def test_what_is_dropped_is_not_done(turns: Turns) -> None:
    log: list[str] = []
    turns.take("answer", said(log, "answer"))
    turns.drop("answer")
    assert not turns.is_waiting("answer")
    turn(turns)
    assert log == []


def test_step_that_fails_ends_its_work_and_no_other(turns: Turns, qtbot: QtBot) -> None:
    log: list[str] = []

    nothing: dict[str, str] = {}

    def failing() -> Steps:
        log.append(nothing["on purpose"])
        yield

    turns.take("answer", failing())
    turns.take("caret", said(log, "caret"))
    with qtbot.captureExceptions() as caught:
        qtbot.waitUntil(lambda: not turns.is_waiting("caret"))
    assert [str(problem) for _, problem, _ in caught] == ["'on purpose'"]
    assert (log, turns.is_waiting("answer")) == (["caret"], False)


def test_what_is_out_of_date_is_painted_before_anything_else(qtbot: QtBot) -> None:
    painted: list[int] = []

    class Part(QWidget):
        def paintEvent(self, _event: QPaintEvent) -> None:
            painted.append(1)

    window = Part()
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    paint_now(window)
    painted.clear()
    window.update()
    assert painted == []
    paint_now(window)
    assert painted == [1]


def test_threads_pause_between_two_steps_while_the_window_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "_LONGEST_PAUSE", 600)
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
    monkeypatch.setattr(interpreter, "_LONGEST_PAUSE", 0)
    right = RightOfWay()
    with right:
        right.give()
