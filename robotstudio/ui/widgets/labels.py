"""Labels that follow the theme: plain, elided, and links; and the hint in an empty view."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QLabel, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import DrawnButton, GhostButton, SecondaryButton
from robotstudio.ui.widgets.painting import TextRun, draw_focus_ring, draw_runs, elided

_BETWEEN_FACTS = " · "


class Label(QLabel):
    """Plain text in a size, a weight and the colour of a token."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        px: int = 12,
        weight: int = 400,
        color: str = "text",
        mono: bool = False,
    ) -> None:
        super().__init__(parent)
        super().setText(text)
        self._px, self._weight, self._token, self._mono = px, weight, color, mono
        self._has_old_colors = False
        self.setTextFormat(Qt.TextFormat.PlainText)
        theme.changed.connect(self._on_theme_changed)
        self._take_font()
        self._take_colors()

    def set_color(self, token: str) -> None:
        """Set the colour to another token."""
        if token != self._token:
            self._token = token
            self._take_colors()

    def showEvent(self, event: QShowEvent) -> None:
        if self._has_old_colors:
            self._take_colors()
        super().showEvent(event)

    def _on_theme_changed(self) -> None:
        self._take_font()
        if self.isVisible():
            self._take_colors()
        else:  # most labels of the window are on hidden pages
            self._has_old_colors = True

    def _take_font(self) -> None:
        fonts = theme.fonts
        font = fonts.mono(self._px, self._weight) if self._mono else fonts.ui(self._px, self._weight)
        self.setFont(font)

    def _take_colors(self) -> None:
        self._has_old_colors = False
        palette = QPalette()
        palette.setColor(self.foregroundRole(), theme.color(self._token))
        palette.setColor(QPalette.ColorGroup.Disabled, self.foregroundRole(), theme.color("text_disabled"))
        self.setPalette(palette)


class ElidedLabel(Label):
    """One line that ends in `…` if it does not fit, with the full text in its tooltip.

    Of facts separated by `·` the last ones are omitted whole: the beginning of a word is useless.
    """

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        px: int = 12,
        weight: int = 400,
        color: str = "text",
        mono: bool = False,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(text, parent, px=px, weight=weight, color=color, mono=mono)
        self._mode = mode
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        # A line break would be drawn as a box.
        super().setText(_in_one_line(text))
        self._update_tooltip()

    def elided_text(self) -> str:
        """Return the visible text."""
        metrics, room = QFontMetricsF(self.font()), self.contentsRect().width() + 0.5
        if metrics.horizontalAdvance(self.text()) <= room:
            return self.text()
        facts = self.text().split(_BETWEEN_FACTS)
        if not facts[1:]:
            return self._cut(self.text(), room)
        while facts and metrics.horizontalAdvance(_BETWEEN_FACTS.join(facts)) > room:
            facts.pop()
        return _BETWEEN_FACTS.join(facts)

    def _cut(self, text: str, room: float) -> str:
        if self._mode is Qt.TextElideMode.ElideRight:
            return elided(text, self.font(), room)
        return QFontMetricsF(self.font()).elidedText(text, self._mode, room)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance("…"), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_tooltip()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        run = TextRun(self.elided_text(), self.font(), self.palette().color(self.foregroundRole()))
        draw_runs(painter, QRectF(self.contentsRect()).adjusted(0, 0, 1, 0), [run])

    def _update_tooltip(self) -> None:
        self.setToolTip(self.text() if self.elided_text() != self.text() else "")


def _in_one_line(text: str) -> str:
    return " ".join(text.split("\n"))


class LinkLabel(DrawnButton):
    """A word that is a link; `activated` carries True if Ctrl was held."""

    activated = Signal(bool)

    def __init__(self, text: str, parent: QWidget | None = None, *, px: int = 12) -> None:
        super().__init__(parent)
        self.setFont(theme.fonts.ui(px, 500))
        self.setText(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._on_clicked)

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self.font())
        return QSize(round(metrics.horizontalAdvance(self.text()) + 4.5), round(metrics.height() + 2))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect = QRectF(self.rect())
        font = QFont(self.font())
        font.setUnderline(self.underMouse() and self.isEnabled())
        color = theme.color("accent" if self.isEnabled() else "text_disabled")
        draw_runs(painter, rect.adjusted(2, 0, 1, 0), [TextRun(self.text(), font, color)])
        if self.hasFocus():
            draw_focus_ring(painter, rect, 3, theme.color("accent"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def _on_clicked(self) -> None:
        held = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        self.activated.emit(bool(held))


class EmptyHint(QWidget):
    """A centred sentence with an action."""

    def __init__(self, sentence: str, action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = Label(sentence, self, px=13, color="text2")
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setWordWrap(True)
        self._button = SecondaryButton(action, parent=self)
        self._button.setVisible(bool(action))
        self.action_triggered = self._button.clicked
        self._layout = layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 8, 24, 8)
        layout.setSpacing(12)
        layout.addStretch(1)
        layout.addWidget(self._sentence)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)

    @property
    def sentence(self) -> str:
        return self._sentence.text()

    def add_action(self, text: str, do: Callable[[], None]) -> None:
        """Add another action below the first."""
        button = GhostButton(text, parent=self)
        button.clicked.connect(do)
        self._layout.insertWidget(self._layout.count() - 1, button, 0, Qt.AlignmentFlag.AlignHCenter)

    def set_content(self, sentence: str, action: str = "") -> None:
        """Set the sentence, and the action or none."""
        self._sentence.setText(sentence)
        self._button.setText(action)
        self._button.setVisible(bool(action))
