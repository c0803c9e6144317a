"""The card of the tour, and the ring around its subject. Both are above the document and block nothing."""

from collections.abc import Sequence
from typing import Final, Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from robotstudio.text.language import WORDS, Meant, Message, tr
from robotstudio.ui.panels.tour.steps import TourStep
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.buttons import GhostButton, PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import draw_box

_PLACE: Final[Message] = Meant("{number} of {count}", "steps of the tour")
_WIDTH, _INSET, _SPACING = 340, 16, 10
_GAP = 10
_RING = 3


class Ring(QWidget):
    """A frame around a part of the window, which stays usable."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_box(QPainter(self), QRectF(self.rect()), RADII.field, None, theme.color("accent"), _RING)


class TourActions(Protocol):
    """Implemented by the controller."""

    def go_on(self) -> None:
        """Show the next step; after the last, end the tour."""

    def go_back(self) -> None:
        """Show the step before."""

    def end(self) -> None:
        """Hide the card."""


class TourCard(QWidget):
    """A step of the tour: Next and Back, also by the arrow keys."""

    def __init__(self, actions: TourActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.ring = Ring(parent)
        self.title = Label("", self, px=14, weight=600)
        self.place = Label("", self, px=11, color="text3")
        self.text = Label("", self, px=12, color="text2")
        self.close_button = GhostButton(glyph=Glyph.CLOSE, parent=self)
        self.close_button.setAccessibleName(tr("Close"))
        self.close_button.setToolTip(tr("Close"))
        self.back_button = SecondaryButton(tr(Meant("Back", "step")), parent=self)
        self.next_button = PrimaryButton("", parent=self)
        for button in (self.back_button, self.next_button):
            button.set_small()
        for listened in (self.close_button, self.back_button, self.next_button):
            listened.installEventFilter(self)
        self.setFocusProxy(self.next_button)
        self._lay_out()
        self.next_button.clicked.connect(actions.go_on)
        self.back_button.clicked.connect(actions.go_back)
        self.close_button.clicked.connect(actions.end)
        self.hide()

    def show_step(self, steps: Sequence[TourStep], number: int) -> None:
        """Show one of the steps, counted from 0, and announce it to screen readers."""
        step, is_last = steps[number], number + 1 == len(steps)
        self.title.setText(tr(step.title))
        self.text.setText(tr(step.text))
        self.place.setText(tr(_PLACE, number=number + 1, count=len(steps)))
        self.next_button.setText(tr("Close") if is_last else tr(Meant("Next", "step")))
        self.back_button.setEnabled(number > 0)
        spoken = WORDS.with_fact(self.title.text(), self.place.text())
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(self.text.text())
        self.show()
        self.raise_()
        self.next_button.setFocus(Qt.FocusReason.TabFocusReason)
        said = WORDS.sentences((WORDS.sentence(spoken), self.text.text()))
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))

    def lie_beside(self, about: QRect | None, room: QRect) -> None:
        """Move beside a part of the window, within `room`, and frame it; None keeps the position without a frame."""
        width = min(_WIDTH, room.width())
        self.resize(width, self.heightForWidth(width))
        if about is None:
            self.ring.hide()
            self.move(_within(self.pos(), self.size(), room))
            return
        about = about.intersected(room)
        self.ring.setGeometry(about.adjusted(-_RING, -_RING, _RING, _RING).intersected(room))
        self.ring.show()
        self.move(place_of(self.size(), about, room))
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        ground, edge = theme.color("raised"), theme.color("accent")
        draw_box(QPainter(self), QRectF(self.rect()), RADII.card, ground, edge)

    def eventFilter(self, _button: QObject, event: QEvent) -> bool:
        """Handle the arrow keys, with which a button would move the focus to the next one."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        is_next, is_back = (event.key() == key for key in (Qt.Key.Key_Right, Qt.Key.Key_Left))
        if is_next:
            self._actions.go_on()
        elif is_back:
            self._actions.go_back()
        return is_next or is_back

    def _lay_out(self) -> None:
        top, bottom = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.close_button)
        bottom.addWidget(self.place)
        bottom.addStretch(1)
        bottom.addWidget(self.back_button)
        bottom.addWidget(self.next_button)
        for label in (self.title, self.text):
            label.setWordWrap(True)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(_INSET, _INSET - 4, _INSET - 4, _INSET - 2)
        rows.setSpacing(_SPACING)
        rows.addLayout(top)
        rows.addWidget(self.text)
        rows.addLayout(bottom)


def place_of(size: QSize, about: QRect, room: QRect) -> QPoint:
    """Return the position of a card beside its subject: on a side with enough space, else over its lower end."""
    left, right = about.left() - _GAP - size.width(), about.right() + 1 + _GAP
    below, above = about.bottom() + 1 + _GAP, about.top() - _GAP - size.height()
    middle = about.center().y() - size.height() // 2
    in_line = about.right() + 1 - size.width()
    upright = about.height() > size.height() / 2
    sides = [QPoint(left, middle), QPoint(right, middle)]
    ends = [QPoint(in_line, below), QPoint(in_line, above)]
    for corner in (*sides, *ends) if upright else (*ends, *sides):
        moved = _within(corner, size, room)
        if not QRect(moved, size).intersects(about):
            return moved
    return _within(QPoint(in_line - _GAP, about.bottom() + 1 - size.height() - _GAP), size, room)


def _within(corner: QPoint, size: QSize, room: QRect) -> QPoint:
    right, bottom = room.right() + 1 - size.width(), room.bottom() + 1 - size.height()
    x, y = max(room.left(), min(corner.x(), right)), max(room.top(), min(corner.y(), bottom))
    return QPoint(x, y)
