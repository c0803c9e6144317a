"""Crawlers that files name, and those that they favour."""

from robotstudio.engine.crawlers import CRAWLERS, crawler_for
from robotstudio.survey.agents import BLOCKED, NAMED, SEARCH_TOKENS, SEO_TOKENS
from robotstudio.survey.figures.model import (
    Chart,
    Figure,
    FigurePart,
    FigureTable,
    Row,
    dated,
    largest_first,
    readable,
    share,
    with_bits,
)
from robotstudio.survey.result import Survey
from robotstudio.text.language import Message

_MOST_NAMES = 50
_WITHOUT_MARKET: Message = (
    "The source compares this with search market shares of its time, which no robots.txt contains."
)


def _names(survey: Survey) -> FigureTable:
    total = readable(survey.partial)
    known = {token.lower(): token for token in CRAWLERS}
    rows: list[Row] = [
        (known.get(str(key[0]), str(key[0])), _purpose(known.get(str(key[0]))), count, share(count, total))
        for key, count in survey.partial.counts("names").items()
    ]
    return FigureTable(("name", "purpose", "files", "share"), largest_first(rows, 2)[:_MOST_NAMES], total)


def _purpose(token: str | None) -> str:
    return crawler_for(token).purpose if token else ""


def _seo(survey: Survey) -> FigureTable:
    total = readable(survey.partial)
    named, blocked = with_bits(survey.partial, NAMED, 2), with_bits(survey.partial, BLOCKED, 2)
    rows = [
        (
            token,
            named.get((token,), 0),
            share(named.get((token,), 0), total),
            blocked.get((token,), 0),
            share(blocked.get((token,), 0), total),
        )
        for token in SEO_TOKENS
        if token in survey.partial.tokens
    ]
    return FigureTable(
        ("crawler", "named", "share named", "may not fetch /", "share blocked"), largest_first(rows, 1), total
    )


def _favour(survey: Survey) -> FigureTable:
    counts = survey.partial.counts("favour")
    rows: list[Row] = []
    for token in survey.partial.tokens:
        better, worse = counts.get((token, "better"), 0), counts.get((token, "worse"), 0)
        if better or worse:
            rows.append((token, better, worse, better - worse))
    return FigureTable(
        ("crawler", "favoured", "disfavoured", "difference"), largest_first(rows, 1), readable(survey.partial)
    )


def _bias(survey: Survey) -> FigureTable:
    counts, total = survey.partial.counts("favour"), readable(survey.partial)
    named = with_bits(survey.partial, NAMED, 2)
    rows: list[Row] = []
    for token in SEARCH_TOKENS:
        if token in survey.partial.tokens:
            difference = counts.get((token, "better"), 0) - counts.get((token, "worse"), 0)
            rows.append((token, named.get((token,), 0), difference, share(difference, total)))
    return FigureTable(
        ("crawler", "named", "favoured less disfavoured", "bias"), largest_first(rows, 3), total, _WITHOUT_MARKET
    )


def _ccbot(survey: Survey) -> FigureTable:
    blocked = with_bits(survey.partial, BLOCKED, 0, 2)
    answers = survey.partial.counts("answers")
    rows: list[Row] = []
    for period in survey.periods:
        total = sum(count for key, count in answers.items() if key[0] == period)
        files = readable(survey.partial, period)
        without_file = sum(count for key, count in answers.items() if key[0] == period and key[2] == "allow all")
        shut = blocked.get((period, "CCBot"), 0)
        for state, count in (
            ("allow", files - shut + without_file),
            ("disallow", shut),
            ("unknown", total - files - without_file),
        ):
            rows.append((dated(period), state, count, share(count, total)))
    return FigureTable(("period", "state", "sites", "share"), tuple(rows), survey.files)


CRAWLERS_OF_FILES = (
    Figure(
        "A-3",
        FigurePart.CRAWLERS,
        "Names in User-agent lines",
        "Web Almanac, SEO, 2024 and 2025",
        Chart.BARS,
        ("name", "share"),
        _names,
        "% of files",
    ),
    Figure(
        "A-4",
        FigurePart.CRAWLERS,
        "SEO tools, named",
        "Web Almanac, SEO, 2024 and 2025",
        Chart.BARS,
        ("crawler", "share named"),
        _seo,
        "% of files",
        ("share blocked",),
    ),
    Figure(
        "N-3",
        FigurePart.CRAWLERS,
        "Favoured and disfavoured crawlers",
        "Sun, Zhuang and Giles, 2007",
        Chart.BARS,
        ("crawler", "favoured"),
        _favour,
        "files",
        ("disfavoured",),
    ),
    Figure(
        "N-4",
        FigurePart.CRAWLERS,
        "Bias towards search engines",
        "Sun, Zhuang and Giles, 2007",
        Chart.BARS,
        ("crawler", "bias"),
        _bias,
        "% of files",
    ),
    Figure(
        "C-6",
        FigurePart.CRAWLERS,
        "CCBot: allowed, disallowed, unknown",
        "Common Crawl robotstxt-experiments, 2016–2025",
        Chart.STACKED,
        ("period", "share", "state"),
        _ccbot,
        "% of sites",
    ),
)
