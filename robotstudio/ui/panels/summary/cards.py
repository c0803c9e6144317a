"""Boxes of paragraphs under one another; what stays the same is not built again."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.rich_text import Paragraph, RichText

_INSET, _BETWEEN, _RADIUS = 14, 10, 6
_MOST_READABLE = 860


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its title, which may be empty, and what stands below. `section` is a heading above it."""

    title: str
    paragraphs: Sequence[Paragraph]
    section: str = ""


class Card(QWidget):
    """One box."""

    line_activated = Signal(int, bool)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.section = Label(theme, "", self, px=12, weight=600, color="text2")
        self.title = Label(theme, "", self, px=13, weight=600)
        self.title.setWordWrap(True)
        self.text = RichText(theme, self)
        self.text.setProperty("role", "clear")
        self.text.line_activated.connect(self.line_activated)
        self._frame = QVBoxLayout(self)
        self._frame.setContentsMargins(0, 0, 0, 0)
        self._frame.setSpacing(4)
        self._frame.addWidget(self.section)
        inner = QVBoxLayout()
        inner.setContentsMargins(_INSET, 10, _INSET, 12)
        inner.setSpacing(4)
        inner.addWidget(self.title)
        inner.addWidget(self.text)
        self._frame.addLayout(inner)
        # No `Fixed`: that would bound the height by what the width before needed.
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.text.setSizePolicy(policy)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    def set_box(self, box: Box) -> None:
        """Show a box."""
        self.section.setText(box.section)
        self.section.setVisible(bool(box.section))
        self.title.setText(box.title)
        self.title.setVisible(bool(box.title))
        self.text.setAccessibleName(box.title or box.section)
        self.text.set_paragraphs(box.paragraphs)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        top = self.section.geometry().bottom() + 5 if self.section.isVisible() else 0
        rect = QRectF(0.5, top + 0.5, self.width() - 1, self.height() - top - 1)
        draw_box(painter, rect, _RADIUS, theme.color("surface"), theme.color("border"))


class CardList(QScrollArea):
    """Boxes, scrolled together."""

    line_activated = Signal(int, bool)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cards: list[Card] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setAccessibleName(self.tr("Summary of what the crawlers may fetch"))
        self._page = QWidget(self)
        self.setProperty("role", "tray")
        self._page.setObjectName("page")
        self._column = QVBoxLayout(self._page)
        self._column.setContentsMargins(SIZES.panel_inset, SIZES.panel_inset, SIZES.panel_inset, SIZES.panel_inset)
        self._column.setSpacing(_BETWEEN)
        self._column.addStretch(1)
        self.setWidget(self._page)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def cards(self) -> Sequence[Card]:
        """The boxes that are shown."""
        return [card for card in self._cards if not card.isHidden()]

    def show_boxes(self, boxes: Sequence[Box]) -> None:
        while len(self._cards) < len(boxes):
            card = Card(self._theme, self._page)
            card.setMaximumWidth(self._theme.fonts.px(_MOST_READABLE))
            card.line_activated.connect(self.line_activated)
            self._column.insertWidget(len(self._cards), card)
            self._cards.append(card)
        for number, card in enumerate(self._cards):
            if number < len(boxes):
                card.set_box(boxes[number])
            card.setVisible(number < len(boxes))

    def _on_theme_changed(self) -> None:
        for card in self._cards:
            card.setMaximumWidth(self._theme.fonts.px(_MOST_READABLE))
