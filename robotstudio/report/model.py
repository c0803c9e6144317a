"""Parts of a report: sections of blocks, frozen and in words. The formats that write them know no robots.txt.

Texts are unchanged, also those of strangers: each format makes them harmless in one place of its own.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeAlias, overload

from msgspec import Struct

from robotstudio.lint.model import Severity
from robotstudio.report.style import ACCENT, Fonts
from robotstudio.survey.charts.items import Drawing
from robotstudio.text.language import WORDS
from robotstudio.text.phrases import Phrase, Piece

if TYPE_CHECKING:
    from robotstudio.report.state import ReportState

SECTION_IDS: Final = (
    "answer",
    "recommendations",
    "since",
    "patterns",
    "server",
    "file",
    "crawlers",
    "blocked",
    "ai-policy",
    "changes",
    "expectations",
    "rules",
    "site",
    "logs",
    "indexing",
    "history",
    "assumed",
    "glossary",
    "method",
)
"""All sections, in their order."""

MOST_EXAMPLES: Final = 20
"""A page shows so many examples of URLs; a workbook has all of them."""

MOST_SHOWN: Final = 500
"""A page shows so many rows of a table; tables of data have all of them."""


class Audience(StrEnum):
    """Readers for whom a report is written."""

    CLIENT = "client"  # few pages, no jargon
    DEVELOPER = "developer"  # lines, changes, tests
    RECORD = "record"  # everything


class AnswerTone(StrEnum):
    """The tone of a line of the answer; each has its own sign as well as a colour."""

    FINE = "fine"
    WRONG = "wrong"
    CARE = "care"
    CHANGE = "change"
    PLAIN = "plain"


class CellKind(StrEnum):
    """Contents of the cells of a column."""

    TEXT = "text"
    CODE = "code"  # of a file or an address, letter by letter
    NUMBER = "number"
    SHARE = "share"  # in percent, as a text
    FLAG = "flag"  # yes or no
    VERDICT = "verdict"  # allowed or blocked


Cell: TypeAlias = str | int | bool | None
"""None if it is not known: the cell then says nothing."""


class ReportColumn(Struct, frozen=True):
    """A column; `id` is its name for programs, the same in every language."""

    id: str
    title: str
    kind: CellKind = CellKind.TEXT


class LazyRows(Sequence[tuple[Cell, ...]]):
    """Rows that are made when they are asked for, so that a long table needs no memory."""

    def __init__(self, size: int, row: Callable[[int], tuple[Cell, ...]]) -> None:
        self._size = size
        self._row = row

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, place: int) -> tuple[Cell, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[tuple[Cell, ...]]: ...
    def __getitem__(self, place: int | slice) -> tuple[Cell, ...] | Sequence[tuple[Cell, ...]]:
        places = range(self._size)[place]
        return self._row(places) if isinstance(places, int) else tuple(map(self._row, places))


class ReportTable(Struct, frozen=True):
    """Rows below one another; `id` names it for programs, `caption` says in words what is in it.

    A page shows the first rows, no more than `shown`.
    """

    id: str
    caption: str
    columns: tuple[ReportColumn, ...]
    rows: Sequence[tuple[Cell, ...]]
    shown: int = MOST_SHOWN


class Prose(Struct, frozen=True):
    """A paragraph; a `quiet` one is a remark."""

    phrase: Phrase
    quiet: bool = False


class NoteLine(Struct, frozen=True):
    """A line that the auditor wrote; one without pieces is a blank line, `is_item` marks that of a list."""

    phrase: Phrase
    is_item: bool = False


class Notes(Struct, frozen=True):
    """A text of the auditor; without a title it stands under the heading of its section."""

    lines: tuple[NoteLine, ...]
    title: str = ""

    @property
    def groups(self) -> Sequence[tuple[bool, Sequence[NoteLine]]]:
        """Return the lines of each list together, and those between the lists."""
        return [(is_item, tuple(lines)) for is_item, lines in groupby(self.lines, lambda line: line.is_item)]


class AnswerLine(Struct, frozen=True):
    """One line of the answer; `section` is where there is more, "" if nowhere."""

    tone: AnswerTone
    lead: str
    rest: str
    section: str


class Answers(Struct, frozen=True):
    """The answer's lines, the most important first."""

    lines: tuple[AnswerLine, ...]


class ReportFact(Struct, frozen=True):
    """A name and a value; `id` names it for programs."""

    id: str
    title: str
    value: str
    kind: CellKind = CellKind.TEXT


class FactList(Struct, frozen=True):
    """Facts below one another."""

    facts: tuple[ReportFact, ...]


