"""Missing siblings: URLs that are allowed although a rule blocks a near form, such as /tr/panel beside /panel.

A kind of near form is a way to write nearly the same address. For each rule and kind this finds the loaded URLs that
the rule misses, and the narrowest patterns that block them and no other loaded URL. What an Allow line allows is meant.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from itertools import chain
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from robotstudio.engine import Robots, UrlTable
from robotstudio.engine.access import matches_everything
from robotstudio.engine.bulk import Bools, PathView, Rows
from robotstudio.engine.bulk.origins import origins_of
from robotstudio.engine.bulk.sorted_paths import SortedPaths, distinct_sorted
from robotstudio.engine.bulk.view import PatternRows
from robotstudio.engine.cancelling import Checkpoint, IsCancelled, checkpoint_of
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.groups import Rule
from robotstudio.engine.paths import bytes_of, normalise_percent
from robotstudio.engine.patterns import SegmentKind, align
from robotstudio.engine.proof import Reading, Result, covers, prove_equal
from robotstudio.engine.revision import with_lines
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.ruleset import RuleSet
from robotstudio.text.language import Message, tr
from robotstudio.text.phrases import printable

MOST_EXAMPLES: Final = 3
MOST_PATTERNS: Final = 24
"""A finding that needs more lines than these is reported without any."""
_SECONDS: Final = 1.0
"""The time for one proof about every URL."""

Numbers = NDArray[np.intp]
_Fold = Callable[[bytes], bytes]
_Near = Callable[[bytes], bytes]


class SiblingKind(StrEnum):
    """The difference between an allowed URL and the near form that a rule blocks."""

    LANGUAGE = "language"  # a prefix of a language or a region: /tr/panel
    CASE = "case"
    SLASH = "slash"  # with or without a slash at the end of the path
    DOUBLED = "doubled-slash"
    ENCODING = "encoding"  # a letter that is percent-encoded: /p%61nel
    PARAMETERS = "parameters"  # ?page=2&sort=x beside ?sort=x
    HOST = "host"  # another host of the site, which has a robots.txt of its own


class MissingSibling(Struct, frozen=True):
    """The allowed URLs of one kind that a rule misses, for some crawlers.

    `patterns` block all of them and no other loaded URL, proven by evaluating the changed file; empty if there are no
    such patterns, and for another host. `is_exact` if it is also proven for all possible URLs that they block only
    siblings; else `witness` may be a path that they block, too.
    """

    line: int
    rule: str
    kind: SiblingKind
    tokens: tuple[str, ...]
    urls: int
    examples: tuple[str, ...]
    patterns: tuple[str, ...] = ()
    is_exact: bool = False
    witness: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines to insert after that of the rule."""
        return tuple(f"Disallow: {pattern}" for pattern in self.patterns)


def missing_siblings(
    version: FileVersion,
    table: UrlTable,
    readers: Sequence[CrawlerView],
    robots_url: str = "",
    is_cancelled: IsCancelled | None = None,
) -> tuple[MissingSibling, ...]:
    """Return the missing siblings of all Disallow rules, in the order of the file.

    The site is that of `robots_url`, or else the host with the most URLs. Raises `Cancelled`.
    """
    checkpoint = checkpoint_of(is_cancelled)
    hosts = _Hosts(table, robots_url, checkpoint)
    classes = _classes_of(version, table, readers, hosts.own, checkpoint)
    found: dict[tuple[int, SiblingKind], list[_Found]] = {}
    for each in classes:
        for some in each.found():
            found.setdefault((some.rule.line, some.kind), []).append(some)
    order = list(SiblingKind)
    missing = [
        _reported(version, table, classes, found[key], checkpoint)
        for key in sorted(found, key=lambda key: (key[0], order.index(key[1])))
    ]
    on_hosts = _on_other_hosts(table, classes, hosts)
    return tuple(sorted(chain(missing, on_hosts), key=lambda one: (one.line, order.index(one.kind))))


class _Found(Struct, frozen=True, eq=False):
    """The rows of one kind that a rule misses in a class of crawlers.

    `choices` are sets of patterns, as written, of which the first that fits is offered; `exact` are those that match
    only what the kind says.
    """

    owner: "_Class"
    rule: Rule
    kind: SiblingKind
    rows: Numbers
    choices: tuple[tuple[str, ...], ...]
    exact: tuple[str, ...] = ()


