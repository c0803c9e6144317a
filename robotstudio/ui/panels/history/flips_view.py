"""The verdicts that flip between two versions: each line that is to blame, and below it the URLs."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from robotstudio.engine.changes import Changes
from robotstudio.engine.phrases import printable
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.panels.history import words
from robotstudio.ui.theme.glyphs import VERDICT_BOX, VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.painting import Run, draw_runs
from robotstudio.ui.widgets.row_delegate import Index, RowDelegate, RowState

MOST_OF_A_GROUP = 50
MOST_ROWS = 2_000

_ROOT = QModelIndex()
_ROW_ROLE = Qt.ItemDataRole.UserRole
_HEIGHT, _HEADING_HEIGHT = 24, 30
_INDENT = 34


@dataclass(frozen=True, slots=True)
class FlipRow:
    """A heading (`is_blocked` is None), or a URL that becomes blocked or allowed."""

    text: str
    names: str = ""
    is_blocked: bool | None = None


class FlipsModel(QAbstractListModel):
    """The flips as rows; `more` says how many URLs of a group are not listed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: tuple[FlipRow, ...] = ()

    def show(self, verdicts: Changes, urls: Sequence[str]) -> None:
        """Show other flips."""
        self.beginResetModel()
        self._rows = tuple(self._made(verdicts, urls))[:MOST_ROWS]
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            if row.is_blocked is None:
                return row.text
            becomes = self.tr("becomes blocked") if row.is_blocked else self.tr("becomes allowed")
            return f"{row.text}, {becomes}: {row.names}"
        return row if role == _ROW_ROLE else None

    def _made(self, verdicts: Changes, urls: Sequence[str]) -> Iterator[FlipRow]:
        for group in verdicts.groups:
            yield FlipRow(words.group_heading(group, self.tr))
            names = words.names_text(group.tokens, self.tr)
            listed = group.rows[:MOST_OF_A_GROUP].tolist()
            for place in listed:
                yield FlipRow(printable(urls[place]), names, group.is_blocked)
            if group.urls > len(listed):
                more = self.tr("and {count} more URLs").format(count=format_count(group.urls - len(listed)))
                yield FlipRow(more, "", group.is_blocked)


class FlipsView(QListView):
    """A list to be read and walked through."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.flips_model = FlipsModel(self)
        self.setModel(self.flips_model)
        _FlipDelegate(theme, self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(self.tr("Verdicts that flip"))


class _FlipDelegate(RowDelegate):
    """Headings on the ground of the window, URLs with their sign and the crawlers at the right."""

    def height_of(self, index: Index) -> int:
        return _HEADING_HEIGHT if index.data(_ROW_ROLE).is_blocked is None else _HEIGHT

    def paint_ground(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        super().paint_ground(painter, rect, index, state)
        if index.data(_ROW_ROLE).is_blocked is None and not state.is_selected:
            painter.fillRect(rect, self._theme.color("window"))

    def paint_row(self, painter: QPainter, rect: QRectF, index: Index, _state: RowState) -> None:
        row: FlipRow = index.data(_ROW_ROLE)
        if row.is_blocked is None:
            self._paint_heading(painter, rect, row)
        else:
            self._paint_url(painter, rect, row, is_blocked=row.is_blocked)

    def _paint_heading(self, painter: QPainter, rect: QRectF, row: FlipRow) -> None:
        inset = self._theme.fonts.px(SIZES.panel_inset)
        run = Run(row.text, self._theme.fonts.ui(12, 600), self._theme.color("text"))
        draw_runs(painter, rect.adjusted(inset, 0, -inset, 0), [run])

    def _paint_url(self, painter: QPainter, rect: QRectF, row: FlipRow, *, is_blocked: bool) -> None:
        theme, px = self._theme, self._theme.fonts.px
        inset, side = px(SIZES.panel_inset), VERDICT_BOX * theme.fonts.scale
        box = QRectF(inset + px(4), rect.center().y() - side / 2, side, side)
        glyph, token = (Glyph.CROSS, "blocked") if is_blocked else (Glyph.CHECK, "allowed")
        paint_glyph(painter, glyph, box, theme.color(token), VERDICT_STROKE * theme.fonts.scale)
        names = Run(row.names, theme.fonts.ui(11), theme.color("text2"))
        most = rect.width() * 0.45
        width = min(names.width, most)
        right = rect.right() - inset
        draw_runs(painter, QRectF(right - width, rect.top(), width + 1, rect.height()), [names])
        url = Run(row.text, theme.fonts.mono(12), theme.color("text"))
        draw_runs(painter, QRectF(px(_INDENT), rect.top(), right - width - px(_INDENT + 12), rect.height()), [url])
