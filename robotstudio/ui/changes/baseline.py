"""The versions that a draft can be compared with, and which of them it is compared with while nobody chose one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

LIVE, DISK = "live", "disk"


@dataclass(frozen=True, slots=True)
class Baseline:
    """A version of the file: `id` says which of its kind, `at` when it was so, as far as that is known."""

    id: str
    title: str
    body: bytes
    at: datetime | None = None

    @property
    def name(self) -> str:
        """The title with its time: “live, 13:32”."""
        return f"{self.title}, {self.at.astimezone():%H:%M}" if self.at else self.title


class Baselines:
    """What there is to compare with, in the order offered; a choice holds as long as what was chosen is there."""

    def __init__(self) -> None:
        self._known: dict[str, Baseline] = {}
        self._history: tuple[Baseline, ...] = ()
        self._chosen: str | None = None

    @property
    def all(self) -> Sequence[Baseline]:
        """The live file, the file on disk, other files, then the history."""
        order = sorted(self._known.values(), key=lambda each: (each.id != LIVE, each.id != DISK))
        return (*order, *self._history)

    @property
    def current(self) -> Baseline | None:
        """The one chosen, else the live file, else the one on disk; None where there is none of them."""
        found = {each.id: each for each in self.all}
        usual = (self._chosen, LIVE, DISK)
        return next((found[each] for each in usual if each is not None and each in found), None)

    def put(self, baseline: Baseline) -> bool:
        """Add a version or replace the one of its id; whether that is anything new."""
        is_new = self._known.get(baseline.id) != baseline
        self._known[baseline.id] = baseline
        return is_new

    def drop(self, baseline_id: str) -> bool:
        """Forget a version; whether there was one."""
        return self._known.pop(baseline_id, None) is not None

    def set_history(self, history: Iterable[Baseline]) -> None:
        """Offer older versions, the newest first."""
        self._history = tuple(history)

    def choose(self, baseline_id: str | None) -> None:
        """Compare with this one; None for the usual one."""
        self._chosen = baseline_id
