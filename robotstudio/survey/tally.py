"""Count answers with their facts into a `Partial`."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, permutations
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from robotstudio.engine.crawlers import crawler_for
from robotstudio.fetch.agreement import Agreement
from robotstudio.survey.agents import ANY_TOKEN, BLOCKED, BY_OWN, NAMED, Extent, Surveyed, extent_of
from robotstudio.survey.facts import AnswerFacts, AnswerOutcome, Scheme
from robotstudio.survey.partial import Key, Partial, bounded

RANKS: Final = (1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 2_000_000)
"""The rank classes of sites, as in the sources."""
_LONGEST_LABEL = 40
_EXACT, _STEPS = 64, 16
_MOST_WAITING = 1 << 12
"""Number of files whose facts wait to be counted together with equal ones."""
READABLE: Final = frozenset({AnswerOutcome.WITH_RULES, AnswerOutcome.NO_RULES})


class HostAnswer(Struct, frozen=True):
    """The answer of a host for its robots.txt, and what else is known of the host.

    `status` is None if there was no answer; `date` is written as 2026-10-13, or only its beginning; `rank` is 0 and the
    others are empty if unknown. `terms` is what its terms of service say to AI crawlers. `practice` has the number of
    its pages by crawler and by how the answer to the crawler's header agrees with the rules.
    """

    host: str
    body: bytes = b""
    status: int | None = 200
    content_type: str = ""
    date: str = ""
    rank: int = 0
    sector: str = ""
    country: str = ""
    llms: bool | None = None
    terms: str = ""
    practice: Mapping[tuple[str, Agreement], int] = MappingProxyType({})


def bin_of(value: int) -> int:
    """Return the lower end of a number's bin: small ones have their own, larger ones sixteen for each doubling."""
    if value < _EXACT:
        return max(value, 0)
    shift = value.bit_length() - 5
    return value >> shift << shift


def rank_class(rank: int) -> int:
    """Return the class of a rank, 0 if it is unknown or beyond all."""
    return next((most for most in RANKS if 0 < rank <= most), 0)


def period_of(date: str) -> str:
    """Return the month, or the year, of a date in an input; "" if it is invalid."""
    text = date.strip()[:7]
    if len(text) >= 4 and text[:4].isdecimal() and "1990" <= text[:4] <= "2100":
        return text if len(text) == 7 and text[4] == "-" and "01" <= text[5:] <= "12" else text[:4]
    return ""


def period_in(*names: str) -> str:
    """Return the month or the year that the names of all inputs have, such as `sites-2025-10`; else ""."""
    found = {"-".join(filter(None, match.groups())) if match else "" for match in map(_DATED.search, names)}
    first, *others = found or {""}
    return "" if others else period_of(first)


_DATED: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:[-_.]?(0[1-9]|1[0-2]))?(?:[-_.]?\d\d)?(?!\d)")


def country_of(host: str, given: str = "") -> str:
    """Return the country of a host: the given one, else its top-level domain if that has two letters."""
    text = given.strip().lower() or host.rstrip(".").rpartition(".")[2].lower()
    return text if len(text) == 2 and text.isascii() and text.isalpha() else ""


