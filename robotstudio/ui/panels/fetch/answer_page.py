"""One answer on a page that scrolls as a whole: hops, meaning for each operator, and rows that unfold."""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QScrollArea, QWidget

from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.body_facts import BodyFacts, body_facts
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.headers import media_type
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.store.text import TextForm, load
from robotstudio.text.language import WORDS, Message, Plural, ntr, put_in, tr
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.fetch.answer_rows import (
    SOURCE_COLUMN,
    UNUSED_IF_SUPPOSED,
    FamilyRow,
    answer_facts,
    header_note,
    meaning_row,
    members,
    supposed_row,
    unused_columns,
    usual_times,
)
from robotstudio.ui.panels.fetch.batch_rows import AgentsRow, VariantsRow
from robotstudio.ui.panels.fetch.fold_row import FoldRow
from robotstudio.ui.panels.fetch.full_table import FullTable
from robotstudio.ui.panels.fetch.hop_list import HopList
from robotstudio.ui.panels.fetch.pages_row import PagesRow
from robotstudio.ui.panels.fetch.sentences import BODY_TONES, timing_text
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.code_view import CodeView
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import Tone

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


_BODY_HEIGHT = 320
_SECTION_HEIGHT = 34
_HEADERS = Plural("{count} header", "{count} headers")
_ABOUT_HEADER: Message = "{name}: {note}"


class BodyRow(FoldRow):
    """A read-only view of the body; copying copies all of it as text, including the part not shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Body"), parent)
        self._body = b""
        self._facts: tuple[str, ...] = ()
        self._difference, self._differs = "", False
        self._tone = Tone.NEUTRAL
        self.text = CodeView(self)
        self.text.setAccessibleName(tr("Body"))
        self.text.setFixedHeight(_BODY_HEIGHT)
        self.column.addWidget(self.text)
        self.set_action(tr("Copy"), tr("Copy the body"))
        self.button.clicked.connect(self._on_copy_clicked)

    @property
    def about(self) -> str:
        """Return the sentence about the body."""
        return self.result

    def show_evidence(self, evidence: Evidence) -> None:
        excerpt = excerpt_of(evidence.body)
        self._body = evidence.body
        self._difference, self._differs = "", False
        self._facts = self._facts_of(excerpt, evidence.size) if evidence.body else ()
        is_file = bool(evidence.body) and evidence.outcome is FetchOutcome.SUCCESS
        self._tone = BODY_TONES[evidence.body_kind] if is_file else Tone.NEUTRAL
        self.text.setPlaceholderText("" if evidence.body else tr("The response has no body."))
        self.text.show_text(excerpt.text)
        self.button.setEnabled(bool(evidence.body))
        self._tell()

    def set_difference(self, words: str, *, differs: bool) -> None:
        """Show how much the body and the draft differ."""
        self._difference, self._differs = words, differs
        self._tell()

    def _facts_of(self, excerpt: Excerpt, size: int) -> tuple[str, ...]:
        form = excerpt.form
        facts = (tr(form.encoding), "BOM" if form.has_bom else "", tr(form.line_end), WORDS.size(size))
        return (*facts, "" if excerpt.is_whole else tr("only the beginning is shown"))

    def _tell(self) -> None:
        said = together(" · ", *self._facts, self._difference)
        tone = Tone.NOTE if self._differs and self._tone is Tone.ALLOWED else self._tone
        self.set_result(said or tr("The response has no body."), tone)

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self._body.decode("utf-8", "replace"))


class HeadersRow(FoldRow):
    """The headers of one hop, and the facts about the answer below them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Headers"), parent)
        self._timing = Label("", self, px=11, color="text3")
        self._timing.setContentsMargins(SIZES.panel_inset, 4, SIZES.panel_inset, 6)
        self.headers = self._table(tr("Headers"), _header_columns(), tr("No response, so no headers."))
        self.facts = self._table(tr("Facts"), _fact_columns(), tr("Nothing was requested."))
        title = Label(tr("Facts"), self, px=12, weight=600)
        title.setContentsMargins(SIZES.panel_inset, 10, SIZES.panel_inset, 4)
        for part in (self._timing, self.headers, title, self.facts):
            self.column.addWidget(part)
        self.set_action(tr("Copy"), tr("Copy the table"))
        self.button.clicked.connect(self._on_copy_clicked)

    def show_hop(self, evidence: Evidence, index: int) -> None:
        """Show the headers of a hop, -1 for none."""
        hop = evidence.hops[index] if index >= 0 else None
        is_last = index == len(evidence.hops) - 1
        headers = () if hop is None else hop.headers
        rows = [(name, value, header_note(name, value, evidence, is_last=is_last)) for name, value in headers]
        self.headers.set_rows([tuple(map(TableCell, row)) for row in rows], reset=True)
        self._timing.setText("" if hop is None else timing_text(hop))
        self.button.setEnabled(bool(headers))
        if not rows:
            self.set_result(tr("No response, so no headers."))
            return
        notes = (tr(_ABOUT_HEADER, name=name, note=note) for name, _value, note in rows if note)
        which = "" if is_last else put_in(tr("Hop {number}"), {"number": str(index + 1)})
        said = together(" · ", which, ntr(_HEADERS, len(rows)), *notes)
        is_file = is_last and evidence.outcome is FetchOutcome.SUCCESS
        is_text = media_type(evidence.content_type) == "text/plain"
        self.set_result(said, Tone.NEUTRAL if not is_file else Tone.ALLOWED if is_text else Tone.WARNING)

    def show_facts(self, evidence: Evidence, body: BodyFacts | None) -> None:
        """Show the facts, those about the body once they are known."""
        self.facts.set_rows([tuple(map(TableCell, fact)) for fact in answer_facts(evidence, body)], reset=True)

    def _table(self, name: str, columns: Sequence[TableColumn], nothing: str) -> FullTable:
        table = FullTable(name, columns, parent=self, is_multiple=True, nothing=nothing)
        table.as_text = _name_and_value
        return table

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.headers.text_of(self.headers.rows))


