"""Queries on a survey: which answers match conditions, and their counts by an attribute.

Attributes are the rows of `ATTRIBUTES`, or crawlers by token. A condition is a name, an operator and a value, as typed:
`rules >= 100`, `system = WordPress`, `says = content-signal`, `GPTBot = blocked`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct

from robotstudio.survey.agents import ALL, BLOCKED, BY_OWN, FREED, NAMED, RULED, SOME
from robotstudio.survey.facts import AnswerOutcome, Scheme
from robotstudio.survey.figures.model import PRACTICE_WORDS, READABLE, FigureTable, share
from robotstudio.survey.markers import template_titles
from robotstudio.survey.result import Survey
from robotstudio.survey.rows import AGREEMENTS, ENCODINGS, MISTAKES, OUTCOMES, AnswerRows, Column, template_ids
from robotstudio.text.language import Message, Told, told

_NO_CONDITION: Message = "“{text}” is not a condition. Write a name, a sign and a value, as in rules >= 100."
_UNKNOWN: Message = "Unknown name “{name}”. Available: {names}; or a counted crawler, by its token."
_NO_VALUE: Message = "“{value}” is not a value of {name}. Available: {values}."
_NO_FINDINGS: Message = "No findings: the survey was made without lint, or found none."
_NO_NUMBER: Message = "“{value}” is not a number, but {name} needs one."
_NO_ORDER: Message = "{name} has no order: use only = and !=."
_MOST_NAMED: Final = 40
_CONDITION = re.compile(r"\s*([^<>=!]*[^<>=!\s])\s*(!=|<=|>=|=|<|>)\s*(.*\S)\s*", re.DOTALL)


class QueryError(ValueError):
    """The query is invalid for this survey; `told` has the reason."""

    def __init__(self, message: Message, **facts: str) -> None:
        self.told: Told = told(message, **facts)
        super().__init__(str(self.told))


class Condition(Struct, frozen=True):
    """A name, an operator, and a value as typed."""

    name: str
    sign: str
    value: str


class SurveyQuery(Struct, frozen=True):
    """Conditions that must all hold. `by` is the attribute to count by, "" to list the hosts."""

    conditions: tuple[Condition, ...] = ()
    by: str = ""


class SurveyAnswer(Struct, frozen=True):
    """The number of matching answers, of all, and a table: a row for each group, or for each of the first hosts."""

    matching: int
    of: int
    table: FigureTable
    unlisted: int = 0
    """Number of hosts beyond the table."""


class Numbers(NamedTuple):
    """A number for each answer."""

    column: Column

    def counts(self, chosen: Column) -> list[tuple[str, int]]:
        """Count by magnitude: 0, 1–9, 10–99 and so on."""
        ends = 10 ** np.arange(10, dtype=np.int64)
        labels = ["0", *(f"{end:,}–{10 * end - 1:,}" for end in ends.tolist())]
        counts = np.bincount(np.searchsorted(ends, self.column[chosen], side="right"), minlength=len(labels))
        return list(zip(labels, counts.tolist(), strict=True))


class WordColumn(NamedTuple):
    """One word for each answer, as an index into `words`."""

    places: Column
    words: Sequence[str]

    def holding(self, wanted: str) -> Column | None:
        """Return the answers with a word; None if it is unknown."""
        places = [place for place, word in enumerate(self.words) if word.lower() == wanted]
        return _is_one_of(self.places, places) if places else None

    def counts(self, chosen: Column) -> list[tuple[str, int]]:
        counts = np.bincount(self.places[chosen], minlength=len(self.words))
        return list(zip(self.words, counts.tolist(), strict=True))


class Bits(NamedTuple):
    """Any number of words for each answer, as bits."""

    column: Column
    bits: Mapping[str, int]

    @property
    def words(self) -> Sequence[str]:
        return tuple(self.bits)

    def holding(self, wanted: str) -> Column | None:
        return next((self._with(bits) for word, bits in self.bits.items() if word.lower() == wanted), None)

    def counts(self, chosen: Column) -> list[tuple[str, int]]:
        few = Bits(self.column[chosen], self.bits)
        return [(word, int(np.count_nonzero(few._with(bits)))) for word, bits in self.bits.items()]

    def _with(self, bits: int) -> Column:
        found: Column = self.column & bits == bits
        return found


class Labels(NamedTuple):
    """Any number of words for each answer, through a label: for each word the labels that contain it."""

    column: Column
    places: Mapping[str, Sequence[int]]
    most: int

    @property
    def words(self) -> Sequence[str]:
        return tuple(self.places)

    def holding(self, wanted: str) -> Column | None:
        found = next((places for word, places in self.places.items() if word.lower() == wanted), None)
        return None if found is None else _is_one_of(self.column, found)

    def counts(self, chosen: Column) -> list[tuple[str, int]]:
        counts = np.bincount(self.column[chosen], minlength=self.most)
        return [(word, int(counts[list(places)].sum())) for word, places in self.places.items()]


def _is_one_of(column: Column, places: Sequence[int]) -> Column:
    wanted = np.zeros(max(int(column.max(initial=0)), *places) + 1, bool)
    wanted[list(places)] = True
    found: Column = wanted[column]
    return found


Values = Numbers | WordColumn | Bits | Labels
"""The values of an attribute for all answers."""


def _number(name: str) -> Callable[[AnswerRows], Numbers]:
    return lambda rows: Numbers(rows.facts[name])


def _outcome(rows: AnswerRows) -> WordColumn:
    return WordColumn(rows.outcomes, [outcome.value for outcome in OUTCOMES])


def _system(rows: AnswerRows) -> WordColumn:
    titles = template_titles()
    return WordColumn(rows.templates, [titles.get(name, "unknown") for name in template_ids()])


def _encoding(rows: AnswerRows) -> WordColumn:
    return WordColumn(rows.facts["encoding"], ENCODINGS)


def _period(rows: AnswerRows) -> WordColumn:
    numbers, places = _ranked(rows.facts["period"])
    said = [f"{year}-{month:02}" if month else f"{year}" for year, month in (divmod(n, 100) for n in numbers)]
    return WordColumn(places, ["undated" if text == "0" else text for text in said])


def _country(rows: AnswerRows) -> WordColumn:
    codes, places = _ranked(rows.facts["country"])
    return WordColumn(places, [code.to_bytes(2).decode("ascii").strip("\0") or "unknown" for code in codes])


def _ranked(column: Column) -> tuple[list[int], Column]:
    """Return the distinct numbers of a column of small numbers, and the rank of each answer's number."""
    numbers = np.flatnonzero(np.bincount(column))
    ranks = np.zeros(int(column.max(initial=0)) + 1, np.intp)
    ranks[numbers] = np.arange(len(numbers))
    return numbers.tolist(), ranks[column]


