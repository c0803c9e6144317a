"""A lock that ends with its process."""

import subprocess
import sys
from pathlib import Path

import pytest

from robotstudio.store.lock import FileLock


def test_a_held_lock_keeps_out_another_window_of_the_same_program(tmp_path: Path) -> None:
    held = FileLock.acquire(tmp_path / "lock", create=True)
    assert held is not None
    assert FileLock.acquire(tmp_path / "lock", create=True) is None
    held.release(remove=False)
    again = FileLock.acquire(tmp_path / "lock", create=False)
    assert again is not None
    again.release(remove=True)
    assert not (tmp_path / "lock").exists()


def test_a_lock_ends_with_a_killed_process(tmp_path: Path) -> None:
    program = (
        "import pathlib, sys, robotstudio.store.lock as l; p = pathlib.Path(sys.argv[1]);"
        "lock = l.FileLock.acquire(p, create=True); print('held', flush=True); sys.stdin.read()"
    )
    path = tmp_path / "lock"
    with subprocess.Popen(
        [sys.executable, "-c", program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        assert FileLock.acquire(path, create=True) is None
        process.kill()
    lock = FileLock.acquire(path, create=False)
    assert lock is not None
    lock.release(remove=True)


@pytest.mark.parametrize("create", [True, False])
def test_a_lock_in_a_missing_directory_is_not_taken(tmp_path: Path, create: bool) -> None:
    assert FileLock.acquire(tmp_path / "gone" / "lock", create=create) is None


def test_a_lock_whose_file_was_removed_meanwhile_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lock"
    monkeypatch.setattr("robotstudio.store.lock._lock", lambda _: path.unlink())
    assert FileLock.acquire(path, create=True) is None
