"""Tab order by position on the screen, and the frame around the focused pane.

Qt uses the order in which widgets were created, which is not the visual order, and becomes arbitrary once a list has
recreated its cards. Here it is computed from the positions of the widgets each time.
"""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QPlainTextEdit, QTextEdit, QWidget

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import draw_focus_ring
from robotstudio.ui.widgets.rich_text import RichText


def tab_stops(window: QWidget) -> list[QWidget]:
    """Return the tab stops of a window: row by row from the left, each pane as a whole.

    A text that accepts Tab as a character comes last, because Tab does not leave it.
    """
    stops = list(_stops_in(window))
    return [stop for stop in stops if not _types_tabs(stop)] + [stop for stop in stops if _types_tabs(stop)]


def next_stop(window: QWidget, current: QWidget | None, step: int) -> QWidget | None:
    """Return the target of Tab (step 1) or Shift+Tab (-1), wrapping around."""
    stops = tab_stops(window)
    if current in stops:
        return stops[(stops.index(current) + step) % len(stops)]
    return stops[0 if step > 0 else -1] if stops else None


def _stops_in(widget: QWidget) -> Iterator[QWidget]:
    for child in _in_reading_order([child for child in widget.children() if isinstance(child, QWidget)]):
        if child.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus and child.focusProxy() is None:
            yield child
        yield from _stops_in(child)


def _in_reading_order(widgets: list[QWidget]) -> Iterator[QWidget]:
    """Iterate over the usable widgets: those of one row from the left, the rows from the top."""
    usable = (one for one in widgets if one.isVisible() and one.isEnabled() and not one.isWindow())
    row: list[QWidget] = []
    end = 0
    for widget in sorted(usable, key=_top):
        place = widget.geometry()
        if row and place.center().y() > end and place.top() > row[0].geometry().center().y():
            yield from sorted(row, key=_left)
            row = []
        end = min(end, place.bottom()) if row else place.bottom()
        row.append(widget)
    yield from sorted(row, key=_left)


def _top(widget: QWidget) -> int:
    return widget.geometry().top()


def _left(widget: QWidget) -> int:
    return widget.geometry().left()


def _types_tabs(widget: QWidget) -> bool:
    return isinstance(widget, QPlainTextEdit | QTextEdit) and not widget.isReadOnly() and not widget.tabChangesFocus()


class PaneRing(QWidget):
    """The ring around a text, a list or a table that was focused by a key; it disappears with the focus."""

    def __init__(self, pane: QAbstractScrollArea) -> None:
        super().__init__(pane)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(pane.rect())
        self.show()
        self.raise_()
        pane.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        elif event.type() is QEvent.Type.FocusOut:
            self.hide()
            self.deleteLater()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_focus_ring(QPainter(self), QRectF(self.rect()), 0, theme.color("accent"))


def mark_pane(widget: QWidget) -> None:
    """Put the ring around the focused widget; small parts, and links in a text, paint their own."""
    if isinstance(widget, QAbstractScrollArea) and not isinstance(widget, RichText):
        PaneRing(widget)
