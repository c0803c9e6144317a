"""`robotstudio diff`: which verdicts flip from one file to another."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from robotstudio.commands.inputs import (
    STREAM,
    add_crawlers,
    add_urls,
    asked_crawlers,
    complain_of_rejected,
    read_input,
    read_urls,
)
from robotstudio.commands.outcome import FINDINGS, FINE, MISUSE, MisuseError, complain
from robotstudio.engine import UrlTable
from robotstudio.engine.change_words import crawler_words, danger_words, heading_words, urls_words
from robotstudio.engine.changes import Changes, FlipGroup, compare
from robotstudio.engine.danger import Danger, DangerId, dangers_of
from robotstudio.engine.lanes import Edition, Reader
from robotstudio.engine.phrases import as_text, printable
from robotstudio.io.urls import TestUrl

HELP = "say which verdicts flip from one robots.txt to another"
_SHOWN_URLS = 20


@dataclass(frozen=True, slots=True)
class _Report:
    urls: Sequence[TestUrl]
    readers: Sequence[Reader]
    changes: Changes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `robotstudio diff`."""
    parser.description = "Say which verdicts flip from one robots.txt to another, and which line flips them."
    parser.epilog = (
        "Exit status: 0 where no verdict flips, or no more than --max-flips; 1 where more do, or where the new file"
        " blocks the whole site for a main search engine; 2 misuse, also where a line of the list is no URL or none is."
    )
    parser.add_argument("old", metavar="OLD", help="the robots.txt as it was; - reads it from standard input")
    parser.add_argument("new", metavar="NEW", help="the robots.txt as it will be; - reads it from standard input")
    add_crawlers(parser)
    add_urls(parser)
    parser.add_argument("--format", choices=sorted(_FORMATS), default="text")
    parser.add_argument(
        "--max-flips",
        metavar="SHARE",
        type=_share,
        default=0.0,
        help="the share of verdicts that may flip, such as 0.05 or 5%%. Default: none",
    )


def run(options: argparse.Namespace) -> int:
    """Print what flips; the exit status."""
    if options.old == options.new == STREAM:
        raise MisuseError("Standard input can be one of the two files, not both: give a path for the other.")
    before, after = Edition(read_input(options.old)), Edition(read_input(options.new))
    crawlers = {crawler.name: crawler for crawler in asked_crawlers(options.crawler)}
    readers = [Reader(name, crawler.dialect, crawler.agent) for name, crawler in crawlers.items()]
    urls = read_urls(options)
    changes = compare(before, after, UrlTable(url.url for url in urls.urls), readers, most_rows=_SHOWN_URLS)
    dangers = dangers_of(before, after, changes, most_flips=options.max_flips)
    _FORMATS[options.format](_Report(urls.urls, readers, changes), sys.stdout)
    _warn(dangers)
    complain_of_rejected(urls)
    if urls.is_misuse:
        return MISUSE
    return FINDINGS if dangers else FINE


def _share(text: str) -> float:
    try:
        share = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"“{text}” is no share: give a number from 0 to 1, or a percentage such as 5%")
    return share


def _warn(dangers: Iterable[Danger]) -> None:
    for danger in dangers:
        if danger.id is DangerId.BLOCKS_ALL:
            complain(as_text(danger_words(danger)))


def _write_text(report: _Report, out: TextIO) -> None:
    changes = report.changes
    for crawler in changes.crawlers:
        print(f"{_name(crawler.token)}: {as_text(crawler_words(crawler))}", file=out)
    for group in changes.groups:
        print(file=out)
        _write_group(group, report.urls, out)
    print(f"\n{changes.flips:,} of {changes.cells:,} verdicts flip.", file=out)


def _write_group(group: FlipGroup, urls: Sequence[TestUrl], out: TextIO) -> None:
    crawlers = ", ".join(map(_name, group.tokens))
    counted = urls_words(group.blame.change, group.urls)
    print(f"{as_text(heading_words(group))} – {counted} for {crawlers}", file=out)
    for row in group.rows.tolist():
        print(f"  {printable(urls[row].written)}", file=out)
    if more := group.urls - len(group.rows):
        print(f"  and {more:,} more", file=out)


def _name(token: str) -> str:
    return "any other" if token == "*" else printable(token)  # noqa: S105 - a product token


def _write_json(report: _Report, out: TextIO) -> None:
    for row in _rows(report):
        print(json.dumps(row), file=out)


def _rows(report: _Report) -> Iterator[dict[str, object]]:
    """The verdicts that flip, URL by URL in the order given, for each crawler in the order given."""
    by_crawler = [(reader.token, report.changes.of(reader.token)) for reader in report.readers]
    for row in report.changes.flipped_rows().tolist():
        for token, compared in by_crawler:
            before, after = (
                {"allowed": bool(lane.allowed[row]), "line": int(lane.lines[row]) or None}
                for lane in (compared.before, compared.after)
            )
            if before["allowed"] != after["allowed"]:
                yield {"url": report.urls[row].written, "crawler": token, "before": before, "after": after}


_FORMATS: Mapping[str, Callable[[_Report, TextIO], None]] = {"text": _write_text, "json": _write_json}
