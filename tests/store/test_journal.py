"""Unsaved texts survive a crash."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.store.errors import FileError
from robotstudio.store.files import READ_LIMIT, read_stamped
from robotstudio.store.journal import Journal


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal"


@pytest.fixture
def journal(directory: Path) -> Iterator[Journal]:
    with Journal(directory) as journal:
        yield journal


def _crash(directory: Path, key: str, path: Path | None, body: bytes) -> None:
    """Write an entry and end without clearing it: in a crash, the system releases the lock."""
    with Journal(directory) as crashed:
        crashed.write(key, path, body)


def test_a_journal_leaves_nothing_until_it_is_written(directory: Path, journal: Journal) -> None:
    assert journal.orphans() == ()
    assert not directory.exists()


@pytest.mark.parametrize("path", [None, Path("/srv/www/robots.txt"), Path("/srv/\udcff\nü/robots.txt")])
@pytest.mark.parametrize("body", [b"", b"User-agent: *\n", b"\xff\0\r\n\n"])
def test_what_a_crashed_program_had_not_saved_is_offered(
    directory: Path, journal: Journal, path: Path | None, body: bytes
) -> None:
    _crash(directory, "one", path, body)
    (orphan,) = journal.orphans()
    assert (orphan.path, orphan.body) == (path, body)
    assert timedelta(0) <= datetime.now(UTC) - orphan.written_at < timedelta(minutes=1)


def test_what_the_changed_file_was_like_is_kept_with_the_text(directory: Path, journal: Journal) -> None:
    file = directory.parent.parent / "robots.txt"
    file.write_bytes(b"User-agent: *\n")
    with Journal(directory) as crashed:
        crashed.write("one", file, b"unsaved", read_stamped(file)[1])
    (orphan,) = journal.orphans()
    assert orphan.stamp
    assert orphan.stamp.check(file) == "same"
    file.write_bytes(b"User-agent: x\n")
    assert orphan.stamp.check(file) == "changed"


def test_the_text_of_a_killed_program_is_offered(directory: Path, journal: Journal) -> None:
    program = (
        "import pathlib, sys, robotstudio.store.journal as j; journal = j.Journal(pathlib.Path(sys.argv[1]));"
        "journal.write('one', None, b'unsaved'); print('written', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, directory], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "written\n"
        assert journal.orphans() == ()
        process.kill()
    assert [orphan.body for orphan in journal.orphans()] == [b"unsaved"]


def test_the_text_of_a_running_window_is_not_offered(directory: Path, journal: Journal) -> None:
    with Journal(directory) as running:
        running.write("one", None, b"unsaved")
        assert running.orphans() == journal.orphans() == ()


def test_only_the_last_text_of_a_document_is_kept(directory: Path, journal: Journal) -> None:
    with Journal(directory) as crashed:
        crashed.write("one", None, b"first")
        crashed.write("two", None, b"other")
        crashed.write("one", None, b"last")
    assert [orphan.body for orphan in journal.orphans()] == [b"last", b"other"]


def test_a_saved_document_is_forgotten(directory: Path, journal: Journal) -> None:
    with Journal(directory) as other:
        other.write("one", None, b"unsaved")
        other.clear("one")
        other.clear("one")
    assert journal.orphans() == ()
    assert list(directory.iterdir()) == []


def test_what_a_closed_journal_has_left_is_no_longer_its_own(directory: Path, journal: Journal) -> None:
    with Journal(directory) as ended:
        ended.write("one", None, b"unsaved")
    ended.write("one", None, b"later")
    ended.write("two", None, b"later")
    ended.clear("one")
    ended.close()
    assert [orphan.body for orphan in journal.orphans()] == [b"unsaved"]


def test_one_program_offers_an_orphan_at_a_time(directory: Path, journal: Journal) -> None:
    _crash(directory, "one", None, b"unsaved")
    assert len(journal.orphans()) == 1
    with Journal(directory) as second:
        assert second.orphans() == ()
        journal.close()
        assert len(second.orphans()) == 1


def test_a_discarded_orphan_is_gone_with_its_lock(directory: Path, journal: Journal) -> None:
    _crash(directory, "one", None, b"unsaved")
    journal.discard(journal.orphans()[0])
    assert journal.orphans() == ()
    journal.close()
    assert list(directory.iterdir()) == []


def test_an_orphan_without_a_lock_file_is_offered(directory: Path, journal: Journal) -> None:
    _crash(directory, "one", None, b"unsaved")
    for lock in directory.glob("*.lock"):
        lock.unlink()
    assert len(journal.orphans()) == 1


def test_what_a_crash_left_beside_entries_is_swept(directory: Path, journal: Journal) -> None:
    directory.mkdir(parents=True)
    owner = "0" * 32
    for name in (f"{owner}.lock", f".{owner}-one.jou.012345abcdef.tmp"):
        (directory / name).write_bytes(b"")
    (directory / "notes.txt").write_bytes(b"")
    assert journal.orphans() == ()
    journal.close()
    assert [file.name for file in directory.iterdir()] == ["notes.txt"]


@given(st.data())
def test_a_damaged_entry_is_skipped(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    directory = tmp_path_factory.mktemp("journal")
    _crash(directory, "good", None, b"good")
    _crash(directory, "bad", None, b"unsaved")
    (entry,) = directory.glob("*-bad.journal")
    content = entry.read_bytes()
    place = data.draw(st.integers(0, len(content)))
    entry.write_bytes(content[:place] + data.draw(st.binary(max_size=5)))
    with Journal(directory) as journal:
        assert {orphan.body for orphan in journal.orphans()} <= {b"good", b"unsaved"}
        assert b"good" in {orphan.body for orphan in journal.orphans()}


@pytest.mark.parametrize(
    "header",
    [b"[]", b"1", b"[" * 100_000, b'{"format": 2}', b'{"format": 1, "sha256": 1, "path": 1, "written_at": 1}'],
    ids=["list", "number", "deep", "other version", "wrong types"],
)
def test_a_strange_entry_is_skipped(directory: Path, journal: Journal, header: bytes) -> None:
    directory.mkdir(parents=True)
    (directory / f"{'0' * 32}-one.journal").write_bytes(header + b"\nbody")
    assert journal.orphans() == ()
    (aside,) = journal.take_unreadable()
    assert aside.read_bytes() == header + b"\nbody", "its bytes are kept"
    assert not journal.orphans()
    assert not journal.take_unreadable(), "it is told once"
    with Journal(directory) as later:
        assert not later.orphans()
        assert not later.take_unreadable()


def test_an_entry_that_cannot_be_set_aside_stays_where_it_is(
    directory: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory.mkdir(parents=True)
    entry = directory / f"{'0' * 32}-one.journal"
    entry.write_bytes(b"{}")

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "replace", refuse)
    assert not journal.orphans()
    assert not journal.take_unreadable()
    assert entry.read_bytes() == b"{}"


def test_a_text_larger_than_what_is_opened_is_kept(directory: Path, journal: Journal) -> None:
    body = b"Disallow: /\n" * (READ_LIMIT // 12 + 1)
    _crash(directory, "one", None, body)
    assert [orphan.body == body for orphan in journal.orphans()] == [True]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no POSIX modes")
def test_an_entry_can_be_read_by_the_user_alone(directory: Path, journal: Journal) -> None:
    mask = os.umask(0)
    try:
        journal.write("one", None, b"unsaved")
        assert {stat.S_IMODE(path.stat().st_mode) for path in directory.iterdir()} == {0o600}
        assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    finally:
        os.umask(mask)


def test_a_directory_that_cannot_be_made_is_an_error_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    journal = Journal(tmp_path / "file" / "journal")
    with pytest.raises(FileError, match="could not be created"):
        journal.write("one", None, b"")
    assert journal.orphans() == ()


def test_a_directory_without_locks_is_an_error_with_a_sentence(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise OSError

    monkeypatch.setattr("robotstudio.store.lock._lock", refuse)
    with pytest.raises(FileError, match="the system permits no lock there"):
        journal.write("one", None, b"")


def test_texts_of_one_program_are_known_to_belong_together(directory: Path) -> None:
    for keys in (("draft", "expectations"), ("draft",)):
        with Journal(directory) as crashed:
            for key in keys:
                crashed.write(key, None, key.encode())
    with Journal(directory) as journal:
        found = journal.orphans()
    assert [(orphan.key, orphan.body) for orphan in found[:1]] == [("draft", b"draft")]
    assert sorted(orphan.key for orphan in found) == ["draft", "draft", "expectations"]
    assert len({orphan.owner for orphan in found}) == 2


def test_a_key_that_is_no_file_name_is_refused(journal: Journal) -> None:
    with pytest.raises(ValueError, match="is no key"):
        journal.write("../one", None, b"")
