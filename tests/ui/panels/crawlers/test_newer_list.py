"""A newer list of crawlers in the window: checked when asked for, told in verdicts, and used once taken."""

from pathlib import Path

import pytest
from PySide6.QtCore import QDeadlineTimer, Qt
from PySide6.QtTest import QTest

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.project import crawler_list
from robotstudio.project.crawler_list import saved_list, signed
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.crawlers.newer_list import NewerListWindow
from robotstudio.ui.shell import dialogs
from tests.fetch.server import response, serve
from tests.project.test_crawler_list import KEY, PUBLIC, list_of, trainer
from tests.ui.studios import Studios, act, settle


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program have the key of the tests."""
    monkeypatch.setattr(crawler_list, "project_key", lambda: PUBLIC)


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    path = tmp_path / "new.signed"
    path.write_bytes(signed(list_of(trainer("NewA"), trainer("NewB"), trainer("NewC")), KEY))
    return path


def check(studio: Studio, place: str) -> NewerListWindow:
    """Type a file or an address, press Enter, and wait for the answer."""
    act(studio, "crawlers.newer_list")
    panel = studio.newer_list.panel
    panel.place.clear()
    QTest.keyClicks(panel.place, place)
    QTest.keyClick(panel.place, Qt.Key.Key_Return)
    return answered(panel)


def answered(panel: NewerListWindow) -> NewerListWindow:
    deadline = QDeadlineTimer(60_000)
    while not panel.check_button.isEnabled():
        assert not deadline.hasExpired()
        QTest.qWait(1)
    return panel


def said(panel: NewerListWindow) -> str:
    return panel.changes.toPlainText()


def test_difference_is_told_in_verdicts_before_the_list_is_taken(studio: Studio, studios: Studios, newer: Path) -> None:
    studio.editor.replace_body(b"User-agent: GPTBot\nUser-agent: NewB\nDisallow: /\n")
    settle(studio)
    panel = check(studio, str(newer))
    assert f"The list of 15 Jan 2027 has {CATALOGUE.size + 3} crawlers" in said(panel)
    assert (
        "3 new crawlers for AI training: NewA, NewB and NewC; the block of the file misses 2: NewA and NewC."
        in said(panel)
    )
    assert saved_list(studios.places.crawler_list) is None
    assert studio.own_crawlers.catalogue.known("NewA") is None
    panel.cancel_button.click()
    assert not panel.isVisible()
    assert saved_list(studios.places.crawler_list) is None


def test_taken_list_is_used_at_once_and_at_the_next_start(
    studio: Studio, studios: Studios, newer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_crawler_list_path", lambda _parent: newer)
    act(studio, "crawlers.newer_list")
    panel = studio.newer_list.panel
    panel.file_button.click()
    answered(panel).take_button.click()
    assert not panel.isVisible()
    assert studio.own_crawlers.catalogue.known("NewA") is not None
    studios.end(studio)
    again = studios.start()
    assert again.own_crawlers.catalogue.known("NewA") is not None
    panel = check(again, str(newer))
    assert said(panel) == "The list is the one in use."
    assert not panel.take_button.isEnabled()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (list_of(), "it is not signed by the project"),
        (signed(list_of(), KEY) + b" ", "it is not signed by the project"),
        (b"User-agent: *\n", "is not a list of crawlers, or it is damaged"),
        (signed(list_of(day="2020-01-15"), KEY), "it is from 15 Jan 2020, and the list in use is from"),
    ],
)
def test_any_other_list_is_refused(studio: Studio, newer: Path, body: bytes, why: str) -> None:
    newer.write_bytes(body)
    panel = check(studio, str(newer))
    assert why in panel.error.text()
    assert panel.error.isVisible()
    assert not panel.take_button.isEnabled()
    assert not said(panel)


def test_missing_file_is_told(studio: Studio, tmp_path: Path) -> None:
    assert check(studio, str(tmp_path / "none.signed")).error.text()


def test_list_is_fetched_only_when_asked_for(studio: Studio, newer: Path) -> None:
    with serve({"/crawlers.signed": response(200, newer.read_bytes())}) as server:
        address = f"{server.url}/crawlers.signed"
        act(studio, "crawlers.newer_list")
        studio.newer_list.panel.place.setText(address)
        settle(studio)
        assert not server.requests
        panel = check(studio, address)
        assert len(server.requests) == 1
    assert "3 new crawlers for AI training" in said(panel)
    panel.close()


def test_another_place_forgets_what_was_found(studio: Studio, newer: Path) -> None:
    panel = check(studio, str(newer))
    assert panel.take_button.isEnabled()
    QTest.keyClicks(panel.place, "x")
    assert not panel.take_button.isEnabled()
    assert not said(panel)
    panel.close()
