"""Treatment of AI crawlers: named, with rules, blocked; always three separate figures."""

from collections.abc import Iterable

from robotstudio.engine.crawlers import crawler_for
from robotstudio.survey.agents import ALL, BLOCKED, BY_OWN, NAMED, RULED, SOME
from robotstudio.survey.figures.adoption import NO_RANK, RANKS_MISSING, SECTORS_MISSING, rank_name
from robotstudio.survey.figures.model import (
    PRACTICE_WORDS,
    Chart,
    Figure,
    FigurePart,
    FigureTable,
    Row,
    ai_of,
    by_columns,
    dated,
    largest_first,
    readable,
    share,
    with_bits,
)
from robotstudio.survey.result import Survey
from robotstudio.survey.tally import RANKS
from robotstudio.text.language import Message

_COMMON = 40
_LEAST_PAIRS = 30
_EXTENTS = ("all", "some", "none")
_OF_COMPANIES: Message = (
    "A company counts as blocked if one of its crawlers is blocked by a group of its own. Shares are those of the "
    "first company."
)
_FIRST_OF_COMPANY: Message = "Each company is represented by its first crawler."
_PLACES_MISSING: Message = (
    "Countries come from the names of hosts or a column of the input, sectors from a column; there are none."
)
_PRACTICE: Message = (
    "Answers to clients that sent these headers from one place, from a table of “robotstudio practice”. Shares are of "
    "pages; a site counts wherever one of its pages does."
)
_IMPORTED: Message = "Terms of service come from a column of the input; no robots.txt contains them."


def _three(survey: Survey) -> FigureTable:
    partial, total = survey.partial, readable(survey.partial)
    named, ruled = with_bits(partial, NAMED, 2), with_bits(partial, RULED, 2)
    blocked, own = with_bits(partial, BLOCKED, 2), with_bits(partial, BY_OWN, 2)
    rows: list[Row] = []
    for token in ai_of(partial):
        key, crawler = (token,), crawler_for(token)
        shut, by_own = blocked.get(key, 0), own.get(key, 0)
        rows.append((
            token, crawler.operator, crawler.purpose, named.get(key, 0), ruled.get(key, 0), shut, by_own, shut - by_own,
            share(named.get(key, 0), total), share(ruled.get(key, 0), total), share(shut, total),
        ))  # fmt: skip
    columns = ("crawler", "operator", "purpose", "named", "with a rule", "may not fetch /", "by its own group", "by *")
    return FigureTable((*columns, "share named", "share with a rule", "share blocked"), largest_first(rows, 3), total)


def _explicit(survey: Survey) -> FigureTable:
    partial, total = survey.partial, readable(survey.partial)
    closed, partly = with_bits(partial, ALL, 2), with_bits(partial, SOME, 2, lacking=ALL)
    own, own_partly = with_bits(partial, ALL | RULED, 2), with_bits(partial, SOME | RULED, 2, lacking=ALL)
    rows: list[Row] = []
    for token in ai_of(partial):
        key = (token,)
        counts = (closed.get(key, 0), partly.get(key, 0), own.get(key, 0), own_partly.get(key, 0))
        rows.append((token, *counts, share(counts[2], total), share(counts[3], total)))
    columns = ("crawler", "fully", "partly", "fully, explicitly", "partly, explicitly", "share fully", "share partly")
    return FigureTable(columns, largest_first(rows, 3), total)


def _extents(survey: Survey) -> FigureTable:
    partial, total = survey.partial, readable(survey.partial)
    named, closed = with_bits(partial, NAMED, 2), with_bits(partial, ALL | NAMED, 2)
    partly = with_bits(partial, SOME | NAMED, 2, lacking=ALL)
    rows: list[Row] = []
    for token in ai_of(partial):
        key = (token,)
        seen, shut, some = named.get(key, 0), closed.get(key, 0), partly.get(key, 0)
        rows.append(
            (token, seen, share(seen, total), share(shut, seen), share(some, seen), share(seen - shut - some, seen))
        )
    return FigureTable(("crawler", "observed", "share", "all", "some", "none"), largest_first(rows, 1), total)


