"""The sets of crawlers that are chosen with one click, or with Enter."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from robotstudio.engine.crawlers import Preset
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.painting import Run, draw_box, draw_focus_ring, draw_runs, runs_width

_PRESET = Qt.ItemDataRole.UserRole
_ROW, _INSET = 27, 10


class PresetList(QListWidget):
    """`preset_chosen` tells the preset; the one that is chosen is marked."""

    preset_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._delegate = _PresetDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Presets"))
        self.itemClicked.connect(self._on_item_clicked)
        theme.changed.connect(self._on_theme_changed)

    def show_presets(self, presets: Sequence[Preset], chosen: Preset | None) -> None:
        """Show these, one of them as chosen."""
        if [self._preset_at(row) for row in range(self.count())] != list(presets):
            self.clear()
            for preset in presets:
                item = QListWidgetItem(preset.title, self)
                item.setData(_PRESET, preset)
        for row in range(self.count()):
            preset = self._preset_at(row)
            item = self.item(row)
            item.setData(Qt.ItemDataRole.CheckStateRole, preset == chosen)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, self._spoken(preset, is_chosen=preset == chosen))

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
        count = self.tr("{count} crawlers").format(count=format_count(len(preset.tokens)))
        return ", ".join((preset.title, count, *((self.tr("chosen"),) if is_chosen else ())))

    def _preset_at(self, row: int) -> Preset:
        preset: Preset = self.item(row).data(_PRESET)
        return preset

    def _on_item_clicked(self, item: QListWidgetItem) -> None:
        self.preset_chosen.emit(item.data(_PRESET))

    def _on_theme_changed(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()


class _PresetDelegate(QStyledItemDelegate):
    """The title, and at the right the number of crawlers."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, self._theme.fonts.px(_ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        preset = index.data(_PRESET)
        if not isinstance(preset, Preset):
            return
        theme, px, rect = self._theme, self._theme.fonts.px, QRectF(option.rect)
        ground = rect.adjusted(4, 1, -4, -1)
        is_chosen = bool(index.data(Qt.ItemDataRole.CheckStateRole))
        if is_chosen or option.state & QStyle.StateFlag.State_MouseOver:
            draw_box(painter, ground, 4, theme.color("selected" if is_chosen else "hover"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus_ring(painter, ground, 4, theme.color("accent"))
        count = Run(format_count(len(preset.tokens)), theme.fonts.ui(11), theme.color("text2"))
        right = rect.right() - px(_INSET)
        left = right - runs_width([count])
        draw_runs(painter, QRectF(left, rect.top(), right - left + 1, rect.height()), [count])
        title = Run(preset.title, theme.fonts.ui(12, 600 if is_chosen else 400), theme.color("text"))
        draw_runs(
            painter, QRectF(rect.left() + px(_INSET), rect.top(), left - rect.left() - px(18), rect.height()), [title]
        )
