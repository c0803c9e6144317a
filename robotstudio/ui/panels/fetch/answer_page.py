"""One answer in full: hops, what it means to whom, headers, body."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.engine.crawlers import Crawler
from robotstudio.io.fetching.body_facts import BodyFacts, body_facts
from robotstudio.io.fetching.evidence import Evidence
from robotstudio.ui.background import Background
from robotstudio.ui.panels.fetch.answer_facts import answer_facts
from robotstudio.ui.panels.fetch.body_view import BodyView
from robotstudio.ui.panels.fetch.facts_table import Cell, Column, Face, FactsTable
from robotstudio.ui.panels.fetch.header_notes import header_note
from robotstudio.ui.panels.fetch.hop_list import HopList, TimingLegend
from robotstudio.ui.panels.fetch.meanings import meaning_row, members, unused_columns
from robotstudio.ui.panels.fetch.section_title import SectionTitle
from robotstudio.ui.panels.fetch.sentences import timing_text
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.segmented import SegmentedControl

_SECTION_HEIGHT = 32
_FOLDED, _UNFOLDED = 5, 9  # rows of the table of meanings
_FOLDED_LOW, _UNFOLDED_LOW = 4, 6
_ROOMY, _NARROW = 560, 700
_FACTS_PAGE = 1


class AnswerPage(QWidget):
    """Its parts keep their sizes whatever the answer is; only the user moves the splitters."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._evidence: Evidence | None = None
        self._crawlers: tuple[Crawler, ...] = ()
        self._reading = Background("answer facts", self)
        self.hops = HopList(theme, self)
        self.meanings = FactsTable(theme, self._meaning_columns(), "", self)
        self.headers = FactsTable(
            theme, self._header_columns(), self.tr("No answer came, so there are no headers."), self
        )
        self.facts = FactsTable(theme, self._fact_columns(), self.tr("Nothing was requested."), self)
        self.facts.setAccessibleName(self.tr("Facts"))
        self.body = BodyView(theme, self)
        self.switch = SegmentedControl(theme, (self.tr("Headers"), self.tr("Facts")), self)
        self._every = GhostButton(theme, self.tr("All families"), parent=self)
        self._every.setCheckable(True)
        self._legend = TimingLegend(theme, self)
        self._headers_title = SectionTitle(theme, self.tr("Headers"), self)
        self._timing = ElidedLabel(theme, "", self, px=11, color="text3")
        self._copy = GhostButton(theme, "", Glyph.COPY, self)
        self._copy.setToolTip(self.tr("Copy the table"))
        self._copy.setAccessibleName(self.tr("Copy the table"))
        self.meanings.setAccessibleName(self.tr("What this answer means"))
        self.headers.setAccessibleName(self.tr("Headers"))
        self._lay_out()
        self.hops.hop_selected.connect(self._on_hop_selected)
        self._copy.clicked.connect(self._on_copy_clicked)
        self._every.toggled.connect(self._on_every_toggled)
        self.switch.current_changed.connect(self._on_switched)
        self._reading.answered.connect(self._on_read)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def show_evidence(self, evidence: Evidence) -> None:
        """Show another answer."""
        self._evidence = evidence
        self.hops.set_evidence(evidence)
        self._show_meanings()
        self._show_facts(None)
        self._reading.ask(partial(_read, evidence))
        if not evidence.hops:
            self._show_headers(evidence, -1)
        self.body.show_evidence(evidence)

    def set_crawlers(self, crawlers: tuple[Crawler, ...]) -> None:
        """Whose families come first."""
        if crawlers != self._crawlers:
            self._crawlers = crawlers
            self._show_meanings()

    def close_threads(self) -> None:
        self._reading.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._legend.fit(self.width())
        self._show_meanings()

    def _lay_out(self) -> None:
        hops_title = SectionTitle(self._theme, self.tr("Hops"), self, height=_SECTION_HEIGHT)
        hops_title.add_right(self._legend)
        meaning_title = SectionTitle(self._theme, self.tr("What this answer means"), self)
        sub = ElidedLabel(self._theme, self.tr("by what operators document"), self, px=12, color="text2")
        meaning_title.add_left(sub, 1)
        meaning_title.add_right(self._every)
        self._headers_title.add_left(self._timing, 1)
        self._headers_title.add_right(self.switch)
        self._headers_title.add_right(self._copy)
        self._tables = QStackedWidget(self)
        self._tables.addWidget(self.headers)
        self._tables.addWidget(self.facts)
        hops = _column(self, hops_title, self.hops)
        lower = QSplitter(Qt.Orientation.Horizontal, self)
        lower.addWidget(_column(lower, self._headers_title, self._tables))
        lower.addWidget(self.body)
        _settle(lower, (54, 46))
        below = _column(self, meaning_title, self.meanings, lower)
        self.splitter = QSplitter(Qt.Orientation.Vertical, self)
        self.splitter.addWidget(hops)
        self.splitter.addWidget(below)
        _settle(self.splitter, (0, 1))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)

    def _show_meanings(self) -> None:
        rows = members(self._crawlers, every=self._every.isChecked())
        is_roomy = self.height() >= self._theme.fonts.px(_ROOMY)
        folded, unfolded = (_FOLDED, _UNFOLDED) if is_roomy else (_FOLDED_LOW, _UNFOLDED_LOW)
        most = unfolded if self._every.isChecked() else folded
        self.meanings.setFixedHeight(self.meanings.height_of(min(len(rows), most)))
        if self._evidence is not None:
            is_narrow = self.width() < self._theme.fonts.px(_NARROW)
            self.meanings.set_unused(unused_columns(self._evidence, is_narrow=is_narrow))
            self.meanings.set_rows([meaning_row(self._evidence, member, self.tr) for member in rows])

    def _show_facts(self, body: BodyFacts | None) -> None:
        if self._evidence is not None:
            found = answer_facts(self._evidence, body, self.tr)
            self.facts.set_rows([tuple(map(Cell, fact)) for fact in found])

    def _meaning_columns(self) -> tuple[Column, ...]:
        return (
            Column(self.tr("According to"), Face.NAME, 100),
            Column(self.tr("Your crawlers"), Face.TEXT, 130, hidden_below=820),
            Column(self.tr("What they do"), Face.TEXT, 172),
            Column(self.tr("Kept until"), Face.TEXT, 178),
            Column(self.tr("After 12 h"), Face.TEXT, 178),
            Column(self.tr("After 30 days"), Face.TEXT, 178),
            Column(self.tr("Source, as of"), Face.QUIET),
        )

    def _fact_columns(self) -> tuple[Column, ...]:
        return (
            Column(self.tr("Fact"), Face.TEXT, 112),
            Column(self.tr("Value"), Face.CODE),
            Column(self.tr("Remark"), Face.QUIET, 150, hidden_below=400),
        )

    def _header_columns(self) -> tuple[Column, ...]:
        return (
            Column(self.tr("Name"), Face.QUIET_CODE, 140),
            Column(self.tr("Value"), Face.CODE),
            Column(self.tr("Meaning"), Face.QUIET, 130, hidden_below=400),
        )

    def _show_headers(self, evidence: Evidence, hop_index: int) -> None:
        hop = evidence.hops[hop_index] if hop_index >= 0 else None
        is_last = hop_index == len(evidence.hops) - 1
        title = self.tr("Last hop") if is_last else self.tr("Hop {number}")
        self._headers_title.title.setText(title.format(number=hop_index + 1))
        self._timing.setText("" if hop is None else timing_text(hop, self.tr))
        headers = () if hop is None else hop.headers
        self.headers.set_rows(
            [
                (Cell(name), Cell(value), Cell(header_note(name, value, evidence, is_last=is_last, translate=self.tr)))
                for name, value in headers
            ]
        )
        self._copy.setEnabled(bool(headers) or self.switch.current == _FACTS_PAGE)

    def _on_hop_selected(self, index: int) -> None:
        if self._evidence is not None:
            self._show_headers(self._evidence, index)

    def _on_copy_clicked(self) -> None:
        table = self.facts if self.switch.current == _FACTS_PAGE else self.headers
        QGuiApplication.clipboard().setText(table.all_text())

    def _on_switched(self, page: int) -> None:
        self._tables.setCurrentIndex(page)
        self._copy.setEnabled(page == _FACTS_PAGE or self.headers.facts.rowCount() > 0)

    def _on_read(self, body: BodyFacts) -> None:
        self._show_facts(body)

    def _on_every_toggled(self, _every: bool) -> None:
        self._show_meanings()

    def _on_theme_changed(self) -> None:
        self._show_meanings()
        self._legend.fit(self.width())


def _read(evidence: Evidence, _is_unwanted: Callable[[], bool]) -> BodyFacts:
    return body_facts(evidence)


def _column(parent: QWidget, *parts: QWidget) -> QWidget:
    """The parts, one below the other; the last takes the room."""
    column = QWidget(parent)
    layout = QVBoxLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for part in parts:
        layout.addWidget(part, 1 if part is parts[-1] else 0)
    return column


def _settle(splitter: QSplitter, stretches: tuple[int, int]) -> None:
    """A thin line that can be dragged, and no pane that vanishes by it."""
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    splitter.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    for place, stretch in enumerate(stretches):
        splitter.setStretchFactor(place, stretch)
