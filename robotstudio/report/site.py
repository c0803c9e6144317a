"""What a crawl and access logs tell about a site.

Which pages can be reached, what is wrong over the site, what is found for a few words, who kept to the file.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from robotstudio.compliance.day_chart import drawing_of_days, shown_days
from robotstudio.compliance.model import Compliance, Conduct, CrawlerRecord
from robotstudio.compliance.versions import ALWAYS
from robotstudio.compliance.words import conduct_words, detail_words, line_words, open_words
from robotstudio.report.model import Block, Cell, CellKind, Picture, Prose, ReportColumn, ReportTable, plain
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.text.language import Message, Plural, Words

_REACH: Message = "Which pages can be reached by links"
_PAGES = Plural("The crawl found {count} page.", "The crawl found {count} pages.")
_FOUND: Message = "What is wrong over the site"
_NO_SCRIPTS: Message = "Links that only a script makes are not seen."
_CONDUCT: Message = "Who kept to the file"
_ALWAYS: Message = "The logs are checked against {name} alone, as if it had been live all the time."
_NOBODY: Message = "No crawler that is known is in these logs."
_BY_DAY: Message = "Requests of each crawler by day"
_MOST_CHARTS: Final = 6
_CHART_WIDTH: Final = 500
_SAYS = Plural(
    "In {count} day {open} requests for what was open to it, {closed} for what was closed.",
    "In {count} days {open} requests for what was open to it, {closed} for what was closed.",
)
_SHOWN_FIRST: Final = (Conduct.DID_NOT, Conduct.OLDER, Conduct.KEPT, Conduct.CANNOT_SAY)
_PROOF: Message = "Requests that prove it"
_MOST_HITS: Final = 20
_HITS: Message = "Pages that are found, the best first, and from whom they are hidden"
_NO_HITS: Message = "No page has these words: {words}."
_WAITING = Plural(
    "{count} page of the crawl was not searched: it is not in the index yet.",
    "{count} pages of the crawl were not searched: they are not in the index yet.",
)
_BY_LINE: Message = "{crawler} (line {line})"


def has_crawl(found: Findings) -> bool:
    """Return True if the site was crawled."""
    return found.subject.crawl is not None


def has_logs(found: Findings) -> bool:
    """Return True if access logs were read."""
    return found.subject.compliance is not None


def build_site(found: Findings, _wanted: ReportChoices, words: Words) -> Iterator[Block]:
    """Build reachability, the findings over the site, and what is found in it. Raises CrawlFileError."""
    path = found.subject.crawl
    if path is None:
        return
    from robotstudio.crawl.insight.reach_report import ReachReporter  # noqa: PLC0415  # few reports have a crawl

    report = ReachReporter().report(path, found.readers, found.subject.body)
    if report is not None:
        yield Prose(plain(words.count(_PAGES, report.pages)))
        heads = (
            ReportColumn("crawlers", words.say("Crawlers")),
            ReportColumn("reachable_live", words.say("Reachable, live"), CellKind.NUMBER),
            ReportColumn("reachable", words.say("Reachable"), CellKind.NUMBER),
            ReportColumn("blocked", words.say("Blocked"), CellKind.NUMBER),
            ReportColumn("out_of_reach", words.say("Out of reach"), CellKind.NUMBER),
            ReportColumn("lines", words.say("Lines that cut off")),
        )
        rows: list[tuple[Cell, ...]] = [
            (
                words.side_by_side(row.crawlers),
                row.live.reachable,
                row.draft.reachable,
                row.draft.blocked,
                row.draft.out_of_reach,
                words.side_by_side(map(str, row.lines)),
            )
            for row in report.rows
        ]
        yield ReportTable("reach", words.say(_REACH), heads, tuple(rows))
    if found.unread_of_crawl:
        from robotstudio.crawl.records import UNREAD  # noqa: PLC0415  # few reports have a crawl

        yield Prose(plain(words.count(UNREAD, found.unread_of_crawl)))
    yield Prose(plain(words.say(_NO_SCRIPTS)), quiet=True)
    yield from _findings(found, words)
    yield from _searches(found, path, words)


def _findings(found: Findings, words: Words) -> Iterator[Block]:
    from robotstudio.crawl.insight.findings import FINDING_WORDS, FindingReporter  # noqa: PLC0415  # as above
    from robotstudio.crawl.insight.waste import WASTE_WORDS  # noqa: PLC0415  # as above

    if found.subject.crawl is None:
        return
    groups = FindingReporter().report(found.subject.crawl, found.readers, found.subject.body) or ()
    heads = (
        ReportColumn("what", words.say("What was found")),
        ReportColumn("url", words.say("URL"), CellKind.CODE),
        ReportColumn("crawlers", words.say("Crawlers")),
        ReportColumn("lines", words.say("Lines")),
        ReportColumn("pages", words.say("Links to it"), CellKind.NUMBER),
        ReportColumn("other", words.say("The other page"), CellKind.CODE),
    )
    rows: list[tuple[Cell, ...]] = []
    for group in groups:
        what = words.say(WASTE_WORDS[group.waste] if group.waste else FINDING_WORDS[group.kind])
        for each in group.found():
            lines = words.side_by_side(map(str, each.lines))
            rows.append((what, each.url, words.side_by_side(each.crawlers), lines, each.pages or None, each.other))
    if rows:
        yield ReportTable("site_findings", words.say(_FOUND), heads, tuple(rows))


def _searches(found: Findings, path: Path, words: Words) -> Iterator[Block]:
    """Build a row for each page that is found, for each search. Raises CrawlFileError."""
    searches = found.subject.searches
    if not searches:
        return
    from robotstudio.crawl.index.index import Searcher, state_of  # noqa: PLC0415  # as above
    from robotstudio.crawl.insight.crawler_access import CrawlerAccess  # noqa: PLC0415  # few reports have a crawl
    from robotstudio.crawl.insight.search import seen_by  # noqa: PLC0415  # as above
    from robotstudio.crawl.store import CrawlStore  # noqa: PLC0415  # as above

    rows: list[tuple[Cell, ...]] = []
    nothing: list[str] = []
    with CrawlStore.reading(path) as store:
        searcher, access, waiting = (
            Searcher(store),
            CrawlerAccess.of(store, found.subject.body),
            state_of(store).waiting,
        )
        for text in searches:
            hits = seen_by(searcher.search(text, _MOST_HITS), found.readers, access)
            nothing += [] if hits else [text]
            for place, each in enumerate(hits, 1):
                hidden = words.side_by_side(
                    words.say(_BY_LINE, crawler=crawler.token, line=str(showing.line))
                    if showing.is_blocked and showing.line
                    else crawler.token
                    for crawler, showing in zip(found.readers, each.shown, strict=True)
                    if showing.is_hidden
                )
                rows.append((text, place, each.hit.url, each.hit.title, hidden))
    if waiting:
        yield Prose(plain(words.count(_WAITING, waiting)))
    yield from (Prose(plain(words.say(_NO_HITS, words=text))) for text in nothing)
    if rows:
        heads = (
            ReportColumn("words", words.say("Words")),
            ReportColumn("place", words.say("Place"), CellKind.NUMBER),
            ReportColumn("url", words.say("URL"), CellKind.CODE),
            ReportColumn("title", words.say("Title")),
            ReportColumn("hidden_for", words.say("Hidden from")),
        )
        yield ReportTable("searches", words.say(_HITS), heads, tuple(rows))


def build_logs(found: Findings, _wanted: ReportChoices, words: Words) -> Iterator[Block]:
    """Say who kept to the file, with the lines that prove it."""
    compliance = found.subject.compliance
    if compliance is None:
        return
    if not compliance.records:
        yield Prose(plain(words.say(_NOBODY)))
        return
    if [version.since for version in compliance.versions] == [ALWAYS]:
        yield Prose(plain(words.say(_ALWAYS, name=compliance.versions[0].name)))
    heads = (
        ReportColumn("crawler", words.say("Crawler"), CellKind.CODE),
        ReportColumn("conduct", words.say("What it did")),
        ReportColumn("requests", words.say("Requests"), CellKind.NUMBER),
        ReportColumn("closed", words.say("Closed to it"), CellKind.NUMBER),
        ReportColumn("details", words.say("Why")),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            record.crawler.token,
            conduct_words(record, words),
            record.requests,
            record.closed,
            words.sentences(detail_words(record, words)),
        )
        for record in compliance.records
    ]
    yield ReportTable("conduct", words.say(_CONDUCT), heads, tuple(rows))
    yield from _days(compliance, words)
    proofs: list[tuple[Cell, ...]] = [
        (record.crawler.token, line_words(line, words)) for record in compliance.records for line in record.evidence
    ]
    if proofs:
        columns = (
            ReportColumn("crawler", words.say("Crawler"), CellKind.CODE),
            ReportColumn("request", words.say("Request")),
        )
        yield ReportTable("proof", words.say(_PROOF), columns, tuple(proofs))
    for each in compliance.open_paths:
        yield Prose(plain(open_words(each, words)))


def _days(compliance: Compliance, words: Words) -> Iterator[Block]:
    """Draw the days of the crawlers, those first that did not keep to it; then all of them as a table."""
    drawn = sorted((record for record in compliance.records if record.days), key=_chart_order)
    for record in drawn[:_MOST_CHARTS]:
        days = shown_days(record.days, compliance.versions)
        counts = {"open": sum(day.allowed for day in days), "closed": sum(day.closed for day in days)}
        says = words.count(_SAYS, len(days), **{name: words.number(count) for name, count in counts.items()})
        drawing = drawing_of_days(record.crawler.title, record.days, compliance.versions, words, _CHART_WIDTH)
        yield Picture(drawing.title, says, drawing)
    if drawn:
        heads = (
            ReportColumn("crawler", words.say("Crawler"), CellKind.CODE),
            ReportColumn("day", words.say("Day (UTC)")),
            ReportColumn("open", words.say("Open to it"), CellKind.NUMBER),
            ReportColumn("closed", words.say("Closed to it"), CellKind.NUMBER),
            ReportColumn("reads", words.say("Reads"), CellKind.NUMBER),
        )
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (record.crawler.token, day.day, day.allowed, day.closed, day.reads)
            for record in drawn
            for day in shown_days(record.days, compliance.versions)
        )
        yield ReportTable("days", words.say(_BY_DAY), heads, rows, shown=0)


def _chart_order(record: CrawlerRecord) -> tuple[int, int]:
    return _SHOWN_FIRST.index(record.conduct), -record.closed
