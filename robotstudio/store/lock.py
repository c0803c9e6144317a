"""A lock that lives as long as the process that holds it, even if the process is killed."""

import contextlib
import os
import sys
from pathlib import Path

from msgspec import Struct

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class FileLock(Struct, frozen=True):
    """A held lock; the system releases it when the process ends, however it ends."""

    path: Path
    descriptor: int

    @classmethod
    def acquire(cls, path: Path, *, create: bool) -> "FileLock | None":
        """Take the lock; None if another window holds it, or its file is missing or cannot be opened."""
        try:
            descriptor = os.open(path, os.O_RDWR | (os.O_CREAT if create else 0), 0o600)
        except OSError:
            return None
        try:
            _lock(descriptor)
            if os.path.samestat(os.fstat(descriptor), path.stat()):  # unless its last holder has just removed it
                return cls(path, descriptor)
        except OSError:
            pass
        os.close(descriptor)
        return None

    def release(self, *, remove: bool) -> None:
        """Release, and remove the file if it is no longer needed."""
        if remove and sys.platform != "win32":  # before releasing, so that nobody takes a lock that is about to vanish
            with contextlib.suppress(OSError):
                self.path.unlink()
        with contextlib.suppress(OSError):  # it is closed in any case
            os.close(self.descriptor)
        if remove and sys.platform == "win32":  # an open file cannot be removed there
            with contextlib.suppress(OSError):
                self.path.unlink()


def hold(descriptor: int) -> bool:
    """Lock an open file until it is closed; False if another holds it. True if the system has no locks."""
    try:
        _lock(descriptor)
    except (BlockingIOError, PermissionError):  # PermissionError on Windows
        return False
    except OSError:
        return True
    return True


def _lock(descriptor: int) -> None:
    """Raise OSError if another holds it. Not `lockf`: its locks do not exclude another window of this process."""
    if sys.platform == "win32":
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
