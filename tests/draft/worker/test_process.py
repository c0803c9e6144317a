"""The worker process answers, comes back once after a crash, and never stays behind."""

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from robotstudio.__main__ import opens_window
from robotstudio.draft.worker.process import SERVE, NoWorkerError, WorkerProcess, command_of_worker
from robotstudio.engine.cancelling import Cancelled
from tests.draft.worker.questions import Echo, Trouble

ROOT = Path(__file__).parents[3]
LONG = b"User-agent: *\n" + b"Disallow: /a\n" * 1000
PATIENCE = 300.0
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    threads = set(threading.enumerate())
    worker = WorkerProcess()
    yield worker
    worker.close()
    assert set(threading.enumerate()) <= threads


def never() -> bool:
    return False


def is_gone(process_id: int) -> bool:
    """Whether a process has ended within a minute; one that nobody has asked for its status has ended too."""
    try:
        process = psutil.Process(process_id)
        if process.status() != psutil.STATUS_ZOMBIE:
            psutil.wait_procs([process], timeout=PATIENCE)
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_no_process_before_the_first_question(worker: WorkerProcess) -> None:
    assert worker.process_id is None


def test_questions_are_answered_in_another_process_which_keeps_what_it_knows(worker: WorkerProcess) -> None:
    for number, body in enumerate((LONG, LONG + b"Allow: /b\n", b"", LONG), 1):
        assert worker.ask(Echo(number, body), never) == [number, body, number]
    assert worker.process_id not in {None, os.getpid()}


def test_many_threads_may_ask(worker: WorkerProcess) -> None:
    answers: dict[int, list[object]] = {}

    def ask(number: int) -> None:
        for each in range(number, 100, 4):
            answers[each] = worker.ask(Echo(each, LONG + b"%d" % each), never)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {number: answer[:2] for number, answer in answers.items()} == {
        number: [number, LONG + b"%d" % number] for number in range(100)
    }


def test_what_is_not_wanted_any_more_is_given_up(worker: WorkerProcess, tmp_path: Path) -> None:
    told = tmp_path / "at work"
    with pytest.raises(Cancelled):
        worker.ask(Trouble("wait", str(told)), told.exists)
    assert worker.ask(Echo(1), never)[0] == 1


def test_error_of_a_question_costs_no_other(worker: WorkerProcess, caplog: pytest.LogCaptureFixture) -> None:
    worker.ask(Echo(1), never)
    before = worker.process_id
    with pytest.raises(NoWorkerError), caplog.at_level(logging.ERROR):
        worker.ask(Trouble("raise"), never)
    assert "as it was asked for" in caplog.text
    assert worker.ask(Echo(2), never) == [2, b"", 2]
    assert worker.process_id == before


def test_what_is_printed_there_disturbs_nothing(worker: WorkerProcess) -> None:
    assert worker.ask(Trouble("print"), never) == ["fine"]
    assert worker.ask(Echo(1), never) == [1, b"", 1]


def test_killed_process_is_started_again_and_gets_the_whole_draft(
    worker: WorkerProcess, caplog: pytest.LogCaptureFixture
) -> None:
    worker.ask(Echo(1, LONG), never)
    killed = worker.process_id
    assert killed is not None
    with caplog.at_level(logging.WARNING):
        psutil.Process(killed).kill()
        assert worker.ask(Echo(2, LONG + b"Allow: /b\n"), never) == [2, LONG + b"Allow: /b\n", 1]
    assert worker.process_id not in {None, killed}
    assert "started again" in caplog.text


def test_question_that_ends_the_process_twice_is_not_asked_a_third_time(
    worker: WorkerProcess, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(NoWorkerError), caplog.at_level(logging.WARNING):
        worker.ask(Trouble("end"), never)
    assert [record.getMessage().rpartition(": ")[2] for record in caplog.records] == [
        "it is started again.",
        "its work is done in the window from now on.",
    ]
    with pytest.raises(NoWorkerError):
        worker.ask(Echo(1), never)


@pytest.mark.parametrize("command", [("no such program",), (sys.executable, "-c", "pass")])
def test_without_a_process_it_says_so(command: tuple[str, ...], caplog: pytest.LogCaptureFixture) -> None:
    worker = WorkerProcess(command)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            with pytest.raises(NoWorkerError):
                worker.ask(Echo(1), never)
    assert 1 <= len(caplog.records) <= 2
    worker.close()


def test_closing_ends_process_and_thread_whatever_is_asked(tmp_path: Path) -> None:
    worker, told, raised = WorkerProcess(), tmp_path / "at work", []

    def ask() -> None:
        with pytest.raises(Cancelled) as caught:
            worker.ask(Trouble("wait", str(told)), never)
        raised.append(caught.value)

    thread = threading.Thread(target=ask)
    thread.start()
    waiting = threading.Event()
    while not told.exists():
        waiting.wait(0.01)
    process_id = worker.process_id
    assert process_id is not None
    worker.close()
    thread.join()
    assert len(raised) == 1
    assert is_gone(process_id)
    with pytest.raises(Cancelled):
        worker.ask(Echo(1), never)


def test_closing_what_was_never_needed_does_nothing() -> None:
    worker = WorkerProcess()
    worker.close()
    worker.close()


@posix
def test_killed_window_leaves_no_process_behind() -> None:
    window = (
        "import os, signal\n"
        "from robotstudio.draft.worker.process import WorkerProcess\n"
        "from tests.draft.worker.questions import Echo\n"
        "worker = WorkerProcess()\n"
        "worker.ask(Echo(1), lambda: False)\n"
        "print(worker.process_id, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", window], cwd=ROOT, stdout=subprocess.PIPE, check=False)
    assert done.returncode == -signal.SIGKILL
    assert is_gone(int(done.stdout))


@posix
def test_keys_of_the_terminal_do_not_reach_it(worker: WorkerProcess) -> None:
    worker.ask(Echo(1), never)
    process_id = worker.process_id
    assert process_id is not None
    assert os.getsid(process_id) == process_id
    os.kill(process_id, signal.SIGINT)
    assert worker.ask(Echo(2), never) == [2, b"", 2]
    assert worker.process_id == process_id


def test_current_folder_is_not_searched_for_modules() -> None:
    assert "-P" in command_of_worker()


def test_bundled_program_is_its_own_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert command_of_worker() == (sys.executable, SERVE)
    assert not opens_window([SERVE])


def test_program_serves_when_it_is_started_as_worker() -> None:
    worker = WorkerProcess((sys.executable, "-m", "robotstudio", SERVE))
    assert worker.ask(Echo(1), never) == [1, b"", 1]
    worker.close()


def test_worker_knows_no_qt() -> None:
    code = (
        "import sys\nfrom robotstudio.draft.worker import comparing, draft_linter, draft_lines, serving\n"
        "print('PySide6' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True)
    assert done.stdout.strip() == "False"
