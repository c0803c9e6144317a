"""`robotstudio compliance`: who kept to the file, by access logs and the versions of the file that there were."""

import argparse
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import own_settings
from robotstudio.cli.crawlers import own_catalogue
from robotstudio.cli.files import add_files, files_of
from robotstudio.cli.formats import add_output
from robotstudio.cli.inputs import add_log_fields, log_fields
from robotstudio.cli.log_versions import add_versions, crawler_requests, dated_versions, versions_in_history
from robotstudio.cli.output import FINDINGS, FINE, MisuseError, Output, answer_words, answering, complain
from robotstudio.compliance.model import Compliance, Conduct, CrawlerRecord, DatedVersion, LoggedLine, Spread
from robotstudio.compliance.reverse_dns import NameCheck
from robotstudio.fetch.address import origin_of
from robotstudio.fetch.options import options_of
from robotstudio.store.places import Places
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, tr
from robotstudio.urls.urls import normalise

if TYPE_CHECKING:
    from robotstudio.compliance.ip_ranges import RangeList
    from robotstudio.compliance.log_requests import LogRequests

_EPILOG: Message = "Exit status: 0 all crawlers obeyed, 1 a crawler did not obey the file, 2 usage or I/O error."


_LOGS: Message = "an access log (may be compressed), or a folder of logs; - for standard input"


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio compliance`."""
    description: Message = "Check in access logs which crawlers obeyed the robots.txt that was live at the time."
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG)
    add_versions(parser)
    history_help = tr("use the fetch history of this host, such as https://example.com")
    parser.add_argument("--history", metavar="ADDRESS", help=history_help)
    refresh_help = tr("fetch the IP ranges that the operators of the crawlers in the log publish")
    parser.add_argument("--refresh-ranges", action="store_true", help=refresh_help)
    names_help = tr("look up host names of IP addresses outside the published ranges")
    parser.add_argument("--dns", action="store_true", help=names_help)
    site_help = tr("if the log names the site of each request, only requests for this one, such as example.com")
    parser.add_argument("--site", metavar="HOST", default="", help=site_help)
    add_log_fields(parser)
    add_output(parser, FORMATS)
    add_files(parser, "LOG", several=True, what=tr(_LOGS))


def run(options: argparse.Namespace) -> int:
    """Read the logs, judge, print; return the exit status."""
    from robotstudio.compliance.judging import ComplianceInput, compliance_of

    names = files_of(options, "LOG") if len(options.files) < 1 else list(options.files)
    versions = _versions(options)
    catalogue = own_catalogue()
    requests = crawler_requests(names, catalogue, log_fields(options), options.site)
    for note in requests.notes:
        complain(WORDS.tell(note))
    lists = _lists(options, requests)
    found = compliance_of(ComplianceInput(requests, versions, catalogue, lists, NameCheck() if options.dns else None))
    with spoken(answer_words(options)), answering(options.output) as out:
        FORMATS[options.format](found, out)
    return FINDINGS if any(record.conduct is Conduct.DID_NOT for record in found.records) else FINE


_NO_VERSION: Message = "No version of the file given. Name files with --file, or a host of the history with --history."
_NOT_KEPT: Message = "The history has no robots.txt for {host}."


def _versions(options: argparse.Namespace) -> tuple[DatedVersion, ...]:
    """Return the versions that are given, and those of the history. Raises FileError, HistoryError."""
    kept: tuple[DatedVersion, ...] = ()
    if options.history:
        address = normalise(options.history).url
        kept = versions_in_history(address)
        if not kept:
            raise MisuseError(_NOT_KEPT, host=origin_of(address))
    versions = dated_versions(options, kept)
    if not versions:
        raise MisuseError(_NO_VERSION)
    return versions


_KEPT: Message = "The IP ranges were saved to {path}."


def _lists(options: argparse.Namespace, requests: "LogRequests") -> "tuple[RangeList, ...]":
    """Return the published addresses; if asked, those of the crawlers in the log are fetched again and saved."""
    from robotstudio.compliance.ip_ranges import lists_about
    from robotstudio.compliance.saved_ranges import lists_in_force, refresh_lists, save_lists

    path = Places.default().ranges
    loaded = lists_in_force(path)
    if loaded.note:
        complain(WORDS.tell(loaded.note))
    if not options.refresh_ranges:
        return loaded.lists

    today = datetime.now(UTC).date().isoformat()
    wanted = lists_about(loaded.lists, requests.tokens)
    fresh = refresh_lists(wanted, today, usual=options_of(own_settings()))
    for note in fresh.notes:
        complain(WORDS.tell(note))
    lists = save_lists(path, fresh.lists, today)
    complain(tr(_KEPT, path=str(path)))
    return lists


_MOST_SHOWN = 20
_MORE = Plural("{count} more blocked path is open to everybody.", "{count} more blocked paths are open to everybody.")
_NOBODY: Message = "These logs contain no request of a known crawler."


def _text(found: Compliance, out: Output) -> None:
    from robotstudio.compliance.words import conduct_words, detail_words, line_words, open_words

    if not found.records:
        out.line(tr(_NOBODY))
    for record in found.records:
        out.line(WORDS.sentences((conduct_words(record), *detail_words(record))))
        for line in record.evidence:
            out.line(f"  {line_words(line)}")
    for path in found.open_paths[:_MOST_SHOWN]:
        out.line(open_words(path))
    more = len(found.open_paths) - _MOST_SHOWN
    if more > 0:
        out.line(ntr(_MORE, more))


def _json(found: Compliance, out: Output) -> None:
    for record in found.records:
        out.record(_record(record))
    for path in found.open_paths:
        kinds = list(path.kinds)
        out.record({"kind": "open", "target": path.target, "line": path.rule_line, "kinds": kinds})


def _record(record: CrawlerRecord) -> Mapping[str, object]:
    reads = record.reads
    return {
        "kind": "crawler",
        "crawler": record.crawler.token,
        "conduct": record.conduct.value,
        "why": record.why and record.why.value,
        "requests": record.requests,
        "judged": record.judged,
        "closed": record.closed,
        "identities": {kind.value: count for kind, count in record.identities.items()},
        "spoofed": {"before": record.spoofed.before, "since": record.spoofed.since},
        "ranges_dated": record.ranges_dated or None,
        "ranges_are_old": record.ranges_are_old,
        "until": _moment(record.until),
        "older_version": record.older_version,
        "copy_age": _seconds(record.copy_age),
        "keeps": _seconds(record.cache_lifetime),
        "reads": {"count": reads.count, "first": _moment(reads.first), "last": _moment(reads.last)},
        "periods": [
            {"version": each.version, "requests": each.requests, "closed": each.closed} for each in record.periods
        ],
        "days": [{"day": day.day, "allowed": day.allowed, "closed": day.closed} for day in record.days],
        "evidence": list(map(_line, record.evidence)),
        "reaction": reaction_record(record),
    }


def reaction_record(record: CrawlerRecord) -> Mapping[str, object]:
    """Return the measured reaction times in seconds, and the documented one beside them."""
    from robotstudio.compliance.reaction import spread_of

    times = {
        "read": spread_of([each.read for each in record.reactions]),
        "stopped": spread_of([each.stopped for each in record.reactions]),
        "began": spread_of([each.began for each in record.reactions]),
    }
    unsure = max((each.unsure_by for each in record.reactions), default=None)
    return {
        **{name: spread and _spread(spread) for name, spread in times.items()},
        "unsure_by": _seconds(unsure),
        "documented": None if record.is_lifetime_assumed else _seconds(record.cache_lifetime),
    }


def _spread(spread: Spread) -> Mapping[str, object]:
    return {
        "count": spread.count,
        "median": _seconds(spread.median),
        "shortest": _seconds(spread.shortest),
        "longest": _seconds(spread.longest),
    }


def _line(line: LoggedLine) -> Mapping[str, object]:
    who = {"file": line.file, "line": line.line, "time": _moment(line.moment), "address": line.address}
    return {**who, "target": line.target, "status": line.status, "version": line.version, "rule_line": line.rule_line}


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _seconds(length: timedelta | None) -> int | None:
    return None if length is None else int(length.total_seconds())


def _csv(found: Compliance, out: Output) -> None:
    rows = ((each.crawler.token, day.day, day.allowed, day.closed) for each in found.records for day in each.days)
    out.table([("crawler", "day", "allowed", "closed"), *rows])


FORMATS: Mapping[str, Callable[[Compliance, Output], None]] = {"text": _text, "json": _json, "csv": _csv}
