"""Where what opens over the window lies: inside of it, where it is large enough, else on the screen."""

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QMenu, QWidget

_GAP = 4


def room_for(size: QSize, part: QWidget) -> QRect:
    """Where something of this size may lie that belongs to a part of a window, in global coordinates."""
    screen, window = part.screen().availableGeometry(), part.window()
    inside = QRect(window.mapToGlobal(QPoint()), window.size()).intersected(screen)
    return inside if size.width() <= inside.width() and size.height() <= inside.height() else screen


def place_beside(size: QSize, about: QRect, room: QRect) -> QPoint:
    """The top left corner of a small window: below what it is about, else above, and wholly within the room."""
    below = about.bottom() + 1 + _GAP
    above = about.top() - _GAP - size.height()
    fits_below = below + size.height() <= room.bottom() + 1
    top = below if fits_below or above < room.top() else above
    return _within(QPoint(about.left(), top), size, room)


def popup_below(menu: QMenu, button: QWidget) -> None:
    """Open a menu below a button, their left edges in line; where it would leave the window, further left or above."""
    size = menu.sizeHint()
    about = QRect(button.mapToGlobal(QPoint()), button.size())
    menu.popup(place_beside(size, about, room_for(size, button)))


def popup_at(menu: QMenu, at: QPoint, part: QWidget) -> None:
    """Open a menu of a part of the window at a place on the screen, such as that of the pointer."""
    size = menu.sizeHint()
    menu.popup(_within(at, size, room_for(size, part)))


def _within(at: QPoint, size: QSize, room: QRect) -> QPoint:
    right, bottom = room.right() + 1 - size.width(), room.bottom() + 1 - size.height()
    return QPoint(max(room.left(), min(at.x(), right)), max(room.top(), min(at.y(), bottom)))
