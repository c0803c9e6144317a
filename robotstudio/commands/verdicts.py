"""`robotstudio test`: which crawler may fetch which URL, and which rule decides; or whether that is as expected."""

import argparse
import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from typing import TextIO

from robotstudio.commands import expected
from robotstudio.commands.inputs import (
    AskedCrawler,
    add_crawlers,
    add_urls,
    asked_crawlers,
    complain_of_rejected,
    parse_for,
    read_input,
    read_urls,
)
from robotstudio.commands.outcome import FINE, MISUSE, MisuseError
from robotstudio.engine import DIALECTS, Reason
from robotstudio.engine.words import reason_words
from robotstudio.io.urls import TestUrl

HELP = "say which crawler may fetch which URL, and which rule decides"


@dataclass(frozen=True, slots=True)
class Row:
    """One verdict; the fields, in this order, are the keys of JSON and the columns of CSV."""

    url: str  # as it was given
    crawler: str  # as it was given
    allowed: bool
    line: int | None
    rule: str | None
    group: str | None  # the product token that was found, "*" for the global group
    reason: str
    dialect: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `robotstudio test`."""
    parser.description = "Say which crawler may fetch which URL, and which rule decides."
    parser.epilog = (
        "Exit status: 0, whatever the verdicts are; 1 where an expectation is not met; 2 misuse, also where a line of"
        " a list or table is no URL or no expectation."
    )
    parser.add_argument("file", metavar="FILE", help="a robots.txt; - reads it from standard input")
    add_crawlers(parser)
    add_urls(parser).add_argument("--expect", metavar="FILE", help="a text file with one expectation a line")
    parser.add_argument(
        "--dialect",
        choices=sorted(DIALECTS),
        metavar="ID",
        help=f"read the file as this dialect, not as each crawler does: {', '.join(sorted(DIALECTS))}",
    )
    parser.add_argument("--format", choices=sorted(expected.FORMATS), default="text")


def run(options: argparse.Namespace) -> int:
    """Print the verdicts; the exit status."""
    if options.expect and options.crawler:
        raise MisuseError("The expectations name their crawlers: leave out --crawler.")
    if not options.expect and options.format not in _FORMATS:
        raise MisuseError(f"{options.format} reports expectations: name a file of them with --expect.")
    body = read_input(options.file)
    if options.expect:
        write = expected.FORMATS[options.format]
        return expected.run(body, options.file, options.expect, write, sys.stdout, options.dialect)
    crawlers = asked_crawlers(options.crawler, options.dialect)
    urls = read_urls(options)
    _FORMATS[options.format](_rows(body, urls.urls, crawlers), sys.stdout)
    complain_of_rejected(urls)
    return MISUSE if urls.is_misuse else FINE


def _rows(body: bytes, urls: Iterable[TestUrl], crawlers: Sequence[AskedCrawler]) -> Iterator[Row]:
    files = parse_for(body, crawlers)
    for url in urls:
        for crawler in crawlers:
            verdict = files[crawler.dialect].decide(url.url, crawler.agent)
            yield Row(
                url=url.written,
                crawler=crawler.name,
                allowed=verdict.allowed,
                line=verdict.line,
                rule=None if verdict.rule is None else str(verdict.rule),
                group=verdict.group.token,
                reason=verdict.reason.value,
                dialect=crawler.dialect,
            )


def _write_text(rows: Iterable[Row], out: TextIO) -> None:
    for row in rows:
        verb = "may fetch" if row.allowed else "may not fetch"
        why = reason_words(Reason(row.reason))
        rule = "" if row.line is None else f"line {row.line}, {row.rule} – "
        print(f"{'any other' if row.crawler == '*' else row.crawler} {verb} {row.url}: {rule}{why}", file=out)


def _write_json(rows: Iterable[Row], out: TextIO) -> None:
    for row in rows:
        print(json.dumps(asdict(row)), file=out)


def _write_csv(rows: Iterable[Row], out: TextIO) -> None:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(field.name for field in fields(Row))
    for row in rows:
        writer.writerow(
            {True: "true", False: "false"}.get(cell, cell) if isinstance(cell, bool) else cell for cell in astuple(row)
        )


_FORMATS: Mapping[str, Callable[[Iterable[Row], TextIO], None]] = {
    "text": _write_text,
    "json": _write_json,
    "csv": _write_csv,
}
