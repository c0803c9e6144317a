"""The style that the window draws with: Fusion, with nothing but plain text in labels, message boxes and tooltips.

Qt takes text that looks like HTML for HTML, and then opens the pictures that it names. What the window says is made of
headers, file names and rules that strangers wrote. Qt polishes each label with this style before it measures it first,
also the one in which every tooltip appears, whoever asked for it: a widget, an item of a table, a menu. So this is the
one place through which all of it passes.
"""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QLabel, QProxyStyle

_TIP = "QTipLabel"
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


class PlainTextStyle(QProxyStyle):
    """Fusion that makes each label of the application one of plain text."""

    def __init__(self) -> None:
        super().__init__("Fusion")
        self._tips = _TipFitter(self)

    # Any of a widget, a palette and the application: Qt's three functions of this name.
    def polish(self, thing: object) -> object:  # type: ignore[override]  # the stubs tell them apart by their argument
        """Take the chance to read a label's text as it is written."""
        if not isinstance(thing, QLabel):
            return super().polish(thing)  # type: ignore[call-overload]  # as above
        if thing.textFormat() is not Qt.TextFormat.PlainText:
            thing.setTextFormat(Qt.TextFormat.PlainText)
        if thing.metaObject().className() == _TIP:
            thing.installEventFilter(self._tips)
        return super().polish(thing)


class _TipFitter(QObject):
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
