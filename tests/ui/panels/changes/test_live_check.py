"""One key fetches the live file, compares it, and shows the result in Changes."""

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.changes.panel import ChangesPanel
from tests.ui.panels.fetch.evidences import ASKED, OUTCOMES, SUCCESS
from tests.ui.parts import part_of, texts
from tests.ui.studios import ROBOTS, act

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


def checked(studio: Studio, site: Site, qtbot: QtBot, evidence: Evidence) -> ChangesPanel:
    act(studio, "fetch.is_live")
    before: LiveCheck | None = studio.live_check.check
    site.answer(evidence)
    qtbot.waitUntil(lambda: studio.live_check.check is not before, timeout=30_000)
    return studio.changes.panel


def test_answer_is_shown_above_the_changes(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, SAME)
    assert studio.page.current_tab == "changes"
    assert panel.live.headline.text() == "Yes: the live file is this draft, byte for byte."
    reaches = [label.text() for label in panel.going_live.reach_rows]
    assert {name for each in reaches for name in ("Googlebot", "GPTBot") if name in each} == {"Googlebot", "GPTBot"}
    assert not panel.live.answer_link.isVisibleTo(panel)
    panel.live.close_button.click()
    assert panel.live.isHidden()


def test_fetch_is_known_as_every_fetch_is(studio: Studio, site: Site, qtbot: QtBot) -> None:
    checked(studio, site, qtbot, SAME)
    assert any(baseline.id == "live" and baseline.body == ROBOTS for baseline in studio.changes.baselines.all)
    assert studio.session.scenario.fetched == SAME
    assert studio.fetch.panel.evidence == SAME


def test_differences_are_those_to_the_live_file(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, replace(SUCCESS, body=b"User-agent: *\nDisallow: /\n"))
    assert panel.live.headline.text() == "No: 2 of your 3 URLs get another verdict from the live file."
    assert studio.changes.baselines.current is not None
    assert studio.changes.baselines.current.id == "live"


def test_answer_that_is_no_file_leads_to_the_fetch_tab(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, replace(SUCCESS, body=b"<html></html>", body_kind=Content.HTML))
    assert panel.live.headline.text() == "No: what is live is not a robots.txt."
    assert panel.going_live.reaches.isHidden()
    panel.live.answer_link.click()
    assert studio.window.current_tab == "fetch"


def test_failure_is_said_and_asked_again(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, OUTCOMES[FetchOutcome.TIMEOUT])
    assert panel.live.headline.text() == "Unknown: the live file could not be read."
    assert panel.live.again_link.text() == "Check again"
    panel.live.again_link.click()
    assert panel.live.again_link.text() == "Cancel"
    site.answer(SAME)
    qtbot.waitUntil(lambda: panel.live.headline.text().startswith("Yes"), timeout=30_000)


def test_cancelled_check_says_so_and_keeps_the_answer_before(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, SAME)
    act(studio, "fetch.is_live")
    site.answer(OUTCOMES[FetchOutcome.CANCELLED])
    assert panel.live.state.text() == "The fetch was cancelled."
    assert panel.live.headline.text().startswith("Yes")


def test_edit_after_the_check_is_said(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, SAME)
    studio.editor.replace_body(ROBOTS + b"# more\n")
    assert panel.live.state.text() == "The draft was edited after this check."


def test_another_fetch_takes_its_place(studio: Studio, site: Site) -> None:
    act(studio, "fetch.is_live")
    act(studio, "fetch.fetch")
    site.answer(SAME)
    assert studio.live_check.check is None
    assert studio.changes.panel.live.state.text() == "The fetch was cancelled."
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
    assert panel.live.headline.text().startswith("Yes")
    assert asked == []


def test_without_an_address_it_is_asked_for(studio: Studio, site: Site) -> None:
    studio.window.top_bar.set_address("")
    act(studio, "fetch.is_live")
    assert site.jobs == []
    assert "No address given." in texts(studio.window.notices.bar)[0]
    assert studio.window.top_bar.address.hasFocus()


def test_answer_is_copied_as_text(studio: Studio, site: Site, qtbot: QtBot) -> None:
    panel = checked(studio, site, qtbot, SAME)
    panel.live.copy_link.click()
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0] == "Yes: the live file is this draft, byte for byte."
    assert any(line.startswith("Googlebot\t") and "Nov 2026, " in line for line in lines)