def _sector(rows: AnswerRows) -> WordColumn:
    return WordColumn(rows.facts["sector"], ["unknown", *rows.labels[1:]])


def _says(rows: AnswerRows) -> Bits:
    return Bits(rows.facts["says"], {scheme.name.lower().replace("_", "-"): int(scheme) for scheme in Scheme})


def _practice(rows: AnswerRows) -> Bits:
    return Bits(rows.facts["practice"], {said: 1 << AGREEMENTS.index(each) for each, said in PRACTICE_WORDS.items()})


def _slip(rows: AnswerRows) -> Bits:
    return Bits(rows.facts["slips"], {slip.value: 1 << place for place, slip in enumerate(MISTAKES)})


def _lint(rows: AnswerRows) -> Labels:
    """Return the codes of lint findings."""
    holding: dict[str, list[int]] = {}
    for place in np.flatnonzero(np.bincount(rows.facts["codes"])).tolist():
        for code in rows.labels[place].split():
            holding.setdefault(code, []).append(place)
    return Labels(rows.facts["codes"], dict(sorted(holding.items())), len(rows.labels))


_TREATMENTS: Final = {
    "blocked": BLOCKED,
    "blocked by its own group": BLOCKED | BY_OWN,
    "named": NAMED,
    "with a rule": RULED,
    "some": SOME,
    "all": ALL,
    "named and free": NAMED | FREED,
}
"""Values of a crawler in conditions, as bits."""
_OPEN: Final = 128
_TREATED: Final = ("no robots.txt", "open", "partly", "by *", "by its own group")
"""Values of a crawler for grouping: `/` is open, with or without closed parts, or what closes it."""


def _treated(rows: AnswerRows, place: int) -> WordColumn:
    state = rows.states[:, place]
    conditions = [~_readable(rows), *(state & bits > 0 for bits in (BY_OWN, BLOCKED, SOME))]
    return WordColumn(np.select(conditions, [0, 4, 3, 2], 1), _TREATED)


def _treatments(rows: AnswerRows, place: int) -> Bits:
    state = rows.states[:, place]
    is_open = _readable(rows) & (state & BLOCKED == 0)
    return Bits(np.where(is_open, state | _OPEN, state), {"open": _OPEN, **_TREATMENTS})


def _readable(rows: AnswerRows) -> Column:
    return np.isin(rows.outcomes, [OUTCOMES.index(AnswerOutcome(name)) for name in READABLE])


