"""The thread of the history."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from queue import Queue

import pytest

from robotstudio.fetch.history.history_thread import HistoryThread
from robotstudio.fetch.history.store import History
from robotstudio.store.errors import HistoryError, RobotStudioError
from robotstudio.text.language import Told
from tests.fetch.history.evidences import HOST, answered

Answers = Queue[tuple[object, RobotStudioError | None]]
_PATIENCE = 300


@pytest.fixture
def answers() -> Answers:
    return Queue()


@pytest.fixture
def notices() -> list[Told]:
    return []


@pytest.fixture
def thread(tmp_path: Path, notices: list[Told]) -> Iterator[HistoryThread]:
    thread = HistoryThread(tmp_path / "history.sqlite", notices.append)
    yield thread
    thread.close()


def put(answers: Answers, answer: object, problem: RobotStudioError | None) -> None:
    answers.put((answer, problem))


def record(number: int, history: History) -> tuple[int, int]:
    """How many fetches were kept before this one."""
    before = len(history.timeline(HOST))
    history.record(answered(hour=number))
    return number, before


def test_work_is_done_in_order(thread: HistoryThread, answers: Answers) -> None:
    for number in range(5):
        thread.submit(partial(record, number), partial(put, answers))
    said = [answers.get(timeout=_PATIENCE) for _ in range(5)]
    assert said == [((number, number), None) for number in range(5)]


def test_what_fails_is_said_and_the_next_is_done(thread: HistoryThread, answers: Answers) -> None:
    def fail(_history: History) -> None:
        raise ZeroDivisionError

    thread.submit(fail, partial(put, answers))
    thread.submit(History.hosts, partial(put, answers))
    assert isinstance(answers.get(timeout=_PATIENCE)[1], HistoryError)
    assert answers.get(timeout=_PATIENCE) == ((), None)


def test_what_must_be_kept_is_kept_though_the_window_closes(tmp_path: Path, notices: list[Told]) -> None:
    thread = HistoryThread(tmp_path / "history.sqlite", notices.append)
    for number in range(20):
        thread.submit(partial(record, number), no_one, is_kept=True)
    thread.close()
    thread.close()
    thread.submit(History.hosts, no_one)
    with History.open(tmp_path / "history.sqlite") as history:
        assert len(history.timeline(HOST)) == 20


def test_a_history_that_was_moved_aside_is_told(tmp_path: Path, answers: Answers) -> None:
    (tmp_path / "history.sqlite").write_bytes(b"no database" * 100)
    notices: list[Told] = []
    thread = HistoryThread(tmp_path / "history.sqlite", notices.append)
    thread.submit(History.hosts, partial(put, answers))
    assert answers.get(timeout=_PATIENCE) == ((), None)
    thread.close()
    assert len(notices) == 1


def test_a_history_that_cannot_be_opened_is_said_each_time(tmp_path: Path, answers: Answers) -> None:
    (tmp_path / "file").write_bytes(b"")
    thread = HistoryThread(tmp_path / "file" / "history.sqlite", no_notice)
    for _ in range(2):
        thread.submit(History.hosts, partial(put, answers))
        assert isinstance(answers.get(timeout=_PATIENCE)[1], HistoryError)
    thread.close()


def no_one(_answer: object, _problem: RobotStudioError | None) -> None:
    """Nobody waits for it."""


def no_notice(_notice: Told) -> None:
    """Nobody reads it."""
