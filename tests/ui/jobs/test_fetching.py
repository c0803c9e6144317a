"""The controller of fetches: results in the window's thread, the newest fetch wins, closing is clean."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.fetch.evidence import (
    Evidence,
    Failure,
    FailureKind,
    FetchOutcome,
    FetchProgress,
    Phase,
    nothing_fetched,
)
from robotstudio.ui.jobs.fetching import FetchRunner
from tests.fetch.server import ROBOTS, chain, hang, redirect, response, serve, unused_port


@pytest.fixture
def controller(qapp: QApplication) -> Iterator[FetchRunner]:
    controller = FetchRunner(qapp)
    yield controller
    controller.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "fetch"]
    controller.deleteLater()


def fetched(qtbot: QtBot, controller: FetchRunner, text: str) -> Evidence:
    with qtbot.waitSignal(controller.finished, timeout=10_000) as answer:
        controller.fetch(text)
    assert answer.args
    evidence = answer.args[0]
    assert isinstance(evidence, Evidence)
    return evidence


def test_page_of_a_site_leads_to_its_robots_txt(qtbot: QtBot, controller: FetchRunner) -> None:
    with serve(chain(2)) as server, qtbot.waitSignal(controller.started, timeout=1000) as started:
        evidence = fetched(qtbot, controller, f"{server.url}/any/page?x=1")
    assert started.args == [f"{server.url}/robots.txt"]
    assert evidence.outcome is FetchOutcome.SUCCESS
    assert evidence.body == ROBOTS
    assert evidence.redirects == 2
    assert not controller.busy


def test_answers_come_in_the_thread_of_the_window(qtbot: QtBot, controller: FetchRunner) -> None:
    threads: list[QThread] = []
    controller.finished.connect(lambda _evidence: threads.append(QThread.currentThread()))
    with serve(response(200, ROBOTS)) as server:
        fetched(qtbot, controller, server.url)
    assert threads == [controller.thread()]


@pytest.mark.parametrize("text", ["", "   ", "mailto:someone@example.com", "http://", "exa mple.com"])
def test_what_is_no_address_gives_a_sentence_and_nothing_else(qtbot: QtBot, controller: FetchRunner, text: str) -> None:
    with qtbot.assertNotEmitted(controller.started), qtbot.waitSignal(controller.failed_address) as failed:
        controller.fetch(text)
    assert failed.args
    assert str(failed.args[0]).endswith(".")
    assert not controller.busy


def test_bad_address_leaves_the_fetch_under_way_alone(qtbot: QtBot, controller: FetchRunner) -> None:
    with serve(hang) as server:
        controller.fetch(server.url)
        controller.fetch("mailto:x")
        assert controller.busy
        with qtbot.waitSignal(controller.finished, timeout=5000) as answer:
            controller.cancel()
    assert answer.args
    assert answer.args[0].outcome is FetchOutcome.CANCELLED


def test_progress_is_reported_until_the_answer(qtbot: QtBot, controller: FetchRunner) -> None:
    seen: list[FetchProgress] = []
    controller.progressed.connect(seen.append)
    with serve(chain(1)) as server:
        fetched(qtbot, controller, server.url)
    assert [progress.phase for progress in seen][:3] == [Phase.CONNECTING, Phase.WAITING, Phase.REDIRECT]


def test_cancelled_fetch_is_finished_as_such_though_the_server_hangs(qtbot: QtBot, controller: FetchRunner) -> None:
    with serve(hang) as server:
        with qtbot.waitSignal(controller.progressed, timeout=5000):
            controller.fetch(server.url)
        with qtbot.waitSignal(controller.finished, timeout=1000) as answer:
            controller.cancel()
    assert answer.args
    assert answer.args[0].outcome is FetchOutcome.CANCELLED
    assert not controller.busy


def test_newer_fetch_replaces_the_older_one(qtbot: QtBot, controller: FetchRunner) -> None:
    answers: list[Evidence] = []
    controller.finished.connect(answers.append)
    with serve(hang) as slow, serve(response(200, ROBOTS)) as fast:
        controller.fetch(slow.url)
        fetched(qtbot, controller, fast.url)
        QApplication.processEvents()
    assert [answer.requested for answer in answers] == [f"{fast.url}/robots.txt"]


def test_stale_answer_is_dropped(qtbot: QtBot, controller: FetchRunner) -> None:
    with serve(hang) as server:
        controller.fetch(server.url)
        stale = nothing_fetched(
            "https://old.example/robots.txt", FetchOutcome.TIMEOUT, Failure(FailureKind.READ_TIMEOUT), datetime.now(UTC)
        )
        with qtbot.assertNotEmitted(controller.finished):
            controller._answered.emit(0, stale)
        assert controller.busy


def test_again_fetches_the_same_address(qtbot: QtBot, controller: FetchRunner) -> None:
    with serve(response(200, ROBOTS)) as server:
        fetched(qtbot, controller, server.url)
        with qtbot.waitSignal(controller.finished, timeout=5000):
            controller.again()
        assert len(server.requests) == 2


def test_again_does_nothing_before_the_first_fetch(qtbot: QtBot, controller: FetchRunner) -> None:
    with qtbot.assertNotEmitted(controller.started):
        controller.again()


def test_refused_connection_is_an_answer_too(qtbot: QtBot, controller: FetchRunner) -> None:
    evidence = fetched(qtbot, controller, f"http://127.0.0.1:{unused_port()}")
    assert evidence.outcome is FetchOutcome.REFUSED


def test_redirect_to_nowhere_is_an_answer_too(qtbot: QtBot, controller: FetchRunner) -> None:
    with serve(redirect("ftp://example.com/robots.txt")) as server:
        assert fetched(qtbot, controller, server.url).outcome is FetchOutcome.REDIRECT_REFUSED


def test_close_in_the_middle_of_a_fetch_is_clean_and_silent(qtbot: QtBot, controller: FetchRunner) -> None:
    with serve(hang) as server:
        with qtbot.waitSignal(controller.progressed, timeout=5000):
            controller.fetch(server.url)
        with qtbot.assertNotEmitted(controller.finished, wait=50):
            controller.close()
    assert not controller.busy


def test_closed_controller_starts_nothing(qtbot: QtBot, controller: FetchRunner) -> None:
    controller.close()
    with qtbot.assertNotEmitted(controller.started):
        controller.fetch("https://example.com")
