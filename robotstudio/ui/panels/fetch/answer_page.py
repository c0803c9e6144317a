"""One answer in full: hops, meaning for each crawler family, headers, and the raw body."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.body_facts import BodyFacts, body_facts
from robotstudio.fetch.evidence import Evidence
from robotstudio.store.text import TextForm, load
from robotstudio.text.language import WORDS, put_in, tr
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.fetch.answer_rows import (
    answer_facts,
    header_note,
    meaning_row,
    members,
    unused_columns,
    usual_times,
)
from robotstudio.ui.panels.fetch.hop_list import HopList, TimingLegend
from robotstudio.ui.panels.fetch.sentences import timing_text
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.code_view import CodeView
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.headers import SectionTitle
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

MAX_BYTES = 1024 * 1024
MAX_LINES = 30_000
MAX_COLUMNS = 10_000

_CONTINUES = range(0x80, 0xC0)  # UTF-8 continuation bytes


class Excerpt(Struct, frozen=True):
    """Text for a view, the form of the body that it comes from, and the size of the part left out."""

    text: str
    form: TextForm
    is_whole: bool


def excerpt_of(body: bytes) -> Excerpt:
    """Return the beginning of a body; long lines are cut and end in `…`."""
    head = body if len(body) <= MAX_BYTES else body[: _end_of_head(body)]
    loaded = load(head)
    lines = loaded.text.split("\n")
    is_cut = len(lines) > MAX_LINES or any(len(line) > MAX_COLUMNS for line in lines)
    text = "\n".join(map(_cut, lines[:MAX_LINES])) if is_cut else loaded.text
    return Excerpt(text, loaded.form, len(head) == len(body) and not is_cut)


def _end_of_head(body: bytes) -> int:
    """Return the end of the last line that fits; within a longer line, of the last whole character."""
    line_end = max(body.rfind(b"\n", 0, MAX_BYTES), body.rfind(b"\r", 0, MAX_BYTES - 1))
    if line_end >= 0:
        return line_end + 1
    return next((end for end in range(MAX_BYTES, MAX_BYTES - 4, -1) if body[end] not in _CONTINUES), MAX_BYTES)


def _cut(line: str) -> str:
    return line if len(line) <= MAX_COLUMNS else f"{line[:MAX_COLUMNS]}…"


class BodyView(QWidget):
    """A read-only view of the body; copying copies all of it as text, including the part not shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._body = b""
        self._facts: tuple[str, ...] = ()
        self._difference = ""
        self.text = CodeView(self)
        self.text.setAccessibleName(tr("Body"))
        self._about = ElidedLabel("", self, px=12, color="text2")
        self._copy = GhostButton("", Glyph.COPY, self)
        self._copy.setToolTip(tr("Copy the body"))
        self._copy.setAccessibleName(tr("Copy the body"))
        self._copy.clicked.connect(self._on_copy_clicked)
        header = SectionTitle(tr("Body"), self)
        header.add_left(self._about, 1)
        header.add_right(self._copy)
        layout = column_in(self)
        layout.addWidget(header)
        layout.addWidget(self.text, 1)

    @property
    def about(self) -> str:
        """Description of the body in the header."""
        return self._about.text()

    def show_evidence(self, evidence: Evidence) -> None:
        excerpt = excerpt_of(evidence.body)
        self._body = evidence.body
        self._difference = ""
        self._facts = self._facts_of(excerpt, evidence.size) if evidence.body else ()
        self.text.setPlaceholderText("" if evidence.body else tr("No body came."))
        self.text.show_text(excerpt.text)
        self._copy.setEnabled(bool(evidence.body))
        self._tell()

    def set_difference(self, words: str) -> None:
        """Show how much the body and the draft differ."""
        self._difference = words
        self._tell()

    def _facts_of(self, excerpt: Excerpt, size: int) -> tuple[str, ...]:
        form = excerpt.form
        facts = (tr(form.encoding), "BOM" if form.has_bom else "", tr(form.line_end), WORDS.size(size))
        return (*facts, "" if excerpt.is_whole else tr("only its beginning is shown"))

    def _tell(self) -> None:
        self._about.setText(together(" · ", *self._facts, self._difference))

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self._body.decode("utf-8", "replace"))


_SECTION_HEIGHT = 32
_NARROW = 700
_FACTS_PAGE = 1


class _Rows(NamedTuple):
    """Visible rows of the hops, and of the meanings: for the user's crawlers, and for all."""

    hops: int
    folded: int
    unfolded: int


