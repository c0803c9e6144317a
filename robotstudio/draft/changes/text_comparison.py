"""The live file beside the draft: what differs, in words and in lines to show. Frozen data, made in a worker thread."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum

from msgspec import Struct

from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import never
from robotstudio.engine.changes import Changes, compare
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.line_diff import ChangedLines, diff_lines
from robotstudio.engine.robots import FileVersion
from robotstudio.store.text import TextForm, load
from robotstudio.text.language import WORDS, Message, Plural, ntr, told, tr

CONTEXT = 3
MAX_ROWS = 10_000
MAX_COLUMNS = 2_000

_FEWEST_FOLDED = 2


class DiffRowKind(Enum):
    """Kind of a shown line."""

    EQUAL = "equal"
    REMOVED = "removed"  # in the live file only
    ADDED = "added"  # in the draft only
    FOLD = "fold"  # stands for equal lines that are not shown
    REST = "rest"  # stands for everything after the last line that is shown


class DiffRow(Struct, frozen=True):
    """One shown line: its number in the draft, None if it has none; of a fold, how many lines it stands for."""

    kind: DiffRowKind
    text: str = ""
    number: int | None = None
    count: int = 0


class TextSide(Struct, frozen=True):
    """One of the two files: its lines without their ends, and what the lines do not show."""

    lines: tuple[str, ...]
    form: TextForm
    ends_with_line_end: bool


class TextComparison(Struct, frozen=True, eq=False):
    """The changes that turn the live file into the draft."""

    live: TextSide
    draft: TextSide
    changes: tuple[ChangedLines, ...]

    @property
    def removed(self) -> int:
        """Count the lines of the live file that the draft does not have."""
        return sum(change.removed for change in self.changes)

    @property
    def added(self) -> int:
        """Count the lines of the draft that the live file does not have."""
        return sum(change.added for change in self.changes)

    @property
    def differing(self) -> int:
        """Count the lines that differ; a rewritten line counts once."""
        return sum(max(change.removed, change.added) for change in self.changes)

    @property
    def bom_differs(self) -> bool:
        """Return True if only one of the files has a BOM."""
        return self.live.form.has_bom != self.draft.form.has_bom

    @property
    def line_ends_differ(self) -> bool:
        """Return True if the line ends differ; a file of one line has no line end to compare."""
        both_have = len(self.live.lines) > 1 and len(self.draft.lines) > 1
        return both_have and self.live.form.line_end != self.draft.form.line_end

    @property
    def last_line_end_differs(self) -> bool:
        """Return True if only one of the files ends with a line end."""
        both_have = bool(self.live.lines) and bool(self.draft.lines)
        return both_have and self.live.ends_with_line_end != self.draft.ends_with_line_end

    @property
    def form_differs(self) -> bool:
        """Return True if something differs that the lines do not show."""
        return self.bom_differs or self.line_ends_differ or self.last_line_end_differs


def compare_texts(live: bytes, draft: bytes, is_cancelled: Callable[[], bool] = never) -> TextComparison:
    """Compare line by line; once `is_cancelled` is true, the answer is useless but comes at once."""
    old, new = side_of(live), side_of(draft)
    return TextComparison(old, new, diff_lines(old.lines, new.lines, is_cancelled=is_cancelled))


def side_of(body: bytes) -> TextSide:
    """Return the lines of a file; the end of the last line begins no further one."""
    loaded = load(body)
    lines = loaded.text.split("\n")
    ended = lines[-1] == ""
    return TextSide(tuple(lines[:-1] if ended else lines), loaded.form, ended and len(lines) > 1)


def rows_of(comparison: TextComparison, *, folded: bool = True, limit: int = MAX_ROWS) -> tuple[DiffRow, ...]:
    """Return the lines to show, in order: all of both files, or the changes with equal lines around them."""
    rows: list[DiffRow] = []
    edge, context = (0, CONTEXT) if folded else (len(comparison.draft.lines),) * 2
    for row in _rows(comparison, edge, context):
        if len(rows) == limit:
            return (*rows, DiffRow(DiffRowKind.REST))
        rows.append(row)
    return tuple(rows)


def _rows(comparison: TextComparison, edge: int, context: int) -> Iterator[DiffRow]:
    """Return the rows with at least `edge` equal lines at both ends of the file and `context` around a change."""
    live, draft, changes = comparison.live.lines, comparison.draft.lines, comparison.changes
    at, before = 0, edge
    for change in changes:
        yield from _equal_rows(draft, at, change.new_start, before, context)
        yield from (DiffRow(DiffRowKind.REMOVED, _cut(line)) for line in live[change.old_start : change.old_end])
        yield from _numbered(DiffRowKind.ADDED, draft, change.new_start, change.new_end)
        at, before = change.new_end, context
    yield from _equal_rows(draft, at, len(draft), before, edge)


def _equal_rows(lines: Sequence[str], start: int, end: int, before: int, after: int) -> Iterator[DiffRow]:
    """Return a run of equal lines: `before` of them at its start and `after` at its end, a fold between."""
    first, last = start + before, end - after
    if last - first < _FEWEST_FOLDED:
        yield from _numbered(DiffRowKind.EQUAL, lines, start, end)
        return
    yield from _numbered(DiffRowKind.EQUAL, lines, start, first)
    yield DiffRow(DiffRowKind.FOLD, count=last - first)
    yield from _numbered(DiffRowKind.EQUAL, lines, last, end)


def _numbered(kind: DiffRowKind, lines: Sequence[str], start: int, end: int) -> Iterator[DiffRow]:
    return (DiffRow(kind, _cut(lines[at]), at + 1) for at in range(start, end))


def _cut(line: str) -> str:
    return line if len(line) <= MAX_COLUMNS else f"{line[:MAX_COLUMNS]}…"


class VerdictScope(Struct, frozen=True, eq=False):
    """The URLs and crawlers that verdicts are compared for."""

    table: UrlTable
    crawlers: tuple[Crawler, ...]

    @property
    def is_empty(self) -> bool:
        """Return True if there is nothing to decide."""
        return not (len(self.table) and self.crawlers)


class VersionChanges(Struct, frozen=True, eq=False):
    """The changes from one version to a newer one; `verdicts` is None without URLs or crawlers."""

    text: TextComparison
    verdicts: Changes | None
    urls: Sequence[str]


def verdict_changes(older: bytes, newer: bytes, subject: VerdictScope) -> Changes | None:
    """Return the verdicts that flip; None if there is nothing to decide."""
    if subject.is_empty:
        return None
    readers = [crawler.reader for crawler in subject.crawlers]
    return compare(FileVersion(older), FileVersion(newer), subject.table, readers)


def version_changes(
    older: bytes, newer: bytes, subject: VerdictScope, is_cancelled: Callable[[], bool]
) -> VersionChanges:
    text = compare_texts(older, newer, is_cancelled)
    return VersionChanges(text, None if is_cancelled() else verdict_changes(older, newer, subject), subject.table.urls)


_SAME_AS_DRAFT: Message = "same as the editor"
_FORM_DIFFERS: Message = "same lines as the editor"
_DIFFER = Plural("1 line differs from the editor", "{count} lines differ from the editor")
_DRAFT_WITH_BOM: Message = "The draft has a BOM, the live file does not."
_DRAFT_WITHOUT_BOM: Message = "The live file has a BOM, the draft does not."
_LINE_ENDS: Message = "Line endings are {live} in the live file and {draft} in the draft."
_DRAFT_UNENDED: Message = "The last line has a line ending in the live file, but not in the draft."
_LIVE_UNENDED: Message = "The last line has a line ending in the draft, but not in the live file."


def difference_text(comparison: TextComparison) -> str:
    """Return the differences between the live file and the draft, in a few words."""
    if not comparison.changes:
        return tr(_FORM_DIFFERS if comparison.form_differs else _SAME_AS_DRAFT)
    return ntr(_DIFFER, comparison.differing)


def is_different(comparison: TextComparison) -> bool:
    """Return True if the files differ, in lines or in form."""
    return bool(comparison.changes) or comparison.form_differs


def form_text(comparison: TextComparison) -> str:
    """Return the differences other than in lines; "" if there are none."""
    live, draft = comparison.live, comparison.draft
    said = []
    if comparison.bom_differs:
        said.append(tr(_DRAFT_WITH_BOM if draft.form.has_bom else _DRAFT_WITHOUT_BOM))
    if comparison.line_ends_differ:
        said.append(tr(_LINE_ENDS, live=told(live.form.line_end), draft=told(draft.form.line_end)))
    if comparison.last_line_end_differs:
        said.append(tr(_LIVE_UNENDED if draft.ends_with_line_end else _DRAFT_UNENDED))
    return WORDS.sentences(said)
