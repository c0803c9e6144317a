"""Drag and drop onto a widget."""

from typing import Any

import PySide6
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

COPY, LEFT, NO_KEYS = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
TAKES_FRACTIONS = tuple(int(part) for part in PySide6.__version__.split(".")[:2]) >= (6, 12)
"""True if a drag event takes a QPointF; the constructor of versions up to 6.11 is deprecated in 6.12."""


def drag_enter(data: QMimeData, at: QPoint) -> QDragEnterEvent:
    """Make the event of a drag that enters a widget."""
    place: Any = QPointF(at) if TAKES_FRACTIONS else at
    return QDragEnterEvent(place, COPY, data, LEFT, NO_KEYS)


def drop(onto: QWidget, data: QMimeData, at: QPoint | None = None) -> bool:
    """Drag data onto a widget and drop it; return True if the widget accepts it."""
    place = onto.rect().center() if at is None else at
    entering = drag_enter(data, place)
    QApplication.sendEvent(onto, entering)
    QApplication.sendEvent(onto, QDropEvent(QPointF(place), COPY, data, LEFT, NO_KEYS))
    return entering.isAccepted()
