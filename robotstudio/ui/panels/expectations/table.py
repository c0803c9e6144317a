"""The tests as a table: state, what is expected, what is so now. A row stays selected by what it is about."""

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from robotstudio.app.expectation_results import Row, State
from robotstudio.engine.phrases import Kind, Phrase, Piece, as_text
from robotstudio.ui.panels.expectations.words import expected_phrase, now_phrase, row_sentence, state_word
from robotstudio.ui.theme.glyphs import VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.painting import Run, draw_focus_ring, draw_runs
from robotstudio.ui.widgets.piece_style import PieceStyle, shortened

Index = QModelIndex | QPersistentModelIndex

ROW = Qt.ItemDataRole.UserRole
_ROOT = QModelIndex()
_ROW_HEIGHT, _HEADER_HEIGHT = 28, 26
_STATE_WIDTH, _NOW_SHARE = 96, 0.4
_GLYPH_GAP, _SIGN = 7, 13
_STALE_OPACITY = 0.6
_Flag = QItemSelectionModel.SelectionFlag

LOOKS: dict[State, tuple[Glyph, str]] = {
    State.FAILS: (Glyph.WARNING, "warning"),
    State.UNREADABLE: (Glyph.ERROR, "warning"),
    State.WAITS: (Glyph.CLOCK, "text3"),
    State.PASSES: (Glyph.CHECK, "allowed"),
}
"""The sign of each state and the token of its colour."""


class Part(IntEnum):
    """The columns."""

    STATE = 0
    EXPECTED = 1
    NOW = 2


