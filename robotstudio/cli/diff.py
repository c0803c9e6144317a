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
from robotstudio.cli.files import AskedUrls, add_files, files_of, read_input, refuse_second_stream
from robotstudio.cli.formats import AND_MORE, add_output
from robotstudio.cli.inputs import add_columns, add_project, add_urls, asked_project, complain_of_rejected, read_urls
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
from robotstudio.cli.proofs import proofs_of
from robotstudio.draft.changes.flip_table import VerdictFlip, flips_of
from robotstudio.engine import UrlTable
from robotstudio.engine.changes import Change, Changes, FlipGroup, compare
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.risk import Risk, risks_of
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.change_words import crawler_words, heading_words, risk_words, urls_words, verdict_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, tr
from robotstudio.text.phrases import as_text
from robotstudio.urls.urls import TestUrl

if TYPE_CHECKING:
    from robotstudio.cli.columns import Beside, Weight
    from robotstudio.cli.projects import GivenProject
    from robotstudio.cli.proofs import CrawlerProof

_SHOWN_URLS = 20


class _Report(Struct, frozen=True):
    urls: Sequence[TestUrl]
    readers: Sequence[CrawlerView]
    changes: Changes
    risks: Sequence[Risk]
    proofs: "Sequence[CrawlerProof]" = ()
    weight: "Weight | None" = None
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
    what = tr("the old and the new robots.txt; - for one of them reads standard input")
    add_files(parser, "OLD", "NEW", what=what)


def run(options: argparse.Namespace) -> int:
    """Print what flips; return the exit status."""
    project = asked_project(options)
    files = files_of(options, "OLD", "NEW", are_needed=project is None)
    refuse_second_stream((*files, *(options.urls or ())))
    config = config_of(options)
    before, after = map(FileVersion, _versions(files, project))
    crawlers = asked_crawlers(options, config, project.crawlers if project else ())
    readers = [CrawlerView(each.name, each.dialect, each.agent) for each in crawlers]
    if options.prove and options.format not in _PROVABLE:
        raise MisuseError("--prove prints text or JSON only.")
    proofs = _proofs(before, after, readers) if options.prove else ()
    is_about_all = options.prove and not (options.url or options.urls or project)
    urls = AskedUrls(()) if is_about_all else read_urls(options, project)
    table = urls.table if urls.table is not None else UrlTable(url.url for url in urls.urls)
    most_rows = len(table) if options.weight else _SHOWN_URLS
    changes = compare(before, after, table, readers, most_rows=most_rows)
    risks = risks_of(before, after, changes, most_flips=options.max_flips)
    with spoken(answer_words(options)):
        weight, beside = _columns(urls, options)
        if urls.urls or proofs:
            report = _Report(urls.urls, readers, changes, risks, proofs, weight, beside)
            with answering(options.output) as out:
                FORMATS[options.format](report, out)
    _warn(risks)
    complain_of_rejected(urls)
    fails = _fails(changes, weight, options)
    if urls.is_misuse:
        return MISUSE
    is_finding = fails or any(risk.is_failure for risk in risks) or not all(proof.is_proven for proof in proofs)
    return FINDINGS if is_finding else FINE


def _columns(urls: AskedUrls, options: argparse.Namespace) -> "tuple[Weight | None, Beside | None]":
    """Return the column to sum, and those to print."""
    if not (options.weight or options.columns):
        return None, None
    from robotstudio.cli.columns import beside, weight_of  # noqa: PLC0415  # most ask for none

    return weight_of(urls, options.weight, WORDS), beside(urls, options.columns, WORDS)


def _fails(changes: Changes, weight: "Weight | None", options: argparse.Namespace) -> bool:
    """Return True if the condition on what becomes blocked is met."""
    if not options.fail_on:
        return False
    from robotstudio.cli.columns import fails  # noqa: PLC0415  # as above

    rows = changes.rows_with(Change.BLOCKED)
    return fails(options.fail_on, weight, weight.sum(rows) if weight else None, len(rows))


def _proofs(before: FileVersion, after: FileVersion, readers: Sequence[CrawlerView]) -> "Sequence[CrawlerProof]":
    return proofs_of(before, after, readers)


def _versions(files: Sequence[str], project: "GivenProject | None") -> tuple[bytes, bytes]:
    """Read OLD and NEW; of a project its baseline and its file, if they are not given."""
    if project is None:
        old, new = files
        return read_input(old), read_input(new)
    before = read_input(files[0]) if files else project.read_baseline()
    return before, project.draft(*files[1:])[1]


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
    for risk in risks:
        if risk.shuts_out:
            complain(as_text(risk_words(risk)))


