"""Not indexed in the Site tab: Google's reasons, the URLs of one, the answer about one, and its time line."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget

from robotstudio.compliance.model import ALWAYS
from robotstudio.indexing.answers import (
    Advice,
    Answer,
    IndexingReport,
    ReasonSummary,
    UrlAnswer,
    Validation,
    flips_without,
)
from robotstudio.indexing.time_line import time_line
from robotstudio.indexing.words import (
    ADVICE,
    VALIDATIONS,
    advice_words,
    answer_words_of,
    cause_words,
    crawled_words,
    day_words,
    flips_words,
    in_the_way_words,
    now_words,
    reason_words,
    short_answer_words,
    summary_words,
    todo_words,
)
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.site.actions import VersionActions, version_rows
from robotstudio.ui.panels.site.broken_path import path_of
from robotstudio.ui.panels.site.time_line import TimeLineView
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.buttons import GhostButton, PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import Bar, Page, column_in
from robotstudio.ui.widgets.headers import SectionTitle
from robotstudio.ui.widgets.labels import ElidedLabel, Label, LinkLabel
from robotstudio.ui.widgets.menus import give_menu
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs
from robotstudio.ui.widgets.row_delegate import RowState
from robotstudio.ui.widgets.row_list import RowList, RowWords
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_REASONS_WIDTH, _ROW_HEIGHT, _SIGN = 260, 40, 26
_LEAST_ANSWER = 300
_COPY = Plural("Copy the {count} that is open", "Copy the {count} that are open")
_REASONS = Plural("{count} reason", "{count} reasons")
_URLS = Plural("{count} URL", "{count} URLs")
_VERSIONS = Plural("from {count} kept version", "from {count} kept versions")
_VALIDATION_COLORS: Final = {
    Validation.SAFE: "allowed",
    Validation.NOT_YET: "blocked",
    Validation.NOT_ROBOTS: "text2",
}
_ORDER: Final = (Answer.WAS_BLOCKED, Answer.NEVER_BLOCKED, Answer.UNKNOWN, Answer.NOINDEX_UNSEEN, Answer.STILL_BLOCKED)


class NotIndexedActions(VersionActions, Protocol):
    """Requests of the page to its controller."""

    def show_rule(self, line: int) -> None:
        """Show the line of the draft that blocks a URL."""

    def inspect(self, url: str) -> None:
        """Copy a URL, and open Search Console in the browser."""

    def copy_urls(self, urls: Sequence[str]) -> None:
        """Copy URLs, one a line."""

    def export(self) -> None:
        """Ask for a file, and write all answers there, or the timeline as a picture."""


class ShownUrl(NamedTuple):
    """An answer, and its place in the report."""

    place: int
    answer: UrlAnswer


class NotIndexedPage(Page):
    """The reasons at the left, the URLs at the right, and below them the answer about the selected one."""

    def __init__(self, actions: NotIndexedActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._report: IndexingReport | None = None
        self._now: datetime | None = None
        self._reads: tuple[float, ...] | None = None
        self._note = ""
        self.reasons = _ReasonList(self)
        self.validation = _Validation(self)
        self.source = Label("", self, px=12, color="text2")
        self.source.setWordWrap(True)
        self.reaction = Label("", self, px=12, color="text2")
        self.reaction.setWordWrap(True)
        self.reaction.hide()
        self.search = SearchField(tr("Filter URLs"), self)
        self.copy = LinkLabel("", self)
        self.export = GhostButton(tr("Export…"), parent=self)
        self.urls = Table(tr("URLs of this reason"), _columns(), _place_of, self)
        self.urls.set_nothing(tr("No URL of this reason fits the filter."))
        self.url = ElidedLabel("", self, px=12, weight=500, mono=True, mode=Qt.TextElideMode.ElideMiddle)
        self.sign = _Sign(self)
        self.sentence = Label("", self, px=13, weight=600)
        self.advice = Label("", self, px=13, color="text2")
        self.rule = LinkLabel("", self)
        self.inspect = PrimaryButton(tr("Copy URL and open Search Console"), parent=self)
        self.add_versions = SecondaryButton(tr("Add an older robots.txt"), parent=self)
        self.line = TimeLineView(self)
        self._lay_out()
        self._connect()

    @property
    def answer(self) -> UrlAnswer | None:
        """The selected answer."""
        shown: ShownUrl | None = self.urls.current_row
        return shown.answer if shown else None

    def show_report(
        self, report: IndexingReport, now: datetime, reads: Sequence[float] | None, source: str, note: str = ""
    ) -> None:
        """Show answers; `reads` are the fetches in a log, None without one, `note` says what is not known."""
        self._report, self._now, self._note = report, now, note
        self._reads = None if reads is None else tuple(reads)
        named = [summary for summary in report.reasons if not summary.is_counted_only]
        total = sum(summary.count for summary in named)
        counts = WORDS.side_by_side((ntr(_REASONS, len(report.reasons)), ntr(_URLS, total)))
        said = WORDS.sentence(WORDS.about(source, counts) if source else counts)
        self.source.setText(WORDS.sentences(filter(None, (said, tr("Nothing is sent to Google."), note))))
        before = self.reasons.current.reason if self.reasons.current else ""
        self.reasons.show_rows(report.reasons)
        self.validation.show_reasons(report.reasons)
        self.reasons.choose(before if before in {each.reason for each in report.reasons} else _first(report))
        self._show_urls()

    def show_reaction(self, crawler: str, said: str) -> None:
        """Show how soon the crawler reacted to changes, as measured in the log; "" if that is not known."""
        self.reaction.setText(WORDS.about(crawler, said) if said else "")
        self.reaction.setVisible(bool(said))

    def _show_urls(self) -> None:
        report, summary = self._report, self.reasons.current
        if report is None or summary is None:
            self.urls.set_rows([])
            return
        wanted = self.search.text().strip().casefold()
        found = [
            ShownUrl(place, answer)
            for place, answer in enumerate(report.answers)
            if answer.row.reason == summary.reason and wanted in answer.row.url.casefold()
        ]
        found.sort(key=lambda shown: (_ORDER.index(shown.answer.answer), shown.answer.advice))
        self.urls.set_rows(found)
        count = sum(not shown.answer.is_blocked for shown in found)
        self.copy.setText(ntr(_COPY, count))
        self.copy.setVisible(bool(count))
        self._show_answer(self.urls.current_row)

    def _show_answer(self, shown: ShownUrl | None) -> None:
        report = self._report
        for part in (self.inspect, self.rule, self.line, self.sign):
            part.setVisible(shown is not None)
        if shown is None or report is None or self._now is None:
            self.url.setText("")
            self.sentence.setText("")
            self.advice.setText("")
            self.add_versions.setVisible(False)
            return
        answer = shown.answer
        self.url.setText(path_of(answer.row.url))
        self.sentence.setText(answer_words_of(answer, report))
        self.sign.show_answer(answer)
        flips = flips_words(flips_without(report, answer.line_now)) if answer.line_now else ""
        self.advice.setText(WORDS.sentences(filter(None, (cause_words(answer), advice_words(answer), flips))))
        self.rule.setText(tr("Show line {line}", line=str(answer.line_now)) if answer.line_now else "")
        self.rule.setVisible(bool(answer.line_now))
        self.add_versions.setVisible(answer.advice is Advice.ADD_VERSION)
        line = time_line(report, shown.place, self._now, self._reads)
        self._answer_page.fit()
        self.line.show_line(line, report.crawler.title, _legend(report, shown), self._sources(report))

    def _sources(self, report: IndexingReport) -> str:
        kept = sum(version.since != ALWAYS for version in report.versions)
        parts = [ntr(_VERSIONS, kept)] if kept else []
        parts += [tr("the log")] if self._reads is not None else []
        return WORDS.side_by_side((*parts, tr("the export")))

    def _on_copy(self) -> None:
        rows: Sequence[ShownUrl] = self.urls.rows
        self._actions.copy_urls([shown.answer.row.url for shown in rows if not shown.answer.is_blocked])

    def _on_inspect(self) -> None:
        if self.answer is not None:
            self._actions.inspect(self.answer.row.url)

    def _on_rule(self) -> None:
        if self.answer is not None and self.answer.line_now:
            self._actions.show_rule(self.answer.line_now)

    def _on_activated(self, shown: ShownUrl) -> None:
        if shown.answer.line_now:
            self._actions.show_rule(shown.answer.line_now)

    def _on_reason_changed(self, _reason: object) -> None:
        self._show_urls()

    def _on_filter_changed(self, _text: str) -> None:
        self._show_urls()

    def _connect(self) -> None:
        self.reasons.current_changed.connect(self._on_reason_changed)
        self.search.textChanged.connect(self._on_filter_changed)
        self.urls.row_changed.connect(self._show_answer)
        self.urls.row_activated.connect(self._on_activated)
        self.copy.clicked.connect(self._on_copy)
        self.export.clicked.connect(self._actions.export)
        self.inspect.clicked.connect(self._on_inspect)
        self.rule.clicked.connect(self._on_rule)
        give_menu(self.add_versions, version_rows(self._actions))

    def _lay_out(self) -> None:
        inset = SIZES.panel_inset
        left, inner = QScrollArea(self), Page(self)
        left.setWidgetResizable(True)
        left.setFrameShape(QScrollArea.Shape.NoFrame)
        left.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        left.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        rows = column_in(inner)
        rows.addWidget(SectionTitle(tr("Why pages were left out"), inner))
        rows.addWidget(self.reasons)
        rows.addWidget(self.validation)
        below = QVBoxLayout()
        below.setContentsMargins(inset, 4, inset, 12)
        below.setSpacing(8)
        below.addWidget(self.source)
        below.addWidget(self.reaction)
        rows.addLayout(below)
        rows.addStretch(1)
        left.setWidget(inner)
        above = Page(self)
        column = column_in(above)
        bar = Bar(above)
        tools = QHBoxLayout(bar)
        tools.setContentsMargins(inset, 5, inset, 6)
        tools.addWidget(self.search, 1)
        tools.addWidget(self.copy)
        tools.addWidget(self.export)
        column.addWidget(bar)
        column.addWidget(self.urls, 1)
        right = QSplitter(Qt.Orientation.Vertical, self)
        right.setHandleWidth(1)
        right.setChildrenCollapsible(False)
        right.addWidget(above)
        right.addWidget(self._answer_part())
        right.setStretchFactor(0, 1)
        both = QSplitter(Qt.Orientation.Horizontal, self)
        both.setHandleWidth(1)
        both.setChildrenCollapsible(False)
        both.addWidget(left)
        both.addWidget(right)
        both.setStretchFactor(1, 1)
        both.setSizes([_REASONS_WIDTH, 700])
        column_in(self).addWidget(both)

    def _answer_part(self) -> QWidget:
        inset = SIZES.panel_inset
        self._answer_page = part = _AnswerPage(self)
        column = QVBoxLayout(part)
        column.setContentsMargins(inset, 8, inset, 6)
        column.setSpacing(6)
        for label in (self.sentence, self.advice):
            label.setWordWrap(True)
        said = QVBoxLayout()
        said.setSpacing(2)
        said.addWidget(self.sentence)
        said.addWidget(self.advice)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.url, 1)
        for button in (self.rule, self.add_versions, self.inspect):
            head.addWidget(button)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(said, 1)
        column.addLayout(head)
        column.addLayout(line)
        column.addStretch(1)
        column.addWidget(self.line)
        return part


class _ReasonList(RowList[ReasonSummary]):
    """The reasons, each with what became of its URLs."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, _ROW_HEIGHT)
        self.setAccessibleName(tr("Why pages were left out"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_rows(self, rows: Sequence[ReasonSummary]) -> None:
        """Show other reasons, all of them: what is around the list scrolls."""
        super().show_rows(rows)
        self.setFixedHeight(max(1, len(rows)) * _ROW_HEIGHT)

    def key(self, row: ReasonSummary) -> str:
        return row.reason

    def words(self, row: ReasonSummary) -> RowWords:
        said = WORDS.about(reason_words(row.reason), WORDS.side_by_side((WORDS.number(row.count), summary_words(row))))
        return RowWords("", said, tip=said)

    def paint_row(self, painter: QPainter, rect: QRectF, row: ReasonSummary, state: RowState) -> None:
        fonts, color = theme.fonts, theme.color
        room = rect.adjusted(SIZES.panel_inset, 4, -SIZES.panel_inset, 0)
        count = TextRun(WORDS.number(row.count), fonts.ui(13, 600), color("text"))
        draw_runs(painter, QRectF(room.right() - count.width, room.top(), count.width + 1, rect.height() - 9), [count])
        width = room.width() - count.width - 10
        top = QRectF(room.left(), room.top(), width, 17)
        draw_runs(painter, top, [TextRun(reason_words(row.reason), fonts.ui(13, 600), color("text"))])
        below = QRectF(room.left(), room.top() + 16, width, 16)
        draw_runs(painter, below, [TextRun(summary_words(row), fonts.ui(11), color(state.quiet_color))])
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), color("border"))


