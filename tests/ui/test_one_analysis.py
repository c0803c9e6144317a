"""The draft is analysed once for each change, whatever changes."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis, Cell, Request, analyse
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document import session
from robotstudio.urls.urls import parse_list
from tests.ui.panels.fetch.evidences import SUCCESS
from tests.ui.studios import ROBOTS, Studios, press, settle, type_text


@pytest.fixture
def analysed(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """Record each request that is analysed, at once or in a thread."""
    requests: list[Request] = []

    def count(request: Request, *arguments: Any, **options: Any) -> Analysis:
        requests.append(request)
        return analyse(request, *arguments, **options)

    monkeypatch.setattr(session, "analyse", count)
    return requests


@pytest.fixture
def studio(studios: Studios) -> Studio:
    """Open a window on its start page, with two relative URLs."""
    studio = studios.start()
    studio.urls.add(parse_list("/private/a\n/b"))
    settle(studio)
    return studio


def opened(studio: Studio) -> None:
    studio.document.new()
    studio.editor.revise_body(ROBOTS)
    settle(studio)


def test_first_fetch_with_nothing_open_is_one_analysis(studio: Studio, analysed: list[Request]) -> None:
    analysed.clear()
    studio.fetcher.started.emit(SUCCESS.requested)
    studio.fetcher.finished.emit(SUCCESS)
    settle(studio)
    assert [(each.body, each.robots_url) for each in analysed] == [(SUCCESS.body, SUCCESS.requested)]


def test_nothing_but_the_file_is_opened_for_a_first_fetch(studio: Studio) -> None:
    opened: list[str] = []
    studio.document.opened.connect(lambda: opened.append(studio.document.name))
    studio.fetcher.started.emit(SUCCESS.requested)
    studio.fetcher.finished.emit(SUCCESS)
    assert len(opened) == 1


def test_work_is_shown_without_a_draft_unless_one_is_wanted(studio: Studio) -> None:
    studio.window.show_work()
    assert not studio.document.is_open
    studio.window.open_work()
    assert studio.document.is_open


def test_version_of_the_history_is_one_analysis(studio: Studio, analysed: list[Request], qtbot: QtBot) -> None:
    with qtbot.waitSignal(studio.history.recorded) as recorded:
        studio.history.record(SUCCESS)
    analysed.clear()
    assert recorded.args is not None
    with qtbot.waitSignal(studio.document.opened):
        studio.histories.open_version(recorded.args[0])
    settle(studio)
    assert [each.body for each in analysed] == [SUCCESS.body]


def test_template_is_one_analysis(studio: Studio, analysed: list[Request]) -> None:
    analysed.clear()
    studio.files.open_template("staging")
    settle(studio)
    assert len(analysed) == 1


def test_example_with_its_urls_is_one_analysis(studio: Studio, analysed: list[Request]) -> None:
    analysed.clear()
    studio.show_example()
    settle(studio)
    assert len(analysed) == 1


def test_key_is_one_analysis_of_the_text_that_the_signal_carries(studio: Studio, analysed: list[Request]) -> None:
    opened(studio)
    told: list[bytes] = []
    studio.editor.draft_changed.connect(lambda _revision, body: told.append(body))
    studio.editor.setFocus()
    analysed.clear()
    for key in ("x", "\n"):
        type_text(key)
        settle(studio)
    press(Qt.Key.Key_Backspace)
    settle(studio)
    assert [each.body for each in analysed] == told
    assert len(told) == 3


def test_explanation_is_made_once_for_a_key(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(studio)
    studio.session.set_robots_url("https://example.com/robots.txt")
    studio.session.select(Cell(studio.session.urls[0].url, studio.session.crawlers[0].token))
    settle(studio)
    shown: list[object] = []
    monkeypatch.setattr(studio.why, "_show_open", shown.append)
    studio.editor.setFocus()
    type_text("x")
    settle(studio)
    assert len(shown) == 1
    studio.session.set_robots_url("https://elsewhere.example/robots.txt")  # the rules are from another origin, too
    settle(studio)
    assert len(shown) == 2
