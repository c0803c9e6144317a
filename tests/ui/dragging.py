"""Dragging something over a widget and letting it go."""

from typing import Any

import PySide6
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

COPY, LEFT, NO_KEYS = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
TAKES_FRACTIONS = tuple(int(part) for part in PySide6.__version__.split(".")[:2]) >= (6, 12)
"""Whether a drag enters at a QPointF; up to 6.11 there is only the constructor that 6.12 calls deprecated."""


def drag_enter(data: QMimeData, at: QPoint) -> QDragEnterEvent:
    """What a widget is told of a drag that comes over it."""
    place: Any = QPointF(at) if TAKES_FRACTIONS else at
    return QDragEnterEvent(place, COPY, data, LEFT, NO_KEYS)


def drop(onto: QWidget, data: QMimeData, at: QPoint | None = None) -> bool:
    """Drag something over a widget and let it go; whether the widget accepts it."""
    place = onto.rect().center() if at is None else at
    entering = drag_enter(data, place)
    QApplication.sendEvent(onto, entering)
    QApplication.sendEvent(onto, QDropEvent(QPointF(place), COPY, data, LEFT, NO_KEYS))
    return entering.isAccepted()
