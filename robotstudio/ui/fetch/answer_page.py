"""One answer in full: hops, what it means to whom, headers, body."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QVBoxLayout, QWidget

from robotstudio.io.fetching.evidence import Evidence
from robotstudio.io.fetching.policy import SHOWN_FAMILIES, ruling_of
from robotstudio.ui.fetch.body_view import BodyView
from robotstudio.ui.fetch.facts_table import Cell, Column, Face, FactsTable
from robotstudio.ui.fetch.header_notes import header_note
from robotstudio.ui.fetch.hop_list import HopList, TimingLegend
from robotstudio.ui.fetch.section_title import SectionTitle
from robotstudio.ui.fetch.sentences import EFFECTS, effect_text, timing_text
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.labels import ElidedLabel, Label

_SECTION_HEIGHT = 32


class AnswerPage(QWidget):
    """Its parts keep their sizes whatever the answer is; only the person moves the splitters."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._evidence: Evidence | None = None
        self.hops = HopList(theme, self)
        self.meanings = FactsTable(theme, self._meaning_columns(), "", self)
        self.headers = FactsTable(
            theme, self._header_columns(), self.tr("No answer came, so there are no headers."), self
        )
        self.body = BodyView(theme, self)
        self._legend = TimingLegend(theme, self)
        self._headers_title = SectionTitle(theme, self.tr("Headers"), self)
        self._timing = ElidedLabel(theme, "", self, px=11, color="text3")
        self._copy = GhostButton(theme, "", Glyph.COPY, self)
        self._copy.setToolTip(self.tr("Copy the headers"))
        self._copy.setAccessibleName(self.tr("Copy the headers"))
        self.meanings.setAccessibleName(self.tr("What this answer means"))
        self.headers.setAccessibleName(self.tr("Headers"))
        self._lay_out()
        self.hops.hop_selected.connect(self._on_hop_selected)
        self._copy.clicked.connect(self._on_copy_clicked)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def show_evidence(self, evidence: Evidence) -> None:
        """Show another answer."""
        self._evidence = evidence
        self.hops.set_evidence(evidence)
        self.meanings.set_rows([self._meaning(evidence, family) for family in SHOWN_FAMILIES])
        if not evidence.hops:
            self._show_headers(evidence, -1)
        self.body.show_evidence(evidence)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._legend.fit(self.width())

    def _lay_out(self) -> None:
        hops_title = SectionTitle(self._theme, self.tr("Hops"), self, height=_SECTION_HEIGHT)
        hops_title.add_right(self._legend)
        meaning_title = SectionTitle(self._theme, self.tr("What this answer means"), self)
        sub = Label(self._theme, self.tr("from RFC 9309 and Google’s documentation"), self, px=12, color="text2")
        meaning_title.add_left(sub)
        self._headers_title.add_left(self._timing, 1)
        self._headers_title.add_right(self._copy)
        hops = _column(self, hops_title, self.hops)
        lower = QSplitter(Qt.Orientation.Horizontal, self)
        lower.addWidget(_column(lower, self._headers_title, self.headers))
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

    def _meaning(self, evidence: Evidence, family_id: str) -> tuple[Cell, ...]:
        family, ruling = SHOWN_FAMILIES[family_id], ruling_of(evidence, family_id)
        effect = Cell(effect_text(ruling, self.tr), EFFECTS[ruling.effect][0])
        return Cell(family.name), effect, Cell(ruling.clause), Cell(family.version)

    def _meaning_columns(self) -> tuple[Column, ...]:
        return (
            Column(self.tr("According to"), Face.NAME, 100),
            Column(self.tr("Crawlers"), Face.TEXT, 276),
            Column(self.tr("Where it is written"), Face.QUIET),
            Column(self.tr("As of"), Face.QUIET, 92, hidden_below=700),
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
        title = self.tr("Headers of the last hop") if is_last else self.tr("Headers of hop {number}")
        self._headers_title.title.setText(title.format(number=hop_index + 1))
        self._timing.setText("" if hop is None else timing_text(hop, self.tr))
        headers = () if hop is None else hop.headers
        self.headers.set_rows(
            [
                (Cell(name), Cell(value), Cell(header_note(name, value, evidence, is_last=is_last, translate=self.tr)))
                for name, value in headers
            ]
        )
        self._copy.setEnabled(bool(headers))

    def _on_hop_selected(self, index: int) -> None:
        if self._evidence is not None:
            self._show_headers(self._evidence, index)

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.headers.all_text())

    def _on_theme_changed(self) -> None:
        self.meanings.setFixedHeight(self.meanings.height_of(len(SHOWN_FAMILIES)))
        self._legend.fit(self.width())


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
