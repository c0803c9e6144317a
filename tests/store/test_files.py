"""Files on a real disk."""

import errno
import os
import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import robotstudio
from robotstudio.store import files
from robotstudio.store.errors import (
    FileAccessError,
    FileError,
    FileKindError,
    FileMissingError,
    FileTooLargeError,
    RobotStudioError,
)
from robotstudio.store.files import FileStamp, is_stream, read, read_stamped, read_stream, status_of, write_atomic

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no POSIX modes, owners and pipes")
not_root = pytest.mark.skipif(
    sys.platform != "win32" and os.geteuid() == 0, reason="root may read and write what the mode forbids"
)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_bytes(b"old")
    return path


@pytest.fixture
def loose_mask() -> Iterator[None]:
    mask = os.umask(0o022)
    yield
    os.umask(mask)


@given(body=st.binary())
def test_what_was_written_is_read(tmp_path_factory: pytest.TempPathFactory, body: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any"
    stamp = write_atomic(path, body)
    assert read_stamped(path) == (body, stamp)
    assert read(path) == body


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match=r"nowhere/robots\.txt” could not be read: it does not exist") as caught:
        read(tmp_path / "nowhere" / "robots.txt")
    assert caught.value.path == tmp_path / "nowhere" / "robots.txt"
    assert isinstance(caught.value, RobotStudioError)


def test_a_path_through_a_file_does_not_exist(target: Path) -> None:
    with pytest.raises(FileMissingError):
        read(target / "robots.txt")


def test_a_directory_is_not_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(FileKindError, match="is a directory"):
        read(tmp_path)
    with pytest.raises(FileKindError, match="is a directory"):
        write_atomic(tmp_path, b"new")


@posix_only
def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileKindError, match="not a file but a device, pipe or socket"):
        read(pipe)
    with pytest.raises(FileKindError, match="not a file but a device, pipe or socket"):
        write_atomic(pipe, b"new")


def test_a_file_beyond_the_limit_is_refused_with_its_size(target: Path) -> None:
    assert read(target, limit=3) == b"old"
    with pytest.raises(FileTooLargeError, match="has 3 bytes; the limit is 2") as caught:
        read(target, limit=2)
    assert caught.value.size == 3


def test_a_path_that_no_system_can_hold_is_an_error_with_a_sentence(tmp_path: Path) -> None:
    for name in ("a\0b", "a" * 5000):
        with pytest.raises(FileError, match="could not be read"):
            read(tmp_path / name)
        with pytest.raises(FileError, match="could not be written"):
            write_atomic(tmp_path / name, b"")


@posix_only
def test_links_in_a_circle_are_an_error_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(FileKindError, match="symbolic links form a loop"):
        read(tmp_path / "a")
    with pytest.raises(FileError, match="could not be written"):
        write_atomic(tmp_path / "a", b"new")


@not_root
def test_a_file_that_may_not_be_read_is_an_error_with_a_sentence(target: Path) -> None:
    target.chmod(0)
    with pytest.raises(FileAccessError, match="the system does not permit it"):
        read(target)


@not_root
def test_a_write_protected_file_is_left_untouched(target: Path) -> None:
    target.chmod(stat.S_IREAD)
    with pytest.raises(FileAccessError, match="the system does not permit it"):
        write_atomic(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(target.parent.iterdir()) == [target]


def test_a_target_that_the_system_calls_protected_is_left_untouched(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(FileAccessError, match="the system does not permit it"):
        write_atomic(target, b"new")
    assert target.read_bytes() == b"old"


def test_a_missing_directory_is_said(tmp_path: Path) -> None:
    with pytest.raises(
        FileMissingError,
        match=r"gone/robots\.txt” could not be written: the directory “.*gone” does not exist. Create it",
    ):
        write_atomic(tmp_path / "gone" / "robots.txt", b"new")
    with (
        pytest.raises(FileMissingError, match=r"the directory “.*gone” does not exist"),
        files.replacing(tmp_path / "gone" / "a" / "b"),
    ):
        pytest.fail("there is nothing to write to")


def test_a_directory_that_is_a_file_is_said(target: Path) -> None:
    with pytest.raises(FileMissingError, match=r"“.*robots\.txt” is not a directory"):
        write_atomic(target / "robots.txt", b"new")


@posix_only
@pytest.mark.usefixtures("loose_mask")
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755, 0o444])
def test_saving_keeps_the_permissions(target: Path, mode: int) -> None:
    target.chmod(mode)
    if os.access(target, os.W_OK):
        write_atomic(target, b"new")
        assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == mode