class SurveyTally:
    """Counts answers with their facts. Equal treatments are counted together at the end."""

    def __init__(self, surveyed: Surveyed) -> None:
        self._surveyed = surveyed
        self._tables: defaultdict[str, Counter[Key]] = defaultdict(Counter)
        self._alike: Counter[tuple[str, int, str, str, str, bytes]] = Counter()
        self._files: dict[tuple[str, int], tuple[AnswerFacts, int]] = {}

    def add(self, answer: HostAnswer, facts: AnswerFacts) -> None:
        period, rank = period_of(answer.date), rank_class(answer.rank)
        sector, country = _label(answer.sector), country_of(answer.host, answer.country)
        outcome = facts.outcome.value
        self._count("answers", (period, rank, outcome))
        self._count("statuses", (period, _status_class(answer.status)))
        if sector:
            self._count("sectors", (period, sector, outcome))
        if country:
            self._count("countries", (country, outcome))
        if answer.llms is not None:
            self._count("llms", (period, "yes" if answer.llms else "no"))
        for (crawler, agreement), pages in answer.practice.items():
            self._count("practice", (agreement.value, "sites", crawler))
            self._count("practice", (agreement.value, "pages", crawler), pages)
        if facts.outcome in READABLE:
            self._alike[period, rank, sector, country, _label(answer.terms), facts.states] += 1
            same = period, id(facts)
            self._files[same] = facts, self._files[same][1] + 1 if same in self._files else 1
            if len(self._files) >= _MOST_WAITING:
                self._count_files()
        elif facts.outcome is AnswerOutcome.NOT_ROBOTS:
            self._count_slips(facts)
        for code in facts.codes:
            self._count("codes", (code,))

    def partial(self) -> Partial:
        """Return the counts of all answers so far."""
        self._count_files()
        tables = {name: Counter(table) for name, table in self._tables.items() if table}
        for name, key, count in _counts_of_alike(self._alike, self._surveyed):
            tables.setdefault(name, Counter())[key] += count
        return Partial(self._surveyed.tokens, {name: bounded(name, table) for name, table in tables.items()})

    def _count(self, table: str, key: Key, count: int = 1) -> None:
        self._tables[table][key] += count

    def _count_files(self) -> None:
        """Count the waiting files, those with the same facts at once."""
        waiting, self._files = self._files, {}
        for (period, _), (facts, times) in waiting.items():
            self._count_file(period, facts, times)

    def _count_file(self, period: str, facts: AnswerFacts, times: int) -> None:
        tables = self._tables  # for most files this is the only time that they are counted, so no call for each key
        histograms, sums, fields = tables["histograms"], tables["sums"], tables["fields"]
        for what, value in _measures(facts):
            histograms[what, bin_of(value)] += times
            sums[what,] += value * times
        for rules in facts.rules_per_agent:
            histograms["rules of an agent", bin_of(rules)] += times
        for field, lines in facts.fields:
            fields[field, "files"] += times
            fields[field, "lines"] += lines * times
        for table, key in _keys_of(period, facts):
            tables[table][key] += times
        self._count_slips(facts, times)
        for path, row in zip(self._surveyed.paths, facts.blocked, strict=True):
            for place, is_blocked in enumerate(row):
                self._count("paths", (path, self._surveyed.tokens[place]), is_blocked * times)

    def _count_slips(self, facts: AnswerFacts, times: int = 1) -> None:
        for slip, lines in facts.slips:
            self._count("slips", (slip, "files"), times)
            self._count("slips", (slip, "lines"), lines * times)


def _label(text: str) -> str:
    return " ".join(text.split())[:_LONGEST_LABEL]


def _status_class(status: int | None) -> str:
    if status is None:
        return "none"
    return str(status) if status in {200, 301, 302, 401, 403, 404, 410, 429} else f"{status // 100}xx"


def _measures(facts: AnswerFacts) -> Iterator[tuple[str, int]]:
    yield "files", 1
    yield "bytes", facts.size
    yield "lines", facts.lines
    yield "comments", facts.comments
    yield "unparsed", facts.unparsed
    yield "rules", facts.rules
    yield "allows", facts.allows
    yield "agents", len(facts.agents)
    yield "agent lines", len(facts.rules_per_agent)


def _keys_of(period: str, facts: AnswerFacts) -> Iterator[tuple[str, Key]]:
    """Iterate over the keys under which a file counts."""
    yield "sizes", (period, size_class(facts.size))
    yield "encodings", (facts.encoding,)
    yield "templates", (facts.template,)
    for name in _things(facts):
        yield "sums", (name,)
    for name in facts.agents:
        yield "names", (name,)
    for name in _schemes(facts.says):
        yield "says", (period, name)
    for signal in facts.signals:
        yield "signals", (period, signal)
    for kind in facts.disclosed:
        yield "disclosed", (kind,)


