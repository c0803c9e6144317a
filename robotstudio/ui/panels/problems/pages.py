"""The page that explains a rule: its Markdown as paragraphs, shown beside the list."""

import re
from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.engine.phrases import Phrase, Piece, PieceKind
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.piece_style import PieceStyle
from robotstudio.ui.widgets.rich_text import Paragraph, RichText

_INLINE = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)|(https?://[^\s,;)]+)")
_FENCE = "```"
_INDENT = 16


def inline(text: str) -> Phrase:
    """A line of Markdown with its code, strong words and addresses."""
    pieces: list[Piece] = []
    at = 0
    for found in _INLINE.finditer(text):
        pieces.append(Piece(text[at : found.start()]))
        code, strong, words, target, address = found.groups()
        if code:
            pieces.append(Piece(code, PieceKind.URL))
        elif strong:
            pieces.append(Piece(strong, PieceKind.STRONG))
        elif address or target.startswith("http"):
            pieces.append(Piece(words or address, PieceKind.CLAUSE, 0, target or address))
        else:
            pieces.append(Piece(words))
        at = found.end()
    return tuple(piece for piece in (*pieces, Piece(text[at:])) if piece.text)


def blocks(markdown: str) -> Iterator[tuple[str, str]]:
    """Kind and text of each block: `title`, `section`, `item`, `code` line by line, or `text`."""
    waiting: list[str] = []
    in_code = False
    for line in (*markdown.split("\n"), ""):
        if in_code and not line.startswith(_FENCE):
            yield "code", line
            continue
        starts = not line.strip() or line.startswith(("# ", "## ", "- ", _FENCE))
        if starts and waiting:
            first, *rest = waiting
            kind = "item" if first.startswith("- ") else "text"
            yield kind, " ".join([first.removeprefix("- "), *(each.strip() for each in rest)])
            waiting = []
        if line.startswith(_FENCE):
            in_code = not in_code
        elif line.startswith("## "):
            yield "section", line[3:]
        elif line.startswith("# "):
            yield "title", line[2:]
        elif line.strip():
            waiting.append(line)


def paragraphs(markdown: str, theme: Theme) -> list[Paragraph]:
    """A page as paragraphs in the look of the window."""
    plain, section = PieceStyle(theme, 13, color="text2"), PieceStyle(theme, 12, 600)
    made: list[Paragraph] = []
    before = ""
    for kind, text in blocks(markdown):
        if kind == "title":
            made.append(Paragraph((Piece(text, PieceKind.STRONG),), PieceStyle(theme, 16), 26))
        elif kind == "section":
            made.append(Paragraph((Piece(text, PieceKind.STRONG),), section, 20, above=14))
        elif kind == "code":
            pieces = (Piece(text or "\u00a0", PieceKind.URL),)
            made.append(Paragraph(pieces, plain, 20, above=6 if before != "code" else 0, indent=_INDENT))
        elif kind == "item":
            made.append(Paragraph((Piece("•  "), *inline(text)), plain, 20, above=2, indent=_INDENT))
        else:
            made.append(Paragraph(inline(text), plain, 20, above=4))
        before = kind
    return made


class PageView(QWidget):
    """A page with the way back to the list."""

    left = Signal()
    address_activated = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._markdown = ""
        self.header = SectionHeader(theme, self.tr("About this check"), self, height=SIZES.tool_row)
        self.back = GhostButton(theme, self.tr("Back to the problems"), Glyph.CHEVRON_LEFT, self)
        self.text = RichText(theme, self)
        self.text.setProperty("role", "clear")
        self.text.setAccessibleName(self.tr("About this check"))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.text.setSizePolicy(policy)
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(24, 16, 24, 24)
        column.addWidget(self.text)
        column.addStretch(1)
        self.area = QScrollArea(self)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setWidget(page)
        self.area.setProperty("role", "page")
        page.setObjectName("page")
        self.header.add_right(self.back)
        layout = column_in(self)
        layout.addWidget(self.header)
        layout.addWidget(self.area, 1)
        self.back.clicked.connect(self.left)
        self.text.address_activated.connect(self.address_activated)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def show_page(self, markdown: str) -> None:
        self._markdown = markdown
        self.text.set_paragraphs(paragraphs(markdown, self._theme))
        self.area.verticalScrollBar().setValue(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _on_theme_changed(self) -> None:
        self.text.set_paragraphs(paragraphs(self._markdown, self._theme))