class ShareBar(Struct, frozen=True):
    """A share of a whole; the percentage stands beside the bar."""

    title: str
    count: int
    percent: str


class BarGroup(Struct, frozen=True):
    """Bars under a heading."""

    title: str
    bars: tuple[ShareBar, ...]


class BarChart(Struct, frozen=True):
    """Bars of the same whole; `says` is the picture in words, `note` its number and its source."""

    caption: str
    says: str
    whole: int
    groups: tuple[BarGroup, ...]
    note: str = ""


class FindingRemark(Struct, frozen=True):
    """A finding beside a line of the file."""

    severity: Severity
    severity_words: str
    code: str
    title: str
    message: Phrase
    fix: str


class FileLine(Struct, frozen=True):
    """A line of the file; `field` is what kind of line it is, `decides` how many verdicts it decides."""

    number: int
    text: str
    field: str
    decides: int | None
    remarks: tuple[FindingRemark, ...] = ()


class FileText(Struct, frozen=True):
    """The file with its findings beside its lines; `decides` is the heading of what a line decides."""

    lines: tuple[FileLine, ...]
    line_title: str
    text_title: str
    decides_title: str
    remarks_title: str


class Picture(Struct, frozen=True):
    """A chart; `says` describes it in words, and a table beside it has its numbers; `note` is its number and source."""

    caption: str
    says: str
    drawing: Drawing
    note: str = ""


class DiffLine(Struct, frozen=True):
    """A line that a recommendation removes from the file or adds."""

    text: str
    is_added: bool


class Recommendation(Struct, frozen=True):
    """Something to do, why, and what it gains; `id` is its kind for programs, `share` that of the largest gain.

    `key` is the same in each report that recommends it.
    `certainty` says what is proven or counted, `is_proven` marks the former.
    """

    id: str
    key: str
    title: str
    why: str
    lines: tuple[DiffLine, ...]
    certainty: str
    is_proven: bool
    effort: str
    who: str
    gain: str
    unit: str
    share: float = 0.0


class Recommendations(Struct, frozen=True):
    """Recommendations by what they gain; `together` says what all changes of the file do, `new_file` is the result."""

    items: tuple[Recommendation, ...]
    together_title: str = ""
    together: str = ""
    new_file: bytes = b""


class UrlPattern(Struct, frozen=True):
    """URLs of one kind; `by` names what blocks them, `visits` is None if it is not known."""

    pattern: str
    urls: int
    blocked: int
    visits: int | None
    by: str


class PatternChart(Struct, frozen=True):
    """Kinds of URLs with a bar each, of which a part is blocked; `titles` head the columns of numbers.

    `note` is its number and source.
    """

    caption: str
    blocked_title: str
    open_title: str
    titles: tuple[str, ...]
    rows: tuple[UrlPattern, ...]
    note: str = ""


class CoverFigure(Struct, frozen=True):
    """A large number on the cover."""

    value: str
    title: str
    note: str
    tone: AnswerTone


class Cover(Struct, frozen=True):
    """Text of the cover: a name, a sentence, what follows from it, and up to four figures."""

    name: str = ""
    lead: str = ""
    rest: str = ""
    figures: tuple[CoverFigure, ...] = ()
    byline: str = ""
    agency: str = ""


Block: TypeAlias = (
    ReportTable | Prose | Notes | Answers | FactList | BarChart | FileText | Picture | Recommendations | PatternChart
)


class ReportSection(Struct, frozen=True):
    """A part of the report under its heading."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    hint: str = ""
    """A few words beside the title in the contents."""


class Logo(Struct, frozen=True):
    """A picture that was checked: its format and its bytes."""

    kind: str
    data: bytes


class VerdictTable(Struct, frozen=True, eq=False):
    """Every URL with the verdict of each crawler and the values of its sources: for a workbook, row by row."""

    columns: tuple[ReportColumn, ...]
    rows: Callable[[], Iterator[tuple[object, ...]]]


class AuditReport(Struct, frozen=True, eq=False):
    """The whole report; `footer` stands below each page."""

    title: str
    subtitle: str
    site: str
    made_on: datetime
    footer: str
    sections: tuple[ReportSection, ...]
    logo: Logo | None = None
    author: str = ""
    verdicts: VerdictTable | None = None
    cover: Cover = Cover()
    chapters_start_pages: bool = False
    accent: str = ACCENT
    fonts: Fonts | None = None
    state: "Callable[[], ReportState] | None" = None
    """Returns the facts that the next report compares with."""

    @property
    def day(self) -> str:
        """Return the day when it was made, for people."""
        return WORDS.date(self.made_on)


def plain(text: str) -> Phrase:
    """Return a text as a phrase."""
    return (Piece(text),)
