"""Fetched files are shown; they reach the editor only on request."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.fetch.address import site_of
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.http_scenario import FETCHED
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.shell import dialogs
from robotstudio.urls.urls import parse_list
from tests.fetch.server import Answer, chain, hang, response, serve, unused_port
from tests.ui.studios import ROBOTS, Studios, act, has_keyboard, press, type_text, verdicts

LIVE = b"User-agent: *\r\nDisallow: /live/\r\n"


@pytest.fixture
def fresh(studios: Studios) -> Studio:
    """Open a window on its start page."""
    return studios.start()


def fetch(qtbot: QtBot, studio: Studio, answers: Answer | Mapping[str, Answer]) -> Evidence:
    """Type the address of a server and press Enter."""
    with serve(answers) as server, qtbot.waitSignal(studio.fetcher.finished, timeout=10_000) as finished:
        act(studio, "fetch.address")
        type_text(server.host)
        press(Qt.Key.Key_Return)
    assert finished.args
    evidence = finished.args[0]
    assert isinstance(evidence, Evidence)
    return evidence


def test_answer_is_shown_and_the_editor_untouched(qtbot: QtBot, studio: Studio) -> None:
    studio.editor.place_caret(2)
    evidence = fetch(qtbot, studio, chain(2))
    assert evidence.outcome is FetchOutcome.SUCCESS
    assert studio.window.current_tab == "fetch"
    assert studio.fetch.panel.evidence is evidence
    assert "200" in studio.window.top_bar.address.chip.text
    assert studio.editor.body() == ROBOTS
    assert studio.editor.caret_line == 2
    assert not studio.editor.is_modified


def test_banner_says_that_the_verdicts_show_the_draft_and_how_to_see_the_answer(qtbot: QtBot, studio: Studio) -> None:
    fetch(qtbot, studio, response(404))
    detail = studio.fetch.panel.banner.detail.text()
    assert "once it serves the draft with 200. End the “what if” to see what applies now." in detail
    studio.session.set_scenario(replace(studio.session.scenario, choice=FETCHED), is_own_choice=True)
    assert "what if" not in studio.fetch.panel.banner.detail.text()


def test_answer_is_loaded_as_a_document_of_its_own(
    qtbot: QtBot, studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []

    def ask(_parent: object, suggested: Path, _title: str = "") -> Path | None:
        asked.append(suggested)
        return tmp_path / "elsewhere.txt" if len(asked) > 1 else None

    monkeypatch.setattr(dialogs, "ask_save_path", ask)
    mine = studio.document.path
    assert mine is not None
    fetch(qtbot, studio, response(200, LIVE))
    QTest.mouseClick(studio.fetch.panel.banner.load_button, Qt.MouseButton.LeftButton)
    assert (studio.editor.body(), studio.document.path) == (ROBOTS, mine)
    studio = studio.tabs.front
    assert studio.editor.body() == LIVE
    studio.session.set_urls(parse_list("/private/a").urls)
    assert verdicts(studio, "Googlebot")["/private/a"] == (True, 0)
    assert studio.document.path is None
    site = site_of(studio.session.robots_url)
    assert site.startswith("127.0.0.1:")
    assert studio.window.windowTitle() == f"robots.txt from {site}[*] – Robot Studio"
    assert not studio.editor.is_modified, "the site has it"
    act(studio, "edit.undo")
    assert studio.editor.body() == LIVE, "what was open is another document: undo does not lead there"
    act(studio, "file.save")
    assert asked == [Path("robots.txt")]
    assert mine.read_bytes() == ROBOTS
    assert "Loaded from" in studio.window.status_bar.message.text()
    act(studio, "file.save")
    assert (tmp_path / "elsewhere.txt").read_bytes() == LIVE
    assert mine.read_bytes() == ROBOTS
    assert studio.document.name == "elsewhere.txt"
    assert "Loaded from" not in studio.window.status_bar.message.text(), "it is a file now"


def test_page_of_an_error_is_not_called_a_robots_file(qtbot: QtBot, studio: Studio) -> None:
    fetch(qtbot, studio, response(503, b"User-agent: *\nDisallow: /\n"))
    evidence = studio.fetch.panel.evidence
    assert evidence is not None
    studio.fetch.load_answer(evidence)
    assert studio.tabs.front.document.name == f"Answer 503 from {site_of(evidence.requested)}"


def test_answer_to_a_first_fetch_is_opened_beside_its_verdicts(qtbot: QtBot, fresh: Studio) -> None:
    fetch(qtbot, fresh, response(200, LIVE))
    assert not fresh.window.is_on_start_page
    assert fresh.editor.body() == LIVE
    assert not fresh.editor.is_modified
    assert fresh.document.path is None
    assert fresh.window.current_tab == "simulation"
    assert fresh.simulation.view.url_base()


@pytest.mark.parametrize("status", [404, 503])
def test_first_fetch_without_a_file_shows_what_was_answered(qtbot: QtBot, fresh: Studio, status: int) -> None:
    fetch(qtbot, fresh, response(status, b"nothing here"))
    assert fresh.window.current_tab == "fetch"
    assert str(status) in fresh.fetch.panel.banner.headline.text()
    assert fresh.editor.body() == b""
    assert fresh.window.windowTitle() == "robots.txt[*] – Robot Studio"


def test_refused_connection_is_a_sentence_and_loses_nothing(qtbot: QtBot, studio: Studio) -> None:
    with qtbot.waitSignal(studio.fetcher.finished, timeout=10_000):
        studio.window.top_bar.set_address(f"127.0.0.1:{unused_port()}")
        act(studio, "fetch.fetch")
    assert "refused" in studio.window.top_bar.address.chip.text
    assert studio.window.current_tab == "fetch"
    assert studio.editor.body() == ROBOTS


def test_what_is_no_address_is_told_and_withdrawn_by_the_next_fetch(qtbot: QtBot, studio: Studio) -> None:
    bar = studio.window.notices.bar
    act(studio, "fetch.address")
    type_text("mailto:someone")
    press(Qt.Key.Key_Return)
    assert "mailto:someone" in bar.accessibleName()
    assert bar.isVisible()
    act(studio, "fetch.address")
    fetch(qtbot, studio, response(200, LIVE))
    assert not bar.isVisible()


def test_esc_in_the_address_cancels_and_then_goes_back_to_the_editor(qtbot: QtBot, studio: Studio) -> None:
    with serve(hang) as server:
        act(studio, "fetch.address")
        type_text(server.host)
        press(Qt.Key.Key_Return)
        assert studio.window.top_bar.busy
        assert studio.window.top_bar.address.chip.text == "connecting…"
        with qtbot.waitSignal(studio.fetcher.finished):
            press(Qt.Key.Key_Escape)
    assert studio.window.top_bar.address.chip.text == "cancelled"
    assert studio.window.current_tab == "simulation"
    press(Qt.Key.Key_Escape)
    assert has_keyboard(studio.editor)


def test_chip_of_the_last_answer_goes_when_another_fetch_starts(qtbot: QtBot, studio: Studio) -> None:
    fetch(qtbot, studio, response(200, LIVE))
    with serve(hang) as server:
        studio.window.top_bar.set_address(server.url)
        act(studio, "fetch.fetch")
        assert "200" not in studio.window.top_bar.address.chip.text
        with qtbot.waitSignal(studio.fetcher.finished):
            act(studio, "fetch.cancel")
    assert "cancelled" in studio.window.top_bar.address.chip.text


def test_answer_is_compared_with_the_draft_as_it_is_typed(qtbot: QtBot, studio: Studio) -> None:
    fetch(qtbot, studio, response(200, ROBOTS))
    act(studio, "fetch.compare")
    assert studio.fetch.panel.comparing
    studio.editor.place_caret(1)
    type_text("#")
    qtbot.waitUntil(lambda: "1 line differs" in studio.fetch.panel.answer.body._difference, timeout=5000)


def test_loading_beside_unsaved_work_leaves_it_as_it_is(qtbot: QtBot, fresh: Studio) -> None:
    act(fresh, "file.new")
    type_text("# mine")
    act(fresh, "file.start")
    fetch(qtbot, fresh, response(200, LIVE))
    assert fresh.editor.body() == b"# mine"
    act(fresh, "fetch.load")
    assert fresh.editor.body() == b"# mine"
    assert fresh.tabs.front.editor.body() == LIVE
    assert fresh.tabs.front is not fresh
