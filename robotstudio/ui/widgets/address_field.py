"""The address field: the address with its host emphasised, and the state of the last fetch."""

from bisect import bisect_right

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QInputMethodEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
)
from PySide6.QtWidgets import QLineEdit, QStyle, QStyleOptionFrame, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.chip import Chip

_GLYPH = 13
_GLYPH_LEFT = 10
_TEXT_LEFT = 20
_CHIP_RIGHT, _CHIP_GAP = 4, 4

_MOST_MEASURED = 2_000
"""Characters: more than fit on any screen."""
_BESIDE_TEXT = 2  # the margin of QLineEdit on either side of its text
_DOTS = "…"

_SECURE = "https://"
_COMES_BACK = {Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason}


def host_span(address: str) -> tuple[int, int]:
    """Return start and end of the host in an address as typed; equal if there is none."""
    scheme = address.find("://")
    start = scheme + 3 if scheme >= 0 else 0
    end = min((at for mark in "/?#" if (at := address.find(mark, start)) >= 0), default=len(address))
    start = max(start, address.rfind("@", start, end) + 1)
    port = address.rfind(":", start, end)
    if port >= 0 and address[port + 1 : end].isdecimal():
        end = port
    return start, end


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class AddressField(QLineEdit):
    """A field for one address; Enter emits `submitted`, Esc `dismissed`."""

    submitted = Signal(str)
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._composing = False
        self.chip = Chip(self, quiet=True)
        self.what_if = Chip(self, closable=True)
        """The supposed answer, at the left of the state."""
        for chip in (self.chip, self.what_if):
            chip.setCursor(Qt.CursorShape.PointingHandCursor)
            chip.hide()
        self.setPlaceholderText(tr("Site or robots.txt address, such as example.com"))
        self.setAccessibleName(tr("Address"))
        self.returnPressed.connect(self._on_return_pressed)
        # Queued: formats may not be set while Qt is still processing the input that changed the text.
        self.textChanged.connect(self._on_text_changed, Qt.ConnectionType.QueuedConnection)
        self.setFont(theme.fonts.ui(13))
        self.setFixedHeight(SIZES.control)
        self.layout_chips()

    def layout_chips(self) -> None:
        """Move the chips to the right end and keep the text clear of them."""
        right = self.width() - _CHIP_RIGHT
        for chip in (self.chip, self.what_if):
            size, shown = chip.sizeHint(), bool(chip.text)
            chip.setVisible(shown)
            chip.resize(size)
            chip.move(right - size.width(), (self.height() - size.height()) // 2)
            right -= size.width() + _CHIP_GAP if shown else 0
        taken = self.width() - right - _CHIP_RIGHT
        self.setTextMargins(_TEXT_LEFT, 0, max(0, taken - _CHIP_RIGHT - _CHIP_GAP), 0)
        prompt = tr("Site or robots.txt address, such as example.com")
        room = self.width() - self.textMargins().left() - self.textMargins().right() - _TEXT_LEFT // 2
        has_room = QFontMetricsF(self.font()).horizontalAdvance(prompt) < room
        self.setPlaceholderText(prompt if has_room else tr("Address"))
        self._update_tool_tip()

    @property
    def shown_text(self) -> str:
        """The visible text: cut with an ellipsis if there is no room for all of it."""
        text = self.text()
        return text if self._cut is None else text[: self._cut] + _DOTS

    @property
    def _cut(self) -> int | None:
        """The number of characters before the ellipsis; None if it is complete, or focused and therefore scrollable."""
        text = self.text()[:_MOST_MEASURED]
        room = self._room().width()
        if self.hasFocus() or self._width_of(text) <= room:
            return None
        room -= QFontMetricsF(self.font()).horizontalAdvance(_DOTS)
        return max(0, bisect_right(range(len(text) + 1), room, key=lambda count: self._width_of(text[:count])) - 1)

    def _room(self) -> QRectF:
        """Return the rectangle of the text."""
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        box = QRectF(self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self))
        box = box.marginsRemoved(self.textMargins().toMarginsF()).adjusted(_BESIDE_TEXT, 0, -_BESIDE_TEXT, 0)
        for chip in (self.chip, self.what_if):
            if chip.text:
                box.setRight(min(box.right(), chip.x() - _BESIDE_TEXT))
        return box

    def _width_of(self, text: str) -> float:
        """Return the width of the text, with its host in bold."""
        start, end = host_span(self.text())
        plain, host = QFontMetricsF(self.font()), QFontMetricsF(theme.fonts.ui(13, 600))
        parts = ((plain, text[:start]), (host, text[start:end]), (plain, text[end:]))
        return sum(metrics.horizontalAdvance(part) for metrics, part in parts if part)

    def _update_tool_tip(self) -> None:
        """Show the complete address in the tooltip if it is cut."""
        self.setToolTip("" if self._cut is None else self.text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.layout_chips()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._update_tool_tip()
        if event.reason() not in _COMES_BACK:
            self.setCursorPosition(0)  # if there is no room for all of it, the host should be visible

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._emphasize_host()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        super().inputMethodEvent(event)
        self._composing = bool(event.preeditString())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        box = QRectF(_GLYPH_LEFT, (self.height() - _GLYPH) / 2, _GLYPH, _GLYPH)
        glyph = Glyph.LOCK if self.text().lower().startswith(_SECURE) else Glyph.GLOBE
        painter = QPainter(self)
        paint_glyph(painter, glyph, box, theme.color("text2"), 1.2)
        if (cut := self._cut) is not None:
            self._paint_end(painter, cut)

    def _paint_end(self, painter: QPainter, cut: int) -> None:
        """Paint an ellipsis in place of a letter that would be cut."""
        room = self._room()
        room.setLeft(room.left() + self._width_of(self.text()[:cut]))
        painter.fillRect(
            room.adjusted(0, 1, _BESIDE_TEXT, -1), theme.color("surface" if self.isEnabled() else "window")
        )
        painter.setFont(self.font())
        painter.setPen(theme.color("text2"))
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, _DOTS)

    def _on_return_pressed(self) -> None:
        self.submitted.emit(self.text().strip())

    def _on_text_changed(self) -> None:
        self._emphasize_host()
        self._update_tool_tip()

    def _emphasize_host(self) -> None:
        # QLineEdit formats parts of its text only by input method events.
        if self._composing:
            return
        text = self.text()
        start, end = host_span(text)
        caret = self.cursorPosition()
        plain, host = QTextCharFormat(), QTextCharFormat()
        plain.setForeground(theme.color("text2"))
        host.setForeground(theme.color("text"))
        host.setFontWeight(600)
        kind = QInputMethodEvent.AttributeType.TextFormat
        attributes = [
            QInputMethodEvent.Attribute(kind, _utf16(text[:first]) - caret, _utf16(text[first:last]), look)
            for first, last, look in ((0, start, plain), (start, end, host), (end, len(text), plain))
            if last > first
        ]
        QCoreApplication.sendEvent(self, QInputMethodEvent("", attributes))