@cache
def _schemes(says: int) -> tuple[str, ...]:
    """Return the names of what a file contains besides rules, by its bits."""
    return tuple(scheme.name.lower() for scheme in Scheme if says & scheme)


def _things(facts: AnswerFacts) -> Iterator[str]:
    """Name the extremes of a file."""
    if not facts.lines:
        yield "empty files"
    elif facts.comments == facts.lines and not facts.fields:
        yield "files of comments"
    if facts.allows:
        yield "files with an Allow"
    if facts.rules >= 100:
        yield "files of 100 rules"
    if len(facts.agents) >= 50:
        yield "files of 50 agents"
    if facts.size >= 100 * 1024:
        yield "files of 100 KB"
    if facts.slips:
        yield "files with a slip"


SIZE_CLASSES: Final = ("empty", "0–100 KB", "100–200 KB", "200–300 KB", "300–400 KB", "400–500 KB", "over 500 KB")


def size_class(size: int) -> str:
    """Return the size class of the Web Almanac."""
    return SIZE_CLASSES[0] if not size else SIZE_CLASSES[min((size - 1) // (100 * 1024), 5) + 1]


def _counts_of_alike(
    alike: Counter[tuple[str, int, str, str, str, bytes]], surveyed: Surveyed
) -> Iterator[tuple[str, Key, int]]:
    """Count everything that follows from the treatment of crawlers."""
    meaning = _Meaning(surveyed)
    for (period, rank, sector, country, terms, states), count in alike.items():
        for token, state in zip(surveyed.tokens, states, strict=True):
            yield "treated", (period, rank, token, state), count
            if sector:
                yield "treated_by_sector", (sector, token, state), count
        blocked = meaning.blocked_ai(states)
        extent = max((extent_of(states[place]) for place in meaning.ai), default=Extent.NONE).name.lower()
        yield "blocked_ai", (period, rank, len(blocked)), count
        yield "extents", (period, extent), count
        if country:
            yield "ai_by_country", (country, "blocked" if blocked else "open"), count
        if sector:
            yield "ai_by_sector", (sector, "blocked" if blocked else "open"), count
            yield "extents_by_sector", (sector, extent), count
        if terms:
            yield "terms", (terms, extent), count
        for table, key in meaning.relations(states):
            yield table, key, count


class _Meaning:
    """Conclusions from the bits of all crawlers together."""

    def __init__(self, surveyed: Surveyed) -> None:
        self._tokens = surveyed.tokens
        self.ai = [place for place, is_ai in enumerate(surveyed.is_ai) if is_ai]
        self._company = [crawler_for(token).operator for token in surveyed.tokens]
        self._any = surveyed.tokens.index(ANY_TOKEN) if ANY_TOKEN in surveyed.tokens else None

    def blocked_ai(self, states: bytes) -> list[int]:
        return [place for place in self.ai if states[place] & BLOCKED]

    def relations(self, states: bytes) -> Iterator[tuple[str, Key]]:
        own = {self._company[place] for place in self.ai if states[place] & BY_OWN and self._company[place]}
        for company in own:
            yield "companies", (company, company)
        for pair in combinations(sorted(own), 2):
            yield "companies", pair
        if own:  # without an own group, all are treated as `*`
            for first, second in permutations(self.ai, 2):
                if states[first] & BLOCKED and not states[second] & BLOCKED:
                    yield "pairs", (self._tokens[first], self._tokens[second])
        if self._any is None:
            return
        others = states[self._any] & BLOCKED
        for place, token in enumerate(self._tokens):
            state = states[place]
            if place != self._any and state & NAMED and (state & BLOCKED) != others:
                yield "favour", (token, "worse" if state & BLOCKED else "better")
