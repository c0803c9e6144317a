"""`robotstudio diff`: which verdicts flip from one file to another."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import add_config, config_of
from robotstudio.cli.crawlers import add_crawlers, asked_crawlers, shown_token
from robotstudio.cli.files import AskedUrls, add_files, read_input, refuse_second_stream
from robotstudio.cli.formats import AND_MORE, add_output
from robotstudio.cli.inputs import (
    add_columns,
    add_project,
    add_source,
    add_urls,
    asked_project,
    complain_of_rejected,
    given_files,
    made_file,
    read_urls,
    text_of,
)
from robotstudio.cli.output import (
    FINDINGS,
    FINE,
    MISUSE,
    Ink,
    Inked,
    MisuseError,
    Output,
    answer_words,
    answering,
    complain,
)
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.risk import Risk, risks_of
from robotstudio.engine.robots import FileVersion
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, tr
from robotstudio.text.phrases import as_text
from robotstudio.urls.urls import TestUrl

if TYPE_CHECKING:
    from robotstudio.cli.columns import Beside, Weight
    from robotstudio.cli.projects import GivenProject
    from robotstudio.cli.proofs import CrawlerProof
    from robotstudio.cli.source import MadeFile
    from robotstudio.draft.changes.flip_table import VerdictFlip
    from robotstudio.engine import UrlTable
    from robotstudio.engine.changes import Blame, Changes, FlipGroup
    from robotstudio.engine.rule_classes import Places
    from robotstudio.engine.sums import Sum

_SHOWN_URLS = 20


class _Stakes(Struct, frozen=True):
    """Changes for the crawlers that a column depends on, as the window counts them.

    If none of them is compared, `crawlers` is empty, `changes` has those of all crawlers, and every sum is unknown.
    """

    weight: "Weight"
    crawlers: tuple[str, ...]
    changes: "Changes"

    def total(self, *, is_blocked: bool) -> "Sum":
        """Return the sum over the URLs that become blocked or allowed, each once."""
        return self.sum(_rows(self.changes, is_blocked=is_blocked))

    def sum(self, rows: "Places") -> "Sum":
        return self.weight.sum(rows) if self.crawlers else self.weight.unknown(len(rows))

    def of(self, blame: "Blame") -> "FlipGroup | None":
        """Return what one line flips for these crawlers."""
        return next((group for group in self.changes.groups if group.blame == blame), None)


class _Report(Struct, frozen=True):
    urls: Sequence[TestUrl]
    readers: Sequence[CrawlerView]
    changes: "Changes"
    risks: Sequence[Risk]
    proofs: "Sequence[CrawlerProof]" = ()
    stakes: _Stakes | None = None
    beside: "Beside | None" = None


_EPILOG: Message = (
    "Exit status: 0 no verdict flips, or no more than --max-flips; 1 more do, or the new file blocks the whole site "
    "for a main search engine; 2 usage or I/O error, also if a line of the list is not a URL, or none is."
)
_PROVE: Message = (
    "prove for every possible URL that no verdict changes, or show URLs whose verdict does; needs no list of URLs. "
    "The exit status is 1 if nothing is proven"
)
_PROVABLE = frozenset({"text", "json"})


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio diff`."""
    description: Message = "List the verdicts that flip between two robots.txt files, and the line that flips each."
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG)
    add_crawlers(parser)
    add_urls(parser)
    add_columns(parser)
    add_output(parser, FORMATS)
    most = tr("the share of verdicts that may flip, such as 0.05 or 5%. Default: none").replace("%", "%%")
    parser.add_argument("--max-flips", metavar="SHARE", type=partial(_share), default=0.0, help=most)
    parser.add_argument("--prove", action="store_true", help=tr(_PROVE))
    add_config(parser)
    add_project(parser)
    add_source(parser, "NEW")
    what = tr("the old and the new robots.txt; - for one of them reads standard input")
    add_files(parser, "OLD", "NEW", what=what)