class _Hosts:
    """The hosts of a table: `own` are the URLs of the site itself, `others` those of its other hosts."""

    def __init__(self, table: UrlTable, robots_url: str, checkpoint: Checkpoint) -> None:
        names, codes = origins_of(table.texts, checkpoint)
        hosts = [_host(name) for name in names]
        counts = np.bincount(codes, minlength=len(names))
        totals = Counter[bytes]()
        for host, count in zip(hosts, counts.tolist(), strict=True):
            if host:
                totals[host] += count
        main = _host(robots_url.encode("utf-8", "surrogateescape")) or max(totals, key=totals.__getitem__, default=b"")
        self.own: Bools = np.array([host in {b"", main} for host in hosts], np.bool_)[codes]
        is_other = [bool(host) and host != main and _site(host) == _site(main) for host in hosts]
        self.others: Bools = np.array(is_other, np.bool_)[codes]


def _host(origin: bytes) -> bytes:
    """Return the host of an address, with its port, in lower case."""
    return origin.partition(b"://")[2].partition(b"/")[0].lower()


_PREFIXES: Final = frozenset({b"www", b"m", b"mobile", b"wap", b"touch", b"amp"})


def _site(host: bytes) -> bytes:
    first, _, rest = host.partition(b".")
    return rest if first in _PREFIXES and b"." in rest else host


