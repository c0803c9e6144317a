"""The groups of a file as a list: find one by typing, Enter goes there."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from robotstudio.app.analysis import Analysis
from robotstudio.engine.groups import rule_lines
from robotstudio.engine.phrases import printable
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.theme.color import qcolor
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.painting import Run, draw_box, draw_runs, runs_width
from robotstudio.ui.widgets.search_field import SearchField

_WIDTH, _HEIGHT, _TOP = 520, 360, 44
_ROW, _INSET, _BAR = 30, 14, 3
_LEAST_ROWS, _AROUND = 3, 26
_MOST_NAMED, _MOST_ENTRIES = 6, 2_000
_ENTRY = Qt.ItemDataRole.UserRole
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A group: its crawlers, where it is, and the number of its rules; `part` counts merged parts, 0 for a whole."""

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
        names = ", ".join(self.agents[:_MOST_NAMED])
        return f"{names} +{format_count(more)}" if more > 0 else names

    def holds(self, words: str) -> bool:
        """Whether each word stands somewhere in a name."""
        names = " ".join(self.agents).casefold()
        return all(word in names for word in words.casefold().split())


def outline_of(analysis: Analysis) -> tuple[OutlineEntry, ...]:
    """The groups of a file in its order, as the editor brackets them."""
    pairs = zip(analysis.shown.groups, analysis.marks, strict=True)
    return tuple(
        OutlineEntry(
            tuple(printable(agent.written.decode("utf-8", "replace")) for agent in group.agents),
            mark.first_line,
            mark.last_line,
            len(rule_lines([group])),
            mark.color,
            mark.part,
        )
        for group, mark in pairs
    )


class _EntryDelegate(QStyledItemDelegate):
    """The names in the colour of their bracket's bar; lines and rules at the right."""

    def __init__(self, theme: Theme, words: Callable[[OutlineEntry], str], parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = words

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, round(self._theme.fonts.px(_ROW)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect, entry = self._theme, QRectF(option.rect), index.data(_ENTRY)
        if not isinstance(entry, OutlineEntry):
            return
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected:
            painter.fillRect(rect, theme.color("selected"))
        bar = QRectF(rect.left() + 4, rect.top() + 7, _BAR, rect.height() - 14)
        painter.fillRect(bar, qcolor(theme.tokens.group(entry.color)))
        room = rect.adjusted(_INSET, 0, -_INSET, 0)
        quiet = theme.color("text2" if is_selected else "text3")
        detail = Run(self._words(entry), theme.fonts.ui(11, 500), quiet)
        right = QRectF(room)
        right.setLeft(room.right() - runs_width([detail]))
        draw_runs(painter, right, [detail])
        room.setRight(right.left() - _INSET)
        draw_runs(painter, room, [Run(entry.title, theme.fonts.mono(12, 500), theme.color("text"))])


class OutlinePopup(QFrame):
    """A popup over the editor; the group of the caret is selected when it opens."""

    line_chosen = Signal(int)

    def __init__(self, theme: Theme, over: QWidget) -> None:
        """Hidden until `popup`."""
        super().__init__(over, Qt.WindowType.Popup)
        self._theme, self._over = theme, over
        self._entries: Sequence[OutlineEntry] = ()
        self.field = SearchField(theme, self.tr("Find a group by its crawlers"), self)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Groups"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setItemDelegate(_EntryDelegate(theme, self.detail, self.list))
        rows = QVBoxLayout(self)
        rows.setContentsMargins(8, 8, 8, 8)
        rows.addWidget(self.field)
        rows.addWidget(self.list)
        self.field.textChanged.connect(self._on_text_changed)
        self.field.installEventFilter(self)
        self.field.left.connect(self.close)
        self.list.itemClicked.connect(self._choose)

    def popup(self, entries: Sequence[OutlineEntry], caret_line: int) -> None:
        """Open over the editor with these groups."""
        self._entries = entries
        over, px = self._over, self._theme.fonts.px
        width = min(px(_WIDTH), over.window().width() - 16)
        rows = max(_LEAST_ROWS, len(entries)) * round(px(_ROW)) + self.field.height() + _AROUND
        self.setFixedSize(width, min(rows, px(_HEIGHT), over.window().height() - 2 * _TOP))
        self.move(over.mapToGlobal(QPoint(8, 8)))
        self.field.clear()
        self._on_text_changed("")
        above = [row for row, entry in enumerate(entries[:_MOST_ENTRIES]) if entry.first <= caret_line]
        self.list.setCurrentRow(above[-1] if above else 0)
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def detail(self, entry: OutlineEntry) -> str:
        """Where a group is, how many rules it has, and whether it is a part of one."""
        one, several = self.tr("{count} rule, lines {first}–{last}"), self.tr("{count} rules, lines {first}–{last}")
        said = (one if entry.rules == 1 else several).format(
            count=format_count(entry.rules), first=entry.first, last=entry.last
        )
        return self.tr("part {number}, {said}").format(number=entry.part, said=said) if entry.part else said

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys that move and choose go to the list while the field has the keyboard."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in _STEPS:
                row = self.list.currentRow() + _STEPS[key]
                self.list.setCurrentRow(max(0, min(row, self.list.count() - 1)))
                return True
            if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._choose(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        draw_box(QPainter(self), QRectF(self.rect()), 0, theme.color("window"), theme.color("border_strong"))

    def _on_text_changed(self, text: str) -> None:
        self.list.clear()
        found = [entry for entry in self._entries if entry.holds(text)]
        for entry in found[:_MOST_ENTRIES]:
            item = QListWidgetItem(entry.title, self.list)
            item.setData(_ENTRY, entry)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.title}, {self.detail(entry)}")
        self.list.setCurrentRow(0)

    def _choose(self, item: QListWidgetItem | None) -> None:
        entry = item.data(_ENTRY) if item else None
        if isinstance(entry, OutlineEntry):
            self.close()
            self.line_chosen.emit(entry.first)
