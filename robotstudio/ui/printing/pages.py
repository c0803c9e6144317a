"""Sheets on pages of paper, and as one picture; both have a title and state any truncation."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QImage, QPainter

from robotstudio.text.language import tr
from robotstudio.ui.panels.simulation.cell_art import CELL_LOOKS, CellLook
from robotstudio.ui.printing.sheets import Sheet
from robotstudio.ui.theme.glyphs import VERDICT_BOX, VERDICT_STROKE, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import TextRun, draw_runs, runs_width

MOST_PAGES: Final = 100
INCH: Final = 96
RATIO: Final = 2
"""Pixels of a picture to one of the window at 100 %: a document may enlarge it."""
_TITLE, _LEGEND, _INSET = 34, 26, 16
_LEGEND_GAP, _PAGE_ROOM = 10, 110


class Caption(NamedTuple):
    """The title and remarks; `cut` states the truncation, "" if there is none."""

    title: str
    remark: str = ""
    cut: str = ""


class PrintedPage(NamedTuple):
    """Some rows of a sheet."""

    sheet: Sheet
    rows: range


def room_on(page: QSizeF) -> QSizeF:
    """Return the room for rows on a page."""
    return QSizeF(page.width(), page.height() - _TITLE - _LEGEND)


def paged(sheets: Sequence[Sheet], page: QSizeF) -> list[PrintedPage]:
    """Distribute the rows of sheets over pages of a size, at most `MOST_PAGES`."""
    room, pages = room_on(page), list[PrintedPage]()
    for sheet in sheets:
        sheet.fit(room.width())
        first, used = 0, sheet.head
        for row in range(sheet.count):
            height = sheet.height(row)
            if row > first and used + height > room.height():
                pages.append(PrintedPage(sheet, range(first, row)))
                first, used = row, sheet.head
                if len(pages) == MOST_PAGES:
                    return pages
            used += height
        if sheet.count:
            pages.append(PrintedPage(sheet, range(first, sheet.count)))
    return pages[:MOST_PAGES]


def paint_page(painter: QPainter, pages: Sequence[PrintedPage], number: int, size: QSizeF, caption: Caption) -> None:
    """Paint a page, counted from 0, at the origin."""
    page = pages[number]
    _paint_title(painter, QRectF(0, 0, size.width(), _TITLE), caption)
    _paint_legend(painter, page.sheet, size.width() - _PAGE_ROOM, size.height() - _LEGEND)
    painter.save()
    painter.translate(0, _TITLE)
    _paint_rows(painter, page)
    painter.restore()
    below = QRectF(0, size.height() - _LEGEND, size.width(), _LEGEND)
    said = tr("Page {page} of {pages}", page=number + 1, pages=len(pages))
    place = TextRun(said, theme.fonts.ui(10), theme.color("text2"))
    draw_runs(painter, below.adjusted(below.width() - place.width - 1, 0, 0, 0), [place])


def picture(sheet: Sheet, caption: Caption, most_wide: float) -> QImage:
    """Return all rows of a sheet as an image, with a title."""
    inset = _INSET
    sheet.fit(min(sheet.natural_width(), most_wide))
    narrow = min(sheet.natural_width(), most_wide)
    width = max(narrow, runs_width(_title_runs(caption)) + 4, _legend_width(sheet))
    rows = sheet.head + sum(map(sheet.height, range(sheet.count)))
    title, legend = _TITLE, _LEGEND if sheet.legend() else 0
    size = QSizeF(width + 2 * inset, rows + title + legend + inset + inset / 2)
    image = QImage((size * RATIO).toSize(), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(RATIO)
    image.fill(theme.color("surface"))
    painter = QPainter(image)
    painter.translate(inset, inset / 2)
    _paint_title(painter, QRectF(0, 0, width, title), caption)
    painter.translate(0, title)
    _paint_rows(painter, PrintedPage(sheet, range(sheet.count)))
    _paint_legend(painter, sheet, width, rows)
    painter.end()
    return image


def _title_runs(caption: Caption) -> list[TextRun]:
    runs = [TextRun(caption.title, theme.fonts.ui(13, 600), theme.color("text"))]
    said = (TextRun(text, theme.fonts.ui(11), theme.color("text2"), 12) for text in caption[1:] if text)
    return [*runs, *said]


def _paint_title(painter: QPainter, rect: QRectF, caption: Caption) -> None:
    draw_runs(painter, rect.adjusted(0, 0, 0, -6), _title_runs(caption))


def _paint_legend(painter: QPainter, sheet: Sheet, right: float, top: float) -> None:
    """Paint the meaning of the signs, right-aligned."""
    side = VERDICT_BOX
    gap, height, left = _LEGEND_GAP, _LEGEND, right - _legend_width(sheet)
    for look, run in _legend_runs(sheet):
        glyph = QRectF(left, top + (height - side) / 2, side, side)
        paint_glyph(painter, look.glyph, glyph, theme.color(look.color), VERDICT_STROKE)
        draw_runs(painter, QRectF(left + side + gap / 2, top, run.width + 1, height), [run])
        left += side + run.width + 2 * gap


def _legend_runs(sheet: Sheet) -> list[tuple[CellLook, TextRun]]:
    font, color = theme.fonts.ui(10), theme.color("text2")
    return [(CELL_LOOKS[state], TextRun(text, font, color)) for state, text in sheet.legend()]


def _legend_width(sheet: Sheet) -> float:
    more = VERDICT_BOX + 2 * _LEGEND_GAP
    return sum(run.width + more for _, run in _legend_runs(sheet))


def _paint_rows(painter: QPainter, page: PrintedPage) -> None:
    sheet = page.sheet
    painter.save()
    if sheet.head:
        sheet.paint_head(painter)
        painter.translate(0, sheet.head)
    for row in page.rows:
        sheet.paint_row(painter, row)
        painter.translate(0, sheet.height(row))
    painter.restore()