class _Class:
    """Crawlers that obey the same rules, with the paths of the site as they compare them."""

    def __init__(
        self, robots: Robots, readers: Sequence[CrawlerView], table: UrlTable, own: Bools, checkpoint: Checkpoint
    ) -> None:
        self.robots = robots
        self.agent = readers[0].agent
        self.tokens = tuple(reader.token for reader in readers)
        self.rules = robots.choose(self.agent).rules
        self.dialect = robots.dialect.id
        self.view = table.view(robots.dialect.path_of, checkpoint)
        self._own = own
        self._checkpoint = checkpoint
        self.lines = frozenset(rule.line for rule in self.rules.ranked)
        self.disallowed = {rule.line: rule for rule in reversed(self.rules.ranked) if self._is_narrow(rule)}
        places = np.full(len(self.view.paths), -1, np.intp)
        places[self.view.inverse[own]] = np.flatnonzero(own)
        self._rows = np.flatnonzero(places >= 0)
        self._places = places
        self.present = places >= 0
        self.verdicts = self.view.verdicts(self.rules, robots.dialect.never_asked, checkpoint)
        self.blocked = self.blocked_by(self.rules)
        self._open = self._find_open()

    def _is_narrow(self, rule: Rule) -> bool:
        return (
            not rule.allow
            and rule.has_pattern
            and bool(rule.written)
            and not rule.rewritten
            and not matches_everything(rule, self.rules.wildcards)
        )

    def _find_open(self) -> Bools:
        """Return the rows that are allowed without an Allow line that means them."""
        allowed, lines = self.verdicts.at(self._places[self._rows])
        meant = {
            rule.line
            for rule in self.rules.ranked
            if rule.allow and rule.written and not matches_everything(rule, self.rules.wildcards)
        }
        is_open = np.zeros(len(self.present), np.bool_)
        is_open[self._rows] = allowed & ~np.isin(lines, np.array(sorted(meant), np.int32))
        root = self.view.paths.row_of(b"/")
        if root is not None:
            is_open[root] = False
        return is_open

    def blocked_by(self, rules: RuleSet) -> NDArray[np.uint8]:
        """Return 1 for each row that some rules block."""
        verdicts = self.view.verdicts(rules, self.robots.dialect.never_asked, self._checkpoint)
        return np.asarray(verdicts.by_row(verdicts.flags(1, 0, 0)) & self.present, np.uint8)

    def found(self) -> Iterator[_Found]:
        """Yield what the rules miss, one kind after another."""
        if not self.disallowed:
            return
        locales = self._locales()
        yield from self._behind_prefixes(locales)
        yield from self._folded(SiblingKind.CASE, bytes.lower, _UPPER)
        yield from self._folded(SiblingKind.ENCODING, normalise_percent, _ESCAPE)
        for rule in self.disallowed.values():
            self._checkpoint()
            for kind, variants, near in _variants(rule.written, locales):
                rows = self._near(rule, variants, near)
                if len(rows):
                    written = tuple(_text(pattern) for pattern in self._matching(variants, rows))
                    yield _Found(self, rule, kind, rows, (written,), written)

    def rows_of(self, pattern: bytes) -> Numbers:
        """Return the rows that a pattern matches as it is written in the file."""
        read = self.robots.dialect.pattern_of(pattern)
        if read is None:
            return _NONE
        for _, rows in self.view.rows([Rule(0, allow=False, written=pattern, pattern=read)], self.rules.wildcards):
            return _numbers(rows, len(self.present))
        return _NONE

    def urls_of(self, rows: Numbers) -> Numbers:
        """Return the places of the site's URLs with these paths, in the order of the table."""
        is_wanted = np.zeros(len(self.present), np.bool_)
        is_wanted[rows] = True
        return np.flatnonzero(is_wanted[self.view.inverse] & self._own)

    def _near(self, rule: Rule, variants: Iterable[bytes], near: _Near) -> Numbers:
        """Return the allowed rows that variants of a pattern match, if the rule blocks their near form."""
        found = [self._open_rows(self.rows_of(variant)) for variant in variants]
        rows = np.unique(np.concatenate([_NONE, *found]))
        if not len(rows):
            return rows
        lines = self._lines_of_paths([near(self.view.paths[row]) for row in rows.tolist()], self.rules)
        return self._of_words(rule, rows[lines == rule.line])

    def _of_words(self, rule: Rule, rows: Numbers, fold: _Fold = bytes) -> Numbers:
        """Leave out longer words than the one that a rule ends with: /global in /ms/globalhorizons is a coincidence.

        A plural is the same word. A short word must not go on behind a hyphen either: /css in /CSS-tutorials.
        """
        word = _LAST_WORD.search(fold(rule.pattern.rstrip(b"*")))
        if word is None:
            return rows
        end = rb"(?:e?s)?(?![A-Za-z0-9])" if len(word[0]) >= _LONG else rb"(?![A-Za-z0-9_-])"
        whole = re.compile(rb"(?<![A-Za-z0-9])" + re.escape(word[0]) + end, re.IGNORECASE)
        return rows[np.fromiter((bool(whole.search(fold(self.view.paths[row]))) for row in rows.tolist()), np.bool_)]

    def _open_rows(self, rows: Numbers) -> Numbers:
        return rows[self._open[rows]]

    def _matching(self, variants: Iterable[bytes], rows: Numbers) -> list[bytes]:
        """Return the variants that are needed to match these rows."""
        return [variant for variant in variants if np.isin(self.rows_of(variant), rows).any()]

    # Languages and regions

    def _locales(self) -> Mapping[bytes, Numbers]:
        """Return the first segments that name languages or regions on this site, with the rows that begin so.

        One of two letters alone may be anything, unless the site has some of its pages without it, too.
        """
        found = {segment: rows for segment in self._segments() if len(rows := self._range(b"/" + segment + b"/"))}
        if len(found) > 1 or any(len(segment) > _LONGEST_BARE for segment in found):
            return found
        return {segment: rows for segment, rows in found.items() if self._has_pairs(segment, rows)}

    def _has_pairs(self, segment: bytes, rows: Numbers) -> bool:
        paths = self.view.paths
        others = (paths.row_of(paths[row][len(segment) + 1 :]) for row in rows[:_MOST_PAIRED].tolist())
        return sum(other is not None and bool(self.present[other]) for other in others) >= _LEAST_PAIRS

    def _segments(self) -> Iterator[bytes]:
        for code in _BARE:
            for start in (code, code.upper()):
                yield start
                for mark in (b"-", b"_"):
                    first, last = self.view.paths.range_of(b"/" + start + mark)
                    for other in _SECOND if first < last else ():
                        yield start + mark + other
                        yield start + mark + other.upper()

    def _range(self, start: bytes) -> Numbers:
        first, last = self.view.paths.range_of(start)
        return np.arange(first, last)[self.present[first:last]] if first < last else _NONE

    def _behind_prefixes(self, locales: Mapping[bytes, Numbers]) -> Iterator[_Found]:
        """Yield what rules miss because a language or region stands in front."""
        segments = list(locales)
        several = [self._open_rows(rows) for rows in locales.values()]
        rows = np.concatenate([_NONE, *several])
        if not len(rows):
            return
        cut = np.repeat([len(segment) + 1 for segment in segments], [len(some) for some in several])
        which = np.repeat(np.arange(len(segments)), [len(some) for some in several])
        starts = self.view.paths.starts.astype(np.int64)
        begins = starts[rows] + cut
        lines = self._lines_of(self.view.paths.array, begins, starts[rows + 1] - begins, self.rules)
        for line, places in _by_line(lines):
            rule = self.disallowed.get(line)
            if rule is None or not rule.written.startswith(b"/") or not _NAME.search(rule.written):
                continue
            some = self._of_words(rule, np.sort(rows[places]))
            names = [segments[number] for number in np.unique(which[np.isin(rows, some)]).tolist()]
            if not names:
                continue
            exact = tuple(_text(b"/" + name + rule.written) for name in names)
            together = (_text(b"/*" + rule.written),)
            choices = (exact,) if len(exact) == 1 else (together, exact)
            yield _Found(self, rule, SiblingKind.LANGUAGE, some, choices, exact)

    # Case and escapes

    def _folded(self, kind: SiblingKind, fold: _Fold, differs: re.Pattern[bytes]) -> Iterator[_Found]:
        """Yield what rules miss because it is written otherwise, though equal after folding both."""
        rows, paths = np.flatnonzero(self._open), self.view.paths
        if not any(differs.search(rule.pattern) for rule in self.disallowed.values()):
            places = [found.start() for found in differs.finditer(paths.joined)]
            owners = np.unique(np.searchsorted(paths.starts, np.array(places, np.int64), "right") - 1)
            rows = self._open_rows(owners.astype(np.intp))
        if not len(rows):
            return
        rules = self.rules.among(replace(rule, pattern=fold(rule.pattern)) for rule in self.rules.ranked)
        lines = self._lines_of_paths([fold(paths[row]) for row in rows.tolist()], rules)
        for line, places_of_line in _by_line(lines):
            rule = self.disallowed.get(line)
            if rule is None:
                continue
            some = self._of_words(rule, rows[places_of_line], fold)
            if kind is SiblingKind.CASE and b"*" in rule.pattern.rstrip(b"*"):
                some = some[[_is_whole(rule.pattern.lower(), paths[row].lower()) for row in some.tolist()]]
            if len(some):
                patterns = self._as_written(rule, some, fold)
                yield _Found(self, rule, kind, some, (patterns,) if patterns else (), patterns)

    def _as_written(self, rule: Rule, rows: Numbers, fold: _Fold) -> tuple[str, ...]:
        """Return a rule's pattern in each way in which paths write it; empty if there are too many."""
        left, found = rows, list[str]()
        while len(left) and len(found) < MOST_PATTERNS:
            pattern = _rewritten(rule.pattern, self.view.paths[int(left[0])], fold)
            rest = left[~np.isin(left, self.rows_of(pattern))]
            if len(rest) == len(left):
                return ()
            left = rest
            found.append(_text(pattern))
        return () if len(left) else tuple(found)

    def _lines_of_paths(self, paths: Sequence[bytes], rules: RuleSet) -> NDArray[np.int32]:
        lengths = np.fromiter(map(len, paths), np.int64, len(paths))
        source = np.frombuffer(b"".join(paths), np.uint8)
        return self._lines_of(source, np.cumsum(lengths) - lengths, lengths, rules)

    def _lines_of(
        self, source: NDArray[np.uint8], begins: NDArray[np.int64], lengths: NDArray[np.int64], rules: RuleSet
    ) -> NDArray[np.int32]:
        """Return for each path in a buffer the line that blocks it, 0 if none does."""
        order, inverse = distinct_sorted(source, begins, lengths, self._checkpoint)
        paths = SortedPaths.gathered(source, begins, lengths, order, self._checkpoint)
        verdicts = PathView(PatternRows(paths), inverse).verdicts(
            rules, self.robots.dialect.never_asked, self._checkpoint
        )
        allowed, lines = verdicts.column
        return np.where(allowed, np.int32(0), lines)