def run(options: argparse.Namespace) -> int:
    """Print what flips; return the exit status."""
    from robotstudio.engine import UrlTable
    from robotstudio.engine.changes import compare

    project = asked_project(options)
    config = config_of(options)
    files = given_files(options, config, project, "OLD", "NEW")
    refuse_second_stream((*files, *(options.urls or ())))
    before, after = map(FileVersion, _versions(files, made_file(options, config), project))
    crawlers = asked_crawlers(options, config, project.crawlers if project else ())
    readers = [CrawlerView(each.name, each.dialect, each.agent) for each in crawlers]
    if options.prove and options.format not in _PROVABLE:
        raise MisuseError("--prove prints text or JSON only.")
    if options.format == "csv" and options.weight and options.columns:
        raise MisuseError("As CSV, choose --weight, which prints sums, or --columns, which prints URLs.")
    proofs = _proofs(before, after, readers) if options.prove else ()
    is_about_all = options.prove and not (options.url or options.urls or project)
    urls = AskedUrls(()) if is_about_all else read_urls(options, project)
    table = urls.table if urls.table is not None else UrlTable(url.url for url in urls.urls)
    changes = compare(before, after, table, readers, most_rows=_SHOWN_URLS)
    risks = risks_of(before, after, changes, most_flips=options.max_flips)
    with spoken(answer_words(options)):
        weight, beside = _columns(urls, options)
        stakes = _stakes(weight, (before, after), table, readers) if weight else None
        if urls.urls or proofs:
            report = _Report(urls.urls, readers, changes, risks, proofs, stakes, beside)
            with answering(options.output) as out:
                FORMATS[options.format](report, out)
    _warn(risks)
    complain_of_rejected(urls)
    fails = _fails(changes, stakes, options)
    if urls.is_misuse:
        return MISUSE
    is_finding = fails or any(risk.is_failure for risk in risks) or not all(proof.is_proven for proof in proofs)
    return FINDINGS if is_finding else FINE


def _columns(urls: AskedUrls, options: argparse.Namespace) -> "tuple[Weight | None, Beside | None]":
    """Return the column to sum, and those to print."""
    if not (options.weight or options.columns or options.fail_on):
        return None, None
    from robotstudio.cli.columns import beside, check_condition, weight_of  # most ask for none

    weight = weight_of(urls, options.weight, WORDS)
    check_condition(options.fail_on, weight)
    return weight, beside(urls, options.columns, WORDS)


def _stakes(
    weight: "Weight", versions: tuple[FileVersion, FileVersion], table: "UrlTable", readers: Sequence[CrawlerView]
) -> _Stakes:
    """Compare both versions for the crawlers that a column depends on."""
    from robotstudio.cli.columns import bringing_it
    from robotstudio.engine.changes import compare

    bringers = bringing_it(weight, [reader.token for reader in readers])
    some = [reader for reader in readers if reader.token in bringers]
    changes = compare(*versions, table, some or readers, most_rows=len(table))
    return _Stakes(weight, tuple(reader.token for reader in some), changes)


def _rows(changes: "Changes", *, is_blocked: bool) -> "Places":
    """Return the URLs that become blocked or allowed for any crawler."""
    from robotstudio.engine.changes import Change

    return changes.rows_with(Change.BLOCKED if is_blocked else Change.ALLOWED)


def _fails(changes: "Changes", stakes: _Stakes | None, options: argparse.Namespace) -> bool:
    """Return True if the condition on what becomes blocked is met."""
    if not options.fail_on:
        return False
    from robotstudio.cli.columns import fails

    weight, found = (stakes.weight, stakes.total(is_blocked=True)) if stakes else (None, None)
    return fails(options.fail_on, weight, found, changes.blocked_urls)


def _proofs(before: FileVersion, after: FileVersion, readers: Sequence[CrawlerView]) -> "Sequence[CrawlerProof]":
    from robotstudio.cli.proofs import proofs_of  # few ask for proofs

    return proofs_of(before, after, readers)


