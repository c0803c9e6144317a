"""Limits of a proof: seconds by an injected clock, and counted work."""

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
    """Reason why there is neither a proof nor a counterexample."""

    TIME = "time"  # the seconds were used up
    WORK = "work"  # patterns intersect in too many ways
    LETTER = "letter"  # every letter and word occurs in the patterns
    URL = "url"  # the readings differ on a path, but no URL with it was found
    FORMS = "forms"  # the readings compare different forms of a URL
    PRECEDENCE = "precedence"  # the dialect combines features that no proof covers together


class ExhaustedError(Exception):
    """The proof was abandoned; results so far are valid."""

    def __init__(self, reason: Undecided) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Budget:
    """The seconds and the work that are left. The work is counted, so that it is the same on every machine."""

    def __init__(
        self,
        seconds: float = SECONDS,
        clock: Clock = CLOCK,
        checkpoint: Checkpoint = go_on,
        most_work: int = MOST_WORK,
    ) -> None:
        """Start the clock; `checkpoint` may cancel the proof from outside."""
        self._clock = clock
        self._until = clock() + seconds
        self._checkpoint = checkpoint
        self._most = self._left = most_work
        self._spent_before = 0
        self._letters = MOST_LETTERS
        self._look_at = most_work

    @property
    def spent(self) -> int:
        """The steps counted so far, at most those allowed."""
        return self._spent_before + self._most - max(self._left, 0)

    def renew(self) -> None:
        """Allow as much work again, for the next question."""
        self._spent_before = self.spent
        self._left = self._look_at = self._most

    def spend(self, steps: int = 1) -> None:
        """Count some steps. Raises `ExhaustedError` if nothing is left."""
        self._left -= steps
        if self._left < self._look_at:
            self._look_at = self._left - _LOOK_AT_THE_CLOCK
            self._checkpoint()
            if self._left < 0:
                raise ExhaustedError(Undecided.WORK)
            if self._clock() >= self._until:
                raise ExhaustedError(Undecided.TIME)

    def hold(self, letters: int) -> None:
        """Count letters held in memory, which is limited too; negative to release them."""
        self._letters -= letters
        if self._letters < 0:
            raise ExhaustedError(Undecided.WORK)
