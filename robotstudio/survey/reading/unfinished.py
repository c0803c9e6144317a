"""Surveys that were begun in the window and not ended: what is done is kept until they are, also where it is killed."""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.store.errors import FileError
from robotstudio.store.files import exists, make_directory, read, remove, status_of, write_atomic
from robotstudio.survey.reading.inputs import Shard
from robotstudio.survey.reading.running import Plan, Store

_NOTE: Final = ".json"
_LONGEST_NOTE: Final = 1 << 20
_KEPT_FOR: Final = 30 * 24 * 3600  # seconds


class _IfPossible(Store):
    """Where the disk is full or closed, a survey goes on, and only what is done is not kept."""

    def keep(self, shard: Shard, plan: Plan, part: bytes) -> None:
        with suppress(FileError):
            super().keep(shard, plan, part)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The folder in which they are: the parts of all of them, and a note of the inputs of each."""

    folder: Path

    def begin(self, paths: Sequence[Path]) -> Store | None:
        """Note that a survey of these inputs is begun; where its parts are kept, None if nothing can be."""
        try:
            make_directory(self.folder)
            self._forget_old()
            note = json.dumps([str(path.absolute()) for path in paths]).encode()
            write_atomic(self._note(paths), note, durable=False, private=True)
        except FileError:
            return None
        return _IfPossible(self.folder)

    def end(self, paths: Sequence[Path], shards: Iterable[Shard], plan: Plan) -> None:
        """It is done: nothing of it is kept any more."""
        store = _IfPossible(self.folder)
        with suppress(FileError):
            remove(self._note(paths))
            for shard in shards:
                store.forget(shard, plan)

    def last(self) -> tuple[Path, ...]:
        """The inputs of the one that was begun last and is not done, if they are still there; else none."""
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

    def _forget_old(self) -> None:
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