ROWS_FROM: Mapping[int, _Rows] = {560: _Rows(3, 5, 9), 360: _Rows(2, 4, 6)}
"""Visible rows by minimum height of the page."""
_FEWEST_ROWS = _Rows(1, 2, 3)


class AnswerPage(QWidget):
    """The parts keep their sizes whatever the answer; only the user moves the splitters."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._evidence: Evidence | None = None
        self._crawlers: tuple[Crawler, ...] = ()
        self._hops_shown, self._is_dragged = 0, False
        self._reading = Background("answer facts", self)
        self.hops = HopList(self)
        self.meanings = Table(tr("What this answer means"), self._meaning_columns(), parent=self, is_multiple=True)
        self.headers = self._facts_table(
            tr("Headers"), self._header_columns(), tr("No answer came, so there are no headers.")
        )
        self.facts = self._facts_table(tr("Facts"), self._fact_columns(), tr("Nothing was requested."))
        self.body = BodyView(self)
        self.switch = SegmentedControl((tr("Headers"), tr("Facts")), self)
        self._every = GhostButton(tr("All families"), parent=self)
        self._every.setCheckable(True)
        self._legend = TimingLegend(self)
        self._headers_title = SectionTitle(tr("Headers"), self)
        self._timing = ElidedLabel("", self, px=11, color="text3")
        self._copy = GhostButton("", Glyph.COPY, self)
        self._copy.setToolTip(tr("Copy the table"))
        self._copy.setAccessibleName(tr("Copy the table"))
        self._lay_out()
        self.hops.hop_selected.connect(self._on_hop_selected)
        self._copy.clicked.connect(self._on_copy_clicked)
        self._every.toggled.connect(self._on_every_toggled)
        self.switch.current_changed.connect(self._on_switched)
        self._reading.answered.connect(self._on_read)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def show_evidence(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self.hops.set_evidence(evidence)
        self._show_meanings()
        self._show_facts(None)
        self._reading.ask(partial(_read, evidence))
        if not evidence.hops:
            self._show_headers(evidence, -1)
        self.body.show_evidence(evidence)

    def set_crawlers(self, crawlers: tuple[Crawler, ...]) -> None:
        """Set the crawlers whose families come first."""
        if crawlers != self._crawlers:
            self._crawlers = crawlers
            self._show_meanings()

    def close_threads(self) -> None:
        self._reading.close()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._legend.fit(self.width())
        self._show_meanings()
        self._give_hops_room()

    def _give_hops_room(self) -> None:
        """Make the hops as high as the page allows, until the user moves the splitter."""
        rows = self._rows().hops
        if rows != self._hops_shown and not self._is_dragged:
            self._hops_shown = rows
            self.hops.set_rows_shown(rows)
            wanted = self._hops.sizeHint().height()
            self.splitter.setSizes([wanted, max(1, self.height() - wanted)])

    def _rows(self) -> _Rows:
        """Return the numbers of rows that fit."""
        height = self.height()
        return next((rows for least, rows in ROWS_FROM.items() if height >= least), _FEWEST_ROWS)

    def _on_dragged(self, *_: int) -> None:
        self._is_dragged = True

    def _lay_out(self) -> None:
        hops_title = SectionTitle(tr("Hops"), self, height=_SECTION_HEIGHT)
        hops_title.add_right(self._legend)
        meaning_title = SectionTitle(tr("What this answer means"), self)
        sub = ElidedLabel(tr("by what operators document"), self, px=12, color="text2")
        meaning_title.add_left(sub, 1)
        meaning_title.add_right(self._every)
        self._headers_title.add_left(self._timing, 1)
        self._headers_title.add_right(self.switch)
        self._headers_title.add_right(self._copy)
        self._tables = QStackedWidget(self)
        self._tables.addWidget(self.headers)
        self._tables.addWidget(self.facts)
        self._hops = _column(self, hops_title, self.hops)
        lower = QSplitter(Qt.Orientation.Horizontal, self)
        lower.addWidget(_column(lower, self._headers_title, self._tables))
        lower.addWidget(self.body)
        _set_up(lower, (54, 46))
        below = _column(self, meaning_title, self.meanings, lower)
        self.splitter = QSplitter(Qt.Orientation.Vertical, self)
        self.splitter.addWidget(self._hops)
        self.splitter.addWidget(below)
        _set_up(self.splitter, (0, 1))
        self.splitter.splitterMoved.connect(self._on_dragged)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)

    def _show_meanings(self) -> None:
        rows = members(self._crawlers, every=self._every.isChecked())
        most = self._rows().unfolded if self._every.isChecked() else self._rows().folded
        self.meanings.setFixedHeight(self.meanings.height_of(min(len(rows), most)))
        if self._evidence is not None:
            is_narrow = self.width() < _NARROW
            self.meanings.set_unused(unused_columns(self._evidence, is_narrow=is_narrow))
            self.meanings.set_rows([meaning_row(self._evidence, member) for member in rows])

    def _show_facts(self, body: BodyFacts | None) -> None:
        if self._evidence is not None:
            found = answer_facts(self._evidence, body)
            self.facts.set_rows([tuple(map(TableCell, fact)) for fact in found], anew=True)

    def _facts_table(self, name: str, columns: Sequence[TableColumn], nothing: str) -> Table:
        table = Table(name, columns, parent=self, is_multiple=True, nothing=nothing)
        table.as_text = _name_and_value
        return table

    def _meaning_columns(self) -> tuple[TableColumn, ...]:
        return (
            TableColumn("family", tr("According to"), width=160, weight=500),
            TableColumn("crawlers", tr("Your crawlers"), width=130, hidden_below=820),
            TableColumn("effect", tr("What they do"), width=172),
            TableColumn("kept", tr("Kept until"), width=120, words=usual_times()),
            TableColumn("later", tr("After 12 h"), width=178),
            TableColumn("latest", tr("After 30 days"), width=178),
            TableColumn("source", tr("Source, as of"), color="text3", least=80),
        )

    def _fact_columns(self) -> tuple[TableColumn, ...]:
        return (
            TableColumn("fact", tr("Fact"), width=112),
            TableColumn("value", tr("Value"), is_code=True, weight=500, least=80),
            TableColumn("remark", tr("Remark"), width=150, color="text3", hidden_below=400),
        )

    def _header_columns(self) -> tuple[TableColumn, ...]:
        return (
            TableColumn("name", tr("Name"), width=140, is_code=True, color="text2"),
            TableColumn("value", tr("Value"), is_code=True, weight=500, least=80),
            TableColumn("meaning", tr("Meaning"), width=130, color="text3", hidden_below=400),
        )

    def _show_headers(self, evidence: Evidence, hop_index: int) -> None:
        hop = evidence.hops[hop_index] if hop_index >= 0 else None
        is_last = hop_index == len(evidence.hops) - 1
        title = tr("Last hop") if is_last else tr("Hop {number}")
        self._headers_title.title.setText(put_in(title, {"number": str(hop_index + 1)}))
        self._timing.setText("" if hop is None else timing_text(hop))
        headers = () if hop is None else hop.headers
        self.headers.set_rows(
            [
                tuple(map(TableCell, (name, value, header_note(name, value, evidence, is_last=is_last))))
                for name, value in headers
            ],
            anew=True,
        )
        self._copy.setEnabled(bool(headers) or self.switch.current == _FACTS_PAGE)

    def _on_hop_selected(self, index: int) -> None:
        if self._evidence is not None:
            self._show_headers(self._evidence, index)

    def _on_copy_clicked(self) -> None:
        table = self.facts if self.switch.current == _FACTS_PAGE else self.headers
        QGuiApplication.clipboard().setText(table.text_of(table.rows))

    def _on_switched(self, page: int) -> None:
        self._tables.setCurrentIndex(page)
        self._copy.setEnabled(page == _FACTS_PAGE or len(self.headers.rows) > 0)

    def _on_read(self, body: BodyFacts) -> None:
        self._show_facts(body)

    def _on_every_toggled(self, _every: bool) -> None:
        self._show_meanings()

    def _on_theme_changed(self) -> None:
        self._show_meanings()
        self._legend.fit(self.width())


def _name_and_value(row: Sequence[TableCell]) -> str:
    """Return name and value in header syntax."""
    return together(": ", row[0].text, row[1].text)


def _read(evidence: Evidence, _is_cancelled: Callable[[], bool]) -> BodyFacts:
    return body_facts(evidence)


def _column(parent: QWidget, *parts: QWidget) -> QWidget:
    """Stack widgets; the last one takes the remaining space."""
    column = QWidget(parent)
    layout = column_in(column)
    for part in parts:
        layout.addWidget(part, 1 if part is parts[-1] else 0)
    return column


def _set_up(splitter: QSplitter, stretches: tuple[int, int]) -> None:
    """Make the handle thin and prevent panes from collapsing."""
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    splitter.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    for place, stretch in enumerate(stretches):
        splitter.setStretchFactor(place, stretch)