class _AnswerPage(Page):
    """A page as high as its sentences need at its width."""

    def fit(self) -> None:
        layout = self.layout()
        if layout is not None:
            self.setMinimumHeight(max(layout.totalHeightForWidth(max(self.width(), _LEAST_ANSWER)), 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()


class _Sign(QWidget):
    """The sign of an answer, in a box of its tint."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._answer: UrlAnswer | None = None
        self.setFixedSize(_SIGN, _SIGN)

    def show_answer(self, answer: UrlAnswer) -> None:
        self._answer = answer
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._answer is None:
            return
        painter, color = QPainter(self), _color(self._answer)
        rect = QRectF(self.rect())
        draw_box(painter, rect, RADII.field, theme.color(f"{color}_tint"))
        paint_glyph(painter, _glyph(self._answer), rect.adjusted(8, 8, -8, -8), theme.color(color))


class _Validation(Page):
    """Which reasons are safe to validate, and what is in the way of the others."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(SIZES.panel_inset, 10, SIZES.panel_inset, 6)
        self._column.setSpacing(3)
        self._labels: list[QWidget] = []

    def show_reasons(self, reasons: Sequence[ReasonSummary]) -> None:
        """Show the reasons below what holds for them."""
        for label in self._labels:
            self._column.removeWidget(label)
            label.deleteLater()
        self._labels = []
        known = [summary for summary in reasons if not summary.is_counted_only]
        for validation in Validation:
            listed = [summary for summary in known if summary.validation is validation]
            if listed:
                head = Label(tr(VALIDATIONS[validation]), self, px=12, weight=600, color=_VALIDATION_COLORS[validation])
                head.setWordWrap(True)
                self._add(head)
            for summary in listed:
                self._add(_Fact(reason_words(summary.reason), summary, self))

    @property
    def said(self) -> tuple[str, ...]:
        """The lines, for tests."""
        return tuple(label.text() if isinstance(label, Label) else label.accessibleName() for label in self._labels)

    def _add(self, label: QWidget) -> None:
        self._labels.append(label)
        self._column.addWidget(label)


class _Fact(QWidget):
    """A reason with its number, and below it what is in the way."""

    def __init__(self, name: str, summary: ReasonSummary, parent: QWidget) -> None:
        super().__init__(parent)
        count, fact = WORDS.number(summary.count), in_the_way_words(summary)
        self.setAccessibleName(WORDS.about(name, WORDS.side_by_side((count, fact) if fact else (count,))))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 2)
        column.setSpacing(0)
        first = QHBoxLayout()
        first.addWidget(ElidedLabel(name, self, px=12), 1)
        first.addWidget(Label(count, self, px=12, color="text2"))
        column.addLayout(first)
        if fact:
            said = Label(fact, self, px=11, color="blocked")
            said.setWordWrap(True)
            column.addWidget(said)


def _first(report: IndexingReport) -> str:
    return report.reasons[0].reason if report.reasons else ""


def _place_of(shown: ShownUrl) -> int:
    return shown.place


def _legend(report: IndexingReport, shown: ShownUrl) -> str:
    """Return which rule blocked last."""
    closed, lines = report.closed[:, shown.place], report.lines[:, shown.place]
    found = next((place for place in reversed(range(len(closed))) if closed[place]), None)
    if found is None:
        return ""
    number = int(lines[found])
    written = report.versions[found].body.split(b"\n")
    rule = written[number - 1].decode("utf-8", "replace").strip() if 0 < number <= len(written) else ""
    return tr("blocked: line {line} was {rule}", line=str(number), rule=rule) if rule else tr("blocked")


def _color(answer: UrlAnswer) -> str:
    if answer.answer is Answer.UNKNOWN:
        return "unknown"
    return "blocked" if answer.is_blocked else "allowed"


def _glyph(answer: UrlAnswer) -> Glyph:
    if answer.answer is Answer.UNKNOWN:
        return Glyph.QUESTION
    return Glyph.CROSS if answer.is_blocked else Glyph.CHECK


def _columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("url", tr("URL"), _url_cell, _url_key, is_code=True, least=120, by_rows=True),
        TableColumn("now", tr("Now"), _now_cell, _now_key, width=150, has_sign=True, words=now_words()),
        TableColumn(
            "crawled", tr("Last crawled"), _crawled_cell, _crawled_key, 100, hidden_below=560, words=crawled_words()
        ),
        TableColumn(
            "todo", tr("What to do"), _todo_cell, _todo_key, hidden_below=400, words=todo_words(), by_rows=True
        ),
    )


