"""The bars above the panes."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.text.language import put_in, tr
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import Label


class SectionHeader(QWidget):
    """A bar with a title at the left, further parts after it, and actions at the right."""

    def __init__(
        self, title: str, parent: QWidget | None = None, *, height: int = SIZES.tab_bar, inset: int = 14
    ) -> None:
        super().__init__(parent)
        self._height = height
        self._lined = True
        self.title = Label(title, self, px=12, weight=600)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(inset, 0, inset, 1)
        self._layout.setSpacing(SIZES.between_controls)
        self._layout.addWidget(self.title)
        self._layout.addStretch(1)
        self._stretch_at = 1
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def add_left(self, widget: QWidget, stretch: int = 0) -> None:
        """Add a part after the title; with a stretch it takes the free room."""
        self._layout.insertWidget(self._stretch_at, widget, stretch)
        self._stretch_at += 1
        if stretch:
            self._layout.setStretch(self._stretch_at, 0)

    def add_back(self, words: str) -> GhostButton:
        """Put a back button before the title; `words` name its target."""
        button = GhostButton(glyph=Glyph.CHEVRON_LEFT, parent=self)
        button.setAccessibleName(words)
        button.setToolTip(words)
        self.add_lead(button)
        return button

    def add_lead(self, widget: QWidget) -> None:
        """Put a part before the title."""
        self._layout.insertWidget(0, widget)
        self._stretch_at += 1

    def add_right(self, widget: QWidget) -> None:
        self._layout.addWidget(widget)

    def set_lined(self, lined: bool) -> None:
        """Show or hide the line below the bar."""
        self._lined = lined
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect = QRectF(self.rect())
        painter.fillRect(rect, theme.color("window"))
        if self._lined:
            painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), theme.color("border"))


class FoldingHeader(SectionHeader):
    """A bar that folds the pane below it, by its chevron or a click anywhere on it."""

    folded_changed = Signal(bool)

    def __init__(self, title: str, parent: QWidget | None = None, *, folded: bool = False) -> None:
        super().__init__(title, parent, height=SIZES.why_folded)
        self.folded = folded
        """True if the pane below is folded."""
        self._chevron = GhostButton(parent=self)
        self._chevron.clicked.connect(self.toggle)
        super().add_right(self._chevron)
        self._update_chevron()

    def add_right(self, widget: QWidget) -> None:
        """Add an action before the chevron."""
        self._layout.insertWidget(self._layout.count() - 1, widget)

    def set_folded(self, folded: bool) -> None:
        """Fold or unfold; emits if it changes anything."""
        if folded == self.folded:
            return
        self.folded = folded
        self._update_chevron()
        self.folded_changed.emit(folded)

    def toggle(self) -> None:
        self.set_folded(not self.folded)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and inside:
            self.toggle()
        super().mouseReleaseEvent(event)

    def _update_chevron(self) -> None:
        self._chevron.set_glyph(Glyph.CHEVRON_UP if self.folded else Glyph.CHEVRON_DOWN)
        name = tr("Unfold {title}") if self.folded else tr("Fold {title}")
        self._chevron.setAccessibleName(put_in(name, {"title": self.title.text()}))
        self._chevron.setToolTip(self._chevron.accessibleName())


class SectionTitle(SectionHeader):
    """A section header without a bar's look, for column titles below it."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.color("surface"))


class ToolRow(Bar):
    """The row above a list, with its summary and actions."""

    def __init__(self, parent: QWidget | None = None, *, ground: str = "window") -> None:
        """Start empty; `ground` is the token of its colour."""
        super().__init__(parent)
        self.ground = ground
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(SIZES.tool_row)
