"""Pop-ups: one below a button, closed by a click elsewhere, and a card about what is under the pointer."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.menus import place_beside, room_for
from robotstudio.ui.widgets.painting import draw_popup, make_rounded
from robotstudio.ui.widgets.rich_text import Paragraph, RichText

_GAP, _EDGE = 4, 8
_WIDTH, _MARGIN, _INSET = 430, 12, 10


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


class HoverCard(QFrame):
    """A card without keyboard and mouse input."""

    def __init__(self, parent: QWidget) -> None:
        """Start hidden until `show_beside`."""
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        make_rounded(self)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._text = RichText(self)
        self._text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._text.viewport().setAutoFillBackground(False)
        self._text.setProperty("role", "clear")
        rows = QVBoxLayout(self)
        rows.setContentsMargins(_MARGIN, _INSET, _MARGIN, _INSET)
        rows.addWidget(self._text)
        theme.changed.connect(self.hide)

    def show_beside(self, about: QRect, paragraphs: Sequence[Paragraph], spoken: str) -> None:
        """Show paragraphs beside a rectangle in global coordinates; `spoken` is for assistive programs."""
        self._text.set_paragraphs(paragraphs)
        screen = self.screen().availableGeometry()
        width = min(_WIDTH, screen.width())
        height = self._text.heightForWidth(width - 2 * _MARGIN) + 2 * _INSET
        self.setFixedSize(QSize(width, min(height, screen.height())))
        self.move(place_beside(self.size(), about, room_for(self.size(), self.parentWidget() or self)))
        self.setAccessibleName(spoken)
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_popup(QPainter(self), QRectF(self.rect()), theme.color("raised"), theme.color("border_strong"))
