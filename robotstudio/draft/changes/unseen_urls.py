"""Changes for URLs that are not loaded, from one version of a file to another: for every possible URL."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from time import perf_counter

import numpy as np
from msgspec import Struct

from robotstudio.draft.changes.comparison import DraftComparison
from robotstudio.engine.cancelling import Cancelled, IsCancelled
from robotstudio.engine.changed_urls import ChangedUrls, ChangeExtent, changed_urls, together
from robotstudio.engine.changes import Change, Changes
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.proof import Difference, Differences, Reading, differences
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.side_effects import tokens_affected

_EMPTY = b""
_Lines = tuple[int, int]


class ReadersProof(Struct, frozen=True):
    """Proof for crawlers that share their rules in both versions; `changed` is None if it is incomplete."""

    tokens: tuple[str, ...]
    found: Differences
    changed: ChangedUrls | None = None
    fields_for: frozenset[str] = frozenset()
    """The crawlers for which a delay, a sitemap, a signal or another field changes."""


class ProvenChange(Struct, frozen=True):
    """The URLs that change for some crawlers; no others do."""

    changed: ChangedUrls
    tokens: tuple[str, ...]


def whole_change(proofs: Iterable[ReadersProof]) -> ProvenChange:
    """Return the change for the crawlers for which no pattern limits it, or that lose all that they were allowed."""
    changing = [each for each in proofs if each.changed and each.changed.extent is not ChangeExtent.NOTHING]
    if together(each.changed for each in changing).is_closed:
        return _change_of(changing)
    return _change_of(each for each in changing if each.changed and each.changed.is_whole)


def limited_change(proofs: Iterable[ReadersProof]) -> ProvenChange:
    """Return the change for the other crawlers: only URLs change that match a pattern."""
    known = tuple(proofs)
    whole = whole_change(known).tokens
    limited = (each for each in known if each.changed and each.changed.extent is ChangeExtent.PATTERNS)
    return _change_of(each for each in limited if each.tokens[0] not in whole)


def _change_of(proofs: Iterable[ReadersProof]) -> ProvenChange:
    chosen = tuple(proofs)
    return ProvenChange(
        together(each.changed for each in chosen), tuple(token for each in chosen for token in each.tokens)
    )


class UnseenClass(Struct, frozen=True):
    """URLs whose verdict changes from that of one line to that of another, for some crawlers, by the shortest of them.

    They are `listed` if one of the loaded URLs changes between the same lines.
    """

    tokens: tuple[str, ...]
    difference: Difference
    is_listed: bool


class UnseenUrls(Struct, frozen=True, eq=False):
    """Results for every URL; for `undecided` crawlers, in sets, there is neither a proof nor a counterexample.

    `changed` are the URLs whose verdict changes for any of the `proven` crawlers; for these no other URLs change.
    """

    compared: DraftComparison
    classes: tuple[UnseenClass, ...]
    proven: tuple[str, ...]
    changed: ChangedUrls
    whole: ProvenChange
    """The change for the crawlers for which any URL can change, and for those for which a pattern limits it."""
    limited: ProvenChange
    undecided: tuple[tuple[str, ...], ...]
    changes_nothing: bool
    """True if it is proven for every crawler that no verdict changes at all."""
    changes_fields: bool
    """True if a delay, a sitemap, a signal or another field changes for any crawler."""
    seconds: float
    elapsed_ms: float

    @property
    def further(self) -> tuple[UnseenClass, ...]:
        """Return the classes without a loaded URL."""
        return tuple(each for each in self.classes if not each.is_listed)


def proofs_between(
    before: FileVersion,
    after: FileVersion,
    readers: Sequence[CrawlerView],
    seconds: float,
    is_cancelled: Callable[[], bool] | None = None,
) -> tuple[ReadersProof, ...]:
    """Return a proof for each set of crawlers that share their rules in both versions. Raises `Cancelled`."""
    tokens: dict[_Lines, list[str]] = {}
    readings: dict[_Lines, tuple[Reading, Reading]] = {}
    for reader in readers:
        one, other = (Reading(version.read_as(reader.dialect), reader.agent) for version in (before, after))
        key = id(one.robots.choose(reader.agent).rules), id(other.robots.choose(reader.agent).rules)
        readings[key] = one, other
        tokens.setdefault(key, []).append(reader.token)
    affected, proofs = tokens_affected(before, after, readers), []
    for key, pair in readings.items():
        found = differences(*pair, seconds, is_cancelled=is_cancelled)
        fields_for = affected.intersection(tokens[key])
        proofs.append(ReadersProof(tuple(tokens[key]), found, changed_urls(*pair, found), fields_for))
    return tuple(proofs)


def unseen_urls(
    compared: DraftComparison, proofs: Sequence[ReadersProof], seconds: float, elapsed_ms: float
) -> UnseenUrls:
    """Combine proofs with what is known about the loaded URLs."""
    listed = _listed(compared.changes) if compared.changes else {}
    classes: dict[tuple[Difference, bool], list[str]] = {}
    differing: set[str] = set()
    for proof in proofs:
        for each in proof.found.classes:
            for token in proof.tokens:
                is_listed = (each.line_a or 0, each.line_b or 0) in listed.get(token, ())
                classes.setdefault((each, is_listed), []).append(token)
                if not is_listed:
                    differing.add(token)
    undecided = []
    for proof in proofs:
        tokens = tuple(token for token in proof.tokens if token not in differing)
        if proof.found.reason and tokens:
            undecided.append(tokens)
    return UnseenUrls(
        compared,
        tuple(UnseenClass(tuple(tokens), each, is_listed) for (each, is_listed), tokens in classes.items()),
        tuple(token for proof in proofs for token in proof.tokens if proof.changed),
        together(proof.changed for proof in proofs),
        whole_change(proofs),
        limited_change(proofs),
        tuple(undecided),
        all(not proof.found.classes and not proof.found.reason for proof in proofs),
        any(proof.fields_for for proof in proofs),
        seconds,
        elapsed_ms,
    )


def _listed(changes: Changes) -> Mapping[str, set[_Lines]]:
    """Return between which lines the loaded URLs flip, for each crawler."""
    found: dict[str, set[_Lines]] = {}
    for each in changes.compared:
        flips = (each.changes == Change.BLOCKED) | (each.changes == Change.ALLOWED)
        lines = np.unique(np.column_stack((each.before.lines[flips], each.after.lines[flips])), axis=0)
        pairs = {(before, after) for before, after in lines.tolist()}
        found.update(dict.fromkeys(each.tokens, pairs))
    return found


class UnseenUrlsProver:
    """Proves again and again, and caches what was read of both versions. Used by one thread at a time."""

    def __init__(self) -> None:
        self._before = FileVersion(_EMPTY)
        self._draft = FileVersion(_EMPTY)
        self._last: tuple[object, float, tuple[ReadersProof, ...], float] = None, 0.0, (), 0.0

    def work(self, compared: DraftComparison, seconds: float, is_cancelled: IsCancelled) -> UnseenUrls | None:
        """Return what is known about every URL; None if it is no longer wanted, or nothing is compared."""
        if compared.baseline is None:
            return None
        start = perf_counter()
        asked = compared.baseline.body, compared.analysis.body, compared.question.readers
        known, given, proofs, elapsed_ms = self._last
        if known != asked or given < seconds:
            try:
                proofs = self._proofs(compared, seconds, is_cancelled)
            except Cancelled:
                return None
            given, elapsed_ms = seconds, (perf_counter() - start) * 1000
            self._last = asked, given, proofs, elapsed_ms
        return unseen_urls(compared, proofs, given, elapsed_ms)

    def _proofs(self, compared: DraftComparison, seconds: float, is_cancelled: IsCancelled) -> tuple[ReadersProof, ...]:
        body, baseline = compared.analysis.body, compared.baseline
        before = baseline.body if baseline else _EMPTY
        if self._before.body != before:
            self._before = FileVersion(before)
        if self._draft.body != body:
            self._draft = self._draft.revised(body)
        return proofs_between(self._before, self._draft, compared.question.readers, seconds, is_cancelled)
