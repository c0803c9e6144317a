"""The counts of a survey: those of any parts merge, in any order, to those of the whole.

A `Partial` has tables of counts only. If keys come from the files themselves (names of agents, texts of signals), a
table that grows too large keeps the keys with the smallest digests: what is kept is counted exactly, and which keys are
kept depends on the whole only. So `merged` is associative and commutative, and its size is bounded.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from msgspec import Struct, field

from robotstudio.survey.agents import is_known
from robotstudio.survey.lines import short_digest

VERSION: Final = 3
"""Version of the tables and rows: partial results of different versions do not merge."""

Key: TypeAlias = tuple[str | int, ...]
Counts: TypeAlias = Mapping[Key, int]

_MOST_STRANGE = 20_000

TABLES: Mapping[str, int | None] = MappingProxyType(
    {
        "answers": None,  # period, rank class, outcome
        "statuses": None,  # period, class of the status
        "sectors": _MOST_STRANGE,  # period, sector, outcome
        "countries": None,  # country, outcome
        "histograms": None,  # what, bin
        "sums": None,  # what
        "sizes": None,  # period, class of the size
        "encodings": None,  # encoding
        "fields": None,  # field, "files" or "lines"
        "names": _MOST_STRANGE,  # name as written in lower case
        "treated": None,  # period, rank class, crawler, bits
        "treated_by_sector": _MOST_STRANGE,  # sector, crawler, bits
        "blocked_ai": None,  # period, rank class, number of AI crawlers blocked
        "ai_by_country": None,  # country, whether an AI crawler is blocked
        "ai_by_sector": _MOST_STRANGE,  # sector, whether an AI crawler is blocked
        "extents": None,  # period, the most that is closed to an AI crawler
        "extents_by_sector": _MOST_STRANGE,  # sector, the same
        "companies": None,  # company, company: both blocked by their own groups
        "pairs": None,  # crawler, crawler: the first blocked and the second not
        "favour": None,  # crawler, better or worse treated than others
        "says": None,  # period, what
        "llms": None,  # period, whether there is an llms.txt
        "signals": _MOST_STRANGE,  # period, a Content-Signal as written
        "slips": None,  # slip, "files" or "lines"
        "codes": None,  # code of the linter
        "templates": None,  # template
        "disclosed": None,  # kind of sensitive place
        "paths": None,  # path, crawler
        "practice": _MOST_STRANGE,  # agreement of the rules with answers, "sites" or "pages", crawler
        "terms": _MOST_STRANGE,  # what the terms of service say, the most that is closed to an AI crawler
    }
)
"""The tables with their most keys, None if there cannot be many."""


class VersionError(ValueError):
    """Partial results of different versions, or for different crawlers, do not merge."""


class Partial(Struct, frozen=True):
    """Counts of some answers for the crawlers `tokens`."""

    tokens: tuple[str, ...]
    tables: Mapping[str, Counts] = field(default_factory=dict)

    def merged(self, other: "Partial") -> "Partial":
        return merged((self, other))

    def counts(self, table: str) -> Counts:
        return self.tables.get(table, {})

    def total(self, table: str, *start: str | int) -> int:
        """Sum a table, or its rows whose key begins like this."""
        return sum(count for key, count in self.counts(table).items() if key[: len(start)] == start)

    def as_json(self) -> str:
        """Serialise deterministically."""
        tables = {
            name: [[*key, count] for key, count in sorted(counts.items(), key=_place)]
            for name, counts in sorted(self.tables.items())
        }
        whole = {"version": VERSION, "tokens": self.tokens, "tables": tables}
        return json.dumps(whole, separators=(",", ":"), ensure_ascii=True)

    @classmethod
    def of_json(cls, text: str | bytes) -> "Partial":
        """Parse the output of `as_json`. Raises VersionError, or ValueError for other text."""
        data: Any = json.loads(text)
        if not isinstance(data, dict) or data.get("version") != VERSION:
            raise VersionError("written by another version")
        tables = {name: {tuple(row[:-1]): row[-1] for row in rows} for name, rows in data["tables"].items()}
        return cls(tuple(data["tokens"]), tables)


def _place(row: tuple[Key, int]) -> tuple[tuple[bool, str | int], ...]:
    return tuple((isinstance(part, str), part) for part in row[0])


def merged(partials: Iterable[Partial]) -> Partial:
    """Merge counts; nothing merges to empty tables."""
    tokens: tuple[str, ...] | None = None
    tables: dict[str, Counter[Key]] = {}
    for partial in partials:
        if tokens is not None and partial.tokens != tokens:
            raise VersionError("made for other crawlers")
        tokens = partial.tokens
        for name, counts in partial.tables.items():
            table = tables.setdefault(name, Counter())
            for key, count in counts.items():
                table[key] += count
            most = TABLES[name]
            if most is not None and len(table) > 2 * most:
                tables[name] = Counter(kept(table, most))
    return Partial(tokens or (), {name: bounded(name, table) for name, table in tables.items()})


def bounded(name: str, counts: Mapping[Key, int]) -> Counts:
    """Cut a table to its most keys."""
    most = TABLES[name]
    return dict(counts) if most is None else kept(counts, most)


def kept(counts: Mapping[Key, int], most: int) -> Counts:
    """Keep the rows of crawlers in the catalogue, and those whose keys have the smallest digests.

    A key that survives in the whole survives in every part, so that none of its counts is lost.
    """
    if len(counts) <= most:
        return dict(counts)
    chosen = sorted(counts, key=_preference)[:most]
    return {key: counts[key] for key in chosen}


def _preference(key: Key) -> tuple[bool, bytes]:
    return not is_known(str(key[-1])), short_digest(repr(key).encode("utf-8", "backslashreplace"))
