"""A report laid out by Qt: the document of the preview, and the same on the pages of a PDF.

Paper has the light colours whatever the theme. Nothing is loaded but the logo, which is embedded.
"""

from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextDocument,
    QTextOption,
)

from robotstudio.report.html_page import DRAWING, on_paper, pictures_of
from robotstudio.report.model import AuditReport
from robotstudio.report.texts import shown
from robotstudio.survey.charts.items import THEMES
from robotstudio.text.language import tr
from robotstudio.text.phrases import printable
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import LIGHT
from robotstudio.ui.widgets.chart import ChartPainter

_DPI: Final = 300
_POINTS: Final = 72
_MARGIN_MM: Final = 17
_HEAD: Final = 26.0
_FOOTER: Final = 26.0
"""Points above and below the text of each page, for its header and footer."""
_LETTERS, _SMALL, _SMALLEST, _STEP = 9.5, 7.5, 5.0, 0.25
_FINE: Final = 4
"""Pixels of a chart for each point."""


class Paper(QTextDocument):
    """A report, laid out for a width; pictures that are not embedded stay empty."""

    def __init__(self, report: AuditReport) -> None:
        super().__init__()
        self.report = report
        self.family = theme.fonts.ui().families()
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setDefaultTextOption(option)
        self.setDefaultFont(self.font(_LETTERS))
        self.setUndoRedoEnabled(False)
        self.setHtml(on_paper(report, theme.fonts.mono().families()[0]))

    def font(self, points: float) -> QFont:
        """Return the font of the window in points."""
        made = QFont()
        made.setFamilies(self.family)
        made.setPointSizeF(points)
        return made

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return embedded resources only: Qt would read a file from the disk by its address."""
        address = name if isinstance(name, QUrl) else QUrl(name)
        if address.scheme() == DRAWING:
            return self._drawn(int(address.path()))
        if address.scheme() == "data":
            return super().loadResource(kind, address)
        nothing = QImage(1, 1, QImage.Format.Format_ARGB32)
        nothing.fill(0)
        return nothing

    def _drawn(self, number: int) -> QImage:
        """Draw a chart of the report at a resolution fit for paper."""
        drawing = pictures_of(self.report)[number].drawing
        image = QImage(drawing.width * _FINE, drawing.height * _FINE, QImage.Format.Format_RGB32)
        image.fill(QColor(THEMES["light"].colours["surface"]))
        painter = QPainter(image)
        painter.scale(_FINE, _FINE)
        font = QFont()
        font.setFamilies(self.family)
        ChartPainter(painter, THEMES["light"], font).paint(drawing)
        painter.end()
        return image


def pdf_of(report: AuditReport) -> bytes:
    """Return the report as a PDF of A4 pages with text as text; each page has the title and its number."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DPI)
    writer.setTitle(printable(report.title))
    writer.setCreator("Robot Studio")
    if hasattr(writer, "setAuthor"):  # from Qt 6.9 on
        writer.setAuthor(printable(report.author))
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4),
            QPageLayout.Orientation.Portrait,
            margins,
            QPageLayout.Unit.Millimeter,
        )
    )
    paper = Paper(report)
    paper.documentLayout().setPaintDevice(writer)
    scale = _DPI / _POINTS
    whole = QRectF(QPointF(0, 0), QSizeF(writer.width(), writer.height()))
    room = QRectF(0, _HEAD * scale, whole.width(), whole.height() - (_HEAD + _FOOTER) * scale)
    paper.setDocumentMargin(0)
    paper.setPageSize(room.size())
    painter = QPainter(writer)
    pages = paper.pageCount()
    for number in range(pages):
        if number:
            writer.newPage()
        _paint_edges(painter, paper, whole, (number + 1, pages))
        _paint_page(painter, paper, room, number)
    painter.end()
    return bytes(buffer.data().data())


def _paint_page(painter: QPainter, paper: Paper, room: QRectF, number: int) -> None:
    painter.save()
    painter.translate(0, room.top() - number * room.height())
    shown = QRectF(0, number * room.height(), room.width(), room.height())
    painter.setClipRect(shown)
    look = QAbstractTextDocumentLayout.PaintContext()
    look.clip = shown
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Text, QColor(LIGHT.text))
    look.palette = palette
    paper.documentLayout().draw(painter, look)
    painter.restore()


def _paint_edges(painter: QPainter, paper: Paper, whole: QRectF, place: tuple[int, int]) -> None:
    """Paint the header and footer of a page."""
    report = paper.report
    painter.save()
    painter.setPen(QColor(LIGHT.text2))
    metrics = _set_font(painter, paper, whole.width())
    top, bottom = metrics.ascent(), whole.height() - metrics.descent()
    page = tr("Page {page} of {pages}", page=place[0], pages=place[1])
    for left, right, base in ((report.title, report.day, top), (report.footer, page, bottom)):
        width = metrics.horizontalAdvance(right)
        room = whole.width() - width - _gap(metrics)
        elided = metrics.elidedText(shown(left), Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QPointF(0, base), elided)
        painter.drawText(QPointF(whole.width() - width, base), right)
    painter.restore()


def _set_font(painter: QPainter, paper: Paper, width: float) -> QFontMetricsF:
    """Set the font of headers and footers: as small as needed for the footer to fit."""
    line = shown(paper.report.footer), tr("Page {page} of {pages}", page=999, pages=999)
    points = _SMALL
    while True:
        font = paper.font(points)
        metrics = QFontMetricsF(font, painter.device())
        if points <= _SMALLEST or sum(map(metrics.horizontalAdvance, line)) + _gap(metrics) <= width:
            break
        points -= _STEP
    painter.setFont(font)
    return metrics


def _gap(metrics: QFontMetricsF) -> float:
    """Return the gap between both sides of a header or footer."""
    return metrics.height() * 2
