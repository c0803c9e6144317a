"""The contents of the help, or the search results."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from robotstudio.help.library import SECTIONS, HelpLibrary, HelpPage, HelpSection
from robotstudio.help.search import HelpHit
from robotstudio.text.language import WORDS, put_in, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import TextRun, draw_runs
from robotstudio.ui.widgets.row_delegate import Index, RowContent, RowDelegate, RowState

_ENTRY: Final = Qt.ItemDataRole.UserRole
_HEAD, _ROW, _HIT, _INSET = 34, 26, 46, 12


class ContentsEntry(NamedTuple):
    """A page with its search hit, or the title of a section, which has no page."""

    title: str
    page: str = ""
    heading: str = ""
    context: str = ""


class _EntryDelegate(RowDelegate):
    """Paints a title, and below it the matching line."""

    def height_of(self, index: Index) -> int:
        entry: ContentsEntry = index.data(_ENTRY)
        return _HIT if entry.context else _ROW if entry.page else _HEAD

    def content(self, index: Index, _state: RowState) -> RowContent | None:
        entry: ContentsEntry = index.data(_ENTRY)
        fonts, color = theme.fonts, theme.color
        if not entry.page:
            return RowContent([TextRun(entry.title, fonts.ui(11, 600), color("text2"))])
        return RowContent([TextRun(entry.title, fonts.ui(12), color("text"))])

    def paint_row(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        entry: ContentsEntry = index.data(_ENTRY)
        if not entry.page:
            rect = rect.adjusted(0, 8, 0, 0)
        if not entry.context:
            super().paint_row(painter, rect, index, state)
            return
        upper = QRectF(rect.left(), rect.top() + 4, rect.width(), 20)
        super().paint_row(painter, upper, index, state)
        lower = upper.translated(0, 18).adjusted(_INSET, 0, -_INSET, 0)
        found = TextRun(entry.context, theme.fonts.ui(11), theme.color(state.quiet_color))
        draw_runs(painter, lower, [found])


class ContentsList(QListWidget):
    """`page_chosen` carries a page and a heading; arrow keys only move, Enter chooses."""

    page_chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _EntryDelegate(self, _ROW, inset=_INSET, is_boxed=True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setProperty("role", "clear")
        self.itemClicked.connect(self._on_item_clicked)

    @property
    def entries(self) -> Sequence[ContentsEntry]:
        """Rows, from the top."""
        return [self._entry_of(self.item(row)) for row in range(self.count())]

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
        row = next((row for row, entry in enumerate(self.entries) if entry.page == page), -1)
        self.setCurrentRow(row)
        if row == 1:
            self.scrollToTop()  # shows the section title, too
        elif row >= 0:
            self.scrollToItem(self.item(row))

    def choose_first(self) -> None:
        """Open the first page listed, if any."""
        row = next((row for row, entry in enumerate(self.entries) if entry.page), -1)
        if row >= 0:
            self.setCurrentRow(row)
            self._choose(self.item(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentRow() >= 0:
            self._choose(self.item(self.currentRow()))
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

    def _show(self, rows: Sequence[ContentsEntry]) -> None:
        self.clear()
        for entry in rows:
            item = QListWidgetItem(entry.title, self)
            item.setData(_ENTRY, entry)
            item.setToolTip(together("\n", entry.title, entry.context))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, WORDS.about(entry.title, entry.context))
            if not entry.page:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.scrollToTop()

    @staticmethod
    def _entry_of(item: QListWidgetItem) -> ContentsEntry:
        entry: ContentsEntry = item.data(_ENTRY)
        return entry

    def _choose(self, item: QListWidgetItem) -> None:
        entry = self._entry_of(item)
        if entry.page:
            self.page_chosen.emit(entry.page, entry.heading)

    def _on_item_clicked(self, item: QListWidgetItem) -> None:
        self._choose(item)
