"""The versions that a draft can be compared with, and the default among them."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec import Struct

from robotstudio.text.language import WORDS

LIVE, DISK = "live", "disk"


class Baseline(Struct, frozen=True):
    """A version of the file: `id` says which of its kind, `at` is its time, if that is known."""

    id: str
    title: str
    body: bytes
    at: datetime | None = None
    site: str = ""
    """The URL from which a live file was fetched, "" for others."""

    def name(self) -> str:
        """Return the title with its time: “live, 13:32”."""
        return WORDS.with_fact(self.title, f"{self.at.astimezone():%H:%M}" if self.at else "")


class Baselines:
    """The versions to compare with, in the order offered; a choice holds as long as the chosen version exists."""

    def __init__(self) -> None:
        self._known: dict[str, Baseline] = {}
        self._history: tuple[Baseline, ...] = ()
        self._documents: tuple[Baseline, ...] = ()
        self._chosen: str | None = None
        self._site = ""
        self._fetched_before: Baseline | None = None

    @property
    def all(self) -> Sequence[Baseline]:
        """Return the live file, the file on disk, other files, other open documents, then the history."""
        order = sorted(self._known.values(), key=lambda each: (each.id != LIVE, each.id != DISK))
        return (*order, *self._documents, *self._history)

    @property
    def current(self) -> Baseline | None:
        """Return the chosen one, else the live file of the draft's site, else the one on disk; None if none exists."""
        found = {each.id: each for each in self.all}
        usual = (self._chosen, LIVE if self._is_of_the_draft(found.get(LIVE)) else None, DISK)
        return next((found[each] for each in usual if each is not None and each in found), None)

    def begin(self) -> None:
        """Start with another draft: no version was chosen for it, and the last fetch may be of another site."""
        self._chosen = None
        self._fetched_before = self._known.get(LIVE)

    def set_site(self, address: str) -> bool:
        """Set where the draft is served, "" if that is not known; return if it changed."""
        is_new, self._site = address != self._site, address
        return is_new

    def _is_of_the_draft(self, live: Baseline | None) -> bool:
        """Return True if the site is the same; if none is known, if it was fetched since the draft was opened."""
        if live is None:
            return False
        return live.site == self._site if live.site and self._site else live is not self._fetched_before

    def put(self, baseline: Baseline) -> bool:
        """Add a version or replace the one with its id; return if that changes anything."""
        is_new = self._known.get(baseline.id) != baseline
        self._known[baseline.id] = baseline
        return is_new

    def drop(self, baseline_id: str) -> bool:
        """Remove a version; return if there was one."""
        return self._known.pop(baseline_id, None) is not None

    def set_history(self, history: Iterable[Baseline]) -> None:
        """Offer older versions, the newest first."""
        self._history = tuple(history)

    def set_documents(self, documents: Iterable[Baseline]) -> bool:
        """Offer the other documents of the window; return if that changes anything."""
        before, self._documents = self._documents, tuple(documents)
        return before != self._documents

    def choose(self, baseline_id: str | None) -> None:
        """Compare with this one; None for the default."""
        self._chosen = baseline_id
