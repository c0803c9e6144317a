"""Fetches and the person's choice decide what the draft is judged by; all views agree."""

from datetime import timedelta

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Cell
from robotstudio.fetch.http_scenario import DRAFT, FETCHED, HttpScenario
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.urls import parse_list
from tests.fetch.server import Answer, response, serve
from tests.ui.panels.simulation.menus import menu_of_cell
from tests.ui.parts import body_of, marks_of
from tests.ui.studios import ROBOTS, act, settle, type_text

LIVE = b"User-agent: *\nDisallow: /live/\n"


def fetch(qtbot: QtBot, studio: Studio, answer: Answer) -> None:
    with serve(answer) as server, qtbot.waitSignal(studio.fetcher.finished, timeout=10_000):
        act(studio, "fetch.address")
        type_text(server.host)
        QTest.keyClick(studio.window.top_bar.address, Qt.Key.Key_Return)


def supposed(studio: Studio) -> str:
    """Return what the chip in the address says."""
    return studio.window.top_bar.address.what_if.text


def choose(studio: Studio, now: HttpScenario) -> None:
    studio.fetch.panel.what_if.chosen.emit(now)


def test_supposed_answer_is_shown_by_every_part(studio: Studio) -> None:
    studio.session.select(Cell("/private/a", "Googlebot"))
    choose(studio, HttpScenario("503", elapsed=timedelta(hours=1)))
    settle(studio)
    analysis = studio.session.analysis
    assert analysis is not None
    assert not analysis.columns[0].allowed.any()
    assert supposed(studio) == "what if: 503 for 1 h"
    QTest.qWait(0)
    act(studio, "simulate.as_fetched")
    assert supposed(studio) == ""


def test_fetched_file_is_what_the_draft_stands_for(qtbot: QtBot, studio: Studio) -> None:
    fetch(qtbot, studio, response(200, LIVE))
    assert studio.session.scenario.choice == FETCHED
    assert supposed(studio) == ""
    assert studio.session.robots_url.startswith("http://127.0.0.1")


def test_fetched_failure_beside_a_draft_is_said_and_does_not_decide(qtbot: QtBot, studio: Studio) -> None:
    fetch(qtbot, studio, response(503))
    assert studio.editor.body() == ROBOTS
    assert studio.session.scenario.choice == DRAFT
    assert supposed(studio) == "what if: 200 (draft)"
    assert studio.session.analysis is not None
    assert studio.session.analysis.columns[0].is_by_rules


def test_fetched_failure_decides_until_a_draft_is_begun(qtbot: QtBot, studio: Studio) -> None:
    studio.editor.replace_body(b"")
    fetch(qtbot, studio, response(503))
    assert studio.session.scenario.choice == FETCHED
    assert supposed(studio) == ""
    settle(studio)
    assert studio.session.analysis is not None
    assert not studio.session.analysis.columns[0].is_by_rules
    studio.editor.replace_body(b"User-agent: *\n")
    assert studio.session.scenario.choice == DRAFT
    qtbot.waitUntil(lambda: studio.session.analysis is not None and studio.session.analysis.columns[0].is_by_rules)


def test_choice_of_ones_own_outlives_a_fetch_and_keeps_the_copy(qtbot: QtBot, studio: Studio) -> None:
    choose(studio, HttpScenario("503", elapsed=timedelta(hours=13), has_copy=True))
    fetch(qtbot, studio, response(200, LIVE))
    now = studio.session.scenario
    assert now.choice == "503"
    assert now.copy is not None
    assert now.copy.body == LIVE
    assert supposed(studio) == "what if: 503 for 13 h"


