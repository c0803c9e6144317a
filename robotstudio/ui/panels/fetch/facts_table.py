"""A quiet table of facts: rows of text in columns that are described once; rows can be selected and copied."""

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.theme.glyphs import VERDICT_STROKE, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.painting import Run, draw_focus_ring, draw_runs
from robotstudio.ui.widgets.tone import TONES, Tone

Index = QModelIndex | QPersistentModelIndex

_ROOT = QModelIndex()
_ROW_HEIGHT = 24
_HEADER_HEIGHT = 25
_GLYPH_GAP = 7
_MOST_DRAWN = 500  # characters of a value: measuring a longer one at every repaint takes its time
_TONE_ROLE = Qt.ItemDataRole.UserRole


class Face(Enum):
    """How the cells of a column look: UI or mono family, weight, token of the colour."""

    NAME = ("ui", 500, "text")
    TEXT = ("ui", 400, "text")
    QUIET = ("ui", 400, "text3")
    CODE = ("mono", 500, "text")
    QUIET_CODE = ("mono", 400, "text2")


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its width at 100 %, 0 for the one that takes the rest; left out below a width of the table."""

    title: str
    face: Face
    width: int = 0
    hidden_below: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """One fact; with a tone, the glyph of the tone stands before it."""

    text: str
    tone: Tone | None = None


class FactsModel(QAbstractTableModel):
    """The rows; replaced as a whole."""

    def __init__(self, columns: Sequence[Column], parent: QWidget) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._rows: tuple[tuple[Cell, ...], ...] = ()

    def set_rows(self, rows: Sequence[Sequence[Cell]]) -> None:
        self.beginResetModel()
        self._rows = tuple(map(tuple, rows))
        self.endResetModel()

    def text_of(self, rows: Sequence[int]) -> str:
        """Rows as text for the clipboard: the first two columns as `name: value`, as headers are written."""
        return "\n".join(": ".join(cell.text for cell in self._rows[row][:2]) for row in rows)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows) or index.column() >= len(self.columns):
            return None
        cell = self._rows[index.row()][index.column()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return cell.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.columns[index.column()].title}: {cell.text}"
        return cell.tone if role == _TONE_ROLE else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return self.columns[section].title if role == Qt.ItemDataRole.DisplayRole else None


class FactsTable(QTableView):
    """Shows the model; says `nothing` where it has no row."""

    def __init__(self, theme: Theme, columns: Sequence[Column], nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._nothing = nothing
        self._unused: frozenset[int] = frozenset()
        self.facts = FactsModel(columns, self)
        self.setModel(self.facts)
        self.setItemDelegate(_CellDelegate(theme, self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionsClickable(False)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def set_rows(self, rows: Sequence[Sequence[Cell]]) -> None:
        """Show other rows, from the first on."""
        self.facts.set_rows(rows)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if rows else Qt.FocusPolicy.NoFocus)
        self.scrollToTop()

    def set_unused(self, columns: frozenset[int]) -> None:
        """Leave out columns that have nothing to say of these rows."""
        self._unused = columns
        self._hide_columns()

    def all_text(self) -> str:
        """All rows for the clipboard."""
        return self.facts.text_of(range(self.facts.rowCount()))

    def height_of(self, rows: int) -> int:
        """How high the table is when so many rows are shown without scrolling."""
        px = self._theme.fonts.px
        return px(_HEADER_HEIGHT) + rows * px(_ROW_HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            rows = sorted({index.row() for index in self.selectedIndexes()})
            QGuiApplication.clipboard().setText(self.facts.text_of(rows))
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hide_columns()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.facts.rowCount():
            return
        painter = QPainter(self.viewport())
        run = Run(self._nothing, self._theme.fonts.ui(12), self._theme.color("text3"))
        inset = self._theme.fonts.px(SIZES.panel_inset)
        draw_runs(
            painter, QRectF(inset, 0, self.viewport().width() - 2 * inset, self._theme.fonts.px(_ROW_HEIGHT)), [run]
        )

    def _hide_columns(self) -> None:
        for place, column in enumerate(self.facts.columns):
            is_narrow = self.width() < self._theme.fonts.px(column.hidden_below)
            self.setColumnHidden(place, is_narrow or place in self._unused)

    def _on_theme_changed(self) -> None:
        px = self._theme.fonts.px
        self.verticalHeader().setDefaultSectionSize(px(_ROW_HEIGHT))
        header = self.horizontalHeader()
        header.setFixedHeight(px(_HEADER_HEIGHT))
        # The titles begin where the cells do; the stylesheet of the theme knows no panel inset.
        header.setProperty("role", "inset")
        header.setMinimumSectionSize(px(40))
        for place, column in enumerate(self.facts.columns):
            if column.width:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Interactive)
                header.resizeSection(place, px(column.width))
            else:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        self.viewport().update()


class _CellDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, table: FactsTable) -> None:
        super().__init__(table)
        self._theme = theme
        self._columns = table.facts.columns

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, self._theme.fonts.px(_ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = self._theme, QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, theme.color("selected" if selected else "surface"))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color("border"))
        px = theme.fonts.px
        inset = px(SIZES.panel_inset) if index.column() == 0 else px(SIZES.cell_inset)
        place = rect.adjusted(inset, 0, -px(4), -1)
        family, weight, token = self._columns[index.column()].face.value
        tone = index.data(_TONE_ROLE)
        if isinstance(tone, Tone):
            place.setLeft(place.left() + self._paint_tone(painter, place, tone))
        font = theme.fonts.mono(12, weight) if family == "mono" else theme.fonts.ui(12, weight)
        draw_runs(painter, place, [Run(str(index.data() or "")[:_MOST_DRAWN], font, theme.color(token))])
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus_ring(painter, rect.adjusted(0, 0, 0, -1), 3, theme.color("accent"))

    def _paint_tone(self, painter: QPainter, place: QRectF, tone: Tone) -> float:
        look = TONES[tone]
        if look.glyph is None:
            return 0
        side = SIZES.glyph * self._theme.fonts.scale
        box = QRectF(place.left(), place.center().y() - side / 2, side, side)
        stroke = VERDICT_STROKE * self._theme.fonts.scale
        paint_glyph(painter, look.glyph, box, self._theme.color(look.text), stroke)
        return side + self._theme.fonts.px(_GLYPH_GAP)
