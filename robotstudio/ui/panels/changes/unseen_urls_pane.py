"""Changes beyond the loaded URLs: a proof that there are none, or one URL of each kind that changes."""

from functools import partial
from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from robotstudio.draft.changes.text_comparison import TextComparison
from robotstudio.draft.changes.unseen_urls import UnseenClass, UnseenUrls
from robotstudio.engine.crawlers import title_of
from robotstudio.explain.change_words import rule_piece, side_words
from robotstudio.text.language import tr
from robotstudio.text.phrases import Piece, PieceKind, printable
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.changes import words
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.proof_pane import ProofPane, ProofSaid, action_cell, verdict_cell
from robotstudio.ui.widgets.table_model import TableCell, TableColumn


class UnseenUrlsRow(NamedTuple):
    """A kind of URL that changes, None if undecided; `titles` are the names of the crawlers."""

    titles: tuple[str, ...]
    found: UnseenClass | None = None
    is_added: bool = False


class UnseenUrlsPane(ProofPane):
    """Results for all URLs that are not loaded."""

    def __init__(self, parent: QWidget | None = None) -> None:
        title, listed = tr("Beyond your URLs"), tr("Kinds of URLs that change")
        super().__init__(title, listed, _key_of, parent)
        self.known: UnseenUrls | None = None
        self.table.link_clicked.connect(self._on_link_clicked)
        self.table.row_clicked.connect(self._on_row_clicked)
        self.table.row_activated.connect(self._on_link_clicked)

    def show_beyond(self, known: UnseenUrls) -> None:
        """Show the results for all URLs."""
        self.known = known
        self.show_said(self._what_is_said(known))

    def forget(self) -> None:
        self.known = None
        super().forget()

    def _what_is_said(self, known: UnseenUrls) -> ProofSaid:
        titles = _titles_of(known)
        glyph, color = _look_of(known)
        said, proven = words.beyond_words(known, titles), words.proven_words(known, titles)
        return ProofSaid(
            glyph,
            color,
            said,
            words.scope_words(known),
            words.decided_words(known),
            "" if proven == said else proven,
            _columns(known),
            self._rows(known),
        )

    def _rows(self, known: UnseenUrls) -> list[UnseenUrlsRow]:
        titles = _titles_of(known)
        kinds = [each for each in known.classes if not each.is_listed or self.is_added(each.difference.url)]
        rows = [
            UnseenUrlsRow(tuple(titles[token] for token in each.tokens), each, self.is_added(each.difference.url))
            for each in kinds
        ]
        return rows + [UnseenUrlsRow(tuple(titles[token] for token in tokens)) for tokens in known.undecided]

    def _on_link_clicked(self, row: UnseenUrlsRow) -> None:
        if row.found is None:
            self.longer_wanted.emit()
        elif not row.is_added and self.known is not None:
            self.add(row.found.difference.url)
            self.show_said(self._what_is_said(self.known), is_news=False)

    def _on_row_clicked(self, row: UnseenUrlsRow | None) -> None:
        if row is not None and row.found is not None and row.found.difference.line_b:
            self.line_activated.emit(row.found.difference.line_b)


def _look_of(known: UnseenUrls) -> tuple[Glyph, str]:
    """Return glyph and colour of the rows; green only if no crawler changes or is undecided."""
    if known.changed.is_whole:
        return Glyph.FLIP, "blocked" if known.whole.changed.is_closed else "warning"
    if known.further:
        return Glyph.FLIP, "warning"
    return (Glyph.UNDECIDED, "unknown") if known.undecided else (Glyph.PROVEN, "allowed")


def _titles_of(known: UnseenUrls) -> dict[str, str]:
    return {column.crawler.reader.token: title_of(column.crawler) for column in known.compared.analysis.columns}


def _key_of(row: UnseenUrlsRow) -> object:
    return row.titles if row.found is None else (row.titles, row.found.difference)


def _columns(known: UnseenUrls) -> tuple[TableColumn, ...]:
    lines = known.compared.lines
    return (
        TableColumn("url", tr("Shortest URL that changes"), partial(_url, known), share=1.2, least=120),
        TableColumn("crawlers", tr("For crawlers"), _crawlers, share=0.6, least=116),
        TableColumn("before", tr("Before"), _before, width=68),
        TableColumn("after", tr("In the draft"), _after, width=88),
        TableColumn("rule", tr("Decided by"), partial(_rule, lines), hidden_below=760),
        TableColumn("add", "", _action, width=124, tip=tr("Add to test URLs")),
    )


def _url(known: UnseenUrls, row: UnseenUrlsRow) -> TableCell:
    if row.found is None:
        said = words.undecided_words(known)
        return TableCell(said, "unknown", Glyph.UNDECIDED)
    url = Piece(printable(row.found.difference.url), PieceKind.URL)
    return TableCell(
        url.text, glyph=Glyph.FLIP, glyph_color="warning", phrase=(url,), spoken=words.kind_words(row.found)
    )


def _crawlers(row: UnseenUrlsRow) -> TableCell:
    return TableCell(side_by_side(row.titles))


def _before(row: UnseenUrlsRow) -> TableCell:
    if row.found is None:
        return TableCell()
    return _verdict(row.found.difference.allowed_a, row.found.difference.line_a)


def _after(row: UnseenUrlsRow) -> TableCell:
    if row.found is None:
        return TableCell()
    return _verdict(row.found.difference.allowed_b, row.found.difference.line_b)


def _verdict(allowed: bool, line: int | None) -> TableCell:
    return verdict_cell(allowed, line, side_words(allowed, line))


def _rule(lines: TextComparison | None, row: UnseenUrlsRow) -> TableCell:
    if row.found is None or lines is None:
        return TableCell()
    line = row.found.difference.line_b
    if not line or line > len(lines.draft.lines):
        return TableCell(side_words(row.found.difference.allowed_b, None), "text2")
    rule = rule_piece(lines.draft.lines[line - 1].encode("utf-8", "surrogateescape"))
    return TableCell(rule.text, phrase=(rule,))


def _action(row: UnseenUrlsRow) -> TableCell:
    return action_cell(is_added=row.is_added, is_open=row.found is None)
