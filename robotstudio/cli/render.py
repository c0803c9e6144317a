"""`robotstudio render`: what a crawler sees of a page that needs a browser."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import own_settings
from robotstudio.cli.crawlers import named_crawlers, own_catalogue
from robotstudio.cli.files import read_input
from robotstudio.cli.formats import add_output
from robotstudio.cli.headers import add_headers, tell_access, with_headers
from robotstudio.cli.output import FINDINGS, FINE, MisuseError, Output, answer_words, answering, complain
from robotstudio.cli.rendering import add_browser, render_choice
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.scope import governing_robots_url
from robotstudio.fetch.options import DefaultOptions, options_of
from robotstudio.store.files import make_directory, write_atomic
from robotstudio.text.language import WORDS, Message, Plural, ntr, spoken, tr
from robotstudio.text.phrases import printable
from robotstudio.urls.urls import normalise

if TYPE_CHECKING:
    from robotstudio.crawl.rendering.renderer import Rendering, Request
    from robotstudio.crawl.rendering.report import BlockedResource, RenderChoice, RenderReport
    from robotstudio.fetch.client import Fetcher

_USUAL: Final = "Googlebot"
_MOST_SHOWN: Final = 20

_DESCRIPTION: Message = (
    "Render pages with the Chromium, Chrome or Edge of this computer, once with only what a crawler may fetch and once "
    "with everything, and show what blocked resources change."
)
_EPILOG: Message = (
    "Exit status: 0 the crawler sees the same as everybody; 1 blocked resources change what it sees, it may not fetch "
    "a page, or a page was not rendered; 2 usage or I/O error."
)
_CRAWLER: Message = "the crawler whose rules decide what is loaded. Default: {token}"
_DRAFT: Message = "the robots.txt to test instead of the live one of each URL's own host; - for standard input"
_PICTURES: Message = "write the pictures of each page to this folder, as PNG"
_NO_URL: Message = "“{text}” is not a page. Enter a full URL such as https://example.com/page."


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio render`."""
    parser.description = tr(_DESCRIPTION)
    parser.epilog = tr(_EPILOG)
    parser.add_argument("urls", metavar="URL", nargs="+", help=tr("the URL of a page"))
    parser.add_argument("--crawler", metavar="TOKEN", default=_USUAL, help=tr(_CRAWLER, token=_USUAL))
    parser.add_argument("--draft", metavar="FILE", help=tr(_DRAFT))
    parser.add_argument("--pictures", metavar="DIR", help=tr(_PICTURES))
    add_browser(parser)
    add_headers(parser)
    add_output(parser, FORMATS)


def run(options: argparse.Namespace) -> int:
    """Render, and print what the crawler sees; return the exit status."""
    import asyncio

    from robotstudio.fetch.client import Fetcher
    from robotstudio.fetch.resolving import FetchLoop

    urls = list(dict.fromkeys(map(_url, options.urls)))
    (crawler,) = named_crawlers([options.crawler], own_catalogue(), strict=False).values()
    draft = None if options.draft is None else read_input(options.draft)
    drafts = {} if draft is None else {governing_robots_url(url) or "": draft for url in urls}
    choice = render_choice(options, drafts)
    usual = with_headers(options_of(own_settings()), options, urls)
    tell_access(usual, urls)
    with asyncio.Runner(loop_factory=FetchLoop) as runner:
        reports = runner.run(_render(urls, crawler, choice, Fetcher(usual=DefaultOptions(usual))))
    if options.pictures:
        for note in _write_pictures(reports, Path(options.pictures)):
            complain(note)
    with spoken(answer_words(options)), answering(options.output) as out:
        FORMATS[options.format](reports, out)
    return FINDINGS if any(map(_has_finding, reports)) else FINE


def _url(written: str) -> str:
    url = normalise(written)
    if url.host is None or not url.url.startswith(("http://", "https://")):
        raise MisuseError(_NO_URL, text=url.written)
    return url.url


async def _render(
    urls: Sequence[str], crawler: Crawler, choice: "RenderChoice", fetcher: "Fetcher"
) -> "list[RenderReport]":
    from robotstudio.crawl.rendering.browser import open_browser
    from robotstudio.crawl.rendering.report import render_with

    async with open_browser(choice.browser, has_sandbox=choice.has_sandbox) as browser:
        return [await render_with(browser, fetcher, url, crawler, choice) for url in urls]


def _has_finding(report: "RenderReport") -> bool:
    if report.complete is None or report.seen is None:
        return True
    return bool(report.difference or report.complete.problem or report.seen.problem)


