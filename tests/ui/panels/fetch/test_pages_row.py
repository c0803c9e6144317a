"""Paper against practice in the Fetch tab: whose headers are sent, what is shown, and what is written."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.fetch.practice import Cell, Practice
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.fetch import batch_fetches
from robotstudio.ui.panels.fetch.pages_row import PagesRow
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import HeaderChoice
from robotstudio.urls.urls import parse_list
from tests.fetch.server import Connection, Server, response, serve
from tests.ui.studios import act, press, settle, type_text
from tests.ui.tables import text_at


def refuse_gptbot(connection: Connection) -> None:
    is_gptbot = b"gptbot" in connection.head.lower()
    connection.send(response(403) if is_gptbot else response(200, b"page"))


@pytest.fixture
def server(studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Serve a site that lets nobody in as GPTBot, although its file allows it all but /shut."""
    monkeypatch.setattr(batch_fetches, "RATE", 0.0)
    robots = response(200, b"User-agent: *\nDisallow: /shut\n")
    with serve({"/robots.txt": robots, "*": refuse_gptbot}) as server:
        with qtbot.waitSignal(studio.fetcher.finished, timeout=10_000):
            act(studio, "fetch.address")
            type_text(server.host)
            press(Qt.Key.Key_Return)
        studio.session.set_urls(parse_list("/a\n/shut\n").urls)
        settle(studio)
        server.requests.clear()
        yield server


def asked(monkeypatch: pytest.MonkeyPatch, choice: HeaderChoice) -> list[tuple[object, ...]]:
    """Answer the question about headers; return what it is asked with."""
    found: list[tuple[object, ...]] = []

    def answer(_parent: object, *facts: object) -> HeaderChoice:
        found.append(facts)
        return choice

    monkeypatch.setattr(dialogs, "ask_headers", answer)
    return found


def request(qtbot: QtBot, studio: Studio) -> PagesRow:
    row = studio.fetch.panel.pages
    QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: row.found is not None, timeout=30_000)
    return row


def test_answers_are_compared_with_the_rules(
    qtbot: QtBot, studio: Studio, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = asked(monkeypatch, HeaderChoice.ALL)
    row = request(qtbot, studio)
    crawlers = len(row.table.rows) // 2 - 1
    assert questions == [(server.url, 2, 2 * (crawlers + 1))]
    rows = [[text_at(row.table, place, column) for column in range(5)] for place in range(len(row.table.rows))]
    assert rows[0] == ["/a", "GPTBot", "allowed", "refused (403)", "invited but refused"]
    assert rows[1] == ["/shut", "Googlebot", "blocked by line 2", "same page (200)", "blocked but served"]
    assert ["/a", "Googlebot", "allowed", "same page (200)", "agree"] in rows
    assert row.result == f"1 invited but refused, {crawlers - 1} blocked but served"
    assert "This is what a client that sends these headers gets from here." in row.sentence.text()


def test_other_sites_get_no_header_of_a_crawler(
    qtbot: QtBot, studio: Studio, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(monkeypatch, HeaderChoice.OURS)
    row = request(qtbot, studio)
    assert [text_at(row.table, place, 1) for place in range(2)] == ["RobotStudio", "RobotStudio"]
    assert all(b"robotstudio" in head.lower() for head in server.requests)
    assert not any(b"GET /shut" in head for head in server.requests)


def test_nothing_is_requested_without_an_answer(
    studio: Studio, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(monkeypatch, HeaderChoice.CANCEL)
    row = studio.fetch.panel.pages
    row.button.click()
    settle(studio)
    assert not server.requests
    assert not row.is_busy


@pytest.mark.usefixtures("server")
def test_requests_can_be_cancelled(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(monkeypatch, HeaderChoice.ALL)
    monkeypatch.setattr(batch_fetches, "RATE", 0.01)
    row = studio.fetch.panel.pages
    row.button.click()
    assert (row.button.text(), studio.fetch.panel.agents.button.isEnabled()) == ("Cancel", False)
    row.button.click()
    assert row.result == "The requests were cancelled. Nothing was changed."
    assert studio.fetch.panel.agents.button.isEnabled()
    settle(studio)
    assert row.found is None


@pytest.mark.usefixtures("server")
def test_answers_are_exported(qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked(monkeypatch, HeaderChoice.OURS)
    path = tmp_path / "practice.csv"
    monkeypatch.setattr(dialogs, "ask_export_practice_path", lambda _parent: path)
    row = request(qtbot, studio)
    row.export_button.click()
    head, *rows = path.read_text("utf-8").splitlines()
    assert head.startswith("url,crawler,allowed,line,served,agreement,status")
    assert len(rows) == 2


@pytest.mark.usefixtures("server")
def test_answers_are_shown_as_they_come(studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(monkeypatch, HeaderChoice.OURS)
    shown: list[int] = []
    row = studio.fetch.panel.pages
    show = row.show_cell

    def note(cell: Cell) -> None:
        show(cell)
        shown.append(len(row.table.rows))

    monkeypatch.setattr(row, "show_cell", note)
    found = request(qtbot, studio).found
    assert isinstance(found, Practice)
    assert shown == [1, 2]
