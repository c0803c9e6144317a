"""The current draft, test URLs, crawlers and selected cell, and the last analysis of them.

They are evaluated in the event loop as long as this takes less than a frame, else in a worker thread.
"""

from collections.abc import Callable, Iterable
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from robotstudio.draft.analysis import Analysis, Cell, Request, analyse
from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.revision import common_end, common_start
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.jobs.interpreter import WINDOW_FIRST, give_back
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import TestUrl

_SMALL_BODY = 48 * 1024
_SMALL_MATRIX = 20_000
_MANY_URLS = 100_000
_SAME_FRAME_MS = 8.0
_SAME_SHARE = 0.9
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

    def __init__(self, evaluator: "Evaluator", parent: QObject | None = None) -> None:
        """Start with an empty draft, without URLs and crawlers."""
        super().__init__(parent)
        self._evaluator = evaluator
        self.body = b""
        self.draft_revision = self.revision = 0
        """The revision of `body`; results for an older one are obsolete."""
        self.urls = UrlSet()
        """The test URLs in the order in which they were added."""
        self.table = UrlTable(())
        """The test URLs as the engine evaluates them."""
        self.crawlers: tuple[Crawler, ...] = ()
        """The crawlers of the matrix, in its order."""
        self.scenario = HttpScenario()
        """The HTTP answer that applies to the draft."""
        self.is_own_choice = False
        """True if the user chose that answer."""
        self.robots_url = ""
        """The URL of the draft, "" if unknown."""
        self.selected: Cell | None = None
        """The selected cell, which drives the explanation and the marks in the editor."""
        self.reader: str | None = None
        """The token of the crawler as which the file is shown: of the selected cell, or chosen separately."""
        self.analysis: Analysis | None = None
        self.is_stale = False
        """True if a newer answer is late, so that the last one is shown in grey."""
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
    def is_answered(self) -> bool:
        """True if the last answer is for the current input."""
        return self.analysis is not None and self.analysis.revision == self.revision

    @property
    def is_settled(self) -> bool:
        """True if `analysis_settled` has carried the current answer."""
        return self.is_answered and self._settled_revision == self.revision

    def set_draft(self, revision: int, body: bytes) -> None:
        """Replace the text; `revision` is that of the editor."""
        self.draft_revision, self.body = revision, body
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
        self.urls = found = as_set(urls)
        self.table = UrlTable.from_buffer(found.urls.joined, found.urls.starts)
        if self.selected and found.position(self.selected.url) is None:
            self.select(None)
        self.urls_changed.emit(found)
        self.evaluate()

    def set_crawlers(self, crawlers: tuple[Crawler, ...]) -> None:
        self.crawlers = crawlers
        if self.selected and all(crawler.token != self.selected.token for crawler in crawlers):
            self.select(None)
        if self.reader and all(crawler.token != self.reader for crawler in crawlers):
            self.read_as(None)
        self.crawlers_changed.emit(crawlers)
        self.evaluate()

    def set_scenario(self, scenario: HttpScenario, *, is_own_choice: bool) -> None:
        """Set the HTTP answer; unless the user chose it, it follows the draft."""
        self.is_own_choice = is_own_choice
        now = scenario if is_own_choice else scenario.judging(self.body)
        if now != self.scenario:
            self.scenario = now
            self.scenario_changed.emit(now)
            self.evaluate()

    def set_robots_url(self, url: str) -> None:
        """Set the URL of the draft; "" if unknown."""
        if url != self.robots_url:
            self.robots_url = url
            self.evaluate()

    def select(self, cell: Cell | None) -> None:
        if cell != self.selected:
            self.selected = cell
            self.selection_changed.emit(cell)
        self.read_as(cell.token if cell else None)

    def read_as(self, token: str | None) -> None:
        """Select a crawler without a cell, or none; the selected cell stays."""
        if token != self.reader:
            self.reader = token
            self.reader_changed.emit(token)

    def evaluate(self) -> None:
        """Evaluate the changed input in the next turn of the event loop."""
        self._ask(0)

    def close(self) -> None:
        """Stop evaluating: the window closes, and its threads end."""
        for timer in (self._due, self._settling, self._stale):
            timer.stop()

    def _ask(self, rest_ms: int) -> None:
        self.revision += 1
        self._rest_ms = rest_ms
        self._settling.stop()
        self._due.start()

    def _follow_draft(self) -> None:
        """Drop the effect of a fetched failure once the user has a draft."""
        if self.is_own_choice or self.scenario.fetched is None:
            return
        now = self.scenario.judging(self.body)
        if now.choice != self.scenario.choice:
            self.scenario = now
            self.scenario_changed.emit(now)

    def _on_due(self) -> None:
        request = Request(
            self.revision,
            self.body,
            self.urls,
            self.table,
            self.crawlers,
            self.scenario,
            self.robots_url,
            self.draft_revision,
        )
        answer = self._evaluator.evaluate(request)
        if answer is not None:
            self._on_finished(answer)
        elif not self._stale.isActive():
            self._stale.start()

    def _on_finished(self, analysis: Analysis) -> None:
        self.analysis = analysis
        with WINDOW_FIRST:
            if analysis.revision == self.revision:
                self._stale.stop()
                self._settling.start(self._rest_ms)
            self.analysis_changed.emit(analysis)
            if analysis.revision == self.revision:
                self._set_stale(is_stale=False)

    def _on_settled(self) -> None:
        self._settled_revision = self.revision
        self.analysis_settled.emit(self.analysis)

    def _on_stale_timeout(self) -> None:
        self._set_stale(is_stale=True)

    def _set_stale(self, *, is_stale: bool) -> None:
        if is_stale != self.is_stale:
            self.is_stale = is_stale
            self.stale_changed.emit(is_stale)


