"""A field for a line number, between header and text."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.ui.editor.enter_field import EnterField
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.labels import ElidedLabel, Label


class GoToBar(QWidget):
    """Asks for a line, or a line and a column as in `12:5`; what does not exist is said in a sentence."""

    line_chosen = Signal(int, int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._line_count = 1
        self._label = Label(theme, "", self, px=12, color="text2")
        self.field = EnterField(theme, self.tr("Line"), self)
        self._message = ElidedLabel(theme, "", self, px=12, color="blocked")
        self._close = GhostButton(theme, glyph=Glyph.CLOSE, parent=self)
        self._close.set_small()
        self._close.setAccessibleName(self.tr("Close (Esc)"))
        self._close.setToolTip(self.tr("Close (Esc)"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 5, 8, 6)
        layout.setSpacing(8)
        layout.addWidget(self._label)
        layout.addWidget(self.field)
        layout.addWidget(self._message, 1)
        layout.addWidget(self._close)
        self.field.entered.connect(self._on_entered)
        self.field.left.connect(self.close_bar)
        self.field.textChanged.connect(self._on_text_changed)
        self._close.clicked.connect(self.close_bar)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Go to line"))
        self.hide()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def message(self) -> str:
        """What is wrong with what was typed."""
        return self._message.text()

    def open(self, line: int, line_count: int) -> None:
        """Ask for one of the lines 1 to `line_count`, beginning with the line of the caret."""
        self._line_count = line_count
        self._label.setText(self.tr("Line 1–{count}").format(count=format_count(line_count)))
        self._message.setText("")
        self.show()
        self.field.setText(str(line))
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_bar(self) -> None:
        """Hide the bar."""
        self.hide()
        self.closed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("window"))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), self._theme.color("border"))

    def _on_entered(self) -> None:
        line, _, column = self.field.text().strip().partition(":")
        are_numbers = _is_number(line) and _is_number(column or "1")
        if are_numbers and 1 <= int(line) <= self._line_count:
            self.hide()
            self.line_chosen.emit(int(line), int(column or 1))
        else:
            self._complain()

    def _complain(self) -> None:
        words = self.tr("Enter a line from 1 to {count}.") if self._line_count > 1 else self.tr("There is only line 1.")
        self._message.setText(words.format(count=format_count(self._line_count)))
        self.field.selectAll()

    def _on_text_changed(self) -> None:
        self._message.setText("")

    def _on_theme_changed(self) -> None:
        self.field.setFixedWidth(self._theme.fonts.px(84))
        self.update()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 9
