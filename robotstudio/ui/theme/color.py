"""From the hex strings of the tokens to Qt's colours."""

from PySide6.QtGui import QColor


def qcolor(value: str, alpha: float = 1.0) -> QColor:
    """The colour of a token, `alpha` from 0 (nothing) to 1 (opaque)."""
    color = QColor(value)
    color.setAlphaF(alpha)
    return color
