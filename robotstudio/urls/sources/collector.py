"""Collect what every reader yields: URLs, rejected lines, and progress."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from msgspec import Struct

from robotstudio.store.errors import BadUrlError, FileContentError
from robotstudio.store.userinfo import without_any_userinfo
from robotstudio.text.language import Message, Plural, Told, told
from robotstudio.urls.sources.cells import TableGatherer, WantedColumn
from robotstudio.urls.sources.exports import Recognised, SeenColumn
from robotstudio.urls.sources.streams import DEFAULT_LIMITS, ReadLimits, SourceFile
from robotstudio.urls.sources.task import UNWATCHED, Task
from robotstudio.urls.url_builder import UrlSetBuilder
from robotstudio.urls.urls import BLANKS, Normaliser, RejectedLine, plain_requests

_SHOWN_OF_A_LINE = 500
_BETWEEN_STEPS = 2_048

EMPTY: Message = "“{name}” contains no URLs: there is nothing to test."
_NOTHING: Message = "Nothing in “{name}” is a URL. Line {line}: {why}"
_ONLY_THE_FIRST = Plural("Only the first URL was read.", "Only the first {count} different URLs were read.")


class Part(Struct, frozen=True):
    """A part of an archive: how many of its lines were taken, or why it was left."""

    name: str
    taken: int = 0
    left: Told | None = None


class OnlyCountsError(FileContentError):
    """An archive without a table of URLs; `counts` are what its tables count, such as pages by reason."""

    def __init__(self, message: Told, path: Path, counts: Sequence[tuple[str, int]]) -> None:
        super().__init__(message, path)
        self.counts = tuple(counts)


_BROKEN_OFF: Message = "There is a line break inside this URL."


@dataclass(slots=True)
class Collector:
    """Collects one source; the files of a rotated log share one."""

    normaliser: Normaliser = field(default_factory=Normaliser)
    limits: ReadLimits = DEFAULT_LIMITS
    task: Task = UNWATCHED
    rejected: list[RejectedLine] = field(default_factory=list)
    rejected_count: int = 0
    notes: list[Told] = field(default_factory=list)
    parts: int = 1
    """Number of files; `done` is the number of those read."""
    done: int = 0
    named: int = 0
    """Number of sitemaps named by an index: then the file is not empty, even without URLs."""
    is_whole: bool = True
    """False if part of a file could not be read."""
    nothing_in: list[Told] = field(default_factory=list)
    """A message for each file with nothing readable."""
    left: dict[Message | Plural, tuple[Told, int]] = field(default_factory=dict)
    """Number of skipped lines by kind of reason, and the reason of the first."""
    table: TableGatherer = field(default_factory=TableGatherer)
    """The columns of values beside the URLs."""
    recognised: Recognised | None = None
    """The known export that was read last."""
    seen: list[SeenColumn] = field(default_factory=list)
    """The columns of all tables."""
    parts_read: list[Part] = field(default_factory=list)
    """The parts of archives."""
    days: tuple[date, date] | None = None
    """The first and the last day that a table beside the URLs counts."""
    builder: UrlSetBuilder = field(init=False)
    _understood: int = 0
    _first_rejected: tuple[int, Told] | None = None

    def __post_init__(self) -> None:
        self.builder = UrlSetBuilder(self.limits.urls)

    @property
    def is_full(self) -> bool:
        """True if reading on would add nothing."""
        return self.builder.is_full

    def step(self, source: SourceFile) -> None:
        """Report progress; raises Cancelled."""
        self.task.step((self.done + source.share) / self.parts, len(self.builder))

    def add_lines(self, lines: Sequence[str], first: int, source: SourceFile) -> None:
        """Add lines with one URL each, numbered from `first`."""
        for begin in range(0, len(lines), _BETWEEN_STEPS):
            self._add_some(lines[begin : begin + _BETWEEN_STEPS], first + begin)
            self.step(source)
            if self.is_full:
                return

    def _add_some(self, lines: Sequence[str], first: int) -> None:
        """Add runs of plain requests together: most lists contain nothing else."""
        begin = 0
        for at, is_plain in enumerate(plain_requests(lines)):
            if not is_plain or (self.normaliser.has_base and lines[at].startswith("/")):
                self.builder.add_plain(lines[begin:at])
                begin = at + 1
                written = lines[at].strip(BLANKS)
                if written and not written.startswith("#"):
                    self.add(written.partition("\t")[0], first + at)
        self.builder.add_plain(lines[begin:])

    def add(self, written: str, number: int, hits: int = 1) -> int | None:
        """Add one URL as written in that line; return its row, None if it is invalid."""
        if "\n" in written and "\n" in written.strip():  # a browser would join the parts
            self.reject(number, written, told(_BROKEN_OFF))
            return None
        if self.is_request(written):
            return self.builder.add_request(written, hits)
        try:
            return self.builder.add(self.normaliser(written), hits)
        except BadUrlError as error:
            self.reject(number, error.written, error.told)
            return None

    def begin_table(self, recognised: Recognised | None, columns: Sequence[WantedColumn]) -> None:
        """Note what the next table is, and which of its columns to keep."""
        self.recognised = recognised or self.recognised
        self.table.begin(columns)

    def add_row(self, written: str, number: int, hits: int, cells: Sequence[str]) -> None:
        """Add one URL with the row of a table that it is in."""
        row = self.add(written, number, hits)
        if row is not None:
            self.table.add(row, cells)

    def is_request(self, written: str) -> bool:
        """Return True if it needs no normalisation."""
        if self.normaliser.has_base and written.startswith("/"):
            return False
        return bool(next(plain_requests((written,))))

    def reject(self, number: int, text: str, why: Told) -> None:
        """Count a line without a URL."""
        self.rejected_count += 1
        first, count = self.left.get(why.message, (why, 0))
        self.left[why.message] = first, count + 1
        if self._first_rejected is None:
            self._first_rejected = number, why
        if len(self.rejected) < self.limits.rejected:
            self.rejected.append(RejectedLine(number, without_any_userinfo(text)[:_SHOWN_OF_A_LINE], why))

    def finish_file(self, source: SourceFile) -> None:
        """Note what was wrong with the file as a whole."""
        self.done += 1
        self.notes += source.notes
        self.is_whole = self.is_whole and source.is_whole
        understood = self.builder.taken + self.named
        if understood == self._understood:
            self.nothing_in.append(self._nothing_of(source.path.name))
            self.is_whole = self.is_whole and self._first_rejected is None
        self._understood, self._first_rejected = understood, None
        if self.is_full:
            self.notes.append(told(_ONLY_THE_FIRST, count=self.limits.urls))

    def _nothing_of(self, name: str) -> Told:
        if self._first_rejected is None:
            return told(EMPTY, name=name)
        line, why = self._first_rejected
        return told(_NOTHING, name=name, line=str(line), why=why)
