"""Compare how other crawlers read a file: which get the first one's verdicts on every URL, and which do not."""

from collections.abc import Mapping, Sequence
from time import perf_counter

from msgspec import Struct

from robotstudio.engine.cancelling import IsCancelled
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.disagreement import Divergence, Divergences
from robotstudio.engine.proof import Difference, Reading, ReadingComparison, Result, Undecided, compare_readings
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.summary_words import reading_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr


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
    """Other crawlers compared with the first: `alike` are proven to get its verdict on every URL."""

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


_ANOTHER_GROUP: Message = "another group"
_OF_FIRST: Message = "{crawler}: {reading}"
_ONLY_ESCAPED: Message = "only if a URL is escaped"
_ONLY_OWN: Message = "only /robots.txt among plain URLs, which every crawler fetches anyway"

_UNDECIDED: Message = "undecided: neither a proof nor a counterexample within the limit"
_PLAIN: Message = "proven for plain URLs; undecided if something is escaped"

_ALL_AGREE = Plural(
    "Proven for every URL: the other crawler gets the verdict of {first}.",
    "Proven for every URL: all {count} others get the verdict of {first}.",
)
_ALL_AGREE_BUT_OWN = Plural(
    "Proven for plain URLs except /robots.txt itself: the other crawler gets the verdict of {first}.",
    "Proven for plain URLs except /robots.txt itself: all {count} others get the verdict of {first}.",
)
_ALL_AGREE_ON_PLAIN = Plural(
    "Proven for plain URLs: the other crawler gets the verdict of {first}.",
    "Proven for plain URLs: all {count} others get the verdict of {first}.",
)
_SOME_PART = Plural(
    "One of {others} others gets a different verdict than {first}.",
    "{count} of {others} others get a different verdict than {first}.",
)
_THE_OTHER_PARTS: Message = "The other crawler gets a different verdict than {first}."
_MORE_OWN = Plural(
    "One more differs only for /robots.txt among plain URLs.",
    "{count} more differ only for /robots.txt among plain URLs.",
)
_MORE_PART = Plural("One more only if a URL is escaped.", "{count} more only if a URL is escaped.")
_ALIKE: Message = "Proven for every URL: {crawlers}."
_NONE_PARTS: Message = "No URL with a different verdict than {first}'s was found; not everything is decided."
_DECIDED = Plural("{decided} of {count} decided in {time}", "{decided} of {count} decided in {time}")


def outcome_words(known: Agreement, titles: Mapping[str, str]) -> str:
    """Return the result in a sentence."""
    first = titles[known.first]
    if known.is_agreed:
        return ntr(_ALL_AGREE, known.count, first=first)
    if known.is_agreed_but_own:
        return ntr(_ALL_AGREE_BUT_OWN, known.count, first=first)
    if known.is_agreed_on_plain:
        return ntr(_ALL_AGREE_ON_PLAIN, known.count, first=first)
    parted = _parted(known, is_plain=False)
    if not parted:
        return tr(_NONE_PARTS, first=first)
    if known.count == 1:
        return tr(_THE_OTHER_PARTS, first=first)
    return ntr(_SOME_PART, parted, others=WORDS.number(known.count), first=first)


def further_words(known: Agreement, titles: Mapping[str, str]) -> str:
    """Name those that differ only where a URL is escaped, and those that read alike."""
    escaped = 0 if known.is_agreed_on_plain else _parted(known, is_plain=True)
    own = 0 if known.is_agreed_but_own else sum(len(each.tokens) for each in known.parted if each.is_own)
    crawlers = WORDS.side_by_side(titles[token] for token in known.alike)
    if known.is_agreed:
        return crawlers
    alike = tr(_ALIKE, crawlers=crawlers) if crawlers else ""
    more = ntr(_MORE_PART, escaped) if escaped else "", ntr(_MORE_OWN, own) if own else ""
    return WORDS.sentences(filter(None, (*more, alike)))


def _parted(known: Agreement, *, is_plain: bool) -> int:
    return sum(len(each.tokens) for each in known.parted if each.is_plain is is_plain and not each.is_own)


def decided_words(known: Agreement) -> str:
    """Say for how many crawlers it is decided, and how long that took."""
    return ntr(_DECIDED, known.count, decided=known.decided, time=WORDS.duration(known.elapsed_ms))


def reason_words(row: DifferingCrawlers, first: str, titles: Mapping[str, str]) -> str:
    """Say why crawlers differ from the first: what their reading, or its own, does that RFC 9309 does not."""
    if row.is_own:
        return tr(_ONLY_OWN)
    if row.is_plain:
        return tr(_ONLY_ESCAPED)
    if row.parting is None:
        return tr(_ANOTHER_GROUP)
    reading = reading_words(row.parting)
    return tr(_OF_FIRST, crawler=titles[first], reading=reading) if row.parter == first else reading


def open_words(row: UndecidedCrawlers) -> str:
    """Say what is not known about crawlers."""
    return tr(_PLAIN if row.is_plain else _UNDECIDED)