def _versions(files: Sequence[str], made: "MadeFile | None", project: "GivenProject | None") -> tuple[bytes, bytes]:
    """Read OLD and NEW; of a project its baseline and its file, if they are not given."""
    before = project.read_baseline() if project and not files else read_input(files[0])
    return before, text_of(files[1:], made, project)[1]


def _share(text: str) -> float:
    try:
        share = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        message: Message = "“{text}” is not a share. Enter a number from 0 to 1, or a percentage such as 5%"
        raise argparse.ArgumentTypeError(tr(message, text=text))
    return share


def _warn(risks: Iterable[Risk]) -> None:
    from robotstudio.explain.change_words import risk_words

    for risk in risks:
        if risk.shuts_out:
            complain(as_text(risk_words(risk, tr("The new file"))))


def _write_text(report: _Report, out: Output) -> None:
    if report.urls:
        _write_changes(report, out)
    if report.urls and report.proofs:
        out.line()
    for proof in report.proofs:
        proof.write(out)


def _write_changes(report: _Report, out: Output) -> None:
    from robotstudio.explain.change_words import crawler_words

    changes = report.changes
    for crawler in changes.crawlers:
        out.line(WORDS.about(shown_token(crawler.token), as_text(crawler_words(crawler))))
    for group in changes.groups:
        out.line()
        _write_group(group, report, out)
    out.line()
    out.line(ntr(_FLIPS, changes.cells, flips=changes.flips))
    _write_sums(report, out)


def _write_sums(report: _Report, out: Output) -> None:
    """Write what is at stake: the sums over the URLs that become blocked and allowed, each once, and for whom."""
    stakes = report.stakes
    if stakes is None:
        return
    crawlers = WORDS.side_by_side(map(shown_token, stakes.crawlers))
    for is_blocked, (message, message_for) in _AT_STAKE.items():
        found = stakes.total(is_blocked=is_blocked)
        if len(_rows(report.changes, is_blocked=is_blocked)):
            said = ntr(message_for, found.urls, crawlers=crawlers) if crawlers else ntr(message, found.urls)
            out.line(tr(_WITH_SUM, said=said, sum=stakes.weight.words(found)))


_WITH_SUM: Message = "{said} – {sum}"
_BLOCKED = Plural("{count} URL becomes blocked", "{count} URLs become blocked")
_BLOCKED_FOR = Plural("{count} URL becomes blocked for {crawlers}", "{count} URLs become blocked for {crawlers}")
_ALLOWED = Plural("{count} URL becomes allowed", "{count} URLs become allowed")
_ALLOWED_FOR = Plural("{count} URL becomes allowed for {crawlers}", "{count} URLs become allowed for {crawlers}")
_AT_STAKE = {True: (_BLOCKED, _BLOCKED_FOR), False: (_ALLOWED, _ALLOWED_FOR)}
"""By whether the URLs become blocked."""
_FLIPS = Plural("{flips} of {count} verdicts flip.", "{flips} of {count} verdicts flip.")


def _write_group(group: "FlipGroup", report: _Report, out: Output) -> None:
    from robotstudio.explain.change_words import heading_words, urls_words

    crawlers = WORDS.side_by_side(shown_token(token) for token in group.tokens)
    heading, counted = as_text(heading_words(group)), urls_words(group.blame.change, group.urls)
    said = tr("{heading} – {counted} for {crawlers}", heading=heading, counted=counted, crawlers=crawlers)
    out.line(Inked(said, Ink.BLOCKED if group.is_blocked else Ink.ALLOWED))
    if report.stakes is not None and (same_line := report.stakes.of(group.blame)):
        out.line(f"  {report.stakes.weight.words(report.stakes.sum(same_line.rows))}")
    for row in group.rows[:_SHOWN_URLS].tolist():
        told = f" [{report.beside.words(row)}]" if report.beside else ""
        out.line(f"  {report.urls[row].written}{told}")
    if more := group.urls - len(group.rows[:_SHOWN_URLS]):
        out.line(f"  {ntr(AND_MORE, more)}")