ATTRIBUTES: Mapping[str, Callable[[AnswerRows], Values]] = MappingProxyType(
    {
        "outcome": _outcome,
        "status": _number("status"),
        "size": _number("size"),
        "lines": _number("lines"),
        "comments": _number("comments"),
        "rules": _number("rules"),
        "allows": _number("allows"),
        "names": _number("agents"),
        "encoding": _encoding,
        "says": _says,
        "slip": _slip,
        "lint": _lint,
        "practice": _practice,
        "system": _system,
        "period": _period,
        "rank": _number("rank"),
        "sector": _sector,
        "country": _country,
    }
)
"""Attributes by their names in queries. `size` is in bytes, `names` counts the crawlers that a file names, `system` is
what wrote it; `rank` and `sector` are 0 and unknown if the input has none.
"""
MOST_HOSTS: Final = 10_000


def condition_of(text: str) -> Condition:
    """Parse a typed condition. Raises QueryError."""
    found = _CONDITION.fullmatch(text)
    if found is None:
        raise QueryError(_NO_CONDITION, text=text)
    return Condition(*found.groups())


def check_names(question: SurveyQuery, tokens: Iterable[str]) -> None:
    """Raise QueryError for a name that is neither an attribute nor one of these crawlers."""
    known = {*ATTRIBUTES, *(token.lower() for token in tokens)}
    for name in (*(condition.name for condition in question.conditions), *filter(None, (question.by,))):
        if name.lower() not in known:
            raise QueryError(_UNKNOWN, name=name, names=", ".join(ATTRIBUTES))


def ask(survey: Survey, question: SurveyQuery) -> SurveyAnswer:
    """Answer a query. Raises QueryError if something is not known of this survey."""
    check_names(question, survey.partial.tokens)
    rows, chosen = survey.rows, np.ones(len(survey.rows), bool)
    for condition in question.conditions:
        chosen &= _holds(survey, condition)
    matching = int(chosen.sum())
    if question.by:
        table = _counted(question.by, _values(survey, question.by, is_grouped=True), chosen, matching)
        return SurveyAnswer(matching, len(rows), table)
    table = _listed(rows, np.flatnonzero(chosen)[:MOST_HOSTS])
    return SurveyAnswer(matching, len(rows), table, matching - len(table.rows))


def _values(survey: Survey, name: str, *, is_grouped: bool = False) -> Values:
    """Return the values of a name; a crawler has one word for each answer when grouped, else bits."""
    wanted = name.lower()
    if wanted in ATTRIBUTES:
        return ATTRIBUTES[wanted](survey.rows)
    place = [token.lower() for token in survey.partial.tokens].index(wanted)
    return _treated(survey.rows, place) if is_grouped else _treatments(survey.rows, place)


def _holds(survey: Survey, condition: Condition) -> Column:
    values = _values(survey, condition.name)
    if isinstance(values, Numbers):
        return _compared(values.column, condition)
    if condition.sign not in {"=", "!="}:
        raise QueryError(_NO_ORDER, name=condition.name)
    if not values.words:
        raise QueryError(_NO_FINDINGS)
    holds = values.holding(condition.value.lower())
    if holds is None:
        raise _no_value(condition, values.words)
    return holds if condition.sign == "=" else ~holds


def _no_value(condition: Condition, words: Iterable[str]) -> QueryError:
    known = sorted({word for word in words if word})
    listed = [*known[:_MOST_NAMED], "…"] if len(known) > _MOST_NAMED else known or ["–"]
    return QueryError(_NO_VALUE, value=condition.value, name=condition.name, values=", ".join(listed))


_COMPARED: Mapping[str, Callable[[Column, int], Column]] = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


def _compared(column: Column, condition: Condition) -> Column:
    text = condition.value.replace("\N{NO-BREAK SPACE}", "").replace(" ", "").replace(",", "")
    if not (text.isascii() and text.isdecimal() and len(text) <= 18):
        raise QueryError(_NO_NUMBER, value=condition.value, name=condition.name)
    return _COMPARED[condition.sign](column, int(text))


def _counted(by: str, values: Values, chosen: Column, matching: int) -> FigureTable:
    rows = [(word or "none", count) for word, count in values.counts(chosen) if count]
    if not isinstance(values, Numbers):
        rows.sort(key=lambda row: (-row[1], row[0]))
    return FigureTable((by, "files", "share"), tuple((*row, share(row[1], matching)) for row in rows), matching)


def _listed(rows: AnswerRows, places: Column) -> FigureTable:
    hosts = sorted((rows.hosts[place], place) for place in places.tolist())
    facts = rows.facts
    listed = (
        (host, OUTCOMES[rows.outcomes[place]].value, int(facts["size"][place]), int(facts["rules"][place]))
        for host, place in hosts
    )
    return FigureTable(("host", "outcome", "bytes", "number of rules"), tuple(listed), len(hosts))
