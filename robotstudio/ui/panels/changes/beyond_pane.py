"""What changes beyond the loaded URLs: that nothing does is proven, or a URL of each kind that does is shown."""

from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.app.changes.beyond import Beyond, BeyondClass
from robotstudio.app.changes.text_comparison import TextComparison
from robotstudio.engine.change_words import rule_piece
from robotstudio.engine.phrases import Piece, PieceKind, printable
from robotstudio.ui.language import WORDS, side_by_side, title_of
from robotstudio.ui.panels.changes import words
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
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


class BeyondRow(NamedTuple):
    """A kind of URL that changes, None for crawlers of which that is not decided; `titles` are what they are called."""

    titles: tuple[str, ...]
    found: BeyondClass | None = None
    is_added: bool = False


class BeyondPane(Page):
    """As high as what it says; folded, its head tells the result.

    `urls_wanted` carries URLs that are to be tested, `line_activated` a line of the draft, `longer_wanted` that more
    time may be taken, `page_requested` the page of the help about all this.
    """

    urls_wanted = Signal(tuple)
    line_activated = Signal(int)
    longer_wanted = Signal()
    page_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._known: Beyond | None = None
        self._is_stale = False
        self._added: set[str] = set()
        self._most_rows = _MOST_ROWS
        self.header = FoldingHeader(theme, self.tr("Beyond your URLs"), self)
        self.scope = ElidedLabel(theme, "", self.header, px=11, color="text2")
        self.said = ElidedLabel(theme, "", self.header, px=11, color="text3")
        self.explain = LinkLabel(theme, self.tr("What is proven?"), self.header, px=11)
        self.body = QWidget(self)
        self._mark = Mark(theme, self.body, _MARK)
        self.title = ElidedLabel(theme, "", self.body, px=14, weight=600)
        self.names = ElidedLabel(theme, "", self.body, px=11, color="text2")
        self.table = Table(theme, self.tr("Kinds of URLs that change"), (), _key_of, self.body, row_height=_ROW)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._lay_out()
        self.header.folded_changed.connect(self._on_folded_changed)
        self.explain.activated.connect(self._on_explain_activated)
        self.table.link_clicked.connect(self._on_link_clicked)
        self.table.row_clicked.connect(self._on_row_clicked)
        self.table.row_activated.connect(self._on_link_clicked)
        theme.changed.connect(self._fit)
        self.hide()

    @property
    def known(self) -> Beyond | None:
        return self._known

    def show_beyond(self, known: Beyond) -> None:
        """Show what is known about every URL."""
        self._known = known
        self._is_stale = False
        self._show()
        self.show()

    def set_stale(self) -> None:
        """A newer answer is on its way."""
        if not self._is_stale:
            self._is_stale = True
            self._show()

    def forget(self) -> None:
        """Nothing is compared."""
        self._known = None
        self.hide()

    def set_room(self, height: int) -> None:
        """Tell how high the page is: of a low one it takes less."""
        most = _MOST_ROWS_LOW if height < self._theme.fonts.px(_LOW_BELOW) else _MOST_ROWS
        if most != self._most_rows:
            self._most_rows = most
            self._fit()

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
        self._sentence.addWidget(self._mark)
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
        known = self._known
        if known is None:
            return
        glyph, color = _look_of(known)
        self._mark.show_glyph(*((Glyph.PROVING, "accent") if self._is_stale else (glyph, color)))
        title = words.beyond_words(known)
        self.title.setText(title)
        self.title.set_color("text3" if self._is_stale else "text")
        self.scope.setText(title if self.header.folded else words.scope_words(known))
        self.said.setText(self.tr("proving…") if self._is_stale else words.decided_words(known))
        titles = _titles_of(known)
        self.names.setText(side_by_side(titles[token] for token in known.proven))
        self.names.setVisible(bool(known.proven) and not known.changes_nothing)
        self.setAccessibleName(title)
        self.table.set_columns(_columns(known))
        self.table.set_rows(self._rows(known))
        self.table.set_stale(self._is_stale)
        self._fit()

    def _rows(self, known: Beyond) -> list[BeyondRow]:
        titles = _titles_of(known)
        kinds = [each for each in known.classes if not each.is_listed or each.difference.url in self._added]
        rows = [
            BeyondRow(tuple(titles[token] for token in each.tokens), each, each.difference.url in self._added)
            for each in kinds
        ]
        return rows + [BeyondRow(tuple(titles[token] for token in tokens)) for tokens in known.undecided]

    def _fit(self) -> None:
        px = self._theme.fonts.px
        self._sentence.setContentsMargins(px(SIZES.panel_inset), 0, px(SIZES.panel_inset), 0)
        self._sentence.setSpacing(px(12))
        rows = len(self.table.rows)
        height = self.table.height_of(min(rows, self._most_rows)) if rows else 0
        self.table.setVisible(bool(rows))
        self.table.setFixedHeight(height)
        self.body.setFixedHeight(px(_SENTENCE) + height)
        self.updateGeometry()

    def _on_folded_changed(self, folded: bool) -> None:
        self.body.setVisible(not folded)
        self._show()

    def _on_explain_activated(self, _with_control: bool) -> None:
        self.page_requested.emit("reference/proofs")

    def _on_link_clicked(self, row: BeyondRow) -> None:
        if row.found is None:
            self.longer_wanted.emit()
        elif not row.is_added:
            self._added.add(row.found.difference.url)
            self.urls_wanted.emit((row.found.difference.url,))
            self._show()

    def _on_row_clicked(self, row: BeyondRow | None) -> None:
        if row is not None and row.found is not None and row.found.difference.line_b:
            self.line_activated.emit(row.found.difference.line_b)


