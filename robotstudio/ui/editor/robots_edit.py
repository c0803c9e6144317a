"""The text itself: typing, pasting, caret, zoom, and the room for the marks beside it."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QPlainTextEdit, QWidget

from robotstudio.store.text import is_substitute, sanitise
from robotstudio.text.language import tr
from robotstudio.ui.editor.annotations import DecidingLine
from robotstudio.ui.editor.backdrop import Backdrop, Shades, Squiggles, View, paint_blanks
from robotstudio.ui.editor.draft import DraftDocument
from robotstudio.ui.editor.highlighter import Highlighter
from robotstudio.ui.editor.line_marks import LineNotes
from robotstudio.ui.editor.rows import TEXT_INSET, VisibleRow, x_of
from robotstudio.ui.editor.search import FindQuery
from robotstudio.ui.jobs.interpreter import WINDOW_FIRST
from robotstudio.ui.language.language import key_sequence
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.menus import popup_at

DEFAULT_ZOOM, MIN_ZOOM, MAX_ZOOM = 13, 9, 28
_CARET_WIDTH = 1.5
_TAB_COLUMNS = 4

# Emacs-like keys of X11 that Qt's editors handle themselves; here they belong to the window.
_KEYS_OF_THE_WINDOW = frozenset(key_sequence(keys) for keys in ("Ctrl+K", "Ctrl+D", "Ctrl+U", "Ctrl+E"))
_NEW_LINE_KEYS = (QKeySequence.StandardKey.InsertParagraphSeparator, QKeySequence.StandardKey.InsertLineSeparator)


class RobotsEdit(QPlainTextEdit):
    """Shows and edits a draft in rows of one height; the marks beside and under it come from outside."""

    caret_moved = Signal(int, int)
    zoom_changed = Signal(int)
    focus_left = Signal()

    def __init__(self, draft: DraftDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft = draft
        self.zoom = DEFAULT_ZOOM
        self._ruler = 0
        self._asked_font = QFont()
        self._caret_block = 0
        self.extend_menu: Callable[[QMenu], object] | None = None
        self._left: QWidget | None = None
        self._right: QWidget | None = None
        self._take_key: Callable[[QKeyEvent], bool] | None = None
        self._backdrop = Backdrop()
        self._squiggles: Squiggles | None = None
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setDocument(draft.document)
        self.setCursorWidth(0)  # Qt's caret has the colour of the text; ours is painted over it
        self._highlighter = Highlighter(draft.document, theme.tokens, self)
        self.setAccessibleName(tr("robots.txt draft"))
        draft.rows.rows_moved.connect(self._on_rows_moved)
        self.cursorPositionChanged.connect(self._on_cursor_position_changed)
        theme.changed.connect(self._on_theme_changed)
        self._update_font()

    # Sides

    def set_sides(self, left: QWidget, right: QWidget) -> None:
        """Put widgets into the room left and right of the text, at their preferred width."""
        self._left, self._right = left, right
        left.setParent(self)
        right.setParent(self)
        self.update_sides()

    def update_sides(self) -> None:
        """Fit the room beside the text to its widgets."""
        if self._left is None or self._right is None:
            return
        left, right = self._left.sizeHint().width(), self._right.sizeHint().width()
        self.setViewportMargins(left, 0, right, 0)
        place = self.viewport().geometry()
        self._left.setGeometry(place.left() - left, place.top(), left, place.height())
        self._right.setGeometry(place.right() + 1, place.top(), right, place.height())

    def rows(self, rect: QRect | None = None) -> Iterator[VisibleRow]:
        """Iterate over the visible rows, or those in a part of the viewport."""
        top_limit = rect.top() if rect is not None else 0
        bottom_limit = rect.bottom() if rect is not None else self.viewport().height()
        line, top = self.first_row
        height = self.row_height
        passed = max(0, int((top_limit - top) // height))
        line, top = line + passed, top + passed * height
        block = self.document().findBlockByNumber(line - 1)
        while block.isValid() and top <= bottom_limit:
            yield VisibleRow(block, line, top)
            block, line, top = block.next(), line + 1, top + height

    def row_at(self, y: float) -> int:
        """Return the line, counted from 1, at a height in the viewport; the nearest one outside the text."""
        first, top = self.first_row
        return min(max(first + int((y - top) // self.row_height), 1), self.blockCount())

    def place_of(self, line: int) -> QRect:
        """Return the rectangle of a line's row in the viewport, even outside of it."""
        first, top = self.first_row
        return QRect(0, round(top + (line - first) * self.row_height), self.viewport().width(), self.row_height)

    @property
    def text_left(self) -> float:
        """The left edge of the text in the viewport; negative if it is scrolled."""
        return self.contentOffset().x()

    @property
    def first_row(self) -> tuple[int, float]:
        """The line of the first visible row, and its top in the viewport."""
        block = self.firstVisibleBlock()
        return block.blockNumber() + 1, self.blockBoundingGeometry(block).translated(self.contentOffset()).top()

    @property
    def row_height(self) -> int:
        return self._draft.rows.height

    @property
    def caret_line(self) -> int:
        """The line of the caret, counted from 1."""
        return self.textCursor().blockNumber() + 1

    # Marks

    @property
    def decision(self) -> DecidingLine | None:
        """The marked line that decides the selected cell."""
        return self._backdrop.decision

    def set_decision(self, decision: DecidingLine | None) -> None:
        """Mark the line that decides the selected cell."""
        before = self._backdrop.decision
        if decision != before:
            self._backdrop.decision = decision
            for each in filter(None, (before, decision)):
                self.viewport().update(self.place_of(each.line))

    @property
    def notes(self) -> LineNotes:
        """The notes after lines."""
        return self._backdrop.notes

    def set_shading(self, shading: Shades) -> None:
        """Set the tints and dimming of lines."""
        self._backdrop.shading = shading

    def set_squiggles(self, squiggles: Squiggles) -> None:
        """Set the underlines."""
        self._squiggles = squiggles

    def set_query(self, query: FindQuery | None, scope: QTextCursor | None = None) -> None:
        """Mark the matches of a search, within the `scope` if there is one."""
        self._backdrop.query = query if query and query.text else None
        self._backdrop.scope = scope
        self.viewport().update()

    # Caret

    def reveal_line(self, line: int) -> None:
        """Scroll to a line if it is out of sight; the caret stays."""
        bar = self.verticalScrollBar()
        seen = max(1, self.viewport().height() // self.row_height)
        first = bar.value() + 1
        if not first <= line < first + seen:
            bar.setValue(max(0, line - 1 - seen // 2))

    def place_caret(self, line: int, column: int = 1, *, keeps_anchor: bool = False) -> None:
        """Move the caret to the nearest existing line and column, counted from 1; or select up to there."""
        block = self.document().findBlockByNumber(min(max(line, 1), self.blockCount()) - 1)
        cursor = self.textCursor()
        mode = QTextCursor.MoveMode.KeepAnchor if keeps_anchor else QTextCursor.MoveMode.MoveAnchor
        cursor.setPosition(block.position() + min(max(column, 1), block.length()) - 1, mode)
        self.reveal_line(block.blockNumber() + 1)
        self.setTextCursor(cursor)

    # Zoom

    def set_zoom(self, zoom: int) -> None:
        """Set the size of the text; emits if it changes."""
        zoom = min(max(zoom, MIN_ZOOM), MAX_ZOOM)
        if zoom == self.zoom:
            return
        self.zoom = zoom
        self._update_font()
        self.zoom_changed.emit(zoom)

    def set_ruler(self, column: int) -> None:
        """Draw a vertical ruler after this column, or none for 0."""
        self._ruler = column
        self._place_ruler()

    def _place_ruler(self) -> None:
        width = QFontMetricsF(self.font()).horizontalAdvance(" ")
        self._backdrop.ruler = TEXT_INSET + self._ruler * width if self._ruler else None
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turned = event.angleDelta().y()
            self.set_zoom(self.zoom + (turned > 0) - (turned < 0))
            event.accept()
        else:
            super().wheelEvent(event)

    # Input: all of it is converted to the editor's alphabet

    def set_key_taker(self, take_key: Callable[[QKeyEvent], bool]) -> None:
        """Set a filter for key events; a key that it accepts is not typed."""
        self._take_key = take_key

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and _belongs_to_window(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        with WINDOW_FIRST:
            self._take(event)

    def _take(self, event: QKeyEvent) -> None:
        if self._take_key and self._take_key(event):
            event.accept()
            return
        if any(map(event.matches, _NEW_LINE_KEYS)):
            # Qt would make two undo steps of Return in an empty line, and insert a line separator for Shift+Return.
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
            return
        typed = sanitise(event.text())
        if typed != event.text() and any(map(is_substitute, typed)) and event.text() != "\0":
            self.textCursor().insertText(typed)
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the actions for the line above the standard ones; a click outside the selection moves the caret."""
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            clicked, cursor = self.cursorForPosition(event.pos()), self.textCursor()
            if not cursor.selectionStart() <= clicked.position() < cursor.selectionEnd():
                self.setTextCursor(clicked)
        menu = self.createStandardContextMenu(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.extend_menu:
            self.extend_menu(menu)
        at = event.globalPos()
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            at = self.viewport().mapToGlobal(self.cursorRect().bottomLeft())
        popup_at(menu, at, self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_left.emit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        committed = event.commitString()
        if sanitise(committed) != committed:
            event.setCommitString(sanitise(committed), event.replacementStart(), event.replacementLength())
        super().inputMethodEvent(event)
        self._highlighter.forget(self.textCursor().block())

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        # Opening a dropped file is up to the window.
        return source.hasText() and not any(url.isLocalFile() for url in source.urls())

    def insertFromMimeData(self, source: QMimeData) -> None:
        self.textCursor().insertText(sanitise(source.text()))
        self.ensureCursorVisible()

    def createMimeDataFromSelection(self) -> QMimeData:
        # Qt would convert U+00A0 to a space.
        data = QMimeData()
        data.setText(self.textCursor().selectedText().replace("\u2029", "\n"))
        return data

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        rows = list(self.rows(event.rect()))
        self._highlighter.lex_blocks(row.block for row in rows)
        for row in rows:
            if not row.block.layout().lineCount():  # never shown, or recoloured
                self.blockBoundingRect(row.block)  # performs the layout
        view = View(rows, self.viewport().width(), self.contentOffset().x(), self.row_height, self.textCursor())
        painter = QPainter(self.viewport())
        self._backdrop.paint(painter, view)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        self._backdrop.paint_dimming(painter, view)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._squiggles is not None:
            self._squiggles.paint(painter, view)
        if view.cursor.hasSelection():
            paint_blanks(painter, view)
        self._paint_caret(painter, view)
        painter.end()

    def _paint_caret(self, painter: QPainter, view: View) -> None:
        position = self.getPaintContext().cursorPosition
        block = view.cursor.block()
        if position < -1:  # an input method is composing: the caret is in its text
            column = block.layout().preeditAreaPosition() - (position + 2)
        elif position >= 0:
            block = self.document().findBlock(position)
            column = position - block.position()
        else:
            return
        for row in view.rows:
            if row.block == block:
                width = _CARET_WIDTH
                left = view.left + x_of(block, column)
                rect = QRectF(left, row.top + 2, width, view.row_height - 4)
                painter.fillRect(rect, theme.color("accent"))

    def viewportEvent(self, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent):
            return super().viewportEvent(event)
        inside = self._snapped(event)
        handled = super().viewportEvent(inside)
        event.setAccepted(inside.isAccepted())
        return handled

    def _snapped(self, event: QMouseEvent) -> QMouseEvent:
        """Move the event to the middle of its row: outside the font's own box Qt uses the ends of the line."""
        place = event.position()
        _, top = self.first_row
        row = (place.y() - top) // self.row_height
        middle = QPointF(place.x(), top + (row + 0.5) * self.row_height)
        return QMouseEvent(
            event.type(),
            middle,
            event.scenePosition() + middle - place,
            event.globalPosition(),
            event.button(),
            event.buttons(),
            event.modifiers(),
            event.pointingDevice(),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update_sides()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        if dx:  # the bar is fixed and the pill follows the room: neither may be scrolled as pixels
            self.viewport().update()

    def _on_rows_moved(self, first: int, last: int, moved: int) -> None:
        """Scroll the painted rows below; the description of a line moves with its row."""
        viewport, by = self.viewport(), moved * self.row_height
        top = max(self.place_of(last + 2).top() - max(by, 0), 0)
        below = QRect(0, top, viewport.width(), viewport.height() - top)
        if below.height() > abs(by):
            viewport.scroll(0, by, below)
        elif below.isValid():
            viewport.update(below)
        viewport.update(self.place_of(first + 1).united(self.place_of(last + 1)))

    def _on_cursor_position_changed(self) -> None:
        cursor = self.textCursor()
        block = cursor.blockNumber()
        if block != self._caret_block:
            for line in (self._caret_block + 1, block + 1):  # Qt repaints the rest of the changes
                self.viewport().update(self.place_of(line))
            self._caret_block = block
        self.caret_moved.emit(block + 1, column_of(cursor))

    def _on_theme_changed(self) -> None:
        self._highlighter.set_tokens(theme.tokens)
        self._update_font()

    def _update_font(self) -> None:
        font = theme.fonts.mono(self.zoom)
        if font != self._asked_font:
            self._asked_font = font
            self._draft.rows.set_font(font)
            self.setFont(font)
            self.setTabStopDistance(_TAB_COLUMNS * self.fontMetrics().horizontalAdvance(" "))
        self._place_ruler()
        self.update_sides()


def _belongs_to_window(event: QKeyEvent) -> bool:
    is_claim = event.type() == QEvent.Type.ShortcutOverride
    return is_claim and QKeySequence(event.keyCombination()) in _KEYS_OF_THE_WINDOW


def column_of(cursor: QTextCursor) -> int:
    """Return the column of the caret in characters, counted from 1."""
    column = cursor.positionInBlock()
    text: str = cursor.block().text()
    if text.isascii() or max(text) <= "\uffff":
        return column + 1
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * column].decode("utf-16-le", "replace")) + 1
