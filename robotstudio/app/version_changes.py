"""Two versions of a file compared as text and by their verdicts. Plain data, made in a worker thread."""

from collections.abc import Callable, Sequence

from robotstudio.app.comparison import Comparison
from robotstudio.app.comparison import compare as compare_texts
from robotstudio.engine import UrlTable
from robotstudio.engine.changes import Changes, compare
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.file_version import FileVersion
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """The URLs and crawlers that verdicts are compared for."""

    table: UrlTable
    crawlers: tuple[Crawler, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to decide."""
        return not (len(self.table) and self.crawlers)


@dataclass(frozen=True, slots=True, eq=False)
class VersionChanges:
    """What is other in the newer of two versions; `verdicts` is None where there was nothing to decide."""

    text: Comparison
    verdicts: Changes | None
    urls: Sequence[str]


def verdict_changes(older: bytes, newer: bytes, subject: Subject) -> Changes | None:
    """The verdicts that flip; None where there is nothing to decide."""
    if subject.is_empty:
        return None
    readers = [crawler.reader for crawler in subject.crawlers]
    return compare(FileVersion(older), FileVersion(newer), subject.table, readers)


def version_changes(older: bytes, newer: bytes, subject: Subject, is_cancelled: Callable[[], bool]) -> VersionChanges:
    """Compare two versions."""
    text = compare_texts(older, newer, is_cancelled)
    return VersionChanges(text, None if is_cancelled() else verdict_changes(older, newer, subject), subject.table.urls)
