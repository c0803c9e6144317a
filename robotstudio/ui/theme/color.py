"""From the hex strings of the tokens to Qt's colours."""

from PySide6.QtGui import QColor


def qcolor(value: str, alpha: float = 1.0) -> QColor:
    """The colour of a token, `alpha` from 0 (nothing) to 1 (opaque)."""
    color = QColor(value)
    color.setAlphaF(alpha)
    return color


def blended(ground: QColor, over: QColor) -> QColor:
    """The opaque colour that a translucent one gives over another."""
    share = over.alphaF()
    mixed = (under + (above - under) * share for under, above in zip(_rgb(ground), _rgb(over), strict=True))
    return QColor.fromRgbF(*mixed)


def _rgb(color: QColor) -> tuple[float, float, float]:
    return color.redF(), color.greenF(), color.blueF()
