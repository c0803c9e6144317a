"""Files as whole byte strings: read with a limit, written so that a crash or a full disk costs no old content."""

import contextlib
import errno
import hashlib
import os
import secrets
import stat
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, Literal, TypeAlias

from robotstudio.io.errors import FileAccessError, FileError, FileKindError, FileMissingError, FileTooLargeError

READ_LIMIT: Final = 16 * 1024 * 1024
"""More than any crawler reads, and no more than an editor shows."""

FileChange: TypeAlias = Literal["same", "changed", "gone"]

_OPEN_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)
_PRIVATE, _PUBLIC = 0o600, 0o666  # the second is what the user's mask leaves of it


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What a file was when it was read or written, to tell an outside change from our own write."""

    size: int
    modified_ns: int
    inode: int
    digest: bytes

    @classmethod
    def of(cls, status: os.stat_result, body: bytes) -> "FileStamp":
        """The stamp of a file with this status and content."""
        return cls(status.st_size, status.st_mtime_ns, status.st_ino, _digest(body))

    def check(self, path: Path) -> FileChange:
        """Whether the file is still the same; one that was only touched, or replaced by its equal, is the same."""
        try:
            status = path.stat()
            if (status.st_size, status.st_mtime_ns, status.st_ino) == (self.size, self.modified_ns, self.inode):
                return "same"
            if status.st_size != self.size:
                return "changed"
            return "same" if _digest(read(path)) == self.digest else "changed"
        except (FileNotFoundError, NotADirectoryError, FileMissingError):
            return "gone"
        except (OSError, FileError):  # it cannot be looked at: opening or saving it will say why
            return "changed"


def read(path: Path, limit: int = READ_LIMIT) -> bytes:
    """The content of a file of at most `limit` octets."""
    return read_stamped(path, limit)[0]


def read_stamped(path: Path, limit: int = READ_LIMIT) -> tuple[bytes, FileStamp]:
    """The content of a file, and the stamp that belongs to just this content."""
    with _sentences(path, "read"):
        _require_file(path, path.stat(), "read")
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            body = file.read(limit + 1)
    if len(body) > limit:
        size = max(status.st_size, len(body))
        sentence = f"“{path}” has {size:,} octets; at most {limit:,} are read. Check whether it is the right file."
        raise FileTooLargeError(sentence, path, size)
    return body, FileStamp.of(status, body)


def is_stream(path: Path) -> bool:
    """Whether a path leads to a pipe or a device, such as `<(…)` of a shell or `/dev/null`: no file to come back to."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):  # reading it will say why
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or stat.S_ISSOCK(mode)


def read_stream(path: Path, limit: int = READ_LIMIT) -> bytes:
    """What comes out of a pipe or a device, up to its end; for whom it is named by the person who waits for it."""
    with _sentences(path, "read"), path.open("rb", buffering=0) as stream:
        body = bytearray()
        while len(body) <= limit and (block := stream.read(1 << 20)):
            body += block
    if len(body) > limit:
        sentence = f"“{path}” gives more than {limit:,} bytes, and no more are read. Check whether it is the right one."
        raise FileTooLargeError(sentence, path, len(body))
    return bytes(body)


