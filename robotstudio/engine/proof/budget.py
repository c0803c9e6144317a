"""How long a proof may take: seconds by a clock that is handed in, and work that is counted."""

from collections.abc import Callable
from enum import StrEnum
from time import monotonic

from robotstudio.engine.cancelling import Checkpoint, go_on

Clock = Callable[[], float]
CLOCK: Clock = monotonic

SECONDS = 2.0
MOST_WORK = 1_500_000
MOST_LETTERS = 8_000_000
_LOOK_AT_THE_CLOCK = 256


class Undecided(StrEnum):
    """Why there is neither a proof nor a URL that breaks it."""

    TIME = "time"  # the seconds were over
    WORK = "work"  # patterns meet in too many ways
    LETTER = "letter"  # no letter, and no word, is left that the patterns do not touch
    URL = "url"  # the readings part on a path, but no URL is known to have it
    FORMS = "forms"  # the readings compare different forms of a URL
    PRECEDENCE = "precedence"  # the dialect combines what is not proven together


class ExhaustedError(Exception):
    """The proof was given up; what was found so far counts."""

    def __init__(self, reason: Undecided) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Budget:
    """What is left of the seconds and of the work. The work is counted, so that it is the same on every machine."""

    def __init__(
        self,
        seconds: float = SECONDS,
        clock: Clock = CLOCK,
        checkpoint: Checkpoint = go_on,
        most_work: int = MOST_WORK,
    ) -> None:
        """The clock starts now; `checkpoint` may give the proof up from outside."""
        self._clock = clock
        self._until = clock() + seconds
        self._checkpoint = checkpoint
        self._most = self._left = most_work
        self._spent_before = 0
        self._letters = MOST_LETTERS
        self._look_at = most_work

    @property
    def spent(self) -> int:
        """The steps that were counted, at most as many as there were."""
        return self._spent_before + self._most - max(self._left, 0)

    def renew(self) -> None:
        """Let as much work be done once more, for the next question."""
        self._spent_before = self.spent
        self._left = self._look_at = self._most

    def spend(self, steps: int = 1) -> None:
        """Count some steps. Raises `ExhaustedError` where nothing is left."""
        self._left -= steps
        if self._left < self._look_at:
            self._look_at = self._left - _LOOK_AT_THE_CLOCK
            self._checkpoint()
            if self._left < 0:
                raise ExhaustedError(Undecided.WORK)
            if self._clock() >= self._until:
                raise ExhaustedError(Undecided.TIME)

    def hold(self, letters: int) -> None:
        """Count letters that are kept, less than none where they are given back; memory is bounded too."""
        self._letters -= letters
        if self._letters < 0:
            raise ExhaustedError(Undecided.WORK)
