"""Mistakes in files, and who shares the same file."""

from typing import Final

from robotstudio.survey.clusters import names_of
from robotstudio.survey.figures.model import Chart, Figure, FigurePart, FigureTable, Row, largest_first, readable, share
from robotstudio.survey.lines import Mistake
from robotstudio.survey.markers import template_titles
from robotstudio.survey.result import Survey
from robotstudio.text.language import Message

MOST_SHOWN: Final = 50
"""Number of clusters shown."""
_OF_1999 = (
    ("error", Mistake.NO_AGENT),
    ("error", Mistake.NO_COLON),
    ("error", Mistake.SEVERAL_PATHS),
    ("warning", Mistake.EMPTY_LINE),
    ("warning", Mistake.SEVERAL_AGENTS),
    ("warning", Mistake.LINE_ENDS),
    ("optimise", Mistake.REPEATED),
)
_ELEVEN = (
    Mistake.MISSPELLED,
    Mistake.UNKNOWN,
    Mistake.NO_COLON,
    Mistake.NO_AGENT,
    Mistake.NO_RULE,
    Mistake.EMPTY_LINE,
    Mistake.SEVERAL_PATHS,
    Mistake.WHOLE_URL,
    Mistake.NO_SLASH,
    Mistake.BYTE_ORDER_MARK,
    Mistake.WEB_PAGE,
)
_WHEN_NEAR: Message = "Similar files are joined if they share 80 % of their different lines with another."


def _webwatch(survey: Survey) -> FigureTable:
    counts = survey.partial.counts("slips")
    rows = tuple((slip.value, kind, counts.get((slip.value, "lines"), 0)) for kind, slip in _OF_1999)
    return FigureTable(("what", "kind", "occurrences"), rows, readable(survey.partial))


def _eleven(survey: Survey) -> FigureTable:
    counts, total = survey.partial.counts("slips"), readable(survey.partial)
    rows: list[Row] = []
    for slip in _ELEVEN:
        files = counts.get((slip.value, "files"), 0)
        rows.append((slip.value, files, counts.get((slip.value, "lines"), 0), share(files, total)))
    return FigureTable(("error", "files", "lines", "share"), largest_first(rows, 1), total)


def _clusters(survey: Survey) -> FigureTable:
    clusters = survey.clusters[:MOST_SHOWN]
    rows: list[Row] = [
        (name, cluster.kind.value, cluster.size, cluster.files, cluster.least)
        for name, cluster in zip(names_of(clusters), clusters, strict=True)
    ]
    return FigureTable(
        ("farm", "kind", "hosts", "different files", "least alike"), tuple(rows), survey.files, _WHEN_NEAR
    )


def _templates(survey: Survey) -> FigureTable:
    total = readable(survey.partial)
    titles = template_titles()
    counts: dict[str, int] = {}
    for (template,), count in survey.partial.counts("templates").items():
        if template:
            name = titles[str(template)]
            counts[name] = counts.get(name, 0) + count
    rows: list[Row] = [(name, count, share(count, total)) for name, count in counts.items()]
    return FigureTable(("system", "files", "share"), largest_first(rows, 1), total)


ERRORS = (
    Figure(
        "W-F5",
        FigurePart.ERRORS,
        "WebWatch’s table of 1999",
        "WebWatch, 1999, figure 5",
        Chart.BARS,
        ("what", "occurrences"),
        _webwatch,
        "occurrences",
    ),
    Figure(
        "S-2",
        FigurePart.ERRORS,
        "Eleven errors",
        "survey of 2.4 million hosts",
        Chart.BARS,
        ("error", "files"),
        _eleven,
    ),
)
SHARING = (
    Figure(
        "S-3",
        FigurePart.SHARING,
        "Farms of similar files",
        "survey of 2.4 million hosts",
        Chart.BARS,
        ("farm", "hosts"),
        _clusters,
        "hosts",
        needs_clusters=True,
    ),
    Figure(
        "T-4",
        FigurePart.SHARING,
        "Systems that write files",
        "Thunderbit, 2026",
        Chart.BARS,
        ("system", "files"),
        _templates,
    ),
)
