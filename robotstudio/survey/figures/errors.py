"""What is wrong with files, and who has the same one."""

from typing import Final

from robotstudio.survey.farms import names_of
from robotstudio.survey.figures.model import Chart, Figure, FigurePart, FigureTable, Row, largest_first, readable, share
from robotstudio.survey.lines import Slip
from robotstudio.survey.markers import template_titles
from robotstudio.survey.result import Survey
from robotstudio.text.language import Message

MOST_SHOWN: Final = 50
"""So many farms have a row."""
_OF_1999 = (
    ("error", Slip.NO_AGENT),
    ("error", Slip.NO_COLON),
    ("error", Slip.SEVERAL_PATHS),
    ("warning", Slip.EMPTY_LINE),
    ("warning", Slip.SEVERAL_AGENTS),
    ("warning", Slip.LINE_ENDS),
    ("optimise", Slip.REPEATED),
)
_ELEVEN = (
    Slip.MISSPELLED,
    Slip.UNKNOWN,
    Slip.NO_COLON,
    Slip.NO_AGENT,
    Slip.NO_RULE,
    Slip.EMPTY_LINE,
    Slip.SEVERAL_PATHS,
    Slip.WHOLE_URL,
    Slip.NO_SLASH,
    Slip.BYTE_ORDER_MARK,
    Slip.WEB_PAGE,
)
_WHEN_NEAR: Message = (
    "Near files are joined where one has 80 % of its different lines in common with one of the others."
)


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


def _farms(survey: Survey) -> FigureTable:
    farms = survey.farms[:MOST_SHOWN]
    rows: list[Row] = [
        (name, farm.kind.value, farm.size, farm.files, farm.least)
        for name, farm in zip(names_of(farms), farms, strict=True)
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
        "Farms of like files",
        "survey of 2.4 million hosts",
        Chart.BARS,
        ("farm", "hosts"),
        _farms,
        "hosts",
        is_of_farms=True,
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