class ExpectationTableModel(QAbstractTableModel):
    """The listed rows; replaced as a whole."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()
        self._titles = (self.tr("State"), self.tr("Expected"), self.tr("Now"))

    @property
    def rows(self) -> tuple[Row, ...]:
        return self._rows

    def set_rows(self, rows: Sequence[Row]) -> None:
        """List other rows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def replace_rows(self, rows: Sequence[Row]) -> None:
        """The same tests as before, with other answers."""
        self._rows = tuple(rows)
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(Part) - 1))

    def row_at(self, index: Index) -> Row | None:
        """The row of an index."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(Part)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row_at(index)
        if row is None:
            return None
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row_sentence(row) if index.column() == Part.STATE else self._text(row, index.column())
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return shortened(self._text(row, index.column()), 600)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._titles):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return self._titles[section] if role == Qt.ItemDataRole.DisplayRole else None

    @staticmethod
    def _text(row: Row, column: int) -> str:
        if column == Part.STATE:
            return state_word(row.state)
        return as_text(expected_phrase(row) if column == Part.EXPECTED else now_phrase(row))


class ExpectationTable(QTableView):
    """`row_selected` tells the row that was chosen, `line_activated` the line that a link or Enter leads to."""

    row_selected = Signal(object)
    line_activated = Signal(int)
    edit_requested = Signal(object)
    removal_requested = Signal()
    copy_requested = Signal()
    undo_requested = Signal()
    escape_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_restoring = False
        self.tests = ExpectationTableModel(self)
        self._delegate = _RowDelegate(theme, self)
        self._set_up()
        self.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.clicked.connect(self._announce)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def _set_up(self) -> None:
        self.setModel(self.tests)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setAccessibleName(self.tr("Tests"))

    @property
    def current_row(self) -> Row | None:
        """The row that has the keyboard."""
        return self.tests.row_at(self.currentIndex())

    def selected_rows(self) -> tuple[Row, ...]:
        """The selected rows, from the top."""
        numbers = sorted({index.row() for index in self.selectionModel().selectedRows()})
        return tuple(self.tests.rows[number] for number in numbers if number < len(self.tests.rows))

    def show_rows(self, rows: Sequence[Row]) -> None:
        """List other rows; selection and scroll position stay."""
        if list(map(_key, rows)) == list(map(_key, self.tests.rows)):
            self.tests.replace_rows(rows)
            return
        scrolled, current = self.verticalScrollBar().value(), self.current_row
        selected = {_key(row) for row in self.selected_rows()}
        self._is_restoring = True
        self.tests.set_rows(rows)
        for place, row in enumerate(rows if current or selected else ()):
            if current and _key(row) == _key(current):
                self.selectionModel().setCurrentIndex(self.tests.index(place, Part.EXPECTED), _Flag.NoUpdate)
            if _key(row) in selected:
                self.selectionModel().select(self.tests.index(place, Part.EXPECTED), _Flag.Select | _Flag.Rows)
        self.verticalScrollBar().setValue(scrolled)
        self._is_restoring = False

    def select_row(self, row: Row) -> None:
        """Select a row, unannounced."""
        for place, listed in enumerate(self.tests.rows):
            if _key(listed) == _key(row):
                self._is_restoring = True
                index = self.tests.index(place, Part.EXPECTED)
                self.selectionModel().setCurrentIndex(index, _Flag.ClearAndSelect | _Flag.Rows)
                self._is_restoring = False
                return

    def set_stale(self, is_stale: bool) -> None:
        """Dim what belongs to an older text."""
        self._delegate.opacity = _STALE_OPACITY if is_stale else 1.0
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.current_row
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit()
        elif event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.removal_requested.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escape_pressed.emit()
        elif row and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.line_activated.emit(row.line)
        elif row and event.key() == Qt.Key.Key_F2:
            self.edit_requested.emit(row)
        else:
            super().keyPressEvent(event)
            if event.key() == Qt.Key.Key_Space:
                self._announce(self.currentIndex())

    def event(self, event: QEvent) -> bool:
        # Undo and Copy are those of the list while it has the keyboard, not those of the draft.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = (QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.SelectAll)
            if any(event.matches(key) for key in keys):
                event.accept()
                return True
        return super().event(event)

    def keyboardSearch(self, search: str) -> None:
        """Typed letters do nothing."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        line = self._line_at(event)
        if event.button() is Qt.MouseButton.LeftButton and line:
            self.line_activated.emit(line)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        shape = Qt.CursorShape.PointingHandCursor if self._line_at(event) else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        super().mouseMoveEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self.tests.row_at(self.indexAt(event.position().toPoint()))
        if row and not self._line_at(event):
            self.edit_requested.emit(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out_columns()

    def _line_at(self, event: QMouseEvent) -> int:
        """The line whose link is under the pointer, 0 where there is none."""
        index = self.indexAt(event.position().toPoint())
        row = self.tests.row_at(index)
        if row is None or index.column() != Part.NOW:
            return 0
        link = self._delegate.link_of(now_phrase(row), QRectF(self.visualRect(index)))
        return row.line if link.contains(event.position()) else 0

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not self._is_restoring:
            self._announce(current)

    def _announce(self, index: QModelIndex) -> None:
        """Tell of a row that is selected: Qt also makes one the current one where the keyboard comes in."""
        row = self.tests.row_at(index)
        if row is not None and self.selectionModel().isRowSelected(index.row()):
            self.row_selected.emit(row)

    def _lay_out_columns(self) -> None:
        width, state = self.viewport().width(), self._theme.fonts.px(_STATE_WIDTH)
        now = round((width - state) * _NOW_SHARE)
        for part, wanted in ((Part.STATE, state), (Part.EXPECTED, width - state - now), (Part.NOW, now)):
            self.setColumnWidth(part, wanted)

    def _on_theme_changed(self) -> None:
        px = self._theme.fonts.px
        self.verticalHeader().setDefaultSectionSize(px(_ROW_HEIGHT))
        header = self.horizontalHeader()
        header.setFixedHeight(px(_HEADER_HEIGHT))
        header.setProperty("role", "inset")
        self._lay_out_columns()
        self.viewport().update()


def _key(row: Row) -> object:
    return row.cell or row.text


class _RowDelegate(QStyledItemDelegate):
    """Paints phrases in the look of their pieces."""

    def __init__(self, theme: Theme, table: ExpectationTable) -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table
        self.opacity = 1.0
        self._expected = PieceStyle(theme, 12)
        self._now = PieceStyle(theme, 12, color="text2")

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, self._theme.fonts.px(_ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, Row):
            return
        theme, rect = self._theme, QRectF(option.rect)
        ground = self._ground(option)
        painter.fillRect(rect, ground)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color("border"))
        painter.setOpacity(self.opacity)
        room = self._room(rect, index.column())
        if index.column() == Part.STATE:
            self._paint_state(painter, room, row.state)
        elif index.column() == Part.EXPECTED:
            draw_runs(painter, room, self._runs(expected_phrase(row), self._expected))
        else:
            draw_runs(painter, room, self._runs(now_phrase(row), self._now))
        painter.setOpacity(1)
        if self._table.hasFocus() and index.row() == self._table.currentIndex().row():
            # The ring is that of the row: each cell draws it again over the grounds of those before.
            row_rect = QRectF(0, rect.top(), self._table.viewport().width(), rect.height() - 1)
            draw_focus_ring(painter, row_rect, 3, theme.color("accent"))

    def link_of(self, phrase: Phrase, rect: QRectF) -> QRectF:
        """Where the link to a line stands in a cell; empty where there is none."""
        room = self._room(rect, Part.NOW)
        x = room.left()
        for piece, run in zip(phrase, self._runs(phrase, self._now), strict=True):
            if piece.kind is Kind.LINE:
                return QRectF(x, room.top(), run.width, room.height()).intersected(room)
            x += run.width
        return QRectF()

    def _room(self, rect: QRectF, column: int) -> QRectF:
        px = self._theme.fonts.px
        return rect.adjusted(px(SIZES.panel_inset if column == Part.STATE else SIZES.cell_inset), 0, -px(4), -1)

    def _ground(self, option: QStyleOptionViewItem) -> QColor:
        if option.state & QStyle.StateFlag.State_Selected:
            return self._theme.color("selected")
        return self._theme.color("hover" if option.state & QStyle.StateFlag.State_MouseOver else "surface")

    def _paint_state(self, painter: QPainter, room: QRectF, state: State) -> None:
        theme, px = self._theme, self._theme.fonts.px
        glyph, token = LOOKS[state]
        slot = px(_SIGN)
        is_verdict = glyph is Glyph.CHECK
        side = SIZES.glyph * theme.fonts.scale if is_verdict else slot
        box = QRectF(room.left() + (slot - side) / 2, room.center().y() - side / 2, side, side)
        stroke = (VERDICT_STROKE if is_verdict else 1.3) * theme.fonts.scale
        paint_glyph(painter, glyph, box, theme.color(token), stroke)
        weight = 400 if state is State.PASSES else 600
        word = Run(state_word(state), theme.fonts.ui(12, weight), theme.color(token))
        draw_runs(painter, room.adjusted(slot + px(_GLYPH_GAP), 0, 0, 0), [word])

    @staticmethod
    def _runs(phrase: Phrase, style: PieceStyle) -> list[Run]:
        return [Run(_shown(piece), style.font(piece), style.color(piece)) for piece in phrase]


def _shown(piece: Piece) -> str:
    return shortened(piece.text, 200)
