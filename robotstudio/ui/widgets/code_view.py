"""Read-only text: numbered, highlighted where visible, never wrapped."""

from collections.abc import Iterator
from itertools import islice

from pygments.token import _TokenType
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QFrame, QPlainTextDocumentLayout, QPlainTextEdit, QWidget

from robotstudio.engine.line_pieces import line_pieces
from robotstudio.store.text import encode_line, utf16_offsets
from robotstudio.ui.theme.pygments_style import font_weight, style_for
from robotstudio.ui.theme.theme import qcolor, theme
from robotstudio.ui.theme.tokens import SIZES, Tokens
from robotstudio.ui.widgets.painting import draw_focus_ring

_MAX_CHARACTERS = 4_096
_MAX_PIECES = 512  # a line of a hundred thousand wildcards must not block the window

_Piece = tuple[int, int, _TokenType]


class LineFormats:
    """The formats of a line in the Pygments style of a theme."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self._style = style_for(tokens)
        self._formats: dict[_TokenType, QTextCharFormat] = {}

    def of(self, text: str) -> list[QTextLayout.FormatRange]:
        """Return the highlighted ranges; the rest of a very long line stays plain."""
        return [format_range(start, end - start, self._format(kind)) for start, end, kind in _pieces(text)]

    def _format(self, kind: _TokenType) -> QTextCharFormat:
        if kind not in self._formats:
            self._formats[kind] = self._made(kind)
        return self._formats[kind]

    def _made(self, kind: _TokenType) -> QTextCharFormat:
        style, made = self._style.style_for_token(kind), QTextCharFormat()
        made.setForeground(qcolor(f"#{style['color']}"))
        if style["bgcolor"]:
            made.setBackground(qcolor(f"#{style['bgcolor']}"))
        made.setFontWeight(font_weight(kind))
        made.setFontItalic(bool(style["italic"]))
        return made


def format_range(start: int, length: int, text_format: QTextCharFormat) -> QTextLayout.FormatRange:
    """Return a range of a line in a format; columns are UTF-16, as Qt counts."""
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, text_format
    return made


def _pieces(text: str) -> Iterator[_Piece]:
    text = text[:_MAX_CHARACTERS]
    raw = encode_line(text)
    pieces = list(islice(line_pieces(raw), _MAX_PIECES))
    columns = iter(utf16_offsets(text, [offset for piece in pieces for offset in piece[:2]]))
    for _, _, kind in pieces:
        yield next(columns), next(columns), kind


_FONT = 12
_NUMBER_FONT = 11
_TEXT_INSET = 8
_TOP_INSET = 4
_NUMBER_INSET = 8
_FEWEST_DIGITS = 2
_MARK = 3


class _Rows(QPlainTextDocumentLayout):
    """Every line as one row of equal height, for any fallback font."""

    def __init__(self, view: QPlainTextEdit) -> None:
        super().__init__(view.document())
        self._view = view

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        rect = super().blockBoundingRect(block)
        if rect.isEmpty():
            return rect
        height = SIZES.editor_line
        metrics = QFontMetricsF(self.document().defaultFont())
        line = block.layout().lineAt(0)
        line.setPosition(QPointF(_TEXT_INSET, (height + metrics.ascent() - metrics.descent()) / 2 - line.ascent()))
        return QRectF(0, 0, rect.width() + _TEXT_INSET, height)

    def documentSize(self) -> QSizeF:
        """Return the width of the longest line: Qt's own is at least that of the view, which shows a scroll bar."""
        size = super().documentSize()
        is_longer = size.width() > self._view.viewport().width()
        return QSizeF(size.width() + (2 * _TEXT_INSET if is_longer else 0), size.height())


