"""Unfinished surveys of the window: their parts are stored until they are done, so that a killed program can resume."""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from msgspec import Struct

from robotstudio.store.errors import FileError
from robotstudio.store.files import exists, make_directory, read, remove, status_of, write_atomic
from robotstudio.survey.reading.inputs import Shard
from robotstudio.survey.reading.running import PartStore, Plan

_NOTE: Final = ".json"
_LONGEST_NOTE: Final = 1 << 20
_KEPT_FOR: Final = 30 * 24 * 3600  # seconds


class _BestEffortStore(PartStore, frozen=True):
    """A store that ignores errors: on a full disk a survey goes on, it just cannot be resumed."""

    def keep(self, shard: Shard, plan: Plan, part: bytes) -> None:
        with suppress(FileError):
            super().keep(shard, plan, part)


class Unfinished(Struct, frozen=True):
    """The folder with the parts of all unfinished surveys, and a note of the inputs of each."""

    folder: Path

    def begin(self, paths: Sequence[Path]) -> PartStore | None:
        """Note that a survey of these inputs begins; return its store, None if nothing can be written."""
        try:
            make_directory(self.folder)
            self._delete_old()
            note = json.dumps([str(path.absolute()) for path in paths]).encode()
            write_atomic(self._note(paths), note, durable=False, private=True)
        except FileError:
            return None
        return _BestEffortStore(self.folder)

    def end(self, paths: Sequence[Path], shards: Iterable[Shard], plan: Plan) -> None:
        """Delete everything stored of a finished survey."""
        store = _BestEffortStore(self.folder)
        with suppress(FileError):
            remove(self._note(paths))
            for shard in shards:
                store.forget(shard, plan)

    def last(self) -> tuple[Path, ...]:
        """Return the inputs of the latest unfinished survey that still exist; else ()."""
        for note in sorted(self._files(), key=_changed, reverse=True):
            with suppress(FileError, ValueError, TypeError, OSError):
                if note.suffix == _NOTE:
                    paths = tuple(map(Path, json.loads(read(note, _LONGEST_NOTE))))
                    if paths and all(exists(path) for path in paths):
                        return paths
        return ()

    def _note(self, paths: Sequence[Path]) -> Path:
        said = "\0".join(str(path.absolute()) for path in paths)
        return self.folder / f"{blake2b(said.encode('utf-8', 'surrogateescape'), digest_size=12).hexdigest()}{_NOTE}"

    def _delete_old(self) -> None:
        oldest = time.time() - _KEPT_FOR
        for path in self._files():
            if _changed(path) < oldest:
                with suppress(FileError):
                    remove(path)

    def _files(self) -> Iterator[Path]:
        with suppress(OSError):
            yield from list(self.folder.iterdir())


def _changed(path: Path) -> float:
    status = status_of(path)
    return status.st_mtime if status else 0.0
