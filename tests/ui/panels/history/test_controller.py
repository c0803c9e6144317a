"""Fetches are saved, and shown again after a restart."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.fetch.history.model import EntryMark
from robotstudio.fetch.history.store import History
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.shell import dialogs
from robotstudio.urls.urls import parse_list
from tests.fetch.history.evidences import HOST, ONE, TWO, answered
from tests.fetch.server import Connection, hang, response, serve
from tests.ui.parts import offers
from tests.ui.studios import Studios, act, press, settle, type_text

LIVE = b"User-agent: *\nDisallow: /live/\n"


@pytest.fixture
def kept(studios: Studios) -> Studios:
    """Save a history of two versions from an earlier run."""
    with History.open(studios.places.history) as history:
        for fetch in (answered(), answered(TWO, hour=1)):
            history.record(fetch)
    return studios


def look(qtbot: QtBot, studio: Studio) -> None:
    """Open the tab and wait until the newest version is compared."""
    with qtbot.waitSignal(studio.history.versions_read):
        act(studio, "view.history")
    qtbot.waitUntil(studio.histories.panel.compare.restore_button.isEnabled)


def test_a_fetch_is_there_after_the_next_start(qtbot: QtBot, studios: Studios) -> None:
    studio = studios.start()
    with serve(response(200, LIVE)) as server:
        with qtbot.waitSignal(studio.history.recorded, timeout=10_000) as recorded:
            act(studio, "fetch.address")
            type_text(server.host)
            press(Qt.Key.Key_Return)
        studios.end(studio)
    studio = studios.start()
    look(qtbot, studio)
    assert [entry.id for entry in studio.histories.panel.timeline.selected_entries()] == [recorded.args[0].id]
    assert "/live/" in studio.histories.panel.compare.text.toPlainText()


def test_a_window_that_closes_at_once_has_kept_its_fetch(studios: Studios) -> None:
    studio = studios.start()
    studio.history.record(answered())
    studios.end(studio)
    with History.open(studios.places.history) as history:
        assert len(history.timeline(HOST)) == 1


def test_an_old_version_becomes_a_new_draft_for_its_site(qtbot: QtBot, kept: Studios) -> None:
    studio = kept.start()
    look(qtbot, studio)
    with qtbot.waitSignal(studio.document.opened):
        studio.histories.panel.compare.restore_button.click()
    settle(studio)
    assert studio.editor.body() == TWO
    assert studio.editor.is_modified
    assert studio.document.path is None
    assert studio.session.robots_url == f"{HOST}/robots.txt"


def test_old_version_comes_beside_what_is_open(qtbot: QtBot, kept: Studios, tmp_path: Path) -> None:
    studio = kept.start()
    (tmp_path / "mine.txt").write_bytes(ONE)
    studio.open(tmp_path / "mine.txt")
    studio.editor.replace_body(b"# mine\n")
    look(qtbot, studio)
    studio.histories.panel.compare.restore_button.click()
    qtbot.waitUntil(lambda: studio.tabs.front is not studio)
    assert studio.editor.body() == b"# mine\n"
    assert studio.tabs.front.editor.body() == TWO
    assert studio.tabs.front.session.robots_url == f"{HOST}/robots.txt"


def test_the_test_urls_of_the_window_are_compared(qtbot: QtBot, kept: Studios) -> None:
    studio = kept.start()
    look(qtbot, studio)
    studio.urls.add(parse_list("/two/a\n/other"))
    model = studio.histories.panel.compare.flips.flips_model
    qtbot.waitUntil(lambda: model.rowCount() == 2)
    assert "/two/a" in str(model.index(1, 0).data())


def test_a_rule_is_dated(qtbot: QtBot, kept: Studios) -> None:
    studio = kept.start()
    look(qtbot, studio)
    studio.histories.panel.compare.text.go_to_run(0)
    qtbot.waitUntil(lambda: "stands since" in studio.histories.panel.compare.since.text())


def test_a_host_is_removed_only_when_the_person_confirms(
    qtbot: QtBot, kept: Studios, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = kept.start()
    look(qtbot, studio)
    monkeypatch.setattr(dialogs, "ask_forget_host", lambda *_: False)
    studio.histories.panel.tools.forget_button.click()
    monkeypatch.setattr(dialogs, "ask_forget_host", lambda *_: True)
    with qtbot.waitSignal(studio.history.changed) as changed:
        studio.histories.panel.tools.forget_button.click()
    assert changed.args[0].hosts == ()
    assert studio.histories.panel.empty.isVisible()


def test_a_host_is_exported(qtbot: QtBot, kept: Studios, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    studio = kept.start()
    look(qtbot, studio)
    monkeypatch.setattr(dialogs, "ask_export_history_path", lambda *_: tmp_path / "out.zip")
    with qtbot.waitSignal(studio.history.exported):
        studio.histories.panel.tools.export_button.click()
    assert (tmp_path / "out.zip").exists()
    assert "2 fetches written" in studio.window.status_bar.message.text()


def test_that_no_history_is_wanted_is_remembered(studios: Studios) -> None:
    studio = studios.start()
    act(studio, "view.history")
    studio.histories.panel.keeps.click()
    studios.end(studio)
    studio = studios.start()
    assert not studio.histories.panel.is_kept
    assert not studio.history.is_kept
    studio.history.record(answered())
    studios.end(studio)
    with History.open(studios.places.history) as history:
        assert history.hosts() == ()


def test_a_broken_history_is_told_and_begun_anew(qtbot: QtBot, studios: Studios) -> None:
    studios.places.history.parent.mkdir(parents=True, exist_ok=True)
    studios.places.history.write_bytes(b"not a database " * 500)
    studio = studios.start()
    with qtbot.waitSignal(studio.history.changed):
        act(studio, "view.history")
    qtbot.waitUntil(studio.window.notices.bar.isVisible)
    assert "begins anew" in studio.window.notices.bar.accessibleName()


def test_a_watched_host_that_changed_is_told_at_the_next_start(qtbot: QtBot, studios: Studios) -> None:
    with serve(response(200, LIVE)) as server:
        origin = server.url
        with History.open(studios.places.history) as history:
            history.record(answered(TWO, host=origin))
            history.watch(origin, timedelta(hours=1))
        with closing(sqlite3.connect(studios.places.history)) as connection, connection:
            connection.execute("UPDATE watched SET tried_at = NULL")
        studio = studios.start()
        with qtbot.waitSignal(studio.histories.watcher.news, timeout=10_000):
            pass
    assert f"The robots.txt of {origin} has changed." in studio.window.notices.bar.accessibleName()
    QTest.mouseClick(offers(studio.window.notices.bar)[0], Qt.MouseButton.LeftButton)
    assert studio.window.current_tab == "history"


def test_an_old_version_is_what_the_draft_is_compared_with(qtbot: QtBot, kept: Studios) -> None:
    studio = kept.start()
    studio.document.load(ONE, Origin.of_template())
    look(qtbot, studio)
    with qtbot.waitSignal(studio.histories.baseline_chosen):
        studio.histories.panel.compare.baseline_button.click()
    current = studio.changes.baselines.current
    assert current is not None
    assert (current.title, current.body) == (HOST, TWO)


def test_a_watched_host_is_asked_only_whether_anything_changed(qtbot: QtBot, studios: Studios) -> None:
    with serve(_unless_modified) as server:
        with History.open(studios.places.history) as history:
            history.record(answered(host=server.url, headers=(("ETag", '"x"'),)))
            history.watch(server.url, timedelta(hours=1))
        with closing(sqlite3.connect(studios.places.history)) as connection, connection:
            connection.execute("UPDATE watched SET tried_at = NULL")
        studio = studios.start()
        with qtbot.waitSignal(studio.histories.watcher.refetched, timeout=10_000):
            pass
        studios.end(studio)
        with History.open(studios.places.history) as history:
            newest, _ = history.timeline(server.url)
            assert (newest.is_unmodified, newest.marks, history.body(newest)) == (True, EntryMark.NONE, ONE)


def test_closing_while_a_watched_host_is_fetched_is_clean(qtbot: QtBot, studios: Studios) -> None:
    with serve(hang) as server:
        with History.open(studios.places.history) as history:
            history.watch(server.url, timedelta(hours=1))
        studio = studios.start()
        qtbot.waitUntil(lambda: bool(studio.histories.watcher._running))
        studios.end(studio)
    with History.open(studios.places.history) as history:
        assert history.timeline(server.url) == ()


def test_what_is_not_watched_is_not_fetched(qtbot: QtBot, kept: Studios) -> None:
    studio = kept.start()
    with qtbot.assertNotEmitted(studio.histories.watcher.refetched):
        look(qtbot, studio)


def _unless_modified(connection: Connection) -> None:
    """Respond 304 to clients that have the file, else a new file."""
    is_known = b'if-none-match: "x"' in connection.head.lower()
    connection.send(response(304) if is_known else response(200, LIVE))
