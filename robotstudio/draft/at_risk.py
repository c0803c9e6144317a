"""Loss at risk if URLs are blocked: sums of what they bring, for the crawlers that bring it.

Clicks in Google need Googlebot alone: a rule for GPTBot costs none. Requests are those of any crawler.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import Struct, field

from robotstudio.engine.bulk import Lines, UrlTable
from robotstudio.engine.cancelling import Checkpoint, go_on
from robotstudio.engine.changes import Change, Changes
from robotstudio.engine.crawlers import CATALOGUE, CrawlerView
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.rule_classes import RuleClass, rule_classes_of
from robotstudio.engine.sums import Sum
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.urls.set_columns import (
    REQUESTS,
    SetColumn,
    days_of,
    engine_of,
    full_titles,
    stakes_of,
    sum_of,
    sum_words,
    sums_of,
)
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.value_columns import ValueColumn

_VISITS_AND_REQUESTS: Final = 2


_KEEPS_OUT: Message = "Line {line} keeps out: {what}."
GROUP_KEEPS_OUT: Message = "The group of line {line} keeps out: {what}."
_COSTS_MORE: Message = "Line {line} costs more than it saves. It keeps out: {what}."


class Stake(Struct, frozen=True, eq=False):
    """A column of what the URLs bring, and its sum over those that become blocked."""

    column: SetColumn
    at_risk: Sum


class GroupCost(Struct, frozen=True):
    """Loss by the rules of a group together, each URL once; `agents` are its names as written."""

    line: int
    agents: tuple[str, ...]
    sums: tuple[Sum, ...]


class RuleCosts(Struct, frozen=True, eq=False):
    """Loss by each line: a sum for each of the `columns`; a line that blocks nothing is missing.

    The `groups` are those that Google reads, if they block anything: for a crawler that ends a group at an empty line,
    its lines are still there.
    """

    columns: tuple[SetColumn, ...] = ()
    sums: Mapping[int, tuple[Sum, ...]] = field(default_factory=dict)
    groups: tuple[GroupCost, ...] = ()

    def costs_more(self, line: int) -> bool:
        """Return True if a line keeps out more visits a day than requests of crawlers, which are known of all URLs."""
        if len(self.columns) < _VISITS_AND_REQUESTS or line not in self.sums:
            return False
        (visits, requests), sums = self.columns[:2], self.sums[line]
        if sums[0].is_unknown or sums[1].unknown:
            return False
        days, days_of_requests = days_of(visits.source), days_of(requests.source)
        if not days or not days_of_requests:
            return sums[0].total > sums[1].total
        return sums[0].total / days > sums[1].total / days_of_requests

    @property
    def dearest(self) -> Sequence[int]:
        """The lines that cost more than they save, the dearest first."""
        return sorted(filter(self.costs_more, self.sums), key=lambda line: -self.sums[line][0].total)


def telling_stakes(urls: UrlSet) -> tuple[SetColumn, ...]:
    """Return the most telling column of what the URLs bring, and their requests."""
    stakes = stakes_of(urls)
    visits = [each for each in stakes if each.info.role not in REQUESTS]
    requests = sorted(
        (each for each in stakes if each.info.role in REQUESTS), key=lambda each: REQUESTS.index(each.info.role)
    )
    return (*visits[:1], *requests[:1])


def bringing(column: SetColumn, tokens: Iterable[str]) -> frozenset[str]:
    """Return which of these crawlers the numbers of a column depend on."""
    if column.info.role in REQUESTS:
        return frozenset(tokens)
    engine, known = engine_of(column), {each: CATALOGUE.known(each) for each in tokens}
    return frozenset(
        token
        for token, crawler in known.items()
        if crawler is not None and (crawler.token == engine if engine else crawler.purpose == "search")
    )


def stake_of(column: SetColumn, changes: Changes, change: Change = Change.BLOCKED) -> Stake:
    """Return what the URLs bring that change for a crawler that brings it; unknown if no such crawler is compared."""
    tokens = [token for each in changes.compared for token in each.tokens]
    bringers = bringing(column, tokens)
    found = np.zeros(changes.urls, np.bool_)
    for each in changes.compared:
        if bringers.intersection(each.tokens):
            found |= each.changes == change
    if not bringers:
        return Stake(column, Sum(0.0, 0, len(changes.rows_with(change))))
    return Stake(column, sum_of(column.values, found))


def rule_costs(
    version: FileVersion,
    table: UrlTable,
    readers: Sequence[CrawlerView],
    columns: Sequence[SetColumn],
    checkpoint: Checkpoint = go_on,
) -> RuleCosts:
    """Return what each line keeps the crawlers from that bring it; a URL counts once for each line.

    If none of the readers brings it, it is unknown.
    """
    if not columns:
        return RuleCosts()
    classes = rule_classes_of(version, table, readers)
    blocked = [np.where(each.allowed, 0, each.lines) for each in classes]
    sums = _sums_by(blocked, classes, columns, len(table), checkpoint)
    groups = {group.first_line: group for group in version.read_as("google").groups}
    firsts = np.array([0, *sorted(groups)])
    first_of = firsts[np.searchsorted(firsts, np.arange(1 + max(sums, default=0)), "right") - 1]
    of_groups = _sums_by([first_of[lines] for lines in blocked], classes, columns, len(table), checkpoint)
    costs = (
        GroupCost(first, tuple(agent.written.decode("utf-8", "replace") for agent in groups[first].agents), found)
        for first, found in of_groups.items()
    )
    return RuleCosts(tuple(columns), sums, tuple(costs))


def _sums_by(
    blocked: Sequence[Lines],
    classes: Sequence[RuleClass],
    columns: Sequence[SetColumn],
    size: int,
    checkpoint: Checkpoint,
) -> Mapping[int, tuple[Sum, ...]]:
    """Return the sums by the line that counts for each of `size` URLs in each class, 0 for none."""
    height = 1 + max((int(lines.max(initial=0)) for lines in blocked), default=0)
    is_deciding = np.any([np.bincount(lines, minlength=height) for lines in blocked], axis=0)
    found = {line: [Sum(0.0, 0, 0)] * len(columns) for line in np.flatnonzero(is_deciding).tolist() if line}
    tokens = frozenset(token for each in classes for token in each.tokens)
    for number, column in enumerate(columns):
        bringers, values = bringing(column, tokens), column.values
        if not bringers:
            bringers, values = tokens, ValueColumn(column.info, np.full(size, np.nan))
        some = [lines for each, lines in zip(classes, blocked, strict=True) if bringers.intersection(each.tokens)]
        for place, lines in enumerate(some):
            checkpoint()
            fresh = lines.astype(np.int64)
            for earlier in some[:place]:
                fresh[earlier == lines] = -1
            for line, each in enumerate(sums_of(values, fresh, height)):
                if line and each.urls:
                    found[line][number] = found[line][number].plus(each)
    return {line: tuple(sums) for line, sums in found.items()}


def cost_words(costs: RuleCosts, line: int) -> str:
    """Word what a line keeps out, and if that costs more than it saves; "" if it is known to keep out nothing."""
    said = _sums_words(costs, costs.sums.get(line, ()))
    return said and tr(_COSTS_MORE if costs.costs_more(line) else _KEEPS_OUT, line=str(line), what=said)


def group_cost_words(costs: RuleCosts, group: GroupCost) -> str:
    """Word what the rules of a group keep out; "" if they are known to keep out nothing."""
    said = _sums_words(costs, group.sums)
    return said and tr(GROUP_KEEPS_OUT, line=str(group.line), what=said)


def _sums_words(costs: RuleCosts, sums: Sequence[Sum]) -> str:
    if not any(each.total or each.unknown for each in sums):
        return ""
    titles = full_titles(costs.columns, WORDS)
    return WORDS.clauses(sum_words(title, each, WORDS) for title, each in zip(titles, sums, strict=True))
