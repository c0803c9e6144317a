"""`robotstudio crawl`: the pages of a site, found by its links and sitemaps, and who may fetch them."""

import argparse
from collections.abc import Callable

from robotstudio.cli.arguments import Parser, number
from robotstudio.cli.config import add_config
from robotstudio.cli.crawlers import add_crawlers
from robotstudio.cli.formats import add_output
from robotstudio.cli.headers import add_headers
from robotstudio.cli.rendering import add_browser
from robotstudio.crawl.model import Difference
from robotstudio.crawl.plan import MOST_AT_ONCE, MOST_CONNECTIONS
from robotstudio.text.language import WORDS, Message, tr

FORMATS = ("text", "json", "csv", "markdown")

_STATE: Message = (
    "the crawl file. If it already holds a crawl, the new one gets its own file beside it, with the date in its "
    "name, and fetches only what has changed"
)
_REPAIR: Message = "copy every readable page of a damaged crawl to a new file; fetches nothing"
_NAME: Message = "the name of the crawl in lists of crawls; without one, its date is shown"
_RATE: Message = (
    "requests per second to each host, from start to start. 0: no limit. Default: 1. A longer Crawl-delay is "
    "obeyed; hosts that answer 429 or 503 get fewer"
)
_CONNECTIONS: Message = (
    "simultaneous requests to each host, at most {most}. Default: 5. A host that answers slower than before gets fewer"
)
_AT_ONCE: Message = "simultaneous requests to all hosts, at most {most}. Default: 50, or the number of STARTs"
_TRAPS: Message = "also follow endless URLs, such as calendars and session ids. Use with --max-pages or --max-depth"
_FOLLOW: Message = (
    "a trap to follow after all, as --not-fetched lists it: its reason, such as calendar, or its pattern; repeatable"
)
_NOT_FETCHED: Message = "print the URLs that were not fetched, each with its reason, instead of the others"
_MINE: Message = "the hosts of START are mine: also fetch what their robots.txt forbids"
_PATTERN: Message = "fetch only URLs that match this robots.txt pattern; repeatable"
_NOT_PATTERN: Message = "do not fetch URLs that match this pattern; repeatable"
_JOIN: Message = "a table with columns such as clicks, to add to each URL or finding; repeatable. JSON and CSV only"
_AGAINST: Message = (
    "compare with an earlier crawl, or with a sitemap, a log or another list of URLs, and print what differs. Without "
    "START nothing is fetched"
)
_ONLY: Message = "with --against: only URLs that differ in this; repeatable. One of: {kinds}"
_RENDER: Message = (
    "render pages with scripts in the Chromium, Chrome or Edge of this computer, and follow the links that they add; "
    "slower"
)
_FINDINGS: Message = "print problems of the whole site, and for whom, instead of its URLs"
_EPILOG: Message = (
    "Exit status: 0 pages were fetched; 1 none was, or a host stopped answering; 2 usage or I/O error. What the live "
    "robots.txt forbids to RobotStudio is never fetched, unless --mine says that the site is yours."
)
_STATUS_AGAINST: Message = "With --against: 0 nothing differs; 1 something does."


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio crawl`."""
    description: Message = "Find the pages of a site by its links and sitemaps, and show who may fetch them."
    parser.description = tr(description)
    parser.epilog = WORDS.sentences((tr(_EPILOG), tr(_STATUS_AGAINST)))
    parser.add_argument("starts", metavar="START", nargs="*", help=tr("a URL to start from"))
    parser.add_argument("--state", metavar="FILE", required=True, help=tr(_STATE))
    resuming = tr("resume the newest crawl of this file")
    parser.add_argument("--resume", action="store_true", help=resuming)
    parser.add_argument("--name", help=tr(_NAME))
    parser.add_argument("--repair", action="store_true", help=tr(_REPAIR))
    parser.add_argument("--max-pages", type=number, metavar="N", help=tr("fetch at most this many URLs"))
    deepest = tr("follow links at most this deep")
    parser.add_argument("--max-depth", type=number, metavar="N", help=deepest)
    parser.add_argument("--rate", type=rate, metavar="N", help=tr(_RATE))
    connections = tr(_CONNECTIONS, most=MOST_CONNECTIONS)
    parser.add_argument("--connections", type=up_to(MOST_CONNECTIONS), metavar="N", help=connections)
    at_once = tr(_AT_ONCE, most=MOST_AT_ONCE)
    parser.add_argument("--all-connections", type=up_to(MOST_AT_ONCE), metavar="N", help=at_once)
    drafting = tr("the robots.txt to test instead of the live one; - for standard input")
    parser.add_argument("--draft", metavar="FILE", help=drafting)
    parser.add_argument("--mine", action="store_true", help=tr(_MINE))
    elsewhere = tr("also fetch pages of other hosts")
    parser.add_argument("--other-hosts", action="store_true", help=elsewhere)
    parser.add_argument("--no-sitemaps", action="store_true", help=tr("do not start from sitemaps"))
    parser.add_argument("--no-traps", action="store_true", help=tr(_TRAPS))
    parser.add_argument("--follow-trap", action="append", metavar="TRAP", help=tr(_FOLLOW))
    parser.add_argument("--include", action="append", metavar="PATTERN", help=tr(_PATTERN))
    parser.add_argument("--exclude", action="append", metavar="PATTERN", help=tr(_NOT_PATTERN))
    parser.add_argument("--render", action="store_true", help=tr(_RENDER))
    add_browser(parser)
    parser.add_argument("--findings", action="store_true", help=tr(_FINDINGS))
    parser.add_argument("--not-fetched", action="store_true", help=tr(_NOT_FETCHED))
    parser.add_argument("--join", metavar="FILE", action="append", default=[], help=tr(_JOIN))
    column_help = tr("the column of the table that holds the URLs, or its number")
    parser.add_argument("--urls-column", metavar="NAME", help=column_help)
    parser.add_argument("--against", metavar="FILE", help=tr(_AGAINST))
    kinds = [each.value for each in Difference]
    parser.add_argument(
        "--only", action="append", choices=kinds, metavar="DIFFERENCE", help=tr(_ONLY, kinds=WORDS.side_by_side(kinds))
    )
    add_headers(parser)
    add_crawlers(parser)
    add_output(parser, FORMATS)
    add_config(parser)


def rate(text: str) -> float:
    """Read requests per second; `argparse` shows the function's name in its error."""
    per_second = float(text)
    if not 0 <= per_second < float("inf"):
        raise ValueError
    return per_second


def up_to(most: int) -> Callable[[str], int]:
    """Return a reader of a whole number from 1 to `most`."""

    def number(text: str) -> int:  # `argparse` shows this name in its error
        value = int(text)
        if not 1 <= value <= most:
            raise ValueError
        return value

    return number


def run(options: argparse.Namespace) -> int:
    """Crawl, and print the pages; return the exit status."""
    from robotstudio.cli import crawl_pages  # --help needs none of it

    return crawl_pages.run(options)
