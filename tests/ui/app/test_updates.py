"""The check for a newer version: only if enabled, once a day, reported quietly, and with its news."""

from datetime import date

import pytest
from pytestqt.qtbot import QtBot

from robotstudio import __version__
from robotstudio.fetch import updates
from robotstudio.fetch.options import FetchOptions
from robotstudio.fetch.updates import Release, UpdateError
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.settings.rows import SettingsSection
from tests.ui.parts import button
from tests.ui.studios import Studios, act

NEWER = Release("99.0.0", date(2026, 12, 1), {"en": ("It <b>flies</b>.", "And lands.")})
SAME = Release(__version__, date(2026, 12, 1), {})


class Server:
    """Answers instead of the network, and counts the requests."""

    def __init__(self) -> None:
        self.answer: Release | UpdateError = NEWER
        self.asked: list[FetchOptions] = []

    def __call__(self, usual: FetchOptions) -> Release:
        self.asked.append(usual)
        if isinstance(self.answer, UpdateError):
            raise self.answer
        return self.answer


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    """Make a build that knows an update address."""
    server = Server()
    monkeypatch.setattr(updates, "ADDRESS", "https://updates.example/updates.json")
    monkeypatch.setattr(updates, "ask", server)
    return server


@pytest.fixture
def studio(studios: Studios) -> Studio:
    return studios.start()


def notice_of(studio: Studio) -> str:
    bar = studio.page.notices.bar
    return bar.accessibleName() if bar.isVisible() else ""


def wait_for_answer(studio: Studio, server: Server, qtbot: QtBot, times: int = 1) -> None:
    qtbot.waitUntil(lambda: len(server.asked) == times and not studio.updates.is_asking)


def test_build_without_an_address_says_so_and_asks_nobody(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server()
    monkeypatch.setattr(updates, "ask", server)
    act(studio, "help.updates")
    assert notice_of(studio) == "This build cannot check for updates."
    assert server.asked == []


def test_setting_of_a_build_without_an_address_cannot_be_set_and_says_why(studio: Studio) -> None:
    panel = studio.settings.panel
    panel.show_section(SettingsSection.GENERAL)
    line = panel.lines["asks_for_updates"]
    assert not line.control.isEnabled()
    assert line.hint.text() == "This build cannot check for updates."


def test_newer_version_is_a_notice_whose_news_are_plain_text(studio: Studio, server: Server, qtbot: QtBot) -> None:
    act(studio, "help.updates")
    wait_for_answer(studio, server, qtbot)
    assert notice_of(studio) == "Robot Studio 99.0.0 of 1 Dec 2026 is available. Nothing was downloaded."
    button(studio.page.notices.bar, "What's new").click()
    assert studio.help.panel.browser.toPlainText() == "It <b>flies</b>.\n\nAnd lands."
    assert notice_of(studio) == ""
    studio.help.panel.close()


def test_who_asks_is_told_that_nothing_is_newer(studio: Studio, server: Server, qtbot: QtBot) -> None:
    server.answer = SAME
    act(studio, "help.updates")
    wait_for_answer(studio, server, qtbot)
    assert notice_of(studio) == f"You have the newest version, {__version__}."


def test_who_asks_is_told_why_there_is_no_answer(studio: Studio, server: Server, qtbot: QtBot) -> None:
    server.answer = UpdateError("Updates are checked over https only.")
    act(studio, "help.updates")
    wait_for_answer(studio, server, qtbot)
    assert notice_of(studio) == "Updates are checked over https only."


def test_nothing_is_asked_as_delivered(studio: Studio, server: Server) -> None:
    studio.updates.ask_today()
    assert server.asked == []


def test_it_is_asked_once_a_day_where_that_is_set_also_after_a_restart(
    studios: Studios, server: Server, qtbot: QtBot
) -> None:
    studio = studios.start()
    studio.settings.take({"asks_for_updates": True})
    studio.updates.ask_today()
    wait_for_answer(studio, server, qtbot)
    other = studio.tabs.begin()
    for each in (studio, other):
        each.updates.ask_today()
    assert len(server.asked) == 1
    studios.end(studio)
    again = studios.start()
    again.updates.ask_today()
    assert len(server.asked) == 1
    again.updates.take_day("2026-01-01")
    again.updates.ask_today()
    wait_for_answer(again, server, qtbot, times=2)


def test_what_is_asked_by_itself_says_only_what_is_newer(studio: Studio, server: Server, qtbot: QtBot) -> None:
    studio.settings.take({"asks_for_updates": True})
    for answer in (SAME, UpdateError("Updates are checked over https only.")):
        server.answer = answer
        studio.updates.take_day("")
        studio.updates.ask_today()
        qtbot.waitUntil(lambda: not studio.updates.is_asking)
        assert notice_of(studio) == ""
    server.answer = NEWER
    studio.updates.take_day("")
    studio.updates.ask_today()
    wait_for_answer(studio, server, qtbot, times=3)
    assert notice_of(studio).startswith("Robot Studio 99.0.0")
