"""`robotstudio search`: find pages of a crawl by words, and say from which crawlers they are hidden."""

import argparse
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from robotstudio.cli import formats
from robotstudio.cli.arguments import Parser, number
from robotstudio.cli.config import add_config, config_of
from robotstudio.cli.crawlers import add_crawlers, asked_crawlers
from robotstudio.cli.files import read_input
from robotstudio.cli.formats import add_output
from robotstudio.cli.output import FINDINGS, FINE, Output, answering, complain
from robotstudio.crawl.model import UNREAD
from robotstudio.text.language import WORDS, Message, ntr, tr

_MOST = 20


class HitRow(NamedTuple):
    """A page that was found; the fields, in this order, are the keys of JSON."""

    url: str
    title: str
    score: float
    snippet: str
    language: str
    hidden_for: Mapping[str, int | None]  # the line by crawler; None if no line hides it, but noindex or the answer


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio search`."""
    description: Message = "Search crawled pages, and show which crawlers cannot see each."
    parser.description = tr(description)
    parser.epilog = tr("Exit status: 0 pages were found, 1 none was, 2 usage or I/O error.")
    looking = tr("words to search for; put exact phrases in quotes")
    parser.add_argument("query", metavar="QUERY", help=looking)
    parser.add_argument("--state", metavar="FILE", required=True, help=tr("a crawl file"))
    drafting = tr("the robots.txt to test instead of the live one; - for standard input")
    parser.add_argument("--draft", metavar="FILE", help=drafting)
    most = tr("show at most this many pages. Default: {number}", number=str(_MOST))
    parser.add_argument("--limit", type=number, metavar="N", default=_MOST, help=most)
    add_crawlers(parser)
    add_output(parser, FORMATS)
    add_config(parser)


def run(options: argparse.Namespace) -> int:
    """Search, and print what was found; return the exit status."""
    from robotstudio.crawl.index.index import Searcher, searchable, state_of
    from robotstudio.crawl.insight.crawler_access import CrawlerAccess
    from robotstudio.crawl.insight.search import seen_by, snippet_of
    from robotstudio.crawl.store import CrawlStore

    crawlers = asked_crawlers(options, config_of(options))
    draft = None if options.draft is None else read_input(options.draft)

    with searchable(newest_crawl(Path(options.state))) as path, CrawlStore.reading(path) as store:
        searcher = Searcher(store)
        hits = searcher.search(options.query, options.limit)
        found = seen_by(hits, [crawler.view for crawler in crawlers], CrawlerAccess.of(store, draft))
        rows = [
            HitRow(
                url=one.hit.url,
                title=one.hit.title,
                score=round(one.hit.score, 6),
                snippet=snippet_of(one, options.query, searcher).marked(),
                language=one.hit.language,
                hidden_for={
                    crawler.name: showing.line if showing.is_blocked else None
                    for crawler, showing in zip(crawlers, one.shown, strict=True)
                    if showing.is_hidden
                },
            )
            for one in found
        ]
        unread = store.unread + state_of(store).unread
    complain_of_unread(unread)
    with answering(options.output) as out:
        FORMATS[options.format](rows, out)
    return FINE if rows else FINDINGS


_NEWEST: Message = "Reading “{path}”, the newest crawl of “{state}”."


def newest_crawl(state: Path) -> Path:
    """Return the newest run of a crawl. Says which it is if that is another file: it may know far fewer pages."""
    from robotstudio.crawl.runs import latest_run

    path = latest_run(state)
    if path != state:
        complain(tr(_NEWEST, path=str(path), state=str(state)))
    return path


def complain_of_unread(count: int) -> None:
    """Say how much of a crawl is left out."""
    if count:
        complain(ntr(UNREAD, count))


_HIDDEN_BY: Message = "hidden from {crawler} by line {line}"
_HIDDEN: Message = "hidden from {crawler}"
_NOTHING: Message = "No page has these words."


def _write_text(rows: Iterable[HitRow], out: Output) -> None:
    for row in rows:
        hidden = [
            tr(_HIDDEN, crawler=name) if line is None else tr(_HIDDEN_BY, crawler=name, line=str(line))
            for name, line in row.hidden_for.items()
        ]
        out.line(row.title or row.url)
        out.line(f"  {row.url}")
        for text in (row.snippet, WORDS.clauses(hidden)):
            if text:
                out.line(f"  {text}")
    if not rows:
        out.line(tr(_NOTHING))


def _write_json(rows: Iterable[HitRow], out: Output) -> None:
    formats.write_json(rows, out)


FORMATS: Mapping[str, Callable[[Iterable[HitRow], Output], None]] = {"text": _write_text, "json": _write_json}
