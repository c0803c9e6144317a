"""The lists beside the catalogue: presets, and the chosen crawlers in the order of the matrix."""

from collections.abc import Callable, Container, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from robotstudio.engine.crawlers import Crawler, Preset
from robotstudio.explain.words import crawler_name
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.crawlers.catalogue import paint_check_box
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.keys import is_delete
from robotstudio.ui.widgets.painting import TextRun, draw_runs
from robotstudio.ui.widgets.row_delegate import Index, RowDelegate, RowState
from robotstudio.ui.widgets.row_list import RowContent, RowList, RowWords

_TOKEN = Qt.ItemDataRole.UserRole
_PRESET_ROW, _PRESET_INSET, _BOX, _BOX_GAP = 27, 8, 14, 7
_ORDER_ROW, _INSET, _NUMBER, _REMOVE = 28, 8, 24, 26


class PresetRow(NamedTuple):
    """A preset, checked if all of its crawlers are chosen."""

    preset: Preset
    is_checked: bool


class PresetList(RowList[PresetRow]):
    """Presets to check or uncheck; they add up."""

    def __init__(self, apply: Callable[[Preset], None], parent: QWidget | None = None) -> None:
        """Create it; `apply` checks or unchecks a preset."""
        super().__init__(parent, _PRESET_ROW, inset=_PRESET_INSET, is_boxed=True)
        self._apply = apply
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Crawlers to show"))
        self.clicked.connect(self._choose)

    def show_presets(self, presets: Sequence[Preset], ticked: Container[Preset]) -> None:
        self.show_rows([PresetRow(preset, preset in ticked) for preset in presets])

    def key(self, row: PresetRow) -> Preset:
        return row.preset

    def words(self, row: PresetRow) -> RowWords:
        title = tr(row.preset.title)
        count = ntr(Plural("{count} crawler", "{count} crawlers"), len(row.preset.tokens))
        spoken = side_by_side((title, count, *((tr("chosen"),) if row.is_checked else ())))
        return RowWords(title, spoken, title, row.is_checked)

    def content(self, row: PresetRow, _state: RowState) -> RowContent | None:
        fonts, color = theme.fonts, theme.color
        title = TextRun(tr(row.preset.title), fonts.ui(12, 600 if row.is_checked else 400), color("text"))
        return RowContent([title], [TextRun(WORDS.number(len(row.preset.tokens)), fonts.ui(11), color("text2"))])

    def paint_row(self, painter: QPainter, rect: QRectF, row: PresetRow, state: RowState) -> None:
        box = QRectF(rect.left() + _PRESET_INSET, rect.center().y() - _BOX / 2, _BOX, _BOX)
        paint_check_box(painter, box, row.is_checked)
        super().paint_row(painter, rect.adjusted(_BOX + _BOX_GAP, 0, 0, 0), row, state)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self._choose()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.current is None:
            self.set_current_row(0)

    def _choose(self) -> None:
        if self.current is not None:
            self._apply(self.current.preset)


_MOVES: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


def _is_move(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.AltModifier) and event.key() in _MOVES


class OrderList(QListWidget):
    """The chosen crawlers; moved by dragging and by keys."""

    def __init__(
        self,
        take_order: Callable[[Sequence[str]], None],
        take_out: Callable[[str], None],
        parent: QWidget | None = None,
    ) -> None:
        """Create it; `take_order` gets all tokens in a new order, `take_out` one to remove."""
        super().__init__(parent)
        self._take_order = take_order
        self._take_out = take_out
        self._delegate = _OrderDelegate(self, _ORDER_ROW, is_boxed=True)
        self._pressed_cross = -1
        self.setMouseTracking(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Chosen crawlers, in order"))
        self.model().rowsMoved.connect(self._on_rows_moved)

    @property
    def tokens(self) -> tuple[str, ...]:
        """Tokens in the order shown."""
        return tuple(str(self.item(row).data(_TOKEN)) for row in range(self.count()))

    def show_crawlers(self, crawlers: Sequence[Crawler]) -> None:
        """Show crawlers; keep the selection."""
        names = [crawler_name(crawler) for crawler in crawlers]
        if tuple(crawler.token for crawler in crawlers) == self.tokens:
            for row, name in enumerate(names):
                self.item(row).setText(name)
            return
        selected = self.tokens[self.currentRow()] if self.currentRow() >= 0 else None
        scrolled = self.verticalScrollBar().value()
        self.clear()
        for crawler, name in zip(crawlers, names, strict=True):
            item = QListWidgetItem(name, self)
            item.setData(_TOKEN, crawler.token)
            if crawler.token == selected:
                self.setCurrentItem(item)
        self.verticalScrollBar().setValue(scrolled)

    def move_current(self, step: int) -> None:
        row, wanted = self.currentRow(), self.currentRow() + step
        if row < 0 or not 0 <= wanted < self.count():
            return
        item = self.takeItem(row)
        self.insertItem(wanted, item)
        self.setCurrentRow(wanted)
        self._take_order(self.tokens)

    def remove_row(self, row: int) -> None:
        if 0 <= row < self.count():
            self._take_out(self.tokens[row])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_move(event):
            self.move_current(_MOVES[event.key()])
        elif is_delete(event):
            self.remove_row(self.currentRow())
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # In the main window, Alt+Up and Alt+Down move lines of the draft.
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_move(event):
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_cross = self._cross_at(event)
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        row, pressed = self._cross_at(event), self._pressed_cross
        self._pressed_cross = -1
        if row >= 0 and row == pressed:  # no drag that ends there
            self.remove_row(row)
        super().mouseReleaseEvent(event)

    def _cross_at(self, event: QMouseEvent) -> int:
        """Return the row whose cross is clicked, -1 if none is."""
        index = self.indexAt(event.position().toPoint())
        cross = self._delegate.cross(QRectF(self.visualRect(index)))
        is_cross = event.button() is Qt.MouseButton.LeftButton and index.isValid() and cross.contains(event.position())
        return index.row() if is_cross else -1

    def _on_rows_moved(self) -> None:
        self._take_order(self.tokens)


class _OrderDelegate(RowDelegate):
    """Paints the position, the name, and a cross to remove the crawler."""

    def paint_row(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        number = TextRun(str(index.row() + 1), theme.fonts.ui(11), theme.color("text3"))
        right = rect.left() + (_INSET + _NUMBER) - 6
        draw_runs(painter, QRectF(right - number.width, rect.top(), number.width + 1, rect.height()), [number])
        name = TextRun(str(index.data()), theme.fonts.ui(12, 500), theme.color("text"))
        draw_runs(painter, rect.adjusted(_INSET + _NUMBER, 0, -_REMOVE, 0), [name])
        inset = 8
        box = self.cross(rect).adjusted(inset, inset, -inset, -inset)
        color = theme.color("text2" if any(state) else "text3")
        paint_glyph(painter, Glyph.CLOSE, box, color, 1.3)

    def cross(self, rect: QRectF) -> QRectF:
        """Return the rectangle of the remove button."""
        side = _REMOVE
        return QRectF(rect.right() - side, rect.center().y() - side / 2, side, side)
