"""Rules for chosen URLs: patterns that match them all, what else each would match, and where to write a new rule.

Everything is counted over all loaded URLs. The work is bounded: candidates come from what the chosen URLs, or most of
them, have in common. Each is one search over the table; at most `MOST` of them are tried, and `MOST_PATTERNS` more for
the smallest set of rules that matches all chosen URLs and no others.

That is the set cover problem, which is NP-hard. A bounded search by depth finds the smallest set; if it ends early, the
greedy set is used, which is at most 1 + ln(n) times as large for n URLs (Chvátal 1979,
https://doi.org/10.1287/moor.4.3.233).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from typing import Final, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.engine.bulk import Bools, UrlTable
from robotstudio.engine.changes import Changes
from robotstudio.engine.groups import GLOBAL, Group, Rule
from robotstudio.engine.paths import bytes_of, path_of
from robotstudio.engine.revision import common_start
from robotstudio.engine.robots import Robots
from robotstudio.engine.rule_classes import Places, places_matching
from robotstudio.engine.tokens import LINE_END

MOST: Final = 24
MOST_SAMPLES: Final = 20
_MOST_READ = 5_000  # of the chosen URLs, evenly spread, are searched for what they have in common


class SuggestionKind(StrEnum):
    """The basis of a suggested pattern; of two that match as much, the first here is offered first."""

    EXACT = "exact"  # the one URL
    SESSION = "session"
    TRACKING = "tracking"
    SORT = "sort"
    PRINT = "print"
    PARAMETER = "parameter"  # a parameter of the query, whatever its value
    VALUE = "value"  # a parameter with one value
    DIRECTORY = "directory"
    EXTENSION = "extension"
    PREFIX = "prefix"
    ANY_QUERY = "any-query"
    FEWEST = "fewest"  # several rules; fewer of the patterns that were tried do not match all
    SEVERAL = "several"  # several rules; it was not tried if fewer suffice
    OWN = "own"  # typed by the person


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PARAMETERS: Final = {
    SuggestionKind.SESSION: _words(
        "aspsessionid cfid cftoken jsessionid oscsid osid phpsessid s sessid session session_id sessionid sid token"
        " viewstate zenid"
    ),
    SuggestionKind.TRACKING: _words(
        "_branch_match_id _ga _gl _hsenc _hsmi dclid efid fbclid gad_source gbraid gclid gclsrc igshid irclickid"
        " matomo_campaign mc_cid mc_eid mkt_tok msclkid mtm_campaign mtm_source oly_enc_id piwik_campaign pk_campaign"
        " pk_source ref referer referrer s_kwcid source srsltid tduid trk ttclid twclid utm_campaign utm_content"
        " utm_id utm_medium utm_source utm_term vero_id wbraid wickedid yclid ysclid"
    ),
    SuggestionKind.SORT: _words(
        "asc desc dir direction order order_by orderby ordering product_list_dir product_list_order sort sort_by"
        " sort_dir sort_order sortby sortdir sorting sortorder"
    ),
    SuggestionKind.PRINT: _words("print printable printer printerfriendly printview print_view"),
}
"""The usual purpose of parameters, by names in lower case."""

_ONE_IN: Final = 20  # of the chosen URLs may be missed
_MOST_OF_MOST: Final = 8
_MOST_TOGETHER: Final = 12
_Pieces: TypeAlias = Sequence[tuple[SuggestionKind, tuple[bytes, ...]]]

_NEVER_WRITTEN = b"#\x7f"
_PRINT_SEGMENTS = frozenset({b"print", b"printable", b"printer-friendly", b"printview", b"print-version"})


class Suggestion(Struct, frozen=True, eq=False):
    """Patterns that together match the chosen URLs; two if a parameter may come first or later in the query.

    `urls` counts all loaded URLs that they match, `beyond` those that were not chosen; `samples` are the places of some
    of the latter in the table. `missed` counts the chosen URLs that they do not match: at most 5 %. `weight` and
    `beyond_weight` are sums of the weights of the URLs, None if none is known; `unweighed` of all of them have none.
    """

    kind: SuggestionKind
    patterns: tuple[str, ...]
    urls: int
    beyond: int
    samples: Places
    missed: int = 0
    weight: float | None = None
    beyond_weight: float | None = None
    unweighed: int = 0

    def lines(self, *, allow: bool = False) -> tuple[str, ...]:
        """Return the rules to be written into a file."""
        return tuple(f"{'Allow' if allow else 'Disallow'}: {pattern}" for pattern in self.patterns)


Weights: TypeAlias = NDArray[np.floating]
"""A number for each URL of a table, NaN if it is unknown."""


def suggest(
    table: UrlTable, chosen: Places | Sequence[int], dialect: str = "google", weights: Weights | None = None
) -> tuple[Suggestion, ...]:
    """Return rules for the URLs at some places of a table: those that miss least first, then that match least beyond.

    If no pattern matches all of them and nothing else, several patterns that do so together are offered, too. Of
    patterns that match as much beyond, those with less weight there come first.
    """
    selected = np.zeros(len(table), np.bool_)
    selected[np.asarray(chosen, np.intp)] = True
    places = np.flatnonzero(selected)
    if not len(places):
        return ()
    some = places if len(places) <= _MOST_READ else places[np.linspace(0, len(places) - 1, _MOST_READ).astype(np.intp)]
    paths = [path_of(bytes_of(table.urls[place])) for place in some.tolist()]
    counting = _Counting(table, selected, dialect, weights)
    for kind, patterns in islice(filter(_can_be_written, _candidates(paths)), MOST):
        counting.add(kind, patterns)
    pieces = _pieces(paths)
    for kind, patterns in _of_most(pieces, len(paths)):
        counting.add(kind, patterns, most_missed=len(places) // _ONE_IN)
    if not any(each.beyond == each.missed == 0 for each in counting.found.values()):
        counting.add_set(pieces)
    order = list(SuggestionKind)
    return tuple(
        sorted(
            counting.found.values(),
            key=lambda each: (
                *(bool(each.missed), each.beyond, each.beyond_weight or 0.0, each.missed),
                *(order.index(each.kind), each.patterns),
            ),
        )
    )


def counted(
    table: UrlTable,
    chosen: Places | Sequence[int],
    patterns: Sequence[str],
    dialect: str = "google",
    weights: Weights | None = None,
) -> Suggestion:
    """Return what patterns of the person's own match, and miss of the URLs at some places of a table."""
    selected = np.zeros(len(table), np.bool_)
    selected[np.asarray(chosen, np.intp)] = True
    counting = _Counting(table, selected, dialect, weights)
    counting.add(SuggestionKind.OWN, [bytes_of(pattern) for pattern in patterns], most_missed=len(table))
    return counting.found[tuple(patterns)]


