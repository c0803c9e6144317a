"""`robotstudio crawl`: the pages of a site, found by its links and sitemaps, and who may fetch them."""

import argparse
import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from robotstudio.cli import formats
from robotstudio.cli.arguments import Parser, number
from robotstudio.cli.config import add_config, config_of, own_settings
from robotstudio.cli.crawlers import AskedCrawler, add_crawlers, asked_crawlers
from robotstudio.cli.inputs import add_output, missing_files, read_input
from robotstudio.cli.output import FINDINGS, FINE, MisuseError, Output, answering, complain
from robotstudio.engine.language import Message, Plural, Words
from robotstudio.io.urls import normalise
from robotstudio.lazy_dataclasses import replace

if TYPE_CHECKING:
    from robotstudio.app.crawl.eyes import Eyes
    from robotstudio.io.crawl.crawl import Crawl
    from robotstudio.io.crawl.model import CrawlProgress
    from robotstudio.io.crawl.plan import CrawlPlan
    from robotstudio.io.crawl.store import CrawlStore


class CrawlRow(NamedTuple):
    """A URL that was found; the fields, in this order, are the keys of JSON and the columns of CSV."""

    url: str
    status: int | None  # None where it was not fetched, or no answer came
    depth: int
    found_on: str | None
    content_type: str
    bytes: int
    sha256: str
    blocked: Mapping[str, bool | None]  # by crawler: under the draft, where there is one
    ended_by: str | None  # the rule by which it led no further


_STATE: Message = (
    "the file of the crawl. If there is one, the site is crawled anew, only what has changed since is fetched, and the"
    " crawl before is kept beside it"
)
_RATE: Message = "requests a second to each host; 0: as many as go. Default: 1. A longer Crawl-delay is heeded"
_MINE: Message = "the hosts of START are mine: what their robots.txt forbids is fetched too"
_PATTERN: Message = "fetch only URLs that this pattern matches, as in a robots.txt; may be repeated"
_NOT_PATTERN: Message = "do not fetch URLs that this pattern matches; may be repeated"
_FINDINGS: Message = "print what is wrong over the site, and for whom, instead of its URLs"
_EPILOG: Message = (
    "Exit status: 0 where pages were fetched, 1 where none was or a host gave no answers any more, 2 misuse. What the"
    " live robots.txt forbids to RobotStudio is never fetched, unless --mine says whose the site is."
)


def add_arguments(parser: Parser, words: Words) -> None:
    """The options of `robotstudio crawl`."""
    description: Message = "Find the pages of a site by its links and sitemaps, and say who may fetch them."
    parser.description = words.say(description)
    parser.epilog = words.say(_EPILOG)
    parser.add_argument("starts", metavar="START", nargs="*", help=words.say("an address to begin at"))
    parser.add_argument("--state", metavar="FILE", required=True, help=words.say(_STATE))
    resuming = words.say("go on with the crawl in this file")
    parser.add_argument("--resume", action="store_true", help=resuming)
    parser.add_argument("--max-pages", type=number, metavar="N", help=words.say("fetch so many URLs at most"))
    deepest = words.say("follow links so many deep at most")
    parser.add_argument("--max-depth", type=number, metavar="N", help=deepest)
    parser.add_argument("--rate", type=rate, metavar="N", help=words.say(_RATE))
    drafting = words.say("a robots.txt to judge by instead of the live one; - reads it from standard input")
    parser.add_argument("--draft", metavar="FILE", help=drafting)
    parser.add_argument("--mine", action="store_true", help=words.say(_MINE))
    elsewhere = words.say("fetch pages of other hosts too")
    parser.add_argument("--other-hosts", action="store_true", help=elsewhere)
    parser.add_argument("--no-sitemaps", action="store_true", help=words.say("begin at no sitemaps"))
    parser.add_argument("--include", action="append", metavar="PATTERN", help=words.say(_PATTERN))
    parser.add_argument("--exclude", action="append", metavar="PATTERN", help=words.say(_NOT_PATTERN))
    parser.add_argument("--findings", action="store_true", help=words.say(_FINDINGS))
    add_crawlers(parser, words)
    add_output(parser, FORMATS, words)
    add_config(parser, words)


