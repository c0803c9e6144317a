"""The hosts behind a row of a figure, where the stored columns determine them."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

import numpy as np

from robotstudio.engine.crawlers import crawler_for
from robotstudio.survey.agents import ALL, BLOCKED, BY_OWN, FREED, NAMED
from robotstudio.survey.clusters import names_of
from robotstudio.survey.facts import AnswerOutcome
from robotstudio.survey.figures.errors import MOST_SHOWN
from robotstudio.survey.figures.model import Row, ai_of
from robotstudio.survey.markers import template_titles
from robotstudio.survey.result import Survey
from robotstudio.survey.rows import OUTCOMES, Column, template_ids

_READABLE: Final = [OUTCOMES.index(AnswerOutcome.WITH_RULES), OUTCOMES.index(AnswerOutcome.NO_RULES)]
_NOT: Final = ", not "
CLUSTERS_FIGURE: Final = "S-3"


def hosts_of_row(survey: Survey, figure: str, row: Row) -> tuple[str, ...]:
    """Return the hosts that a row of a figure counts, by name; empty if the figure is not in `COUNT_COLUMNS`."""
    if figure == CLUSTERS_FIGURE:
        clusters = survey.clusters[:MOST_SHOWN]
        named = zip(names_of(clusters), clusters, strict=True)
        like = (cluster.members for name, cluster in named if (name, cluster.kind.value, cluster.size) == row[:3])
        return next(like, ())
    find = _FINDERS.get(figure)
    if find is None:
        return ()
    hosts = survey.rows.hosts
    return tuple(sorted(hosts[place] for place in np.flatnonzero(find(survey, row)).tolist()))


def _states(survey: Survey, token: object) -> Column:
    """Return what each file does to a crawler, a byte each."""
    states: Column = survey.rows.states[:, survey.partial.tokens.index(str(token))]
    return states


def _treated(bits: int, survey: Survey, row: Row) -> Column:
    found: Column = _states(survey, row[0]) & bits == bits
    return found


def _of_ai(survey: Survey, bits: int) -> Column:
    """Return which AI crawlers each file treats like this, a column for each crawler."""
    places = [survey.partial.tokens.index(token) for token in ai_of(survey.partial)]
    treated: Column = survey.rows.states[:, places] & bits > 0
    return treated


def _parted(survey: Survey, row: Row) -> Column:
    """Find files that block the one and not the other, and have a group for some AI crawler."""
    blocked, _, free = str(row[0]).partition(_NOT)
    has_own = np.logical_or.reduce(_of_ai(survey, BY_OWN), axis=1)
    found: Column = (_states(survey, blocked) & BLOCKED > 0) & (_states(survey, free) & BLOCKED == 0) & has_own
    return found


def _number_blocked(survey: Survey, row: Row) -> Column:
    counts = _of_ai(survey, BLOCKED).sum(axis=1)
    most = len(ai_of(survey.partial))
    least, last = {"0": (0, 0), "1–9": (1, 9), "10 and more": (10, most - 1), "all": (most, most)}[str(row[0])]
    readable = np.isin(survey.rows.outcomes, _READABLE)
    found: Column = readable & (counts >= least) & (counts <= last)
    return found


def _both(survey: Survey, row: Row) -> Column:
    return _company(survey, row[0]) & _company(survey, row[1])


def _company(survey: Survey, name: object) -> Column:
    tokens = [token for token in ai_of(survey.partial) if crawler_for(token).operator == name]
    found: Column = np.logical_or.reduce([_states(survey, token) & BY_OWN > 0 for token in tokens])
    return found


def _written_by(survey: Survey, row: Row) -> Column:
    titles = template_titles()
    numbers = [place for place, name in enumerate(template_ids()) if titles.get(name) == row[0]]
    readable = np.isin(survey.rows.outcomes, _READABLE)
    return readable & np.isin(survey.rows.templates, numbers)


_FINDERS: Mapping[str, Callable[[Survey, Row], Column]] = MappingProxyType(
    {
        "A-4": partial(_treated, BLOCKED),
        "A-5": partial(_treated, BLOCKED),
        "L-3": partial(_treated, ALL),
        "K-5": partial(_treated, NAMED),
        "L-4": partial(_treated, FREED | NAMED),
        "T-1": _number_blocked,
        "T-4": _written_by,
        "T-5": _parted,
        "K-6": _both,
    }
)
"""Finds the hosts of a row, by figure id."""

COUNT_COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        "A-4": "may not fetch /",
        "A-5": "may not fetch /",
        "L-3": "fully",
        "K-5": "observed",
        CLUSTERS_FIGURE: "hosts",
        "L-4": "named and free",
        "T-1": "sites",
        "T-4": "files",
        "T-5": "sites",
        "K-6": "sites",
    }
)
"""The column with their count."""
