"""Results of a crawl and of access logs about a site.

Which pages can be reached, what is wrong over the site, what is found for a few words, who kept to the file.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from robotstudio.compliance.day_chart import drawing_of_days, shown_days
from robotstudio.compliance.model import ALWAYS, Compliance, Conduct, CrawlerRecord
from robotstudio.compliance.words import conduct_words, detail_words, line_words, open_words
from robotstudio.crawl.comparison import compare, read_crawl, worst_words
from robotstudio.crawl.index.index import Searcher, state_of
from robotstudio.crawl.insight.crawler_access import CrawlerAccess
from robotstudio.crawl.insight.finding_kinds import EXPLAINED, FINDING_WORDS, FIXES, SEVERITY_WORDS
from robotstudio.crawl.insight.findings import FindingGroup, FindingReporter
from robotstudio.crawl.insight.reach_report import ReachReporter
from robotstudio.crawl.insight.search import seen_by
from robotstudio.crawl.insight.waste import WASTE_WORDS
from robotstudio.crawl.kept import kept_crawl
from robotstudio.crawl.model import UNREAD
from robotstudio.crawl.runs import runs_of
from robotstudio.crawl.store import CrawlFileError, CrawlStore
from robotstudio.report.model import (
    MOST_EXAMPLES,
    Block,
    Cell,
    CellKind,
    Picture,
    Prose,
    ReportColumn,
    ReportTable,
    plain,
)
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.report.texts import share_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

_REACH: Message = "Pages that can be reached by links"
_PAGES = Plural("The crawl found {count} page.", "The crawl found {count} pages.")
_FOUND: Message = "Problems of the whole site"
_SINCE: Message = "Since the crawl of {date}: {differences}"
_PROBLEMS: Message = "What to fix on the whole site, the worst first"
_NO_SCRIPTS: Message = "Links made only by scripts are not seen."
_CONDUCT: Message = "Who obeyed the file"
_ALWAYS: Message = "The logs are checked against {name} alone, as if it had been live all the time."
_FEW: Final = 0.05
"""Share of blocked requests below which a crawler mostly obeys."""
_MOSTLY: Message = "{crawler} mostly obeyed it."
_NOBODY: Message = "These logs contain no known crawler."
_BY_DAY: Message = "Requests of each crawler by day"
_MOST_CHARTS: Final = 6
_CHART_WIDTH: Final = 500
_SAYS = Plural(
    "In {count} day, {open} requests for open URLs, {closed} for blocked ones.",
    "In {count} days, {open} requests for open URLs, {closed} for blocked ones.",
)
_SHOWN_FIRST: Final = (Conduct.DID_NOT, Conduct.OLDER, Conduct.KEPT, Conduct.CANNOT_SAY)
_PROOF: Message = "Requests that prove it"
_MOST_HITS: Final = 20
_HITS: Message = "Pages found, best first, and from whom they are hidden"
_NO_HITS: Message = "No page has these words: {words}."
_WAITING = Plural(
    "{count} page of the crawl was not searched, because it is not in the index yet.",
    "{count} pages of the crawl were not searched, because they are not in the index yet.",
)
_BY_LINE: Message = "{crawler} (line {line})"


def has_crawl(found: Findings) -> bool:
    """Return True if the site was crawled."""
    return found.subject.crawl is not None


def has_logs(found: Findings) -> bool:
    """Return True if access logs were read."""
    return found.subject.compliance is not None


def _since(found: Findings, path: Path) -> Iterator[Block]:
    """Say what differs from the run before, if there is one that can be read."""
    runs = runs_of(path)
    before = runs[: runs.index(path)] if path in runs else []
    with suppress(CrawlFileError):
        then = kept_crawl(before[-1]) if before else None
        if then is not None and then.trouble is None:
            stop = found.is_cancelled
            one, other = read_crawl(then.path, None, stop), read_crawl(path, found.subject.body, stop)
            compared = compare(one, other, found.readers, stop)
            yield Prose(plain(tr(_SINCE, date=WORDS.date(then.at.astimezone()), differences=worst_words(compared))))


def build_site(found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """Build reachability, the findings over the site, and what is found in it. Raises CrawlFileError."""
    path = found.subject.crawl
    if path is None:
        return

    report = ReachReporter().report(path, found.readers, found.subject.body)
    if report is not None:
        yield Prose(plain(ntr(_PAGES, report.pages)))
        yield from _since(found, path)
        heads = (
            ReportColumn("crawlers", tr("Crawlers")),
            ReportColumn("reachable_live", tr("Reachable, live"), CellKind.NUMBER),
            ReportColumn("reachable", tr("Reachable"), CellKind.NUMBER),
            ReportColumn("blocked", tr("Blocked"), CellKind.NUMBER),
            ReportColumn("out_of_reach", tr("Not reachable"), CellKind.NUMBER),
            ReportColumn("lines", tr("Lines that cut it off")),
        )
        rows: list[tuple[Cell, ...]] = [
            (
                WORDS.side_by_side(row.crawlers),
                row.live.reachable,
                row.draft.reachable,
                row.draft.blocked,
                row.draft.out_of_reach,
                WORDS.side_by_side(map(str, row.lines)),
            )
            for row in report.rows
        ]
        yield ReportTable("reach", tr(_REACH), heads, tuple(rows))
    if found.unread_of_crawl:
        yield Prose(plain(ntr(UNREAD, found.unread_of_crawl)))
    yield Prose(plain(tr(_NO_SCRIPTS)), quiet=True)
    yield from _findings(found)
    yield from _searches(found, path)


def _findings(found: Findings) -> Iterator[Block]:
    if found.subject.crawl is None:
        return
    reported = FindingReporter().report(found.subject.crawl, found.readers, found.subject.body) or ()
    groups = [group for group in reported if len(group.places)]
    if groups:
        yield _problems(groups)
    heads = (
        ReportColumn("what", tr("What was found")),
        ReportColumn("url", tr("URL"), CellKind.CODE),
        ReportColumn("crawlers", tr("Crawlers")),
        ReportColumn("lines", tr("Lines")),
        ReportColumn("pages", tr("Links to it"), CellKind.NUMBER),
        ReportColumn("other", tr("The other page"), CellKind.CODE),
    )
    rows: list[tuple[Cell, ...]] = []
    for group in groups:
        what = _what(group)
        for each in group.found():
            lines = WORDS.side_by_side(map(str, each.lines))
            rows.append((what, each.url, WORDS.side_by_side(each.crawlers), lines, each.pages or None, each.other))
    if rows:
        yield ReportTable("site_findings", tr(_FOUND), heads, tuple(rows))


def _problems(groups: Sequence[FindingGroup]) -> ReportTable:
    """List what is wrong, with why it matters and how to fix it."""
    heads = (
        ReportColumn("severity", tr("Severity")),
        ReportColumn("what", tr("What was found")),
        ReportColumn("urls", tr("URLs"), CellKind.NUMBER),
        ReportColumn("why", tr("Why it matters")),
        ReportColumn("fix", tr("How to fix it")),
        ReportColumn("rules", tr("robots.txt rule"), CellKind.CODE),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            tr(SEVERITY_WORDS[group.severity]),
            _what(group),
            len(group.places),
            tr(EXPLAINED[group.kind]),
            tr(FIXES[group.kind]),
            WORDS.side_by_side(group.rules),
        )
        for group in groups
    ]
    return ReportTable("site_problems", tr(_PROBLEMS), heads, tuple(rows))


def _what(group: FindingGroup) -> str:
    return tr(WASTE_WORDS[group.waste] if group.waste else FINDING_WORDS[group.kind])


def _searches(found: Findings, path: Path) -> Iterator[Block]:
    """Build a row for each page that is found, for each search. Raises CrawlFileError."""
    searches = found.subject.searches
    if not searches:
        return

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
                hidden = WORDS.side_by_side(
                    tr(_BY_LINE, crawler=crawler.token, line=str(showing.line))
                    if showing.is_blocked and showing.line
                    else crawler.token
                    for crawler, showing in zip(found.readers, each.shown, strict=True)
                    if showing.is_hidden
                )
                rows.append((text, place, each.hit.url, each.hit.title, hidden))
    if waiting:
        yield Prose(plain(ntr(_WAITING, waiting)))
    yield from (Prose(plain(tr(_NO_HITS, words=text))) for text in nothing)
    if rows:
        heads = (
            ReportColumn("words", tr("Words")),
            ReportColumn("place", tr("Place"), CellKind.NUMBER),
            ReportColumn("url", tr("URL"), CellKind.CODE),
            ReportColumn("title", tr("Title")),
            ReportColumn("hidden_for", tr("Hidden from")),
        )
        yield ReportTable("searches", tr(_HITS), heads, tuple(rows))


def build_logs(found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """Say who kept to the file, with the lines that prove it."""
    compliance = found.subject.compliance
    if compliance is None:
        return
    if not compliance.records:
        yield Prose(plain(tr(_NOBODY)))
        return
    if [version.since for version in compliance.versions] == [ALWAYS]:
        yield Prose(plain(tr(_ALWAYS, name=compliance.versions[0].name)))
    heads = (
        ReportColumn("crawler", tr("Crawler"), CellKind.CODE),
        ReportColumn("conduct", tr("Behaviour")),
        ReportColumn("requests", tr("Requests"), CellKind.NUMBER),
        ReportColumn("closed", tr("Blocked for it"), CellKind.NUMBER),
        ReportColumn("share", tr("Share"), CellKind.SHARE),
        ReportColumn("details", tr("Why")),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            record.crawler.token,
            _behaviour(record),
            record.requests,
            record.closed,
            share_words(record.closed, record.judged) if record.judged else "",
            WORDS.sentences(detail_words(record)),
        )
        for record in compliance.records
    ]
    yield ReportTable("conduct", tr(_CONDUCT), heads, tuple(rows))
    yield from _days(compliance)
    proofs: list[tuple[Cell, ...]] = [
        (record.crawler.token, line_words(line)) for record in compliance.records for line in record.evidence
    ]
    if proofs:
        columns = (
            ReportColumn("crawler", tr("Crawler"), CellKind.CODE),
            ReportColumn("request", tr("Request")),
        )
        yield ReportTable("proof", tr(_PROOF), columns, tuple(proofs), MOST_EXAMPLES)
    for each in compliance.open_paths:
        yield Prose(plain(open_words(each)))


def _behaviour(record: CrawlerRecord) -> str:
    """Return the conduct in words; a few requests among many are told as such."""
    if record.conduct is Conduct.DID_NOT and record.closed < _FEW * record.judged:
        return tr(_MOSTLY, crawler=record.crawler.title)
    return conduct_words(record)


def _days(compliance: Compliance) -> Iterator[Block]:
    """Draw the days of the crawlers, those first that did not keep to it; then all of them as a table."""
    drawn = sorted((record for record in compliance.records if record.days), key=_chart_order)
    for record in drawn[:_MOST_CHARTS]:
        days = shown_days(record.days, compliance.versions)
        counts = {"open": sum(day.allowed for day in days), "closed": sum(day.closed for day in days)}
        says = ntr(_SAYS, len(days), **{name: WORDS.number(count) for name, count in counts.items()})
        drawing = drawing_of_days(record.crawler.title, record.days, compliance.versions, _CHART_WIDTH)
        yield Picture(drawing.title, says, drawing)
    if drawn:
        heads = (
            ReportColumn("crawler", tr("Crawler"), CellKind.CODE),
            ReportColumn("day", tr("Day (UTC)")),
            ReportColumn("open", tr("Allowed for it"), CellKind.NUMBER),
            ReportColumn("closed", tr("Blocked for it"), CellKind.NUMBER),
            ReportColumn("reads", tr("Reads"), CellKind.NUMBER),
        )
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (record.crawler.token, day.day, day.allowed, day.closed, day.reads)
            for record in drawn
            for day in shown_days(record.days, compliance.versions)
        )
        yield ReportTable("days", tr(_BY_DAY), heads, rows, shown=0)


def _chart_order(record: CrawlerRecord) -> tuple[int, int]:
    return _SHOWN_FIRST.index(record.conduct), -record.closed
