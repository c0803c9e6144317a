"""A list over the window in which one row is found by typing: Enter takes it, Esc closes."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.search_field import SearchField

ENTRY_ROLE = Qt.ItemDataRole.UserRole
_MARGIN = 8
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}


class SearchPopup(QFrame):
    """The keyboard stays in the field; the keys that move and choose go to the list. `chosen` tells the entry."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Hidden until `open_list`."""
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme = theme
        self.field = SearchField(theme, "", self)
        self.list = QListWidget(self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        self.rows.addWidget(self.field)
        self.rows.addWidget(self.list)
        self.field.textChanged.connect(self._on_text_changed)
        self.field.installEventFilter(self)
        self.field.left.connect(self.close)
        self.list.itemClicked.connect(self._choose)

    def set_names(self, listed: str, prompt: str) -> None:
        """Name the list, and say in the field what is looked for."""
        self.list.setAccessibleName(listed)
        self.field.setPlaceholderText(prompt)
        self.field.setAccessibleName(prompt)

    def entries(self, text: str) -> Sequence[tuple[object, str, str]]:
        """What is listed for what was typed: entries with their titles, and what an assistive program says of them."""
        raise NotImplementedError

    def open_list(self) -> None:
        """Show all entries, the first selected, and take the keyboard."""
        self.field.clear()
        self._on_text_changed("")
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
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
        ground, edge = self._theme.color("window"), self._theme.color("border_strong")
        draw_box(QPainter(self), QRectF(self.rect()), 0, ground, edge)

    def _on_text_changed(self, text: str) -> None:
        self.list.clear()
        for entry, title, spoken in self.entries(text):
            item = QListWidgetItem(title, self.list)
            item.setData(ENTRY_ROLE, entry)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        self.list.setCurrentRow(0)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            entry = item.data(ENTRY_ROLE)
            self.close()
            self.chosen.emit(entry)