class _Counting:
    """Counts what patterns match in a table, and keeps those that are worth offering."""

    def __init__(self, table: UrlTable, selected: Bools, dialect: str, weights: Weights | None) -> None:
        self._table, self._selected, self._dialect, self._weights = table, selected, dialect, weights
        self._of_patterns: dict[tuple[bytes, ...], Bools] = {}
        self.found: dict[tuple[str, ...], Suggestion] = {}

    def add(self, kind: SuggestionKind, patterns: Sequence[bytes], most_missed: int = 0) -> None:
        """Add a suggestion, if it misses at most so many of the chosen URLs."""
        matched = self._matched(tuple(patterns))
        missed = int(np.count_nonzero(self._selected & ~matched))
        if missed > most_missed:
            return
        beyond = np.flatnonzero(matched & ~self._selected)
        written = tuple(pattern.decode("utf-8", "surrogateescape") for pattern in patterns)
        count = int(np.count_nonzero(matched))
        weight, beyond_weight = self._weight_of(np.flatnonzero(matched)), self._weight_of(beyond)
        unweighed = 0 if self._weights is None else int(np.count_nonzero(np.isnan(self._weights[matched])))
        samples = beyond[:MOST_SAMPLES].copy()
        suggestion = Suggestion(kind, written, count, len(beyond), samples, missed, weight, beyond_weight, unweighed)
        self.found.setdefault(written, suggestion)

    def _weight_of(self, places: Places) -> float | None:
        """Return the sum of the known weights of some URLs, None if there is no known one among them."""
        if self._weights is None:
            return None
        some = self._weights[places]
        known = some[~np.isnan(some)]
        return None if len(some) and not len(known) else float(known.sum(dtype=np.float64))

    def add_set(self, pieces: _Pieces) -> None:
        """Add the fewest patterns that together match all chosen URLs and no others, if there are such."""
        spared = ~self._selected
        some = self._some_of(np.flatnonzero(spared))
        narrow = []
        for _, patterns in islice(pieces, MOST_PATTERNS):
            if _matched(some, patterns, self._dialect).any():  # found in no time, unlike in a million URLs
                continue
            matched = self._matched(patterns)
            if not (matched & spared).any():
                narrow.append((patterns, matched[self._selected]))
        cover = smallest_cover([matched for _, matched in narrow], _MOST_TOGETHER)
        if cover and len(cover.chosen) > 1:
            together = dict.fromkeys(pattern for number in cover.chosen for pattern in narrow[number][0])
            self.add(SuggestionKind.FEWEST if cover.is_smallest else SuggestionKind.SEVERAL, tuple(together))

    def _some_of(self, places: Places) -> UrlTable:
        spread = places[np.linspace(0, len(places) - 1, min(len(places), _MOST_READ)).astype(np.intp)]
        return UrlTable(self._table.urls[place] for place in spread.tolist())

    def _matched(self, patterns: tuple[bytes, ...]) -> Bools:
        if patterns not in self._of_patterns:
            self._of_patterns[patterns] = _matched(self._table, patterns, self._dialect)
        return self._of_patterns[patterns]


