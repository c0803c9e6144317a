"""A save killed or failing at any of its system calls leaves the old bytes or the new ones, complete, and no litter."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from robotstudio.store.errors import FileError
from robotstudio.store.files import read, remove_leftovers, write_atomic
from tests.system_faults import CALLS, Fault

OLD, NEW = b"old" * 1000, b"new and longer" * 1000
_KILLED = """
import os, signal, sys
from pathlib import Path
from robotstudio.store.files import write_atomic
target, new, moment, calls = Path(sys.argv[1]), sys.argv[2].encode(), sys.argv[3], sys.argv[4].split()
old = target.read_bytes()
number = 0
while True:
    number += 1
    target.write_bytes(old)
    child = os.fork()
    if not child:
        left = [number]
        def dying(real):
            def call(*arguments, **options):
                left[0] -= 1
                if left[0] == 0 and moment == "before":
                    os.kill(os.getpid(), signal.SIGKILL)
                found = real(*arguments, **options)
                if left[0] == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return found
            return call
        for name in calls:
            if hasattr(os, name):
                setattr(os, name, dying(getattr(os, name)))
        write_atomic(target, new)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    got = target.read_bytes()
    beside = sum(1 for each in target.parent.iterdir() if each != target)
    print(number, "whole" if got in (old, new) else "torn", "new" if got == new else "old", beside, flush=True)
    if os.WIFEXITED(status):
        sys.exit(os.WEXITSTATUS(status))
"""


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_bytes(OLD)
    return path


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_save_killed_at_any_system_call_leaves_old_or_new_and_at_most_one_leftover(target: Path, moment: str) -> None:
    arguments = [sys.executable, "-c", _KILLED, str(target), NEW.decode(), moment, " ".join(CALLS)]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split() for line in done.stdout.splitlines()]
    assert len(rows) > 10
    assert {row[1] for row in rows} == {"whole"}
    assert {row[2] for row in rows} == {"old", "new"}
    assert max(int(row[3]) for row in rows) == 1  # the next save removes what the last one left
    assert rows[-1][2:] == ["new", "0"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
def test_what_a_killed_save_left_goes_when_the_file_is_opened_again(target: Path) -> None:
    leftover = target.with_name(".robots.txt.0123456789ab.tmp")
    others = [
        target.with_name(name) for name in (".robots.txt.swp", ".robots.txt.notours.tmp", ".other.0123456789ab.tmp")
    ]
    for path in (leftover, *others):
        path.write_bytes(b"part")
    remove_leftovers(target)
    assert not leftover.exists()
    assert all(path.exists() for path in others)


@pytest.mark.skipif(sys.platform == "win32", reason="the lock of an open file is seen by its name on POSIX")
def test_what_another_program_is_writing_stays(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    fsync = os.fsync

    def look(descriptor: int) -> None:
        remove_leftovers(target)
        seen.append(sorted(path.name for path in target.parent.iterdir()))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", look)
    write_atomic(target, NEW)
    assert len(seen[0]) == 2
    assert target.read_bytes() == NEW


def test_a_new_file_that_was_tidied_away_before_it_was_locked_is_begun_again(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fstat = os.fstat
    taken: list[Path] = []

    def take(descriptor: int) -> os.stat_result:
        if not taken:
            taken.extend(path for path in target.parent.iterdir() if path.suffix == ".tmp")
            for path in taken:
                path.unlink()
        return fstat(descriptor)

    monkeypatch.setattr(os, "fstat", take)
    write_atomic(target, NEW)
    assert taken
    assert target.read_bytes() == NEW


ERRORS = (errno.ENOSPC, errno.EACCES, errno.EIO, errno.EINTR, errno.EROFS, errno.EDQUOT, errno.EMFILE)


@pytest.mark.parametrize("number", ERRORS, ids=[errno.errorcode[number] for number in ERRORS])
@pytest.mark.parametrize("is_new", [False, True], ids=["replaced", "new"])
def test_a_fault_at_any_system_call_is_a_sentence_or_no_loss(target: Path, number: int, is_new: bool) -> None:
    for at in range(1, 200):
        if is_new:
            target.unlink(missing_ok=True)
        else:
            target.write_bytes(OLD)
        before = None if is_new else OLD
        said = ""
        with pytest.MonkeyPatch.context() as patch:
            fault = Fault(patch, at, number)
            try:
                write_atomic(target, NEW)
            except FileError as error:
                said = str(error)
        got = target.read_bytes() if target.exists() else None
        assert got in (before, NEW)
        assert said or got == NEW, "what was not saved is told"
        assert not said or said.startswith("“")
        write_atomic(target, NEW)
        assert list(target.parent.iterdir()) == [target], "the next save leaves nothing"
        if not fault.has_failed:
            return
    pytest.fail("a save has no end")


def test_short_writes_are_gone_on_with(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, body: write(descriptor, bytes(body[:7])))
    write_atomic(target, NEW)
    assert read(target) == NEW