class CodeView(QPlainTextEdit):
    """Lines with numbers; a subclass may change a line's number, icon, background or formats."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._formats = LineFormats(theme.tokens)
        self._colouring = 0  # the state of a block in the current colours
        self._rows = _Rows(self)
        self.document().setDocumentMargin(_TOP_INSET)
        self.document().setDocumentLayout(self._rows)
        self.document().setUndoRedoEnabled(False)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._gutter = _Gutter(self)
        self._ring = _Ring(self)
        self.updateRequest.connect(self._on_update_request)
        self.setFont(theme.fonts.mono(_FONT))
        self._fit_gutter()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit_gutter()

    def show_text(self, text: str) -> None:
        self.setPlainText(text)
        self._fit_gutter()

    def gutter_width(self) -> int:
        digits = max(_FEWEST_DIGITS, len(str(self.last_number())))
        advance = QFontMetricsF(theme.fonts.mono(_NUMBER_FONT)).horizontalAdvance("0")
        return round(digits * advance) + 2 * _NUMBER_INSET + 1

    def last_number(self) -> int:
        """Return the largest line number, which must fit into the gutter."""
        return self.blockCount()

    def number_of(self, row: int) -> str:
        """Return the gutter's text for a row, counted from 0."""
        return "" if self.document().isEmpty() else str(row + 1)

    def ground_of(self, _row: int, /) -> str | None:
        """Return the token of a row's background, None for the default."""
        return None

    def mark_of(self, _row: int, /) -> str | None:
        """Return the token of a bar at the left of a row, None for none."""
        return None

    def formats_of(self, _row: int, text: str, /) -> list[QTextLayout.FormatRange]:
        return self._formats.of(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_gutter()
        self._ring.setGeometry(self.rect())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._ring.show()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._ring.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._colour_visible_rows()
        painter = QPainter(self.viewport())
        for row, rect in self._visible_rows():
            ground = self.ground_of(row)
            if ground:
                painter.fillRect(QRectF(0, rect.top(), self.viewport().width(), rect.height()), theme.color(ground))
        painter.end()
        super().paintEvent(event)

    def paint_gutter(self, painter: QPainter, width: int, height: int) -> None:
        """Draw the visible line numbers."""
        inset = _NUMBER_INSET
        painter.fillRect(0, 0, width, height, theme.color("surface"))
        painter.setFont(theme.fonts.mono(_NUMBER_FONT))
        for row, rect in self._visible_rows():
            ground = self.ground_of(row)
            if ground:
                painter.fillRect(QRectF(0, rect.top(), width, rect.height()), theme.color(ground))
            mark = self.mark_of(row)
            if mark:
                painter.fillRect(QRectF(0, rect.top(), _MARK, rect.height()), theme.color(mark))
            painter.setPen(theme.color("text3"))
            place = QRectF(0, rect.top(), width - 1 - inset, rect.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.number_of(row))
        painter.fillRect(width - 1, 0, 1, height, theme.color("border"))

    def _visible_rows(self) -> Iterator[tuple[int, QRectF]]:
        for block in self._visible_blocks():
            yield block.blockNumber(), self.blockBoundingGeometry(block).translated(self.contentOffset())

    def _visible_blocks(self) -> Iterator[QTextBlock]:
        block = self.firstVisibleBlock()
        bottom = self.viewport().height()
        while block.isValid() and self.blockBoundingGeometry(block).translated(self.contentOffset()).top() <= bottom:
            yield block
            block = block.next()

    def _colour_visible_rows(self) -> None:
        if self._formats.tokens is not theme.tokens:
            self._formats = LineFormats(theme.tokens)
            self._colouring += 1
        for block in self._visible_blocks():
            if block.userState() != self._colouring:
                block.setUserState(self._colouring)
                block.layout().setFormats(self.formats_of(block.blockNumber(), block.text()))

    def _fit_gutter(self) -> None:
        width = self.gutter_width()
        self.setViewportMargins(width, 0, 0, 0)
        area = self.contentsRect()
        self._gutter.setGeometry(QRect(area.left(), area.top(), width, self.viewport().height()))

    def _on_update_request(self, _rect: QRect, _scrolled: int) -> None:
        self._gutter.update()


class _Ring(QWidget):
    """The focus ring, above numbers and text, which both scroll."""

    def __init__(self, view: CodeView) -> None:
        super().__init__(view)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_focus_ring(QPainter(self), QRectF(self.rect()), 0, theme.color("accent"))


class _Gutter(QWidget):
    def __init__(self, view: CodeView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:
        return QSize(self._view.gutter_width(), 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._view.paint_gutter(painter, self.width(), self.height())
