"""The lists beside the catalogue: presets, and the chosen crawlers in the order of the matrix."""

from collections.abc import Container, Sequence

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
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
from robotstudio.ui.widgets.row_delegate import Index, RowContent, RowDelegate, RowState

_TOKEN = _PRESET = Qt.ItemDataRole.UserRole
_PRESET_ROW, _PRESET_INSET, _BOX, _BOX_GAP = 27, 8, 14, 7
_ORDER_ROW, _INSET, _NUMBER, _REMOVE = 28, 8, 24, 26


class PresetList(QListWidget):
    """`preset_chosen` carries the preset that was checked or unchecked; presets add up."""

    preset_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _PresetDelegate(self, _PRESET_ROW, inset=_PRESET_INSET, is_boxed=True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Presets"))
        self.itemClicked.connect(self._on_item_clicked)

    def show_presets(self, presets: Sequence[Preset], ticked: Container[Preset]) -> None:
        if [self._preset_at(row) for row in range(self.count())] != list(presets):
            self.clear()
            for preset in presets:
                item = QListWidgetItem(self)
                item.setData(_PRESET, preset)
        for row in range(self.count()):
            preset = self._preset_at(row)
            item = self.item(row)
            item.setText(tr(preset.title))
            item.setToolTip(item.text())
            is_ticked = preset in ticked
            item.setData(Qt.ItemDataRole.CheckStateRole, is_ticked)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, self._spoken(preset, is_chosen=is_ticked))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and self.currentRow() >= 0:
            self.preset_chosen.emit(self._preset_at(self.currentRow()))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.currentRow() < 0:
            self.setCurrentRow(0)

    def _spoken(self, preset: Preset, *, is_chosen: bool) -> str:
        count = ntr(Plural("{count} crawler", "{count} crawlers"), len(preset.tokens))
        return side_by_side((tr(preset.title), count, *((tr("chosen"),) if is_chosen else ())))

    def _preset_at(self, row: int) -> Preset:
        preset: Preset = self.item(row).data(_PRESET)
        return preset

    def _on_item_clicked(self, item: QListWidgetItem) -> None:
        self.preset_chosen.emit(item.data(_PRESET))


class _PresetDelegate(RowDelegate):
    """Paints a box, checked if all crawlers of the preset are chosen, the title, and their number at the right."""

    def paint_row(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        side = _BOX
        box = QRectF(rect.left() + _PRESET_INSET, rect.center().y() - side / 2, side, side)
        paint_check_box(painter, box, _is_chosen(index))
        super().paint_row(painter, rect.adjusted(side + _BOX_GAP, 0, 0, 0), index, state)

    def content(self, index: Index, _state: RowState) -> RowContent | None:
        preset: Preset = index.data(_PRESET)
        fonts, color = theme.fonts, theme.color
        title = TextRun(tr(preset.title), fonts.ui(12, 600 if _is_chosen(index) else 400), color("text"))
        return RowContent([title], [TextRun(WORDS.number(len(preset.tokens)), fonts.ui(11), color("text2"))])


def _is_chosen(index: Index) -> bool:
    return bool(index.data(Qt.ItemDataRole.CheckStateRole))


_MOVES: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


def _is_move(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.AltModifier) and event.key() in _MOVES


class OrderList(QListWidget):
    """`order_changed` carries the tokens in their new order, `removed` a token to remove."""

    order_changed = Signal(object)
    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._delegate = _OrderDelegate(self, _ORDER_ROW, is_boxed=True)
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
        self.order_changed.emit(self.tokens)

    def remove_row(self, row: int) -> None:
        if 0 <= row < self.count():
            self.removed.emit(self.tokens[row])

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

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        cross = self._delegate.cross(QRectF(self.visualRect(index)))
        is_left = event.button() is Qt.MouseButton.LeftButton
        if is_left and index.isValid() and cross.contains(event.position()):
            self.remove_row(index.row())
        super().mouseReleaseEvent(event)

    def _on_rows_moved(self) -> None:
        self.order_changed.emit(self.tokens)


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