def _how_many(survey: Survey) -> FigureTable:
    counts = by_columns(survey.partial, "blocked_ai", 2)
    total, all_of_them = readable(survey.partial), len(ai_of(survey.partial))
    rows: list[Row] = []
    for name, numbers in (
        ("0", range(1)),
        ("1–9", range(1, 10)),
        ("10 and more", range(10, all_of_them)),
        ("all", (all_of_them,)),
    ):
        count = sum(counts.get((number,), 0) for number in numbers)
        rows.append((name, count, share(count, total)))
    return FigureTable(("AI crawlers blocked", "sites", "share"), tuple(rows), total)


def _by_country(survey: Survey) -> FigureTable:
    rows: list[Row] = []
    for kind, table in (("country", "ai_by_country"), ("sector", "ai_by_sector")):
        counts = survey.partial.counts(table)
        for name in sorted({str(key[0]) for key in counts}):
            shut = counts.get((name, "blocked"), 0)
            total = shut + counts.get((name, "open"), 0)
            rows.append((f".{name}" if kind == "country" else name, kind, total, shut, share(shut, total)))
    columns = ("place", "kind", "sites", "block an AI crawler", "share")
    return FigureTable(columns, largest_first(rows, 2)[:_COMMON], None, "" if rows else _PLACES_MISSING)


def _pairs(survey: Survey) -> FigureTable:
    total = readable(survey.partial)
    rows: list[Row] = [
        (f"{key[0]}, not {key[1]}", count, share(count, total)) for key, count in survey.partial.counts("pairs").items()
    ]
    return FigureTable(("blocked, not blocked", "sites", "share"), largest_first(rows, 1)[:_LEAST_PAIRS], total)


def _companies(survey: Survey) -> FigureTable:
    counts = survey.partial.counts("companies")
    names = sorted({str(key[0]) for key in counts}, key=lambda name: (-counts.get((name, name), 0), name))[:12]
    rows: list[Row] = []
    for first in names:
        for second in names:
            both = counts.get((min(first, second), max(first, second)), 0)
            alone = counts.get((first, first), 0)
            rows.append((first, second, both, share(both, alone)))
    return FigureTable(("company", "also blocked", "sites", "share"), tuple(rows), None, _OF_COMPANIES)


def _over_time(survey: Survey) -> FigureTable:
    blocked = with_bits(survey.partial, ALL, 0, 2)
    return FigureTable(("crawler", "period", "sites", "share"), tuple(_agents_by(survey, blocked)), None)


def _agents_by(survey: Survey, counts: dict[tuple[str | int, ...], int]) -> Iterable[Row]:
    for token in ai_of(survey.partial):
        for period in survey.periods:
            count = counts.get((period, token), 0)
            yield token, dated(period), count, share(count, readable(survey.partial, period))


def _head_and_rest(survey: Survey) -> FigureTable:
    counts = survey.partial.counts("blocked_ai")
    rows: list[Row] = []
    for rank in (*RANKS, 0):
        total = sum(count for key, count in counts.items() if key[1] == rank)
        shut = sum(count for key, count in counts.items() if key[1] == rank and key[2])
        if total:
            rows.append((rank_name(rank), total, shut, share(shut, total)))
    note = "" if any(row[0] != NO_RANK for row in rows) else RANKS_MISSING
    return FigureTable(("rank", "sites", "block an AI crawler", "share"), tuple(rows), readable(survey.partial), note)


def _by_domain(survey: Survey) -> FigureTable:
    treated = survey.partial.counts("treated_by_sector")
    sectors = sorted({str(key[0]) for key in treated})
    companies: dict[str, list[str]] = {}
    for token in ai_of(survey.partial):
        companies.setdefault(crawler_for(token).operator, []).append(token)
    rows: list[Row] = []
    for sector in sectors:
        for company, (token, *_) in companies.items():
            total = sum(count for key, count in treated.items() if key[:2] == (sector, token))
            shut = sum(count for key, count in treated.items() if key[:2] == (sector, token) and int(key[2]) & BLOCKED)
            rows.append((sector, company, shut, share(shut, total)))
    note = _FIRST_OF_COMPANY if rows else SECTORS_MISSING
    return FigureTable(("sector", "company", "sites", "share"), tuple(rows), None, note)


