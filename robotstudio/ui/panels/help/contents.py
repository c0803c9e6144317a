"""The contents of the help, or the search results."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from robotstudio.help.library import SECTIONS, HelpLibrary, HelpPage, HelpSection
from robotstudio.help.search import HelpHit
from robotstudio.text.language import WORDS, put_in, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import TextRun, draw_runs
from robotstudio.ui.widgets.row_delegate import RowState
from robotstudio.ui.widgets.row_list import RowContent, RowList, RowWords

_HEAD, _ROW, _HIT, _INSET = 34, 26, 46, 12


class ContentsEntry(NamedTuple):
    """A page with its search hit, or the title of a section, which has no page."""

    title: str
    page: str = ""
    heading: str = ""
    context: str = ""


class ContentsList(RowList[ContentsEntry]):
    """Arrow keys only move, Enter chooses."""

    def __init__(self, open_page: Callable[[str, str], None], parent: QWidget | None = None) -> None:
        """Create it; `open_page` gets a page and a heading."""
        super().__init__(parent, _ROW, inset=_INSET, is_boxed=True)
        self._open_page = open_page
        self.setMouseTracking(True)
        self.setProperty("role", "clear")
        self.clicked.connect(self._choose)

    def show_contents(self, library: HelpLibrary) -> None:
        """List all pages by section."""
        self.setAccessibleName(tr("Contents"))
        rows: list[ContentsEntry] = []
        for section in HelpSection:
            pages = library.in_section(section)
            if pages:
                rows += self._rows_of(tr(SECTIONS[section]), pages, library.language)
        self._show(rows)

    def show_hits(self, hits: Sequence[HelpHit]) -> None:
        """List search results."""
        self.setAccessibleName(tr("Found pages"))
        self._show([ContentsEntry(hit.title, hit.page, hit.heading, hit.context) for hit in hits])

    def mark(self, page: str) -> None:
        """Select the row of a page without opening it."""
        row = next((row for row, entry in enumerate(self.rows) if entry.page == page), -1)
        self.set_current_row(row)
        if row == 1:
            self.scrollToTop()  # shows the section title, too
        elif row >= 0:
            self.scrollTo(self.currentIndex())

    def choose_first(self) -> None:
        """Open the first page listed, if any."""
        self.set_current_row(next((row for row, entry in enumerate(self.rows) if entry.page), -1))
        self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._choose()
        else:
            super().keyPressEvent(event)

    def _rows_of(self, title: str, pages: Sequence[HelpPage], code: str) -> Iterator[ContentsEntry]:
        """Yield a section; English-only content is marked at its title, or at single pages if others are translated."""
        are_english = [page.language != code for page in pages]
        in_english = tr("{title} (in English)")
        yield ContentsEntry(put_in(in_english, {"title": title}) if all(are_english) else title)
        for page, is_english in zip(pages, are_english, strict=True):
            says_so = is_english and not all(are_english)
            yield ContentsEntry(put_in(in_english, {"title": page.title}) if says_so else page.title, page.id)

    def words(self, row: ContentsEntry) -> RowWords:
        tip = together("\n", row.title, row.context)
        return RowWords(row.title, WORDS.about(row.title, row.context), tip)

    def is_title(self, row: ContentsEntry) -> bool:
        return not row.page

    def height_of(self, row: ContentsEntry) -> int:
        return _HIT if row.context else _ROW if row.page else _HEAD

    def content(self, row: ContentsEntry, _state: RowState) -> RowContent | None:
        fonts, color = theme.fonts, theme.color
        if not row.page:
            return RowContent([TextRun(row.title, fonts.ui(11, 600), color("text2"))])
        return RowContent([TextRun(row.title, fonts.ui(12), color("text"))])

    def paint_row(self, painter: QPainter, rect: QRectF, row: ContentsEntry, state: RowState) -> None:
        """Paint a title, and below it the matching line."""
        if not row.page:
            rect = rect.adjusted(0, 8, 0, 0)
        if not row.context:
            super().paint_row(painter, rect, row, state)
            return
        upper = QRectF(rect.left(), rect.top() + 4, rect.width(), 20)
        super().paint_row(painter, upper, row, state)
        lower = upper.translated(0, 18).adjusted(_INSET, 0, -_INSET, 0)
        found = TextRun(row.context, theme.fonts.ui(11), theme.color(state.quiet_color))
        draw_runs(painter, lower, [found])

    def _show(self, rows: Sequence[ContentsEntry]) -> None:
        self.show_rows(rows)
        self.scrollToTop()

    def _choose(self) -> None:
        entry = self.current
        if entry is not None and entry.page:
            self._open_page(entry.page, entry.heading)
