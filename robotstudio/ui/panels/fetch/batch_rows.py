"""The rows that need several fetches.

They show the other addresses of a site, and the same file with the headers of several crawlers, with a diff of two
bodies.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from robotstudio.draft.changes.text_comparison import TextComparison, compare_texts, rows_of
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.fetch.fetch_as import AnswerAs, AnswerDifference, FetchAsReport, answer_words
from robotstudio.fetch.practice import crawlers_with_header
from robotstudio.fetch.variants import Variant, VariantReport
from robotstudio.fetch.words import chip
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.fetch.fold_row import FoldRow
from robotstudio.ui.panels.fetch.full_table import FullTable
from robotstudio.ui.panels.fetch.sentences import tone_of
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.diff_text import DiffText
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.table_model import TableCell, TableColumn, toned
from robotstudio.ui.widgets.tone import Tone

_DIFFERENCES: Mapping[AnswerDifference, Message] = {
    AnswerDifference.NONE: "same answer",
    AnswerDifference.OUTCOME: "different answer",
    AnswerDifference.ADDRESS: "redirected elsewhere",
    AnswerDifference.BODY: "different file",
    AnswerDifference.UNKNOWN: "not known",
}
_TEXT_HEIGHT = 220
_DIFFERING = Plural(
    "{differing} of {count} answers differ from the answer to Robot Studio ({plain}).",
    "{differing} of {count} answers differ from the answer to Robot Studio ({plain}).",
)
_EQUAL = Plural(
    "The {count} crawler gets the same answer as Robot Studio ({plain}).",
    "All {count} crawlers get the same answer as Robot Studio ({plain}).",
)
_FETCH_AS = Plural("Fetch as {count} crawler", "Fetch as {count} crawlers")


def answer_row(answer: AnswerAs) -> tuple[TableCell, ...]:
    """Return the cells of an answer."""
    evidence = answer.evidence
    return (
        TableCell(title_of(answer.crawler)),
        toned(chip(evidence), tone_of(evidence)),
        TableCell(WORDS.size(evidence.size)),
        TableCell(tr(_DIFFERENCES[answer.difference])),
    )


class AgentsRow(FoldRow):
    """Requests the fetches and shows the results; nothing is fetched before the button is pressed."""

    requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("As crawlers"), parent)
        self._report: FetchAsReport | None = None
        self._is_busy = False
        self._count = 0
        self._comparisons = Background("comparison", self)
        self.sentence = Label("", self, px=12)
        self.sentence.setWordWrap(True)
        self.sentence.setContentsMargins(SIZES.panel_inset, 8, SIZES.panel_inset, 8)
        columns = (
            TableColumn("crawler", tr("Header of"), width=136, weight=500),
            TableColumn("answer", tr("Answer"), width=124),
            TableColumn("size", tr("Size"), width=76),
            TableColumn("difference", tr("Compared with Robot Studio"), least=120),
        )
        name, nothing = tr("Answers to the headers of crawlers"), tr("Nothing fetched yet.")
        self.table = FullTable(name, columns, parent=self, is_multiple=True, nothing=nothing)
        self.text = DiffText(self)
        self.text.setAccessibleName(tr("The answer to Robot Studio and this one, line by line"))
        self.text.setFixedHeight(_TEXT_HEIGHT)
        for part in (self.table, self.sentence, self.text):
            self.column.addWidget(part)
        self.button.clicked.connect(self._on_asked)
        self.table.row_changed.connect(self._on_row_changed)
        self._comparisons.answered.connect(self._on_compared)
        self.set_crawlers(())
        self.clear()

    def set_crawlers(self, crawlers: Sequence[Crawler]) -> None:
        """Set the crawlers whose headers the button uses."""
        self._count = len(crawlers_with_header(crawlers))
        self._update_button()

    def clear(self) -> None:
        """Remove the results, which are of another site."""
        self._report = None
        self.table.set_rows((), reset=True)
        self._set_busy(busy=False)
        self.set_result(tr("Not requested yet. A firewall or CDN may answer crawlers differently."))
        self._show_nothing()

    def show_busy(self) -> None:
        """Show that the fetches are running."""
        self._set_busy(busy=True)
        self.set_result(tr("Fetching as Robot Studio, then as each crawler…"))

    def show_report(self, report: FetchAsReport) -> None:
        """Show the results; unfold them and select the first answer that differs if one does."""
        self._report = report
        self._set_busy(busy=False)
        differing, plain = len(report.differing), chip(report.plain)
        words = _DIFFERING if differing else _EQUAL
        said = ntr(words, len(report.answers), differing=differing, plain=plain)
        self.set_result(said, Tone.WARNING if differing else Tone.ALLOWED)
        self._show_nothing()
        self.table.set_rows([answer_row(answer) for answer in report.answers], reset=True)
        if differing:
            self.set_open()
        self.table.select_row(report.answers.index(report.differing[0]) if report.differing else 0)

    def end(self) -> None:
        """End the fetches without a result; earlier results stay."""
        if self._is_busy:
            self.set_result(tr("The fetches were cancelled. Nothing was changed."))
        self._set_busy(busy=False)

    def close_threads(self) -> None:
        self._comparisons.close()

    def _set_busy(self, *, busy: bool) -> None:
        self._is_busy = busy
        self.button.setEnabled(True)
        self._update_button()

    def _update_button(self) -> None:
        self.set_action(tr("Cancel") if self._is_busy else ntr(_FETCH_AS, self._count))

    def _on_asked(self) -> None:
        (self.cancel_requested if self._is_busy else self.requested).emit()

    def _show_nothing(self) -> None:
        self._comparisons.cancel()
        self.sentence.setText("")
        self.sentence.hide()
        self.text.show_rows(())
        self.text.hide()  # an empty pane should not show a gutter

    def _on_row_changed(self, _row: object) -> None:
        if self._report is None:
            return
        answer = self._report.answers[self.table.place]
        self.sentence.setText(answer_words(self._report.plain, answer))
        self.sentence.show()
        self._comparisons.ask(partial(compare_texts, self._report.plain.body, answer.evidence.body))

    def _on_compared(self, comparison: TextComparison) -> None:
        self.text.show_rows(rows_of(comparison))
        self.text.setVisible(bool(comparison.changes))


_ALIKE = Plural("All {count} addresses answer with the same file.", "All {count} addresses answer with the same file.")
_DIFFERENT = Plural(
    "{files} different files at {count} addresses: which one a crawler reads depends on the address.",
    "{files} different files at {count} addresses: which one a crawler reads depends on the address.",
)
_ONE_FILE = Plural(
    "One file, but {without} of {count} addresses have none.", "One file, but {without} of {count} addresses have none."
)
_NO_FILE = Plural("None of the {count} addresses has a file.", "None of the {count} addresses has a file.")
_FETCHING = Plural("Fetching {count} address…", "Fetching {count} addresses…")
_FILE: Message = "file {number}, {size}"
_SAME_ADDRESS = "–"
_FIELD_WIDTH = 420


def report_words(report: VariantReport) -> str:
    """Return one sentence about the differences of the variants."""
    without = sum(variant.content == 0 for variant in report.variants)
    template = _DIFFERENT if report.contents > 1 else _ONE_FILE if report.contents else _NO_FILE
    words = _ALIKE if report.are_alike else template
    return ntr(words, len(report.variants), files=report.contents, without=without)


def variant_row(variant: Variant) -> tuple[TableCell, ...]:
    evidence = variant.evidence
    file = tr(_FILE, number=variant.content, size=WORDS.size(evidence.size)) if variant.content else "–"
    return (
        TableCell(f"{variant.governs}/"),
        toned(chip(evidence), tone_of(evidence)),
        TableCell(file),
        TableCell((variant.lands_on or evidence.final_url) if variant.is_redirected else _SAME_ADDRESS),
    )


class VariantsRow(FoldRow):
    """Requests the fetches and shows the results; nothing is fetched before the button is pressed."""

    requested = Signal(str)  # subdomains and ports, as typed
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Variants"), parent)
        self._is_busy = False
        self.more = QLineEdit(self)
        self.more.setPlaceholderText(tr("More subdomains or ports, such as shop, 8443"))
        self.more.setAccessibleName(tr("More subdomains and ports"))
        self.more.setMaximumWidth(_FIELD_WIDTH)
        columns = (
            TableColumn("site", tr("For the URLs of"), width=236, is_code=True, weight=500),
            TableColumn("answer", tr("Answer"), width=160),
            TableColumn("file", tr("File"), width=112),
            TableColumn("target", tr("Redirected to"), is_code=True, color="text2", least=80, hidden_below=600),
        )
        nothing = tr("Nothing fetched yet.")
        self.table = FullTable(tr("Variants"), columns, parent=self, is_multiple=True, nothing=nothing)
        field = QHBoxLayout()
        field.setContentsMargins(SIZES.panel_inset, 6, SIZES.panel_inset, 8)
        field.addWidget(self.more, 1)
        field.addStretch(1)
        self.column.addLayout(field)
        self.column.addWidget(self.table)
        self.button.clicked.connect(self._on_asked)
        self.more.returnPressed.connect(self._on_asked)
        self.clear()

    def clear(self) -> None:
        """Remove the results, which are of another site."""
        self.report: VariantReport | None = None
        self.table.set_rows((), reset=True)
        self._set_busy(busy=False)
        self.set_result(tr("Not requested yet. http and https, with and without www, may have different files."))

    def show_busy(self, count: int) -> None:
        """Show that the fetches are running."""
        self._set_busy(busy=True)
        self.set_result(ntr(_FETCHING, count))

    def show_report(self, report: VariantReport) -> None:
        """Show the results; unfold them if the addresses differ."""
        self.report = report
        self._set_busy(busy=False)
        self.set_result(report_words(report), Tone.ALLOWED if report.are_alike else Tone.WARNING)
        self.table.set_rows([variant_row(variant) for variant in report.variants], reset=True)
        if not report.are_alike:
            self.set_open()

    def end(self) -> None:
        """End the fetches without a result; earlier results stay."""
        if self._is_busy:
            self.set_result(tr("The fetches were cancelled. Nothing was changed."))
        self._set_busy(busy=False)

    def _set_busy(self, *, busy: bool) -> None:
        self._is_busy = busy
        self.button.setEnabled(True)
        self.set_action(tr("Cancel") if busy else tr("Fetch variants"))

    def _on_asked(self) -> None:
        if self._is_busy:
            self.cancel_requested.emit()
        elif self.button.isEnabled():
            self.requested.emit(self.more.text())