def _look_of(known: Beyond) -> tuple[Glyph, str]:
    if known.proven:
        return Glyph.PROVEN, "allowed"
    return (Glyph.FLIP, "warning") if known.further else (Glyph.UNDECIDED, "unknown")


def _titles_of(known: Beyond) -> dict[str, str]:
    return {column.crawler.reader.token: title_of(column.crawler) for column in known.compared.analysis.columns}


def _key_of(row: BeyondRow) -> object:
    return row.titles if row.found is None else (row.titles, row.found.difference)


def _columns(known: Beyond) -> tuple[TableColumn, ...]:
    lines = known.compared.lines
    return (
        TableColumn("url", WORDS.say("Shortest URL that changes"), partial(_url, known), share=1.2, least=120),
        TableColumn("crawlers", WORDS.say("For crawlers"), _crawlers, width=132),
        TableColumn("before", WORDS.say("Before"), _before, width=76),
        TableColumn("after", WORDS.say("In the draft"), _after, width=88),
        TableColumn("rule", WORDS.say("Decided by"), partial(_rule, lines), hidden_below=760),
        TableColumn("add", "", _action, width=124),
    )


def _url(known: Beyond, row: BeyondRow) -> TableCell:
    if row.found is None:
        said = words.undecided_words(known)
        return TableCell(said, "unknown", Glyph.UNDECIDED)
    url = Piece(printable(row.found.difference.url), PieceKind.URL)
    return TableCell(
        url.text, glyph=Glyph.FLIP, glyph_color="warning", phrase=(url,), spoken=words.kind_words(row.found)
    )


def _crawlers(row: BeyondRow) -> TableCell:
    return TableCell(side_by_side(row.titles))


def _before(row: BeyondRow) -> TableCell:
    if row.found is None:
        return TableCell()
    return _verdict(row.found.difference.allowed_a, row.found.difference.line_a)


def _after(row: BeyondRow) -> TableCell:
    if row.found is None:
        return TableCell()
    return _verdict(row.found.difference.allowed_b, row.found.difference.line_b)


def _verdict(allowed: bool, line: int | None) -> TableCell:
    spoken = words.side_words(allowed, line)
    if allowed and not line:
        return TableCell("", "no_rule", Glyph.DASH, spoken=spoken)
    look = TONES[Tone.ALLOWED if allowed else Tone.BLOCKED]
    return TableCell(str(line or ""), look.text, look.glyph, 600, spoken=spoken)


def _rule(lines: TextComparison | None, row: BeyondRow) -> TableCell:
    if row.found is None or lines is None:
        return TableCell()
    line = row.found.difference.line_b
    if not line or line > len(lines.draft.lines):
        return TableCell(words.side_words(row.found.difference.allowed_b, None), "text2")
    rule = rule_piece(lines.draft.lines[line - 1].encode("utf-8", "surrogateescape"))
    return TableCell(rule.text, phrase=(rule,))


def _action(row: BeyondRow) -> TableCell:
    if row.is_added:
        return TableCell(WORDS.say("in your list"), "text2", Glyph.CHECK, glyph_color="text2")
    if row.found is None:
        said = spoken = WORDS.say("Try for 30 s")
    else:
        said, spoken = WORDS.say("Add"), WORDS.say("Add to test URLs")
    return TableCell(said, phrase=(Piece(said, PieceKind.LINE),), spoken=spoken)
