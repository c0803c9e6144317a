"""What a key sets off is done step by step: one a turn of the event loop, painted before the next."""

from collections.abc import Iterator
from threading import Event, Thread

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.document.turns import Rhythm, Steps, Turns, paint_now
from robotstudio.ui.jobs import interpreter
from robotstudio.ui.jobs.interpreter import RightOfWay
from tests.ui.parts import part_of


class Clock:
    """Seconds that pass when it is said."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def turns(qtbot: QtBot, clock: Clock) -> Iterator[Turns]:
    parent = QObject()
    made = Turns(parent, clock)
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


def held_down(rhythm: Rhythm, clock: Clock, seconds: float = 0.033, keys: int = 6) -> None:
    """A key that comes again and again; the last one is pressed now."""
    for _ in range(keys):
        clock.now += seconds
        rhythm.note_key()


@pytest.mark.parametrize("keys", range(4))
def test_nobody_knows_when_the_next_of_few_keys_comes(clock: Clock, keys: int) -> None:
    rhythm = Rhythm(clock)
    held_down(rhythm, clock, keys=keys)
    clock.now += 0.032
    assert rhythm.wait_for(0.01) == 0


def test_nobody_knows_when_the_next_of_slow_keys_comes(clock: Clock) -> None:
    rhythm = Rhythm(clock)
    held_down(rhythm, clock, seconds=0.3)
    clock.now += 0.299
    assert rhythm.wait_for(0.01) == 0


def test_what_fits_before_the_next_key_does_not_wait(clock: Clock) -> None:
    rhythm = Rhythm(clock)
    held_down(rhythm, clock)
    clock.now += 0.02
    assert rhythm.wait_for(0.01) == 0
    assert rhythm.wait_for(0.015) > 0


def test_what_never_fits_is_begun_right_behind_a_key(clock: Clock) -> None:
    rhythm = Rhythm(clock)
    held_down(rhythm, clock)
    assert rhythm.wait_for(60) == 0
    clock.now += 0.02
    assert rhythm.wait_for(60) > 0


def test_nothing_waits_for_long_where_the_key_does_not_come(clock: Clock) -> None:
    rhythm = Rhythm(clock)
    held_down(rhythm, clock)
    clock.now += 0.03
    wait = rhythm.wait_for(0.01)
    assert 0 < wait < 0.033
    clock.now += wait
    assert rhythm.wait_for(0.01) == 0


def test_nothing_waits_for_a_key_once_something_else_was_done(clock: Clock) -> None:
    rhythm = Rhythm(clock)
    held_down(rhythm, clock)
    clock.now += 0.03
    rhythm.forget()
    assert rhythm.wait_for(0.01) == 0


def test_step_that_took_long_before_is_begun_behind_the_next_key(turns: Turns, clock: Clock) -> None:
    log: list[str] = []

    def answer() -> Steps:
        log.append("short")
        yield
        log.append("long")
        clock.now += 0.015
        yield

    turns.take("answer", answer())
    for _ in range(3):
        turn(turns)
    held_down(turns.rhythm, clock)
    log.clear()
    turns.take("answer", answer())
    clock.now += 0.02
    for _ in range(4):
        turn(turns)
    assert log == ["short"]  # the other would not be over when the key comes
    clock.now += 0.013
    turns.note_key()
    turn(turns)
    assert log == ["short", "long"]


def test_step_that_waits_for_a_key_is_done_without_it(turns: Turns, clock: Clock, qtbot: QtBot) -> None:
    log: list[str] = []
    held_down(turns.rhythm, clock)
    clock.now += 0.034
    turns.take("answer", said(log, "answer"))
    turn(turns)
    assert log == []
    clock.now += 0.02
    qtbot.waitUntil(lambda: log == ["answer"], timeout=60_000)


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
