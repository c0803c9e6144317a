"""One key fetches the live file, compares it, and shows the result in its own window."""

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.live_check.panel import LiveCheckPanel
from tests.ui.panels.fetch.evidences import ASKED, OUTCOMES, SUCCESS
from tests.ui.parts import part_of, texts
from tests.ui.studios import ROBOTS, act
from tests.ui.tables import texts_of

if TYPE_CHECKING:
    from robotstudio.draft.live_check import LiveCheck

SAME = replace(SUCCESS, body=ROBOTS, size=len(ROBOTS))


class Site:
    """Replaces the server: a fetch starts, and ends with the evidence of the test."""

    def __init__(self, studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
        self._fetcher = studio.fetcher
        self.jobs: list[int] = []
        monkeypatch.setattr(studio.fetcher._thread, "start", self._start)

    def _start(self, _target: object, job: int, *_: object) -> None:
        self.jobs.append(job)

    def answer(self, evidence: Evidence) -> None:
        self._fetcher._on_answered(self.jobs[-1], evidence)


@pytest.fixture
def site(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> Site:
    studio.window.top_bar.set_address(ASKED)
    return Site(studio, monkeypatch)


def checked(studio: Studio, site: Site, qtbot: QtBot, evidence: Evidence) -> LiveCheckPanel:
    act(studio, "fetch.is_live")
    panel = studio.live_check.panel
    before: LiveCheck | None = panel.check
    site.answer(evidence)
    qtbot.waitUntil(lambda: panel.check is not before, timeout=30_000)
    return panel


def test_answer_is_shown_beside_the_work_and_no_tab_moves(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, SAME)
    assert panel.isVisible()
    assert panel.headline.text() == "Yes: the live file is this draft, byte for byte."
    assert [row[0] for row in texts_of(panel.crawlers)] == ["Googlebot", "GPTBot"]
    assert studio.window.current_tab == "simulation"
    assert not panel.show_button.isVisible()


def test_fetch_is_known_as_every_fetch_is(studio: Studio, site: Site, qtbot: QtBot) -> None:
    checked(studio, site, qtbot, SAME)
    assert any(baseline.id == "live" and baseline.body == ROBOTS for baseline in studio.changes.baselines.all)
    assert studio.session.scenario.fetched == SAME
    assert studio.fetch.panel.evidence == SAME


def test_differences_are_those_to_the_live_file(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, replace(SUCCESS, body=b"User-agent: *\nDisallow: /\n"))
    assert panel.headline.text() == "No: 2 of 6 verdicts differ from the draft."
    panel.show_button.click()
    assert not panel.isVisible()
    assert studio.page.current_tab == "changes"
    assert studio.changes.baselines.current is not None
    assert studio.changes.baselines.current.id == "live"


def test_answer_that_is_no_file_is_shown_in_the_fetch_tab(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, replace(SUCCESS, body=b"<html></html>", body_kind=Content.HTML))
    assert panel.show_button.text() == "Show the answer"
    assert not panel.crawlers.isVisible()
    assert panel.height() < 250  # no empty space below
    panel.show_button.click()
    assert studio.window.current_tab == "fetch"


def test_failure_is_said_and_asked_again(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, OUTCOMES[FetchOutcome.TIMEOUT])
    assert panel.headline.text() == "Not known: the live file could not be read."
    assert panel.again_button.text() == "Check again"
    panel.again_button.click()
    assert panel.again_button.text() == "Cancel"
    site.answer(SAME)
    qtbot.waitUntil(lambda: panel.headline.text().startswith("Yes"), timeout=30_000)


def test_cancelled_check_says_so_and_keeps_the_answer_before(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, SAME)
    act(studio, "fetch.is_live")
    site.answer(OUTCOMES[FetchOutcome.CANCELLED])
    assert panel.state.text() == "The fetch was cancelled."
    assert panel.headline.text().startswith("Yes")


def test_edit_after_the_check_is_said(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, SAME)
    studio.editor.replace_body(ROBOTS + b"# more\n")
    assert panel.state.text() == "The draft was edited after this check."


def test_another_fetch_takes_its_place(studio: Studio, site: Site) -> None:
    act(studio, "fetch.is_live")
    act(studio, "fetch.fetch")
    site.answer(SAME)
    assert studio.live_check.panel.check is None
    assert studio.live_check.panel.state.text() == "The fetch was cancelled."
    assert studio.window.current_tab == "fetch"


def test_answer_to_another_fetch_is_not_taken_for_ours(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, SAME)
    act(studio, "fetch.fetch")
    studio.window.top_bar.set_address("http://")
    act(studio, "fetch.is_live")
    asked: list[object] = []
    part_of(studio.live_check, Background).answered.connect(asked.append)
    site.answer(replace(SUCCESS, body=b"User-agent: *\nDisallow: /\n"))
    assert not part_of(studio.live_check, Background).is_busy
    assert panel.headline.text().startswith("Yes")
    assert asked == []


def test_without_an_address_it_is_asked_for(studio: Studio, site: Site) -> None:
    studio.window.top_bar.set_address("")
    act(studio, "fetch.is_live")
    assert site.jobs == []
    assert "No address is given." in texts(studio.window.notices.bar)[0]
    assert studio.window.top_bar.address.hasFocus()


def test_answer_is_copied_as_text(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, SAME)
    panel.copy_button.click()
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0] == "Yes: the live file is this draft, byte for byte."
    assert any(line.startswith("Googlebot\t") and "Nov 2026, " in line for line in lines)
