"""Background answers questions in a thread; only the last one counts, and closing waits for running work."""

from collections.abc import Callable, Iterator
from functools import partial
from threading import Event

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.store.errors import UnexpectedError
from robotstudio.ui.jobs.background import Background


@pytest.fixture
def background(qtbot: QtBot) -> Iterator[Background]:
    parent = QWidget()
    qtbot.addWidget(parent)
    background = Background("questions", parent)
    yield background
    background.close()


def say(number: int, _is_dropped: Callable[[], bool]) -> int:
    return number


def test_a_question_is_answered(qtbot: QtBot, background: Background) -> None:
    with qtbot.waitSignal(background.answered) as answered:
        background.ask(lambda _is_dropped: 42)
    assert answered.args == [42]
    assert not background.is_busy


def test_only_the_last_of_many_questions_is_answered(qtbot: QtBot, background: Background) -> None:
    answers: list[int] = []
    background.answered.connect(answers.append)
    for number in range(20):
        background.ask(partial(say, number))
    qtbot.waitUntil(lambda: bool(answers))
    assert answers == [19]


def test_work_learns_that_its_answer_is_not_wanted_any_more(qtbot: QtBot, background: Background) -> None:
    begun, ended = Event(), Event()

    def long_work(is_dropped: Callable[[], bool]) -> str:
        begun.set()
        while not is_dropped():
            ended.wait(0.001)
        ended.set()
        return "too late"

    background.ask(long_work)
    assert begun.wait(5)
    with qtbot.waitSignal(background.answered) as answered:
        background.ask(lambda _is_dropped: "in time")
    assert ended.is_set()
    assert answered.args == ["in time"]


def test_a_dropped_question_is_not_answered(qtbot: QtBot, background: Background) -> None:
    background.ask(lambda _is_dropped: 1)
    background.cancel()
    with qtbot.assertNotEmitted(background.answered, wait=50):
        assert not background.is_busy


def test_a_failure_is_told_and_the_thread_lives_on(qtbot: QtBot, background: Background) -> None:
    def fail(_is_dropped: Callable[[], bool]) -> None:
        raise ValueError("no")

    with qtbot.waitSignal(background.failed) as failed:
        background.ask(fail)
    assert failed.args is not None
    assert isinstance(failed.args[0], UnexpectedError)
    assert isinstance(failed.args[0].__cause__, ValueError)
    with qtbot.waitSignal(background.answered):
        background.ask(lambda _is_dropped: 1)
