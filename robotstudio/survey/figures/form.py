"""Sizes and contents of files."""

from collections.abc import Callable
from functools import partial as with_these

from robotstudio.survey.figures.model import Chart, Figure, FigurePart, FigureTable, Row, by_columns, readable, share
from robotstudio.survey.partial import Partial
from robotstudio.survey.result import Survey
from robotstudio.survey.tally import SIZE_CLASSES


def doubling(value: int) -> tuple[int, int]:
    """Return the range of a histogram's bin; each bin is twice as wide as the previous one."""
    if value < 1:
        return 0, 0
    start = 1 << (value.bit_length() - 1)
    return start, 2 * start - 1


def histogram(what: str, unit: str) -> Callable[[Survey], FigureTable]:
    return with_these(_histogram, what=what, unit=unit)


def _histogram(survey: Survey, what: str, unit: str) -> FigureTable:
    counts: dict[tuple[int, int], int] = {}
    for (name, value), count in survey.partial.counts("histograms").items():
        if name == what:
            place = doubling(int(value))
            counts[place] = counts.get(place, 0) + count
    total = sum(counts.values())
    last = max(counts, default=(0, 0))
    rows: list[Row] = []
    place = (0, 0)
    while total and place <= last:
        rows.append((*place, counts.get(place, 0), share(counts.get(place, 0), total)))
        place = doubling(place[1] + 1)
    columns = (f"{unit} from", f"{unit} to", "count", "share")
    return FigureTable(columns, tuple(rows), total, marks=_marks_of(survey.partial, what) if total else ())


def _marks_of(partial: Partial, what: str) -> tuple[tuple[str, int | float], ...]:
    """Return the median, and the mean if there is a sum."""
    median, sums = median_of(partial, what), partial.counts("sums")
    marks: tuple[tuple[str, int | float], ...] = () if median is None else (("median", median),)
    if (what,) in sums:
        marks = (*marks, ("mean", sums[what,] / sums["files",]))
    return marks


def median_of(partial: Partial, what: str) -> int | None:
    """Return the median, exact to a sixteenth if it is large."""
    counts = sorted((int(key[1]), count) for key, count in partial.counts("histograms").items() if key[0] == what)
    half, so_far = sum(count for _, count in counts) / 2, 0
    for value, count in counts:
        so_far += count
        if so_far >= half:
            return value
    return None


def _exactly(survey: Survey, what: str, unit: str, things: str) -> FigureTable:
    """Count each number separately."""
    counts = {int(key[1]): n for key, n in survey.partial.counts("histograms").items() if key[0] == what}
    total = sum(counts.values())
    return FigureTable(
        (unit, things, "share"),
        tuple((value, counts[value], share(counts[value], total)) for value in sorted(counts)),
        total,
    )


def _sizes(survey: Survey) -> FigureTable:
    counts = by_columns(survey.partial, "sizes", 1)
    total = readable(survey.partial)
    rows = tuple((name, counts.get((name,), 0), share(counts.get((name,), 0), total)) for name in SIZE_CLASSES)
    return FigureTable(("size", "files", "share"), rows, total)


def _tails(survey: Survey) -> FigureTable:
    sums, total = survey.partial.counts("sums"), readable(survey.partial)
    names = {
        "100 rules and more": "files of 100 rules",
        "50 names and more": "files of 50 agents",
        "100 KB and more": "files of 100 KB",
    }
    rows = tuple((said, sums.get((name,), 0), share(sums.get((name,), 0), total)) for said, name in names.items())
    return FigureTable(("files with", "files", "share"), rows, total)


_WEBWATCH = "WebWatch, 1999"
FORM = (
    Figure(
        "W-F2",
        FigurePart.FORM,
        "Lines of a file",
        f"{_WEBWATCH}, figure 2",
        Chart.HISTOGRAM,
        ("lines from", "count"),
        histogram("lines", "lines"),
    ),
    Figure(
        "W-F2b",
        FigurePart.FORM,
        "Bytes of a file",
        f"{_WEBWATCH}, figure 2",
        Chart.HISTOGRAM,
        ("bytes from", "count"),
        histogram("bytes", "bytes"),
    ),
    Figure(
        "W-F3",
        FigurePart.FORM,
        "Rules of a file",
        f"{_WEBWATCH}, figure 3",
        Chart.HISTOGRAM,
        ("rules from", "count"),
        histogram("rules", "rules"),
    ),
    Figure(
        "W-F4",
        FigurePart.FORM,
        "Rules below a User-agent line",
        f"{_WEBWATCH}, figure 4",
        Chart.HISTOGRAM,
        ("rules from", "count"),
        histogram("rules of an agent", "rules"),
        "User-agent lines",
    ),
    Figure(
        "W-UA",
        FigurePart.FORM,
        "User-agent lines of a file",
        _WEBWATCH,
        Chart.BARS,
        ("User-agent lines", "files"),
        with_these(_exactly, what="agent lines", unit="User-agent lines", things="files"),
    ),
    Figure(
        "A-2",
        FigurePart.FORM,
        "Size of a file",
        "Web Almanac, SEO, 2024 and 2025",
        Chart.BARS,
        ("size", "share"),
        _sizes,
        "% of files",
    ),
    Figure("T-3", FigurePart.FORM, "Very long files", "Thunderbit, 2026", Chart.BARS, ("files with", "files"), _tails),
)
