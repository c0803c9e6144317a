"""`robotstudio budget`: which requests of the crawlers in access logs a draft would spare."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from robotstudio.cli import formats
from robotstudio.cli.arguments import Parser
from robotstudio.cli.crawlers import own_catalogue
from robotstudio.cli.files import add_files, files_of, read_input, refuse_second_stream
from robotstudio.cli.formats import add_output
from robotstudio.cli.inputs import add_log_fields, log_fields
from robotstudio.cli.log_versions import crawler_requests
from robotstudio.cli.output import FINE, Output, answer_words, answering, complain
from robotstudio.compliance.budget import SCOPE_WORDS, BudgetInput, CrawlerBudget, budget_words, crawl_budget
from robotstudio.compliance.saved_ranges import lists_in_force
from robotstudio.store.places import Places
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, tr
from robotstudio.text.phrases import printable

Budgets = Sequence[CrawlerBudget]


class BudgetRow(NamedTuple):
    """Requests of a crawler with something in common; `by` is `rule`, `pattern`, `status` or `day`."""

    crawler: str
    by: str
    key: str
    requests: int | None  # None for a rule: it is only known what it spares
    spared: int


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
    add_log_fields(parser)
    add_output(parser, FORMATS)
    add_files(parser, "FILE", what=tr("a robots.txt; - for standard input"))


def run(options: argparse.Namespace) -> int:
    """Read the logs, replay them, print; return the exit status."""
    (name,) = files_of(options, "FILE")
    refuse_second_stream((name, options.before, *options.log))
    draft = read_input(name)
    before = read_input(options.before) if options.before else None
    catalogue = own_catalogue()
    requests = crawler_requests(options.log, catalogue, log_fields(options), options.site)
    loaded = lists_in_force(Places.default().ranges)
    for note in (*requests.notes, *((loaded.note,) if loaded.note else ())):
        complain(WORDS.tell(note))
    found = crawl_budget(BudgetInput(requests, draft, catalogue, before, loaded.lists))
    with spoken(answer_words(options)), answering(options.output) as out:
        FORMATS[options.format](found, out)
    return FINE


_MOST_SHOWN = 5
_NOBODY: Message = "These logs contain no request of a known crawler."
_BY_RULE = Plural("line {line}, {rule}: {count} request", "line {line}, {rule}: {count} requests")
_BY_PATTERN = Plural("{pattern}: {spared} of {count} request", "{pattern}: {spared} of {count} requests")


def _write_text(found: Budgets, out: Output) -> None:
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


def _rows(found: Budgets) -> Iterator[BudgetRow]:
    for budget in found:
        token = budget.crawler.token
        yield from (BudgetRow(token, "rule", f"{one.line} {one.rule}", None, one.spared) for one in budget.rules)
        for by, tallies in (("pattern", budget.patterns), ("status", budget.statuses), ("day", budget.days)):
            yield from (BudgetRow(token, by, one.key, one.requests, one.spared) for one in tallies)


def _write_csv(found: Budgets, out: Output) -> None:
    formats.write_csv(BudgetRow, _rows(found), out)


FORMATS: Mapping[str, Callable[[Budgets, Output], None]] = {"text": _write_text, "json": _write_json, "csv": _write_csv}
