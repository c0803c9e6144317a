"""A small window below a button, closed by a click elsewhere."""

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import draw_popup, make_rounded

_GAP, _EDGE = 4, 8


class Popover(QFrame):
    """A pop-up of its preferred width within the window, right-aligned with its button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Hidden until `show_under`."""
        super().__init__(parent, Qt.WindowType.Popup)
        make_rounded(self)

    def show_under(self, anchor: QWidget, width: int, least: int = 0, most: int = 0) -> None:
        """Open below a button, `width` wide at 100 %.

        Its height is the preferred one, or within bounds as much as the window allows.
        """
        window = anchor.window()
        corner = anchor.mapToGlobal(QPoint(anchor.width(), anchor.height() + _GAP))
        left = window.mapToGlobal(QPoint(_EDGE, 0)).x()
        self.setFixedWidth(min(width, window.width() - 2 * _EDGE))
        if most:
            bottom = window.mapToGlobal(QPoint(0, window.height() - _EDGE)).y()
            self.setFixedHeight(max(least, min(most, bottom - corner.y())))
        else:
            self.adjustSize()
        self.move(max(left, corner.x() - self.width()), corner.y())
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_popup(QPainter(self), QRectF(self.rect()), theme.color("raised"), theme.color("border_strong"))
