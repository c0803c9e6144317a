"""Crawl a site for `robotstudio crawl`, and print the URLs: those found, or those not fetched and why."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from robotstudio.cli import formats
from robotstudio.cli.config import config_of, own_settings
from robotstudio.cli.crawlers import AskedCrawler, asked_crawlers
from robotstudio.cli.files import missing_files, read_input
from robotstudio.cli.headers import tell_access, with_headers
from robotstudio.cli.inputs import complain_of_rejected
from robotstudio.cli.output import FINDINGS, FINE, MISUSE, MisuseError, Output, answering, complain
from robotstudio.cli.rendering import render_choice
from robotstudio.cli.search import complain_of_unread
from robotstudio.cli.site_findings import write_findings
from robotstudio.crawl.crawl import Crawl, crawl_alone
from robotstudio.crawl.insight.crawler_access import CrawlerAccess
from robotstudio.crawl.insight.export import NO_COLUMNS, SourceColumns, UrlRow, url_cells, url_row
from robotstudio.crawl.kept import rename
from robotstudio.crawl.model import EMPTY_WHEN_RENDERED, ENDED_WORDS, LEFT_OUT, TRAPS, Difference, EndedBy
from robotstudio.crawl.plan import MOST_AT_ONCE, CrawlPlan
from robotstudio.crawl.records import UnfetchedUrl, not_fetched, pages, plan_of, unfetched_urls
from robotstudio.crawl.repair import repair
from robotstudio.crawl.runs import Run, latest_run, new_name, next_run, resumable_run
from robotstudio.crawl.store import CrawlStore, is_crawl
from robotstudio.fetch.client import Fetcher
from robotstudio.fetch.options import DefaultOptions, options_of
from robotstudio.store.userinfo import without_typed_userinfo
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import markdown_cell, markdown_words, printable
from robotstudio.urls.logs.fields import fields_from
from robotstudio.urls.sources.exports import USUAL
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import normalise, site_in

if TYPE_CHECKING:
    from robotstudio.cli.files import AskedUrls
    from robotstudio.crawl.model import CrawlProgress


class CrawlRow(NamedTuple):
    """A URL that was found; the fields, in this order, are the first keys of JSON and columns of CSV.

    The others are those of the window's export.
    """

    url: str
    status: int | None  # None if it was not fetched, or no answer came
    depth: int
    found_on: str | None
    content_type: str
    bytes: int
    sha256: str
    blocked: Mapping[str, bool | None]  # by crawler: under the draft, if there is one
    ended_by: str | None  # the rule by which it led no further
    more: UrlRow

    @property
    def blocked_crawlers(self) -> list[str]:
        return [name for name, is_blocked in self.blocked.items() if is_blocked]


_NO_JOIN: Message = "--join adds columns to the JSON and CSV of URLs and findings only."
_NO_USERINFO: Message = (
    "The user name and password in the URL of {host} are ignored. Keep them with: robotstudio access {host} "
    "--basic USER"
)
_NO_PAGE: Message = "No page was read: {url} answered {status}."
_IF_YOURS: Message = "If the site is yours, “robotstudio access {site}” keeps what to send to it."


def run(options: argparse.Namespace) -> int:
    """Crawl, and print the pages; return the exit status."""
    if options.repair:
        return _repair(options)
    if options.against is not None:
        return _compare(options)
    if options.only:
        raise MisuseError("--only needs --against.")
    crawlers = asked_crawlers(options, config_of(options))
    draft = None if options.draft is None else read_input(options.draft)
    joined = _joined(options) if options.join else None
    if joined and joined.is_misuse:
        return MISUSE
    beside = SourceColumns.of(as_set(joined.urls)) if joined else NO_COLUMNS

    path, progress, gave_up = _crawled(Path(options.state), options)
    with CrawlStore.reading(path) as store, answering(options.output) as out:
        if options.findings:
            write_findings(path, crawlers, draft, options.format, out, beside)
        elif options.not_fetched:
            _write_not_fetched(store, options.format, out)
        else:
            _FORMATS[options.format](_rows(store, CrawlerAccess.of(store, draft), crawlers), out, beside)
        if options.format == "text":
            where = [tr(_KEPT_IN, path=str(path))] if path != Path(options.state) else []
            out.document(f"{line}\n" for line in ("", *_summary(progress, is_rendered=plan_of(store).renders), *where))
        refusal, unread = _refusal(store), store.unread
    complain_of_unread(unread)
    for host, why in gave_up:
        complain(tr(_GAVE_UP[why], host=host))
    if refusal:
        complain(refusal)
    return FINDINGS if gave_up or unread or refusal or not progress.fetched else FINE


def _compare(options: argparse.Namespace) -> int:
    """Print what differs from an earlier crawl, after a new one if there is something to fetch; return the status."""
    from robotstudio.cli.crawl_comparison import compared, earlier_of, write_comparison  # few compare

    for name in ("findings", "not_fetched", "join"):
        if getattr(options, name):
            message: Message = "--against prints what differs: leave out {option}."
            raise MisuseError(message, option=f"--{name.replace('_', '-')}")
    crawlers = asked_crawlers(options, config_of(options))
    draft = None if options.draft is None else read_input(options.draft)
    state, asked, gave_up = Path(options.state), Path(options.against), _GaveUp()
    if options.starts or options.resume:
        before = earlier_of(asked)
        path, _, gave_up = _crawled(state, options)
    else:
        path = latest_run(state)
        before = earlier_of(asked, path)
    found = compared(before, path, crawlers, draft)
    with answering(options.output) as out:
        count = write_comparison(found, before, [Difference(each) for each in options.only or ()], options.format, out)
    unread = found.after.unread + (found.before.unread if found.before else 0)
    complain_of_unread(unread)
    for host, why in gave_up:
        complain(tr(_GAVE_UP[why], host=host))
    return FINDINGS if count or gave_up or unread else FINE


def _joined(options: argparse.Namespace) -> "AskedUrls":
    """Read the files to join, and complain about what cannot be read. Raises MisuseError."""
    from robotstudio.cli.projects import read_url_files  # few join

    if options.not_fetched or options.format not in {"json", "csv"}:
        raise MisuseError(_NO_JOIN)
    asked = read_url_files(options.join, options.urls_column or "", fields_from(""), (USUAL,))
    complain_of_rejected(asked)
    return asked


def _repair(options: argparse.Namespace) -> int:
    """Copy what can be read of a damaged crawl, and say how much that is; return the exit status."""
    if options.starts or options.resume:
        raise MisuseError("--repair fetches nothing: use it with --state FILE only, then use --resume.")

    path = Path(options.state)
    found = repair(path, new_name(path, datetime.now().astimezone()))
    with answering(options.output) as out:
        said = ntr(_REPAIRED, found.of_pages, pages=found.pages, path=str(found.path), damaged=str(path))
        out.line(said)
    return FINE if found.pages == found.of_pages else FINDINGS


def _rows(store: CrawlStore, access: CrawlerAccess, crawlers: Sequence[AskedCrawler]) -> Iterator[CrawlRow]:
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
                blocked=_blocked(access, crawlers, page.url),
                ended_by=page.ended_by.value if page.ended_by else None,
                more=url_row(page, ()),
            )


def _blocked(access: CrawlerAccess, crawlers: Sequence[AskedCrawler], url: str) -> dict[str, bool | None]:
    seen = ((crawler.name, access.decide(crawler.view, url).allowed) for crawler in crawlers)
    return {name: None if allowed is None else not allowed for name, allowed in seen}


def _crawled(state: Path, options: argparse.Namespace) -> "tuple[Path, CrawlProgress, _GaveUp]":
    starts = tuple(_start(each) for each in options.starts)
    last = resumable_run(state)
    is_resumed = options.resume and is_crawl(last)
    if not starts and not is_resumed:
        raise missing_files(options, ["START"])
    run = Run(last, None, None) if options.resume else next_run(state, datetime.now().astimezone())
    run.wait_for_last()

    plan = _plan(run.path, options, starts, is_there=is_resumed)
    crawl = Crawl(run.path, plan, before=run.before, is_new=not options.resume)
    try:
        if plan.renders:
            from robotstudio.crawl.rendering.crawled import CrawlRenderer  # few crawls render

            crawl.renderer = CrawlRenderer(render_choice(options))
        usual = with_headers(options_of(own_settings()), options, starts or plan.starts)
        tell_access(usual, starts or plan.starts)
        progress = crawl_alone(crawl, Fetcher(usual=DefaultOptions(usual)))
    finally:
        crawl.close()
    if options.name:
        rename(run.path, options.name)
    return run.path, progress, _gave_up(crawl)


def _refusal(store: CrawlStore) -> str:
    """Say what the first page answered, and what to do, if all answered with an error; else ""."""
    first = None
    for page in pages(store, with_queue=False):
        if page.status is not None:
            if page.status < HTTPStatus.BAD_REQUEST:
                return ""
            first = first or page
    if first is None:
        return ""
    said = tr(_NO_PAGE, url=printable(first.url), status=str(first.status))
    guards = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS}
    return WORDS.sentences((said, tr(_IF_YOURS, site=site_in(first.url)))) if first.status in guards else said


_GaveUp = tuple[tuple[str, str], ...]


def _gave_up(crawl: "Crawl") -> _GaveUp:
    """Return the hosts that are asked no more, and why: a `GaveUp`."""
    return tuple((host.origin, host.gave_up.value) for host in crawl.hosts() if host.gave_up is not None)


def _start(written: str) -> str:
    url = normalise(written)
    if "@" in written and without_typed_userinfo(written) != written:
        complain(tr(_NO_USERINFO, host=url.host or ""))
    if url.host is None:
        message: Message = "“{text}” is not a site. Enter a host such as example.com, or a full URL."
        raise MisuseError(message, text=url.written)
    return url.url


def _plan(path: Path, options: argparse.Namespace, starts: tuple[str, ...], *, is_there: bool) -> CrawlPlan:
    """Return what the options say; for a resumed crawl, its own plan where they say nothing."""
    kept = CrawlPlan()
    if is_there:
        with CrawlStore.reading(path) as store:
            kept = plan_of(store)
    starts = tuple(dict.fromkeys((*kept.starts, *starts)))
    names = ("rate", "connections", "include", "exclude")
    chosen = {name: getattr(options, name) for name in names}
    chosen = {name: tuple(value) if isinstance(value, list) else value for name, value in chosen.items()}
    hosts = tuple(site_in(start) for start in starts)
    open_traps, open_patterns = _followed(options.follow_trap or ())
    return replace(
        kept,
        **{name: value for name, value in chosen.items() if value is not None},
        starts=starts,
        max_pages=options.max_pages or 0,
        max_depth=options.max_depth or kept.max_depth,
        renders=kept.renders or options.render,
        follows_sitemaps=kept.follows_sitemaps and not options.no_sitemaps,
        other_hosts=kept.other_hosts or options.other_hosts,
        traps=kept.traps and not options.no_traps,
        open_traps=tuple(dict.fromkeys((*kept.open_traps, *open_traps))),
        open_patterns=tuple(dict.fromkeys((*kept.open_patterns, *open_patterns))),
        mine=hosts if options.mine else kept.mine,
        at_once=options.all_connections or max(kept.at_once, min(MOST_AT_ONCE, len(set(hosts)))),
    )


def _followed(traps: Sequence[str]) -> tuple[list[EndedBy], list[str]]:
    """Return the rules and the patterns among the traps to follow."""
    names = {rule.value for rule in TRAPS}
    strange = next((trap for trap in traps if trap not in names and not trap.startswith("/")), None)
    if strange is not None:
        message: Message = "“{trap}” is no trap. Give a pattern such as {example}, or one of: {names}."
        raise MisuseError(message, trap=strange, example="/events?month={}", names=WORDS.side_by_side(sorted(names)))
    return [EndedBy(trap) for trap in traps if trap in names], [trap for trap in traps if trap not in names]


_SUMMARY = Plural(
    (
        "One URL found: {fetched} fetched, {queued} queued, {forbidden} forbidden by the live robots.txt, {errors} "
        "without an answer, {traps} in traps, {left} left out."
    ),
    (
        "{count} URLs found: {fetched} fetched, {queued} queued, {forbidden} forbidden by the live robots.txt, "
        "{errors} without an answer, {traps} in traps, {left} left out."
    ),
)
_KEPT_IN: Message = "This crawl is in “{path}”; earlier ones are kept."
_REPAIRED = Plural(
    "Copied {pages} of {count} page to “{path}”. “{damaged}” is unchanged.",
    "Copied {pages} of {count} pages to “{path}”. “{damaged}” is unchanged.",
)
_GAVE_UP: Mapping[str, Message] = {  # by `GaveUp`
    "failures": "{host} stopped answering; --resume tries it again.",
    "not-public": "Not fetched: a public site led to {host}, whose address is not public.",
    "retry-after": "{host} asked to wait longer than 10 minutes (Retry-After); --resume tries it again.",
}
_EMPTY = Plural(
    "JavaScript does not run: one page looks empty without it.",
    "JavaScript does not run: {count} pages look empty without it.",
)


def _summary(progress: "CrawlProgress", *, is_rendered: bool) -> Iterator[str]:
    yield ntr(
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
        yield ntr(EMPTY_WHEN_RENDERED if is_rendered else _EMPTY, progress.looks_empty)


_BLOCKED_FOR: Message = "blocked for {crawlers}"


def _notes(row: CrawlRow) -> str:
    notes = [tr(ENDED_WORDS[EndedBy(row.ended_by)])] if row.ended_by else []
    if row.blocked_crawlers:
        notes.append(tr(_BLOCKED_FOR, crawlers=WORDS.listed_text(row.blocked_crawlers)))
    return WORDS.clauses(notes)


def _write_text(rows: Iterator[CrawlRow], out: Output, _beside: SourceColumns) -> None:
    for row in rows:
        out.line(f"{row.status or '---'}  {row.depth:>3}  {WORDS.beside_column(row.url, _notes(row))}")


def _write_markdown(rows: Iterator[CrawlRow], out: Output, _beside: SourceColumns) -> None:
    out.document([f"| {tr('URL')} | {tr('Status')} | {tr('Depth')} | |\n", "|---|---|---|---|\n"])
    for row in rows:
        url, notes = markdown_cell(row.url), markdown_words(_notes(row))
        out.document([f"| {url} | {row.status or '–'} | {row.depth} | {notes} |\n"])


_FIRST = CrawlRow._fields[:-1]
_MORE = tuple(name for name in UrlRow._fields if name not in {*_FIRST, "blocked_for"})


def _write_json(rows: Iterator[CrawlRow], out: Output, beside: SourceColumns) -> None:
    for row in rows:
        first, more = row._asdict(), row.more._asdict()
        own = {**{name: first[name] for name in _FIRST}, **{name: more[name] for name in _MORE}}
        out.record({**own, **beside.record(row.url)})


def _write_csv(rows: Iterator[CrawlRow], out: Output, beside: SourceColumns) -> None:
    cells = ((*_cells(row), *beside.values(row.url)) for row in rows)
    out.table([(*_FIRST, *_MORE, *beside.names), *cells])


def _cells(row: CrawlRow) -> tuple[object, ...]:
    more = url_cells(row.more)
    first = row._asdict() | {"blocked": " ".join(row.blocked_crawlers)}
    return (*(first[name] for name in _FIRST), *(more[name] for name in _MORE))


_FORMATS: Mapping[str, Callable[[Iterator[CrawlRow], Output, SourceColumns], None]] = {
    "text": _write_text,
    "json": _write_json,
    "csv": _write_csv,
    "markdown": _write_markdown,
}

_MOST_PRINTED = 20
_UNFETCHED = Plural("{what}: {count} URL", "{what}: {count} URLs")
_SEEN = Plural("of {count} fetched, {new} had a new text", "of {count} fetched, {new} had a new text")
_LINE: Message = "line {line}"
_MORE_UNFETCHED = Plural("one more", "{count} more")
_NONE_UNFETCHED: Message = "Every URL that was found was fetched or is queued."


def _write_not_fetched(store: CrawlStore, kind: str, out: Output) -> None:
    """Print the URLs that were not fetched, in a format: as text by reason and trap, some of each."""
    rows = unfetched_urls(store)
    if kind == "json":
        formats.write_json(rows, out)
    elif kind == "csv":
        out.table([UnfetchedUrl._fields, *rows])
    else:
        _write_unfetched(store, rows, out)


def _write_unfetched(store: CrawlStore, rows: Iterator[UnfetchedUrl], out: Output) -> None:
    evidence = {(one.rule.value, one.pattern or None): one for one in not_fetched(store)}
    is_empty = True
    for (reason, pattern), several in groupby(rows, lambda row: (row.reason, row.pattern)):
        is_empty = False
        urls = list(several)
        title = ntr(_UNFETCHED, len(urls), what=tr(ENDED_WORDS[EndedBy(reason)]))
        notes = [pattern] if pattern else []
        known = evidence.get((reason, pattern))
        if known is not None and known.seen:
            notes.append(ntr(_SEEN, known.seen, new=known.new))
        out.line(WORDS.beside_column(title, WORDS.clauses(notes)))
        for row in islice(urls, _MOST_PRINTED):
            out.line(f"  {WORDS.beside_column(row.url, tr(_LINE, line=row.line) if row.line else '')}")
        if len(urls) > _MOST_PRINTED:
            out.line(f"  … {ntr(_MORE_UNFETCHED, len(urls) - _MOST_PRINTED)}")
    if is_empty:
        out.line(tr(_NONE_UNFETCHED))