def _classes_of(
    version: FileVersion, table: UrlTable, readers: Sequence[CrawlerView], own: Bools, checkpoint: Checkpoint
) -> list[_Class]:
    alike: dict[tuple[str, int], list[CrawlerView]] = {}
    for reader in readers:
        rules = version.read_as(reader.dialect).choose(reader.agent).rules
        alike.setdefault((reader.dialect, id(rules)), []).append(reader)
    return [_Class(version.read_as(dialect), some, table, own, checkpoint) for (dialect, _), some in alike.items()]


def _by_line(lines: NDArray[np.int32]) -> Iterator[tuple[int, Numbers]]:
    """Yield each line with the places where it is, without 0."""
    order = np.argsort(lines, kind="stable")
    values, firsts = np.unique(lines[order], return_index=True)
    for value, places in zip(values.tolist(), np.split(order, firsts[1:]), strict=True):
        if value:
            yield value, np.sort(places)


_LAST_WORD: Final = re.compile(rb"[A-Za-z0-9]+$")
_NAME: Final = re.compile(rb"[A-Za-z0-9]{2}")
_INNER: Final = re.compile(rb"[A-Za-z0-9_-]")
_LONG: Final = 4
"""The length from which a word is a word wherever it is."""
_NONE: Final[Numbers] = np.zeros(0, np.intp)
_UPPER: Final = re.compile(rb"[A-Z]")
_ESCAPE: Final = re.compile(rb"%(?:2[DdEe]|3[0-9]|4[1-9A-Fa-f]|5[0-9AaFf]|6[1-9A-Fa-f]|7[0-9AaEe])")
"""Percent-encoded unreserved bytes."""


