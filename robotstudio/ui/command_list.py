"""Ctrl+K: every action by its name, found by typing a part of it."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.search_field import SearchField

_WIDTH, _HEIGHT, _TOP = 520, 420, 64
_ACTION = Qt.ItemDataRole.UserRole


def matches(words: str, text: str) -> bool:
    """Whether every word typed stands somewhere in the text, in any case and order."""
    folded = text.casefold()
    return all(word in folded for word in words.casefold().split())


class CommandList(QFrame):
    """A popup over the window; Enter runs the selected command, Esc closes."""

    def __init__(self, theme: Theme, actions: Iterable[QAction], parent: QWidget) -> None:
        """A list of actions, hidden until `popup`."""
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("commands")
        self._actions = tuple(actions)
        self._field = SearchField(theme, self.tr("Type a command"), self)
        self._list = QListWidget(self)
        self._list.setAccessibleName(self.tr("Commands"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setUniformItemSizes(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self._field)
        layout.addWidget(self._list)
        self._field.textChanged.connect(self._on_text_changed)
        self._field.installEventFilter(self)
        self._field.left.connect(self.close)
        self._list.itemClicked.connect(self._on_item_clicked)

    def popup(self) -> None:
        """Open over the middle of the window, with nothing typed yet."""
        window = self.parentWidget()
        width = min(_WIDTH, window.width() - 40)
        self.setFixedSize(width, min(_HEIGHT, window.height() - 2 * _TOP))
        self.move(window.mapToGlobal(QPoint((window.width() - width) // 2, _TOP)))
        self._field.clear()
        self._on_text_changed("")
        self.show()
        self._field.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys that move and choose go to the list while the field has the keyboard."""
        if watched is self._field and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            if event.key() in step:
                row = self._list.currentRow() + step[Qt.Key(event.key())]
                self._list.setCurrentRow(max(0, min(row, self._list.count() - 1)))
                return True
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._run(self._list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _on_text_changed(self, text: str) -> None:
        self._list.clear()
        for action in self._actions:
            name = action.text().replace("&", "")
            if action.isEnabled() and matches(text, name):
                keys = action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)
                item = QListWidgetItem(f"{name}\t{keys}" if keys else name, self._list)
                item.setData(_ACTION, action)
        self._list.setCurrentRow(0)

    def _on_item_clicked(self, item: QListWidgetItem) -> None:
        self._run(item)

    def _run(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        action = item.data(_ACTION)
        self.close()
        if isinstance(action, QAction):
            action.trigger()
