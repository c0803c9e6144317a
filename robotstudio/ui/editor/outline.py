"""The groups of a file as a list with a filter; Enter goes to one."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from robotstudio.engine.groups import count_rules
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.theme.theme import qcolor, theme
from robotstudio.ui.widgets.painting import TextRun
from robotstudio.ui.widgets.row_delegate import RowState
from robotstudio.ui.widgets.row_list import RowContent, RowList, RowWords
from robotstudio.ui.widgets.search import SearchPopup

if TYPE_CHECKING:  # the text is shown before it is evaluated
    from robotstudio.draft.analysis import Analysis

_WIDTH, _HEIGHT, _TOP = 520, 360, 44
_ROW, _INSET, _BAR = 30, 14, 3
_LEAST_ROWS, _AROUND = 3, 26
_MOST_NAMED, _MOST_ENTRIES = 6, 2_000


_DETAIL = Plural("{count} rule, lines {first}–{last}", "{count} rules, lines {first}–{last}")
_DETAIL_OF_PART = Plural(
    "part {number}, {count} rule, lines {first}–{last}", "part {number}, {count} rules, lines {first}–{last}"
)


class OutlineEntry(Struct, frozen=True):
    """A group: its crawlers, its lines, and its number of rules; `part` counts merged parts, 0 for a whole."""

    agents: tuple[str, ...]
    first: int
    last: int
    rules: int
    color: int
    part: int

    @property
    def title(self) -> str:
        """The names of its crawlers."""
        more = len(self.agents) - _MOST_NAMED
        names = side_by_side(self.agents[:_MOST_NAMED])
        return f"{names} +{WORDS.number(more)}" if more > 0 else names

    @property
    def detail(self) -> str:
        """Its lines, its number of rules, and its part number."""
        words = _DETAIL_OF_PART if self.part else _DETAIL
        return ntr(words, self.rules, number=str(self.part), first=str(self.first), last=str(self.last))

    def holds(self, words: str) -> bool:
        """Return True if each word is in one of the names."""
        names = " ".join(self.agents).casefold()
        return all(word in names for word in words.casefold().split())


def outline_of(analysis: "Analysis") -> tuple[OutlineEntry, ...]:
    """Return the groups of a file in order, as bracketed in the editor."""
    pairs = zip(analysis.shown.groups, analysis.marks, strict=True)
    return tuple(
        OutlineEntry(
            tuple(printable(agent.written.decode("utf-8", "replace")) for agent in group.agents),
            mark.first_line,
            mark.last_line,
            count_rules([group]),
            mark.color,
            mark.part,
        )
        for group, mark in pairs
    )


class _Entries(RowList[OutlineEntry]):
    """The names in the colour of their bracket; lines and rules at the right."""

    def words(self, row: OutlineEntry) -> RowWords:
        return RowWords(row.title, side_by_side((row.title, row.detail)))

    def content(self, row: OutlineEntry, state: RowState) -> RowContent | None:
        detail = TextRun(row.detail, theme.fonts.ui(11, 500), theme.color(state.quiet_color))
        return RowContent([TextRun(row.title, theme.fonts.mono(12, 500), theme.color("text"))], [detail])

    def paint_row(self, painter: QPainter, rect: QRectF, row: OutlineEntry, state: RowState) -> None:
        bar = QRectF(rect.left() + 4, rect.top() + 7, _BAR, rect.height() - 14)
        painter.fillRect(bar, qcolor(theme.tokens.group(row.color)))
        super().paint_row(painter, rect, row, state)


class OutlinePopup(SearchPopup[OutlineEntry]):
    """A popup over the editor; the group of the caret is selected when it opens."""

    def __init__(self, over: QWidget, go_to_line: Callable[[int], None]) -> None:
        """Hidden until `popup`."""
        super().__init__(over, _Entries(None, _ROW, inset=_INSET))
        self.set_names(tr("Groups"), tr("Find a group by its crawlers"))
        self._over = over
        self._go_to_line = go_to_line
        self._entries: Sequence[OutlineEntry] = ()
        self.chosen.connect(self._on_chosen)

    def popup(self, entries: Sequence[OutlineEntry], caret_line: int) -> None:
        """Open over the editor with these groups."""
        self._entries = entries
        over = self._over
        width = min(_WIDTH, over.window().width() - 16)
        rows = max(_LEAST_ROWS, len(entries)) * _ROW + self.field.height() + _AROUND
        self.setFixedSize(width, min(rows, _HEIGHT, over.window().height() - 2 * _TOP))
        self.move(over.mapToGlobal(QPoint(8, 8)))
        self.open_list()
        above = [row for row, entry in enumerate(entries[:_MOST_ENTRIES]) if entry.first <= caret_line]
        self.list.set_current_row(above[-1] if above else 0)

    def entries(self, text: str) -> Sequence[OutlineEntry]:
        return [entry for entry in self._entries if entry.holds(text)][:_MOST_ENTRIES]

    def _on_chosen(self, entry: OutlineEntry) -> None:
        self._go_to_line(entry.first)
