"""How crawlers differ: which of them get the verdicts of the first on every URL, in a window of its own."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from robotstudio.draft.agreement import (
    Agreement,
    DifferingCrawlers,
    UndecidedCrawlers,
    agreement,
    decided_words,
    further_words,
    open_words,
    outcome_words,
    reason_words,
)
from robotstudio.draft.analysis import Analysis
from robotstudio.engine.cancelling import Cancelled, IsCancelled
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.change_words import side_words
from robotstudio.explain.summary_words import divergence_words
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import Piece, PieceKind, printable
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.document.proving import ProofWatch
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import Label, LinkLabel
from robotstudio.ui.widgets.proof_pane import action_cell, verdict_cell
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import Mark
from robotstudio.urls.urls import parse_list

if TYPE_CHECKING:
    from collections.abc import Callable

_WIDTH, _HEIGHT, _GAP, _MARK = 860, 440, 8, 22
_ONE_CRAWLER: Message = "Choose at least two crawlers to compare them."
_FOR_EACH: Message = "{url}: {ours} for {first}, {theirs} for {others}"


class AgreementRow(NamedTuple):
    """Crawlers that differ from the first, or for which that is undecided, with their `titles`."""

    titles: tuple[str, ...]
    differing: DifferingCrawlers | None = None
    undecided: UndecidedCrawlers | None = None
    is_added: bool = False


class AgreementActions(Protocol):
    """Requests of the window."""

    def show_line(self, line: int) -> None:
        """Show a line of the draft."""

    def add_url(self, url: str) -> None:
        """Add a URL to the test URLs."""

    def try_longer(self) -> None:
        """Take more time for what is undecided."""

    def explain_proofs(self) -> None:
        """Open the help page about proofs."""


class AgreementWindow(PanelWindow):
    """A sentence, and a row for each set of crawlers that get another verdict, with the shortest such URL."""

    size_key = "agreement"

    def __init__(self, actions: AgreementActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._known: Agreement | None = None
        self._titles: Mapping[str, str] = {}
        self._added = set[str]()
        self.setWindowTitle(tr("How crawlers differ"))
        self.mark = Mark(self, _MARK)
        self.title = Label("", self, px=14, weight=600)
        self.further = Label("", self, px=12, color="text2")
        for label in (self.title, self.further):
            label.setWordWrap(True)
        self.table = Table(tr("Crawlers that get another verdict"), (), _key_of, self)
        self.decided = Label("", self, px=11, color="text3")
        self.explain = LinkLabel(tr("What is proven?"), self, px=11)
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self._lay_out()
        self.table.link_clicked.connect(self._on_link_clicked)
        self.table.row_clicked.connect(self._on_row_clicked)
        self.table.row_activated.connect(self._on_link_clicked)
        self.explain.activated.connect(self._on_explain_activated)
        self.close_button.clicked.connect(self.close)
        self.resize(_WIDTH, _HEIGHT)

    def show_agreement(self, known: Agreement, titles: Mapping[str, str]) -> None:
        """Show how the crawlers with these titles differ."""
        self._known, self._titles = known, titles
        self.mark.show_glyph(*_look_of(known))
        self.title.setText(outcome_words(known, titles))
        self.further.setText(further_words(known, titles))
        self.further.setVisible(bool(self.further.text()))
        self.decided.setText(decided_words(known))
        self.table.set_columns(_columns(known, titles))
        self._show_rows()
        self.table.set_stale(False)

    def show_none(self) -> None:
        """Show that there are not two crawlers to compare."""
        self._known = None
        self.mark.show_glyph(Glyph.UNDECIDED, "unknown")
        self.title.setText(tr(_ONE_CRAWLER))
        self.further.hide()
        self.table.hide()
        self.decided.setText("")

    def set_stale(self) -> None:
        """Grey the content while a newer answer is awaited."""
        self.mark.show_glyph(Glyph.PROVING, "accent")
        self.decided.setText(tr("proving…"))
        self.table.set_stale(True)

    def _lay_out(self) -> None:
        head, below = QHBoxLayout(), QHBoxLayout()
        head.setSpacing(12)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.title)
        texts.addWidget(self.further)
        head.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(texts, 1)
        below.addWidget(self.decided, 1)
        below.addWidget(self.explain)
        rows = QVBoxLayout()
        rows.setSpacing(_GAP)
        rows.addLayout(head)
        rows.addWidget(self.table, 100)
        rows.addStretch(1)  # if the table is hidden
        rows.addLayout(below)
        self.frame(rows, DialogFooter(self, (self.close_button,)))

    def _show_rows(self) -> None:
        known = self._known
        if known is None:
            return
        rows = [
            AgreementRow(self._called(each.tokens), each, is_added=each.difference.url in self._added)
            for each in known.parted
        ]
        rows += [AgreementRow(self._called(each.tokens), undecided=each) for each in known.undecided]
        self.table.set_rows(rows)
        self.table.setVisible(bool(rows))

    def _called(self, tokens: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self._titles[token] for token in tokens)

    def _on_link_clicked(self, row: AgreementRow) -> None:
        if row.differing is None:
            self._actions.try_longer()
        elif not row.is_added:
            url = row.differing.difference.url
            self._added.add(url)
            self._actions.add_url(url)
            self._show_rows()

    def _on_row_clicked(self, row: AgreementRow | None) -> None:
        line = row.differing and (row.differing.difference.line_b or row.differing.difference.line_a) if row else None
        if line:
            self._actions.show_line(line)

    def _on_explain_activated(self, _with_control: bool) -> None:
        self._actions.explain_proofs()


class AgreementController(PanelController[AgreementWindow]):
    """Compares the crawlers while the window is open, after every change of the draft or the crawlers."""

    panel_of = "crawlers.agreement"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._watch = ProofWatch("agreement", self)
        self._watch.proven.connect(self._on_proven)
        context.session.analysis_settled.connect(self._on_analysis_settled)

    def make_panel(self, kind: "Callable[..., AgreementWindow]") -> AgreementWindow:
        return kind(self, self._window)

    def connect_panel(self, panel: AgreementWindow) -> None:
        self._watch.outdated.connect(panel.set_stale)
        panel.finished.connect(self._on_finished)

    def open_window(self) -> None:
        """Open the window, and compare the crawlers."""
        self.panel.bring_up()
        self.panel.table.setFocus()
        self._watch.set_seen(True)
        if self._session.analysis is not None:
            self._compare(self._session.analysis)

    def close(self) -> None:
        super().close()
        self._watch.close()

    # Requests of the window

    def show_line(self, line: int) -> None:
        self._window.open_work()
        self._editor.reveal_line(line)

    def add_url(self, url: str) -> None:
        self._urls.add(parse_list(url, self._session.robots_url or None))

    def try_longer(self) -> None:
        self._watch.try_longer()

    def explain_proofs(self) -> None:
        self._context.help.open("reference/proofs")

    def _on_analysis_settled(self, analysis: Analysis) -> None:
        if self.is_shown:
            self._compare(analysis)

    def _compare(self, analysis: Analysis) -> None:
        crawlers = tuple(column.crawler for column in analysis.columns)
        if len(crawlers) < 2:
            self._watch.drop()
            self.panel.show_none()
        else:
            self._watch.look(partial(_compared, analysis.body, crawlers))

    def _on_proven(self, answer: tuple[tuple[Crawler, ...], Agreement]) -> None:
        crawlers, known = answer
        self.panel.show_agreement(known, {each.token: title_of(each) for each in crawlers})

    def _on_finished(self, _result: int) -> None:
        self._watch.set_seen(False)
        self._watch.drop()


def _compared(
    body: bytes, crawlers: tuple[Crawler, ...], seconds: float, is_cancelled: IsCancelled
) -> tuple[tuple[Crawler, ...], Agreement] | None:
    try:
        return crawlers, agreement(FileVersion(body), crawlers, seconds, is_cancelled)
    except Cancelled:
        return None


def _look_of(known: Agreement) -> tuple[Glyph, str]:
    if known.is_agreed_on_plain:
        return Glyph.PROVEN, "allowed"
    return (Glyph.FLIP, "warning") if known.parted else (Glyph.UNDECIDED, "unknown")


def _key_of(row: AgreementRow) -> object:
    return row.titles, row.differing and row.differing.difference


def _columns(known: Agreement, titles: Mapping[str, str]) -> Sequence[TableColumn]:
    first = titles[known.first]
    return (
        TableColumn("url", tr("Shortest URL"), partial(_url, first), least=96,
                    tip=tr("The shortest URL with another verdict")),
        TableColumn("crawlers", tr("For crawlers"), _crawlers, share=1.4, least=96,
                    tip=tr("The crawlers that get another verdict on it")),
        TableColumn("first", first, _first, width=84, tip=tr("The verdict for the first of your crawlers")),
        TableColumn("others", tr("For them"), _others, width=84, tip=tr("The verdict for these crawlers")),
        TableColumn("why", tr("Reason"), partial(_why, known.first, titles), share=1.4, least=96, hidden_below=560,
                    tip=tr("Why the verdicts differ")),
        TableColumn("add", "", _action, width=108, tip=tr("Add to test URLs")),
    )  # fmt: skip


def _url(first: str, row: AgreementRow) -> TableCell:
    if row.undecided is not None:
        return TableCell(open_words(row.undecided), "unknown", Glyph.UNDECIDED)
    if row.differing is None:
        return TableCell()
    found = row.differing.difference
    url = Piece(printable(found.url), PieceKind.URL)
    spoken = tr(
        _FOR_EACH,
        url=url.text,
        ours=side_words(found.allowed_a, found.line_a),
        theirs=side_words(found.allowed_b, found.line_b),
        first=first,
        others=side_by_side(row.titles),
    )
    color = "text3" if row.differing.is_plain else "warning"
    return TableCell(url.text, glyph=Glyph.FLIP, glyph_color=color, phrase=(url,), spoken=spoken)


def _crawlers(row: AgreementRow) -> TableCell:
    return TableCell(side_by_side(row.titles))


def _first(row: AgreementRow) -> TableCell:
    return (
        _verdict(row.differing.difference.allowed_a, row.differing.difference.line_a) if row.differing else TableCell()
    )


def _others(row: AgreementRow) -> TableCell:
    return (
        _verdict(row.differing.difference.allowed_b, row.differing.difference.line_b) if row.differing else TableCell()
    )


def _verdict(allowed: bool, line: int | None) -> TableCell:
    return verdict_cell(allowed, line, side_words(allowed, line))


def _why(first: str, titles: Mapping[str, str], row: AgreementRow) -> TableCell:
    found = row.differing
    if found is None:
        return TableCell()
    reason = reason_words(found, first, titles)
    if found.parting is None or found.parter is None or found.is_plain:
        return TableCell(reason, "text2")
    return TableCell(reason, "text2", spoken=WORDS.about(titles[found.parter], divergence_words(found.parting)))


def _action(row: AgreementRow) -> TableCell:
    return action_cell(is_added=row.is_added, is_open=row.differing is None)