def rate(text: str) -> float:
    """How often a second; `argparse` names it so where it is wrong."""
    per_second = float(text)
    if not 0 <= per_second < float("inf"):
        raise ValueError
    return per_second


def run(options: argparse.Namespace, words: Words) -> int:
    """Crawl, and print the pages; the exit status."""
    crawlers = asked_crawlers(options, config_of(options, words), words)
    draft = None if options.draft is None else read_input(options.draft)
    from robotstudio.app.crawl.eyes import Eyes  # noqa: PLC0415  # the help is there sooner without
    from robotstudio.cli.site_findings import write_findings  # noqa: PLC0415  # as above
    from robotstudio.io.crawl.store import CrawlStore  # noqa: PLC0415  # as above

    path = Path(options.state)
    progress, gave_up = _crawled(path, options, words)
    with CrawlStore.reading(path) as store, answering(options.output) as out:
        if options.findings:
            write_findings(path, crawlers, draft, options.format, out, words)
        else:
            FORMATS[options.format](_rows(store, Eyes.of(store, draft), crawlers), out, words)
        if options.format == "text":
            out.document(f"{line}\n" for line in ("", *_summary(progress, words)))
    for host in gave_up:
        complain(words.say(_GAVE_UP, host=host))
    return FINDINGS if gave_up or not progress.fetched else FINE


def _rows(store: "CrawlStore", eyes: "Eyes", crawlers: Sequence[AskedCrawler]) -> Iterator[CrawlRow]:
    from robotstudio.io.crawl.model import LEFT_OUT  # noqa: PLC0415  # as above
    from robotstudio.io.crawl.records import pages  # noqa: PLC0415  # as above

    for page in pages(store, with_queue=False):
        if page.ended_by not in LEFT_OUT:
            yield CrawlRow(
                url=page.url,
                status=page.status,
                depth=page.depth,
                found_on=page.found_on,
                content_type=page.content_type,
                bytes=page.size,
                sha256=page.sha256,
                blocked=_blocked(eyes, crawlers, page.url),
                ended_by=page.ended_by.value if page.ended_by else None,
            )


def _blocked(eyes: "Eyes", crawlers: Sequence[AskedCrawler], url: str) -> dict[str, bool | None]:
    seen = ((crawler.name, eyes.sees(crawler.view, url).allowed) for crawler in crawlers)
    return {name: None if allowed is None else not allowed for name, allowed in seen}


def _crawled(path: Path, options: argparse.Namespace, words: Words) -> "tuple[CrawlProgress, tuple[str, ...]]":
    from robotstudio.io.crawl.store import is_crawl, set_before  # noqa: PLC0415  # as above

    is_there = is_crawl(path)
    starts = tuple(_start(each) for each in options.starts)
    if not starts and not (is_there and options.resume):
        raise missing_files(options, ["START"])
    before = None
    if is_there and not options.resume:
        before, is_there = set_before(path), False
    from robotstudio.io.crawl.crawl import Crawl  # noqa: PLC0415  # as above
    from robotstudio.io.fetching.client import Fetcher  # noqa: PLC0415  # as above
    from robotstudio.io.fetching.options import UsualOptions, options_of  # noqa: PLC0415  # as above
    from robotstudio.io.fetching.resolving import FetchLoop  # noqa: PLC0415  # as above

    crawl = Crawl(path, _plan(path, options, starts, is_there=is_there), before=before)
    try:
        with asyncio.Runner(loop_factory=FetchLoop) as runner:
            progress = runner.run(crawl.run(Fetcher(usual=UsualOptions(options_of(own_settings(words))))))
    finally:
        crawl.close()
    return progress, _gave_up(crawl)


def _gave_up(crawl: "Crawl") -> tuple[str, ...]:
    return tuple(host.origin for host in crawl.hosts() if host.gave_up is not None)


