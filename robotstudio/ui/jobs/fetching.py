"""Fetches of the window, one per site at a time."""

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal, Slot

from robotstudio.fetch.address import robots_target
from robotstudio.fetch.evidence import Evidence, Failure, FetchOutcome, FetchProgress
from robotstudio.fetch.limits import DEFAULT_LIMITS, Limits
from robotstudio.fetch.options import PLAIN, CachedCopy, DefaultOptions, FetchOptions
from robotstudio.fetch.words import sentence
from robotstudio.fetch.worker import FetchThread

if TYPE_CHECKING:
    from collections.abc import Callable

    from robotstudio.fetch.jobs import Work


class FetchRunner(QObject):
    """Fetches one robots.txt at a time, in a thread; the newest fetch wins.

    This object outlives the thread (`close` ends it), so that the thread never emits on a deleted object.
    """

    started = Signal(str)  # the address of the robots.txt
    progressed = Signal(object)  # FetchProgress
    finished = Signal(object)  # Evidence; also of a cancelled fetch, not of one replaced by a newer fetch
    adopted = Signal(object)  # Evidence fetched by another document, whose text is loaded into this one
    failed_address = Signal(object)  # a sentence; nothing was requested

    batch_fetched = Signal(object)  # the result of several fetches, or None

    _answered = Signal(int, object)
    _batch_answered = Signal(int, object)
    _reported = Signal(object)

    def __init__(self, parent: QObject | None = None, *, limits: Limits = DEFAULT_LIMITS) -> None:
        super().__init__(parent)
        self.usual = DefaultOptions()
        """The settings for every fetch, also by other parts."""
        self._thread = FetchThread(limits, self.usual)
        self._job = 0
        self._batch = 0  # negative, so that it never equals the job of a single fetch
        self.busy = False
        self._closed = False
        self.is_quiet = False
        """True if the last fetch was made for another part than the Fetch tab, which then stays in the background."""
        self._typed = ""
        self.options = PLAIN
        """The options of fetches."""
        self._only_changes = False
        self._last: Evidence | None = None
        self._answered.connect(self._on_answered)
        self._reported.connect(self._on_reported)
        self._batch_answered.connect(self._on_batch_answered)

    def set_options(self, options: FetchOptions, *, only_changes: bool = False) -> None:
        """Set the options of the next fetches; `only_changes` makes them conditional on the last answer."""
        self.options, self._only_changes = options, only_changes

    def fetch(self, text: str, *, quietly: bool = False) -> None:
        """Fetch the robots.txt for the input, cancelling a running fetch.

        A fetch is made `quietly` if the Fetch tab should not come to the front with its answer; it never uses a
        crawler's name.
        """
        plain = replace(self.options, user_agent=PLAIN.user_agent, pretending="")
        self._fetch(text, plain if quietly else self.options, quietly=quietly)

    def take_over(self, evidence: Evidence) -> None:
        """Take over a fetch of another document; the next fetch is of the same site."""
        self._typed = evidence.requested
        if evidence.outcome is FetchOutcome.SUCCESS:
            self._last = evidence
        self.adopted.emit(evidence)

    def fetch_anyway(self, url: str) -> None:
        """Repeat the last fetch, once without verifying the certificate of the host of `url`."""
        if self._typed:
            self._fetch(self._typed, replace(self.options, trusted_anyway=url))

    def _fetch(self, text: str, options: FetchOptions, *, quietly: bool = False) -> None:
        if self._closed:
            return
        target = robots_target(text)
        if isinstance(target, Failure):
            self.failed_address.emit(sentence(target))
            return
        self.cancel()
        self._job += 1
        self.busy = True
        self.is_quiet = quietly
        self._typed = text
        self.started.emit(target.url)
        if self._only_changes and self._last is not None and self._last.requested == target.url:
            options = replace(options, cached=CachedCopy.of(self._last))
        self._thread.start(target, self._job, self._answered.emit, self._reported.emit, options)

    def fetch_batch(self, work: "Work") -> None:
        """Make several fetches for one answer, cancelling a running batch."""
        self.fetch_batch_in_steps(lambda _step: work)

    def fetch_batch_in_steps(self, work_of: "Callable[[Callable[[object], None]], Work]") -> None:
        """Like `fetch_batch`, for work that reports each step: steps are emitted as `batch_fetched`, too."""
        if self._closed:
            return
        self.cancel_batch()
        self._batch -= 1
        step = self._thread.until_closed(partial(self._batch_answered.emit, self._batch))
        self._thread.run(work_of(step), self._batch, self._batch_answered.emit)

    def cancel_batch(self) -> None:
        """Cancel the running batch; emits nothing."""
        if self._batch:
            self._thread.cancel(self._batch)
            self._batch -= 1

    def again(self) -> None:
        """Repeat the last fetch, if there was one."""
        if self._typed:
            self.fetch(self._typed)

    @property
    def is_busy(self) -> bool:
        """True if a fetch is running."""
        return self.busy

    def cancel(self) -> None:
        """Cancel the running fetch; it is `finished` as cancelled shortly after."""
        if self.busy:
            self._thread.cancel(self._job)

    def close(self) -> None:
        """End the thread; no signal comes after it."""
        self._job += 1
        self._batch -= 1
        self.busy, self._closed = False, True
        self._thread.close()

    @Slot(int, object)
    def _on_answered(self, job: int, evidence: Evidence) -> None:
        if job != self._job:
            return
        self.busy = False
        if evidence.outcome is FetchOutcome.SUCCESS:
            self._last = evidence
        self.finished.emit(evidence)

    @Slot(int, object)
    def _on_batch_answered(self, batch: int, result: object) -> None:
        if batch == self._batch:
            self.batch_fetched.emit(result)

    @Slot(object)
    def _on_reported(self, progress: FetchProgress) -> None:
        if progress.job_id != self._job or not self.busy:
            return
        self.progressed.emit(progress)
