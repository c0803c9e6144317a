"""Share of hosts with a robots.txt, and answers of hosts to the request for it."""

from robotstudio.survey.facts import AnswerOutcome
from robotstudio.survey.figures.model import (
    READABLE,
    Chart,
    Figure,
    FigurePart,
    FigureTable,
    Row,
    by_columns,
    dated,
    largest_first,
    readable,
    share,
)
from robotstudio.survey.result import Survey
from robotstudio.survey.tally import RANKS
from robotstudio.text.language import Message

NO_RANK: Message = "no rank"
SECTORS_MISSING: Message = "Sectors come from a column of the input, or from a table about hosts; there is none."
RANKS_MISSING: Message = "Ranks come from a column of the input, or from a table about hosts; there is none."
_STATES = tuple(outcome.value for outcome in AnswerOutcome)


def _funnel(survey: Survey) -> FigureTable:
    partial = survey.partial
    asked, sums = survey.files, partial.counts("sums")
    answered = asked - sum(count for key, count in partial.counts("answers").items() if key[2] == "no capture")
    found = readable(partial) + sum(
        count for key, count in partial.counts("answers").items() if key[2] == AnswerOutcome.NOT_ROBOTS.value
    )
    steps: list[tuple[str, int]] = [
        ("hosts asked", asked),
        ("an answer", answered),
        ("a file", found),
        ("text that may hold rules", readable(partial)),
        ("with rules", partial_total(survey, AnswerOutcome.WITH_RULES)),
        ("with rules and no slip", readable(partial) - sums.get(("files with a slip",), 0)),
    ]
    return FigureTable(
        ("step", "files", "share"), tuple((name, count, share(count, asked)) for name, count in steps), asked
    )


def partial_total(survey: Survey, outcome: AnswerOutcome) -> int:
    return sum(count for key, count in survey.partial.counts("answers").items() if key[2] == outcome.value)


def _scalars(survey: Survey) -> FigureTable:
    partial = survey.partial
    sums = {str(key[0]): count for key, count in partial.counts("sums").items()}
    files, lines = sums.get("files", 0), sums.get("lines", 0)

    def mean(name: str, of: int) -> float | None:
        return round(sums.get(name, 0) / of, 2) if of else None

    rows: list[Row] = [
        ("hosts asked", survey.files),
        ("files", files),
        ("adoption, percent", share(files, survey.files)),
        ("mean bytes", mean("bytes", files)),
        ("mean lines", mean("lines", files)),
        ("mean bytes a line", mean("bytes", lines)),
        ("lines not parsed, percent", share(sums.get("unparsed", 0), lines)),
        ("files with an Allow", sums.get("files with an Allow", 0)),
        ("empty files", sums.get("empty files", 0)),
        ("files of comments alone", sums.get("files of comments", 0)),
    ]
    return FigureTable(("number", "value"), tuple(rows), survey.files)


def _by_crawl(survey: Survey) -> FigureTable:
    counts = by_columns(survey.partial, "answers", 0, 2)
    return FigureTable(("period", "hosts", "files", "share"), tuple(_adoption(counts)), survey.files)


def _by_sector(survey: Survey) -> FigureTable:
    counts = by_columns(survey.partial, "sectors", 1, 2)
    rows = [row for row in _adoption(counts) if row[0] != "undated"]
    note = "" if rows else SECTORS_MISSING
    return FigureTable(("sector", "hosts", "files", "share"), largest_first(rows, 3), survey.files, note)


def _adoption(counts: dict[tuple[str | int, ...], int]) -> list[Row]:
    rows: list[Row] = []
    for name in sorted({str(key[0]) for key in counts}):
        hosts = sum(count for key, count in counts.items() if key[0] == name)
        files = sum(count for key, count in counts.items() if key[0] == name and key[1] in READABLE)
        rows.append((dated(name), hosts, files, share(files, hosts)))
    return rows


def _statuses(survey: Survey) -> FigureTable:
    counts = by_columns(survey.partial, "statuses", 1)
    rows = [(str(key[0]), count, share(count, survey.files)) for key, count in counts.items()]
    return FigureTable(("status", "answers", "share"), largest_first(rows, 1), survey.files)


