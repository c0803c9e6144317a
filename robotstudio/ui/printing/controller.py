"""Prints the file or the verdicts, or copies them as a picture, depending on the focus.

Sheets on pages of paper and the one picture have a title, and state what is cut.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QGuiApplication, QImage, QPageLayout, QPainter

from robotstudio.fetch.scenario_words import scenario_short
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.panels.simulation.cell_art import CELL_LOOKS, CellLook
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.panels.simulation.words import supposed_words
from robotstudio.ui.printing.sheets import FileSheet, MatrixSheet, Sheet, columns_in
from robotstudio.ui.shell import dialogs
from robotstudio.ui.theme.glyphs import VERDICT_BOX, VERDICT_STROKE, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import TextRun, draw_runs, runs_width

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter


MOST_PAGES: Final = 100
_INCH: Final = 96
RATIO: Final = 2
"""Pixels of a picture to one of the window at 100 %: a document may enlarge it."""
_TITLE, _LEGEND, _INSET = 34, 26, 16
_LEGEND_GAP, _PAGE_ROOM = 10, 110
_WIDEST_FILE, _WIDEST_MATRIX = 1_100, 2_600
_LINES = Plural("The first {shown} of {count} line.", "The first {shown} of {count} lines.")
_URLS = Plural("The first {shown} of {count} URL.", "The first {shown} of {count} URLs.")
_CRAWLERS = Plural("The first {shown} of {count} crawler.", "The first {shown} of {count} crawlers.")


class Caption(NamedTuple):
    """The title and remarks; `cut` states the truncation, "" if there is none."""

    title: str
    remark: str = ""
    cut: str = ""


class PrintedPage(NamedTuple):
    """Some rows of a sheet."""

    sheet: Sheet
    rows: range


def _room_on(page: QSizeF) -> QSizeF:
    """Return the room for rows on a page."""
    return QSizeF(page.width(), page.height() - _TITLE - _LEGEND)


def paged(sheets: Sequence[Sheet], page: QSizeF) -> list[PrintedPage]:
    """Distribute the rows of sheets over pages of a size, at most `MOST_PAGES`."""
    room, pages = _room_on(page), list[PrintedPage]()
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


_MOST_LINES_IN_PICTURE: Final = 150
_MOST_ROWS_IN_PICTURE: Final = 100
MOST_COLUMNS_IN_PICTURE: Final = 20


class Printing(Controller):
    """Prints the lines of the draft, or the listed rows; truncation is stated."""

    def __init__(self, context: Context, simulation: SimulationPanel) -> None:
        super().__init__(context)
        self._simulation = simulation

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"file.print": self.print_out, "edit.copy_image": self.copy_as_image}

    def print_out(self) -> None:
        """Ask for a printer, and print the verdicts if they have the focus, else the file."""
        is_matrix = self._is_among_verdicts()
        printer = dialogs.ask_printer(self._window, self._document.name, is_wide=is_matrix)
        if printer is None:
            return
        printed = self.print_on(printer, is_matrix=is_matrix)
        if printed:
            self._show_message(tr("Sent to the printer."), printed)
        else:
            said = tr("The printer did not accept the job. Choose another printer, or print to a PDF file.")
            self._window.notices.show_notice("print", said)

    def copy_as_image(self) -> None:
        """Copy a picture of the verdicts or of the file to the clipboard."""
        if self._is_among_verdicts():
            self.copy_verdicts()
        else:
            self.copy_file()

    def copy_verdicts(self) -> None:
        """Copy a picture of the selected rows, or of all listed ones if at most one is selected."""
        view = self._simulation.view
        selected = view.selected_rows().tolist()
        rows: Sequence[int] = selected if len(selected) > 1 else range(view.matrix.rowCount())
        shown = rows[:_MOST_ROWS_IN_PICTURE]
        columns = self._columns()
        drawn = columns[:MOST_COLUMNS_IN_PICTURE]
        caption = self._caption(_URLS, len(shown), len(rows), is_matrix=True)
        cut = WORDS.sentences((caption.cut, _cut(_CRAWLERS, len(drawn), len(columns))))
        self._copy(self._sheet(shown, drawn), caption._replace(cut=cut), _WIDEST_MATRIX)

    def copy_file(self) -> None:
        """Copy a picture of the selected lines, or of the whole file if at most one is selected."""
        first, lines = self._editor.lines_to_show()
        shown = lines[:_MOST_LINES_IN_PICTURE]
        sheet = FileSheet(shown, first)
        self._copy(sheet, self._caption(_LINES, len(shown), len(lines)), _WIDEST_FILE)

    def _copy(self, sheet: Sheet, caption: Caption, most_wide: int) -> None:
        QGuiApplication.clipboard().setImage(picture(sheet, caption, most_wide))
        said = tr("Copied as an image.")
        self._show_message(said, caption)

    def _show_message(self, said: str, caption: Caption) -> None:
        self._window.status_bar.show_message(WORDS.sentences((said, caption.cut)))

    def _is_among_verdicts(self) -> bool:
        return self._window.has_keyboard(self._simulation) and self._simulation.view.matrix.rowCount() > 0

    def print_on(self, printer: "QPrinter", *, is_matrix: bool) -> Caption | None:
        """Print without asking, and return the caption; None if the printer fails."""
        with theme.on_paper():
            return self._print_on(printer, is_matrix=is_matrix)

    def _print_on(self, printer: "QPrinter", *, is_matrix: bool) -> Caption | None:
        inches = printer.pageLayout().paintRect(QPageLayout.Unit.Inch).size()
        size = QSizeF(inches.width() * _INCH, inches.height() * _INCH)
        sheets = self._sheets_of_verdicts(size) if is_matrix else self._sheets_of_file(size)
        pages = paged(sheets, size)
        caption = self._caption_of(pages, is_matrix=is_matrix)
        painter = QPainter()
        if not painter.begin(printer):
            return None
        scale = printer.resolution() / _INCH
        painter.scale(scale, scale)
        for number in range(len(pages)):
            if number:
                printer.newPage()
            paint_page(painter, pages, number, size, caption)
        return caption if painter.end() else None

    def _sheets_of_file(self, size: QSizeF) -> list[Sheet]:
        first, lines = self._editor.lines_to_show(is_whole=True)
        most = MOST_PAGES * FileSheet.most_on(_room_on(size).height())
        return [FileSheet(lines[:most], first)]

    def _sheets_of_verdicts(self, size: QSizeF) -> list[Sheet]:
        """Return sheets with the crawlers that fit beside one another on the first pages, then the next."""
        columns, room = self._columns(), _room_on(size)
        rows = range(min(self._simulation.view.matrix.rowCount(), MOST_PAGES * MatrixSheet.most_on(room.height())))
        together = columns_in(room.width())
        return [self._sheet(rows, columns[at : at + together]) for at in range(0, len(columns), together)]

    def _sheet(self, rows: Sequence[int], columns: Sequence[int]) -> MatrixSheet:
        view = self._simulation.view
        return MatrixSheet(view.matrix, rows, columns, view.url_base())

    def _columns(self) -> list[int]:
        view = self._simulation.view
        hidden = set(view.columns.hidden_crawlers)
        return [place for place, column in enumerate(view.matrix.columns) if column.crawler.token not in hidden]

    def _caption_of(self, pages: Sequence[PrintedPage], *, is_matrix: bool) -> Caption:
        shown = max((page.rows.stop for page in pages), default=0)
        if is_matrix:
            return self._caption(_URLS, shown, self._simulation.view.matrix.rowCount(), is_matrix=True)
        return self._caption(_LINES, shown, len(self._editor.lines_to_show(is_whole=True)[1]))

    def _caption(self, words: Plural, shown: int, count: int, *, is_matrix: bool = False) -> Caption:
        scenario = self._session.scenario
        is_supposed = is_matrix and scenario.is_hypothetical
        return Caption(
            self._document.name,
            supposed_words(scenario_short(scenario)) if is_supposed else "",
            _cut(words, shown, count),
        )


def _cut(words: Plural, shown: int, count: int) -> str:
    return ntr(words, count, shown=shown) if shown < count else ""