def _matched(table: UrlTable, patterns: Iterable[bytes], dialect: str) -> Bools:
    matched = np.zeros(len(table), np.bool_)
    for pattern in patterns:
        matched[places_matching(table, Rule(0, allow=False, written=pattern, pattern=pattern), dialect)] = True
    return matched


def _pieces(paths: Sequence[bytes]) -> _Pieces:
    """Return the patterns of single paths, those first that come from most paths, and of these the longest."""
    counts = Counter[tuple[SuggestionKind, tuple[bytes, ...]]]()
    for path in paths:
        counts.update(filter(_can_be_written, dict.fromkeys(_of_path(path))))
    few = len(paths) <= _MOST_TOGETHER
    if few:
        counts.update(
            candidate
            for path in dict.fromkeys(paths)
            if _can_be_written(candidate := (SuggestionKind.EXACT, (path + b"$",)))
        )
    exact = SuggestionKind.EXACT
    ordered = sorted(counts.items(), key=lambda each: (each[0][0] is exact, -each[1], -len(each[0][1][0]), each[0][1]))
    return [candidate for candidate, count in ordered if few or count > 1]


def _of_most(pieces: _Pieces, count: int) -> Iterator[tuple[SuggestionKind, tuple[bytes, ...]]]:
    """Yield the first patterns, which match most paths, if it is worth to leave some of them out."""
    if count >= _ONE_IN:
        yield from islice((each for each in pieces if each[0] is not SuggestionKind.EXACT), _MOST_OF_MOST)


def _of_path(path: bytes) -> Iterator[tuple[SuggestionKind, tuple[bytes, ...]]]:
    yield from _by_parameters([path])
    yield from _by_directories([path.partition(b"?")[0]])
    extension = _extension(path.partition(b"?")[0])
    if extension:
        yield SuggestionKind.EXTENSION, (b"/*" + extension + b"$",)


def _candidates(paths: Sequence[bytes]) -> Iterator[tuple[SuggestionKind, tuple[bytes, ...]]]:
    """Yield patterns that may match all of some paths, the more specific kinds first."""
    common = _common_start(paths)
    bare = [path.partition(b"?")[0] for path in paths]
    if len(set(paths)) == 1:
        yield SuggestionKind.EXACT, (paths[0] + b"$",)
    yield from _by_parameters(paths)
    yield from _by_directories(bare)
    extension = _common(_extension(path) for path in bare)
    if extension:
        yield SuggestionKind.EXTENSION, (b"/*" + extension + b"$",)
        folder = common[: common.rfind(b"/") + 1]
        if len(folder) > 1:
            yield SuggestionKind.EXTENSION, (folder + b"*" + extension + b"$",)
        if any(b"?" in path for path in paths):
            yield SuggestionKind.EXTENSION, (b"/*" + extension,)
    if all(_PRINT_SEGMENTS.intersection(path.lower().split(b"/")) for path in bare):
        for segment in sorted(_shared(path.split(b"/") for path in bare)):
            if segment.lower() in _PRINT_SEGMENTS:
                yield SuggestionKind.PRINT, (b"/*/" + segment + b"/", b"/*/" + segment + b"$")
                yield SuggestionKind.PRINT, (b"/*/" + segment,)
    if len(common) > 1 and not common.endswith(b"/"):
        yield SuggestionKind.PREFIX, (_literal(common),)
    if all(b"?" in path for path in paths):
        yield SuggestionKind.ANY_QUERY, (b"/*?",)


