"""A figure as a file: drawn as SVG or PDF, as pixels, or as the table that it shows."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QImageWriter, QPageSize, QPainter, QPdfWriter

from robotstudio.io.files import write_atomic
from robotstudio.io.survey.figures import table_as_csv
from robotstudio.survey.charts.items import THEMES
from robotstudio.survey.charts.svg import svg_of
from robotstudio.survey.figures import Table
from robotstudio.ui.panels.survey.chart import ChartView

_PIXELS = 3.125
"""To a unit, which makes 300 to an inch."""
_INCH, _POINTS, _DPI = 96, 72, 1200


def write_figure(path: Path, chart: ChartView, table: Table) -> None:
    """Write it in the format that the name ends in, else as SVG. Raises FileError."""
    write_atomic(path, WRITERS.get(path.suffix.lower(), _svg)(chart, table))


def _svg(chart: ChartView, _table: Table) -> bytes:
    return svg_of(chart.drawing, THEMES["light"]).encode() if chart.drawing else b""


def _csv(_chart: ChartView, table: Table) -> bytes:
    return table_as_csv(table)


def _png(chart: ChartView, _table: Table) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(chart.picture(_PIXELS, THEMES["light"]))
    return bytes(buffer.data().data())


def _pdf(chart: ChartView, _table: Table) -> bytes:
    """On a page of its own size, with text as text."""
    drawing, buffer = chart.drawing, QBuffer()
    if drawing is None:
        return b""
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DPI)
    writer.setTitle(drawing.title)
    size = QSizeF(drawing.width, drawing.height) * (_POINTS / _INCH)
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    painter.scale(_DPI / _INCH, _DPI / _INCH)
    chart.paint_on(painter, THEMES["print"])
    painter.end()
    return bytes(buffer.data().data())


WRITERS: Mapping[str, Callable[[ChartView, Table], bytes]] = {".svg": _svg, ".pdf": _pdf, ".png": _png, ".csv": _csv}
