"""`robotstudio indexing`: why a search engine left pages out, by its export and the versions of the file."""

import argparse

from robotstudio.cli.arguments import Parser
from robotstudio.cli.files import add_files, missing_files
from robotstudio.cli.formats import add_output
from robotstudio.cli.inputs import add_log_fields
from robotstudio.cli.log_versions import add_versions
from robotstudio.cli.output import MisuseError
from robotstudio.text.language import Message, tr

FORMATS = ("text", "json", "csv", "markdown", "svg")

_EPILOG: Message = "Exit status: 0 no URL is blocked, 1 a URL is blocked, 2 usage or I/O error."
_EXPORT: Message = (
    "an export of Page indexing from Search Console (ZIP, XLSX or CSV), or one of Bing or Yandex; also a folder of them"
)
_CRAWLER: Message = "the crawler of the search engine; by default the export tells it"
_ONLY_TIMELINE: Message = "Only the timeline is written as SVG: add --timeline."


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio indexing`."""
    description: Message = (
        "Explain why a search engine left pages out: for each URL of its export, the line that blocks it now, the "
        "line that blocked it when the crawler last came, and what to do."
    )
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG)
    add_versions(parser)
    history_help = tr("use the fetch history of this host, such as https://example.com")
    parser.add_argument("--history", metavar="ADDRESS", help=history_help)
    site_help = tr(
        "the site whose robots.txt is given, if the export has URLs of several; by default that of most URLs"
    )
    parser.add_argument("--site", metavar="HOST", default="", help=site_help)
    log_help = tr("an access log that shows when the crawler read the robots.txt; may be compressed; repeatable")
    parser.add_argument("--log", metavar="LOG", action="append", default=[], help=log_help)
    add_log_fields(parser)
    crawl_help = tr(
        "a crawl of the site, or a table by Screaming Frog or the like: where pages redirect to, noindex; repeatable"
    )
    parser.add_argument("--crawl", metavar="FILE", action="append", default=[], help=crawl_help)
    parser.add_argument("--crawler", metavar="TOKEN", default="", help=tr(_CRAWLER))
    timeline_help = tr(
        "print the timeline of the site instead: what each version of the file changed, when crawlers read it and "
        "followed it, crawl statistics and index counts of the exports; an export is not needed"
    )
    parser.add_argument("--timeline", action="store_true", help=timeline_help)
    release_help = tr(
        "a release of the site for the timeline, such as 2026-10-01=Shop 4.2; repeatable. With --git, tags of the "
        "repository are releases, too"
    )
    parser.add_argument("--release", metavar="DATE=NAME", action="append", default=[], help=release_help)
    add_output(parser, FORMATS)
    add_files(parser, "EXPORT", several=True, what=tr(_EXPORT))


def run(options: argparse.Namespace) -> int:
    """Print the answers or the timeline; return the exit status."""
    if not options.files and not options.timeline:
        raise missing_files(options, ["EXPORT"])
    if options.format == "svg" and not options.timeline:
        raise MisuseError(_ONLY_TIMELINE)
    from robotstudio.cli import indexing_answers  # --help needs none of it

    return indexing_answers.run(options)
