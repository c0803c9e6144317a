"""Sentences in a scrollable list."""

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from robotstudio.text.phrases import Piece
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.piece_style import PieceStyle
from robotstudio.ui.widgets.rich_text import Paragraph, RichText

_LINE, _ABOVE = 18, 3


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
