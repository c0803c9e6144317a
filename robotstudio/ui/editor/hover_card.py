"""The card about a place in the text."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from robotstudio.engine.line_card import LineCard
from robotstudio.engine.phrases import Kind, Phrase, Piece, as_text
from robotstudio.ui.editor.completion_popup import place_beside
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.piece_style import PieceStyle
from robotstudio.ui.widgets.rich_text import Paragraph, RichText

_WIDTH, _MARGIN, _INSET = 430, 12, 10
_TITLE_HEIGHT, _LINE_HEIGHT, _SOURCE_HEIGHT = 22, 18, 16


class HoverCard(QFrame):
    """Shows a card beside a place; it takes neither the keyboard nor the mouse."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Hidden until `show_card`."""
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._text = RichText(theme, self)
        self._text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._text.viewport().setAutoFillBackground(False)
        self._text.setProperty("role", "clear")
        rows = QVBoxLayout(self)
        rows.setContentsMargins(_MARGIN, _INSET, _MARGIN, _INSET)
        rows.addWidget(self._text)
        theme.changed.connect(self.hide)

    def show_card(self, card: LineCard | None, findings: Sequence[str], about: QRect) -> None:
        """Show a card, and what is said of its line, beside a rectangle in global coordinates.

        Where there is no card, what is said stands alone.
        """
        self._text.set_paragraphs(self._paragraphs(card, findings))
        screen = self.screen().availableGeometry()
        width = min(self._theme.fonts.px(_WIDTH), screen.width())
        height = self._text.heightForWidth(width - 2 * _MARGIN) + 2 * _INSET
        self.setFixedSize(QSize(width, min(height, screen.height())))
        self.move(place_beside(self.size(), about, screen))
        self.setAccessibleName(spoken(card, findings))
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("raised"))
        draw_box(painter, QRectF(self.rect()), 0, None, self._theme.color("border_strong"))

    def _paragraphs(self, card: LineCard | None, findings: Sequence[str]) -> list[Paragraph]:
        theme = self._theme
        usual, quiet = PieceStyle(theme, 12, color="text2"), PieceStyle(theme, 11, color="text3")
        warning = PieceStyle(theme, 12, color="warning")
        if card is None:
            return [
                Paragraph(_plain(said), usual, _LINE_HEIGHT, above=4 * (at > 0)) for at, said in enumerate(findings)
            ]
        found = [Paragraph(card.title, PieceStyle(theme, 14, 600), _TITLE_HEIGHT)]
        found += [Paragraph(_plain(said), warning, _LINE_HEIGHT, above=4) for said in findings]
        found += [Paragraph(said, usual, _LINE_HEIGHT, above=4) for said in card.paragraphs]
        for title, rows in ((self.tr("Matches"), card.matching), (self.tr("Does not match"), card.missing)):
            if rows:
                found.append(Paragraph((Piece(title, Kind.STRONG),), quiet, _LINE_HEIGHT, above=6))
                found += [Paragraph(row, quiet, _LINE_HEIGHT, indent=10) for row in rows]
        if card.source:
            found.append(Paragraph(_plain(card.source), quiet, _SOURCE_HEIGHT, above=6))
        return found


def spoken(card: LineCard | None, findings: Sequence[str]) -> str:
    """What an assistive program reads out."""
    if card is None:
        return "\n".join(findings)
    said = [as_text(card.title), *findings, *map(as_text, card.paragraphs)]
    return "\n".join((*said, card.source) if card.source else said)


def _plain(text: str) -> Phrase:
    return (Piece(text),)
