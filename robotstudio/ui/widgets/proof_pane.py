"""A pane on all possible URLs: a sentence with an icon, and a table of URLs that a click adds to the list."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.text.language import tr
from robotstudio.text.phrases import Piece, PieceKind
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import FoldingHeader
from robotstudio.ui.widgets.labels import ElidedLabel, LinkLabel
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import TONES, Mark, Tone

_SENTENCE, _MARK, _ROW = 50, 22, 30
_MOST_ROWS, _MOST_ROWS_LOW = 4, 2
_LOW_BELOW = 560


class ProofSaid(Struct, frozen=True):
    """The content of a pane: a sentence with a glyph in a colour, and its URLs.

    `names` are the crawlers for which it is proven; each row has one cell per column.
    """

    glyph: Glyph
    color: str
    title: str
    scope: str
    decided: str
    names: str = ""
    columns: Sequence[TableColumn] = ()
    rows: Sequence[Any] = ()


class ProofPane(Page):
    """A pane of its content's height; folded, its header shows the result. Hidden until there is one.

    `urls_wanted` carries URLs to test, `line_activated` a line of the draft, `page_requested` a help page,
    `longer_wanted` requests more time, and `folded_changed` carries the folded state.
    """

    urls_wanted = Signal(tuple)
    line_activated = Signal(int)
    longer_wanted = Signal()
    page_requested = Signal(str)
    folded_changed = Signal(bool)

    def __init__(self, title: str, listed: str, key_of: Callable[[Any], object], parent: QWidget | None = None) -> None:
        """Start hidden; `listed` is the table's name, and `key_of` identifies its rows."""
        super().__init__(parent)
        self._is_stale = False
        self._added: set[str] = set()
        self._is_low = False
        self._told: ProofSaid | None = None
        self.header = FoldingHeader(title, self)
        self.scope = ElidedLabel("", self.header, px=11, color="text2")
        self.said = ElidedLabel("", self.header, px=11, color="text3")
        self.explain = LinkLabel(tr("What is proven?"), self.header, px=11)
        self.body = QWidget(self)
        self.mark = Mark(self.body, _MARK)
        self.title = ElidedLabel("", self.body, px=14, weight=600)
        self.names = ElidedLabel("", self.body, px=11, color="text2")
        self.table = Table(listed, (), key_of, self.body, row_height=_ROW)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._lay_out()
        self.header.folded_changed.connect(self._on_folded_changed)
        self.explain.activated.connect(self._on_explain_activated)
        self.hide()

    def show_said(self, told: ProofSaid, *, is_news: bool = True) -> None:
        """Show the result for all URLs; it is not new if only one of its URLs was added."""
        self._told = told
        self._is_stale = self._is_stale and not is_news
        self._show()
        self.show()

    def set_stale(self) -> None:
        """Grey the content while a newer answer is pending."""
        if not self._is_stale:
            self._is_stale = True
            self._show()

    def forget(self) -> None:
        """Clear and hide the pane."""
        self._told = None
        self.hide()

    def set_folded(self, folded: bool) -> None:
        """Fold or unfold it."""
        self.header.set_folded(folded)

    def set_room(self, height: int) -> None:
        """Set the height of the page: in a low one the pane has fewer rows, and leaves the sentence to its header."""
        is_low = height < _LOW_BELOW
        if is_low != self._is_low:
            self._is_low = is_low
            self._show()

    def is_added(self, url: str) -> bool:
        """Return True if a URL was added from here."""
        return url in self._added

    def add(self, url: str) -> None:
        """Add a URL to test."""
        self._added.add(url)
        self.urls_wanted.emit((url,))

    def _lay_out(self) -> None:
        self.header.add_left(self.scope, 1)
        self.header.add_right(self.said)
        self.header.add_right(self.explain)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addStretch(1)
        texts.addWidget(self.title)
        texts.addWidget(self.names)
        texts.addStretch(1)
        self._sentence = QHBoxLayout()
        self._sentence.addWidget(self.mark)
        self._sentence.addLayout(texts, 1)
        rows = QVBoxLayout(self.body)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(self._sentence)
        rows.addWidget(self.table)
        layout = column_in(self)
        layout.addWidget(self.header)
        layout.addWidget(self.body)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _show(self) -> None:
        told = self._told
        if told is None:
            return
        self.mark.show_glyph(*((Glyph.PROVING, "accent") if self._is_stale else (told.glyph, told.color)))
        self.title.setText(told.title)
        self.title.set_color("text3" if self._is_stale else "text")
        self.scope.setText(told.title if self.header.folded or self._is_low else told.scope)
        self.said.setText(tr("proving…") if self._is_stale else told.decided)
        self.names.setText(told.names)
        self.names.setVisible(bool(told.names) and not self._is_low)
        self.title.setVisible(not self._is_low)
        self.mark.setVisible(not self._is_low)
        self.setAccessibleName(told.title)
        self.table.set_columns(told.columns)
        self.table.set_rows(told.rows)
        self.table.set_stale(self._is_stale)
        self._fit()

    def _fit(self) -> None:
        self._sentence.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 0)
        self._sentence.setSpacing(12)
        rows = len(self.table.rows)
        most = _MOST_ROWS_LOW if self._is_low else _MOST_ROWS
        height = self.table.height_of(min(rows, most)) if rows else 0
        self.table.setVisible(bool(rows))
        self.table.setFixedHeight(height)
        self.body.setFixedHeight(height + (0 if self._is_low else _SENTENCE))
        self.updateGeometry()

    def _on_folded_changed(self, folded: bool) -> None:
        self.body.setVisible(not folded)
        self._show()
        self.folded_changed.emit(folded)

    def _on_explain_activated(self, _with_control: bool) -> None:
        self.page_requested.emit("reference/proofs")


def verdict_cell(allowed: bool, line: int | None, spoken: str) -> TableCell:
    """Return the cell of a verdict with its deciding line."""
    if allowed and not line:
        return TableCell("", "no_rule", Glyph.DASH, spoken=spoken)
    look = TONES[Tone.ALLOWED if allowed else Tone.BLOCKED]
    return TableCell(str(line or ""), look.text, look.glyph, 600, spoken=spoken)


def action_cell(*, is_added: bool, is_open: bool) -> TableCell:
    """Return the cell for a row's action: add its URL, or take more time if it is undecided."""
    if is_added:
        return TableCell(tr("in your list"), "text2", Glyph.CHECK, glyph_color="text2")
    if is_open:
        said = spoken = tr("Try for 30 s")
    else:
        said, spoken = tr("Add"), tr("Add to test URLs")
    return TableCell(said, phrase=(Piece(said, PieceKind.LINE),), spoken=spoken)
