"""The fetch thread: begun late, cancelled at once, ended clean."""

import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from robotstudio.fetch import client
from robotstudio.fetch.address import FetchTarget, robots_target
from robotstudio.fetch.evidence import (
    Evidence,
    Failure,
    FailureKind,
    FetchOutcome,
    FetchProgress,
    Phase,
    nothing_fetched,
)
from robotstudio.fetch.limits import Limits
from robotstudio.fetch.worker import FetchThread
from tests.fetch.server import ROBOTS, Connection, drip, hang, response, serve, unused_port

PATIENCE = 60


class Inbox:
    """Collects what the fetch thread tells."""

    def __init__(self) -> None:
        self._done: queue.Queue[tuple[int, Evidence]] = queue.Queue()
        self._progress: queue.Queue[FetchProgress] = queue.Queue()

    def on_done(self, job_id: int, evidence: Evidence) -> None:
        self._done.put((job_id, evidence))

    def on_progress(self, progress: FetchProgress) -> None:
        self._progress.put(progress)

    def done(self) -> tuple[int, Evidence]:
        return self._done.get(timeout=PATIENCE)

    def progress(self) -> FetchProgress:
        return self._progress.get(timeout=PATIENCE)

    def is_empty(self) -> bool:
        return self._done.empty()


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def fetcher() -> Iterator[FetchThread]:
    fetcher = FetchThread(Limits())
    yield fetcher
    fetcher.close()
    assert not fetch_threads()


def fetch_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name == "fetch"]


def test_there_is_no_thread_before_the_first_fetch(fetcher: FetchThread) -> None:
    fetcher.cancel(1)
    assert not fetch_threads()


