"""Files as whole byte strings: read with a limit, written so that a crash or a full disk never destroys old content.

Errors of the system become sentences that say why, and what to do.
"""

import contextlib
import errno
import os
import re
import stat
import sys
import time
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Final, Literal, TypeAlias

from msgspec import Struct

from robotstudio.store.errors import FileAccessError, FileError, FileKindError, FileMissingError, FileTooLargeError
from robotstudio.store.lock import FileLock, hold
from robotstudio.text.language import Message, Plural, Told, told

if sys.platform != "win32":
    import pwd

READ_LIMIT: Final = 16 * 1024 * 1024
"""More than any crawler reads, and as much as an editor can show."""

FileChange: TypeAlias = Literal["same", "changed", "gone"]

_READ_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY"))
"""Non-blocking: a pipe in place of the file, or a file of the kernel, must not freeze the window."""
_PRIVATE, _PUBLIC = 0o600, 0o666  # the umask reduces the second
_AT_ONCE = 1 << 20
_MOST_TRIES = 100
_WAITS = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Seconds."""

_TOO_LARGE = Plural(
    "“{path}” has {count} bytes; the limit is {limit}. Check that it is the right file.",
    "“{path}” has {count} bytes; the limit is {limit}. Check that it is the right file.",
)
_ENDLESS = Plural(
    "“{path}” has more than {count} bytes; the rest is not read. Check that it is the right one.",
    "“{path}” has more than {count} bytes; the rest is not read. Check that it is the right one.",
)
_OTHER_OWNER: Message = "“{name}” belonged to {before} and now belongs to {now}."
_OTHER_GROUP: Message = "“{name}” no longer belongs to its group (number {before}) but to yours (number {now})."
_OTHER_RIGHTS: Message = "“{name}” has the permissions {now} instead of {before}."
_HIDING_RIGHTS: Message = (
    "“{name}” has the permissions {now} instead of {before}; a web server may be unable to read it."
)
_OTHER_NAMES = Plural(
    "“{name}” was one of several names of a file (hard links). Its other name keeps the old text.",
    "“{name}” was one of several names of a file (hard links). Its {count} other names keep the old text.",
)


class FileStamp(Struct, frozen=True):
    """The state of a file when it was read or written, to detect changes by others."""

    size: int
    modified_ns: int
    changed_ns: int
    inode: int
    digest: int
    notes: tuple[Told, ...] = ()
    """Attributes that could not be preserved in writing: owner, permissions, other names."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FileStamp) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[int, ...]:
        """All but the notes."""
        return (self.size, self.modified_ns, self.changed_ns, self.inode, self.digest)

    @classmethod
    def of(cls, status: os.stat_result, body: bytes, notes: tuple[Told, ...] = ()) -> "FileStamp":
        return cls(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, _digest(body), notes)

    @classmethod
    def of_content(cls, content: tuple[int, int] | None) -> "FileStamp | None":
        """Return the stamp of a file that an earlier run has read: only its `content` is compared."""
        return cls(content[0], 0, 0, 0, content[1]) if content else None

    @property
    def content(self) -> tuple[int, int]:
        """Size and checksum, the same in each run."""
        return (self.size, self.digest)

    def check(self, path: Path, *, by_content: bool = False) -> FileChange:
        """Check for changes; a file that was only touched, or replaced by an equal one, is the same.

        `by_content` always compares the content: use it before overwriting.
        """
        try:
            status = path.stat()
            if status.st_size != self.size:
                return "changed"
            times = (status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
            if not by_content and times == (self.modified_ns, self.changed_ns, self.inode):
                return "same"
            return "same" if _digest(read(path)) == self.digest else "changed"
        except (FileNotFoundError, NotADirectoryError, FileMissingError):
            return "gone"
        except (OSError, FileError):  # opening or saving it will report why
            return "changed"


def read(path: Path, limit: int = READ_LIMIT) -> bytes:
    """Read a file of at most `limit` bytes."""
    return read_stamped(path, limit)[0]


def read_stamped(path: Path, limit: int = READ_LIMIT) -> tuple[bytes, FileStamp]:
    """Read a file, with the stamp of exactly this content."""
    with _reading(path) as (file, status):
        body = file.read(limit + 1)
        if body is None:  # only for non-blocking files
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    if len(body) > limit:
        size = max(status.st_size, len(body))
        raise FileTooLargeError(_TOO_LARGE, path, size, count=size, limit=limit)
    return body, FileStamp.of(status, body)


def status_of(path: Path) -> os.stat_result | None:
    """Return the status of a file; None if there is none, such as for one that has just been removed."""
    try:
        return path.stat()
    except OSError:
        return None


def exists(path: Path) -> bool:
    """Return True if the path exists; False if permissions prevent looking, when `Path.exists` raises."""
    try:
        return path.exists()
    except OSError:
        return False


def is_stream(path: Path) -> bool:
    """Return True for a pipe or a device, such as `<(…)` of a shell or `/dev/null`."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):  # reading it will report why
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or stat.S_ISSOCK(mode)


def read_stream(path: Path, limit: int = READ_LIMIT) -> bytes:
    """Read a pipe or device to its end. Use only for names the user gave."""
    with sentences(path, NOT_READ), path.open("rb", buffering=0) as stream:
        body = bytearray()
        while len(body) <= limit and (block := stream.read(1 << 20)):
            body += block
    if len(body) > limit:
        raise FileTooLargeError(_ENDLESS, path, len(body), count=limit)
    return bytes(body)


@contextlib.contextmanager
def opened(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """Open a file for reading in pieces; yield it and its size in bytes. Raises FileError, also while it is read."""
    with _reading(path) as (file, status):
        yield file, status.st_size


def write_atomic(path: Path, body: bytes, *, durable: bool = True, private: bool = False) -> FileStamp:
    """Write a file in one step: it has the old content or the new one, never a part.

    Permissions, owner and extended attributes are kept if the system permits, else the stamp has a note; a symbolic
    link stays a link. `durable` waits until it is on the disk, so that a power failure loses nothing either; a
    `private` file is only for the user from then on, whoever could read it before.
    """
    with sentences(path, NOT_WRITTEN), _replacement(path, durable=durable, private=private) as new:
        _write_all(new.descriptor, body)
    return FileStamp.of(new.status, body, new.notes)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Yield a file to be written in pieces, which replaces `path` in one step once all of it is written.

    If writing fails or is cancelled, `path` is unchanged. Raises FileError.
    """
    with (
        sentences(path, NOT_WRITTEN),
        _replacement(path, durable=True, private=False) as new,
        os.fdopen(new.descriptor, "wb", closefd=False) as file,
    ):
        yield file


def remove_leftovers(path: Path) -> None:
    """Remove temporary files of programs that were killed while saving; those still being written stay."""
    ours = re.compile(re.escape(_temporary_stem(path)) + r"[0-9a-f]{12}\.tmp")
    left: list[str] = []
    with contextlib.suppress(OSError), os.scandir(path.parent) as entries:
        left.extend(entry.name for entry in entries if ours.fullmatch(entry.name))
    if not left:
        return
    for name in left:
        if lock := FileLock.acquire(path.with_name(name), create=False):
            lock.release(remove=True)


def set_aside(path: Path, why: str) -> Path:
    """Rename a file to an unused name, so that another can take its place. Raises FileError."""
    with sentences(path, _NOT_SET_ASIDE):
        for number in range(1, _MOST_TRIES + 1):
            aside = path.with_name(f"{path.name}.{why}" + (f"-{number}" if number > 1 else ""))
            try:
                os.close(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE))  # reserves the name
            except FileExistsError:
                continue
            try:
                path.replace(aside)
            except BaseException:
                aside.unlink(missing_ok=True)
                raise
            return aside
        raise FileExistsError(errno.EEXIST, f"there are {_MOST_TRIES} such files already")  # becomes a FileError