def _write_text(report: _Report, out: Output) -> None:
    if report.urls:
        _write_changes(report, out)
    if report.urls and report.proofs:
        out.line()
    for proof in report.proofs:
        proof.write(out)


def _write_changes(report: _Report, out: Output) -> None:
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
    """Write what is at stake: the sums over the URLs that become blocked and allowed, each once."""
    if report.weight is None:
        return
    for change, message in ((Change.BLOCKED, _AT_STAKE), (Change.ALLOWED, _GAINED)):
        rows = report.changes.rows_with(change)
        if len(rows):
            said = ntr(message, len(rows))
            out.line(tr(_WITH_SUM, said=said, sum=report.weight.words(report.weight.sum(rows))))


_WITH_SUM: Message = "{said} – {sum}"
_AT_STAKE = Plural("{count} URL becomes blocked", "{count} URLs become blocked")
_GAINED = Plural("{count} URL becomes allowed", "{count} URLs become allowed")
_FLIPS = Plural("{flips} of {count} verdicts flip.", "{flips} of {count} verdicts flip.")


def _write_group(group: FlipGroup, report: _Report, out: Output) -> None:
    crawlers = WORDS.side_by_side(shown_token(token) for token in group.tokens)
    heading, counted = as_text(heading_words(group)), urls_words(group.blame.change, group.urls)
    said = tr("{heading} – {counted} for {crawlers}", heading=heading, counted=counted, crawlers=crawlers)
    out.line(Inked(said, Ink.BLOCKED if group.blame.change is Change.BLOCKED else Ink.ALLOWED))
    if report.weight is not None:
        out.line(f"  {report.weight.words(report.weight.sum(group.rows))}")
    for row in group.rows[:_SHOWN_URLS].tolist():
        told = f" [{report.beside.words(row)}]" if report.beside else ""
        out.line(f"  {report.urls[row].written}{told}")
    if more := group.urls - len(group.rows[:_SHOWN_URLS]):
        out.line(f"  {ntr(AND_MORE, more)}")


def _flips(report: _Report) -> Iterator[VerdictFlip]:
    """Return the verdicts that flip, URL by URL in the order given, for each crawler in the order given."""
    return flips_of(report.changes, lambda row: report.urls[row].written)


def _write_json(report: _Report, out: Output) -> None:
    for flip in _flips(report):
        beside = {"columns": report.beside.record(flip.row)} if report.beside else {}
        out.record({**flip.record(), **beside})
    if report.weight is not None:
        out.record(_sums_record(report, report.weight))
    for risk in report.risks:
        if risk.shuts_out:
            told = {"crawlers": list(risk.tokens), "lines": list(risk.lines)}
            out.record({"danger": risk.id.value, **told, "message": as_text(risk_words(risk))})
    for proof in report.proofs:
        out.record(proof.record())


def _sums_record(report: _Report, weight: "Weight") -> Mapping[str, object]:
    changes = report.changes
    groups = [
        {"line": group.blame.line, "cause": group.blame.cause.value, "change": _CHANGED[group.is_blocked]}
        | {"crawlers": list(group.tokens), **weight.record(weight.sum(group.rows))}
        for group in changes.groups
    ]
    return {
        "weight": weight.source_record(),
        "blocked": weight.record(weight.sum(changes.rows_with(Change.BLOCKED))),
        "allowed": weight.record(weight.sum(changes.rows_with(Change.ALLOWED))),
        "lines": groups,
    }


_CHANGED = {True: "blocked", False: "allowed"}
_COLUMNS = ("url", "crawler", "allowed_before", "line_before", "allowed_after", "line_after")


def _write_csv(report: _Report, out: Output) -> None:
    beside = report.beside
    rows = (
        (flip.url, flip.crawler, *flip.before, *flip.after, *(beside.record(flip.row).values() if beside else ()))
        for flip in _flips(report)
    )
    out.table(chain([(*_COLUMNS, *(beside.names if beside else ()))], rows))


_TITLES: tuple[Message, ...] = ("URL", "Crawler", "Before", "After")


def _write_markdown(report: _Report, out: Output) -> None:
    for risk in report.risks:
        if risk.shuts_out:
            out.line(f"**{as_text(risk_words(risk))}**")
            out.line()
    out.line(ntr(_FLIPS, report.changes.cells, flips=report.changes.flips))
    if report.weight is not None:
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
