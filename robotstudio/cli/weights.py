"""`robotstudio test --weight`: how much of a column each rule blocks and allows, for each crawler."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import Struct

from robotstudio.cli.columns import Weight, bringing_it, check_condition, fails, weight_of
from robotstudio.cli.crawlers import AskedCrawler, shown_token
from robotstudio.cli.files import AskedUrls
from robotstudio.cli.inputs import complain_of_rejected
from robotstudio.cli.output import FINDINGS, FINE, MISUSE, MisuseError, Output, answer_words, answering
from robotstudio.draft.at_risk import GROUP_KEEPS_OUT, GroupCost, rule_costs
from robotstudio.engine import UrlTable, Verdict
from robotstudio.engine.bulk import Bools
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.rule_classes import distinct_verdicts
from robotstudio.engine.sums import Sum
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, tr
from robotstudio.text.phrases import printable
from robotstudio.urls.set_columns import sums_of

if TYPE_CHECKING:
    from robotstudio.cli.projects import AssumedAnswer


class SumRow(NamedTuple):
    """The sum over the URLs with one verdict; the fields are the keys of JSON and the columns of CSV."""

    crawler: str
    allowed: bool | None
    line: int | None
    rule: str | None
    group: str | None
    reason: str | None  # null if a rule decides: it may do so for several
    dialect: str
    urls: int
    sum: object  # null if no value is known, or no column was named
    known: int | None


class _Answer(Struct, frozen=True):
    weight: Weight | None
    rows: Sequence[tuple[SumRow, Sum]]
    groups: Sequence[GroupCost] = ()


_FORMATS: Message = "--weight and --fail-on print text, JSON or CSV only."


def run(
    body: bytes,
    crawlers: Sequence[AskedCrawler],
    urls: AskedUrls,
    assumed: "AssumedAnswer | None",
    options: argparse.Namespace,
) -> int:
    """Print the sums; return the exit status."""
    if options.format not in FORMATS:
        raise MisuseError(_FORMATS)
    with spoken(answer_words(options)):
        weight = weight_of(urls, options.weight, WORDS)
        check_condition(options.fail_on, weight)
        version, table = FileVersion(body), urls.table or UrlTable([url.url for url in urls.urls])
        blocked = {crawler.name: np.zeros(len(table), np.bool_) for crawler in crawlers}
        rows = [
            row
            for crawler in crawlers
            for row in _rows(version, crawler, table, weight, assumed, blocked[crawler.name])
        ]
        for_any = np.any([*blocked.values()], axis=0)
        found = _at_stake(weight, blocked) if weight and options.fail_on else None
        if urls.urls:
            columns = [weight.column] if weight and not assumed else []
            costs = rule_costs(version, table, [crawler.view for crawler in crawlers], columns)
            with answering(options.output) as out:
                FORMATS[options.format](_Answer(weight, rows, costs.groups), out)
        complain_of_rejected(urls)
        is_finding = fails(options.fail_on, weight, found, int(np.count_nonzero(for_any)))
    if urls.is_misuse:
        return MISUSE
    return FINDINGS if is_finding or (options.fail_on_blocked and for_any.any()) else FINE


def _at_stake(weight: Weight, blocked: Mapping[str, Bools]) -> Sum:
    """Return the sum over the URLs that are blocked for any crawler that the column depends on, as `diff` does."""
    bringers = bringing_it(weight, [*blocked])
    found = np.any([blocked[name] for name in bringers or blocked], axis=0)
    return weight.sum(found) if bringers else weight.unknown(int(np.count_nonzero(found)))


def _rows(
    version: FileVersion,
    crawler: AskedCrawler,
    table: UrlTable,
    weight: Weight | None,
    assumed: "AssumedAnswer | None",
    blocked: Bools,
) -> Iterator[tuple[SumRow, Sum]]:
    """Yield a row for each verdict of a crawler, what it may not fetch first, and mark that."""
    robots = version.read_as(crawler.dialect)
    found = distinct_verdicts(robots, table, crawler.agent)
    verdicts: dict[SumRow, int] = {}
    if found is None:
        kinds = np.array([_number(verdicts, robots.decide(url, crawler.agent), crawler, assumed) for url in table.urls])
    else:
        places, which = found
        decided = [robots.decide(table.urls[place], crawler.agent) for place in places.tolist()]
        kinds = np.array([_number(verdicts, each, crawler, assumed) for each in decided], np.intp)[which]
    sums = sums_of(weight.column.values, kinds, len(verdicts)) if weight else _counts(kinds, len(verdicts))
    rows = sorted(verdicts, key=lambda row: (row.allowed is not False, row.line or 0, row.reason or ""))
    for row in rows:
        number = verdicts[row]
        each = sums[number]
        if row.allowed is False:
            blocked |= kinds == number
        known = each.known if weight else None
        yield row._replace(urls=each.urls, sum=weight.record(each)["sum"] if weight else None, known=known), each


def _counts(kinds: np.ndarray, count: int) -> list[Sum]:
    return [Sum(0.0, 0, urls) for urls in np.bincount(kinds, minlength=count).tolist()]


def _number(
    verdicts: dict[SumRow, int], verdict: Verdict, crawler: AskedCrawler, assumed: "AssumedAnswer | None"
) -> int:
    """Return the number of the row of a verdict."""
    row = SumRow(
        crawler.name,
        verdict.allowed,
        verdict.line,
        None if verdict.rule is None else str(verdict.rule),
        verdict.group.token,
        None if verdict.line else verdict.reason.value,
        crawler.dialect,
        0,
        None,
        None,
    )
    if assumed and (outcome := assumed.outcome(crawler, verdict)):
        allowed, effect = outcome
        row = row._replace(allowed=allowed, line=None, rule=None, group=None, reason=effect.value)
    return verdicts.setdefault(row, len(verdicts))


_BLOCKED: Message = "{crawler} may not fetch {urls}"
_ALLOWED: Message = "{crawler} may fetch {urls}"
_OPEN: Message = "{crawler}: not documented for {urls}"
_BY_RULE: Message = "{said} (line {line}, {rule})"
_WITH_SUM: Message = "{said} – {sum}"
_URLS = Plural("{count} URL", "{count} URLs")


def _write_text(answer: _Answer, out: Output) -> None:
    for row, found in answer.rows:
        message = _OPEN if row.allowed is None else _ALLOWED if row.allowed else _BLOCKED
        said = tr(message, crawler=printable(shown_token(row.crawler)), urls=ntr(_URLS, row.urls))
        if row.line is not None:
            said = tr(_BY_RULE, said=said, line=str(row.line), rule=printable(row.rule or ""))
        out.line(said if answer.weight is None else tr(_WITH_SUM, said=said, sum=answer.weight.words(found)))
    for group in answer.groups:
        if answer.weight and group.sums[0].urls:
            out.line(tr(GROUP_KEEPS_OUT, line=str(group.line), what=answer.weight.words(group.sums[0])))


def _write_json(answer: _Answer, out: Output) -> None:
    if answer.weight:
        out.record({"weight": answer.weight.source_record()})
    for row, _ in answer.rows:
        out.record(row._asdict())
    if weight := answer.weight:
        groups = ({"line": each.line, "agents": each.agents, **weight.record(each.sums[0])} for each in answer.groups)
        out.record({"groups": [*groups]})


def _write_csv(answer: _Answer, out: Output) -> None:
    head = ("sum" if answer.weight is None else answer.weight.name) if answer.rows else "sum"
    out.table([[head if name == "sum" else name for name in SumRow._fields], *(row for row, _ in answer.rows)])


FORMATS: Mapping[str, Callable[[_Answer, Output], None]] = {"text": _write_text, "json": _write_json, "csv": _write_csv}
