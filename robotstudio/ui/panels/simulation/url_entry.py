"""Entry of URLs: a small panel over the matrix. Rejected lines stay in it, with the reasons."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QHBoxLayout,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from robotstudio.text.language import Plural, ntr, tr
from robotstudio.ui.language.language import native_keys, together
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.buttons import GhostButton, PrimaryButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.urls.urls import RejectedLine

_INSET = 12
_WIDTH = 500
_MARGIN = 8
_LINES_SHOWN = 6
_REASONS_HEIGHT = 64
_MOST_REASONS = 50
_MORE_LINES = Plural("{count} more line could not be read.", "{count} more lines could not be read.")


class _LinesEdit(QPlainTextEdit):
    """A multi-line field that Ctrl+Enter submits."""

    submitted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "field")
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setPlaceholderText("/cart\n/products?page=2\nhttps://www.example.com/about")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.submitted.emit()
        else:
            super().keyPressEvent(event)


class EntryActions(Protocol):
    """Requests of the entry, for the panel."""

    def take_text(self, text: str) -> None:
        """Add the URLs of a text."""

    def load_urls(self) -> None:
        """Load URLs from files."""

    def paste(self) -> None:
        """Add the URLs in the clipboard."""

    def remove_all(self) -> None:
        """Remove all URLs."""

    def focus_rows(self) -> None:
        """Give the keyboard to the matrix."""


class UrlEntry(QFrame):
    """Takes lines of text; the panel parses them, and calls `show_rejected` for those that are not URLs."""

    def __init__(self, actions: EntryActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._hint = Label(tr("Type or paste URLs or paths, one per line"), self, px=12, weight=600)
        self.lines = _LinesEdit(self)
        self.lines.setAccessibleName(self._hint.text())
        self.lines.submitted.connect(self._on_submitted)
        self._reasons = Label("", px=11, color="warning")
        self._reasons.setWordWrap(True)
        self._reasons.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._reasons_area = QScrollArea(self)
        self._close = GhostButton("", Glyph.CLOSE, self)
        self._close.setAccessibleName(tr("Close"))
        self._close.clicked.connect(self.close_entry)
        self.add_button = PrimaryButton(tr("Add URLs"), parent=self)
        self.add_button.setToolTip(native_keys("Ctrl+Enter"))
        self.add_button.clicked.connect(self._on_submitted)
        self.remove_button = GhostButton(tr("Remove all"), Glyph.TRASH, self)
        self._lay_out()
        self._shadow = QGraphicsDropShadowEffect(self)
        self._shadow.setOffset(0, 4)
        self._shadow.setBlurRadius(16)
        self.setGraphicsEffect(self._shadow)
        self.setAccessibleName(self.add_button.text())
        self.lines.setFont(theme.fonts.mono(12))
        self.lines.setMinimumHeight(2 * 18)
        self.lines.setMaximumHeight(self.lines.fontMetrics().lineSpacing() * _LINES_SHOWN + 16)
        self._reasons_area.setFixedHeight(_REASONS_HEIGHT)
        self._colour_shadow()
        theme.changed.connect(self._colour_shadow)
        self.hide()

    @property
    def reasons(self) -> str:
        """The reasons why lines were rejected, one a line."""
        return self._reasons.text()

    @property
    def is_empty(self) -> bool:
        """True if nothing is typed and nothing was rejected."""
        return self.lines.document().isEmpty() and not self._reasons.text()

    def open_entry(self) -> None:
        """Show the entry, with the text typed before."""
        self.show()
        self.raise_()
        self.lines.setFocus(Qt.FocusReason.PopupFocusReason)

    def place(self, panel: QRect, top: int) -> None:
        """Move to the right of the panel, below `top`."""
        margin, wanted = _MARGIN, self.sizeHint()
        width = min(max(_WIDTH, wanted.width()), panel.width() - 2 * margin)
        height = min(wanted.height(), panel.height() - top - margin)
        self.setGeometry(panel.width() - margin - width, top, width, height)

    def close_entry(self) -> None:
        """Hide the entry; its text stays."""
        if not self.isHidden():
            self.hide()
            self._actions.focus_rows()

    def show_rejected(self, rejected: Sequence[RejectedLine]) -> None:
        """Append rejected lines to the text, where they can be corrected, and show the reasons."""
        typed = self.lines.toPlainText()
        kept = [typed] if typed else []
        self.lines.setPlainText("\n".join([*kept, *(line.text for line in rejected)]))
        reasons = [
            tr("Line {number}: {sentence}", number=line.number, sentence=line.why) for line in rejected[:_MOST_REASONS]
        ]
        if len(rejected) > _MOST_REASONS:
            reasons.append(ntr(_MORE_LINES, len(rejected) - _MOST_REASONS))
        self._reasons.setText(together("\n", *reasons))
        self._reasons_area.setVisible(bool(reasons))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_entry()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        rect = QRectF(self.rect())
        draw_box(QPainter(self), rect, RADII.card, theme.color("raised"), theme.color("border_strong"))

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._hint)
        top.addStretch(1)
        top.addWidget(self._close)
        bottom = QHBoxLayout()
        bottom.setSpacing(SIZES.between_controls)
        load_button = GhostButton(tr("Load from file…"), Glyph.FOLDER, self)
        paste_button = GhostButton(tr("Paste list"), Glyph.COPY, self)
        load_button.clicked.connect(self._actions.load_urls)
        paste_button.clicked.connect(self._actions.paste)
        self.remove_button.clicked.connect(self._actions.remove_all)
        for button in (load_button, paste_button, self.remove_button):
            bottom.addWidget(button)
        bottom.addStretch(1)
        bottom.addWidget(self.add_button)
        self._reasons_area.setWidget(self._reasons)
        self._reasons_area.setWidgetResizable(True)
        self._reasons_area.setFrameShape(QFrame.Shape.NoFrame)
        self._reasons_area.viewport().setAutoFillBackground(False)
        self._reasons.setAutoFillBackground(False)
        self._reasons_area.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_INSET, 6, _INSET, 10)
        layout.setSpacing(SIZES.between_controls)
        layout.addLayout(top)
        layout.addWidget(self.lines, 1)
        layout.addWidget(self._reasons_area)
        layout.addLayout(bottom)

    def _on_submitted(self) -> None:
        # Cleared first: rejected lines are put back.
        text = self.lines.toPlainText()
        self.lines.clear()
        self._actions.take_text(text)

    def _colour_shadow(self) -> None:
        self._shadow.setColor(QColor(0, 0, 0, round(255 * theme.tokens.popup_shadow_percent / 100)))