def _numbers(rows: Rows, size: int) -> Numbers:
    return np.arange(*rows.indices(size)) if isinstance(rows, slice) else rows.astype(np.intp)


def _text(pattern: bytes) -> str:
    return pattern.decode("utf-8", "surrogateescape")


def _is_whole(pattern: bytes, path: bytes) -> bool:
    """Return True if the parts of a pattern are parts of the path, too: /*SIT* means no /my-sit-on-top."""
    parts = [part.path for part in align(pattern, path).segments if part.kind is SegmentKind.LITERAL]
    text = [path[first:last] for first, last in parts]
    ends = [at for part in parts for at in part]
    return all(len(each) >= _LONG for each in text if _UPPER.search(each.upper())) and not any(
        _INNER.match(path[at - 1 : at]) and _INNER.match(path[at : at + 1]) for at in ends if at
    )


def _rewritten(pattern: bytes, path: bytes, fold: _Fold) -> bytes:
    """Return a pattern with its literal parts as a path writes them, which matches after folding."""
    units = re.findall(rb"%[0-9A-Fa-f]{2}|.", path, re.DOTALL)
    ends = np.cumsum([0, *(len(fold(unit)) for unit in units)]).tolist()
    written = [b""]
    for segment in align(fold(pattern), fold(path)).segments:
        if segment.kind is SegmentKind.LITERAL:
            first, last = ends.index(segment.path.start), ends.index(segment.path.end)
            written.append(b"".join(units[first:last]))
        else:
            written.append(b"*" if segment.kind is SegmentKind.WILDCARD else b"$")
    return b"".join(written)


# Variants of a pattern


def _variants(written: bytes, locales: Iterable[bytes]) -> Iterator[tuple[SiblingKind, tuple[bytes, ...], _Near]]:
    """Yield patterns of near forms for each kind, with the function that leads from such a path to the rule's form."""
    if not written.startswith((b"/", b"*")):
        return
    yield from _with_other_slash(written)
    path, mark, query = written.partition(b"?")
    places = [at for at, byte in enumerate(path) if byte == _SLASH and path[at + 1 : at + 2] != b"/"]
    doubled = tuple(written[:at] + b"/" + written[at:] for at in places)
    yield SiblingKind.DOUBLED, doubled, _without_doubled
    if mark and query[:1].isalnum() and b"&" not in query:
        name = query.partition(b"*")[0].rstrip(b"$")
        yield SiblingKind.PARAMETERS, (path + b"?*&" + query,), partial(_first, name)
    yield from _with_other_locale(written, locales)


_SLASH: Final = ord("/")


def _with_other_slash(written: bytes) -> Iterator[tuple[SiblingKind, tuple[bytes, ...], _Near]]:
    base = written.rstrip(b"*").removesuffix(b"/")
    if written.rstrip(b"*").endswith(b"/") and b"?" not in written and base.strip(b"/*"):
        if not base.endswith((b"*", b"/")) and not _has_extension(base):
            yield SiblingKind.SLASH, (base + b"$", base + b"?"), _slashed
    elif written.endswith(b"$") and b"?" not in written and written.strip(b"/*$"):
        bare = written[:-1].removesuffix(b"/")
        if bare != written[:-1]:
            yield SiblingKind.SLASH, (bare + b"$",), _slashed
        elif not _has_extension(bare):
            yield SiblingKind.SLASH, (bare + b"/$",), _unslashed