def _by_parameters(paths: Sequence[bytes]) -> Iterator[tuple[SuggestionKind, tuple[bytes, ...]]]:
    """Yield patterns for common parameters, after `?` and after `&`, since no pattern can express “either”."""
    queries = [path.partition(b"?")[2].split(b"&") if b"?" in path else [] for path in paths]
    pairs = _shared(queries)
    for name in sorted(_shared([parameter.partition(b"=")[0] for parameter in query] for query in queries) - {b""}):
        with_value = all(any(each.startswith(name + b"=") for each in query) for query in queries)
        start = name + b"=" if with_value else name
        kind = _kind_of(name)
        yield kind, (b"/*?" + _literal(start), b"/*&" + _literal(start))
        for pair in sorted(pairs):
            if pair.startswith(name + b"=") and len(pair) > len(start):
                yield SuggestionKind.VALUE, (b"/*?" + _literal(pair), b"/*&" + _literal(pair))


def _by_directories(bare: Sequence[bytes]) -> Iterator[tuple[SuggestionKind, tuple[bytes, ...]]]:
    """Yield the directories that contain all paths, the deepest first."""
    common = _common_start(bare)
    end = common.rfind(b"/") + 1
    while end > 1:
        yield SuggestionKind.DIRECTORY, (_literal(common[:end]),)
        end = common.rfind(b"/", 0, end - 1) + 1


def _kind_of(name: bytes) -> SuggestionKind:
    lower = name.decode("utf-8", "replace").lower()
    return next((kind for kind, names in PARAMETERS.items() if lower in names), SuggestionKind.PARAMETER)


def _can_be_written(candidate: tuple[SuggestionKind, tuple[bytes, ...]]) -> bool:
    """Return True if patterns survive being written: blanks around a value are cut off, and `#` starts a comment."""
    return not any(byte <= 0x20 or byte in _NEVER_WRITTEN for pattern in candidate[1] for byte in pattern)


def _literal(text: bytes) -> bytes:
    """Turn the start of a path into a pattern; a final `$` would be an anchor."""
    return text + b"*" if text.endswith(b"$") else text


def _common_start(paths: Sequence[bytes]) -> bytes:
    least = min(paths)
    return least[: common_start(least, max(paths))]


def _extension(path: bytes) -> bytes:
    name = path.rpartition(b"/")[2]
    _, dot, extension = name.rpartition(b".")
    return dot + extension if dot and extension.isalnum() and len(extension) <= 5 else b""


def _common(values: Iterable[bytes]) -> bytes:
    """Return the value that all have in common, or an empty one."""
    several = set(values)
    return several.pop() if len(several) == 1 else b""


def _shared(several: Iterable[Iterable[bytes]]) -> set[bytes]:
    sets = iter(several)
    shared = set(next(sets, ()))
    for each in sets:
        shared &= set(each)
        if not shared:
            break
    return shared


class RulePlace(Struct, frozen=True):
    """A group that can take rules, with its product tokens as written; rules are inserted after line `after`.

    `heading` are the first lines of a group that does not exist yet.
    """

    tokens: tuple[str, ...]
    after: int
    heading: tuple[str, ...] = ()

    @property
    def is_new(self) -> bool:
        """True if the group does not exist yet."""
        return bool(self.heading)

    def lines(self, rules: Sequence[str]) -> tuple[str, ...]:
        """Return what is written for some rules."""
        return (*self.heading, *rules)


def rule_places(robots: Robots, tokens: Iterable[str], body: bytes) -> tuple[RulePlace, ...]:
    """Return the groups of a file, that for all crawlers first, then new ones for tokens that no group names.

    Of several groups for the same crawlers only the last one is returned.
    """
    last: dict[tuple[bytes, ...], Group] = {}
    for group in robots.groups:
        last[tuple(dict.fromkeys(agent.token.lower() for agent in group.agents))] = group
    there = [RulePlace(_written(group), group.last_line) for group in last.values()]
    named = {token for names in last for token in names}
    wanted = ["*", *(token for token in tokens if token != "*")]
    is_open = bool(robots.groups) and not robots.groups[-1].rules
    new = [
        _new_place(token, body, is_open=is_open)
        for token in dict.fromkeys(wanted)
        if token.lower().encode() not in named
    ]
    everyone = (GLOBAL.decode(),)
    return tuple(sorted([*there, *new], key=lambda place: (place.tokens != everyone, place.is_new, place.after)))


def _written(group: Group) -> tuple[str, ...]:
    names = {agent.token: agent.written for agent in reversed(group.agents)}
    return tuple(name.decode("utf-8", "replace") for name in reversed(names.values()))