def _timer(session: Session, interval: int, slot: Callable[[], None]) -> QTimer:
    timer = QTimer(session, interval=interval, singleShot=True)
    timer.timeout.connect(slot)
    return timer


class Evaluator(QObject):
    """Answers each request with an `Analysis`, unless a later request comes first.

    An obsolete evaluation is cancelled between two steps, except after an edit: in a large draft the next key always
    comes before the evaluation ends, so that no verdict would appear while the user types.
    """

    finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without a thread; the first large draft starts it."""
        super().__init__(parent)
        self._last: Analysis | None = None
        self._wanted = _Wanted()
        self._worker = Background("evaluation", self)
        self._running: Request | None = None
        self._next: Request | None = None
        self._worker.answered.connect(self._on_answered)
        self._worker.failed.connect(self._on_failed)

    def evaluate(self, request: Request) -> Analysis | None:
        """Return the answer to a request; None if it takes longer and arrives with `finished`."""
        self._wanted.table = request.table
        if self._is_small(request):
            self._worker.cancel()
            self._running = self._next = None
            self._last = analyse(request, self._last)
            return self._last
        if self._running is not None and _is_edit(self._running, request):
            self._next = request
        else:
            self._ask(request)
        return None

    def close(self) -> None:
        """End the worker thread, and cancel a running evaluation."""
        self._wanted.table = self._next = None
        self._worker.close()

    def _ask(self, request: Request) -> None:
        self._running, self._next = request, None
        self._worker.ask(partial(_analysed, request, self._last, self._wanted))

    def _go_on(self) -> None:
        self._running = None
        if self._next is not None:
            self._ask(self._next)

    def _is_small(self, request: Request) -> bool:
        """Return True if the answer should take less than a frame, judging by the previous one."""
        if len(request.urls) * len(request.crawlers) > _SMALL_MATRIX:
            return False
        if len(request.body) > _SMALL_BODY:
            return False  # one edit may cost a hundred times as much as the one before
        last = self._last
        return last is None or last.urls is not request.urls or last.processor_ms <= _SAME_FRAME_MS

    def _on_answered(self, analysis: Analysis | None) -> None:
        if analysis is not None:
            self._last = analysis
        self._go_on()
        if analysis is not None:
            self.finished.emit(analysis)

    def _on_failed(self, _problem: object) -> None:
        self._go_on()


def _is_edit(before: Request, after: Request) -> bool:
    """Return True if only part of the draft is new; else the previous answer is obsolete."""
    if before.table is not after.table or before.crawlers is not after.crawlers or before.scenario != after.scenario:
        return False
    most = min(len(before.body), len(after.body))
    start = common_start(before.body, after.body)
    return start + common_end(before.body, after.body, most - start) >= most * _SAME_SHARE


class _Wanted(Struct):
    """The URLs whose verdicts are needed; read by the worker."""

    table: UrlTable | None = None


def _analysed(
    request: Request, previous: Analysis | None, wanted: _Wanted, is_cancelled: Callable[[], bool]
) -> Analysis | None:
    """Return the answer, or None if cancelled."""

    def is_table_cancelled() -> bool:
        return wanted.table is not request.table

    is_new = previous is None or previous.table is not request.table
    try:
        analysis = analyse(request, previous, is_cancelled=is_cancelled, is_table_cancelled=is_table_cancelled)
    except Cancelled:
        return None
    if is_new and len(request.urls) >= _MANY_URLS:
        give_back()  # sorting URLs temporarily takes as much memory again as it keeps
    return analysis