def _has_extension(path: bytes) -> bool:
    return b"." in path.rpartition(b"/")[2]


def _with_other_locale(
    written: bytes, locales: Iterable[bytes]
) -> Iterator[tuple[SiblingKind, tuple[bytes, ...], _Near]]:
    """Yield the pattern of a rule for one language as it is for the others, and without a language."""
    _, own, *rest = written.split(b"/", 2) if written.startswith(b"/") else (b"", b"")
    known = set(locales)
    if own not in known or not rest or not _NAME.search(rest[0]):
        return
    behind = b"/" + rest[0]
    for other in sorted(known - {own}):
        yield SiblingKind.LANGUAGE, (b"/" + other + behind,), partial(_swapped, own, other)


def _swapped(own: bytes, other: bytes, path: bytes) -> bytes:
    return b"/" + own + path[len(other) + 1 :]


def _slashed(path: bytes) -> bytes:
    bare, mark, query = path.partition(b"?")
    return bare + b"/" + mark + query


def _unslashed(path: bytes) -> bytes:
    bare, mark, query = path.partition(b"?")
    return bare.removesuffix(b"/") + mark + query


def _without_doubled(path: bytes) -> bytes:
    bare, mark, query = path.partition(b"?")
    return re.sub(rb"/{2,}", b"/", bare) + mark + query


def _first(name: bytes, path: bytes) -> bytes:
    """Return a path with the parameter that begins so in front of the others."""
    bare, mark, query = path.partition(b"?")
    parts = query.split(b"&")
    front = next((part for part in parts if part.startswith(name)), b"")
    return bare + mark + b"&".join((front, *parts))


_LANGUAGES: Final = frozenset(
    b"af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk"
    b" km kn ko ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nn no pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tl"
    b" tr uk ur uz vi zh".split()
)
_REGIONS: Final = frozenset(
    b"ae ar at au be bg br ca ch cl cn co cz de dk ec ee eg es eu fi fr gb gr hk hr hu id ie il in int intl it jp kr"
    b" lt lu lv ma mx my nl no nz pe ph pk pl pt ro rs ru sa se sg si sk th tr tw ua uk us uy ve vn za".split()
)
_SCRIPTS: Final = frozenset(b"hans hant latn cyrl Hans Hant".split())
_BARE: Final = tuple(sorted(_LANGUAGES | _REGIONS))
_SECOND: Final = tuple(sorted(_LANGUAGES | _REGIONS | _SCRIPTS))
_LONGEST_BARE: Final = max(map(len, _BARE))
_LEAST_PAIRS: Final = 2
_MOST_PAIRED: Final = 10_000


# The report


def _reported(
    version: FileVersion,
    table: UrlTable,
    classes: Sequence[_Class],
    found: Sequence[_Found],
    checkpoint: Checkpoint,
) -> MissingSibling:
    """Count what is found for one rule and kind, and choose the patterns."""
    checkpoint()
    together: dict[_Class, Numbers] = {}
    for each in found:
        together[each.owner] = np.union1d(together.get(each.owner, _NONE), each.rows)
    owner = max(together, key=lambda each: len(together[each]))
    places = owner.urls_of(together[owner])
    rule = found[0].rule
    exact = _joined(each.exact for each in found)
    first = _joined(each.choices[0] for each in found) if all(each.choices for each in found) else ()
    choices = dict.fromkeys(filter(_can_be_written, (first, exact)))
    patterns = next((each for each in choices if _blocks(version, rule.line, each, classes, together)), ())
    scopes = [_scope(each, rule, patterns, exact) for each in classes if patterns and rule.line in each.lines]
    return MissingSibling(
        line=rule.line,
        rule=str(rule),
        kind=found[0].kind,
        tokens=tuple(token for each in classes if each in together for token in each.tokens),
        urls=len(places),
        examples=tuple(table.urls[place] for place in places[:MOST_EXAMPLES].tolist()),
        patterns=patterns,
        is_exact=bool(scopes) and all(is_exact for is_exact, _ in scopes),
        witness=next((witness for _, witness in scopes if witness), ""),
    )


def _joined(several: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(several)))


