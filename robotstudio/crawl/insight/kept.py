"""What was read from the file of a crawl is kept from draft to draft, until the file changes."""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from robotstudio.crawl.store import BESIDE, CrawlStore
from robotstudio.store.files import status_of

T = TypeVar("T")


FileState = tuple[object, ...]


def state_of_file(path: Path) -> FileState:
    """The same as long as nothing is written into a crawl."""
    files = (status_of(path.with_name(path.name + ending)) for ending in BESIDE[:2])
    return path, *((status.st_mtime_ns, status.st_size) for status in files if status is not None)


class KeptReading(Generic[T]):
    """The last reading of one crawl; it belongs to one thread."""

    def __init__(self, read: Callable[[CrawlStore], T]) -> None:
        """`read` makes of an open crawl what is kept of it."""
        self._read = read
        self._state: FileState = ()
        self._kept: T | None = None

    def of(self, path: Path) -> T:
        """What is read of a crawl, anew only where its file has changed. Raises CrawlFileError."""
        state = state_of_file(path)
        if self._kept is None or state != self._state:
            with CrawlStore.reading(path) as store:
                self._kept, self._state = self._read(store), state
        return self._kept
