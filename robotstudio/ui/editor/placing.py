"""Where a small window beside the text goes: below what it is about, else above, and wholly on the screen."""

from PySide6.QtCore import QPoint, QRect, QSize

_GAP = 4


def place_beside(size: QSize, about: QRect, screen: QRect) -> QPoint:
    """The top left corner of a window of a size, beside a rectangle; all in global coordinates."""
    below = about.bottom() + 1 + _GAP
    above = about.top() - _GAP - size.height()
    fits_below = below + size.height() <= screen.bottom() + 1
    top = below if fits_below or above < screen.top() else above
    right, bottom = screen.right() + 1 - size.width(), screen.bottom() + 1 - size.height()
    return QPoint(max(screen.left(), min(about.left(), right)), max(screen.top(), min(top, bottom)))