def _new_place(token: str, body: bytes, *, is_open: bool) -> RulePlace:
    """Make a group at the end. If the last one `is_open`, without a rule, it gets an empty one, or both would merge."""
    ends = [found.span() for found in LINE_END.finditer(body)]
    rest = body[ends[-1][1] :] if ends else body
    before = ("Disallow:", "") if is_open else ("",) if body.strip() else ()
    return RulePlace((token,), len(ends) + bool(rest), (*before, f"User-agent: {token}"))


class InsertionChoice(Struct, frozen=True, eq=False):
    """A suggestion as Disallow or Allow in a group."""

    suggestion: Suggestion
    place: RulePlace
    is_allow: bool

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines to be written into the file."""
        return self.place.lines(self.suggestion.lines(allow=self.is_allow))


class InsertionPreview(Struct, frozen=True, eq=False):
    """The changes that inserting a choice would make."""

    choice: InsertionChoice
    changes: Changes
    titles: Mapping[str, str]


MOST_PATTERNS: Final = 48
"""Patterns to choose from; one bit each."""
_MOST_COMBINATIONS: Final = 1_000  # of which the smallest choice is searched for


class Cover(Struct, frozen=True):
    """The indices of the chosen sets, ascending; `is_smallest` if it is proven that no smaller choice covers all."""

    chosen: tuple[int, ...]
    is_smallest: bool


def smallest_cover(matches: Sequence[Bools], most: int, steps: int = 20_000) -> Cover | None:
    """Choose from sets of elements; None if they do not cover all elements, or only with more than `most` sets.

    `matches` are at most `MOST_PATTERNS` sets, each an array with an entry for each element. After some `steps` the
    search for the smallest choice ends.
    """
    bits = _membership(matches)
    greedy = _greedy(bits, len(matches), most) if len(bits) and bits[0] else None
    if greedy is None:
        return None
    if len(bits) > _MOST_COMBINATIONS:
        return Cover(greedy, is_smallest=len(greedy) == 1)
    search = _Search(_without_implied(bits), steps)
    for size in range(1, len(greedy)):
        found = search.cover(size)
        if found is not None:
            return Cover(found, is_smallest=True)
        if search.is_spent:
            break
    return Cover(greedy, is_smallest=not search.is_spent)


def _membership(matches: Sequence[Bools]) -> NDArray[np.uint64]:
    """Return the different combinations of sets that elements are in, a bit for each set, in ascending order."""
    bits = np.zeros(len(matches[0]) if matches else 0, np.uint64)
    for number, found in enumerate(matches):
        bits |= found.astype(np.uint64) << np.uint64(number)
    return np.unique(bits)


def _without_implied(bits: NDArray[np.uint64]) -> tuple[int, ...]:
    """Leave out combinations that a smaller one implies: who covers that covers them."""
    kept: list[int] = []
    for each in sorted(bits.tolist(), key=int.bit_count):
        if not any(each & other == other for other in kept):
            kept.append(each)
    return tuple(kept)


def _greedy(bits: NDArray[np.uint64], count: int, most: int) -> tuple[int, ...] | None:
    left, chosen = bits, list[int]()
    while len(left):
        if len(chosen) == most:
            return None
        gains = [int(np.count_nonzero(left >> np.uint64(number) & np.uint64(1))) for number in range(count)]
        best = max(range(count), key=gains.__getitem__)
        chosen.append(best)
        left = left[left >> np.uint64(best) & np.uint64(1) == 0]
    return tuple(sorted(chosen))


class _Search:
    """Searches by depth: one set for the element that is in the fewest, then the rest."""

    def __init__(self, signatures: Sequence[int], steps: int) -> None:
        self._signatures = signatures
        self._steps_left = steps

    @property
    def is_spent(self) -> bool:
        """True if the search ended before all choices were tried."""
        return self._steps_left < 0

    def cover(self, size: int) -> tuple[int, ...] | None:
        found = self._rest(self._signatures, size)
        return None if found is None else tuple(sorted(found))

    def _rest(self, left: Sequence[int], size: int) -> tuple[int, ...] | None:
        self._steps_left -= 1
        if not left:
            return ()
        if not size or self.is_spent:
            return None
        for number in _numbers(min(left, key=int.bit_count)):
            found = self._rest([each for each in left if not each >> number & 1], size - 1)
            if found is not None:
                return (number, *found)
        return None


def _numbers(signature: int) -> list[int]:
    return [number for number in range(signature.bit_length()) if signature >> number & 1]
