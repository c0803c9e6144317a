"""Unsaved texts on disk, so that a crash loses at most a second of work.

Each journal (one for a running program, or for each window) holds a lock of its own and writes its entries beside it.
An entry whose lock nobody holds is an orphan: its program crashed. Listing orphans takes their locks, so that two
programs started after a crash do not both offer the same text.
"""

import json
import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec import Struct

from robotstudio.store.errors import FileAccessError, FileError
from robotstudio.store.files import FileStamp, exists, make_directory, read, remove, set_aside, write_atomic
from robotstudio.store.lock import FileLock
from robotstudio.text.language import Message

_FORMAT = 1
_NO_LOCK: Message = "Unsaved work cannot be saved in “{path}”: the system permits no lock there."
_SIZE_LIMIT = 256 * 1024 * 1024  # an edited text may be larger than READ_LIMIT
_OWNED = re.compile(r"\.?(?P<owner>[0-9a-f]{32})[-.](?:(?P<key>.*)\.)?(?P<kind>journal|lock|tmp)")
_KEY = re.compile(r"[A-Za-z0-9_]{1,64}")


class Orphan(Struct, frozen=True):
    """An unsaved text left by a crashed program."""

    entry: Path
    path: Path | None
    """The edited file; None if it had never been saved."""
    body: bytes
    written_at: datetime
    key: str = ""
    """Key under which the text was saved; all texts of one journal have the same owner."""
    stamp: FileStamp | None = None
    """The file as it was when the text was begun; None if there was no file."""

    @property
    def owner(self) -> str:
        """Id of the journal that wrote it."""
        return self.entry.name.partition("-")[0]


class Journal:
    """The unsaved texts of one running program, and those left by crashed ones, in one directory."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._own: FileLock | None = None
        self._is_closed = False
        self._owner = os.urandom(16).hex()
        self._adopted: dict[str, FileLock | None] = {}
        self._unreadable: list[Path] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def write(self, key: str, path: Path | None, body: bytes, stamp: FileStamp | None = None) -> None:
        """Save the unsaved bytes of a document, with the stamp of the file that they change.

        Raises FileError; the caller limits how often.
        """
        if self._is_closed:
            return
        self._require_lock()
        header = {
            "format": _FORMAT,
            "path": None if path is None else str(path),
            "written_at": datetime.now(UTC).isoformat(),
            "sha256": _digest(body),
            "stamp": stamp and stamp.content,
        }
        content = json.dumps(header).encode() + b"\n" + body
        # Not durable: a crash of the program loses nothing that was written, only a power failure could.
        write_atomic(self._entry(key), content, durable=False, private=True)

    def clear(self, key: str) -> None:
        """Remove a document that was saved, or closed without saving. Raises FileError."""
        if not self._is_closed:
            remove(self._entry(key))

    def orphans(self) -> tuple[Orphan, ...]:
        """Return what crashed programs left, the newest first; unreadable entries are set aside. Never raises."""
        found = []
        for entry in self._adopted_entries():
            if orphan := _read_entry(entry):
                found.append(orphan)
            elif aside := _kept_aside(entry):
                self._unreadable.append(aside)
        return tuple(sorted(found, key=attrgetter("written_at"), reverse=True))

    def take_unreadable(self) -> tuple[Path, ...]:
        """Return what was set aside since the last call, to be reported once."""
        taken, self._unreadable = tuple(self._unreadable), []
        return taken

    def discard(self, orphan: Orphan) -> None:
        """Remove an orphan that was restored, or is not wanted. Raises FileError."""
        remove(orphan.entry)

    def close(self) -> None:
        """Release all locks; entries that were not cleared become orphans."""
        self._is_closed = True
        if self._own is not None:
            self._own.release(remove=not self._has_entries(self._owner))
            self._own = None
        for owner, lock in self._adopted.items():
            if lock is not None:
                lock.release(remove=not self._has_entries(owner))
        self._adopted.clear()

    def _entry(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise ValueError(f"{key!r} is no key: up to 64 letters, digits and underscores")
        return self._directory / f"{self._owner}-{key}.journal"

    def _lock_path(self, owner: str) -> Path:
        return self._directory / f"{owner}.lock"

    def _require_lock(self) -> None:
        if self._own is not None:
            return
        make_directory(self._directory)
        for _ in range(3):  # another program may mistake a new lock for one left by a crash
            self._own = FileLock.acquire(self._lock_path(self._owner), create=True)
            if self._own is not None:
                return
            self._owner = os.urandom(16).hex()
        raise FileAccessError(_NO_LOCK, self._directory)

    def _adopted_entries(self) -> list[Path]:
        entries = []
        with suppress(OSError):
            for file in sorted(self._directory.iterdir()):
                match = _OWNED.fullmatch(file.name)
                if match is None or not self._adopt(match["owner"]):
                    continue
                if match["kind"] == "journal":
                    entries.append(file)
                elif match["kind"] == "tmp":  # the crash interrupted writing
                    with suppress(FileError):
                        remove(file)
        return entries

    def _adopt(self, owner: str) -> bool:
        """Return True if the files of `owner` are ours now; one without a lock file is dead."""
        if owner == self._owner:
            return False
        if owner not in self._adopted:
            lock_path = self._lock_path(owner)
            lock = FileLock.acquire(lock_path, create=False)
            if lock is None and exists(lock_path):
                return False
            self._adopted[owner] = lock
        return True

    def _has_entries(self, owner: str) -> bool:
        with suppress(OSError):
            return any(self._directory.glob(f"{owner}-*.journal"))
        return False


def _digest(body: bytes) -> str:
    import hashlib  # noqa: PLC0415  # with all that OpenSSL can do; most windows write nothing here at first

    return hashlib.sha256(body).hexdigest()


def _kept_aside(entry: Path) -> Path | None:
    """Set aside an entry that is damaged, or of another version; return its new path, None if it cannot be moved."""
    with suppress(FileError):
        return set_aside(entry, "unreadable")
    return None


def _read_entry(entry: Path) -> Orphan | None:
    """Parse an orphan; None if it is damaged, from another version, or not an entry at all."""
    try:
        first, _, body = read(entry, _SIZE_LIMIT).partition(b"\n")
        header = json.loads(first)
        if header["format"] != _FORMAT or header["sha256"] != _digest(body):
            return None
        path = header["path"]
        written_at = datetime.fromisoformat(header["written_at"]).astimezone(UTC)
        match = _OWNED.fullmatch(entry.name)
        key = match["key"] or "" if match else ""
        size, digest = header.get("stamp") or (0, 0)
        stamp = FileStamp.of_content((int(size), int(digest))) if header.get("stamp") else None
        return Orphan(entry, None if path is None else Path(path), body, written_at, key, stamp)
    except (FileError, ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return None