def _can_be_written(patterns: Sequence[str]) -> bool:
    """Return True if these are few patterns that survive being written: `#` begins a comment, blanks are cut off."""
    written = bytes_of("".join(patterns))
    return 0 < len(patterns) <= MOST_PATTERNS and not any(byte <= 0x20 or byte in b"#\x7f" for byte in written)


def _blocks(
    version: FileVersion,
    line: int,
    patterns: Sequence[str],
    classes: Sequence[_Class],
    siblings: Mapping[_Class, Numbers],
) -> bool:
    """Return True if patterns, written after a line, block all siblings and no other URL, for all crawlers."""
    after = version.revised(with_lines(version.body, line, [f"Disallow: {pattern}" for pattern in patterns]))
    for each in classes:
        if line not in each.lines:
            continue
        blocked = each.blocked_by(after.read_as(each.dialect).choose(each.agent).rules)
        wanted = each.blocked.copy()
        wanted[siblings.get(each, _NONE)] = 1
        if not np.array_equal(blocked, wanted):
            return False
    return True


def _scope(owner: _Class, rule: Rule, patterns: Sequence[str], exact: Sequence[str]) -> tuple[bool, str]:
    """Return whether patterns block only siblings, whatever the URL; if not, maybe a path that they block, too."""
    reading = Reading(owner.robots, owner.agent)
    if covers(reading, _text(rule.written), allowed=False, seconds=_SECONDS).outcome is not Result.EQUAL:
        return False, ""  # some of what the rule matches is allowed, and the patterns would block it
    if tuple(patterns) == tuple(exact):
        return True, ""
    wide, narrow = (
        Robots.parse(bytes_of("\n".join(["User-agent: *", *(f"Disallow: {each}" for each in some)])), owner.dialect)
        for some in (patterns, exact)
    )
    proof = prove_equal(wide, narrow, "*", _SECONDS)
    return proof.outcome is Result.EQUAL, proof.witness or ""


def _on_other_hosts(table: UrlTable, classes: Sequence[_Class], hosts: _Hosts) -> Iterator[MissingSibling]:
    """Yield for each rule the URLs of other hosts that it would block; the robots.txt of their host decides."""
    others = np.flatnonzero(hosts.others)
    if not len(others):
        return
    found: dict[int, tuple[Rule, list[str], Numbers]] = {}
    for each in classes:
        allowed, lines = each.verdicts.at(others)
        for line, at in _by_line(np.where(allowed, np.int32(0), lines)):
            rule = each.disallowed.get(line)
            if rule is not None:
                _, tokens, places = found.get(line, (rule, [], _NONE))
                found[line] = rule, [*tokens, *each.tokens], np.union1d(places, others[at])
    for line, (rule, tokens, places) in found.items():
        examples = tuple(table.urls[place] for place in places[:MOST_EXAMPLES].tolist())
        yield MissingSibling(line, str(rule), SiblingKind.HOST, tuple(tokens), len(places), examples)


# Words

KIND_WORDS: Final[Mapping[SiblingKind, Message]] = {
    SiblingKind.LANGUAGE: "Language or region prefix",
    SiblingKind.CASE: "Upper or lower case",
    SiblingKind.SLASH: "Trailing slash",
    SiblingKind.DOUBLED: "Doubled slash",
    SiblingKind.ENCODING: "Percent-encoded letters",
    SiblingKind.PARAMETERS: "Order of parameters",
    SiblingKind.HOST: "Another host",
}
NONE_WORDS: Final[Message] = "Nothing is missing: no allowed URL resembles one that a rule blocks."
_ON_HOST: Message = "The robots.txt of that host decides these URLs. Check that it has the rule too."
_NO_PATTERN: Message = "No pattern blocks all of these and no other of your URLs."
_EXACT: Message = (
    "Blocks these and no other of your URLs. Otherwise it blocks only URLs that resemble those that the rule blocks."
)
_WIDE: Message = "Blocks these and no other of your URLs. If the site has URLs such as {path}, it blocks them too."
_OPENED: Message = (
    "Blocks these and no other of your URLs. It also blocks URLs that resemble those that an Allow line allows."
)


def scope_words(found: MissingSibling) -> str:
    """Describe what the patterns block, or what to do if there are none."""
    if not found.patterns:
        return tr(_ON_HOST if found.kind is SiblingKind.HOST else _NO_PATTERN)
    if found.is_exact:
        return tr(_EXACT)
    return tr(_WIDE, path=printable(found.witness)) if found.witness else tr(_OPENED)