def _flips(report: _Report) -> "Iterator[VerdictFlip]":
    """Return the verdicts that flip, URL by URL in the order given, for each crawler in the order given."""
    from robotstudio.draft.changes.flip_table import flips_of

    return flips_of(report.changes, lambda row: report.urls[row].written)


def _write_json(report: _Report, out: Output) -> None:
    from robotstudio.explain.change_words import risk_words

    for flip in _flips(report):
        beside = {"columns": report.beside.record(flip.row)} if report.beside else {}
        out.record({**flip.record(), **beside})
    if report.stakes is not None:
        out.record(_sums_record(report.stakes))
    for risk in report.risks:
        if risk.shuts_out:
            told = {"crawlers": list(risk.tokens), "lines": list(risk.lines)}
            out.record({"danger": risk.id.value, **told, "message": as_text(risk_words(risk, tr("The new file")))})
    for proof in report.proofs:
        out.record(proof.record())


def _sums_record(stakes: _Stakes) -> Mapping[str, object]:
    weight = stakes.weight
    groups = [
        {"line": group.blame.line, "cause": group.blame.cause.value, "change": _CHANGED[group.is_blocked]}
        | {"crawlers": list(group.tokens), **weight.record(stakes.sum(group.rows))}
        for group in stakes.changes.groups
    ]
    return {
        "weight": weight.source_record(),
        "crawlers": list(stakes.crawlers),
        "blocked": weight.record(stakes.total(is_blocked=True)),
        "allowed": weight.record(stakes.total(is_blocked=False)),
        "lines": groups,
    }


_CHANGED = {True: "blocked", False: "allowed"}
_COLUMNS = ("url", "crawler", "allowed_before", "line_before", "allowed_after", "line_after")


def _write_csv(report: _Report, out: Output) -> None:
    if report.stakes is not None:
        _write_csv_sums(report.stakes, out)
        return
    beside = report.beside
    rows = (
        (flip.url, flip.crawler, *flip.before, *flip.after, *(beside.record(flip.row).values() if beside else ()))
        for flip in _flips(report)
    )
    out.table(chain([(*_COLUMNS, *(beside.names if beside else ()))], rows))


def _write_csv_sums(stakes: _Stakes, out: Output) -> None:
    """Write the sums: in total, each URL once, then for each line."""
    weight = stakes.weight
    out.table([("change", "line", "cause", "crawlers", "urls", weight.name, "known")])
    for is_blocked, name in _CHANGED.items():
        sums = weight.record(stakes.total(is_blocked=is_blocked)).values()
        out.table([(name, None, None, WORDS.side_by_side(stakes.crawlers), *sums)])
    for group in stakes.changes.groups:
        sums, blame = weight.record(stakes.sum(group.rows)).values(), group.blame
        crawlers = WORDS.side_by_side(group.tokens)
        out.table([(_CHANGED[group.is_blocked], blame.line, blame.cause.value, crawlers, *sums)])


_TITLES: tuple[Message, ...] = ("URL", "Crawler", "Before", "After")


def _write_markdown(report: _Report, out: Output) -> None:
    from robotstudio.explain.change_words import risk_words, verdict_words

    for risk in report.risks:
        if risk.shuts_out:
            out.line(f"**{as_text(risk_words(risk, tr('The new file')))}**")
            out.line()
    out.line(ntr(_FLIPS, report.changes.cells, flips=report.changes.flips))
    if report.stakes is not None:
        out.line()
        _write_sums(report, out)

    rows = (flip.markdown_row(verdict_words) for flip in _flips(report))
    for place, row in enumerate(rows):
        if not place:
            out.line()
            out.line(f"| {' | '.join(map(tr, _TITLES))} |")
            out.line("| --- | --- | --- | --- |")
        out.line(row)


FORMATS: Mapping[str, Callable[[_Report, Output], None]] = {
    "text": _write_text,
    "json": _write_json,
    "csv": _write_csv,
    "markdown": _write_markdown,
}
