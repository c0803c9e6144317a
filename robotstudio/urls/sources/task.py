"""Progress and cancellation of a reader."""

from collections.abc import Callable

from msgspec import Struct

from robotstudio.engine.cancelling import Cancelled, never

OnProgress = Callable[[float, int], None]
"""Receives the fraction of the files read, from 0 to 1, and the number of URLs found."""


def _ignore_progress(_share: float, _found: int) -> None:
    pass


class Task(Struct, frozen=True):
    """Both callbacks are called from the reading thread, some hundred times a second."""

    on_progress: OnProgress = _ignore_progress
    is_cancelled: Callable[[], bool] = never

    def step(self, share: float, found: int) -> None:
        """Report progress; raises Cancelled."""
        if self.is_cancelled():
            raise Cancelled
        self.on_progress(min(share, 1.0), found)


UNWATCHED = Task()
