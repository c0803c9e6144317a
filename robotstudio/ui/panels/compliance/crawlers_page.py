"""The page of results: a sentence, the crawlers with their verdicts, the days of one, and the evidence."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.compliance.model import Compliance, Conduct
from robotstudio.compliance.words import conduct_words, detail_words, spoofed_words, summary_words
from robotstudio.text.language import WORDS, put_in, tr
from robotstudio.ui.panels.compliance.days_part import DaysPart
from robotstudio.ui.panels.compliance.rows import (
    ComplianceRow,
    columns,
    evidence_columns,
    group_of,
    identity_of,
    rows_of,
)
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Bar, Page, Split, column_in
from robotstudio.ui.widgets.headers import SectionHeader, ToolRow
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint
from robotstudio.ui.widgets.rich_text import Sentences
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.tone import Tone, ToneBox

_TABLE_HEIGHT, _BELOW_HEIGHT, _CHART_WIDTH, _PROOF_WIDTH, _SENTENCES_HEIGHT = 230, 340, 580, 580, 84
_GAP, _MARGIN, _NARROW = 10, 8, 860
_DAYS, _PROOF = range(2)
_TONES = {Conduct.DID_NOT: Tone.BLOCKED, Conduct.OLDER: Tone.WARNING, Conduct.KEPT: Tone.ALLOWED}


class CrawlersPage(Page):
    """Shows results; independent of logs and threads."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._found: Compliance | None = None
        self._filter = (False, False)
        self.box = ToneBox(self)
        self.headline = ElidedLabel("", self, px=14, weight=600)
        self.counts = ElidedLabel("", self, px=11, color="text2")
        self.table = Table(tr("Crawlers"), columns(), identity_of, self)
        self.table.grouped_by = group_of
        self.table.set_nothing(tr("No crawler matches the filter."))
        self.days = DaysPart(self)
        self._side_row = ToolRow(self)
        self.sides = SegmentedControl((tr("Requests a day"), tr("Log lines for this verdict")), self)
        self.proof_header = SectionHeader(tr("Log lines for this verdict"), self)
        self.details = Sentences(tr("Basis of the verdict"), self)
        self.evidence = Table(tr("Log lines for this verdict"), evidence_columns(), parent=self, is_multiple=True)
        self.evidence.set_nothing(tr("No request broke the rules."))
        self.hint = EmptyHint("", parent=self)
        self._lay_out()
        self.table.row_changed.connect(self._on_row_changed)
        self.evidence.left.connect(self.table.setFocus)
        self.sides.current_changed.connect(self._show_sides)
        self.show_hint("")

    def show_found(self, found: Compliance) -> None:
        """Show results."""
        self._found = found
        said, counts = summary_words([row.record for row in rows_of(found) if not row.is_spoofed])
        self.headline.setText(said)
        self.counts.setText(WORDS.sentences((counts, self._span(found))))
        conducts = {record.conduct for record in found.records}
        self.box.set_tone(next((tone for conduct, tone in _TONES.items() if conduct in conducts), Tone.UNKNOWN))
        self._pages.setCurrentWidget(self._full)
        self._list()

    def show_hint(self, sentence: str) -> None:
        """Show that there are no results, and what is needed for some."""
        self.hint.set_content(sentence)
        self._pages.setCurrentWidget(self.hint)

    def narrow(self, *, did_not: bool, spoofed: bool) -> None:
        """List only violations, only spoofed crawlers, or both."""
        self._filter = did_not, spoofed
        self._list()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_sides()

    def _show_sides(self, _side: int = 0) -> None:
        """Show chart and lines side by side, or one of them if there is no space for two."""
        is_narrow = self.width() < _NARROW
        if is_narrow != self._side_row.isVisibleTo(self):
            (self._side_line.addWidget if is_narrow else self.days.header.add_right)(self.days.view)
        self._side_row.setVisible(is_narrow)
        self.days.header.setVisible(not is_narrow)
        self.days.view.setVisible(not is_narrow or self.sides.current == _DAYS)
        self.proof_header.setVisible(not is_narrow)
        self.days.setVisible(not is_narrow or self.sides.current == _DAYS)
        self._proof.setVisible(not is_narrow or self.sides.current == _PROOF)

    def _span(self, found: Compliance) -> str:
        if found.first is None or found.last is None:
            return ""
        said = tr(
            "{first} to {last}. A new file applies to a crawler once the crawler has read it, or must have read it."
        )
        return put_in(said, {"first": WORDS.date(found.first), "last": WORDS.date(found.last)})

    def _list(self) -> None:
        if self._found is not None:
            did_not, spoofed = self._filter
            self.table.set_rows(rows_of(self._found, did_not=did_not, spoofed=spoofed))
            self._on_row_changed(self.table.current_row)

    def _on_row_changed(self, row: ComplianceRow | None) -> None:
        if row is None or self._found is None:
            self.details.show_sentences(())
            self.evidence.set_rows((), reset=True)
            return
        self.days.show_days(row, self._found)
        own = row.own
        said = (conduct_words(own), *detail_words(own)) if own else spoofed_words(row.record)
        self.details.show_sentences(said)
        self.evidence.set_rows(own.evidence if own else (), reset=True)

    def _lay_out(self) -> None:
        head = Bar(self)
        line = QHBoxLayout(head)
        line.setContentsMargins(SIZES.panel_inset, _MARGIN, SIZES.panel_inset, _MARGIN)
        line.setSpacing(_GAP)
        line.addWidget(self.box)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.headline)
        texts.addWidget(self.counts)
        line.addLayout(texts, 1)
        proof = QWidget(self)
        column = column_in(proof)
        column.addWidget(self.proof_header)
        self.details.setFixedHeight(_SENTENCES_HEIGHT)
        column.addWidget(self.details)
        column.addWidget(self.evidence, 1)
        self._side_line = line = QHBoxLayout(self._side_row)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        line.addWidget(self.sides)
        line.addStretch(1)
        self._proof = proof
        below = QWidget(self)
        column = column_in(below)
        column.addWidget(self._side_row)
        sides = Split(Qt.Orientation.Horizontal, below, (self.days, proof), (_CHART_WIDTH, _PROOF_WIDTH))
        column.addWidget(sides, 1)
        parts = (self.table, below)
        both = Split(Qt.Orientation.Vertical, self, parts, (_TABLE_HEIGHT, _BELOW_HEIGHT))
        for each in (sides, both):
            each.setHandleWidth(1)
        self._full = QWidget(self)
        column = column_in(self._full)
        column.addWidget(head)
        column.addWidget(both, 1)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.hint)
        self._pages.addWidget(self._full)
        column_in(self).addWidget(self._pages)
