"""The current draft, test URLs, crawlers and selected cell, and the last analysis of them."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from robotstudio.draft.analysis import Analysis, Cell, Request
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.ui.document.evaluation import Evaluator
from robotstudio.ui.jobs.interpreter import WINDOW_FIRST
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import TestUrl

_REST_MS = 300  # expensive work waits for a pause of this length between keys
_STALE_AFTER_MS = 100  # greying earlier would cost a frame, and flicker


class Session(QObject):
    """Turns every change of draft, URLs or crawlers into a new `Analysis`, the only source of the views.

    All changes in one turn of the event loop are evaluated once, in the next. `analysis_changed` carries each answer.
    `analysis_settled` carries the last one again: at once, or after a pause while the user types. Work that takes
    longer than the verdicts waits for that, and is cancelled at the next `draft_changed`.
    """

    draft_changed = Signal(int)  # its revision
    caret_moved = Signal(int, int)
    analysis_changed = Signal(object)
    analysis_settled = Signal(object)
    stale_changed = Signal(bool)
    selection_changed = Signal(object)
    reader_changed = Signal(object)
    urls_changed = Signal(object)
    crawlers_changed = Signal(object)
    scenario_changed = Signal(object)

    def __init__(self, evaluator: Evaluator, parent: QObject | None = None) -> None:
        """Start with an empty draft, without URLs and crawlers."""
        super().__init__(parent)
        self._evaluator = evaluator
        self._body = b""
        self._draft_revision = self._revision = 0
        self._urls = UrlSet()
        self._table = UrlTable(())
        self._crawlers: tuple[Crawler, ...] = ()
        self._scenario = HttpScenario()
        self._is_own_choice = False
        self._robots_url = ""
        self._selected: Cell | None = None
        self._reader: str | None = None
        self._analysis: Analysis | None = None
        self._is_stale = False
        self.caret = 1, 1
        """Line and column of the caret in the draft."""
        self._typed = QElapsedTimer()
        self._rest_ms = 0
        self._settled_revision = -1
        self._due = _timer(self, 0, self._on_due)
        self._settling = _timer(self, 0, self._on_settled)
        self._stale = _timer(self, _STALE_AFTER_MS, self._on_stale_timeout)
        evaluator.finished.connect(self._on_finished)

    @property
    def analysis(self) -> Analysis | None:
        return self._analysis

    @property
    def body(self) -> bytes:
        return self._body

    @property
    def draft_revision(self) -> int:
        """The revision of `body`; results for an older one are obsolete."""
        return self._draft_revision

    @property
    def revision(self) -> int:
        """A counter of input changes; answers for an older revision are obsolete."""
        return self._revision

    @property
    def is_answered(self) -> bool:
        """True if the last answer is for the current input."""
        return self._analysis is not None and self._analysis.revision == self._revision

    @property
    def is_stale(self) -> bool:
        """True if a newer answer is late, so that the last one is shown in grey."""
        return self._is_stale

    @property
    def is_settled(self) -> bool:
        """True if `analysis_settled` has carried the current answer."""
        return self.is_answered and self._settled_revision == self._revision

    @property
    def urls(self) -> UrlSet:
        """The test URLs in the order in which they were added."""
        return self._urls

    @property
    def table(self) -> UrlTable:
        """The test URLs as the engine evaluates them."""
        return self._table

    @property
    def crawlers(self) -> tuple[Crawler, ...]:
        """The crawlers of the matrix, in its order."""
        return self._crawlers

    @property
    def scenario(self) -> HttpScenario:
        """The HTTP answer that applies to the draft."""
        return self._scenario

    @property
    def is_own_choice(self) -> bool:
        """True if the user chose that answer."""
        return self._is_own_choice

    @property
    def robots_url(self) -> str:
        """The URL of the draft, "" if unknown."""
        return self._robots_url

    @property
    def selected(self) -> Cell | None:
        """The selected cell, which drives the explanation and the marks in the editor."""
        return self._selected

    @property
    def reader(self) -> str | None:
        """The token of the crawler as which the file is shown: of the selected cell, or chosen separately."""
        return self._reader

    def set_draft(self, revision: int, body: bytes) -> None:
        """Replace the text; `revision` is that of the editor."""
        self._draft_revision, self._body = revision, body
        is_typing = self._typed.isValid() and self._typed.elapsed() < _REST_MS
        self._typed.start()
        self._follow_draft()
        self._ask(_REST_MS if is_typing else 0)
        self.draft_changed.emit(revision)

    def set_caret(self, line: int, column: int) -> None:
        """Set the caret position."""
        self.caret = line, column
        self.caret_moved.emit(line, column)

    def set_urls(self, urls: Iterable[TestUrl]) -> None:
        """Replace the test URLs; others than a `UrlSet` are converted."""
        self._urls = found = as_set(urls)
        self._table = UrlTable.from_buffer(found.urls.joined, found.urls.starts)
        if self._selected and found.position(self._selected.url) is None:
            self.select(None)
        self.urls_changed.emit(found)
        self.evaluate()

    def set_crawlers(self, crawlers: tuple[Crawler, ...]) -> None:
        self._crawlers = crawlers
        if self._selected and all(crawler.token != self._selected.token for crawler in crawlers):
            self.select(None)
        if self._reader and all(crawler.token != self._reader for crawler in crawlers):
            self.read_as(None)
        self.crawlers_changed.emit(crawlers)
        self.evaluate()

    def set_scenario(self, scenario: HttpScenario, *, is_own_choice: bool) -> None:
        """Set the HTTP answer; unless the user chose it, it follows the draft."""
        self._is_own_choice = is_own_choice
        now = scenario if is_own_choice else scenario.judging(self._body)
        if now != self._scenario:
            self._scenario = now
            self.scenario_changed.emit(now)
            self.evaluate()

    def set_robots_url(self, url: str) -> None:
        """Set the URL of the draft; "" if unknown."""
        if url != self._robots_url:
            self._robots_url = url
            self.evaluate()

    def select(self, cell: Cell | None) -> None:
        if cell != self._selected:
            self._selected = cell
            self.selection_changed.emit(cell)
        self.read_as(cell.token if cell else None)

    def read_as(self, token: str | None) -> None:
        """Select a crawler without a cell, or none; the selected cell stays."""
        if token != self._reader:
            self._reader = token
            self.reader_changed.emit(token)

    def evaluate(self) -> None:
        """Evaluate the changed input in the next turn of the event loop."""
        self._ask(0)

    def close(self) -> None:
        """Stop evaluating: the window closes, and its threads end."""
        for timer in (self._due, self._settling, self._stale):
            timer.stop()

    def _ask(self, rest_ms: int) -> None:
        self._revision += 1
        self._rest_ms = rest_ms
        self._settling.stop()
        self._due.start()

    def _follow_draft(self) -> None:
        """Drop the effect of a fetched failure once the user has a draft."""
        if self._is_own_choice or self._scenario.fetched is None:
            return
        now = self._scenario.judging(self._body)
        if now.choice != self._scenario.choice:
            self._scenario = now
            self.scenario_changed.emit(now)

    def _on_due(self) -> None:
        request = Request(
            self._revision,
            self._body,
            self._urls,
            self._table,
            self._crawlers,
            self._scenario,
            self._robots_url,
            self._draft_revision,
        )
        answer = self._evaluator.evaluate(request)
        if answer is not None:
            self._on_finished(answer)
        elif not self._stale.isActive():
            self._stale.start()

    def _on_finished(self, analysis: Analysis) -> None:
        self._analysis = analysis
        with WINDOW_FIRST:
            if analysis.revision == self._revision:
                self._stale.stop()
                self._settling.start(self._rest_ms)
            self.analysis_changed.emit(analysis)
            if analysis.revision == self._revision:
                self._set_stale(is_stale=False)

    def _on_settled(self) -> None:
        self._settled_revision = self._revision
        self.analysis_settled.emit(self._analysis)

    def _on_stale_timeout(self) -> None:
        self._set_stale(is_stale=True)

    def _set_stale(self, *, is_stale: bool) -> None:
        if is_stale != self._is_stale:
            self._is_stale = is_stale
            self.stale_changed.emit(is_stale)


def _timer(session: Session, interval: int, slot: Callable[[], None]) -> QTimer:
    timer = QTimer(session, interval=interval, singleShot=True)
    timer.timeout.connect(slot)
    return timer
