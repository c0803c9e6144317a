"""Figures over time: tables of a survey and of older ones of other dates."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from robotstudio.survey.figures.model import Chart, Figure, FigureTable, Row
from robotstudio.survey.partial import merged
from robotstudio.survey.result import Survey

MEASURE: Final = "what"
"""Column that tells the measures of a figure apart, if it has several."""


def table_of(figure: Figure, survey: Survey) -> FigureTable:
    """Return the table of a figure: over time if it shows shares and there are older surveys of other dates.

    All other figures are those of the survey alone, as numbers of files depend on how many each survey read.
    """
    dated = [*(each for each in survey.snapshots if each.period not in {"", survey.period}), survey]
    if not survey.period or len(dated) < 2:
        return figure.table(survey)
    if "period" in figure.axes:
        together = Survey(merged([each.partial for each in dated]), survey.rows)
        bases = tuple((period, together.partial.total("answers", period)) for period in together.periods if period)
        return replace(figure.table(together), total=None, bases=bases)
    if figure.chart is not Chart.BARS or not figure.unit.startswith("%"):
        return figure.table(survey)
    tables = [(each.period, figure.table(each)) for each in dated]
    bases = tuple((each.period, each.files) for each in dated)
    newest = tables[-1][1]
    columns, rows = _measures(figure, tables) if figure.values else _shares(tables)
    return replace(newest, columns=columns, rows=rows, total=None, marks=(), bases=bases)


def over_time(figure: Figure, table: FigureTable) -> Figure:
    """Return how a figure is drawn: with lines if its table is over time, in panels if it has several measures."""
    if not table.bases or "period" in figure.axes:
        return figure
    name, share = figure.axes
    if figure.values:
        return replace(figure, chart=Chart.PANELS, axes=("period", "share", name, MEASURE), values=())
    return replace(figure, chart=Chart.LINES, axes=("period", share, name))


def _shares(tables: Sequence[tuple[str, FigureTable]]) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """Return the rows of all tables with their periods."""
    rows = [(*row, period) for period, table in tables for row in table.rows]
    return (*tables[-1][1].columns, "period"), tuple(_by_name(rows, tables[-1][1]))


def _measures(figure: Figure, tables: Sequence[tuple[str, FigureTable]]) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """Return a row for each measure of each row, since a panel shows one."""
    rows: list[Row] = []
    for measure in (figure.axes[1], *figure.values):
        some = [
            (row[0], measure, period, row[table.columns.index(measure)])
            for period, table in tables
            for row in table.rows
        ]
        rows += _by_name(some, tables[-1][1])
    return (figure.axes[0], MEASURE, "period", "share"), tuple(rows)


def _by_name(rows: Sequence[Row], newest: FigureTable) -> Iterator[Row]:
    """Bring the rows of each name together, in the order of the newest table; periods stay in their order."""
    names = dict.fromkeys([row[0] for row in newest.rows] + [row[0] for row in rows])
    for name in names:
        yield from (row for row in rows if row[0] == name)
