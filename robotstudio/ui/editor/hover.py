"""The hover card of the editor: its content, and when it appears and disappears."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QWidget

from robotstudio.store.text import encode_line
from robotstudio.text.language import tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind, as_text
from robotstudio.ui.editor.backdrop import LEAST_WIDTH
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.editor.rows import x_of
from robotstudio.ui.widgets.popover import HoverCard
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle

if TYPE_CHECKING:  # the text is shown before there are explanations
    from robotstudio.explain.line_card import LineCard

REST_MS = 400
_MOST_BYTES = 20_000
_TITLE_HEIGHT, _LINE_HEIGHT, _SOURCE_HEIGHT = 22, 18, 16

Explain = Callable[[bytes, int, int], "LineCard | None"]
"""Returns the explanation of a byte (from 0) in a line (from 1), given the bytes of that line."""
FindingsOf = Callable[[int], Sequence[str]]
"""Returns the findings of the linter for a line (from 1)."""

_ENDING = frozenset({QEvent.Type.Leave, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel})


def _nothing(_raw: bytes, _at: int, _line: int) -> "LineCard | None":
    return None


def _no_findings(_line: int) -> Sequence[str]:
    return ()


class HoverController(QObject):
    """Shows a card if the mouse rests on the text, and hides it on any other event."""

    def __init__(self, edit: RobotsEdit, parent: QWidget) -> None:
        super().__init__(parent)
        self._edit = edit
        self._explain: Explain = _nothing
        self._findings_of: FindingsOf = _no_findings
        self._at = QPoint()
        self.card = HoverCard(parent)
        self._timer = QTimer(self, interval=REST_MS, singleShot=True)
        self._timer.timeout.connect(self._on_rest)
        self._viewport = viewport = edit.viewport()
        viewport.setMouseTracking(True)
        viewport.installEventFilter(self)
        edit.focus_left.connect(self.close)
        edit.verticalScrollBar().valueChanged.connect(self.close)
        edit.horizontalScrollBar().valueChanged.connect(self.close)

    def set_explainer(self, explain: Explain) -> None:
        self._explain = explain

    def set_findings(self, findings_of: FindingsOf) -> None:
        """Show findings of the linter for the line, too."""
        self._findings_of = findings_of

    def show_beside(self, sentences: Sequence[str], about: QRect) -> None:
        """Show sentences on a card beside a rectangle in global coordinates, until the mouse moves on."""
        if sentences:
            self.card.show_beside(about, _said_alone(sentences), "\n".join(sentences))
        else:
            self.close()

    def close_with(self, part: QWidget) -> None:
        """Also hide the card if the mouse moves over a part beside the text, or leaves it."""
        part.setMouseTracking(True)
        part.installEventFilter(self)

    def explain_here(self) -> bool:
        """Show the card for the caret; return True if there is one."""
        cursor = self._edit.textCursor()
        is_shown = self._show(cursor)
        if is_shown:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._edit, self.card.accessibleName()))
        return is_shown

    def close(self) -> bool:
        """Hide the card; return True if it was shown."""
        self._timer.stop()
        was_shown = self.card.isVisible()
        if was_shown:
            self.card.hide()
            self._edit.setAccessibleDescription("")
        return was_shown

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Request a card if the mouse rests over the text."""
        kind = event.type()
        if watched is not self._viewport and kind == QEvent.Type.MouseMove:
            self.close()
        elif kind == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            self._on_moved(event.position().toPoint(), is_dragging=bool(event.buttons()))
        elif kind in _ENDING:
            self.close()
        return super().eventFilter(watched, event)

    def _on_moved(self, at: QPoint, *, is_dragging: bool) -> None:
        if at == self._at:
            return
        self.close()
        self._at = at
        if not is_dragging:
            self._timer.start()

    def _on_rest(self) -> None:
        cursor = self._edit.cursorForPosition(self._at)
        if self._is_on_text(cursor) and self._edit.window().isActiveWindow():
            self._show(cursor)

    def _is_on_text(self, cursor: QTextCursor) -> bool:
        """Return True if the mouse is over the text of the line, not after its end or below the last one."""
        block = cursor.block()
        left = self._edit.contentOffset().x()
        rect = self._edit.cursorRect(cursor)
        in_row = abs(rect.center().y() - self._at.y()) <= self._edit.row_height
        # Findings in an empty line are underlined, too.
        end = x_of(block, block.length() - 1) if block.length() > 1 else x_of(block, 0) + LEAST_WIDTH
        return in_row and self._at.x() <= left + end + 2

    def _show(self, cursor: QTextCursor) -> bool:
        block = cursor.block()
        text = block.text()
        line, at = block.blockNumber() + 1, len(encode_line(_before(text, cursor.positionInBlock())))
        card = self._explain(encode_line(text)[:_MOST_BYTES], at, line)
        findings = self._findings_of(line)
        if card is None and not findings:
            return self.close() and False
        rect = self._edit.cursorRect(cursor)
        corner = self._edit.viewport().mapToGlobal(rect.topLeft())
        about = QRect(corner, rect.size())
        if card is None:
            self.show_beside(findings, about)
        else:
            self.card.show_beside(about, self._paragraphs(card, findings), _spoken(card, findings))
        self._edit.setAccessibleDescription(self.card.accessibleName())
        return True

    def _paragraphs(self, card: "LineCard", findings: Sequence[str]) -> list[Paragraph]:
        usual, quiet = PieceStyle(12, color="text2"), PieceStyle(11, color="text3")
        warning = PieceStyle(12, color="warning")
        found = [Paragraph(card.title, PieceStyle(14, 600), _TITLE_HEIGHT)]
        found += [Paragraph(_plain(said), warning, _LINE_HEIGHT, above=4) for said in findings]
        found += [Paragraph(said, usual, _LINE_HEIGHT, above=4) for said in card.paragraphs]
        for title, rows in ((tr("Matches"), card.matching), (tr("Does not match"), card.missing)):
            if rows:
                found.append(Paragraph((Piece(title, PieceKind.STRONG),), quiet, _LINE_HEIGHT, above=6))
                found += [Paragraph(row, quiet, _LINE_HEIGHT, indent=10) for row in rows]
        if card.source:
            found.append(Paragraph(_plain(card.source), quiet, _SOURCE_HEIGHT, above=6))
        return found


def _said_alone(sentences: Sequence[str]) -> list[Paragraph]:
    """Return the sentences as paragraphs, without a card."""
    style = PieceStyle(12, color="text2")
    return [Paragraph(_plain(said), style, _LINE_HEIGHT, above=4 * (at > 0)) for at, said in enumerate(sentences)]


def _spoken(card: "LineCard", findings: Sequence[str]) -> str:
    """Return the text for screen readers."""
    said = [as_text(card.title), *findings, *map(as_text, card.paragraphs)]
    return "\n".join((*said, card.source) if card.source else said)


def _plain(text: str) -> Phrase:
    return (Piece(text),)


def _before(text: str, column: int) -> str:
    """Return the text up to a UTF-16 column."""
    if text.isascii():
        return text[:column]
    return text.encode("utf-16-le", "surrogatepass")[: 2 * column].decode("utf-16-le", "replace")
