"""Watched hosts are fetched again while the program runs, and changes are reported."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.draft.changes.text_comparison import VerdictScope
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.history.store import History
from robotstudio.fetch.options import CachedCopy
from robotstudio.ui.jobs.histories import HistoryRunner
from robotstudio.ui.jobs.watching import News, Watcher
from robotstudio.ui.panels.changes.history_words import news_text
from tests.fetch.history.evidences import HOST, ONE, START, TWO, answered

HOUR = timedelta(hours=1)
Asked = list[tuple[str, CachedCopy | None]]


class Server:
    """Responds to fetches of the watch list with prepared evidence, and records the requests."""

    def __init__(self) -> None:
        self.answers: dict[str, Evidence] = {}
        self.asked: Asked = []

    def start(
        self, address: str, job_id: int, on_done: Callable[[int, Evidence], None], known: CachedCopy | None
    ) -> None:
        self.asked.append((address, known))
        on_done(job_id, self.answers[address])

    def close(self) -> None:
        pass


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def server() -> Server:
    server = Server()
    server.answers[f"{HOST}/robots.txt"] = answered(hour=1)
    return server


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def watcher(qtbot: QtBot, controller: HistoryRunner, server: Server, clock: Clock) -> Iterator[Watcher]:
    parent = QWidget()
    qtbot.addWidget(parent)
    subject = VerdictScope(UrlTable(["https://www.example.com/two"]), (CRAWLERS["Googlebot"], CRAWLERS["GPTBot"]))
    watcher = Watcher(controller, server, lambda: subject, parent, clock)
    yield watcher
    watcher.close()


def keep(path: Path, *fetches: Evidence) -> None:
    """Save a history with these fetches in which the host is watched every hour."""
    with History.open(path) as history:
        for fetch in fetches:
            history.record(fetch)
        history.watch(HOST, HOUR)


def look(qtbot: QtBot, watcher: Watcher, controller: HistoryRunner) -> None:
    """Check the list and wait for the results."""
    watcher.look()
    for _ in range(2):  # the due hosts, and their results
        with qtbot.waitSignal(controller.changed):
            controller.refresh()


def test_a_host_is_fetched_when_it_is_due_and_not_before(
    qtbot: QtBot, watcher: Watcher, controller: HistoryRunner, server: Server, clock: Clock, path: Path
) -> None:
    keep(path, answered())
    clock.now = START + timedelta(minutes=59)
    look(qtbot, watcher, controller)
    assert server.asked == []
    clock.now = START + HOUR
    look(qtbot, watcher, controller)
    look(qtbot, watcher, controller)
    assert [address for address, _ in server.asked] == [f"{HOST}/robots.txt"]


def test_the_request_is_conditional(
    qtbot: QtBot, watcher: Watcher, controller: HistoryRunner, server: Server, clock: Clock, path: Path
) -> None:
    keep(path, answered(headers=(("ETag", '"x"'),)))
    clock.now = START + HOUR
    look(qtbot, watcher, controller)
    ((_, known),) = server.asked
    assert known is not None
    assert (known.etag, known.body) == ('"x"', ONE)


def test_a_changed_file_is_told_with_its_verdicts(
    qtbot: QtBot, watcher: Watcher, server: Server, clock: Clock, path: Path
) -> None:
    keep(path, answered())
    server.answers[f"{HOST}/robots.txt"] = answered(TWO, hour=1)
    clock.now = START + HOUR
    with qtbot.waitSignal(watcher.news) as told:
        watcher.look()
    news = told.args[0]
    assert isinstance(news, News)
    assert news.verdicts is not None
    assert news.verdicts.flips == 2
    said = news_text(news.entry, news.verdicts)
    assert said == f"The robots.txt of {HOST} has changed. 2 of 2 verdicts flip. For: Googlebot, GPTBot."


def test_a_failing_server_is_told(qtbot: QtBot, watcher: Watcher, server: Server, clock: Clock, path: Path) -> None:
    keep(path, answered())
    server.answers[f"{HOST}/robots.txt"] = answered(b"down", 503, hour=1)
    clock.now = START + HOUR
    with qtbot.waitSignal(watcher.news) as told:
        watcher.look()
    said = news_text(told.args[0].entry, told.args[0].verdicts)
    assert said == (
        f"{HOST} now answers 503. Google may fetch nothing. Others differ: Yandex may fetch all,"
        " any crawler that follows the 1996 draft tries later."
    )


def test_nothing_is_told_of_what_stayed_the_same(
    qtbot: QtBot, watcher: Watcher, controller: HistoryRunner, clock: Clock, path: Path
) -> None:
    keep(path, answered())
    clock.now = START + HOUR
    with qtbot.assertNotEmitted(watcher.news), qtbot.waitSignal(watcher.refetched) as refetched:
        watcher.look()
    assert refetched.args == [HOST]
    look(qtbot, watcher, controller)


def test_several_changes_are_all_told(qtbot: QtBot, watcher: Watcher, server: Server, path: Path) -> None:
    hosts = [f"https://{number}.example" for number in range(9)]
    with History.open(path) as history:
        for host in hosts:
            history.watch(host, HOUR)
            history.record(answered(host=host))
            server.answers[f"{host}/robots.txt"] = answered(TWO, host=host, hour=1)
    told: list[str] = []
    watcher.news.connect(lambda news: told.append(news.entry.host))
    watcher.look()
    qtbot.waitUntil(lambda: len(told) == len(hosts))
    assert sorted(told) == hosts


def test_nothing_is_fetched_while_no_history_is_kept(
    qtbot: QtBot, watcher: Watcher, controller: HistoryRunner, server: Server, clock: Clock, path: Path
) -> None:
    keep(path, answered())
    controller.set_kept(is_kept=False)
    clock.now = START + 9 * HOUR
    look(qtbot, watcher, controller)
    assert server.asked == []


def test_a_host_put_on_the_list_is_looked_at_soon(
    qtbot: QtBot, watcher: Watcher, controller: HistoryRunner, server: Server
) -> None:
    with qtbot.waitSignal(watcher.refetched):
        controller.watch(HOST, HOUR)
    assert [address for address, _ in server.asked] == [f"{HOST}/robots.txt"]


def test_the_clock_of_the_program_is_in_utc(
    qtbot: QtBot, controller: HistoryRunner, server: Server, path: Path
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    watcher = Watcher(controller, server, lambda: VerdictScope(UrlTable(()), ()), parent)
    with History.open(path) as history:
        history.watch(HOST, HOUR)
    with qtbot.waitSignal(watcher.refetched):
        watcher.look()
    watcher.close()
    with History.open(path) as history:
        (watched,) = history.watched()
    assert watched.tried_at is not None
    assert datetime.now(UTC) - watched.tried_at < HOUR
