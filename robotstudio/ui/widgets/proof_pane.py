"""A pane about every URL there can be: a sentence with its mark, and a table of URLs that a click adds to the list."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.text.language import tr
from robotstudio.text.phrases import Piece, PieceKind
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import FoldingHeader
from robotstudio.ui.widgets.labels import ElidedLabel, LinkLabel
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import TONES, Tone
from robotstudio.ui.widgets.tone_box import Mark

_SENTENCE, _MARK, _ROW = 50, 22, 30
_MOST_ROWS, _MOST_ROWS_LOW = 4, 2
_LOW_BELOW = 560


class ProofSaid(Struct, frozen=True):
    """What a pane says: its sentence with a glyph in a colour, about which URLs, and for how much it is decided.

    `names` are those for whom it is proven; of each row, which the pane knows, there is one cell a column.
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
    """As high as what it says; folded, its head tells the result. Hidden until something is known.

    `urls_wanted` carries URLs that are to be tested, `line_activated` a line of the draft, `longer_wanted` that more
    time may be taken, `page_requested` the page of the help about all this, `folded_changed` whether it is folded.
    """

    urls_wanted = Signal(tuple)
    line_activated = Signal(int)
    longer_wanted = Signal()
    page_requested = Signal(str)
    folded_changed = Signal(bool)

    def __init__(self, title: str, listed: str, key_of: Callable[[Any], object], parent: QWidget | None = None) -> None:
        """`listed` names the table, and `key_of` tells its rows apart."""
        super().__init__(parent)
        self._is_stale = False
        self._added: set[str] = set()
        self._most_rows = _MOST_ROWS
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
        theme.changed.connect(self._fit)
        self.hide()

    def show_said(self, told: ProofSaid, *, is_news: bool = True) -> None:
        """Say what is known about every URL; it is no news where only a URL of it was added."""
        self._told = told
        self._is_stale = self._is_stale and not is_news
        self._show()
        self.show()

    def set_stale(self) -> None:
        """A newer answer is on its way."""
        if not self._is_stale:
            self._is_stale = True
            self._show()

    def forget(self) -> None:
        """There is nothing to be said."""
        self._told = None
        self.hide()

    def set_folded(self, folded: bool) -> None:
        """Fold or unfold it."""
        self.header.set_folded(folded)

    def set_room(self, height: int) -> None:
        """Tell how high the page is: of a low one it takes less."""
        most = _MOST_ROWS_LOW if height < _LOW_BELOW else _MOST_ROWS
        if most != self._most_rows:
            self._most_rows = most
            self._fit()

    def is_added(self, url: str) -> bool:
        """Whether a URL was added from here."""
        return url in self._added

    def add(self, url: str) -> None:
        """Have a URL tested."""
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
        self.scope.setText(told.title if self.header.folded else told.scope)
        self.said.setText(tr("proving…") if self._is_stale else told.decided)
        self.names.setText(told.names)
        self.names.setVisible(bool(told.names))
        self.setAccessibleName(told.title)
        self.table.set_columns(told.columns)
        self.table.set_rows(told.rows)
        self.table.set_stale(self._is_stale)
        self._fit()

    def _fit(self) -> None:
        self._sentence.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 0)
        self._sentence.setSpacing(12)
        rows = len(self.table.rows)
        height = self.table.height_of(min(rows, self._most_rows)) if rows else 0
        self.table.setVisible(bool(rows))
        self.table.setFixedHeight(height)
        self.body.setFixedHeight(_SENTENCE + height)
        self.updateGeometry()

    def _on_folded_changed(self, folded: bool) -> None:
        self.body.setVisible(not folded)
        self._show()
        self.folded_changed.emit(folded)

    def _on_explain_activated(self, _with_control: bool) -> None:
        self.page_requested.emit("reference/proofs")


def verdict_cell(allowed: bool, line: int | None, spoken: str) -> TableCell:
    """A verdict with the line that decides it."""
    if allowed and not line:
        return TableCell("", "no_rule", Glyph.DASH, spoken=spoken)
    look = TONES[Tone.ALLOWED if allowed else Tone.BLOCKED]
    return TableCell(str(line or ""), look.text, look.glyph, 600, spoken=spoken)


def action_cell(*, is_added: bool, is_open: bool) -> TableCell:
    """What a click on a row does: its URL is added, or more time is taken for what is open."""
    if is_added:
        return TableCell(tr("in your list"), "text2", Glyph.CHECK, glyph_color="text2")
    if is_open:
        said = spoken = tr("Try for 30 s")
    else:
        said, spoken = tr("Add"), tr("Add to test URLs")
    return TableCell(said, phrase=(Piece(said, PieceKind.LINE),), spoken=spoken)
