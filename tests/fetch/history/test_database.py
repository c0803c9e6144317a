"""The file of the history: its versions, its damages, and several programs at once."""

import multiprocessing
import os
import sqlite3
import stat
import sys
from collections.abc import Callable
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from robotstudio.fetch.history.database import MIGRATIONS, NEWEST, connect, migrate, version_of
from robotstudio.fetch.history.model import HistoryLimits
from robotstudio.fetch.history.store import History
from robotstudio.store.errors import HistoryError
from tests.fetch.history.evidences import HOST, ONE, TWO, answered

_SAMPLE = (
    "INSERT INTO body VALUES ('ab', 3, x'00')",
    (
        "INSERT INTO entry (id, host, requested, final_url, outcome, status, failure, redirects, content_type,"
        " body_kind, size, truncated, sha256, is_unmodified, headers, elapsed_ms, fetched_at, user_agent, marks)"
        " VALUES (7, 'https://old.example', 'https://old.example/robots.txt',"
        " 'https://old.example/robots.txt', 'success', 200, NULL, 0, 'text/plain', 'robots', 3, 0, 'ab', 0,"
        " '[[\"etag\", \"x\"]]', 1.5, 1790000000000, 'RobotStudio', 1)"
    ),
)
_PROCESSES, _EACH = 4, 40


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite"


def aside(path: Path) -> list[Path]:
    """Return what was moved aside, except the companions."""
    return sorted(path.parent.glob(f"{path.stem}.broken-*{path.suffix}"))


def test_versions_follow_one_another() -> None:
    assert [migration.version for migration in MIGRATIONS] == list(range(1, NEWEST + 1))


@pytest.mark.parametrize("version", range(1, NEWEST + 1))
def test_a_history_of_each_older_version_is_brought_up_to_date(path: Path, version: int) -> None:
    with closing(connect(path)) as connection:
        migrate(connection, version)
        assert version_of(connection) == version
        for statement in _SAMPLE:
            connection.execute(statement)
    with History.open(path) as history:
        assert history.notices == ()
        (entry,) = history.timeline("https://old.example")
        assert (entry.id, entry.status, entry.header("etag")) == (7, 200, "x")
        assert history.record(answered()) is not None
        assert history.watched() == ()
    with closing(connect(path)) as connection:
        assert version_of(connection) == NEWEST


def test_tables_are_the_same_whatever_the_version_before(tmp_path: Path) -> None:
    found = set()
    for version in range(NEWEST + 1):
        with closing(connect(tmp_path / f"{version}.sqlite")) as connection:
            migrate(connection, version)
            migrate(connection)
            found.add(tuple(connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()))
    assert len(found) == 1


def test_a_migration_that_fails_changes_nothing(path: Path) -> None:
    with closing(connect(path)) as connection:
        migrate(connection, 1)
        connection.execute("CREATE TABLE watched (other TEXT)")
        with pytest.raises(sqlite3.OperationalError):
            migrate(connection)
        assert version_of(connection) == 1


def test_the_history_of_a_newer_program_is_left_alone(path: Path) -> None:
    with History.open(path):
        pass
    with closing(connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
    with pytest.raises(HistoryError, match="newer Robot Studio"):
        History.open(path)
    assert aside(path) == []


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def scribble(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)


def replace_by_text(path: Path) -> None:
    path.write_text("User-agent: *\n" * 1000)


def replace_by_another_database(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE mine (x)")


DAMAGES: tuple[Callable[[Path], None], ...] = (cut, scribble, replace_by_text, replace_by_another_database)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_broken_history_is_kept_aside_and_a_new_one_begun(path: Path, damage: Callable[[Path], None]) -> None:
    with History.open(path) as history:
        for number in range(50):
            history.record(answered(f"Disallow: /{number}".encode() * 50))
    damage(path)
    broken = path.read_bytes()
    with History.open(path) as history:
        (notice,) = map(str, history.notices)
        (kept,) = aside(path)
        assert str(kept) in notice
        assert kept.read_bytes() == broken
        assert history.timeline(HOST) == ()
        assert history.record(answered()) is not None
    with History.open(path) as history:
        assert history.notices == ()
        assert len(history.timeline(HOST)) == 1


def test_what_was_not_yet_moved_into_the_file_survives_a_crash(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_write_and_die, args=(path,))
    process.start()
    process.join()
    assert process.exitcode == 3
    with History.open(path) as history:
        assert history.notices == ()
        assert len(history.timeline(HOST)) == 3


def _write_and_die(path: Path) -> None:
    history = History.open(path)
    for _ in range(3):
        history.record(answered())
    os._exit(3)


def _write(path: Path, start: Connection, writer: int) -> None:
    start.send("ready")
    start.recv()
    with History.open(path, HistoryLimits(max_bytes=10_000_000)) as history:
        for number in range(_EACH):
            history.record(answered((ONE, TWO)[number % 2], host=f"https://{writer}.example"))
            history.record(answered((ONE, TWO)[number % 2]))


def test_several_programs_write_at_once_and_lose_nothing(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    # Pipes, for a barrier needs shared memory, which not every container has.
    pipes = [context.Pipe() for _ in range(_PROCESSES)]
    processes = [context.Process(target=_write, args=(path, end, n)) for n, (_, end) in enumerate(pipes)]
    for process in processes:
        process.start()
    for pipe, _ in pipes:
        pipe.recv()
    for pipe, _ in pipes:
        pipe.send("go")
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * _PROCESSES
    with History.open(path) as history:
        assert history.notices == ()
        assert len(history.timeline(HOST)) == _PROCESSES * _EACH
        assert [len(history.timeline(f"https://{writer}.example")) for writer in range(_PROCESSES)] == [
            _EACH
        ] * _PROCESSES
        assert aside(path) == []


def test_reading_goes_on_while_another_window_writes(path: Path) -> None:
    with History.open(path) as history, closing(connect(path)) as other:
        history.record(answered())
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM entry")
        assert len(history.timeline(HOST)) == 1
        other.execute("ROLLBACK")


def test_a_window_that_never_lets_go_is_told_in_a_sentence(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robotstudio.fetch.history.database.BUSY_SECONDS", 0.05)
    with History.open(path) as history, closing(connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(HistoryError, match="in use by another window"):
            history.record(answered())
        other.execute("ROLLBACK")
        assert history.record(answered()) is not None


def test_a_place_where_nothing_can_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(HistoryError, match="Fetches are not saved"):
        History.open(tmp_path / "file" / "history.sqlite")
    (tmp_path / "directory.sqlite").mkdir()
    with pytest.raises(HistoryError, match=r"directory\.sqlite"):
        History.open(tmp_path / "directory.sqlite")


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
def test_the_files_are_for_the_person_alone(path: Path) -> None:
    with History.open(path) as history:
        history.record(answered())
        rights = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert rights == {0o600}