def _url_cell(shown: ShownUrl) -> TableCell:
    return TableCell(path_of(shown.answer.row.url), spoken=shown.answer.row.url)


def _url_key(shown: ShownUrl) -> str:
    return shown.answer.row.url


def _now_cell(shown: ShownUrl) -> TableCell:
    answer = shown.answer
    return TableCell(short_answer_words(answer), _color(answer), _glyph(answer))


def _now_key(shown: ShownUrl) -> tuple[int, int]:
    return _ORDER.index(shown.answer.answer), shown.answer.line_now


def _crawled_cell(shown: ShownUrl) -> TableCell:
    crawled = shown.answer.row.crawled
    return TableCell(day_words(crawled)) if crawled else TableCell("–", "text3", spoken=tr("not known"))


def _crawled_key(shown: ShownUrl) -> float:
    return shown.answer.row.crawled.timestamp() if shown.answer.row.crawled else 0.0


def _todo_cell(shown: ShownUrl) -> TableCell:
    is_first = shown.answer.advice in {Advice.RECRAWL, Advice.UNBLOCK}
    return TableCell(tr(ADVICE[shown.answer.advice]), "text" if is_first else "text2", weight=600 if is_first else 0)


def _todo_key(shown: ShownUrl) -> str:
    return shown.answer.advice
