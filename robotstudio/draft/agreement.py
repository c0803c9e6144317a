"""Compare how other crawlers read a file: which get the first one's verdicts on every URL, and which do not."""

from collections.abc import Sequence
from time import perf_counter

from msgspec import Struct

from robotstudio.engine.cancelling import IsCancelled
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.disagreement import Divergence, Divergences
from robotstudio.engine.proof import Difference, Reading, ReadingComparison, Result, Undecided, compare_readings
from robotstudio.engine.robots import FileVersion


class DifferingCrawlers(Struct, frozen=True):
    """Crawlers that get another verdict on a URL than the first does: `difference` has that of the first as `a`.

    `parter` is the one whose reading differs from RFC 9309 there, and `parting` why; if both are None, the file itself
    tells them different things. `is_plain` is True if they differ only where a URL is escaped, `is_own` if of plain
    URLs
    they differ about that of the robots.txt alone, which every crawler fetches anyway.
    """

    tokens: tuple[str, ...]
    difference: Difference
    parter: str | None
    parting: Divergence | None
    is_plain: bool
    is_own: bool = False


class UndecidedCrawlers(Struct, frozen=True):
    """Crawlers for which it is undecided; `is_plain` if they are proven to agree on all plain URLs."""

    tokens: tuple[str, ...]
    reason: Undecided
    is_plain: bool


class Agreement(Struct, frozen=True):
    """How the others read a file: `alike` are proven to get the verdict of the first crawler on every URL."""

    first: str
    alike: tuple[str, ...]
    parted: tuple[DifferingCrawlers, ...]
    undecided: tuple[UndecidedCrawlers, ...]
    seconds: float
    elapsed_ms: float

    @property
    def count(self) -> int:
        """Count the crawlers that are compared with the first."""
        return self.decided + sum(len(each.tokens) for each in self.undecided)

    @property
    def decided(self) -> int:
        """Count those for which it is decided."""
        return len(self.alike) + sum(len(each.tokens) for each in self.parted)

    @property
    def is_agreed(self) -> bool:
        """Return True if it is proven that all of them get the same verdict on every URL."""
        return not self.parted and not self.undecided

    @property
    def is_agreed_but_own(self) -> bool:
        """Return True if that is proven for every plain URL except that of the robots.txt itself."""
        return all(each.is_own for each in self.parted) and not self.undecided

    @property
    def is_agreed_on_plain(self) -> bool:
        """Return True if that is proven for every plain URL: printable ASCII, nothing escaped."""
        return all(each.is_plain for each in self.parted) and all(each.is_plain for each in self.undecided)


def agreement(
    version: FileVersion, crawlers: Sequence[Crawler], seconds: float, is_cancelled: IsCancelled | None = None
) -> Agreement:
    """Compare how some crawlers read a file with how the first does, each set of them for so many seconds.

    Those whose reading differs come before those to whom the file says something else: nobody wrote the former. Last
    come those that differ only where a URL is escaped. Raises `Cancelled`.
    """
    start = perf_counter()
    first, *others = crawlers
    alike: list[str] = []
    parted: dict[tuple[object, ...], tuple[list[str], DifferingCrawlers]] = {}
    undecided: dict[tuple[Undecided, bool], list[str]] = {}
    partings = Divergences(version.body)
    for some, found in _found(version, first, others, seconds, is_cancelled):
        tokens = [each.token for each in some]
        if found.difference:
            why = partings.between(found.difference.url, first, some[0])
            parter, parting = (why[0], why[1]) if why else (None, None)
            of_first = parter is first
            token = parter.token if parter else None
            told = DifferingCrawlers((), found.difference, token, parting, found.is_plain, found.is_own)
            parted.setdefault((found.difference, parting, of_first), ([], told))[0].extend(tokens)
        elif found.outcome is Result.EQUAL:
            alike += tokens
        else:
            undecided.setdefault((found.reason or Undecided.TIME, found.is_plain), []).extend(tokens)
    rows = [
        DifferingCrawlers(tuple(tokens), told.difference, told.parter, told.parting, told.is_plain, told.is_own)
        for tokens, told in parted.values()
    ]
    rows.sort(key=lambda row: (row.is_own, row.is_plain, row.parting is None))
    still_open = tuple(UndecidedCrawlers(tuple(tokens), *key) for key, tokens in undecided.items())
    elapsed_ms = (perf_counter() - start) * 1000
    return Agreement(first.token, tuple(alike), tuple(rows), still_open, seconds, elapsed_ms)


def _found(
    version: FileVersion,
    first: Crawler,
    others: Sequence[Crawler],
    seconds: float,
    is_cancelled: IsCancelled | None,
) -> Sequence[tuple[list[Crawler], ReadingComparison]]:
    """Return an answer for each set of crawlers that share their rules."""
    ours = Reading(version.read_as(first.dialect), first.agent)
    sets: dict[tuple[int, str], tuple[list[Crawler], Reading]] = {}
    for each in others:
        robots = version.read_as(each.dialect)
        key = id(robots.choose(each.agent).rules), each.dialect
        sets.setdefault(key, ([], Reading(robots, each.agent)))[0].append(each)
    return [
        (some, compare_readings(ours, theirs, seconds, is_cancelled=is_cancelled)) for some, theirs in sets.values()
    ]