class AnswerPage(QScrollArea):
    """All of an answer, or what a supposed one would mean."""

    def __init__(self, open_source: Callable[[str], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = open_source
        self._evidence: Evidence | None = None
        self._now = HttpScenario()
        self._crawlers: tuple[Crawler, ...] = ()
        self._reading = Background("answer facts", self)
        page = Page(self)
        self.hops = HopList(page)
        self.options_button = GhostButton(tr("Fetch options…"), parent=page)
        self.meanings = FullTable(tr("What this answer means"), _meaning_columns(), parent=page, is_multiple=True)
        self.variants, self.agents, self.pages = VariantsRow(page), AgentsRow(page), PagesRow(page)
        self.header_row, self.body = HeadersRow(page), BodyRow(page)
        self.headers, self.facts = self.header_row.headers, self.header_row.facts
        self._rows: tuple[FoldRow, ...] = (self.variants, self.agents, self.pages, self.header_row, self.body)
        self._every = GhostButton(tr("All operators"), parent=page)
        self._every.setCheckable(True)
        self._about = ElidedLabel("", page, px=12, color="text2")
        self._lay_out(page)
        self.hops.hop_selected.connect(self._on_hop_selected)
        self.hops.clicked.connect(self._on_hop_clicked)
        self.hops.activated.connect(self._on_hop_clicked)
        self.header_row.head.toggled.connect(self._on_headers_toggled)
        self.meanings.clicked.connect(self._on_meaning_clicked)
        self.meanings.row_activated.connect(self._on_meaning_activated)
        self._every.toggled.connect(self._on_every_toggled)
        self._reading.answered.connect(self._on_read)

    @property
    def about(self) -> str:
        """Return the sentence about the requests."""
        return self._about.text()

    def show_about(self, words: str) -> None:
        """Say when and how the requests were made, or how far they are."""
        self._about.setText(words)

    def show_evidence(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self.hops.set_evidence(evidence)
        self._show_meanings()
        self.header_row.show_facts(evidence, None)
        self._reading.ask(partial(_read, evidence))
        if not evidence.hops:
            self.header_row.show_hop(evidence, -1)
        self.body.show_evidence(evidence)
        self._show_parts()
        self.verticalScrollBar().setValue(0)

    def show_scenario(self, now: HttpScenario) -> None:
        """Show what the supposed answer means, or the real one if none is supposed."""
        self._now = now
        self._show_meanings()

    def set_crawlers(self, crawlers: tuple[Crawler, ...]) -> None:
        """Set the crawlers whose operators come first."""
        self.agents.set_crawlers(crawlers)
        if crawlers != self._crawlers:
            self._crawlers = crawlers
            self._show_meanings()

    def close_threads(self) -> None:
        self._reading.close()
        self.agents.close_threads()

    def _lay_out(self, page: QWidget) -> None:
        self._hops_title = SectionHeader(tr("Hops"), page, height=_SECTION_HEIGHT, inset=SIZES.panel_inset)
        self._hops_title.add_left(self._about, 1)
        self._hops_title.add_right(self.options_button)
        meaning_title = SectionHeader(
            tr("What this answer means"), page, height=_SECTION_HEIGHT, inset=SIZES.panel_inset
        )
        meaning_title.add_left(
            ElidedLabel(tr("according to the operators’ documentation"), page, px=12, color="text2"), 1
        )
        meaning_title.add_right(self._every)
        width = max(row.head.needed_title_width() for row in self._rows)
        for row in self._rows:
            row.head.title_width = width
        column = column_in(page)
        for part in (self._hops_title, self.hops, meaning_title, self.meanings, *self._rows):
            column.addWidget(part)
        column.addStretch(1)
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._show_parts()

    def _show_parts(self) -> None:
        """Show only what belongs to a supposed answer while there is no real one."""
        for part in (self._hops_title, self.hops, *self._rows):
            part.setVisible(self._evidence is not None)

    def _members(self) -> tuple[FamilyRow, ...]:
        return members(self._crawlers, every=self._every.isChecked())

    def _show_meanings(self) -> None:
        now, evidence = self._now, self._evidence
        if now.is_hypothetical:
            self.meanings.set_unused(UNUSED_IF_SUPPOSED)
            self.meanings.set_rows([supposed_row(now, member) for member in self._members()])
        elif evidence is not None:
            self.meanings.set_unused(unused_columns(evidence))
            self.meanings.set_rows([meaning_row(evidence, member) for member in self._members()])

    def _open_source(self, place: int) -> None:
        family = self._members()[place].family
        if family is not None:
            self._open(family.source)

    def _on_meaning_clicked(self, index: QModelIndex) -> None:
        if index.column() == SOURCE_COLUMN:
            self._open_source(index.row())

    def _on_meaning_activated(self, _row: object) -> None:
        self._open_source(self.meanings.place)

    def _on_hop_selected(self, index: int) -> None:
        if self._evidence is not None:
            self.header_row.show_hop(self._evidence, index)

    def _on_hop_clicked(self, _index: QModelIndex) -> None:
        self.header_row.set_open()

    def _on_headers_toggled(self, is_open: bool) -> None:
        self.hops.marks_selection = is_open
        self.hops.viewport().update()

    def _on_read(self, body: BodyFacts) -> None:
        if self._evidence is not None:
            self.header_row.show_facts(self._evidence, body)

    def _on_every_toggled(self, _every: bool) -> None:
        self._show_meanings()


def _meaning_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("family", tr("Operator"), least=96, weight=600, by_rows=True),
        TableColumn("crawlers", tr("Your crawlers"), least=110, share=1.4, hidden_below=760, by_rows=True),
        TableColumn("effect", tr("What they do"), least=150, share=1.4, by_rows=True),
        TableColumn("kept", tr("Caches the file until"), width=140, words=usual_times()),
        TableColumn("later", tr("After 12 h"), least=110, share=1.3, hidden_below=700, by_rows=True),
        TableColumn("latest", tr("After 30 days"), least=110, share=1.3, hidden_below=700, by_rows=True),
        TableColumn("source", "", width=44, tip=tr("Source")),
    )


def _fact_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("fact", tr("Fact"), width=140, color="text2"),
        TableColumn("value", tr("Value"), is_code=True, weight=500, least=80),
        TableColumn("remark", tr("Remark"), width=230, color="text3", hidden_below=600),
    )


def _header_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("name", tr("Name"), width=170, is_code=True, color="text2"),
        TableColumn("value", tr("Value"), is_code=True, weight=500, least=80),
        TableColumn("meaning", tr("Meaning"), width=190, color="text3", hidden_below=500),
    )


def _name_and_value(row: Sequence[TableCell]) -> str:
    """Return name and value in header syntax."""
    return together(": ", row[0].text, row[1].text)


def _read(evidence: Evidence, _is_cancelled: Callable[[], bool]) -> BodyFacts:
    return body_facts(evidence)
