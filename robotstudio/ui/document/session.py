"""The current draft, test URLs, crawlers and selected cell, and the last analysis of them."""

from collections.abc import Callable, Iterable
from math import ceil

from PySide6.QtCore import QObject, QTimer, Signal

from robotstudio.draft.analysis import Analysis, Cell, Request
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.ui.document.evaluation import Evaluator
from robotstudio.ui.document.turns import Steps, Turns
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import TestUrl

_BURST_MS = 120  # keys that come closer than that are typed without a look at what takes long
_REST_MS, _MOST_PUT_OFF = 80, 4
_PACE_MS = 60  # a key that is held down comes twice as often: its verdicts are those of every other letter
_AT_ONCE_MS = 8  # as long a small draft is evaluated at most
_STALE_AFTER_MS = 100  # greying what is replaced sooner would cost a frame, and flicker

_ANSWER, _TELLING = "answer", "telling"  # what is done in turns


class Session(QObject):
    """Turns every change of draft, URLs or crawlers into a new `Analysis`; the views read nothing else.

    However much changes in one turn of the event loop, it is evaluated once, in the next. `analysis_changed` carries
    each answer a turn later, `analysis_painted` the same when the verdicts are on the screen: for what takes longer
    than they do. What takes so long that a key would wait for it is done before either, in the steps of
    `show_in_steps` and `tell_in_steps`.
    Where keys come fast all this waits for a rest between them, though not for more than a few, and not every one of
    them is evaluated.
    """

    analysis_changed = Signal(object)
    analysis_painted = Signal(object)
    stale_changed = Signal(bool)
    selection_changed = Signal(object)
    reader_changed = Signal(object)
    urls_changed = Signal(object)
    crawlers_changed = Signal(object)
    scenario_changed = Signal(object)

    def __init__(self, evaluator: Evaluator, parent: QObject | None = None) -> None:
        """A session about an empty draft, without URLs and crawlers."""
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
        self._is_burst = False
        self._put_off = 0
        self.turns = Turns(self)
        self._shown_in_steps: list[Callable[[Analysis], Steps]] = []
        self._told_in_steps: list[Callable[[], Steps]] = []
        self._due = _timer(self, 0, self._on_due)
        self._painted = _timer(self, 0, self._on_painted)
        self._stale = _timer(self, _STALE_AFTER_MS, self._on_stale_timeout)
        self._burst = _timer(self, _BURST_MS, self._on_burst_over)
        self._pace = _timer(self, _PACE_MS, self._on_pace_over)
        self._is_paced = False
        evaluator.finished.connect(self._on_finished)

    @property
    def analysis(self) -> Analysis | None:
        return self._analysis

    @property
    def body(self) -> bytes:
        return self._body

    @property
    def draft_revision(self) -> int:
        """Which change of the draft `body` is; what was found in an older one no longer holds."""
        return self._draft_revision

    @property
    def revision(self) -> int:
        """Counts what an answer depends on; one of an older revision no longer holds."""
        return self._revision

    @property
    def is_answered(self) -> bool:
        """Whether the last answer is about everything as it is now."""
        return self._analysis is not None and self._analysis.revision == self._revision

    @property
    def is_stale(self) -> bool:
        """Whether a newer answer is awaited for so long that the last one is shown in grey."""
        return self._is_stale

    @property
    def is_told(self) -> bool:
        """Whether `analysis_painted` has carried that answer."""
        is_at_work = self.turns.is_waiting(_ANSWER) or self.turns.is_waiting(_TELLING)
        return self.is_answered and not self._painted.isActive() and not is_at_work

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
        """The answer of the server that the draft is judged by."""
        return self._scenario

    @property
    def is_own_choice(self) -> bool:
        """Whether the person chose that answer."""
        return self._is_own_choice

    @property
    def robots_url(self) -> str:
        """Where the draft is to be served, "" where that is not known."""
        return self._robots_url

    @property
    def selected(self) -> Cell | None:
        """The selected cell, which drives the explanation and the marks in the editor."""
        return self._selected

    @property
    def reader(self) -> str | None:
        """The token of the crawler as which the file is read: that of the selected cell, or one chosen by itself."""
        return self._reader

    def set_draft(self, revision: int, body: bytes) -> None:
        """Take another text; `revision` is the one that the editor counts."""
        self._draft_revision, self._body = revision, body
        self._is_burst = self._burst.isActive()
        self._burst.start()
        self.turns.note_key()
        self._follow_draft()
        self._revision += 1
        if self._is_burst and self._pace.isActive() and not self._due.isActive():
            self._is_paced = True
        else:
            self._due.start()

    def set_urls(self, urls: Iterable[TestUrl]) -> None:
        """Replace the test URLs; those that are no `UrlSet` yet become one."""
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
        """Judge the draft by another answer; what is not the person's own choice follows the draft."""
        self._is_own_choice = is_own_choice
        now = scenario if is_own_choice else scenario.judging(self._body)
        if now != self._scenario:
            self._scenario = now
            self.scenario_changed.emit(now)
            self.evaluate()

    def set_robots_url(self, url: str) -> None:
        """Tell where the draft is to be served; "" where that is not known."""
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
        """Something that the answer depends on has changed: have a new one with the next turn of the event loop."""
        self._revision += 1
        self._is_paced = False
        self.turns.rhythm.forget()
        self.turns.drop(_ANSWER)  # it is about other URLs, crawlers or answers of the server
        self._due.start()

    def show_in_steps(self, show: Callable[[Analysis], Steps]) -> None:
        """Let this be done with each answer, a step a turn, before `analysis_changed` tells of it."""
        self._shown_in_steps.append(show)

    def tell_in_steps(self, explain: Callable[[], Steps]) -> None:
        """Let this be done, a step a turn, each time that the verdicts are on the screen."""
        self._told_in_steps.append(explain)

    def close(self) -> None:
        """Ask for nothing any more: the window closes, and its threads end."""
        self.turns.close()
        for timer in (self._due, self._painted, self._stale, self._burst, self._pace):
            timer.stop()

    def _follow_draft(self) -> None:
        """A failure that was fetched decides no longer once there is a draft of one's own."""
        if self._is_own_choice or self._scenario.fetched is None:
            return
        now = self._scenario.judging(self._body)
        if now.choice != self._scenario.choice:
            self._scenario = now
            self.scenario_changed.emit(now)

    def _on_pace_over(self) -> None:
        if not self._is_paced:
            return
        wait = self.turns.rhythm.wait_for(_AT_ONCE_MS / 1000)
        if wait:
            self._pace.start(ceil(wait * 1000))
        else:
            self._on_due()

    def _on_due(self) -> None:
        self._is_paced = False
        self._pace.start(_PACE_MS)
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
        self.turns.take(_ANSWER, self._answer(analysis))

    def _answer(self, analysis: Analysis) -> Steps:
        self._analysis = analysis
        if analysis.revision == self._revision:
            self._stale.stop()
        for show in self._shown_in_steps:
            yield from show(analysis)
        if analysis.revision == self._revision:
            self._set_stale(is_stale=False)
        self._tell_soon()
        self.analysis_changed.emit(analysis)
        yield

    def _tell_soon(self) -> None:
        if not self._is_burst:
            self._painted.start(0)
        elif not self._painted.isActive() or self._put_off < _MOST_PUT_OFF:
            self._put_off += 1
            self._painted.start(_REST_MS)

    def _on_painted(self) -> None:
        self._put_off = 0
        self.turns.take(_TELLING, self._tell())

    def _tell(self) -> Steps:
        for explain in self._told_in_steps:
            yield from explain()
        yield
        self.analysis_painted.emit(self._analysis)
        yield

    def _on_burst_over(self) -> None:
        self._is_burst = False

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
