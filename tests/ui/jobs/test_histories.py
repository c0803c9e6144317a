"""The history for the window: queries do not block, and are answered in the window's thread."""

import threading
import zipfile
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.fetch.history.store import History
from robotstudio.ui.jobs.histories import NOTHING, HistoryRunner, Snapshot
from tests.fetch.history.evidences import HOST, ONE, TWO, answered

OTHER = "https://other.example"


def shown(qtbot: QtBot, controller: HistoryRunner, host: str = "") -> Snapshot:
    """Return the snapshot of a host."""
    with qtbot.waitSignal(controller.changed) as changed:
        controller.show_host(host)
    snapshot = changed.args[0]
    assert isinstance(snapshot, Snapshot)
    return snapshot


def test_a_fetch_is_kept_and_its_host_shown(qtbot: QtBot, controller: HistoryRunner) -> None:
    threads: list[QThread] = []
    controller.changed.connect(lambda _snapshot: threads.append(QThread.currentThread()))
    with qtbot.waitSignal(controller.changed) as changed:
        controller.record(answered())
    assert changed.args[0].host == HOST
    assert [entry.size for entry in changed.args[0].entries] == [len(ONE)]
    assert changed.args[0].summary.entries == 1
    assert threads == [controller.thread()]


def test_nothing_is_kept_where_the_person_wants_none(qtbot: QtBot, controller: HistoryRunner, path: Path) -> None:
    controller.set_kept(is_kept=False)
    controller.record(answered())
    assert shown(qtbot, controller) == NOTHING
    assert not path.exists()


def test_what_was_kept_before_it_was_switched_off_can_still_be_seen(qtbot: QtBot, controller: HistoryRunner) -> None:
    with qtbot.waitSignal(controller.changed):
        controller.record(answered())
    controller.set_kept(is_kept=False)
    controller.record(answered(TWO))
    assert len(shown(qtbot, controller).entries) == 1


def test_the_host_that_is_shown_stays_while_it_is_there(qtbot: QtBot, controller: HistoryRunner) -> None:
    for host in (HOST, OTHER):
        with qtbot.waitSignal(controller.changed):
            controller.record(answered(host=host))
    assert shown(qtbot, controller, HOST).host == HOST
    with qtbot.waitSignal(controller.changed) as changed:
        controller.forget(HOST)
    assert changed.args[0].host == OTHER


def test_a_version_is_named_and_removed_with_the_fetches_that_brought_the_same(
    qtbot: QtBot, controller: HistoryRunner
) -> None:
    for fetch in (answered(), answered(), answered(TWO)):
        with qtbot.waitSignal(controller.changed):
            controller.record(fetch)
    *_, oldest = shown(qtbot, controller).entries
    with qtbot.waitSignal(controller.changed) as changed:
        controller.set_name(oldest, "before the relaunch")
    assert [entry.name for entry in changed.args[0].entries] == ["", "", "before the relaunch"]
    with qtbot.waitSignal(controller.changed) as changed:
        controller.remove_version(oldest)
    assert [entry.size for entry in changed.args[0].entries] == [len(TWO)]


def test_a_host_is_watched_and_exported(qtbot: QtBot, controller: HistoryRunner, tmp_path: Path) -> None:
    with qtbot.waitSignal(controller.changed):
        controller.record(answered())
    with qtbot.waitSignal(controller.watch_list_changed), qtbot.waitSignal(controller.changed) as changed:
        controller.watch(HOST, timedelta(hours=6))
    assert changed.args[0].summary.every == timedelta(hours=6)
    with qtbot.waitSignal(controller.exported) as exported:
        controller.export(HOST, tmp_path / "out.zip")
    assert exported.args == [tmp_path / "out.zip", 1]
    assert zipfile.is_zipfile(tmp_path / "out.zip")


def test_what_cannot_be_done_is_a_sentence(qtbot: QtBot, controller: HistoryRunner, tmp_path: Path) -> None:
    with qtbot.waitSignal(controller.failed) as failed:
        controller.export(HOST, tmp_path / "no" / "out.zip")
    assert "out.zip" in str(failed.args[0])


def test_a_history_that_was_moved_aside_is_told(qtbot: QtBot, controller: HistoryRunner, path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)
    with qtbot.waitSignal(controller.noticed) as noticed:
        controller.refresh()
    assert "a new one was started" in str(noticed.args[0])


def test_what_was_fetched_last_is_written_before_the_window_is_gone(qapp: QApplication, path: Path) -> None:
    controller = HistoryRunner(path, qapp)
    for _ in range(10):
        controller.record(answered())
    controller.close()
    controller.deleteLater()
    assert not [thread for thread in threading.enumerate() if thread.name == "history"]
    with History.open(path) as history:
        assert len(history.timeline(HOST)) == 10
