"""How the others read the file: that they get the verdict of the first is proven, or a URL shows who does not."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from robotstudio.draft.agreement import Agreement, DifferingCrawlers, UndecidedCrawlers
from robotstudio.draft.agreement_words import (
    OF_FIRST,
    decided_words,
    further_words,
    open_words,
    outcome_words,
    reason_words,
)
from robotstudio.explain.change_words import side_words
from robotstudio.explain.summary_words import divergence_words
from robotstudio.text.language import tr
from robotstudio.text.phrases import Piece, PieceKind, printable
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.proof_pane import ProofPane, ProofSaid, action_cell, verdict_cell
from robotstudio.ui.widgets.table_model import TableCell, TableColumn


class AgreementRow(NamedTuple):
    """Crawlers that part from the first, or of which that is not decided; `titles` are what they are called."""

    titles: tuple[str, ...]
    parted: DifferingCrawlers | None = None
    undecided: UndecidedCrawlers | None = None
    is_added: bool = False


class AgreementPane(ProofPane):
    """Who gets another verdict than the first crawler."""

    def __init__(self, parent: QWidget | None = None) -> None:
        title, listed = tr("How the others read it"), tr("Crawlers that get another verdict")
        super().__init__(title, listed, _key_of, parent)
        self.known: Agreement | None = None
        self._titles: Mapping[str, str] = {}
        self.table.link_clicked.connect(self._on_link_clicked)
        self.table.row_clicked.connect(self._on_row_clicked)
        self.table.row_activated.connect(self._on_link_clicked)

    def show_agreement(self, known: Agreement, titles: Mapping[str, str]) -> None:
        """Show who reads alike; `titles` are what the crawlers are called."""
        self.known, self._titles = known, titles
        self.show_said(self._what_is_said(known))

    def forget(self) -> None:
        self.known = None
        super().forget()

    def _what_is_said(self, known: Agreement) -> ProofSaid:
        titles = self._titles
        glyph, color = _look_of(known)
        return ProofSaid(
            glyph,
            color,
            outcome_words(known, titles),
            tr("every URL there can be, against {first}", first=titles[known.first]),
            decided_words(known),
            further_words(known, titles),
            _columns(known, titles),
            self._rows(known),
        )

    def _rows(self, known: Agreement) -> list[AgreementRow]:
        parted = [
            AgreementRow(self._called(each.tokens), each, is_added=self.is_added(each.difference.url))
            for each in known.parted
        ]
        return parted + [AgreementRow(self._called(each.tokens), undecided=each) for each in known.undecided]

    def _called(self, tokens: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self._titles[token] for token in tokens)

    def _on_link_clicked(self, row: AgreementRow) -> None:
        if row.parted is None:
            self.longer_wanted.emit()
        elif not row.is_added and self.known is not None:
            self.add(row.parted.difference.url)
            self.show_said(self._what_is_said(self.known), is_news=False)

    def _on_row_clicked(self, row: AgreementRow | None) -> None:
        line = row.parted and (row.parted.difference.line_b or row.parted.difference.line_a) if row else None
        if line:
            self.line_activated.emit(line)


def _look_of(known: Agreement) -> tuple[Glyph, str]:
    if known.is_agreed_on_plain:
        return Glyph.PROVEN, "allowed"
    return (Glyph.FLIP, "warning") if known.parted else (Glyph.UNDECIDED, "unknown")


def _key_of(row: AgreementRow) -> object:
    return row.titles, row.parted and row.parted.difference


def _columns(known: Agreement, titles: Mapping[str, str]) -> tuple[TableColumn, ...]:
    return (
        TableColumn("url", tr("Shortest URL"), partial(_url, titles[known.first]), least=96),
        TableColumn("crawlers", tr("For crawlers"), _crawlers, share=1.4, least=96),
        TableColumn("first", titles[known.first], _first, width=84),
        TableColumn("others", tr("For them"), _others, width=72),
        TableColumn("why", tr("Because of"), partial(_why, known.first, titles), least=96, hidden_below=560),
        TableColumn("add", "", _action, width=108, tip=tr("Add to test URLs")),
    )


def _url(first: str, row: AgreementRow) -> TableCell:
    if row.undecided is not None:
        return TableCell(open_words(row.undecided), "unknown", Glyph.UNDECIDED)
    if row.parted is None:
        return TableCell()
    told = row.parted.difference
    url = Piece(printable(told.url), PieceKind.URL)
    spoken = tr(
        "{url}: {ours} for {first}, {theirs} for {others}",
        url=url.text,
        ours=side_words(told.allowed_a, told.line_a),
        theirs=side_words(told.allowed_b, told.line_b),
        first=first,
        others=side_by_side(row.titles),
    )
    color = "text3" if row.parted.is_plain else "warning"
    return TableCell(url.text, glyph=Glyph.FLIP, glyph_color=color, phrase=(url,), spoken=spoken)


def _crawlers(row: AgreementRow) -> TableCell:
    return TableCell(side_by_side(row.titles))


def _first(row: AgreementRow) -> TableCell:
    if row.parted is None:
        return TableCell()
    told = row.parted.difference
    return verdict_cell(told.allowed_a, told.line_a, side_words(told.allowed_a, told.line_a))


def _others(row: AgreementRow) -> TableCell:
    if row.parted is None:
        return TableCell()
    told = row.parted.difference
    return verdict_cell(told.allowed_b, told.line_b, side_words(told.allowed_b, told.line_b))


def _why(first: str, titles: Mapping[str, str], row: AgreementRow) -> TableCell:
    if row.parted is None:
        return TableCell()
    reason = reason_words(row.parted, first, titles)
    if row.parted.parting is None or row.parted.is_plain:
        return TableCell(reason, "text2")
    return TableCell(reason, "text2", spoken=_in_full(row.parted, titles))


def _in_full(parted: DifferingCrawlers, titles: Mapping[str, str]) -> str:
    """Whose reading is not that of the standard, what it does, and what the standard says."""
    if parted.parting is None or parted.parter is None:
        return ""
    return tr(OF_FIRST, crawler=titles[parted.parter], reading=divergence_words(parted.parting))


def _action(row: AgreementRow) -> TableCell:
    return action_cell(is_added=row.is_added, is_open=row.parted is None)
