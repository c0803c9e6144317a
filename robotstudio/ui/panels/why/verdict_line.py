"""The verdict in one line, for the folded panel."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.text.phrases import Phrase, Piece, PieceKind, as_text
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import TextRun, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.rich_text import PieceStyle, shortened

_GLYPH = 9
_GAP = 9
_SHORTEST_URL = 12


class VerdictLine(QWidget):
    """A glyph and a phrase; its URL is shortened if the line is too long, its line number is a link."""

    accessible_role = QAccessible.Role.Link

    def __init__(self, show_line: Callable[[int, bool], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._show_line = show_line
        self._phrase: Phrase = ()
        self._glyph: Glyph | None = None
        self._color = "text2"
        self._is_hovered = False
        self._style = PieceStyle(12, 400, "text2")
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    @property
    def text(self) -> str:
        return as_text(self._phrase)

    def set_content(self, phrase: Phrase, glyph: Glyph | None = None, color: str = "text2") -> None:
        """Show a phrase; `color` is the token of the glyph."""
        self._phrase, self._glyph, self._color = phrase, glyph, color
        has_link = any(piece.line for piece in phrase)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if has_link else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(as_text(phrase))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 24)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        if self._glyph:
            side = _GLYPH
            box = QRectF(1, rect.center().y() - side / 2, side, side)
            paint_glyph(painter, self._glyph, box, theme.color(self._color), 1.8)
        pieces = self._fitting()
        runs = [self._run(piece) for piece in pieces]
        draw_runs(painter, rect.adjusted(self._left(), 0, 0, 0), runs)
        if self.hasFocus():
            for link, _ in self._links():
                draw_focus_ring(painter, link.adjusted(-3, 2, 3, -2), 3, theme.color("accent"))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        is_hovered = self._line_at(event.position()) is not None
        if is_hovered != self._is_hovered:
            self._is_hovered = is_hovered
            self.setCursor(Qt.CursorShape.PointingHandCursor if is_hovered else Qt.CursorShape.ArrowCursor)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        line = self._line_at(event.position())
        if line is None or event.button() is not Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
        else:
            self._show_line(line, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        links = self._links()
        if links and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._show_line(links[0][1], bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

    def _left(self) -> float:
        return _GLYPH + _GAP if self._glyph else 0

    def _run(self, piece: Piece) -> TextRun:
        font = self._style.font(piece)
        if piece.line and self._is_hovered:
            font.setUnderline(True)
        return TextRun(piece.text, font, self._style.color(piece))

    def _fitting(self) -> list[Piece]:
        """Return the pieces, with the URL shortened in the middle until the line fits."""
        pieces = [piece._replace(text=shortened(piece.text)) for piece in self._phrase]
        room = self.width() - self._left()
        place = next((at for at, piece in enumerate(pieces) if piece.kind is PieceKind.URL), None)
        if place is None:
            return pieces
        excess = runs_width([self._run(piece) for piece in pieces]) - room
        if excess > 0:
            url = pieces[place].text
            each = max(1.0, self._run(pieces[place]).width / max(1, len(url)))
            most = max(_SHORTEST_URL, len(url) - int(excess / each) - 2)
            pieces[place] = pieces[place]._replace(text=shortened(url, most))
        return pieces

    def _links(self) -> list[tuple[QRectF, int]]:
        x, found = self._left(), []
        for piece in self._fitting():
            width = self._run(piece).width
            if piece.line:
                found.append((QRectF(x, 0, width, self.height()), piece.line))
            x += width
        return found

    def _line_at(self, position: QPointF) -> int | None:
        return next((line for rect, line in self._links() if rect.contains(position)), None)
