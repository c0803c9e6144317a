"""Answer why a search engine left pages out, or draw the timeline of a site, for `robotstudio indexing`."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.cli.compliance import reaction_record
from robotstudio.cli.crawlers import named_crawlers, own_catalogue
from robotstudio.cli.inputs import log_fields
from robotstudio.cli.log_versions import crawler_requests, dated_versions, versions_in_history
from robotstudio.cli.output import FINDINGS, FINE, MisuseError, Output, answer_words, answering, complain
from robotstudio.compliance.model import CrawlerRecord, DatedVersion, moment_of
from robotstudio.compliance.saved_ranges import lists_in_force
from robotstudio.compliance.version_files import tags_in_git
from robotstudio.compliance.words import reaction_words
from robotstudio.fetch.address import origin_of
from robotstudio.indexing.answers import (
    Answer,
    IndexingInput,
    IndexingReport,
    ReasonSummary,
    UrlAnswer,
    Validation,
    blocking_lines,
    flips_without,
    index_answers,
)
from robotstudio.indexing.day_counts import DayCounts, exports_and_counts
from robotstudio.indexing.export import IndexingExport, read_exports
from robotstudio.indexing.log_reads import reads_of
from robotstudio.indexing.log_reads import record_of as crawler_record
from robotstudio.indexing.page_facts import read_facts
from robotstudio.indexing.site_drawing import drawing_of_site
from robotstudio.indexing.site_time_line import Release, SiteTimeLine, TimeLineInput, site_time_line
from robotstudio.indexing.site_words import COLUMNS as TIMELINE_COLUMNS
from robotstudio.indexing.site_words import (
    count_words,
    event_detail,
    event_title,
    event_words,
    moment_words,
    reactions_words,
    rows_of,
    telling_events,
)
from robotstudio.indexing.site_words import summary_words as line_words
from robotstudio.indexing.table import record_of, table_of, written
from robotstudio.indexing.words import flips_words, full_words, reason_words, summary_words, validation_words
from robotstudio.store.places import Places
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, tr
from robotstudio.text.phrases import printable
from robotstudio.urls.urls import normalise

_NO_VERSION: Message = (
    "No version of the file given. Name files with --file, a file in Git with --git, or a host of the history with "
    "--history."
)
_NOT_KEPT: Message = "The history has no robots.txt for {host}."
_NO_RELEASE: Message = "“{text}” is not a release. Write 2026-10-01=NAME, or 2026-10-01T08:30=NAME with a time."
_PICTURE_WIDTH = 1_200
_MOST_SHOWN = 20
_MOST_LINES = 10
_MORE = Plural("and {count} more; --format csv lists all", "and {count} more; --format csv lists all")
_REASON = Plural("{reason}: {count} URL", "{reason}: {count} URLs")
_TITLES: tuple[Message, ...] = ("URL", "Reason", "Last crawled", "Answer")
_COLUMNS = (
    "url",
    "reason",
    "last_crawled",
    "line_now",
    "line_then",
    "answer",
    "since",
    "advice",
    "gap",
    "version_then",
)
_VALIDATE = {Validation.SAFE: True, Validation.NOT_YET: False, Validation.NOT_ROBOTS: None}
_FIRST = (Answer.WAS_BLOCKED, Answer.NOINDEX_UNSEEN, Answer.STILL_BLOCKED, Answer.UNKNOWN, Answer.NEVER_BLOCKED)


class _Found(Struct, frozen=True, eq=False):
    report: IndexingReport
    record: CrawlerRecord | None
    """Return the reactions of the crawler in the logs, None without logs."""


def run(options: argparse.Namespace) -> int:
    """Read the exports, answer, print; return the exit status."""
    export, counts = _exports(options)
    for note in export.notes if not options.timeline else ():
        complain(WORDS.tell(note))
    address = normalise(options.history).url if options.history else ""
    versions = _versions(options, address)
    catalogue = own_catalogue()
    named = named_crawlers([options.crawler or export.crawler], catalogue, strict=False)
    crawler = next(iter(named.values()))
    question = IndexingInput(export.urls, versions, crawler, export.counts, options.site or address)
    if options.crawl:
        question = replace(question, facts=read_facts(map(Path, options.crawl), crawler))
    record = requests = None
    lists = lists_in_force(Places.default().ranges).lists if options.log else ()
    if options.log:
        requests = crawler_requests(options.log, catalogue, log_fields(options), options.site)
        for note in requests.notes:
            complain(WORDS.tell(note))
    if options.timeline:
        urls = [row.url for row in export.urls]
        releases = (*map(_release, options.release), *_tagged(options.git, versions))
        return _print_line(
            options, TimeLineInput(versions, catalogue, crawler, urls, requests, lists, counts, releases)
        )
    if requests is not None:
        question, record = reads_of(question, requests, lists), crawler_record(question, requests, lists)
    found = _Found(index_answers(question), record)
    with spoken(answer_words(options)), answering(options.output) as out:
        FORMATS[options.format](found, out)
    return FINDINGS if any(answer.is_blocked or answer.target for answer in found.report.answers) else FINE


def _versions(options: argparse.Namespace, address: str) -> tuple[DatedVersion, ...]:
    kept = versions_in_history(address, with_missing=True) if address else ()
    if address and not kept:
        raise MisuseError(_NOT_KEPT, host=origin_of(address))
    versions = dated_versions(options, kept)
    if not versions:
        raise MisuseError(_NO_VERSION)
    return versions


def _print_line(options: argparse.Namespace, asked: TimeLineInput) -> int:
    line = site_time_line(asked)
    with spoken(answer_words(options)), answering(options.output) as out:
        TIMELINE_FORMATS[options.format](line, out)
    return FINE


def _exports(options: argparse.Namespace) -> tuple[IndexingExport, tuple[DayCounts, ...]]:
    paths = map(Path, options.files)
    return exports_and_counts(paths) if options.timeline else (read_exports(paths), ())


def _release(text: str) -> Release:
    """Return the release of `DATE=NAME`. Raises MisuseError for a text that is none."""
    since, equals, name = text.partition("=")
    try:
        moment = moment_of(since)
    except ValueError as error:
        raise MisuseError(_NO_RELEASE, text=text) from error
    if not equals or not name:
        raise MisuseError(_NO_RELEASE, text=text)
    return Release(moment, name)


def _tagged(files: Sequence[str], versions: Sequence[DatedVersion]) -> Iterator[Release]:
    """Yield the tags of the repositories of files as releases, from the first version on."""
    begin = min(version.since for version in versions)
    for name in files:
        yield from (Release(since, tag) for since, tag in tags_in_git(Path(name)) if since >= begin)


def _sorted(answers: Sequence[UrlAnswer]) -> list[UrlAnswer]:
    return sorted(answers, key=lambda answer: _FIRST.index(answer.answer))


def _write_text(found: _Found, out: Output) -> None:
    report = found.report
    for summary in report.reasons:
        count = ntr(_REASON, summary.count, reason=printable(reason_words(summary.reason)))
        out.line(WORDS.noted(count, summary_words(summary)))
        out.line("  " + validation_words(summary))
        answers = _sorted(report.of_reason(summary.reason)) if not summary.is_counted_only else []
        for answer in answers[:_MOST_SHOWN]:
            out.line("  " + printable(answer.row.url))
            out.line("    " + full_words(answer, report))
        if len(answers) > _MOST_SHOWN:
            out.line("  " + ntr(_MORE, len(answers) - _MOST_SHOWN))
    for line in blocking_lines(report)[:_MOST_LINES]:
        out.line(flips_words(flips_without(report, line)))
    if found.record is not None and found.record.reactions:
        out.line(WORDS.about(report.crawler.title, WORDS.sentences(reaction_words(found.record))))


def _write_markdown(found: _Found, out: Output) -> None:
    from robotstudio.text.phrases import markdown_cell, markdown_text

    report = found.report
    for summary in report.reasons:
        count = ntr(_REASON, summary.count, reason=reason_words(summary.reason))
        out.line(f"- {WORDS.about(f'**{markdown_text(count)}**', markdown_text(validation_words(summary)))}")
    out.line()
    out.line(f"| {' | '.join(map(tr, _TITLES))} |")
    out.line("| --- | --- | --- | --- |")
    for answer in report.answers:
        said = markdown_text(full_words(answer, report)).replace("|", "\\|")
        reason = markdown_text(reason_words(answer.row.reason)).replace("|", "\\|")
        out.line(f"| {markdown_cell(answer.row.url)} | {reason} | {written(answer.row.crawled) or '–'} | {said} |")


def _write_json(found: _Found, out: Output) -> None:
    report = found.report
    for answer in report.answers:
        out.record(record_of(answer, report))
    named = [summary for summary in report.reasons if not summary.is_counted_only]
    out.record(
        {
            "summary": {
                "validate": {summary.reason: _VALIDATE[summary.validation] for summary in named},
                "reasons": list(map(_reason_record, report.reasons)),
                "crawler": report.crawler.token,
                "site": report.site,
                "lines": [
                    {"line": each.line, "urls": each.urls, "opened": each.opened}
                    for each in (flips_without(report, line) for line in blocking_lines(report))
                ],
                "reaction": reaction_record(found.record) if found.record is not None else None,
                "versions": [{"since": version.since.isoformat(), "name": version.name} for version in report.versions],
            }
        }
    )


def _reason_record(summary: ReasonSummary) -> Mapping[str, object]:
    answers = {answer.value: count for answer, count in summary.answers.items()}
    return {"reason": summary.reason, "kind": summary.kind.value, "urls": summary.count, **answers}


def _write_csv(found: _Found, out: Output) -> None:
    out.table(table_of(found.report))


FORMATS: Mapping[str, Callable[[_Found, Output], None]] = {
    "text": _write_text,
    "json": _write_json,
    "csv": _write_csv,
    "markdown": _write_markdown,
    "svg": _write_csv,  # of the timeline only
}


def _write_line_text(line: SiteTimeLine, out: Output) -> None:
    out.line(WORDS.sentence(line_words(line)))
    for event in telling_events(line):
        out.line(printable(event_words(event, line)))
    for counts in line.counts:
        out.line(WORDS.sentence(count_words(counts)))
    for said in reactions_words(line):
        out.line(said)


def _write_line_markdown(line: SiteTimeLine, out: Output) -> None:
    from robotstudio.text.phrases import markdown_text

    out.line(f"| {tr('Time (UTC)')} | {tr('Event')} | {tr('Details')} |")
    out.line("| --- | --- | --- |")
    for event in telling_events(line):
        said = (moment_words(event.at, is_day=event.is_day), event_title(event, line), event_detail(event, line))
        out.line(f"| {' | '.join(markdown_text(each).replace('|', chr(92) + '|') for each in said)} |")
    out.line()
    for said_of in (*map(count_words, line.counts), *reactions_words(line)):
        out.line(f"- {markdown_text(said_of)}")


def _write_line_json(line: SiteTimeLine, out: Output) -> None:
    for row in rows_of(line):
        out.record(dict(zip(TIMELINE_COLUMNS, row, strict=True)))
    reactions = {track.token: reaction_record(track.record) for track in line.tracks if track.reactions}
    versions = [{"since": version.since.isoformat(), "name": version.name} for version in line.versions]
    out.record({"summary": {"versions": versions, "urls": line.urls, "reactions": reactions}})


def _write_line_csv(line: SiteTimeLine, out: Output) -> None:
    out.table([TIMELINE_COLUMNS, *rows_of(line)])


def _write_line_svg(line: SiteTimeLine, out: Output) -> None:
    from robotstudio.survey.charts.items import LIGHT
    from robotstudio.survey.charts.svg import svg_of

    out.document([svg_of(drawing_of_site(line, _PICTURE_WIDTH), LIGHT)])


TIMELINE_FORMATS: Mapping[str, Callable[[SiteTimeLine, Output], None]] = {
    "text": _write_line_text,
    "json": _write_line_json,
    "csv": _write_line_csv,
    "markdown": _write_line_markdown,
    "svg": _write_line_svg,
}