def _terms(survey: Survey) -> FigureTable:
    counts = survey.partial.counts("terms")
    rows: list[Row] = []
    for terms in sorted({str(key[0]) for key in counts}):
        total = sum(count for key, count in counts.items() if key[0] == terms)
        for extent in _EXTENTS:
            count = counts.get((terms, extent), 0)
            rows.append((terms, extent, count, share(count, total)))
    return FigureTable(("terms of service", "closed to AI", "sites", "share"), tuple(rows), None, _IMPORTED)


def _practice(survey: Survey) -> FigureTable:
    counts = survey.partial.counts("practice")
    pages_of = {key[2]: 0 for key in counts}
    for (_, what, crawler), count in counts.items():
        pages_of[crawler] += count if what == "pages" else 0
    rows: list[Row] = []
    for crawler, total in sorted(pages_of.items(), key=lambda row: (-row[1], str(row[0]))):
        for agreement, words in PRACTICE_WORDS.items():
            pages = counts.get((agreement.value, "pages", crawler), 0)
            sites = counts.get((agreement.value, "sites", crawler), 0)
            rows.append((crawler, words, sites, pages, share(pages, total)))
    return FigureTable(("crawler", "compared", "sites", "pages", "share"), tuple(rows), None, _PRACTICE)


_SOMESITE, _CONSENT = "Somesite I Used to Crawl, IMC 2025", "Consent in Crisis, 2024"
AI = (
    Figure(
        "A-5",
        FigurePart.AI,
        "AI crawlers: named, with a rule, blocked",
        "Web Almanac, SEO, 2025",
        Chart.BARS,
        ("crawler", "share named"),
        _three,
        "% of files",
        ("share with a rule", "share blocked"),
    ),
    Figure(
        "L-3",
        FigurePart.AI,
        "AI crawlers: fully and partly blocked",
        _SOMESITE,
        Chart.BARS,
        ("crawler", "share fully"),
        _explicit,
        "% of files",
        ("share partly",),
    ),
    Figure(
        "K-5",
        FigurePart.AI,
        "All, some or none blocked, by crawler",
        _CONSENT,
        Chart.BARS,
        ("crawler", "all"),
        _extents,
        "% of files that name it",
        ("some", "none"),
    ),
    Figure(
        "T-1",
        FigurePart.AI,
        "How many AI crawlers are blocked",
        "Thunderbit, 2026",
        Chart.BARS,
        ("AI crawlers blocked", "share"),
        _how_many,
        "% of sites",
    ),
    Figure(
        "T-2",
        FigurePart.AI,
        "Blocking by country and sector",
        "Humphrey, 2026",
        Chart.BARS,
        ("place", "share"),
        _by_country,
        "% of sites",
    ),
    Figure(
        "T-5",
        FigurePart.AI,
        "Blocked, with others not blocked",
        "Humphrey, 2026",
        Chart.BARS,
        ("blocked, not blocked", "sites"),
        _pairs,
        "sites",
    ),
    Figure(
        "K-6",
        FigurePart.AI,
        "Companies blocked together",
        _CONSENT,
        Chart.HEAT_MAP,
        ("also blocked", "company", "share"),
        _companies,
        "% of sites",
    ),
    Figure(
        "K-2",
        FigurePart.AI,
        "AI crawlers blocked over time",
        _CONSENT,
        Chart.HEAT_MAP,
        ("period", "crawler", "share"),
        _over_time,
        "% of files",
    ),
    Figure(
        "K-3",
        FigurePart.AI,
        "Head of the web and the rest",
        _CONSENT,
        Chart.BARS,
        ("rank", "share"),
        _head_and_rest,
        "% of sites",
    ),
    Figure(
        "K-4",
        FigurePart.AI,
        "Blocking by kind of domain",
        _CONSENT,
        Chart.HEAT_MAP,
        ("company", "sector", "share"),
        _by_domain,
        "% of sites",
    ),
)
IMPORTED = (
    Figure(
        "K-7",
        FigurePart.AI,
        "robots.txt and terms of service",
        _CONSENT,
        Chart.HEAT_MAP,
        ("closed to AI", "terms of service", "share"),
        _terms,
        "% of sites",
    ),
    Figure(
        "H-1",
        FigurePart.AI,
        "Paper against practice: rules and answers to crawlers’ headers",
        "HasData, AI Crawler Block Index, 2026",
        Chart.HEAT_MAP,
        ("compared", "crawler", "share"),
        _practice,
        "% of pages",
    ),
)
