"""Errors of the system about files, as sentences that say why, and what to do."""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from robotstudio.store.errors import FileAccessError, FileError, FileKindError, FileMissingError
from robotstudio.text.language import Message, Told, told

NOT_READ: Message = "“{path}” could not be read: {why}. {advice}"
NOT_WRITTEN: Message = "“{path}” could not be written: {why}. {advice}"
NOT_CREATED: Message = "“{path}” could not be created: {why}. {advice}"
NOT_REMOVED: Message = "“{path}” could not be removed: {why}. {advice}"
NOT_SET_ASIDE: Message = "“{path}” could not be set aside: {why}. {advice}"
_KERNEL_PLACES = ("/proc", "/sys")


class _Reason(Struct, frozen=True):
    """Why a file operation failed, for use after a colon, and a sentence of advice."""

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


def require_file(path: Path, status: os.stat_result, failure: Message) -> None:
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
