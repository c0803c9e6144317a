"""`robotstudio practice`: what a robots.txt says to crawlers, beside what a client with their header gets."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from robotstudio.cli import formats
from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import add_config, config_of, own_settings
from robotstudio.cli.crawl import rate
from robotstudio.cli.crawlers import add_crawlers, asked_crawlers
from robotstudio.cli.formats import add_output
from robotstudio.cli.headers import add_headers, with_headers
from robotstudio.cli.inputs import add_urls, complain_of_rejected, read_urls
from robotstudio.cli.meant import NOT_FULL
from robotstudio.cli.output import FINDINGS, FINE, MISUSE, MisuseError, Output, answer_words, answering, complain
from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.agreement import MOST_PAGES, MOST_REQUESTS, RATE, Agreement
from robotstudio.fetch.options import FetchOptions, options_of
from robotstudio.text.language import Message, Plural, ntr, spoken, tr
from robotstudio.urls.urls import origin_in

if TYPE_CHECKING:
    from robotstudio.fetch.practice import Practice

_EPILOG: Message = (
    "Exit status: 0 every answer is as the rules say, or unknown; 1 some are not; 2 usage or I/O error. Each page is "
    "requested once with each header."
)
_OWN: Message = (
    "this is your own site, or its owner asked you: also send the User-Agent headers of crawlers. Without it, only "
    "that of Robot Studio is sent, and blocked pages are not requested"
)
_RATE: Message = "requests a second; default {rate}"
_PAGES: Message = "at most this many pages; default {count}"
_SEVERAL: Message = "With --own-site all pages must be of one site, not of {first} and {other}."
_TOO_MANY = Plural(
    "That would be more than {count} request. Give fewer pages or crawlers.",
    "That would be more than {count} requests. Give fewer pages or crawlers.",
)
_LEFT_OUT = Plural(
    "{count} page was left out; --max-pages takes more.", "{count} pages were left out; --max-pages takes more."
)


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio practice`."""
    description: Message = (
        "Compare what a robots.txt says to crawlers with what a client that sends their User-Agent header gets from "
        "here: the same page, another one, a refusal, a challenge, a price or a redirect."
    )
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG)
    add_crawlers(parser)
    add_urls(parser)
    parser.add_argument("--own-site", action="store_true", help=tr(_OWN))
    parser.add_argument("--rate", type=rate, metavar="N", default=RATE, help=tr(_RATE, rate=f"{RATE:g}"))
    pages = tr(_PAGES, count=str(MOST_PAGES))
    parser.add_argument("--max-pages", type=int, metavar="N", default=MOST_PAGES, help=pages)
    add_headers(parser)
    add_output(parser, FORMATS)
    add_config(parser)


def run(options: argparse.Namespace) -> int:
    """Request, and print what differs; return the exit status."""
    from robotstudio.fetch.practice import crawlers_with_header

    asked = read_urls(options)
    urls = list(dict.fromkeys(url.url for url in asked.urls))
    path = next((url for url in urls if url.startswith("/")), None)
    if path is not None:
        raise MisuseError(NOT_FULL, url=path)
    taken = urls[: max(options.max_pages, 1)]
    origins = list(dict.fromkeys(map(origin_in, taken)))
    named = [replace(each.crawler, dialect=each.dialect) for each in asked_crawlers(options, config_of(options))]
    crawlers = crawlers_with_header(named) if options.own_site else ()
    if options.own_site and len(origins) > 1:
        raise MisuseError(_SEVERAL, first=origins[0], other=origins[1])
    if len(taken) * (len(crawlers) + 1) > MOST_REQUESTS:
        raise MisuseError(_TOO_MANY, count=MOST_REQUESTS)
    usual = with_headers(options_of(own_settings()), options, taken)
    found = _requested(taken, crawlers, usual, options.rate)
    if taken:
        with spoken(answer_words(options)), answering(options.output) as out:
            FORMATS[options.format](found, out)
    if len(taken) < len(urls):
        complain(ntr(_LEFT_OUT, len(urls) - len(taken)))
    complain_of_rejected(asked)
    if asked.is_misuse:
        return MISUSE
    differs = found.count(Agreement.INVITED) + found.count(Agreement.CLOSED)
    return FINDINGS if differs else FINE


def _requested(urls: Sequence[str], crawlers: Sequence[Crawler], options: FetchOptions, pace: float) -> "Practice":
    import asyncio

    from robotstudio.fetch.client import Fetcher
    from robotstudio.fetch.practice import practice
    from robotstudio.fetch.resolving import FetchLoop

    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        return runner.run(practice(Fetcher(), urls, crawlers, options, rate=pace))


def _write_text(found: "Practice", out: Output) -> None:
    from robotstudio.fetch.practice_words import report_lines

    for line in report_lines(found):
        out.line(line)


def _write_json(found: "Practice", out: Output) -> None:
    from robotstudio.fetch.practice import practice_rows

    formats.write_json(practice_rows(found), out)


def _write_csv(found: "Practice", out: Output) -> None:
    from robotstudio.fetch.practice import PracticeRow, practice_rows

    formats.write_csv(PracticeRow, practice_rows(found), out)


FORMATS: "Mapping[str, Callable[[Practice, Output], None]]" = {
    "text": _write_text,
    "json": _write_json,
    "csv": _write_csv,
}
