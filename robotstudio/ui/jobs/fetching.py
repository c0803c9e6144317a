"""Fetches for the window, one of a site at a time."""

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal, Slot

from robotstudio.fetch.address import robots_target
from robotstudio.fetch.evidence import Evidence, Failure, FetchOutcome, FetchProgress
from robotstudio.fetch.limits import DEFAULT_LIMITS, Limits
from robotstudio.fetch.options import PLAIN, CachedCopy, DefaultOptions, FetchOptions
from robotstudio.fetch.words import sentence
from robotstudio.fetch.worker import FetchThread
from robotstudio.text.language import WORDS

if TYPE_CHECKING:
    from robotstudio.fetch.jobs import Work


class FetchRunner(QObject):
    """Fetches one robots.txt at a time, in a thread; the newest fetch wins.

    This object outlives the thread (`close` ends it), so that the thread never emits on an object that is gone.
    """

    started = Signal(str)  # the address of the robots.txt
    progressed = Signal(object)  # FetchProgress
    finished = Signal(object)  # Evidence; of a cancelled fetch too, not of one that a newer fetch replaced
    taken_over = Signal(object)  # Evidence that another document has fetched, whose text is put into this one
    failed_address = Signal(object)  # a sentence; nothing was requested and nothing else changed

    batch_fetched = Signal(object)  # what several fetches came to; None where that is nothing

    _answered = Signal(int, object)
    _batch_answered = Signal(int, object)
    _reported = Signal(object)

    def __init__(self, parent: QObject | None = None, *, limits: Limits = DEFAULT_LIMITS) -> None:
        super().__init__(parent)
        self.usual = DefaultOptions()
        """What the settings say of every fetch, here and in whatever else fetches."""
        self._thread = FetchThread(limits, self.usual)
        self._job = 0
        self._batch = 0  # below zero, so that it is no job of a single fetch
        self._busy = False
        self._closed = False
        self._is_quiet = False
        self._typed = ""
        self._options = PLAIN
        self._only_changes = False
        self._last: Evidence | None = None
        self._answered.connect(self._on_answered)
        self._reported.connect(self._on_reported)
        self._batch_answered.connect(self._on_batch_answered)

    @property
    def busy(self) -> bool:
        return self._busy

    @property
    def is_quiet(self) -> bool:
        """Whether the last fetch was made for another part than the Fetch tab, which then stays where it is."""
        return self._is_quiet

    def set_options(self, options: FetchOptions, *, only_changes: bool = False) -> None:
        """How the next fetches are made; `only_changes` asks the server whether the last answer still stands."""
        self._options, self._only_changes = options, only_changes

    def fetch(self, text: str, *, quietly: bool = False) -> None:
        """Fetch the robots.txt of what was typed; a fetch under way gives way to it.

        A fetch is made `quietly` where the Fetch tab is not to come to the front with its answer; no crawler's name is
        taken for it.
        """
        plain = replace(self._options, user_agent=PLAIN.user_agent, pretending="")
        self._fetch(text, plain if quietly else self._options, quietly=quietly)

    def take_over(self, evidence: Evidence) -> None:
        """Take what another document of the window has fetched; the next fetch is of the same site."""
        self._typed = evidence.requested
        if evidence.outcome is FetchOutcome.SUCCESS:
            self._last = evidence
        self.taken_over.emit(evidence)

    def fetch_anyway(self, url: str) -> None:
        """Fetch the last address again, this once without verifying the certificate of the one host of `url`."""
        if self._typed:
            self._fetch(self._typed, replace(self._options, trusted_anyway=url))

    def _fetch(self, text: str, options: FetchOptions, *, quietly: bool = False) -> None:
        if self._closed:
            return
        target = robots_target(text)
        if isinstance(target, Failure):
            self.failed_address.emit(sentence(target, WORDS))
            return
        self.cancel()
        self._job += 1
        self._busy = True
        self._is_quiet = quietly
        self._typed = text
        self.started.emit(target.url)
        if self._only_changes and self._last is not None and self._last.requested == target.url:
            options = replace(options, cached=CachedCopy.of(self._last))
        self._thread.start(target, self._job, self._answered.emit, self._reported.emit, options)

    @property
    def options(self) -> FetchOptions:
        """How fetches are made now."""
        return self._options

    def fetch_batch(self, work: "Work") -> None:
        """Make several fetches for one answer; a batch that is under way is cancelled."""
        if self._closed:
            return
        self.cancel_batch()
        self._batch -= 1
        self._thread.run(work, self._batch, self._batch_answered.emit)

    def cancel_batch(self) -> None:
        """Cancel the batch that is under way; emits nothing."""
        if self._batch:
            self._thread.cancel(self._batch)
            self._batch -= 1

    def again(self) -> None:
        """Fetch the last address again; nothing where there was none."""
        if self._typed:
            self.fetch(self._typed)

    @property
    def is_busy(self) -> bool:
        """Whether a fetch is under way."""
        return self._busy

    def cancel(self) -> None:
        """End the fetch under way; it is `finished` as cancelled a moment later."""
        if self._busy:
            self._thread.cancel(self._job)

    def close(self) -> None:
        """End the thread; no signal comes after it."""
        self._job += 1
        self._batch -= 1
        self._busy, self._closed = False, True
        self._thread.close()

    @Slot(int, object)
    def _on_answered(self, job: int, evidence: Evidence) -> None:
        if job != self._job:
            return
        self._busy = False
        if evidence.outcome is FetchOutcome.SUCCESS:
            self._last = evidence
        self.finished.emit(evidence)

    @Slot(int, object)
    def _on_batch_answered(self, batch: int, result: object) -> None:
        if batch == self._batch:
            self.batch_fetched.emit(result)

    @Slot(object)
    def _on_reported(self, progress: FetchProgress) -> None:
        if progress.job_id != self._job or not self._busy:
            return
        self.progressed.emit(progress)