def _write_pictures(reports: "Sequence[RenderReport]", folder: Path) -> Iterator[str]:
    """Write the pictures; iterate over notes about replaced files."""
    from robotstudio.crawl.rendering.report import pictures_of

    make_directory(folder)
    for place, report in enumerate(reports, 1):
        for name, picture in pictures_of(report, f"{place}-"):
            for note in write_atomic(folder / name, picture).notes:
                yield WORDS.tell(note)


_BLOCKED = Plural("{count} blocked resource", "{count} blocked resources")
_NEW_LINKS = Plural("{count} link only after rendering", "{count} links only after rendering")
_NEW_LINES = Plural("{count} line of text only after rendering", "{count} lines of text only after rendering")
_LOST_LINKS = Plural("{count} link only before rendering", "{count} links only before rendering")
_FAILED = Plural("{count} resource that did not load", "{count} resources that did not load")
_MORE = Plural("… and {count} more", "… and {count} more")
_SEEN_BY: Message = "{url}, rendered for {crawler} by {browser}"


def _write_text(reports: "Sequence[RenderReport]", out: Output) -> None:
    from robotstudio.crawl.rendering.words import (
        effect_words,
        failed_requests,
        kind_words,
        rule_words,
        state_words,
        summary_words,
    )

    for place, report in enumerate(reports):
        if place:
            out.line("")
        url = printable(report.evidence.final_url)
        out.line(tr(_SEEN_BY, url=url, crawler=report.crawler.title, browser=report.browser))
        out.line(printable(summary_words(report)))
        blocked = [
            (each.request.url, (kind_words(each.request), rule_words(each.request), effect_words(each)))
            for each in report.blocked
        ]
        failed = [(each.url, (kind_words(each), state_words(each))) for each in failed_requests(report)]
        sections: tuple[tuple[Plural, Sequence[tuple[str, Sequence[str]]]], ...] = (
            (_BLOCKED, blocked),
            (_NEW_LINKS, [(url, ()) for url in report.new_links]),
            (_NEW_LINES, [(line, ()) for line in report.new_lines]),
            (_LOST_LINKS, [(url, ()) for url in report.lost_links]),
            (_FAILED, failed),
        )
        for title, rows in sections:
            _write_section(title, rows, out)


def _write_section(title: Plural, rows: Sequence[tuple[str, Sequence[str]]], out: Output) -> None:
    if not rows:
        return
    out.line("")
    out.line(ntr(title, len(rows)))
    for text, facts in rows[:_MOST_SHOWN]:
        out.line(f"  {printable(text)}")
        if facts:
            out.line(f"    {printable(WORDS.side_by_side(facts))}")
    if len(rows) > _MOST_SHOWN:
        out.line(f"  {ntr(_MORE, len(rows) - _MOST_SHOWN)}")


def _write_json(reports: "Sequence[RenderReport]", out: Output) -> None:
    for report in reports:
        out.record(_as_json(report))


def _as_json(report: "RenderReport") -> dict[str, object]:
    from robotstudio.crawl.rendering.words import failed_requests, summary_words

    return {
        "url": report.url,
        "final_url": report.evidence.final_url,
        "status": report.evidence.status,
        "crawler": report.crawler.token,
        "browser": report.browser,
        "allowed": report.decision.allowed,
        "line": report.decision.line,
        "rule": report.decision.rule or None,
        "seen": _rendering_as_json(report.seen),
        "complete": _rendering_as_json(report.complete),
        "picture_changed": report.difference.pixels,
        "missing_text": list(report.difference.lines),
        "missing_links": list(report.difference.links),
        "blocked": [_blocked_as_json(each) for each in report.blocked],
        "failed": [_request_as_json(each) for each in failed_requests(report)],
        "new_links": list(report.new_links),
        "new_text": list(report.new_lines),
        "lost_links": list(report.lost_links),
        "summary": summary_words(report),
    }


def _rendering_as_json(rendering: "Rendering | None") -> dict[str, object] | None:
    if rendering is None:
        return None
    problem = rendering.problem.value if rendering.problem is not None else None
    return {"url": rendering.url, "problem": problem, "requests": len(rendering.requests), "cut": rendering.is_cut}


def _request_as_json(request: "Request") -> dict[str, object]:
    return {
        "url": request.url,
        "type": request.kind,
        "state": request.state.value,
        "method": request.method,
        "status": request.status,
    }


def _blocked_as_json(resource: "BlockedResource") -> dict[str, object]:
    decision = resource.request.decision
    return {
        "url": resource.request.url,
        "type": resource.request.kind,
        "robots_url": decision.robots_url,
        "line": decision.line,
        "rule": decision.rule or None,
        "effect": resource.effect.value,
        "picture_changed": resource.changes.pixels,
        "missing_text": list(resource.changes.lines),
        "missing_links": list(resource.changes.links),
    }


FORMATS: "Mapping[str, Callable[[Sequence[RenderReport], Output], None]]" = {"text": _write_text, "json": _write_json}