def test_old_fetch_is_told_in_the_address(qtbot: QtBot, studio: Studio) -> None:
    fetch(qtbot, studio, response(200, LIVE))
    chip, evidence = studio.window.top_bar.address.chip, studio.session.scenario.fetched
    assert evidence is not None
    before = chip.text
    studio.scenario.show_age(evidence.fetched_at + timedelta(minutes=59))
    assert chip.text == before
    studio.scenario.show_age(evidence.fetched_at + timedelta(hours=3))
    assert (chip.text, chip.tone) == ("fetched 3 h ago", Tone.WARNING)


def test_file_that_governs_another_site_is_one_click_away(qtbot: QtBot, studio: Studio) -> None:
    studio.session.set_robots_url("https://x.test/robots.txt")
    with serve(response(200, LIVE)) as server:
        url = f"http://{server.host}/page"
        studio.session.set_urls(parse_list(f"/a\n{url}\n").urls)
        settle(studio)
        studio.session.select(Cell(url, "Googlebot"))
        settle(studio)
        offer = menu_of_cell(studio.simulation)[f"Fetch http://{server.host}/robots.txt"]
        with qtbot.waitSignal(studio.fetcher.finished, timeout=10_000):
            offer.trigger()
    assert studio.session.scenario.fetched is not None
    assert studio.session.robots_url == "https://x.test/robots.txt"


def test_clause_of_an_outcome_names_whose_page_it_is(studio: Studio) -> None:
    studio.session.select(Cell(studio.session.urls.urls[0], "Googlebot"))
    studio.session.set_scenario(HttpScenario("404"), is_own_choice=True)
    settle(studio)
    assert "Google: HTTP status codes, 4xx (client errors)" in body_of(studio.why).steps.told


def test_chip_says_why_the_answer_is_not_the_real_one(qtbot: QtBot, studio: Studio) -> None:
    chip = studio.window.top_bar.address.what_if
    assert (chip.toolTip(), chip.isVisible()) == ("", False)
    fetch(qtbot, studio, response(503))
    assert chip.isVisible()
    for said in (chip.accessibleDescription(), chip.toolTip()):
        assert said.startswith(
            "The site answered: 503. The verdicts show what applies once it serves the draft with 200"
        )
    choose(studio, HttpScenario("404", studio.session.scenario.fetched))
    assert chip.toolTip().endswith("404. The site did not answer that.")


def test_cross_of_the_chip_brings_back_the_real_answer(qtbot: QtBot, studio: Studio) -> None:
    fetch(qtbot, studio, response(503))
    chip = studio.window.top_bar.address.what_if
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(chip.width() - 10, 10))
    assert (studio.session.scenario.choice, supposed(studio)) == (FETCHED, "")
    choose(studio, HttpScenario("404", studio.session.scenario.fetched))
    assert supposed(studio) == "what if: 404"
    studio.fetch.panel.what_if.answers.set_current(0)
    assert supposed(studio) == ""


def test_click_on_either_chip_opens_the_answer(qtbot: QtBot, studio: Studio) -> None:
    fetch(qtbot, studio, response(503))
    for chip in (studio.window.top_bar.address.chip, studio.window.top_bar.address.what_if):
        studio.window.show_tab("simulation")
        QTest.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
        assert studio.window.current_tab == "fetch"


def test_old_shortcut_leads_to_the_answers_to_suppose(studio: Studio) -> None:
    act(studio, "simulate.as_if")
    assert studio.window.current_tab == "fetch"
    assert studio.fetch.panel.what_if.answers.has_keyboard


def test_supposed_answer_is_not_mixed_with_real_changes(qtbot: QtBot, studio: Studio) -> None:
    fetch(qtbot, studio, response(200, LIVE))
    settle(studio)
    qtbot.waitUntil(lambda: bool(marks_of(studio.simulation).changed))
    choose(studio, HttpScenario("503", studio.session.scenario.fetched, timedelta(hours=13)))
    settle(studio)
    qtbot.waitUntil(lambda: not marks_of(studio.simulation).changed)
    act(studio, "simulate.as_fetched")
    qtbot.waitUntil(lambda: bool(marks_of(studio.simulation).changed))
