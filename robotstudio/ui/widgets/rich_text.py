"""Phrases as selectable text, with links to lines that the keyboard reaches."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QMimeData, QPointF, QRectF, QSignalBlocker, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSizePolicy, QTextBrowser, QWidget

from robotstudio.text.phrases import Phrase, Piece, PieceKind
from robotstudio.ui.theme.theme import qcolor, theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.painting import draw_focus_ring

_LONGEST_SHOWN = 100
_SCHEME = "line"
_JOINER, _NO_BREAK_SPACE = "\u2060", "\u00a0"
_MOST_KEPT_TOGETHER = 48
_LONGEST_SAID = 400
_MOST_HEIGHTS = 16
_LINE, _ABOVE = 18, 3
_PAGES = frozenset({"http", "https"})
_BY_TAB = frozenset({Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason})
_CODE = frozenset({PieceKind.URL, PieceKind.ALLOW, PieceKind.DISALLOW})


class PieceStyle:
    """The look of phrases of one text size; `color` is the token of plain text."""

    def __init__(self, px: float, weight: int = 400, color: str = "text") -> None:
        self._px, self._weight, self._color = px, weight, color

    def font(self, piece: Piece) -> QFont:
        fonts = theme.fonts
        if piece.kind in {PieceKind.URL, PieceKind.ALLOW, PieceKind.DISALLOW} or _is_star(piece):
            return fonts.mono(max(12, self._px - 1), 600 if _is_star(piece) else 500)
        if piece.kind is PieceKind.STRONG:
            return fonts.ui(self._px, 600)
        if piece.kind is PieceKind.CLAUSE:
            return fonts.ui(11)
        return fonts.ui(self._px, max(self._weight, 500) if piece.kind is PieceKind.LINE else self._weight)

    def color(self, piece: Piece) -> QColor:
        syntax = theme.tokens.syntax
        if _is_star(piece):
            return qcolor(syntax.wildcard)
        if piece.kind is PieceKind.ALLOW:
            return qcolor(syntax.allow)
        if piece.kind is PieceKind.DISALLOW:
            return qcolor(syntax.disallow)
        if piece.kind is PieceKind.LINE:
            return theme.color("accent")
        if piece.kind is PieceKind.CLAUSE:
            return theme.color("text3")
        return theme.color("text" if piece.kind in {PieceKind.STRONG, PieceKind.URL} else self._color)


def _is_star(piece: Piece) -> bool:
    return piece.kind is PieceKind.TOKEN and piece.text == "*"


def shortened(text: str, most: int = _LONGEST_SHOWN) -> str:
    """Omit the middle of a text that is too long to read."""
    if len(text) <= most:
        return text
    return f"{text[: most * 2 // 3]}…{text[len(text) - most // 3 :]}"


class Paragraph(Struct, frozen=True):
    """A phrase with its look: `line_height`, the margins and the tab stop are in pixels at 100 %."""

    phrase: Phrase
    style: PieceStyle
    line_height: float
    above: float = 0
    indent: float = 0
    tab: float = 0


class RichText(QTextBrowser):
    """Paragraphs at their preferred height. Unchanged ones are not replaced, which keeps the selection."""

    line_activated = Signal(int, bool)
    address_activated = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paragraphs: Sequence[Paragraph] = ()
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._heights: dict[int, int] = {}  # by width
        self._is_outdated = False
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.anchorClicked.connect(self._on_anchor_clicked)
        theme.changed.connect(self._on_theme_changed)

    def set_paragraphs(self, paragraphs: Sequence[Paragraph]) -> None:
        same = [paragraph.phrase for paragraph in paragraphs] == [shown.phrase for shown in self._paragraphs]
        self._paragraphs = tuple(paragraphs)
        if not same:
            self._rebuild()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        # Layouts query the same widths repeatedly, and each query lays the whole text out twice.
        if width not in self._heights:
            self._keep_up()
            document, shown = self.document(), self.viewport().width()
            # Signals for a trial width would make the view lay the text out again.
            with QSignalBlocker(document.documentLayout()):
                document.setTextWidth(width)
                height = document.size().height()
                document.setTextWidth(shown)
            if len(self._heights) >= _MOST_HEIGHTS:
                self._heights.clear()
            self._heights[width] = round(height + 0.49)
        return self._heights[width]

    def showEvent(self, event: QShowEvent) -> None:
        self._keep_up()
        super().showEvent(event)

    def _keep_up(self) -> None:
        """Apply the fonts and colours of another theme when they are needed."""
        if self._is_outdated:
            self._rebuild()

    def sizeHint(self) -> QSize:
        width = self.width()
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.verticalScrollBar().setValue(0)
        is_new = event.size().width() != event.oldSize().width()
        if is_new and self.height() < self.heightForWidth(self.width()):
            self.updateGeometry()  # a scroll bar beside it has taken the room that its height was measured for

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in _BY_TAB and self._has_links():
            # Tab enters at the first link, Shift+Tab at the last.
            self.focusNextPrevChild(event.reason() is Qt.FocusReason.TabFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        cursor = self.textCursor()
        if self.hasFocus() and cursor.hasSelection() and cursor.charFormat().isAnchor():
            self._paint_focus(cursor)

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(self.textCursor().selection().toPlainText().replace(_JOINER, ""))
        return data

    def _paint_focus(self, cursor: QTextCursor) -> None:
        """Paint a ring around the focused link."""
        first, last = QTextCursor(cursor), QTextCursor(cursor)
        first.setPosition(cursor.selectionStart())
        last.setPosition(cursor.selectionEnd())
        start, end = self.cursorRect(first), self.cursorRect(last)
        painter = QPainter(self.viewport())
        if start.top() == end.top():
            rect = QRectF(QPointF(start.left(), start.top()), QPointF(end.left(), end.bottom() + 1))
            draw_focus_ring(painter, rect.adjusted(-2, 0, 3, 0), 3, theme.color("accent"))

    def _has_links(self) -> bool:
        return any(piece.is_link for paragraph in self._paragraphs for piece in paragraph.phrase)

    def _rebuild(self) -> None:
        document = self.document()
        self._is_outdated = False
        self._heights.clear()
        document.clear()
        document.setDefaultFont(theme.fonts.ui(12))
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        self._insert(cursor)
        cursor.endEditBlock()
        self.updateGeometry()

    def _insert(self, cursor: QTextCursor) -> None:
        """Write the content into the empty document."""
        for index, paragraph in enumerate(self._paragraphs):
            if index:
                cursor.insertBlock()
            self._insert_paragraph(cursor, paragraph)

    def _insert_paragraph(self, cursor: QTextCursor, paragraph: Paragraph) -> None:
        """Write a paragraph into the empty block at the cursor."""
        cursor.setBlockFormat(self._block_format(paragraph))
        for piece in paragraph.phrase:
            cursor.insertText(_kept_together(piece), self._char_format(piece, paragraph.style))

    def _block_format(self, paragraph: Paragraph) -> QTextBlockFormat:
        block = QTextBlockFormat()
        block.setLineHeight(paragraph.line_height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        block.setTopMargin(paragraph.above)
        block.setLeftMargin(paragraph.indent)
        if paragraph.tab:
            stop = QTextOption.Tab(paragraph.tab, QTextOption.TabType.LeftTab)
            block.setTabPositions([stop])
        return block

    @staticmethod
    def _char_format(piece: Piece, style: PieceStyle) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setFont(style.font(piece))
        form.setForeground(style.color(piece))
        if piece.is_link:
            form.setAnchor(True)
            form.setAnchorHref(f"{_SCHEME}:{piece.line}" if piece.line else piece.address)
        if piece.address:
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        return form

    def _on_anchor_clicked(self, url: QUrl) -> None:
        line = url.path()
        if url.scheme() == _SCHEME and line.isdecimal():
            held = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
            self.line_activated.emit(int(line), bool(held))
        elif url.scheme() in _PAGES:
            self.address_activated.emit(url.toString())

    def _on_theme_changed(self) -> None:
        if self.isVisible():
            self._rebuild()
        else:
            self._is_outdated = True
            self._heights.clear()
            self.updateGeometry()


def _kept_together(piece: Piece) -> str:
    """Return the text with joiners that prevent a short rule or URL from wrapping; copying removes them."""
    text = shortened(piece.text, _LONGEST_SAID) if piece.kind is PieceKind.TEXT else shortened(piece.text)
    if piece.kind not in _CODE or len(text) > _MOST_KEPT_TOGETHER:
        return text
    return _JOINER.join(text.replace(" ", _NO_BREAK_SPACE))


class Sentences(QScrollArea):
    """Selectable plain text."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._style = PieceStyle(12, color="text2")
        self.text = RichText(self)
        self.text.setAccessibleName(name)
        page = Page(self)
        column = column_in(page)
        column.setContentsMargins(SIZES.panel_inset, 4, SIZES.panel_inset, 4)
        column.addWidget(self.text)
        column.addStretch(1)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(page)

    def show_sentences(self, sentences: Sequence[str]) -> None:
        """Show other sentences."""
        self.text.set_paragraphs([Paragraph((Piece(each),), self._style, _LINE, above=_ABOVE) for each in sentences])