def test_importing_the_fetch_thread_does_not_import_httpx() -> None:
    code = (
        "import sys, robotstudio.fetch.worker, robotstudio.fetch.words, robotstudio.fetch.policy;"
        "print(*{'httpx', 'asyncio', 'ssl'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"


def test_evidence_comes_with_its_job_id(fetcher: FetchThread, inbox: Inbox) -> None:
    with serve(response(200, ROBOTS)) as server:
        fetcher.start(server.url, 7, inbox.on_done, inbox.on_progress)
        job_id, evidence = inbox.done()
    assert (job_id, evidence.outcome, evidence.body) == (7, FetchOutcome.SUCCESS, ROBOTS)
    assert inbox.progress() == FetchProgress(7, Phase.CONNECTING, 0, 5, 0)


def test_address_that_was_parsed_is_not_parsed_again(
    fetcher: FetchThread, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(response(200, ROBOTS)) as server:
        target = robots_target(server.url)
        assert isinstance(target, FetchTarget)
        monkeypatch.delattr(client, "robots_target")
        fetcher.start(target, 8, inbox.on_done)
        assert inbox.done()[1].body == ROBOTS


def test_address_that_is_text_is_parsed_once_even_if_it_is_cancelled(
    fetcher: FetchThread, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, parsed = threading.Event(), []

    def counted(typed: str) -> FetchTarget | Failure:
        parsed.append(typed)
        return robots_target(typed)

    def never(connection: Connection) -> None:
        asked.set()
        hang(connection)

    monkeypatch.setattr(client, "robots_target", counted)
    with serve(never) as server:
        reached_and_hung(fetcher, inbox, server.url, asked)
        fetcher.cancel(1)
        evidence = inbox.done()[1]
    assert (evidence.outcome, parsed) == (FetchOutcome.CANCELLED, [server.url])


def test_callbacks_run_on_the_fetch_thread(fetcher: FetchThread, inbox: Inbox) -> None:
    names: list[str] = []

    def on_done(job_id: int, evidence: Evidence) -> None:
        names.append(threading.current_thread().name)
        inbox.on_done(job_id, evidence)

    fetcher.start("", 1, on_done)
    inbox.done()
    assert names == ["fetch"]


def test_progress_counts_redirects(fetcher: FetchThread, inbox: Inbox) -> None:
    with serve({"/robots.txt": response(302, b"", "Location: /b"), "/b": response(200, ROBOTS)}) as server:
        fetcher.start(server.url, 1, inbox.on_done, inbox.on_progress)
        inbox.done()
    phases = [(progress.phase, progress.redirect) for progress in (inbox.progress() for _ in range(3))]
    assert phases == [(Phase.CONNECTING, 0), (Phase.WAITING, 0), (Phase.REDIRECT, 1)]


def test_fetches_run_side_by_side(fetcher: FetchThread, inbox: Inbox) -> None:
    meeting = threading.Barrier(2)

    def answer(connection: Connection) -> None:
        meeting.wait(PATIENCE)
        connection.send(response(200, ROBOTS))

    with serve(answer) as server:
        fetcher.start(server.url, 1, inbox.on_done)
        fetcher.start(server.url, 2, inbox.on_done)
        done = dict((inbox.done(), inbox.done()))
    assert {job_id: evidence.outcome for job_id, evidence in done.items()} == dict.fromkeys(
        (1, 2), FetchOutcome.SUCCESS
    )


def reached_and_hung(fetcher: FetchThread, inbox: Inbox, url: str, asked: threading.Event) -> None:
    fetcher.start(url, 1, inbox.on_done, inbox.on_progress)
    assert asked.wait(PATIENCE)


def test_cancel_ends_a_fetch_from_a_hung_server_at_once(fetcher: FetchThread, inbox: Inbox) -> None:
    asked = threading.Event()

    def never(connection: Connection) -> None:
        asked.set()
        hang(connection)

    with serve(never) as server:
        reached_and_hung(fetcher, inbox, server.url, asked)
        fetcher.cancel(1)
        job_id, evidence = inbox.done()
    assert (job_id, evidence.outcome, evidence.requested) == (1, FetchOutcome.CANCELLED, f"{server.url}/robots.txt")


def test_cancel_does_not_wait_for_a_dns_server_that_hangs(
    fetcher: FetchThread, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, enough = threading.Event(), threading.Event()

    def never(*_arguments: object, **_options: object) -> list[object]:
        asked.set()
        enough.wait(PATIENCE)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", never)
    try:
        reached_and_hung(fetcher, inbox, "https://example.com", asked)
        fetcher.cancel(1)
        assert inbox.done()[1].outcome is FetchOutcome.CANCELLED
        fetcher.close()
    finally:
        enough.set()


def test_cancel_in_the_middle_of_a_body(fetcher: FetchThread, inbox: Inbox) -> None:
    with serve(drip(b"HTTP/1.1 200 OK\r\n\r\n")) as server:
        fetcher.start(server.url, 1, inbox.on_done, inbox.on_progress)
        while inbox.progress().phase is not Phase.READING:
            pass
        fetcher.cancel(1)
        assert inbox.done()[1].outcome is FetchOutcome.CANCELLED


def test_cancel_touches_only_its_job(fetcher: FetchThread, inbox: Inbox) -> None:
    with serve(hang) as hung, serve(response(200, ROBOTS)) as server:
        fetcher.start(hung.url, 1, inbox.on_done)
        fetcher.cancel(2)
        fetcher.cancel(1)
        fetcher.start(server.url, 2, inbox.on_done)
        done = dict((inbox.done(), inbox.done()))
    assert {job_id: evidence.outcome for job_id, evidence in done.items()} == {
        1: FetchOutcome.CANCELLED,
        2: FetchOutcome.SUCCESS,
    }


def test_cancel_after_the_end_does_nothing(fetcher: FetchThread, inbox: Inbox) -> None:
    fetcher.start(f"http://127.0.0.1:{unused_port()}", 1, inbox.on_done)
    assert inbox.done()[1].outcome is FetchOutcome.REFUSED
    fetcher.cancel(1)
    fetcher.start("", 2, inbox.on_done)
    assert inbox.done()[0] == 2


def test_close_in_the_middle_of_a_fetch_is_quick_and_silent(inbox: Inbox) -> None:
    asked = threading.Event()

    def never(connection: Connection) -> None:
        asked.set()
        hang(connection)

    fetcher = FetchThread()
    with serve(never) as server:
        reached_and_hung(fetcher, inbox, server.url, asked)
        fetcher.close()
    assert not fetch_threads()
    assert inbox.is_empty()


def test_close_waits_for_a_callback_that_was_begun_and_lets_no_other_begin() -> None:
    begun, may_end, ended = threading.Event(), threading.Event(), threading.Event()
    late: list[Evidence] = []
    fetcher = FetchThread()

    def slow(_job_id: int, _evidence: Evidence) -> None:
        begun.set()
        assert may_end.wait(PATIENCE)
        ended.set()

    fetcher.start("", 1, slow)
    assert begun.wait(PATIENCE)
    told = fetcher.until_closed(late.append)
    closing = threading.Thread(target=fetcher.close)
    closing.start()
    may_end.set()
    closing.join(PATIENCE)
    told(nothing_fetched("", FetchOutcome.CANCELLED, Failure(FailureKind.CANCELLED), datetime.now(UTC)))
    assert ended.is_set()
    assert late == []


def test_close_can_be_called_twice_and_ends_all_use(inbox: Inbox) -> None:
    fetcher = FetchThread()
    fetcher.close()
    fetcher.close()
    fetcher.start("http://127.0.0.1", 1, inbox.on_done)
    fetcher.cancel(1)
    assert not fetch_threads()


def test_close_right_after_the_first_start(inbox: Inbox) -> None:
    fetcher = FetchThread()
    fetcher.start("", 1, inbox.on_done)
    fetcher.close()
    assert not fetch_threads()


def test_callback_that_raises_does_not_end_the_thread(
    fetcher: FetchThread, inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    def raising(_job_id: int, _evidence: Evidence) -> None:
        raise RuntimeError

    fetcher.start("", 1, raising)
    fetcher.start("", 2, inbox.on_done)
    assert inbox.done()[0] == 2
    assert "RuntimeError" in caplog.text


def test_work_of_several_fetches_that_fails_is_done_all_the_same(
    fetcher: FetchThread, caplog: pytest.LogCaptureFixture
) -> None:
    done = queue.Queue[tuple[int, object]]()

    async def failing(_fetcher: object) -> object:
        raise RuntimeError

    async def working(_fetcher: object) -> object:
        return "result"

    fetcher.run(failing, 1, lambda job, result: done.put((job, result)))
    fetcher.run(working, 2, lambda job, result: done.put((job, result)))
    assert dict((done.get(timeout=PATIENCE), done.get(timeout=PATIENCE))) == {1: None, 2: "result"}
    assert "RuntimeError" in caplog.text
