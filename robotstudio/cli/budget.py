"""`robotstudio budget`: which requests of the crawlers in access logs a draft would spare, and the joined lists."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from robotstudio.cli import formats
from robotstudio.cli.arguments import Parser
from robotstudio.cli.crawlers import own_catalogue
from robotstudio.cli.files import AskedUrls, add_files, files_of, read_input, refuse_second_stream
from robotstudio.cli.formats import add_output
from robotstudio.cli.inputs import add_log_fields, complain_of_rejected, log_fields
from robotstudio.cli.log_versions import crawler_requests
from robotstudio.cli.output import FINE, MISUSE, Output, answer_words, answering, complain
from robotstudio.store.places import Places
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, tr
from robotstudio.text.phrases import printable

if TYPE_CHECKING:
    from robotstudio.compliance.budget import CrawlerBudget
    from robotstudio.compliance.url_joins import JoinInput, JoinRow, UrlJoins

Budgets: TypeAlias = "Sequence[CrawlerBudget]"


_SHOWN_URLS = 20
_EPILOG: Message = "Exit status: 0 if the logs could be read, 2 usage or I/O error."


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio budget`."""
    description: Message = (
        "Replay access logs against a robots.txt: count the requests of each crawler that the file would "
        "prevent, by rule, URL pattern, status and day."
    )
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG)
    logs_help = tr(
        "an access log (may be compressed), a folder of logs, or a pattern such as {example}; - for standard input; "
        "repeatable",
        example="'logs/*.gz'",
    )
    parser.add_argument("--log", metavar="LOG", action="append", required=True, help=logs_help)
    before_help = tr("the earlier robots.txt; requests that it already blocks are not counted as avoided")
    parser.add_argument("--before", metavar="FILE", help=before_help)
    site_help = tr("if the log names the site of each request, only requests for this one, such as example.com")
    parser.add_argument("--site", metavar="HOST", default="", help=site_help)
    join_help = tr(
        "a sitemap, or an export with clicks: list instead the URLs that are crawled but in no sitemap, in a sitemap "
        "but never crawled, or blocked but clicked; repeatable"
    )
    parser.add_argument("--join", metavar="FILE", action="append", default=[], help=join_help)
    column_help = tr("the column of the table that holds the URLs, or its number")
    parser.add_argument("--urls-column", metavar="NAME", help=column_help)
    add_log_fields(parser)
    add_output(parser, FORMATS)
    add_files(parser, "FILE", what=tr("a robots.txt, or the folder it is in; - for standard input"))


def run(options: argparse.Namespace) -> int:
    """Read the logs, replay them, print; return the exit status."""
    from robotstudio.compliance.budget import BudgetInput, crawl_budget
    from robotstudio.compliance.saved_ranges import lists_in_force
    from robotstudio.compliance.url_joins import JoinInput
    from robotstudio.urls.url_builder import as_set

    (name,) = files_of(options, "FILE")
    refuse_second_stream((name, options.before, *options.log, *options.join))
    draft = read_input(name)
    before = read_input(options.before) if options.before else None
    catalogue = own_catalogue()
    asked = _joined_files(options) if options.join else None
    if asked is not None and not asked.urls:
        complain_of_rejected(asked)
        return MISUSE
    requests = crawler_requests(options.log, catalogue, log_fields(options), options.site)
    loaded = lists_in_force(Places.default().ranges)
    for note in (*requests.notes, *((loaded.note,) if loaded.note else ())):
        complain(WORDS.tell(note))
    if asked is not None:
        return _join(options, asked, JoinInput(as_set(asked.urls), requests, draft, catalogue))
    found = crawl_budget(BudgetInput(requests, draft, catalogue, before, loaded.lists))
    with spoken(answer_words(options)), answering(options.output) as out:
        FORMATS[options.format](found, out)
    return FINE


def _joined_files(options: argparse.Namespace) -> AskedUrls:
    from robotstudio.cli.projects import read_url_files  # most print the budget
    from robotstudio.urls.sources.exports import USUAL

    return read_url_files(options.join, options.urls_column or "", log_fields(options), (USUAL,))


