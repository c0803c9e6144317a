"""Fetches are saved, and their versions are offered again after a restart."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.fetch.history.model import Entry, EntryMark
from robotstudio.fetch.history.store import History
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.jobs.watching import News
from robotstudio.ui.shell import dialogs
from robotstudio.ui.widgets.menus import MenuAction
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


def rows(studio: Studio) -> list[tuple[str, str]]:
    """Return the titles of the kept versions, and what was different."""
    return [(row.title, row.below) for row in studio.changes.panel.versions.list.rows if row.entry is not None]


def look(qtbot: QtBot, studio: Studio) -> None:
    """Show the versions, and wait until it is known what was different."""
    act(studio, "view.history")
    qtbot.waitUntil(lambda: bool(rows(studio)))


def entry(studio: Studio, row: int) -> Entry:
    return [row.entry for row in studio.changes.panel.versions.list.rows if row.entry is not None][row]


def choose(action: MenuAction) -> None:
    assert action.slot is not None
    action.slot()


def trigger(studio: Studio, row: int, text: str) -> None:
    """Choose what the context menu of a kept version has."""
    panel = studio.changes.panel
    kept = [each for each in panel.versions.list.rows if each.entry is not None]
    [action] = [each for each in panel.menus.rows_of(kept[row]) if each.text == text]
    choose(action)


def more(studio: Studio, text: str) -> MenuAction:
    """Return an entry of the menu about the history."""
    [action] = [each for each in studio.changes.panel.menus.more() if each.text == text]
    return action


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
    assert entry(studio, 0).id == recorded.args[0].id
    trigger(studio, 0, "Open in a tab")
    qtbot.waitUntil(lambda: studio.tabs.front.editor.body() == LIVE)


def test_a_window_that_closes_at_once_has_kept_its_fetch(studios: Studios) -> None:
    studio = studios.start()
    studio.history.record(answered())
    studios.end(studio)
    with History.open(studios.places.history) as history:
        assert len(history.timeline(HOST)) == 1


def test_live_file_says_when_it_was_first_seen(qtbot: QtBot, kept: Studios) -> None:
    with History.open(kept.places.history) as history:
        history.record(answered(TWO, hour=3))
    studio = kept.start()
    studio.document.load(TWO, Origin.of_template(), site=HOST)
    look(qtbot, studio)
    live = answered(TWO, hour=5).fetched_at
    studio.changes.baselines.put(Baseline("live", "live", TWO, live, f"{HOST}/robots.txt"))
    studio.changes.show_history()
    said = [row.below for row in studio.changes.panel.versions.list.rows if row.id == "live"]
    assert said == [f"first seen {answered(hour=1).fetched_at.astimezone():%H:%M}"]
    studio.changes.baselines.put(Baseline("live", "live", ONE, live, f"{HOST}/robots.txt"))
    studio.changes.show_history()
    said = [row.below for row in studio.changes.panel.versions.list.rows if row.id == "live"]
    assert said == [f"fetched {live.astimezone():%H:%M}"]  # the newest kept file is another


def test_an_old_version_becomes_a_new_draft_for_its_site(qtbot: QtBot, kept: Studios) -> None:
    studio = kept.start()
    look(qtbot, studio)
    trigger(studio, 0, "Open in a tab")
    qtbot.waitUntil(lambda: studio.tabs.front.editor.body() == TWO)
    front = studio.tabs.front
    settle(front)
    assert front.editor.is_modified
    assert front.document.path is None
    assert front.session.robots_url == f"{HOST}/robots.txt"


def test_old_version_comes_beside_what_is_open(qtbot: QtBot, kept: Studios, tmp_path: Path) -> None:
    studio = kept.start()
    (tmp_path / "mine.txt").write_bytes(ONE)
    studio.open(tmp_path / "mine.txt")
    studio.editor.replace_body(b"# mine\n")
    look(qtbot, studio)
    trigger(studio, 0, "Open in a tab")
    qtbot.waitUntil(lambda: studio.tabs.front is not studio)
    assert studio.editor.body() == b"# mine\n"
    assert studio.tabs.front.editor.body() == TWO
    assert studio.tabs.front.session.robots_url == f"{HOST}/robots.txt"


def test_each_version_says_what_was_different(qtbot: QtBot, kept: Studios) -> None:
    studio = kept.start()
    look(qtbot, studio)
    qtbot.waitUntil(lambda: rows(studio)[1][1] == "/two was open")
    assert len(rows(studio)) == 2


def test_outage_is_listed_and_cannot_be_compared_with(qtbot: QtBot, studios: Studios) -> None:
    with History.open(studios.places.history) as history:
        for fetch in (answered(), answered(), answered(b"down", 503, hour=1)):
            history.record(fetch)
    studio = studios.start()
    look(qtbot, studio)
    assert rows(studio)[0][1] == "503 · no file"
    assert len(rows(studio)) == 2
    panel = studio.changes.panel
    assert not any(each.is_enabled for each in panel.menus.rows_of(panel.versions.list.rows[0]))
    assert "503" in panel.versions.last.text()


def test_a_rule_is_dated(qtbot: QtBot, kept: Studios) -> None:
    studio = kept.start()
    look(qtbot, studio)
    said: list[str] = []
    studio.histories.tell_since(b"Disallow: /two", said.append)
    studio.histories.tell_since(b"User-agent: *", said.append)
    studio.histories.tell_since(b"Disallow: /nowhere", said.append)
    qtbot.waitUntil(lambda: len(said) == 3)
    assert said[0].startswith("“Disallow: /two” has been there since ")
    assert "at least" not in said[0]
    assert " since at least " in said[1]
    assert said[2] == "“Disallow: /nowhere” is not in the newest kept file."


def test_no_rule_is_dated_without_a_kept_file(qtbot: QtBot, studios: Studios) -> None:
    studio = studios.start()
    said: list[str] = []
    studio.histories.tell_since(b"Disallow: /two", said.append)
    assert said == ["No file is kept yet."]
    with History.open(studios.places.history) as history:
        history.record(answered())
    studio.document.load(ONE, Origin.of_template(), site="https://other.example")
    settle(studio)
    studio.histories.tell_since(b"Disallow: /one", said.append)
    qtbot.waitUntil(lambda: len(said) == 2)
    assert said[1] == "No file of https://other.example is kept."


def test_news_of_an_outage_show_no_error_page_as_rules(qtbot: QtBot, kept: Studios) -> None:
    with History.open(kept.places.history) as history:
        outage = history.record(answered(b"User-agent: *\nDisallow: /\n", 503, hour=2))
    assert outage is not None
    studio = kept.start()
    studio.document.load(ONE, Origin.of_template())
    settle(studio)
    before = studio.changes.baselines.current
    studio.histories.watcher.news.emit(News(outage, None))
    QTest.mouseClick(offers(studio.window.notices.bar)[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "sent no file" in studio.window.notices.bar.accessibleName())
    assert studio.window.current_tab == "changes"
    assert studio.changes.baselines.current == before


def test_named_version_stays_in_a_long_list(qtbot: QtBot, studios: Studios) -> None:
    with History.open(studios.places.history) as history:
        first = history.record(answered(b"# 0\n"))
        assert first is not None
        history.set_name(first, "the oldest")
        for number in range(1, 30):
            history.record(answered(b"down", 503, hour=number))
            history.record(answered(b"# %d\n" % number, hour=number))
    studio = studios.start()
    look(qtbot, studio)
    panel = studio.changes.panel
    files = [row for row in panel.versions.list.rows if row.entry is not None and row.entry.has_rules]
    assert (len(files), files[-1].title) == (21, "the oldest")
    assert panel.versions.show_all.text() == "Show 9 older"
    panel.versions.show_all.click()
    files = [row for row in panel.versions.list.rows if row.entry is not None and row.entry.has_rules]
    assert (len(files), panel.versions.show_all.isVisible()) == (30, False)


def test_damaged_version_hides_no_difference_of_others(qtbot: QtBot, kept: Studios) -> None:
    with History.open(kept.places.history) as history:
        damaged = history.record(answered(b"# damaged\n", hour=2))
        history.record(answered(ONE, hour=3))
    assert damaged is not None
    with closing(sqlite3.connect(kept.places.history)) as connection, connection:
        connection.execute("UPDATE body SET packed = x'00' WHERE sha256 = ?", (damaged.sha256,))
    studio = kept.start()
    look(qtbot, studio)
    qtbot.waitUntil(lambda: rows(studio)[3][1] == "/two was open")
    assert [below for _, below in rows(studio)] == ["newest kept version", "", "", "/two was open"]


def test_version_that_cannot_be_read_is_not_marked_as_compared(qtbot: QtBot, kept: Studios) -> None:
    studio = kept.start()
    studio.document.load(ONE, Origin.of_template())
    look(qtbot, studio)
    current = studio.changes.panel.versions.list.current
    with closing(sqlite3.connect(kept.places.history)) as connection, connection:
        connection.execute("UPDATE body SET packed = x'00'")
    with qtbot.waitSignal(studio.history.failed):
        trigger(studio, 0, "Compare with this version")
    assert studio.changes.panel.versions.list.current == current


def test_version_that_is_read_late_does_not_replace_a_later_choice(qtbot: QtBot, kept: Studios, tmp_path: Path) -> None:
    studio = kept.start()
    (tmp_path / "mine.txt").write_bytes(ONE)
    studio.open(tmp_path / "mine.txt")
    look(qtbot, studio)
    read: list[partial[None]] = []
    later = studio.history.read_version
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studio.history, "read_version", lambda *asked: read.append(partial(later, *asked)))
        trigger(studio, 0, "Compare with this version")
    studio.changes.choose("disk")
    read[0]()
    done: list[object] = []
    studio.history.ask(lambda _history: None, done.append)
    qtbot.waitUntil(lambda: bool(done))
    assert studio.changes.baselines.current is not None
    assert studio.changes.baselines.current.id == "disk"


def test_opening_a_file_ends_the_choice_of_another_site(qtbot: QtBot, kept: Studios) -> None:
    with History.open(kept.places.history) as history:
        history.record(answered(host="https://other.example", hour=2))
    studio = kept.start()
    studio.document.load(ONE, Origin.of_template(), site=HOST)
    look(qtbot, studio)
    [site] = [each for each in more(studio, "Versions of another site").rows if each.text == "https://other.example"]
    choose(site)
    qtbot.waitUntil(lambda: len(rows(studio)) == 1)
    studio.document.load(TWO, Origin.of_template(), site=HOST)
    qtbot.waitUntil(lambda: len(rows(studio)) == 2)
    studio.document.load(TWO, Origin.of_template(), site="https://other.example")
    qtbot.waitUntil(lambda: len(rows(studio)) == 1)


def test_a_version_gets_a_name(qtbot: QtBot, kept: Studios, monkeypatch: pytest.MonkeyPatch) -> None:
    studio = kept.start()
    look(qtbot, studio)
    monkeypatch.setattr(dialogs, "ask_version_name", lambda *_: "before the relaunch")
    trigger(studio, 1, "Name…")
    qtbot.waitUntil(lambda: rows(studio)[1][0] == "before the relaunch")


def test_a_version_is_removed_only_when_the_person_confirms(
    qtbot: QtBot, kept: Studios, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = kept.start()
    look(qtbot, studio)
    monkeypatch.setattr(dialogs, "ask_remove_version", lambda *_: False)
    trigger(studio, 1, "Delete…")
    monkeypatch.setattr(dialogs, "ask_remove_version", lambda *_: True)
    with qtbot.waitSignal(studio.history.changed) as changed:
        trigger(studio, 1, "Delete…")
    assert [each.size for each in changed.args[0].entries] == [len(TWO)]
    assert len(rows(studio)) == 1


def test_a_host_is_removed_only_when_the_person_confirms(
    qtbot: QtBot, kept: Studios, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = kept.start()
    look(qtbot, studio)
    monkeypatch.setattr(dialogs, "ask_forget_host", lambda *_: False)
    choose(more(studio, "Delete this site's history…"))
    monkeypatch.setattr(dialogs, "ask_forget_host", lambda *_: True)
    with qtbot.waitSignal(studio.history.changed) as changed:
        choose(more(studio, "Delete this site's history…"))
    assert changed.args[0].hosts == ()
    assert rows(studio) == []
    assert not more(studio, "Delete this site's history…").is_enabled


def test_a_host_is_exported(qtbot: QtBot, kept: Studios, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    studio = kept.start()
    look(qtbot, studio)
    monkeypatch.setattr(dialogs, "ask_export_history_path", lambda *_: tmp_path / "out.zip")
    with qtbot.waitSignal(studio.history.exported):
        choose(more(studio, "Export this site's history…"))
    assert (tmp_path / "out.zip").exists()
    assert "2 fetches written" in studio.window.status_bar.message.text()


def test_versions_of_another_site_can_be_chosen(qtbot: QtBot, kept: Studios) -> None:
    with History.open(kept.places.history) as history:
        history.record(answered(host="https://other.example", hour=2))
    studio = kept.start()
    look(qtbot, studio)
    assert studio.histories.host == "https://other.example"
    [site] = [each for each in more(studio, "Versions of another site").rows if each.text == HOST]
    choose(site)
    qtbot.waitUntil(lambda: len(rows(studio)) == 2)


def test_a_site_is_watched_from_below_the_list(qtbot: QtBot, kept: Studios) -> None:
    studio = kept.start()
    look(qtbot, studio)
    panel = studio.changes.panel
    assert panel.versions.watch_button.text() == "off"
    [every] = [each for each in panel.menus.watching() if each.text == "every hour"]
    with qtbot.waitSignal(studio.history.watch_list_changed):
        choose(every)
    qtbot.waitUntil(lambda: panel.versions.watch_button.text() == "every hour")


def test_menu_tells_where_the_history_is(qtbot: QtBot, kept: Studios) -> None:
    studio = kept.start()
    look(qtbot, studio)
    assert studio.changes.panel.menus.more()[-1].text.endswith(f" of at most 128 MiB in {kept.places.history}")


def test_that_no_history_is_wanted_is_remembered(studios: Studios) -> None:
    studio = studios.start()
    act(studio, "view.history")
    choose(more(studio, "Save fetches"))
    studios.end(studio)
    studio = studios.start()
    act(studio, "view.history")
    assert not more(studio, "Save fetches").is_checked
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
    assert "a new one was started" in studio.window.notices.bar.accessibleName()


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
    assert studio.window.current_tab == "changes"
    qtbot.waitUntil(lambda: (studio.changes.baselines.current or Baseline("", "", b"")).body == LIVE)


def test_an_old_version_is_what_the_draft_is_compared_with(qtbot: QtBot, kept: Studios) -> None:
    studio = kept.start()
    studio.document.load(ONE, Origin.of_template())
    look(qtbot, studio)
    trigger(studio, 0, "Compare with this version")
    current = studio.changes.baselines
    qtbot.waitUntil(lambda: current.current is not None and current.current.title == HOST)
    assert current.current is not None
    assert current.current.body == TWO


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
