"""Menus described as rows: untrusted texts are shown literally, and pop-up menus are deleted when closed."""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from robotstudio.ui.widgets.formats import literal

_GAP = 4


class MenuAction(Struct, frozen=True):
    """A row of a menu; without a slot it is a separator, with `rows` a submenu.

    Rows with a check state are exclusive within their menu, unless they are not `is_alone`.
    """

    text: str = ""
    slot: Callable[[], object] | None = None
    key: QKeySequence | QKeySequence.StandardKey | Qt.Key | None = None
    is_enabled: bool = True
    is_checked: bool | None = None
    rows: Sequence["MenuAction"] = ()
    is_alone: bool = True


def build_menu(parent: QWidget, rows: Sequence[MenuAction]) -> QMenu:
    """Return a menu to pop up once. It only displays its keys, which the widget handles."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    fill_menu(menu, rows)
    return menu


def give_menu(button: QPushButton, rows: Sequence[MenuAction] = ()) -> QMenu:
    """Give a button a menu that lives as long as the button."""
    menu = QMenu(button)
    fill_menu(menu, rows)
    button.setMenu(menu)
    return menu


def fill_menu(menu: QMenu, rows: Sequence[MenuAction]) -> None:
    """Replace the rows of a menu."""
    menu.clear()
    for kind in (QMenu, QActionGroup):
        for held in menu.findChildren(kind, options=Qt.FindChildOption.FindDirectChildrenOnly):
            held.deleteLater()
    add_rows(menu, rows)


def add_rows(menu: QMenu, rows: Sequence[MenuAction]) -> None:
    """Add rows to a menu."""
    choice = QActionGroup(menu)
    for row in rows:
        if row.rows:
            inner = menu.addMenu("")
            inner.setTitle(literal(row.text))
            fill_menu(inner, row.rows)
        elif row.slot is None:
            menu.addSeparator()
        else:
            _add(menu, row, row.slot, choice)


def _add(menu: QMenu, row: MenuAction, slot: Callable[[], object], choice: QActionGroup) -> None:
    action = menu.addAction("")
    action.setText(literal(row.text))
    action.triggered.connect(partial(_call, slot))
    action.setEnabled(row.is_enabled)
    if row.is_checked is not None:
        action.setCheckable(True)
        action.setChecked(row.is_checked)
        if row.is_alone:
            choice.addAction(action)
    if row.key is not None:
        action.setShortcut(QKeySequence(row.key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)


def _call(slot: Callable[[], object], _is_checked: bool = False) -> None:
    slot()


def room_for(size: QSize, part: QWidget) -> QRect:
    """Return the area for a pop-up of this size that belongs to a part of a window, in global coordinates."""
    screen, window = part.screen().availableGeometry(), part.window()
    inside = QRect(window.mapToGlobal(QPoint()), window.size()).intersected(screen)
    return inside if size.width() <= inside.width() and size.height() <= inside.height() else screen


def place_beside(size: QSize, about: QRect, room: QRect) -> QPoint:
    """Return the top left corner of a pop-up: below its subject, else above, and within the room."""
    below = about.bottom() + 1 + _GAP
    above = about.top() - _GAP - size.height()
    fits_below = below + size.height() <= room.bottom() + 1
    top = below if fits_below or above < room.top() else above
    return _within(QPoint(about.left(), top), size, room)


def popup_below(menu: QMenu, button: QWidget) -> None:
    """Open a menu below a button, left-aligned; if it would leave the window, further left or above."""
    size = menu.sizeHint()
    about = QRect(button.mapToGlobal(QPoint()), button.size())
    menu.popup(place_beside(size, about, room_for(size, button)))


def popup_at(menu: QMenu, at: QPoint, part: QWidget) -> None:
    """Open a menu at a screen position, such as that of the mouse."""
    size = menu.sizeHint()
    menu.popup(_within(at, size, room_for(size, part)))


def _within(at: QPoint, size: QSize, room: QRect) -> QPoint:
    right, bottom = room.right() + 1 - size.width(), room.bottom() + 1 - size.height()
    return QPoint(max(room.left(), min(at.x(), right)), max(room.top(), min(at.y(), bottom)))
