"""The verdicts of the selected row before and now, and the link that puts its line back."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from robotstudio.draft.changes.comparison import DraftComparison
from robotstudio.engine.changes import Change
from robotstudio.explain.change_words import SIDES, rule_piece, side_words
from robotstudio.text.language import WORDS, tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind
from robotstudio.ui.panels.changes import words
from robotstudio.ui.panels.changes.change_painter import SIDE_LOOKS
from robotstudio.ui.panels.changes.model import FlipCell, Side
from robotstudio.ui.panels.changes.versions import version_row
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import ElidedLabel, LinkLabel
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle, RichText
from robotstudio.ui.widgets.tone import Mark

_MARK, _LINE_HEIGHT, _MOST_TITLE = 14, 18, 150


class FlipPane(Bar):
    """Two lines for a verdict that flips, or one for a line that flips some. Hidden until there is one."""

    ground = "surface"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.before = _SideRow(self)
        self.now = _SideRow(self)
        self.put_back_link = LinkLabel("", self)
        layout = QGridLayout(self)
        layout.setContentsMargins(SIZES.panel_inset, 8, SIZES.panel_inset, 8)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(4)
        layout.setColumnStretch(2, 1)
        for number, row in enumerate((self.before, self.now)):
            for column, part in enumerate((row.title, row.mark, row.text)):
                layout.addWidget(part, number, column, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.put_back_link, 0, 3, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(QRectF(0, 0, self.width(), 1), theme.color("border"))

    def show_flip(self, compared: DraftComparison, flip: FlipCell, put_back: str) -> None:
        """Show a verdict that flips, with the rules that decide it."""
        before = compared.lines.live.lines if compared.lines else ()
        now = compared.lines.draft.lines if compared.lines else ()
        title = version_row(compared.baseline).title if compared.baseline else ""
        self.before.show_side(title, flip.before, _phrase(flip.before, before, is_linked=False))
        self.now.show_side(tr("This draft"), flip.after, _phrase(flip.after, now, is_linked=True))
        self._show(words.flip_words(flip.before, flip.after), put_back)

    def show_line(self, heading: Phrase, put_back: str) -> None:
        """Show what happened to a line."""
        self.before.show_text(heading)
        self.now.hide()
        self._show("", put_back)

    def _show(self, said: str, put_back: str) -> None:
        self.setAccessibleName(said)
        self.put_back_link.setText(put_back)
        self.put_back_link.setVisible(bool(put_back))
        self.put_back_link.updateGeometry()
        self.show()


class _SideRow:
    """A version's name, the glyph of its verdict, and the line that decides."""

    def __init__(self, parent: QWidget) -> None:
        self.title = ElidedLabel("", parent, px=12, color="text2")
        self.title.setMaximumWidth(_MOST_TITLE)
        self.mark = Mark(parent, _MARK)
        self.text = RichText(parent)

    def show_side(self, title: str, side: Side, phrase: Phrase) -> None:
        glyph, color, _ = SIDE_LOOKS[Change.ALLOWED if side[0] else Change.BLOCKED]
        self.title.setText(title)
        self.mark.show_glyph(
            glyph if side[1] or not side[0] else Glyph.DASH, color if side[1] or not side[0] else "text2"
        )
        self._set(phrase)
        for part in (self.title, self.mark, self.text):
            part.show()

    def show_text(self, phrase: Phrase) -> None:
        self._set(phrase)
        self.title.hide()
        self.mark.hide()
        self.text.show()

    def hide(self) -> None:
        for part in (self.title, self.mark, self.text):
            part.hide()

    def _set(self, phrase: Phrase) -> None:
        self.text.set_paragraphs((Paragraph(phrase, PieceStyle(12), _LINE_HEIGHT),))


def _phrase(side: Side, lines: Sequence[str], *, is_linked: bool) -> Phrase:
    """Return the verdict and the rule on its line: “blocked by line 12 Disallow: /cart/”."""
    allowed, line = side
    if not line:
        return (Piece(side_words(allowed, 0)),)
    number = Piece(str(line), PieceKind.LINE, line) if is_linked else Piece(str(line))
    said = WORDS.phrase(SIDES[allowed], line=number)
    if line > len(lines):
        return said
    return (*said, Piece("  "), rule_piece(lines[line - 1].encode("utf-8", "surrogateescape")))