@posix_only
@pytest.mark.usefixtures("loose_mask")
def test_a_new_file_has_the_permissions_of_the_users_mask(tmp_path: Path) -> None:
    write_atomic(tmp_path / "new.txt", b"new")
    assert stat.S_IMODE((tmp_path / "new.txt").stat().st_mode) == 0o644


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only root can make a file that belongs to another user"
)
def test_saving_keeps_the_owner(target: Path) -> None:
    os.chown(target, 1234, 2345)
    target.chmod(0o2664)
    write_atomic(target, b"new")
    status = target.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 2345, 0o2664)


@pytest.mark.skipif(sys.platform != "linux", reason="extended attributes are Linux's")
def test_saving_keeps_extended_attributes(target: Path) -> None:
    try:
        os.setxattr(target, "user.origin", b"example")
    except OSError:
        pytest.skip("the file system of the temporary directory has no extended attributes")
    write_atomic(target, b"new")
    assert os.getxattr(target, "user.origin") == b"example"


@posix_only
def test_a_symbolic_link_stays_a_link(target: Path) -> None:
    link = target.with_name("link")
    link.symlink_to(target)
    write_atomic(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@posix_only
def test_a_link_to_a_missing_file_creates_that_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    write_atomic(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "no space left. Nothing was changed"),
        (errno.EROFS, "the disk is read-only"),
        (errno.EIO, "system error: Input/output error"),
    ],
)
def test_a_failed_write_leaves_the_file_and_nothing_else(
    target: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int, sentence: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr({"fsync": os, "replace": Path}[step], step, fail)
    with pytest.raises(FileError, match=sentence):
        write_atomic(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is Linux's")
def test_a_full_disk_is_said_in_a_sentence() -> None:
    with (
        pytest.raises(FileError, match="could not be written: no space left"),
        files.sentences(Path("robots.txt"), files.NOT_WRITTEN),
    ):
        Path("/dev/full").write_bytes(b"new")


def test_our_own_write_is_no_outside_change(target: Path) -> None:
    assert write_atomic(target, b"new").check(target) == "same"


def test_a_file_that_was_only_touched_is_the_same(target: Path) -> None:
    _, stamp = read_stamped(target)
    os.utime(target, ns=(0, 0))
    assert stamp.check(target) == "same"


def test_a_file_replaced_by_its_equal_is_the_same(target: Path) -> None:
    _, stamp = read_stamped(target)
    write_atomic(target, b"old")
    assert stamp.check(target) == "same"


@pytest.mark.parametrize("body", [b"other", b"new"], ids=["other size", "same size"])
def test_an_outside_change_is_seen(target: Path, body: bytes) -> None:
    _, stamp = read_stamped(target)
    target.write_bytes(body)
    os.utime(target, ns=(0, 0))
    assert stamp.check(target) == "changed"


def test_an_outside_change_of_equal_size_and_time_is_seen(target: Path) -> None:
    status = target.stat()
    _, stamp = read_stamped(target)
    target.write_bytes(b"new")
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (target.stat().st_mtime_ns, target.stat().st_ino) == (status.st_mtime_ns, status.st_ino)
    assert stamp.check(target, by_content=True) == "changed"
    if sys.platform != "win32":  # where the other time is that of the last change
        assert stamp.check(target) == "changed"


def test_whoever_is_about_to_write_looks_at_the_content_whatever_the_times_say(target: Path) -> None:
    _, stamp = read_stamped(target)
    target.write_bytes(b"new")
    now = target.stat()
    forged = replace(stamp, modified_ns=now.st_mtime_ns, changed_ns=now.st_ctime_ns)
    assert forged.check(target) == "same"
    assert forged.check(target, by_content=True) == "changed"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc")
@pytest.mark.parametrize("name", ["/proc/kmsg", "/proc/self/status", "/proc/version", "/sys/kernel/uevent_seqnum"])
def test_files_of_the_kernel_are_refused_instead_of_waited_for(name: str) -> None:
    if not Path(name).exists():
        pytest.skip("this kernel has no such file")
    for ask in (read, write_atomic_nothing):
        with pytest.raises(FileError, match=r"a view of the running system|does not permit it"):
            ask(Path(name))
    with pytest.raises(FileKindError, match="a view of the running system"), files.opened(Path(name)):
        pytest.fail("it was opened")


def write_atomic_nothing(path: Path) -> None:
    write_atomic(path, b"")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="there is no /proc")
def test_a_file_on_a_disk_is_read_by_its_name_in_proc_too(target: Path) -> None:
    with target.open("rb") as file:
        assert read(Path(f"/proc/self/fd/{file.fileno()}")) == b"old"


@posix_only
def test_a_file_swapped_for_a_pipe_is_not_waited_for(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status, pipe = target.stat(), target.with_name("pipe")
    os.mkfifo(pipe)
    real = Path.stat
    monkeypatch.setattr(Path, "stat", lambda path, **options: status if path == pipe else real(path, **options))
    with pytest.raises(FileKindError, match="not a file but a device, pipe or socket"):
        read(pipe)


@posix_only
def test_names_that_no_longer_name_the_file_are_told(target: Path) -> None:
    other = target.with_name("other")
    other.hardlink_to(target)
    assert tuple(map(str, write_atomic(target, b"new").notes)) == (
        "“robots.txt” was one of several names of a file (hard links). Its other name keeps the old text.",
    )
    assert (target.read_bytes(), other.read_bytes()) == (b"new", b"old")
    assert write_atomic(target, b"newer").notes == ()


@posix_only
@pytest.mark.usefixtures("loose_mask")
def test_permissions_that_could_not_be_kept_are_told(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    target.chmod(0o644)
    monkeypatch.setattr(os, "chmod", refuse)
    assert tuple(map(str, write_atomic(target, b"new").notes)) == (
        "“robots.txt” has the permissions 600 instead of 644; a web server may be unable to read it.",
    )
    assert target.read_bytes() == b"new"


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only root can make a file that belongs to another user"
)
def test_an_owner_that_could_not_be_kept_is_told(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    os.chown(target, 54_321, 54_322)
    monkeypatch.setattr(os, "chown", refuse)
    owner, group = map(str, write_atomic(target, b"new").notes)
    assert owner == "“robots.txt” belonged to user 54321 and now belongs to root."
    assert "(number 54322)" in group


@posix_only
@pytest.mark.usefixtures("loose_mask")
@pytest.mark.parametrize("mode", [None, 0o644, 0o666])
def test_a_private_file_is_for_the_user_alone_whoever_could_read_it_before(tmp_path: Path, mode: int | None) -> None:
    path = tmp_path / "state.json"
    if mode is not None:
        path.write_bytes(b"old")
        path.chmod(mode)
    assert write_atomic(path, b"new", private=True).notes == ()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_set_aside_never_takes_the_place_of_an_earlier_one(target: Path) -> None:
    asides = []
    for body in (b"first", b"second", b"third"):
        target.write_bytes(body)
        asides.append(files.set_aside(target, "broken"))
        assert not target.exists()
    assert [aside.name for aside in asides] == ["robots.txt.broken", "robots.txt.broken-2", "robots.txt.broken-3"]
    assert [aside.read_bytes() for aside in asides] == [b"first", b"second", b"third"]


def test_a_file_that_cannot_be_set_aside_stays_alone_where_it_is(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileError, match="could not be set aside: its name is too long"):
        files.set_aside(target, "9" * 300)

    def refuse(*_: object) -> None:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(FileError, match="another program is using it"):
        files.set_aside(target, "broken")
    assert list(target.parent.iterdir()) == [target]


def test_a_deleted_file_is_gone(target: Path) -> None:
    _, stamp = read_stamped(target)
    target.unlink()
    assert stamp.check(target) == "gone"
    assert stamp.check(target / "below") == "gone"


def test_a_file_that_became_a_directory_is_changed(target: Path) -> None:
    _, stamp = read_stamped(target)
    target.unlink()
    target.mkdir()
    assert stamp.check(target) == "changed"
    assert FileStamp(target.stat().st_size, 0, 0, 0, 0).check(target) == "changed"


def test_a_directory_is_made_for_the_user_alone_and_files_are_removed_once(tmp_path: Path) -> None:
    files.make_directory(tmp_path / "a" / "b")
    files.make_directory(tmp_path / "a" / "b")
    (tmp_path / "a" / "b" / "c").write_bytes(b"")
    files.remove(tmp_path / "a" / "b" / "c")
    files.remove(tmp_path / "a" / "b" / "c")
    with pytest.raises(FileError, match="could not be removed"):
        files.remove(tmp_path / "a" / "b")


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes in folders")
def test_stream_is_read_to_its_end_and_no_further_than_the_limit(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert is_stream(pipe)
    assert not is_stream(tmp_path)
    assert not is_stream(tmp_path / "gone")
    writer = threading.Thread(target=pipe.write_bytes, args=(b"x" * 200_000,))
    writer.start()
    assert len(read_stream(pipe)) == 200_000
    writer.join()
    with pytest.raises(FileTooLargeError, match="has more than 1,000 bytes"):
        read_stream(Path("/dev/zero"), 1_000)


def refusing(times: int, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Refuse renaming a few times, as Windows does while the file is open; return the waits, in seconds."""
    waits: list[float] = []
    left = [times]
    replace_at_once = Path.replace

    def replace_later(self: Path, target: Path) -> Path:
        if left[0]:
            left[0] -= 1
            raise PermissionError(errno.EACCES, "used by another process")
        return replace_at_once(self, target)

    monkeypatch.setattr(Path, "replace", replace_later)
    monkeypatch.setattr("robotstudio.store.files.time.sleep", waits.append)
    return waits


def test_save_waits_for_a_moment_where_a_scanner_has_the_file_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, target = tmp_path / "new", tmp_path / "robots.txt"
    new.write_bytes(b"new")
    target.write_bytes(b"old")
    waits = refusing(3, monkeypatch)
    monkeypatch.setattr(sys, "platform", "win32")
    files.take_the_place(new, target)
    assert (target.read_bytes(), len(waits)) == (b"new", 3)


@pytest.mark.parametrize(("platform", "most"), [("win32", 5), ("linux", 0)])
def test_save_gives_up_in_half_a_second_and_elsewhere_at_once(
    platform: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "new").write_bytes(b"new")
    waits = refusing(100, monkeypatch)
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(PermissionError):
        files.take_the_place(tmp_path / "new", tmp_path / "robots.txt")
    assert len(waits) == most
    assert sum(waits) < 0.5


@pytest.mark.parametrize(("number", "said"), [(32, "another program is using it"), (5, "does not permit it")])
def test_file_that_another_program_holds_on_windows_is_said_to_be(number: int, said: str) -> None:
    error = PermissionError(errno.EACCES, "denied")
    error.winerror = number  # type: ignore[attr-defined]  # as the system sets it there
    with pytest.raises(FileError, match=said), files.sentences(Path("robots.txt"), files.NOT_WRITTEN):
        raise error


def test_status_of_a_file_that_has_gone_is_none(target: Path) -> None:
    status = status_of(target)
    assert status is not None
    assert status.st_size == len(b"old")
    target.unlink()
    assert status_of(target) is None
    assert status_of(target / "below") is None


def test_nobody_takes_it_that_a_file_is_still_there_when_its_status_is_asked_for() -> None:
    """`status_of` handles a file that has just been removed; these callers handle the exception themselves."""
    package = Path(robotstudio.__file__).parent
    sources = {path.relative_to(package).as_posix(): path.read_text("utf-8") for path in package.rglob("*.py")}
    assert {name for name, source in sources.items() if ".stat()" in source} == {
        "store/files.py",
        "store/lock.py",
    }