def _states(survey: Survey) -> FigureTable:
    counts = by_columns(survey.partial, "answers", 0, 2)
    rows: list[Row] = []
    for period in survey.periods:
        total = sum(count for key, count in counts.items() if key[0] == period)
        for state in _STATES:
            count = counts.get((period, state), 0)
            rows.append((dated(period), state, count, share(count, total)))
    return FigureTable(("period", "state", "sites", "share"), tuple(rows), survey.files)


def _states_by_rank(survey: Survey) -> FigureTable:
    counts = by_columns(survey.partial, "answers", 0, 1, 2)
    rows: list[Row] = []
    for rank in (*RANKS, 0):
        for period in survey.periods:
            total = sum(count for key, count in counts.items() if key[:2] == (period, rank))
            if total:
                for state in _STATES:
                    count = counts.get((period, rank, state), 0)
                    rows.append((rank_name(rank), dated(period), state, count, share(count, total)))
    note = "" if any(row[0] != NO_RANK for row in rows) else RANKS_MISSING
    return FigureTable(("rank", "period", "state", "sites", "share"), tuple(rows), survey.files, note)


def rank_name(rank: int | str) -> str:
    return f"to {int(rank):,}" if rank else NO_RANK


def _llms(survey: Survey) -> FigureTable:
    counts = survey.partial.counts("llms")
    said = by_columns(survey.partial, "says", 0, 1)
    rows: list[Row] = []
    for period in survey.periods:
        asked = sum(count for key, count in counts.items() if key[0] == period)
        found = counts.get((period, "yes"), 0)
        files = readable(survey.partial, period)
        named = said.get((period, "llms"), 0)
        rows.append((dated(period), asked, found, share(found, asked), named, share(named, files)))
    columns = ("period", "asked", "present", "share", "named in robots.txt", "share of files")
    return FigureTable(
        columns, tuple(rows), survey.files, "This needs an input column that says whether there is an llms.txt."
    )


_CRAWL_STATES = "Common Crawl robotstxt-experiments, 2016–2025"
ADOPTION = (
    Figure(
        "S-1",
        FigurePart.ADOPTION,
        "From hosts to readable files",
        "survey of 2.4 million hosts",
        Chart.BARS,
        ("step", "files"),
        _funnel,
    ),
    Figure(
        "W-scalars",
        FigurePart.ADOPTION,
        "Key numbers of WebWatch",
        "WebWatch, 1999",
        Chart.NUMBERS,
        ("number", "value"),
        _scalars,
        "numbers",
    ),
    Figure(
        "N-1",
        FigurePart.ADOPTION,
        "Adoption by crawl",
        "Sun, Zhuang and Giles, 2007",
        Chart.LINES,
        ("period", "share"),
        _by_crawl,
        "% of hosts",
    ),
    Figure(
        "N-2",
        FigurePart.ADOPTION,
        "Adoption by sector",
        "Sun, Zhuang and Giles, 2007",
        Chart.BARS,
        ("sector", "share"),
        _by_sector,
        "% of hosts",
    ),
    Figure(
        "A-1",
        FigurePart.ADOPTION,
        "Status codes",
        "Web Almanac, SEO, 2024 and 2025",
        Chart.BARS,
        ("status", "share"),
        _statuses,
        "% of answers",
    ),
    Figure(
        "C-1",
        FigurePart.ADOPTION,
        "State by crawl date",
        _CRAWL_STATES,
        Chart.STACKED,
        ("period", "share", "state"),
        _states,
        "% of sites",
    ),
    Figure(
        "C-2",
        FigurePart.ADOPTION,
        "State by rank",
        _CRAWL_STATES,
        Chart.PANELS,
        ("period", "share", "state", "rank"),
        _states_by_rank,
        "% of sites",
    ),
    Figure(
        "A-6",
        FigurePart.ADOPTION,
        "llms.txt present",
        "Web Almanac, SEO, 2025",
        Chart.LINES,
        ("period", "share"),
        _llms,
        "% of sites",
    ),
)
