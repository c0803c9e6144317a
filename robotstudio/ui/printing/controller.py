"""Prints the file or the verdicts, or copies them as a picture, depending on the focus."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QGuiApplication, QPageLayout, QPainter

from robotstudio.fetch.scenario_words import scenario_short
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.panels.simulation.words import supposed_words
from robotstudio.ui.printing.pages import INCH, MOST_PAGES, Caption, PrintedPage, paged, paint_page, picture, room_on
from robotstudio.ui.printing.sheets import FileSheet, MatrixSheet, Sheet, columns_in
from robotstudio.ui.shell import dialogs
from robotstudio.ui.theme.theme import theme

if TYPE_CHECKING:  # loaded on the first printing
    from PySide6.QtPrintSupport import QPrinter

MOST_LINES_IN_PICTURE: Final = 150
MOST_ROWS_IN_PICTURE: Final = 100
MOST_COLUMNS_IN_PICTURE: Final = 20
_WIDEST_FILE, _WIDEST_MATRIX = 1_100, 2_600
_LINES = Plural("The first {shown} of {count} line.", "The first {shown} of {count} lines.")
_URLS = Plural("The first {shown} of {count} URL.", "The first {shown} of {count} URLs.")
_CRAWLERS = Plural("The first {shown} of {count} crawler.", "The first {shown} of {count} crawlers.")


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
            said = tr("The printer took nothing. Choose another, or print into a PDF file.")
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
        shown = rows[:MOST_ROWS_IN_PICTURE]
        columns = self._columns()
        drawn = columns[:MOST_COLUMNS_IN_PICTURE]
        caption = self._caption(_URLS, len(shown), len(rows), is_matrix=True)
        cut = WORDS.sentences((caption.cut, _cut(_CRAWLERS, len(drawn), len(columns))))
        self._copy(self._sheet(shown, drawn), caption._replace(cut=cut), _WIDEST_MATRIX)

    def copy_file(self) -> None:
        """Copy a picture of the selected lines, or of the whole file if at most one is selected."""
        first, lines = self._editor.lines_to_show()
        shown = lines[:MOST_LINES_IN_PICTURE]
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
        size = QSizeF(inches.width() * INCH, inches.height() * INCH)
        sheets = self._sheets_of_verdicts(size) if is_matrix else self._sheets_of_file(size)
        pages = paged(sheets, size)
        caption = self._caption_of(pages, is_matrix=is_matrix)
        painter = QPainter()
        if not painter.begin(printer):
            return None
        scale = printer.resolution() / INCH
        painter.scale(scale, scale)
        for number in range(len(pages)):
            if number:
                printer.newPage()
            paint_page(painter, pages, number, size, caption)
        return caption if painter.end() else None

    def _sheets_of_file(self, size: QSizeF) -> list[Sheet]:
        first, lines = self._editor.lines_to_show(is_whole=True)
        most = MOST_PAGES * FileSheet.most_on(room_on(size).height())
        return [FileSheet(lines[:most], first)]

    def _sheets_of_verdicts(self, size: QSizeF) -> list[Sheet]:
        """Return sheets with the crawlers that fit beside one another on the first pages, then the next."""
        columns, room = self._columns(), room_on(size)
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
