"""Ctrl+K: every action by its name, found by typing a part of it."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import Run, draw_runs, runs_width
from robotstudio.ui.widgets.search_field import SearchField

_WIDTH, _HEIGHT, _TOP = 520, 428, 64
_ROW, _INSET = 30, 12
_ACTION = Qt.ItemDataRole.UserRole
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}

Index = QModelIndex | QPersistentModelIndex


def matches(words: str, text: str) -> bool:
    """Whether every word typed stands somewhere in the text, in any case and order."""
    folded = text.casefold()
    return all(word in folded for word in words.casefold().split())


def name_of(action: QAction) -> str:
    """The words of an action without the mark of its mnemonic."""
    return action.text().replace("&", "")


def menu_of(action: QAction) -> str:
    """The title of an action's menu: labels alone are not unique, “Fetch” is in two menus."""
    menus = [menu for menu in action.associatedObjects() if isinstance(menu, QMenu)]
    return menus[0].title().replace("&", "") if menus else ""


class _CommandDelegate(QStyledItemDelegate):
    """The menu and the name of a command at the left, its keys at the right."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, round(self._theme.fonts.px(_ROW)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect = self._theme, QRectF(option.rect)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected:
            painter.fillRect(rect, theme.color("selected"))
        room = rect.adjusted(_INSET, 0, -_INSET, 0)
        action = index.data(_ACTION)
        if not isinstance(action, QAction):
            return
        font, quiet = theme.fonts.ui(13), theme.color("text2" if is_selected else "text3")
        menu = menu_of(action)
        before = [Run(f"{menu}:  ", font, quiet)] if menu else []
        draw_runs(painter, room, [*before, Run(name_of(action), font, theme.color("text"))])
        keys = action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)
        run = Run(keys, theme.fonts.ui(11, 500), quiet)
        room.setLeft(room.right() - runs_width([run]))
        draw_runs(painter, room, [run])


class CommandList(QFrame):
    """A popup over the window; Enter runs the selected command, Esc closes."""

    def __init__(self, theme: Theme, actions: Iterable[QAction], parent: QWidget) -> None:
        """Hidden until `popup`."""
        super().__init__(parent, Qt.WindowType.Popup)
        self._over = parent
        self.setObjectName("commands")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._actions = tuple(actions)
        self._field = SearchField(theme, self.tr("Type a command"), self)
        self._list = QListWidget(self)
        self._list.setAccessibleName(self.tr("Commands"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setItemDelegate(_CommandDelegate(theme, self._list))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self._field)
        layout.addWidget(self._list)
        self._none = Label(theme, self.tr("No command has these words."), self, px=13, color="text2")
        self._none.setContentsMargins(_INSET, 6, _INSET, 6)
        layout.addWidget(self._none, 1, Qt.AlignmentFlag.AlignTop)
        self._field.textChanged.connect(self._on_text_changed)
        self._field.installEventFilter(self)
        self._field.left.connect(self.close)
        self._list.itemClicked.connect(self._run)

    def popup(self) -> None:
        """Open over the middle of the window, with nothing typed yet."""
        window = self._over
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
            key = Qt.Key(event.key())
            if key in _STEPS:
                row = self._list.currentRow() + _STEPS[key]
                self._list.setCurrentRow(max(0, min(row, self._list.count() - 1)))
                return True
            if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._run(self._list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _on_text_changed(self, text: str) -> None:
        self._list.clear()
        for action in self._actions:
            if action.isEnabled() and matches(text, f"{menu_of(action)}: {name_of(action)}"):
                item = QListWidgetItem(name_of(action), self._list)
                item.setData(_ACTION, action)
        self._list.setCurrentRow(0)
        self._list.setVisible(self._list.count() > 0)
        self._none.setVisible(not self._list.count())

    def _run(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        action = item.data(_ACTION)
        self.close()
        if isinstance(action, QAction):
            action.trigger()
