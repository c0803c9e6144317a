"""Many hosts in the whole window: fetched, saved, cancelled and resumed, while the window stays responsive."""

import itertools
import json
import socket
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.history.store import History
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.shell import dialogs
from tests.fetch.server import ROBOTS, hang, response, serve
from tests.ui.studios import Studios, act

HOSTS = 200


@pytest.fixture(autouse=True)
def _every_name_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    look_up = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda _host, *more, **options: look_up("127.0.0.1", *more, **options))


def fetch(qtbot: QtBot, studio: Studio, hosts: str) -> None:
    act(studio, "fetch.hosts")
    panel = studio.hosts.panel
    panel.per_second.setValue(0)
    panel.set_list(hosts)
    with qtbot.waitSignal(studio.hosts.job.ended, timeout=600_000):
        panel.fetch_button.click()


def test_hundreds_of_hosts_and_a_window_that_answers(qtbot: QtBot, studios: Studios) -> None:
    studio = studios.start()
    seen: list[str] = []
    heart = QTimer(studio, interval=10)
    heart.timeout.connect(lambda: seen.append("beat"))
    studio.hosts.job.progressed.connect(lambda _state: seen.append("table"))
    with serve({"*": response(200, ROBOTS)}) as server:
        heart.start()
        fetch(qtbot, studio, "\n".join(f"http://host-{n}.example:{server.port}" for n in range(HOSTS)))
        heart.stop()
    state = studio.hosts.panel.state
    assert ({result.outcome for result in state.results}, len(state.results)) == ({FetchOutcome.SUCCESS}, HOSTS)
    assert ("table", "table") not in itertools.pairwise(seen)  # other events were processed between any two
    studios.end(studio)
    with History.open(studios.places.history) as history:
        assert len(history.hosts()) == HOSTS


def test_cancelled_list_is_gone_on_with(qtbot: QtBot, studios: Studios) -> None:
    studio = studios.start()
    act(studio, "fetch.hosts")
    panel = studio.hosts.panel
    with serve(response(200, ROBOTS)) as server, serve(hang) as hung:
        panel.set_list(f"{server.url}\n{hung.url}")
        panel.fetch_button.click()
        qtbot.waitUntil(lambda: len(panel.state.results) == 1)
        with qtbot.waitSignal(studio.hosts.job.ended):
            panel.fetch_button.click()
    assert panel.state.remaining == (f"{hung.url}/robots.txt",)
    assert panel.fetch_button.text() == "Resume with 1"


def test_row_is_fetched_into_the_tab(qtbot: QtBot, studios: Studios) -> None:
    studio = studios.start()
    with serve(response(200, ROBOTS)) as server:
        fetch(qtbot, studio, server.url)
        with qtbot.waitSignal(studio.fetcher.finished, timeout=10_000) as answer:
            studio.hosts.panel.table.row_activated.emit(studio.hosts.panel.table.current_row)
    assert answer.args
    assert answer.args[0].body == ROBOTS


def test_list_is_loaded_and_the_table_exported(
    qtbot: QtBot, studios: Studios, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = studios.start()
    monkeypatch.setattr(dialogs, "ask_hosts_path", lambda _parent: tmp_path / "list.txt")
    monkeypatch.setattr(dialogs, "ask_export_hosts_path", lambda _parent: tmp_path / "hosts.json")
    with serve(response(404)) as server:
        (tmp_path / "list.txt").write_text(f"{server.url}\r\n", encoding="utf-8")
        studio.hosts.panel.load_button.click()
        fetch(qtbot, studio, studio.hosts.panel.list.toPlainText())
    studio.hosts.panel.export_button.click()
    (row,) = json.loads((tmp_path / "hosts.json").read_text(encoding="utf-8"))
    assert (row["status"], row["Googlebot"]) == (404, "may fetch all")


def test_list_that_cannot_be_read_is_said(studios: Studios, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(dialogs, "ask_hosts_path", lambda _parent: tmp_path / "nowhere.txt")
    monkeypatch.setattr(dialogs, "show_error", lambda _parent, sentence: said.append(sentence))
    studios.start().hosts.panel.load_button.click()
    assert "nowhere.txt" in said[0]


def test_closing_the_window_in_the_middle_is_clean(qtbot: QtBot, studios: Studios) -> None:
    studio = studios.start()
    act(studio, "fetch.hosts")
    with serve(hang) as server:
        studio.hosts.panel.set_list(server.url)
        studio.hosts.panel.fetch_button.click()
        qtbot.waitUntil(lambda: len(server.requests) == 1)
        studios.end(studio)
