"""Judge expectations of sums, such as `sum(clicks) of blocked for Googlebot <= 0`.

`sum(urls)` counts the URLs. Without `for`, the sum is about the crawler that the column depends on, Googlebot for
clicks of Search Console, or else about the largest search engines.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from robotstudio.draft.expectations import SumExpectation
from robotstudio.engine import UrlTable
from robotstudio.engine.bulk import Bools
from robotstudio.engine.cancelling import IsCancelled
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.expectations import SET, crawlers_of
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.sums import Sum
from robotstudio.text.language import ENGLISH, WORDS, Message, Plural, Told, Words, told, tr
from robotstudio.urls.set_columns import (
    SetColumn,
    UnknownColumnError,
    columns_of,
    engine_of,
    find,
    full_titles,
    sum_of,
    sum_words,
)
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.value_columns import ColumnKind

URLS: Final = "urls"
_NO_SUM: Message = "The values of “{name}” cannot be added. Choose a column of counts, such as clicks."
_UNKNOWN: Message = "{column} is unknown for all of these URLs."
_UNDECIDED = Plural(
    "{column} is {total} or more, which does not decide this: it is unknown for {count} of {urls} URLs.",
    "{column} is {total} or more, which does not decide this: it is unknown for {count} of {urls} URLs.",
)
_NO_URLS: Message = "There are no URLs to add up. Load some with a column “{column}”."
_FOUND: Message = "{sum} ({which}, {crawlers})"
_BLOCKED: Message = "blocked"
_ALLOWED: Message = "allowed"
_URLS: Message = "URLs"


class SumJudgement(Struct, frozen=True, eq=False):
    """The sum as it is; `unknown` says why it cannot be compared, `has_urls` is False if there is nothing to add up."""

    expectation: SumExpectation
    found: Sum = Sum(0.0, 0, 0)
    title: str = ""
    crawlers: tuple[Crawler, ...] = ()
    unknown: Told | None = None
    has_urls: bool = True

    @property
    def passed(self) -> bool:
        """Return True if the sum is as expected; one that is unknown is not."""
        return self.unknown is None and bool(self._compared)

    @property
    def _compared(self) -> bool | None:
        return self.found.compared(self.expectation.comparison, self.expectation.limit)

    def decided(self) -> "SumJudgement":
        """Return it with what is unknown, if that decides."""
        if self.unknown is not None or self._compared is not None:
            return self
        if self.found.is_unknown:
            return replace(self, unknown=told(_UNKNOWN, column=self.title))
        found, total = self.found, int(self.found.total)
        unknown = told(_UNDECIDED, count=found.unknown, column=self.title, total=total, urls=found.urls)
        return replace(self, unknown=unknown)


def judge_sum(
    expectation: SumExpectation,
    version: FileVersion,
    catalogue: Catalogue,
    urls: UrlSet,
    table: UrlTable,
    *,
    is_cancelled: IsCancelled | None = None,
    dialect: str | None = None,
) -> SumJudgement:
    """Add up a column over the URLs that are blocked for any of the crawlers, or allowed. Raises `Cancelled`."""
    if not len(urls):
        return SumJudgement(expectation, unknown=told(_NO_URLS, column=expectation.column), has_urls=False)
    column = None
    if expectation.column.casefold() != URLS:
        try:
            column = find(columns_of(urls), expectation.column, ENGLISH)
        except UnknownColumnError as error:
            return SumJudgement(expectation, unknown=error.told)
        if column.info.kind is not ColumnKind.NUMBER or not column.info.adds:
            return SumJudgement(expectation, unknown=told(_NO_SUM, name=expectation.column))
    crawlers = _crawlers(expectation, column, catalogue)
    chosen = _chosen(expectation, version, crawlers, table, is_cancelled, dialect)
    if column is None:
        count = int(np.count_nonzero(chosen))
        return SumJudgement(expectation, Sum(float(count), count, count), "", crawlers)
    title = full_titles([column], WORDS)[0]
    return SumJudgement(expectation, sum_of(column.values, chosen), title, crawlers).decided()


def _crawlers(expectation: SumExpectation, column: SetColumn | None, catalogue: Catalogue) -> tuple[Crawler, ...]:
    if expectation.crawler:
        return crawlers_of(expectation.crawler, catalogue)
    engine = engine_of(column) if column is not None else ""
    return tuple(map(catalogue.crawler_for, [engine] if engine else catalogue.main_engines["largest"]))


def _chosen(
    expectation: SumExpectation,
    version: FileVersion,
    crawlers: Sequence[Crawler],
    table: UrlTable,
    is_cancelled: IsCancelled | None,
    dialect: str | None,
) -> Bools:
    """Return the URLs with the verdict for any of the crawlers; crawlers that obey the same rules are asked once."""
    chosen = np.zeros(len(table), np.bool_)
    known = set()
    for crawler in crawlers:
        robots = version.read_as(dialect or crawler.dialect)
        key = id(robots.choose(crawler.agent).rules), robots.dialect.id
        if key not in known:
            known.add(key)
            allowed, _ = robots.decide_all(table, [crawler.agent], is_cancelled=is_cancelled).column(crawler.agent)
            chosen |= ~allowed if expectation.is_of_blocked else allowed
    return chosen


def found_sum_words(judgement: SumJudgement, words: Words = WORDS) -> str:
    """Return the sum as it is, of what and for whom, or why it is unknown."""
    if judgement.unknown is not None:
        return words.tell(judgement.unknown)
    expectation = judgement.expectation
    name = expectation.crawler if expectation.crawler.startswith(SET) else ""
    crawlers = name or words.side_by_side(each.title for each in judgement.crawlers)
    which = tr(_BLOCKED if expectation.is_of_blocked else _ALLOWED)
    said = sum_words(judgement.title or tr(_URLS), judgement.found, words)
    return words.say(_FOUND, sum=said, which=which, crawlers=crawlers)
