"""What the answers of the worker process have in common: the last draft as it was read, and the last URLs."""

from typing import TYPE_CHECKING, Final

from robotstudio.draft.worker.process import LARGE_DRAFT
from robotstudio.engine.robots import FileVersion
from robotstudio.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    from robotstudio.engine import UrlTable

MOST_SENT: Final = 100_000
"""URLs; to sort more of them in two processes would take twice the memory, and numpy lets others work meanwhile."""


@dataclass(frozen=True, slots=True)
class SentUrls:
    """A table of URLs as bytes, which are sent once."""

    joined: bytes
    starts: bytes

    @classmethod
    def of(cls, table: "UrlTable") -> "SentUrls":
        texts = table.texts
        return cls(texts.joined, texts.starts.tobytes())


def is_for_worker(body: bytes, table: "UrlTable") -> bool:
    """Whether a draft takes so long that the worker process should look at it, and the URLs can go there."""
    return len(body) >= LARGE_DRAFT and len(table) <= MOST_SENT


class DraftCache:
    """Keeps what the next question about nearly the same draft can use again. For one thread."""

    def __init__(self) -> None:
        self._version = FileVersion(b"")
        self._urls: SentUrls | None = None
        self._table: UrlTable | None = None

    def version(self, body: bytes) -> FileVersion:
        """A draft, read at the cost of what differs from the one before."""
        if body != self._version.body:
            self._version = self._version.revised(body)
        return self._version

    def table(self, urls: SentUrls) -> "UrlTable":
        """The table of these URLs, sorted once."""
        if self._table is None or urls != self._urls:
            import numpy as np  # noqa: PLC0415  # the linter needs neither

            from robotstudio.engine import UrlTable  # noqa: PLC0415  # as above

            self._urls, self._table = urls, UrlTable.from_buffer(urls.joined, np.frombuffer(urls.starts, np.int64))
        return self._table