@contextlib.contextmanager
def opened(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """A file open for reading piece by piece, and its size in octets. Raises FileError, also while it is read."""
    with _sentences(path, "read"):
        _require_file(path, path.stat(), "read")
        with path.open("rb") as file:
            yield file, os.fstat(file.fileno()).st_size


def write_atomic(path: Path, body: bytes, *, durable: bool = True) -> FileStamp:
    """Write a file in one step: it has the old content or the new one, never a part.

    Permissions, owner and extended attributes stay where the system permits; a symbolic link stays a link. `durable`
    waits until the disk has it, so that a power failure loses nothing either.
    """
    with _sentences(path, "written"):
        target = Path(os.path.realpath(path))
        old = _status_of_target(path, target)
        temporary = target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.tmp")
        try:
            stamp = _write_new(temporary, body, None if old is None else (target, old), durable=durable)
            temporary.replace(target)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        if durable:
            _sync_directory(target.parent)
    return stamp


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write piece by piece, which takes the place of `path` in one step once all of it is written.

    Where the writing fails or is given up, `path` is as it was. Raises FileError.
    """
    with _sentences(path, "written"):
        target = Path(os.path.realpath(path))
        old = _status_of_target(path, target)
        temporary = target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.tmp")
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _OPEN_FLAGS
            with os.fdopen(os.open(temporary, flags, _PUBLIC if old is None else _PRIVATE), "wb") as file:
                yield file
                file.flush()
                if old is not None:
                    _copy_rights(temporary, target, old)
                os.fsync(file.fileno())
            temporary.replace(target)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        _sync_directory(target.parent)


def make_directory(path: Path) -> None:
    """Make a directory with its parents, for the user alone; one that exists is left as it is."""
    with _sentences(path, "created"):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)


def remove(path: Path) -> None:
    """Remove a file; one that is not there is no error."""
    with _sentences(path, "removed"):
        path.unlink(missing_ok=True)


def _status_of_target(path: Path, target: Path) -> os.stat_result | None:
    try:
        status = target.stat()
    except FileNotFoundError:
        return None
    _require_file(path, status, "written")
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "write-protected")
    return status


def _write_new(temporary: Path, body: bytes, old: tuple[Path, os.stat_result] | None, *, durable: bool) -> FileStamp:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _OPEN_FLAGS
    descriptor = os.open(temporary, flags, _PUBLIC if old is None else _PRIVATE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(body)
        file.flush()
        if old is not None:
            _copy_rights(temporary, *old)
        if durable:
            os.fsync(file.fileno())
        return FileStamp.of(os.fstat(file.fileno()), body)


def _copy_rights(temporary: Path, target: Path, status: os.stat_result) -> None:
    """Owner before mode, for a new owner clears bits of the mode; what is not permitted is left as it is."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.chown(temporary, -1, status.st_gid)
        with contextlib.suppress(OSError):
            os.chown(temporary, status.st_uid, -1)
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            for name in os.listxattr(target):
                os.setxattr(temporary, name, os.getxattr(target, name))
    with contextlib.suppress(OSError):
        temporary.chmod(stat.S_IMODE(status.st_mode))


def _sync_directory(directory: Path) -> None:
    if sys.platform == "win32":  # a directory cannot be opened there
        return
    with contextlib.suppress(OSError):  # some network file systems refuse it; the file itself is written
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).digest()


def _require_file(path: Path, status: os.stat_result, done: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise FileKindError(f"“{path}” is a directory. Choose a file in it.", path)
    if not stat.S_ISREG(status.st_mode):
        raise FileKindError(f"“{path}” could not be {done}: it is not a file but a device, pipe or socket.", path)


@dataclass(frozen=True, slots=True)
class _Reason:
    kind: type[FileError]
    what: str
    advice: str


_UNKNOWN_ADVICE = "Try again, or use another place."
_FULL = _Reason(FileError, "there is no space left", "Nothing was changed. Free some space, or use another disk.")
_PROTECTED = _Reason(
    FileAccessError,
    "the system does not permit it",
    "Check the permissions of it and its directory, or use another place.",
)
_READ_ONLY = _Reason(FileAccessError, "the disk is read-only", "Use another place.")
_MISSING = _Reason(FileMissingError, "it does not exist", "Check the path; it may have been moved or deleted.")
_TOO_LONG = _Reason(FileError, "its name is too long", "Use a shorter one.")
_LOOP = _Reason(FileKindError, "its symbolic links lead in a circle", "Choose the file itself.")
_BUSY = _Reason(FileAccessError, "another program is using it", "Close it there, then try again.")
_DIRECTORY = _Reason(FileKindError, "it is a directory", "Choose a file in it.")

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


@contextlib.contextmanager
def _sentences(path: Path, done: str) -> Iterator[None]:
    """Turn what the system says into the sentence for the person."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        number = error.errno if isinstance(error, OSError) else None
        reason = _REASONS.get(number) if number is not None else None
        if reason is _MISSING and done == "written" and not path.parent.is_dir():
            sentence = f"“{path}” could not be written: there is no folder “{path.parent}”. Make it first."
            raise FileMissingError(sentence, path) from error
        if reason is None:
            said = getattr(error, "strerror", None) or str(error)
            reason = _Reason(FileError, f"the system says “{said}”", _UNKNOWN_ADVICE)
        raise reason.kind(f"“{path}” could not be {done}: {reason.what}. {reason.advice}", path) from error
