"""Tooltips in lines that fit a screen."""

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtWidgets import QLabel

_LONGEST_TIP, _LONGEST_LINE, _MOST_LINES = 1_000, 90, 30
_BELOW_POINTER = 20


def tip_text(text: str) -> str:
    """Text as a tooltip shows it: in lines that fit a screen, and ending somewhere."""
    if len(text) > _LONGEST_TIP:
        text = f"{text[:_LONGEST_TIP]}…"
    lines = [part for line in text.split("\n") for part in _wrapped(line)]
    return "\n".join(lines if len(lines) <= _MOST_LINES else [*lines[:_MOST_LINES], "…"])


def _wrapped(line: str) -> list[str]:
    lines, rest = [], line
    while len(rest) > _LONGEST_LINE:
        at = rest.rfind(" ", 0, _LONGEST_LINE + 1)
        if at > 0:
            lines.append(rest[:at])
            rest = rest[at + 1 :]
        else:
            lines.append(rest[:_LONGEST_LINE])
            rest = rest[_LONGEST_LINE:]
    return [*lines, rest]


class TipFitter(QObject):
    """Breaks the lines of a tooltip as it appears."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and isinstance(watched, QLabel):
            _fit(watched)
        return False


def _fit(tip: QLabel) -> None:
    fitting = tip_text(tip.text())
    if fitting == tip.text():
        return
    tip.setText(fitting)
    tip.setWordWrap(False)
    tip.resize(tip.sizeHint())
    screen = tip.screen().availableGeometry()
    place = tip.pos()
    right, bottom = screen.right() - tip.width(), screen.bottom() - tip.height()
    if place.y() > bottom:
        place.setY(max(screen.top(), place.y() - tip.height() - _BELOW_POINTER))
    tip.move(QPoint(max(screen.left(), min(place.x(), right)), place.y()))
