"""A title with a chevron that unfolds what is below it."""

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.text.phrases import Phrase
from robotstudio.ui.language.language import together
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.keys import is_stray_arrow
from robotstudio.ui.widgets.painting import TextRun, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.rich_text import PieceStyle

_HEIGHT, _CHEVRON, _TEXT_LEFT = 23, 10, 14


class FoldButton(QAbstractButton):
    """A title with a chevron; checked means open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._phrase: Phrase = ()
        self._style = PieceStyle(12, 400, "text2")
        self._is_hovered = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_phrase(self, phrase: Phrase) -> None:
        """Set the title."""
        self._phrase = phrase
        said = together("", *(piece.text for piece in phrase))
        self.setText(said)
        self.setShortcut(QKeySequence())  # an `&` in a rule is not a mnemonic
        self.setAccessibleName(said)
        self.setToolTip(said)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(self._left() + runs_width(self._runs()) + 4), _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, _HEIGHT)

    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not is_stray_arrow(event):
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._set_hovered(hovered=True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hovered(hovered=False)
        super().leaveEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        rect, painter = QRectF(self.rect()), QPainter(self)
        side = _CHEVRON
        box = QRectF(0, rect.center().y() - side / 2, side, side)
        glyph = Glyph.CHEVRON_DOWN if self.isChecked() else Glyph.CHEVRON_RIGHT
        paint_glyph(painter, glyph, box, theme.color("text2"), 1.4)
        runs = self._runs()
        draw_runs(painter, rect.adjusted(self._left(), 0, 0, 0), runs)
        if self.hasFocus():
            width = min(rect.width(), self._left() + runs_width(runs) + 4)
            ring = QRectF(0, 1, width, rect.height() - 2)
            draw_focus_ring(painter, ring, 4, theme.color("accent"))

    def _runs(self) -> list[TextRun]:
        weighed = [(piece, self._style.font(piece), self._style.color(piece)) for piece in self._phrase]
        plain = theme.color("text" if self._is_hovered else "text2")
        return [TextRun(piece.text, font, plain if piece.is_link else color) for piece, font, color in weighed]

    def _left(self) -> int:
        return _TEXT_LEFT

    def _set_hovered(self, *, hovered: bool) -> None:
        self._is_hovered = hovered
        self.update()


class FoldingSection(QWidget):
    """A folding row with content; `opened` lets the owner fill the content only when it is visible."""

    opened = Signal()

    def __init__(self, content: QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = FoldButton(self)
        self._content = content
        self._action: QWidget | None = None
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        self._row.addWidget(self.button, 1)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(2)
        self._rows.addLayout(self._row)
        if content:
            self._rows.addWidget(content)
            content.hide()
        self.button.toggled.connect(self._on_toggled)

    @property
    def is_open(self) -> bool:
        """True if the content is shown."""
        return self.button.isChecked()

    def set_action(self, action: QWidget) -> None:
        """Add a button beside the title, visible while the section is open."""
        self._action = action
        self._row.addWidget(action)
        action.setVisible(self.is_open)

    def set_content(self, content: QWidget | None) -> None:
        """Replace the content; the previous widget is removed from the layout."""
        if self._content is not None:
            self._rows.removeWidget(self._content)
        self._content = content
        if content is not None:
            self._rows.addWidget(content)
            content.setVisible(self.is_open)

    def _on_toggled(self, is_open: bool) -> None:
        for part in (self._content, self._action):
            if part is not None:
                part.setVisible(is_open)
        if is_open:
            self.opened.emit()
