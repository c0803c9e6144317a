"""A field to filter or find, and a pop-up list with a filter."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QLineEdit, QVBoxLayout, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.painting import draw_popup, make_rounded
from robotstudio.ui.widgets.row_list import RowList

_GLYPH = 13
_LEFT, _INSET = 9, 11


class SearchField(QLineEdit):
    """A field with a magnifier, as high as a tool row's controls; Esc clears it, a second Esc emits `left`."""

    left = Signal()

    def __init__(self, placeholder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("controlSize", "small")
        self._clear_action = QAction(self)
        self._clear_action.setText(tr("Clear"))
        self._clear_action.triggered.connect(self.clear)
        self.addAction(self._clear_action, QLineEdit.ActionPosition.TrailingPosition)
        self.textChanged.connect(self._on_text_changed)
        self._on_text_changed("")
        self.setFont(theme.fonts.ui(12))
        self.setFixedHeight(SIZES.control_small)
        self.setTextMargins(_GLYPH + 4, 0, 0, 0)
        self._show_icon()
        self.say_purpose(placeholder)

    def say_purpose(self, prompt: str) -> None:
        """Set the prompt: shown in the empty field, or as a tooltip if there is no room."""
        self.setPlaceholderText(prompt)
        self.setAccessibleName(prompt)
        self.setToolTip(prompt)
        self._fit_prompt()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.text():
            self.clear()
        else:
            self.left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_prompt()

    def _fit_prompt(self) -> None:
        """Hide the prompt if it does not fit: a part of a word is useless."""
        room = self.width() - self.textMargins().left() - 2 * _INSET
        palette = QPalette()
        if QFontMetricsF(self.font()).horizontalAdvance(self.placeholderText()) > room:
            palette.setColor(QPalette.ColorRole.PlaceholderText, QColor(Qt.GlobalColor.transparent))
        self.setPalette(palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = _GLYPH
        box = QRectF(_LEFT, (self.height() - side) / 2, side, side)
        painter = QPainter(self)
        paint_glyph(painter, Glyph.SEARCH, box, theme.color("text3"), 1.2)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._show_icon()

    def _show_icon(self) -> None:
        self._clear_action.setIcon(theme.icon(Glyph.CLOSE, "text3", 14))

    def _on_text_changed(self, text: str) -> None:
        self._clear_action.setVisible(bool(text))


Entry = TypeVar("Entry")
_MARGIN = 8
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}


class SearchPopup(QFrame, Generic[Entry]):
    """A pop-up list; its field has the focus and passes on navigation keys. `chosen` carries the entry."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget, entries: RowList[Entry]) -> None:
        """Hidden until `open_list`; the pop-up owns the list of entries."""
        super().__init__(parent, Qt.WindowType.Popup)
        make_rounded(self)
        self.field = SearchField("", self)
        self.list = entries
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        self.rows.addWidget(self.field)
        self.rows.addWidget(self.list)
        self.field.textChanged.connect(self._on_text_changed)
        self.field.installEventFilter(self)
        self.field.left.connect(self.close)
        self.list.clicked.connect(self._choose)

    def set_names(self, listed: str, prompt: str) -> None:
        """Set the accessible name of the list, and the prompt of the field."""
        self.list.setAccessibleName(listed)
        self.field.say_purpose(prompt)

    def entries(self, text: str) -> Sequence[Entry]:
        """Return the entries for a text."""
        raise NotImplementedError

    def open_list(self) -> None:
        """Show all entries, the first selected, and take the keyboard."""
        self.field.clear()
        self._on_text_changed("")
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in _STEPS:
                self.list.step(_STEPS[key])
                return True
            if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._choose()
                return True
            if key is Qt.Key.Key_Escape:  # the field would only be cleared
                self.close()
                return True
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        ground, edge = theme.color("window"), theme.color("border_strong")
        draw_popup(QPainter(self), QRectF(self.rect()), ground, edge)

    def _on_text_changed(self, text: str) -> None:
        self.list.show_rows(self.entries(text))
        self.list.set_current_row(0)

    def _choose(self) -> None:
        entry = self.list.current
        if entry is not None:
            self.close()
            self.chosen.emit(entry)
