"""The pages of the Fetch tab that fetch several times, from the button to the table, against a real server."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.ui.app.studio import Studio
from tests.fetch.server import Connection, Server, response, serve
from tests.ui.studios import act, press, type_text
from tests.ui.tables import text_at

LIVE = b"User-agent: *\nDisallow: /live/\n"


def by_agent(connection: Connection) -> None:
    """Respond differently to GPTBot, as a firewall does."""
    is_blocked = b"gptbot" in connection.head.lower()
    connection.send(response(403, b"No") if is_blocked else response(200, LIVE))


@pytest.fixture
def server() -> Iterator[Server]:
    with serve(by_agent) as server:
        yield server


def fetch(qtbot: QtBot, studio: Studio, server: Server) -> None:
    with qtbot.waitSignal(studio.fetcher.finished, timeout=10_000):
        act(studio, "fetch.address")
        type_text(server.host)
        press(Qt.Key.Key_Return)


def test_crawlers_that_are_answered_otherwise_are_told(qtbot: QtBot, studio: Studio, server: Server) -> None:
    fetch(qtbot, studio, server)
    page = studio.fetch.panel.agents
    with qtbot.waitSignal(studio.fetcher.batch_fetched, timeout=10_000):
        QTest.mouseClick(page.button, Qt.MouseButton.LeftButton)
    rows = {text_at(page.table, row, 0): row for row in range(len(page.table.rows))}
    assert text_at(page.table, rows["GPTBot"], 1) == "HTTP 403"
    assert text_at(page.table, rows["Googlebot"], 3) == "same answer"
    assert page.table.currentIndex().row() == rows["GPTBot"]
    assert "Robot Studio gets “HTTP 403”" in page.sentence.text()
    assert studio.fetch.panel.evidence is not None
    assert studio.fetch.panel.evidence.body == LIVE


def test_variants_are_those_of_the_site_and_what_was_typed(
    qtbot: QtBot, studio: Studio, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    fetch(qtbot, studio, server)
    monkeypatch.setattr(studio.fetcher, "fetch_batch", asked.append)
    studio.fetch.panel.variants.more.setText("shop, 8443 99999999")
    QTest.mouseClick(studio.fetch.panel.variants.button, Qt.MouseButton.LeftButton)
    assert asked[0].keywords["addresses"] == (
        f"{server.url}/robots.txt",
        f"https://{server.host}/robots.txt",
        "https://127.0.0.1:8443/robots.txt",
        "http://127.0.0.1:8443/robots.txt",
    )
    assert studio.fetch.panel.variants.result == "Fetching 4 addresses…"


def test_batch_that_is_cancelled_changes_nothing(qtbot: QtBot, studio: Studio, server: Server) -> None:
    fetch(qtbot, studio, server)
    page = studio.fetch.panel.agents
    with qtbot.assertNotEmitted(studio.fetcher.batch_fetched, wait=200):
        page.button.click()
        assert page.button.text() == "Cancel"
        page.button.click()
    assert page.result == "The fetches were cancelled. Nothing was changed."
    assert not page.table.rows
