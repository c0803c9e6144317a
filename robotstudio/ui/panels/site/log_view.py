"""Requests of crawlers: one row for each crawler of a log, and the URLs of the selected one."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.analysis import Cell as MatrixCell
from robotstudio.draft.log_report import DraftRules, Log, LogReport, Requests, report_on
from robotstudio.draft.url_sources import name_of
from robotstudio.engine.crawlers import Catalogue
from robotstudio.explain.words import crawler_name
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.site import words
from robotstudio.ui.panels.site.actions import SiteActions
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_REQUESTS = Plural("{name} · {count} request", "{name} · {count} requests")
_OTHER_CLIENTS = Plural("Other clients ({count})", "Other clients ({count})")


class LogView(QWidget):
    """Compares a log with the draft, in a thread and only while it is visible.

    `counts` and `show_crawlers` belong in the bar above it.
    """

    def __init__(self, actions: SiteActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._log: Log | None = None
        self._draft: DraftRules | None = None
        self._catalogue: Catalogue | None = None
        self.report: LogReport | None = None
        self._is_due = False
        self._background = Background("log", self)
        self._background.answered.connect(self._on_answered)
        self.counts = ElidedLabel("", self, px=12, color="text2")
        self.show_crawlers = GhostButton("", Glyph.LAYOUT, self)
        self.crawlers = self._table(
            tr("Crawlers of the log"),
            self._crawler_columns(),
            tr("Reading what crawlers requested…"),
        )
        self.urls = self._table(
            tr("URLs that the crawler requested"),
            self._url_columns(),
            tr("Select a crawler to see what it requested."),
        )
        self.urls.set_columns_clickable()
        self._lay_out()
        self.show_crawlers.clicked.connect(self._on_show_crawlers)
        self.crawlers.row_changed.connect(self._on_crawler_changed)
        self.urls.column_clicked.connect(self._on_url_column_clicked)
        self.urls.row_activated.connect(self._on_url_chosen)

    def show_log(self, log: Log | None, catalogue: Catalogue) -> None:
        self.counts.setText(name_of(log.source) if log else "")
        if log is None or self._log is None or log.source != self._log.source:
            self.report = None
            self.crawlers.set_nothing(tr("Reading what crawlers requested…"))
            self.crawlers.set_rows(())
            self.urls.set_rows(())
        self._log, self._catalogue = log, catalogue
        self._plan()

    def show_analysis(self, analysis: Analysis) -> None:
        """Compare with another draft."""
        self._draft = DraftRules(analysis.body, analysis.scenario, analysis.readings)
        self._plan()

    def close_threads(self) -> None:
        self._background.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_due:
            self._ask()

    def _plan(self) -> None:
        self._is_due = True
        if self.isVisible():
            self._ask()

    def _ask(self) -> None:
        log, draft, catalogue = self._log, self._draft, self._catalogue
        if log is not None and draft is not None and catalogue is not None:
            self._is_due = False
            self._background.ask(partial(report_on, log, draft, catalogue))

    def _on_answered(self, report: LogReport) -> None:
        if report.log is not self._log:
            return
        self.report = report
        self.crawlers.set_nothing(tr("This log has no requests from known crawlers."))
        place = self.crawlers.place
        self.crawlers.set_rows([self._crawler_cells(one) for one in self._rows()])
        self._show_counts(report)
        self.crawlers.select_row(max(place, 0))
        self._on_crawler_changed()

    def _rows(self) -> Sequence[Requests]:
        report = self.report
        if report is None:
            return ()
        return (*report.crawlers, report.others) if report.others else report.crawlers

    def _show_counts(self, report: LogReport) -> None:
        text = ntr(_REQUESTS, report.log.facts.requests, name=name_of(report.log.source))
        self.counts.setText(text)
        self.show_crawlers.setText(words.show_crawlers_words(len(report.crawlers)))
        self.show_crawlers.setAccessibleName(self.show_crawlers.text())
        self.show_crawlers.setEnabled(bool(report.crawlers))

    def _crawler_cells(self, one: Requests) -> tuple[TableCell, ...]:
        if one.crawler is None:
            name = TableCell(ntr(_OTHER_CLIENTS, one.clients), "text2")
        else:
            name = TableCell(crawler_name(one.crawler), weight=500)
        return (
            name,
            TableCell(WORDS.number(one.requests)),
            TableCell(WORDS.number(len(one.rows))),
            _blocked_cell(one.blocked_urls, tr("not judged")),
            _blocked_cell(one.blocked_requests, tr("not judged")),
            TableCell(words.statuses_words(one.statuses), "text2"),
        )

    def _on_crawler_changed(self, _row: object = None) -> None:
        rows, place = self._rows(), self.crawlers.place
        if self.report is None or not 0 <= place < len(rows):
            self.urls.set_rows(())
            return
        shown = self.urls.rows
        column, descending = (shown.column, shown.descending) if isinstance(shown, RequestRows) else (1, True)
        self.urls.set_rows(RequestRows(self.report.log, rows[place], column, descending=descending))

    def _on_url_column_clicked(self, column: int) -> None:
        shown = self.urls.rows
        if isinstance(shown, RequestRows):
            descending = not shown.descending if shown.column == column else column == 1
            self.urls.set_rows(RequestRows(shown.log, shown.requests, column, descending=descending))
            self.urls.scrollToTop()

    def _on_url_chosen(self, _row: object) -> None:
        shown, place = self.urls.rows, self.urls.place
        if isinstance(shown, RequestRows) and shown.requests.crawler and 0 <= place < len(shown):
            self._actions.select_cell(MatrixCell(shown.url(place), shown.requests.crawler.token))

    def _on_show_crawlers(self) -> None:
        if self.report is not None:
            self._actions.take_crawlers([one.crawler.token for one in self.report.crawlers if one.crawler])

    def _table(self, name: str, columns: Sequence[TableColumn], nothing: str) -> Table:
        return Table(name, columns, parent=self, is_multiple=True, nothing=nothing)

    def _crawler_columns(self) -> Sequence[TableColumn]:
        return (
            TableColumn("crawler", tr("Crawler"), width=190),
            TableColumn("requests", tr("Requests"), width=80, is_number=True),
            TableColumn("urls", tr("URLs"), width=70, is_number=True),
            TableColumn("blocked", tr("URLs blocked now"), width=118, is_number=True),
            TableColumn("unserved", tr("Requests blocked now"), width=140, is_number=True, hidden_below=780),
            TableColumn("answers", tr("Answers"), least=80),
        )

    def _url_columns(self) -> Sequence[TableColumn]:
        return (
            TableColumn("url", tr("URL"), is_code=True, weight=500, least=80),
            TableColumn("requests", tr("Requests"), width=90, is_number=True),
            TableColumn("verdict", tr("Would it be allowed?"), width=190),
        )

    def _lay_out(self) -> None:
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        for table in (self.crawlers, self.urls):
            splitter.addWidget(table)
        splitter.setSizes([160, 200])
        layout = column_in(self)
        layout.addWidget(splitter, 1)


class RequestRows(Sequence[Sequence[TableCell]]):
    """The URLs of one crawler, sorted; a row gets its texts on access."""

    def __init__(self, log: Log, requests: Requests, column: int, *, descending: bool) -> None:
        self.log = log
        self.requests = requests
        self.column = column
        self.descending = descending
        order = np.argsort(self._keys(), kind="stable")
        self._order: NDArray[np.intp] = order[::-1] if descending else order

    def url(self, row: int) -> str:
        return self.log.urls.urls[int(self.requests.rows[self._order[row]])]

    def __len__(self) -> int:
        return len(self._order)

    def __getitem__(self, row: int) -> tuple[TableCell, ...]:  # type: ignore[override] # nothing takes a slice of it
        place = int(self._order[row])
        url = TableCell(self.url(row))
        return (url, TableCell(WORDS.number(int(self.requests.hits[place]))), self._verdict(place))

    def _verdict(self, place: int) -> TableCell:
        allowed, lines = self.requests.allowed, self.requests.lines
        if allowed is None or lines is None:
            return TableCell(tr("not known"), "unknown", Glyph.QUESTION)
        line = int(lines[place])
        if allowed[place]:
            text = tr("yes, line {line}", line=line) if line else tr("yes, no rule")
            return TableCell(text, "allowed" if line else "text2", Glyph.CHECK)
        text = tr("no, line {line}", line=line) if line else tr("no, all blocked")
        return TableCell(text, "blocked", Glyph.CROSS, weight=600)

    def _keys(self) -> NDArray[np.generic]:
        if self.column == 1:
            return self.requests.hits
        if self.column == 2 and self.requests.allowed is not None and self.requests.lines is not None:
            return self.requests.lines + self.requests.allowed.astype(np.int64) * (1 << 32)
        urls = self.log.urls.urls
        return np.array([urls[row] for row in self.requests.rows.tolist()], object)


def _blocked_cell(count: int | None, unknown: str) -> TableCell:
    if count is None:
        return TableCell("–", "text3", spoken=unknown)
    return TableCell(WORDS.number(count), "blocked", Glyph.CROSS, 600) if count else TableCell("0", "text2")