def _start(written: str) -> str:
    url = normalise(written)
    if url.host is None:
        message: Message = "“{text}” does not name a site. Type a host such as example.com, or a full address."
        raise MisuseError(message, text=url.written)
    return url.url


def _plan(path: Path, options: argparse.Namespace, starts: tuple[str, ...], *, is_there: bool) -> "CrawlPlan":
    """What the options say; of a crawl that is resumed, what was said then, where they say nothing."""
    from robotstudio.io.crawl.plan import CrawlPlan  # noqa: PLC0415  # as above
    from robotstudio.io.crawl.store import CrawlStore  # noqa: PLC0415  # as above

    kept = CrawlPlan()
    if is_there:
        with CrawlStore.reading(path) as store:
            text = store.fact("plan")
            kept = CrawlPlan.of_text(text) if text else kept
    starts = tuple(dict.fromkeys((*kept.starts, *starts)))
    chosen = {"rate": options.rate, "include": options.include, "exclude": options.exclude}
    chosen = {name: tuple(value) if isinstance(value, list) else value for name, value in chosen.items()}
    names = tuple(start.split("/", 3)[2] for start in starts)
    return replace(
        kept,
        **{name: value for name, value in chosen.items() if value is not None},
        starts=starts,
        max_pages=options.max_pages or 0,
        max_depth=options.max_depth or kept.max_depth,
        follows_sitemaps=kept.follows_sitemaps and not options.no_sitemaps,
        other_hosts=kept.other_hosts or options.other_hosts,
        mine=names if options.mine else kept.mine,
        at_once=min(64, max(8, len(set(names)))),
    )


_SUMMARY = Plural(
    "One URL found: {fetched} fetched, {queued} in the queue, {forbidden} forbidden by the live robots.txt, {errors}"
    " without an answer, {traps} in traps, {left} left out.",
    "{count} URLs found: {fetched} fetched, {queued} in the queue, {forbidden} forbidden by the live robots.txt,"
    " {errors} without an answer, {traps} in traps, {left} left out.",
)
_GAVE_UP: Message = "{host} gave no answers any more; --resume tries it again."
_EMPTY = Plural(
    "JavaScript is not run: one page looks empty without it.",
    "JavaScript is not run: {count} pages look empty without it.",
)


def _summary(progress: "CrawlProgress", words: Words) -> Iterator[str]:
    yield words.count(
        _SUMMARY,
        progress.found,
        fetched=progress.fetched,
        queued=progress.queued,
        forbidden=progress.forbidden,
        errors=progress.errors,
        traps=progress.traps,
        left=progress.left_out,
    )
    if progress.looks_empty:
        yield words.count(_EMPTY, progress.looks_empty)


_BLOCKED_FOR: Message = "blocked for {crawlers}"


def _write_text(rows: Iterator[CrawlRow], out: Output, words: Words) -> None:
    from robotstudio.io.crawl.model import ENDED_WORDS, EndedBy  # noqa: PLC0415  # as above

    for row in rows:
        notes = [words.say(ENDED_WORDS[EndedBy(row.ended_by)])] if row.ended_by else []
        blocked = [name for name, is_blocked in row.blocked.items() if is_blocked]
        if blocked:
            notes.append(words.say(_BLOCKED_FOR, crawlers=words.listed_text(blocked)))
        out.line(f"{row.status or '---'}  {row.depth:>3}  {words.beside_column(row.url, words.clauses(notes))}")


def _write_json(rows: Iterator[CrawlRow], out: Output, _words: Words) -> None:
    formats.write_json(rows, out)


def _write_csv(rows: Iterator[CrawlRow], out: Output, _words: Words) -> None:
    flat = (
        row._replace(blocked=" ".join(name for name, is_blocked in row.blocked.items() if is_blocked))  # type: ignore[arg-type]  # a cell
        for row in rows
    )
    formats.write_csv(CrawlRow, flat, out)


FORMATS: Mapping[str, Callable[[Iterator[CrawlRow], Output, Words], None]] = {
    "text": _write_text,
    "json": _write_json,
    "csv": _write_csv,
}
