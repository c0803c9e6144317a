"""The fetches of one host, newest first: time, status, changes, size."""

from collections.abc import Sequence
from datetime import UTC, datetime

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QRectF,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from robotstudio.fetch.history.model import Entry, EntryMark
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.history import words
from robotstudio.ui.theme.glyphs import ICON_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.formats import exact_time
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs
from robotstudio.ui.widgets.row_delegate import Index, RowDelegate, RowState
from robotstudio.ui.widgets.tone import TONES

_ROOT = QModelIndex()
_ENTRY = Qt.ItemDataRole.UserRole
_WORDS = Qt.ItemDataRole.UserRole + 1
_ROW = 28
_SIGN = 13
_TIME_AT, _TIME_WIDTH = 38, 132
_CHIP_INSET, _CHIP_HEIGHT, _CHIP_FROM = 8, 19, 46
_GAP = 12
_SIZE_WIDTH = 70
_SIGNS: tuple[tuple[EntryMark, Glyph, str], ...] = (
    (EntryMark.CONTENT, Glyph.DIFFERENCE, "accent"),
    (EntryMark.STATUS, Glyph.NOT_EQUAL, "warning"),
    (EntryMark.FIRST, Glyph.PLUS, "text2"),
)


class TimelineModel(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.entries: tuple[Entry, ...] = ()
        self._before: tuple[tuple[Entry | None, Entry | None], ...] = ()

    def set_entries(self, entries: Sequence[Entry]) -> None:
        self.beginResetModel()
        self.entries = tuple(entries)
        self._before = tuple(self._before_each())
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.entries):
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{exact_time(entry.fetched_at)}\n{entry.final_url}"
        said = words.mark_text(entry, *self._before[index.row()])
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            parts = (words.time_text(entry.fetched_at), words.status_text(entry), said)
            return side_by_side((*parts, WORDS.size(entry.size)))
        return {_ENTRY: entry, _WORDS: said}.get(role)

    def _before_each(self) -> list[tuple[Entry | None, Entry | None]]:
        """Return the previous entry and the previous file of each entry."""
        found: list[tuple[Entry | None, Entry | None]] = []
        before: Entry | None = None
        good: Entry | None = None
        for entry in reversed(self.entries):
            found.append((before, good))
            before, good = entry, entry if entry.has_rules else good
        return found[::-1]


class TimelineView(QListView):
    """One or more entries can be selected; `chosen` is emitted after a change by the user and on the first display."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries_model = TimelineModel(self)
        self.setModel(self.entries_model)
        _EntryDelegate(self, _ROW)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setUniformItemSizes(True)
        self.setAccessibleName(tr("Fetches"))
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)

    def selected_entries(self) -> tuple[Entry, ...]:
        """Return the selected entries, newest first."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return tuple(self.entries_model.entries[row] for row in rows)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """List other entries; keep selection and scroll position if the entries still exist.

        If only the newest is selected, the selection moves to the new newest.
        """
        before = self.entries_model.entries
        if tuple(entries) == before:
            return
        wanted = {entry.id for entry in self.selected_entries()}
        if before and wanted == {before[0].id}:
            wanted.clear()
        place = self.verticalScrollBar().value()
        selection = self.selectionModel()
        blocker = QSignalBlocker(selection)
        self.entries_model.set_entries(entries)
        rows = [row for row, entry in enumerate(entries) if entry.id in wanted] or ([0] if entries else [])
        chosen = QItemSelection()
        for row in rows:
            index = self.entries_model.index(row, 0)
            chosen.select(index, index)
        flags = QItemSelectionModel.SelectionFlag
        if rows:
            selection.setCurrentIndex(self.entries_model.index(rows[0], 0), flags.NoUpdate)
        selection.select(chosen, flags.ClearAndSelect)
        blocker.unblock()
        self.verticalScrollBar().setValue(place if wanted else 0)
        self.viewport().update()
        self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            rows = sorted(index.row() for index in self.selectionModel().selectedRows())
            texts = (self.entries_model.index(row, 0).data(Qt.ItemDataRole.DisplayRole) for row in rows)
            QGuiApplication.clipboard().setText("\n".join(map(str, texts)))
            return
        super().keyPressEvent(event)

    def _on_selection_changed(self, _selected: QItemSelection, _deselected: QItemSelection) -> None:
        self.chosen.emit()


class _EntryDelegate(RowDelegate):
    """Paints an icon for the change, the time, the status on a chip, a text about the change, and the size."""

    def __init__(self, view: QAbstractItemView, height: int) -> None:
        super().__init__(view, height)
        self._widest: dict[str, float] = {}

    def paint_row(self, painter: QPainter, rect: QRectF, index: Index, _state: RowState) -> None:
        entry: Entry = index.data(_ENTRY)
        said = index.data(_WORDS)
        self._paint_sign(painter, rect, entry)
        time = TextRun(words.time_text(entry.fetched_at), theme.fonts.ui(12), theme.color("text"))
        wide = max(_TIME_WIDTH, self._widest_time(time.font))
        draw_runs(painter, QRectF(_TIME_AT, rect.top(), wide, rect.height()), [time])
        left = float(_TIME_AT + wide + _GAP)
        left += self._paint_chip(painter, QRectF(left, rect.top(), 0, rect.height()), entry) + _GAP
        right = rect.right() - SIZES.panel_inset
        is_new = bool(entry.marks)
        change = TextRun(said, theme.fonts.ui(12, 500 if is_new else 400), theme.color("text" if is_new else "text3"))
        draw_runs(painter, QRectF(left, rect.top(), right - _SIZE_WIDTH - left, rect.height()), [change])
        size = TextRun(WORDS.size(entry.size) if entry.size else "", theme.fonts.ui(12), theme.color("text2"))
        draw_runs(painter, QRectF(right - size.width, rect.top(), size.width + 1, rect.height()), [size])

    def _widest_time(self, font: QFont) -> float:
        """Return the width of the widest time, to align the column after it."""
        key = WORDS.code
        if key not in self._widest:
            metrics = QFontMetricsF(font)
            months = (datetime(2026, month, 28, 22, 58, tzinfo=UTC) for month in range(1, 13))
            self._widest = {key: 1 + max(metrics.horizontalAdvance(words.time_text(each)) for each in months)}
        return self._widest[key]

    def _paint_sign(self, painter: QPainter, rect: QRectF, entry: Entry) -> None:
        found = next(((glyph, token) for mark, glyph, token in _SIGNS if entry.marks & mark), None)
        if found is None:
            return
        side = _SIGN
        box = QRectF(SIZES.panel_inset, rect.center().y() - side / 2, side, side)
        paint_glyph(painter, found[0], box, theme.color(found[1]), ICON_STROKE)

    def _paint_chip(self, painter: QPainter, rect: QRectF, entry: Entry) -> float:
        """Paint the status chip and return its width."""
        look = TONES[words.tone_of(entry)]
        run = TextRun(words.status_text(entry), theme.fonts.ui(12, 600), theme.color(look.text))
        width, height = max(_CHIP_FROM, run.width + 2 * _CHIP_INSET), _CHIP_HEIGHT
        box = QRectF(rect.left(), rect.center().y() - height / 2, width, height)
        draw_box(painter, box, RADII.cell, theme.color(look.ground))
        draw_runs(painter, QRectF(box.center().x() - run.width / 2, box.top(), run.width + 1, height), [run])
        return float(width)
