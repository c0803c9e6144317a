"""The other addresses of the site side by side: what each answers, which are alike, and which URLs each governs."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from robotstudio.io.fetching.variants import Variant, VariantReport
from robotstudio.io.fetching.words import Translate, as_written, chip
from robotstudio.ui.panels.fetch.sentences import tone_of
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.formats import format_count, format_size
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn, toned

_ALIKE = "All {count} addresses answer with the same file."
_DIFFERENT = "{files} different files at {count} addresses: which one a crawler reads depends on the address."
_ONE_FILE = "One file, but {without} of {count} addresses have none."
_NO_FILE = "None of the {count} addresses has a file."
_FILE = "file {number}, {size}"
_SAME_ADDRESS = "–"
_FIELD_WIDTH = 240


def report_words(report: VariantReport, translate: Translate = as_written) -> str:
    """How alike the variants are, in one sentence."""
    without = sum(variant.content == 0 for variant in report.variants)
    template = _DIFFERENT if report.contents > 1 else _ONE_FILE if report.contents else _NO_FILE
    return translate(_ALIKE if report.are_alike else template).format(
        count=format_count(len(report.variants)), files=format_count(report.contents), without=format_count(without)
    )


def variant_row(variant: Variant, translate: Translate = as_written) -> tuple[TableCell, ...]:
    """The cells of a variant."""
    evidence = variant.evidence
    file = translate(_FILE).format(number=variant.content, size=format_size(evidence.size)) if variant.content else "–"
    return (
        TableCell(f"{variant.governs}/"),
        toned(chip(evidence, translate), tone_of(evidence)),
        TableCell(file),
        TableCell((variant.lands_on or evidence.final_url) if variant.is_redirected else _SAME_ADDRESS),
    )


class VariantsPage(QWidget):
    """Asks for the fetches and shows what came; nothing is fetched before the button is pressed."""

    requested = Signal(str)  # subdomains and ports, as typed
    cancel_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_busy = False
        self.button = SecondaryButton(theme, self.tr("Fetch variants"), parent=self)
        self.more = QLineEdit(self)
        self.more.setPlaceholderText(self.tr("also: shop, 8443"))
        self.more.setAccessibleName(self.tr("More subdomains and ports"))
        self.more.setMaximumWidth(_FIELD_WIDTH)
        self.summary = Label(theme, "", self, px=12, color="text2")
        self.summary.setWordWrap(True)
        columns = (
            TableColumn("site", self.tr("Governs the URLs of"), width=236, is_code=True, weight=500),
            TableColumn("answer", self.tr("Answer"), width=124),
            TableColumn("file", self.tr("File"), width=112),
            TableColumn("target", self.tr("Redirected to"), is_code=True, color="text2", least=80),
        )
        nothing = self.tr("Nothing fetched yet.")
        self.table = Table(theme, self.tr("Variants"), columns, parent=self, is_multiple=True, nothing=nothing)
        head = QHBoxLayout()
        head.setContentsMargins(SIZES.panel_inset, 8, SIZES.panel_inset, 8)
        head.setSpacing(SIZES.between_controls)
        head.addWidget(self.summary, 1)
        head.addWidget(self.more)
        head.addWidget(self.button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.table, 1)
        self.button.clicked.connect(self._on_asked)
        self.more.returnPressed.connect(self._on_asked)
        self.clear()

    def clear(self) -> None:
        """Another site: nothing is known of its variants."""
        self.table.set_rows((), anew=True)
        self._set_busy(busy=False)
        self.summary.setText(
            self.tr("The same site over http and https, with www and without, each a file of its own.")
        )

    def show_busy(self, count: int) -> None:
        """The fetches are under way."""
        self._set_busy(busy=True)
        self.summary.setText(self.tr("Fetching {count} addresses…").format(count=format_count(count)))

    def show_report(self, report: VariantReport) -> None:
        """Show what came."""
        self._set_busy(busy=False)
        self.summary.setText(report_words(report, self.tr))
        self.table.set_rows([variant_row(variant, self.tr) for variant in report.variants], anew=True)

    def end(self) -> None:
        """Nothing came of the fetches; what was shown before stays."""
        if self._is_busy:
            self.summary.setText(self.tr("The fetches were cancelled. Nothing was changed."))
        self._set_busy(busy=False)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface"))

    def _set_busy(self, *, busy: bool) -> None:
        self._is_busy = busy
        self.button.setEnabled(True)
        self.button.setText(self.tr("Cancel") if busy else self.tr("Fetch variants"))

    def _on_asked(self) -> None:
        if self._is_busy:
            self.cancel_requested.emit()
        elif self.button.isEnabled():
            self.requested.emit(self.more.text())