def make_directory(path: Path) -> None:
    """Make a directory with its parents, private to the user; an existing one is left unchanged."""
    with sentences(path, _NOT_CREATED):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)


def create_private(path: Path) -> bool:
    """Create an empty file that only its owner can read; return False if it exists already."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return False
    return True


def remove(path: Path) -> None:
    """Remove a file, if it exists."""
    with sentences(path, _NOT_REMOVED):
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[tuple[BinaryIO, os.stat_result]]:
    with sentences(path, NOT_READ):
        _require_file(path, path.stat(), NOT_READ)
        with os.fdopen(os.open(path, _READ_FLAGS), "rb") as file:
            status = os.fstat(file.fileno())
            _require_file(path, status, NOT_READ)
            yield file, status


class _New(Struct):
    """A file that is being written, under a lock that dies with the program, to replace another."""

    path: Path
    descriptor: int
    status: os.stat_result
    notes: tuple[Told, ...] = ()


@contextlib.contextmanager
def _replacement(path: Path, *, durable: bool, private: bool) -> Iterator[_New]:
    target = Path(os.path.realpath(path))
    old = _status_of_target(path, target)
    remove_leftovers(target)
    new = _begun(target, _PUBLIC if old is None and not private else _PRIVATE)
    is_open = True
    try:
        yield new
        if old is not None:
            new.notes = _keep_rights(new, target, old, private=private)
        if durable:
            os.fsync(new.descriptor)
        new.status = os.fstat(new.descriptor)
        if sys.platform == "win32":  # an open file cannot be renamed there
            os.close(new.descriptor)
            is_open = False
        take_the_place(new.path, target)
        new.status = target.stat() if sys.platform == "win32" else os.fstat(new.descriptor)  # renaming changes ctime
        if durable:
            _sync_directory(target.parent)
    finally:
        with contextlib.suppress(OSError):
            new.path.unlink(missing_ok=True)
        if is_open:
            os.close(new.descriptor)


def take_the_place(new: Path, target: Path) -> None:
    """Rename; retry on Windows, which refuses while, for instance, a virus scanner has the file open for a moment."""
    for wait in _WAITS if sys.platform == "win32" else ():
        try:
            new.replace(target)
        except PermissionError:
            time.sleep(wait)
        else:
            return
    new.replace(target)


def _begun(target: Path, mode: int) -> _New:
    """Create a locked file beside the target; retry if a clean-up removes it before it is locked."""
    for _ in range(_MOST_TRIES):
        path = target.with_name(f"{_temporary_stem(target)}{os.urandom(6).hex()}.tmp")
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        try:
            status = os.fstat(descriptor)
            if hold(descriptor) and os.path.samestat(status, path.stat()):
                return _New(path, descriptor, status)
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(descriptor)
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
            raise
        os.close(descriptor)
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def _temporary_stem(target: Path) -> str:
    return f".{target.name[:40]}."


def _write_all(descriptor: int, body: bytes) -> None:
    left = memoryview(body)
    while left:
        left = left[os.write(descriptor, left[:_AT_ONCE]) :]


def _status_of_target(path: Path, target: Path) -> os.stat_result | None:
    try:
        status = target.stat()
    except FileNotFoundError:
        return None
    _require_file(path, status, NOT_WRITTEN)
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "write-protected")
    return status


def _keep_rights(new: _New, target: Path, old: os.stat_result, *, private: bool) -> tuple[Told, ...]:
    """Copy owner, attributes and mode, and return what could not be copied. A new owner clears bits of the mode."""
    mode = _PRIVATE if private else stat.S_IMODE(old.st_mode)
    if sys.platform != "win32":
        for user, group in ((-1, old.st_gid), (old.st_uid, -1)):
            with contextlib.suppress(OSError):
                os.chown(new.path, user, group)
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            for name in os.listxattr(target):
                os.setxattr(new.path, name, os.getxattr(target, name))
    with contextlib.suppress(OSError):
        new.path.chmod(mode)
    if sys.platform == "win32":
        return ()
    return tuple(_losses(target.name, old, os.fstat(new.descriptor), mode))


def _losses(name: str, old: os.stat_result, now: os.stat_result, mode: int) -> Iterator[Told]:
    if old.st_uid != now.st_uid:
        yield told(_OTHER_OWNER, name=name, before=_owner(old.st_uid), now=_owner(now.st_uid))
    if old.st_gid != now.st_gid:
        yield told(_OTHER_GROUP, name=name, before=str(old.st_gid), now=str(now.st_gid))
    if stat.S_IMODE(now.st_mode) != mode:
        is_hidden = bool(mode & ~now.st_mode & stat.S_IROTH)
        message = _HIDING_RIGHTS if is_hidden else _OTHER_RIGHTS
        yield told(message, name=name, now=f"{stat.S_IMODE(now.st_mode):03o}", before=f"{mode:03o}")
    if old.st_nlink > 1:
        yield told(_OTHER_NAMES, name=name, count=old.st_nlink - 1)


def _owner(number: int) -> str | Told:
    if sys.platform != "win32":
        with contextlib.suppress(KeyError):
            return pwd.getpwuid(number).pw_name
    return told("user {number}", number=str(number))


def _sync_directory(directory: Path) -> None:
    if sys.platform == "win32":  # a directory cannot be opened there
        return
    with contextlib.suppress(OSError):  # some network file systems refuse; the file itself is on disk
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _digest(body: bytes) -> int:
    """Return a checksum of the content. It shows any change of up to 32 bits in a row, and is the same in each run."""
    return zlib.crc32(body)


NOT_READ: Message = "“{path}” could not be read: {why}. {advice}"
NOT_WRITTEN: Message = "“{path}” could not be written: {why}. {advice}"
_NOT_CREATED: Message = "“{path}” could not be created: {why}. {advice}"
_NOT_REMOVED: Message = "“{path}” could not be removed: {why}. {advice}"
_NOT_SET_ASIDE: Message = "“{path}” could not be set aside: {why}. {advice}"
_KERNEL_PLACES = ("/proc", "/sys")


class _Reason(Struct, frozen=True):
    """Reason why a file operation failed, for use after a colon, and a sentence of advice."""

    kind: type[FileError]
    what: Told
    advice: Message


_UNKNOWN_ADVICE: Message = "Try again, or use another place."
_NO_DIRECTORY_ADVICE: Message = "Create it, or use another place."
_DEVICE = _Reason(FileKindError, told("it is not a file but a device, pipe or socket"), "Choose a file on a disk.")
_OF_KERNEL = _Reason(
    FileKindError, told("it is not a file on a disk but a view of the running system"), "Choose a file on a disk."
)
_FULL = _Reason(FileError, told("no space left"), "Nothing was changed. Free some space, or use another disk.")
_PROTECTED = _Reason(
    FileAccessError,
    told("the system does not permit it"),
    "Check its permissions and those of its directory, or use another place.",
)
_READ_ONLY = _Reason(FileAccessError, told("the disk is read-only"), "Use another place.")
_MISSING = _Reason(FileMissingError, told("it does not exist"), "Check the path; it may have been moved or deleted.")
_TOO_LONG = _Reason(FileError, told("its name is too long"), "Use a shorter one.")
_LOOP = _Reason(FileKindError, told("its symbolic links form a loop"), "Choose the file itself.")
_BUSY = _Reason(FileAccessError, told("another program is using it"), "Close it there, then try again.")
_DIRECTORY = _Reason(FileKindError, told("it is a directory"), "Choose a file in it.")

_REASONS: Mapping[int, _Reason] = {
    errno.ENOENT: _MISSING,
    errno.ENOTDIR: _MISSING,
    errno.EISDIR: _DIRECTORY,
    errno.EACCES: _PROTECTED,
    errno.EPERM: _PROTECTED,
    errno.EROFS: _READ_ONLY,
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: _FULL,
    errno.ENAMETOOLONG: _TOO_LONG,
    errno.ELOOP: _LOOP,
    errno.EBUSY: _BUSY,
    errno.ETXTBSY: _BUSY,
}

_SHARED_ON_WINDOWS = frozenset({32, 33})  # ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION


def _require_file(path: Path, status: os.stat_result, failure: Message) -> None:
    """Refuse anything but a regular file on a disk. Raises FileError."""
    if stat.S_ISDIR(status.st_mode):
        raise FileKindError("“{path}” is a directory. Choose a file in it.", path)
    if not stat.S_ISREG(status.st_mode):
        raise _refused(failure, path, _DEVICE)
    if _is_of_kernel(path, status):
        raise _refused(failure, path, _OF_KERNEL)


def _refused(failure: Message, path: Path, reason: _Reason) -> FileError:
    return reason.kind(failure, path, why=reason.what, advice=told(reason.advice))


def _is_of_kernel(path: Path, status: os.stat_result) -> bool:
    """Return True if the kernel generates the content: reading may block forever, and has no end."""
    mounted = [place for place in _KERNEL_PLACES if os.path.ismount(place)]
    if any(Path(place).stat().st_dev == status.st_dev for place in mounted):
        return True
    return os.path.realpath(path).startswith(tuple(f"{place}/" for place in mounted))


@contextlib.contextmanager
def sentences(path: Path, failure: Message) -> Iterator[None]:
    """Convert errors of the system to FileError."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        number = error.errno if isinstance(error, OSError) else None
        reason = _REASONS.get(number) if number is not None else None
        if getattr(error, "winerror", None) in _SHARED_ON_WINDOWS:  # Windows reports it as EACCES
            reason = _BUSY
        if reason is _MISSING and failure is NOT_WRITTEN:
            reason = _missing_directory(path) or reason
        if reason is None:
            said = getattr(error, "strerror", None) or str(error)
            reason = _Reason(FileError, told("system error: {said}", said=said), _UNKNOWN_ADVICE)
        raise _refused(failure, path, reason) from error


def _missing_directory(path: Path) -> _Reason | None:
    """Return which parent directory of a file to be written is missing."""
    with contextlib.suppress(OSError, ValueError):
        for parent in reversed(Path(os.path.realpath(path)).parents):
            if not parent.exists():
                what = told("the directory “{parent}” does not exist", parent=str(parent))
                return _Reason(FileMissingError, what, _NO_DIRECTORY_ADVICE)
            if not parent.is_dir():
                what = told("“{parent}” is not a directory", parent=str(parent))
                return _Reason(FileMissingError, what, "Use another place.")
    return None


_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"}
)
"""Device names on Windows in every folder, with any extension."""


def file_name(text: str, suffix: str, instead: str) -> str:
    """Replace each character that may not be in a name, and add the suffix."""
    name = "".join(char if char.isalnum() or char in "-._" else instead for char in text)
    first, dot, rest = f"{name}{suffix}".partition(".")
    return f"{first}_{dot}{rest}" if first.lower() in _DEVICES else f"{name}{suffix}"
