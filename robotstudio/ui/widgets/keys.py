"""Keys that mean the same in every list and on every button."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

_DELETE: Final = frozenset({Qt.Key.Key_Delete, Qt.Key.Key_Backspace})
_ARROWS: Final = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down})


def is_delete(event: QKeyEvent) -> bool:
    """Return True for keys that remove a row. Qt's standard key includes Ctrl+D on X11, which shows the changes."""
    return event.key() in _DELETE and is_plain(event)


def is_stray_arrow(event: QKeyEvent) -> bool:
    """Return True for an arrow key on a single button, and ignore the event.

    Qt handles it as Tab, which led from a button into the editor, where the next Enter changed the file.
    """
    is_stray = event.key() in _ARROWS and is_plain(event)
    if is_stray:
        event.ignore()
    return is_stray


def is_plain(event: QKeyEvent) -> bool:
    """Return True if no modifier is held."""
    return not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
