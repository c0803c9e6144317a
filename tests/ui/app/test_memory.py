"""State that the window remembers between runs."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from robotstudio.project.state import State, StateStore
from robotstudio.ui.app.memory import Memory
from robotstudio.ui.shell.notices import Notices
from robotstudio.ui.widgets.notice_bar import NoticeBar
from tests.ui.parts import part_of


@pytest.fixture
def notices(qtbot: QtBot) -> Notices:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    return Notices(bar)


def memory_in(path: Path, notices: Notices) -> Memory:
    return Memory(StateStore(path), lambda: State(zoom=20), notices, notices)


def test_what_was_collected_is_read_again(tmp_path: Path, notices: Notices) -> None:
    path = tmp_path / "a" / "state.json"
    memory_in(path, notices).close()
    assert memory_in(path, notices).take(StateStore(path).load()).zoom == 20
    assert notices.bar.isHidden()


def test_many_changes_are_written_once_and_soon(qtbot: QtBot, tmp_path: Path, notices: Notices) -> None:
    path = tmp_path / "state.json"
    memory = memory_in(path, notices)
    part_of(memory, QTimer).setInterval(20)
    for _ in range(5):
        memory.write_soon("whatever changed")
    assert not path.exists()
    qtbot.waitUntil(path.exists)
    assert not part_of(memory, QTimer).isActive()
    memory.close()


def test_what_cannot_be_written_soon_is_told_as_well(qtbot: QtBot, tmp_path: Path, notices: Notices) -> None:
    (tmp_path / "file").write_bytes(b"")
    memory = memory_in(tmp_path / "file" / "state.json", notices)
    part_of(memory, QTimer).setInterval(0)
    memory.write_soon()
    qtbot.waitUntil(lambda: not notices.bar.isHidden())
    memory.close()


def test_window_is_not_held_up_while_the_disk_writes(qtbot: QtBot, tmp_path: Path, notices: Notices) -> None:
    wrote = []

    class Slow(StateStore):
        def save(self, state: State) -> None:
            wrote.append(threading.current_thread() is threading.main_thread())
            super().save(state)

    memory = Memory(Slow(tmp_path / "state.json"), lambda: State(zoom=20), notices, notices)
    part_of(memory, QTimer).setInterval(0)
    memory.write_soon()
    qtbot.waitUntil(lambda: bool(wrote))
    memory.close()
    assert wrote == [False, True]


def test_place_that_cannot_be_written_is_told(tmp_path: Path, notices: Notices) -> None:
    (tmp_path / "file").write_bytes(b"")
    memory_in(tmp_path / "file" / "state.json", notices).close()
    assert not notices.bar.isHidden()
    assert str(tmp_path / "file") in notices.bar.accessibleName()


def test_broken_file_is_told_and_gives_a_first_run(tmp_path: Path, notices: Notices) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(b"{")
    assert memory_in(path, notices).take(StateStore(path).load()) == State()
    assert "kept as" in notices.bar.accessibleName()