def _join(options: argparse.Namespace, asked: AskedUrls, question: "JoinInput") -> int:
    """Print the joined lists; return the exit status."""
    from robotstudio.compliance.url_joins import url_joins

    joins = url_joins(question)
    with spoken(answer_words(options)), answering(options.output) as out:
        _JOINED[options.format](joins, out)
    complain_of_rejected(asked)
    for found, missing in ((joins.unasked, _NO_SITEMAP), (joins.clicked, _NO_CLICKS)):
        if found is None:
            complain(tr(missing))
    return MISUSE if asked.is_misuse or (joins.unasked is None and joins.clicked is None) else FINE


_MOST_SHOWN = 5
_URLS = Plural("{count} URL", "{count} URLs")
_REQUESTS = Plural("{count} request", "{count} requests")
_CLICKS = Plural("{count} click", "{count} clicks")
_LINE: Message = "line {line}"
_NO_SITEMAP: Message = "No file of --join is a sitemap: what is crawled but in none, or never crawled, is unknown."
_NO_CLICKS: Message = "No file of --join has clicks: what is blocked but clicked is unknown."
_NOBODY: Message = "These logs contain no request of a known crawler."
_BY_RULE = Plural("line {line}, {rule}: {count} request", "line {line}, {rule}: {count} requests")
_BY_PATTERN = Plural("{pattern}: {spared} of {count} request", "{pattern}: {spared} of {count} requests")


def _write_text(found: Budgets, out: Output) -> None:
    from robotstudio.compliance.budget import SCOPE_WORDS, budget_words

    if not found:
        out.line(tr(_NOBODY))
    for budget in found:
        out.line(budget_words(budget))
        for rule in budget.rules[:_MOST_SHOWN]:
            out.line("  " + ntr(_BY_RULE, rule.spared, line=str(rule.line), rule=printable(rule.rule)))
        for each in [one for one in budget.patterns if one.spared][:_MOST_SHOWN]:
            spared = WORDS.number(each.spared)
            out.line("    " + ntr(_BY_PATTERN, each.requests, pattern=printable(each.key), spared=spared))
    if any(budget.spared for budget in found):
        out.line(tr(SCOPE_WORDS))


def _write_json(found: Budgets, out: Output) -> None:
    for budget in found:
        tallies = {"patterns": budget.patterns, "statuses": budget.statuses, "days": budget.days}
        out.record(
            {
                "crawler": budget.crawler.token,
                "requests": budget.requests,
                "spared": budget.spared,
                "blocked_before": budget.blocked_before,
                "spoofed": budget.spoofed,
                "rules": [{"line": rule.line, "rule": rule.rule, "spared": rule.spared} for rule in budget.rules],
                **{
                    name: [{"key": one.key, "requests": one.requests, "spared": one.spared} for one in of_kind]
                    for name, of_kind in tallies.items()
                },
            }
        )


def _write_csv(found: Budgets, out: Output) -> None:
    from robotstudio.compliance.budget import BUDGET, budget_rows

    out.table([BUDGET.fields, *budget_rows(found)])


def _write_joined_text(joins: "UrlJoins", out: Output) -> None:
    from robotstudio.compliance.url_joins import LIST_WORDS

    lists = zip(LIST_WORDS, (joins.unlisted, joins.unasked, joins.clicked), joins.rows(), strict=True)
    for title, urls, rows in lists:
        if urls is None:
            continue
        out.line(WORDS.about(tr(title), ntr(_URLS, len(rows))))
        for row in rows[:_SHOWN_URLS]:
            out.line("  " + WORDS.noted(printable(row.url), _number_words(row)))
        if more := len(rows[_SHOWN_URLS:]):
            out.line("  " + ntr(formats.AND_MORE, more))


def _number_words(row: "JoinRow") -> str:
    if row.clicks is not None:
        return WORDS.side_by_side((ntr(_CLICKS, row.clicks), *([tr(_LINE, line=str(row.line))] if row.line else [])))
    return ntr(_REQUESTS, row.requests or 0)


def _write_joined_json(joins: "UrlJoins", out: Output) -> None:
    formats.write_json(chain.from_iterable(joins.rows()), out)


def _write_joined_csv(joins: "UrlJoins", out: Output) -> None:
    from robotstudio.compliance.url_joins import JOINED

    out.table([JOINED.fields, *chain.from_iterable(joins.rows())])


FORMATS: Mapping[str, Callable[[Budgets, Output], None]] = {"text": _write_text, "json": _write_json, "csv": _write_csv}
_JOINED: "Mapping[str, Callable[[UrlJoins, Output], None]]" = {
    "text": _write_joined_text,
    "json": _write_joined_json,
    "csv": _write_joined_csv,
}
