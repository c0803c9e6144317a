"""The table of verdicts. Selection and scroll position are stored by URL and crawler, never by row number."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QFrame, QWidget

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.draft.listing.filters import FilterKind, Rows
from robotstudio.draft.listing.lister import SortKey
from robotstudio.draft.listing.marks import MatrixMarks
from robotstudio.text.language import tr
from robotstudio.ui.panels.simulation.extra_columns import ExtraColumn
from robotstudio.ui.panels.simulation.matrix_columns import SCROLL_BAR, MatrixColumns
from robotstudio.ui.panels.simulation.matrix_headers import (
    CornerHeader,
    CrawlerHeader,
    HeaderFill,
)
from robotstudio.ui.panels.simulation.matrix_model import AnyIndex, MatrixModel
from robotstudio.ui.panels.simulation.matrix_painter import Highlights, VisibleColumn, expected_width
from robotstudio.ui.panels.simulation.matrix_table import (
    MatrixPlace,
    MatrixTable,
    remember,
    rows_of,
    scroll_again,
    selection_again,
)
from robotstudio.ui.panels.simulation.url_header import UrlEdge, UrlHeader
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.keys import is_delete
from robotstudio.ui.widgets.url_text import common_site

_Flag = QItemSelectionModel.SelectionFlag


class RowActions(Protocol):
    """Requests of keys and double clicks in the rows, for the panel."""

    def show_line(self, line: int) -> None:
        """Put the caret on a line of the draft."""

    def copy(self) -> None:
        """Copy the selected rows."""

    def paste(self) -> None:
        """Add the URLs in the clipboard."""

    def remove(self) -> None:
        """Remove the selected URLs."""

    def undo(self) -> None:
        """Undo the last removal of URLs or change of tests."""

    def open_expectation(self, row: int, column: int, at: QPoint) -> None:
        """Offer to edit or remove the expectation of a cell, at a position on the screen."""

    def leave_rows(self) -> None:
        """End a filter, or else the selection, or else give the keyboard to the editor."""


class MatrixView(MatrixTable):
    """Test URLs by crawlers. Rows are selected as a whole; the current cell is the selected one."""

    cell_selected = Signal(object)
    columns_laid_out = Signal()

    def __init__(self, actions: RowActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self.cell: Cell | None = None
        """The selected cell; it stays selected while a filter hides it."""
        self._restoring = False
        self._line = 0
        self._pressed_flask = QPersistentModelIndex()
        self._stale = self._must_merge = False
        self._base: str | None = None
        self._site: str | None = None
        self._urls = UrlHeader(self._model, self._painter, self)
        self.corner = CornerHeader(self)
        self._right_fill = HeaderFill(self)
        self._left_fill = QWidget(self)
        self.columns = MatrixColumns(self, self._model, self._urls, self._on_widened, self._on_hid)
        self._edge = UrlEdge(self.columns.widen_urls, self.columns.fit_urls, self)
        self._set_up()
        self.setModel(self._model)
        self._urls.follow(self, self.viewport())
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self._crawlers.moved.connect(self.columns.move, Qt.ConnectionType.QueuedConnection)
        for extra in self._model.all_extras:
            extra.changed.connect(self._paint_cells_again)
        self._crawlers.column_reached.connect(self._on_column_reached)
        self._crawlers.left.connect(self.setFocus)
        self._edge.watch(self._urls.viewport())
        self._edge.watch(self.corner)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def help_page(self) -> str:
        """Return the help page about the filter or the column of the current cell, "" for a crawler."""
        if FilterKind.EXPECTED in self._model.asked:
            return "reference/expectations"
        extra = self._model.extra_at(self.currentIndex().column())
        return "" if extra is None else extra.help_page

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalHeader(self._crawlers)
        self.setVerticalHeader(self._urls)
        self.setCornerButtonEnabled(False)
        for button in self.findChildren(QAbstractButton):  # Qt's own, below the corner
            button.setAccessibleName(tr("Test URL"))
        self.addScrollBarWidget(self._right_fill, Qt.AlignmentFlag.AlignTop)
        self.addScrollBarWidget(self._left_fill, Qt.AlignmentFlag.AlignLeft)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(tr("Verdicts"))

    # Content

    @property
    def matrix(self) -> MatrixModel:
        return self._model

    def show_analysis(self, analysis: Analysis, rows: Rows, occurring: AbstractSet[FilterKind] = frozenset()) -> None:
        """Show these rows of an analysis, in which these kinds occur.

        Selection and scroll position stay with their URLs and crawlers.
        """
        if self._model.fits(analysis, rows, occurring):
            visible = self.visible_rows()
            self._model.show(analysis, rows, occurring, range(visible.first, visible.last + 1))
            return
        before = self._model.analysis
        place = remember(self, self._model, self.selected_positions(), self.visible_rows())
        self._restoring = True
        self._model.show(analysis, rows, occurring)
        if before is None or before.urls is not analysis.urls:
            self._find_site()
        crawlers = [column.crawler for column in analysis.columns]
        if before is None or [column.crawler for column in before.columns] != crawlers:
            now = {crawler.token for crawler in crawlers}
            self.columns.forget({column.crawler.token for column in before.columns} - now if before else set())
            self.columns.find_equal()
        elif before.urls is not analysis.urls:
            self.columns.find_equal()
        self._lay_out_columns()  # Qt shows all columns after a reset
        self._restore(place)
        self._restoring = False
        self._update_all()

    def show_verdicts(self, analysis: Analysis) -> None:
        """Show newer verdicts in the listed rows if the list is the same."""
        shown = self._model.analysis
        if shown is not None and shown.table is analysis.table:
            self.show_analysis(analysis, self._model.rows, self._model.occurring)

    def merge_columns(self) -> None:
        """Merge and part columns by their verdicts, at rest; under the pointer nothing moves until it leaves."""
        if self.underMouse():
            self.columns.narrow_titles()
            self._must_merge = True
        else:
            self._must_merge = False
            self.columns.merge_again()

    def set_asked(self, kinds: AbstractSet[FilterKind]) -> None:
        """Set the kinds that the person filters by: a column for one of them is shown even if room is short."""
        if kinds != self._model.asked:
            self._model.asked = kinds
            self._lay_out_columns()

    def set_marks(self, marks: MatrixMarks) -> None:
        self._model.set_marks(marks)
        self._paint_cells_again()

    def select(self, cell: Cell | None) -> None:
        """Select a cell without a signal; it may be one that is not listed now."""
        if cell == self.cell:
            return  # the echo of our own signal must not undo a selection of several rows
        self.cell = cell
        if cell and cell.token in self.columns.hidden_crawlers:
            self.columns.show(cell.token)
        self._restoring = True
        index = self._model.index_of(self.cell)
        if index.isValid():
            self.selectionModel().setCurrentIndex(index, _Flag.ClearAndSelect | _Flag.Rows)
        else:
            self.selectionModel().clear()
        self._restoring = False
        self._update_all()

    def mark_line(self, line: int) -> None:
        """Mark the cells that a line decides, 0 for none."""
        if line != self._line:
            self._line = line
            self._paint_cells_again()

    def set_stale(self, stale: bool) -> None:
        """Dim the verdicts while newer ones are computed."""
        if stale != self._stale:
            self._stale = stale
            self._paint_cells_again()

    def set_base(self, base: str | None) -> None:
        """Show the URLs of this site without their host, unless most are on another."""
        self._base = base
        self._find_site()

    def _find_site(self) -> None:
        """Find the site whose URLs are shown without their host: the one of most URLs."""
        analysis = self._model.analysis
        common = common_site(analysis.urls) if analysis else ""
        self._site = common or self._base
        self.corner.set_base(self._site)
        self._urls.viewport().update()

    def show_sort(self, sort: SortKey | None) -> None:
        """Show the sort order in the headers."""
        self._crawlers.set_sort(sort)
        self.corner.set_sort(sort)

    def cell_after_selection(self) -> Cell | None:
        """Return the cell to select when the selected rows are removed: in the row below them, or else above."""
        rows, column = self.selected_rows(), max(0, self.currentIndex().column())
        if not rows.size:
            return None
        below = self._model.cell_at(int(rows[-1]) + 1, column)
        return below or self._model.cell_at(int(rows[0]) - 1, column)

    def crawler_header(self) -> CrawlerHeader:
        return self._crawlers

    def selected_rows(self) -> Rows:
        """Return the numbers of the selected rows, in ascending order."""
        return rows_of(self.selectionModel().selection())

    def selected_positions(self) -> Rows:
        """Return the positions of the selected URLs in the list."""
        rows = self.selected_rows()
        return self._model.rows[rows[rows < len(self._model.rows)]]

    # For the painters

    def highlights(self) -> Highlights:
        visible, model = self.visible_rows(), self.selectionModel()
        nowhere = QModelIndex()
        rows = range(visible.first, visible.last + 1) if model.hasSelection() else ()
        selected = frozenset(row for row in rows if model.rowIntersectsSelection(row, nowhere))
        current = self.currentIndex()
        focus = (current.row(), current.column()) if current.isValid() else None
        return Highlights(selected, self._hovered, focus, self._line, self._stale, self.hasFocus())

    def url_base(self) -> str | None:
        """Return the site whose URLs are shown without their host."""
        return self._site

    def url_width(self) -> int:
        return self._urls.width()

    # Qt's events

    def leaveEvent(self, event: QEvent) -> None:
        """Merge the columns that became equal while the pointer was here."""
        super().leaveEvent(event)
        if self._must_merge:
            self.merge_columns()

    def dataChanged(self, first: AnyIndex, last: AnyIndex, roles: Sequence[int] = ()) -> None:
        if QAccessible.isActive():
            super().dataChanged(first, last, roles)  # notifies assistive programs, and repaints everything visible
        else:
            self.viewport().update(self.visualRect(first) | self.visualRect(last))
        self.frozen.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        visible, highlights = self.visible_rows().within(event.rect(), self._painter.art.height), self.highlights()
        painter.fillRect(event.rect(), theme.color("surface"))
        self._painter.paint_rows(painter, visible, highlights, self.viewport().width())
        self._painter.paint_cells(painter, visible, highlights)
        for place in self.extra_places():
            extra = self._model.extra_at(place.number)
            if extra is not None:
                self._painter.paint_extra(painter, extra, visible, highlights, place)

    def extra_places(self) -> Sequence[VisibleColumn]:
        """Return the columns that are not of a crawler, with their positions."""
        numbers = range(len(self._model.columns), self._model.columnCount())
        shown = (each for each in numbers if not self.isColumnHidden(each))
        return [VisibleColumn(each, self.columnViewportPosition(each), self.columnWidth(each)) for each in shown]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out_columns()
        self._keep_in_sight(event.oldSize().height() - event.size().height())

    def updateGeometries(self) -> None:
        wanted = self.columns.url_width()
        if self._urls.width() != wanted or self._urls.minimumWidth() != wanted:
            self._urls.setFixedWidth(wanted)
        super().updateGeometries()
        self.corner.setGeometry(0, 0, wanted, SIZES.matrix_header)
        self._left_fill.setFixedWidth(wanted)
        self.frozen.lay_out(self.columns.frozen(), wanted, SIZES.matrix_header + self.viewport().height())
        self._crawlers.set_band(self.frozen.band)
        self.columns_laid_out.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        for key, act in self._actions_of_keys():
            if event.matches(key):
                act()
                return
        if is_delete(event):
            self._actions.remove()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._activate(self.currentIndex())
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() == 0 and not event.modifiers():
            self._crawlers.enter(self.currentIndex().column())
        elif event.key() == Qt.Key.Key_Escape:
            self._actions.leave_rows()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # A shortcut of the window (Edit > Copy of the editor) must not take these keys from the focused matrix.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = [key for key, _ in self._actions_of_keys()]
            if any(event.matches(key) for key in (*keys, QKeySequence.StandardKey.SelectAll)):
                event.accept()
                return True
        return super().event(event)

    def keyboardSearch(self, search: str) -> None:
        """Ignore typed letters: Qt would ask every row for its text."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._pressed_flask = QPersistentModelIndex(self._flask_at(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index, pressed = self._flask_at(event), self._pressed_flask
        self._pressed_flask = QPersistentModelIndex()
        if index.isValid() and pressed == index:  # no drag that ends there
            corner = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            self._actions.open_expectation(index.row(), index.column(), corner)

    def _flask_at(self, event: QMouseEvent) -> QModelIndex:
        """Return the cell whose flask is clicked, an invalid index if none is."""
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or event.modifiers() or not index.isValid():
            return QModelIndex()
        rect = self.visualRect(index)
        is_flask = event.position().x() > rect.right() - expected_width(rect.width())
        has_flask = is_flask and self._model.expected_at(index.row(), index.column()) is not None
        return index if has_flask else QModelIndex()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and event.position().x() >= 0:
            self._activate(self.indexAt(event.position().toPoint()))

    def _actions_of_keys(self) -> tuple[tuple[QKeySequence.StandardKey, Callable[[], None]], ...]:
        return (
            (QKeySequence.StandardKey.Copy, self._actions.copy),
            (QKeySequence.StandardKey.Paste, self._actions.paste),
            (QKeySequence.StandardKey.Undo, self._actions.undo),
        )

    def _activate(self, index: QModelIndex) -> None:
        facts = self._model.facts(index.row(), index.column()) if index.isValid() else None
        if facts is not None and facts.line:
            self._actions.show_line(facts.line)

    # Selection and scroll position

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._crawlers.set_current(current.column() if current.isValid() else -1)
        if self._restoring:
            return
        cell = self._cell_of(current) if current.isValid() else None
        if cell != self.cell:
            self.cell = cell
            self.cell_selected.emit(cell)

    def _cell_of(self, index: QModelIndex) -> Cell | None:
        """Return the cell at an index; for a fact, which has no crawler, keep the selected crawler."""
        extra = self._model.extra_at(index.column())
        kept = self._model.column_of(self.cell.token) if self.cell and extra is not None and extra.fact else None
        return self._model.cell_at(index.row(), index.column() if kept is None else kept)

    def reveal_column(self, extra: ExtraColumn | None) -> None:
        """Scroll sideways until an extra column is visible; do nothing without one."""
        if extra in self._model.extras:
            self._on_column_reached(len(self._model.columns) + self._model.extras.index(extra))

    def _on_column_reached(self, column: int) -> None:
        first = self._model.index(max(0, self.rowAt(0)), column)
        self.scrollTo(first)

    def _on_selection_changed(self) -> None:
        self._update_all()

    def _restore(self, place: MatrixPlace) -> None:
        selection = self.selectionModel()
        again = selection_again(place, self._model)
        selection.select(again, _Flag.ClearAndSelect)
        index = self._model.index_of(self.cell)
        if index.isValid():
            follows = self.hasAutoScroll()
            self.setAutoScroll(False)
            selection.setCurrentIndex(index, _Flag.ClearAndSelect | _Flag.Rows if again.isEmpty() else _Flag.NoUpdate)
            self.setAutoScroll(follows)
        else:
            self._crawlers.set_current(-1)
        self.executeDelayedItemsLayout()
        scroll_again(self, place, self._model, self._painter.art.height)

    # Layout

    def _lay_out_columns(self) -> None:
        """Fit the columns to their titles, never to their contents, so that no result changes a width."""
        self.corner.set_hidden(self.columns.lay_out())
        widths = self._crawlers.wanted_widths(self.width() - SCROLL_BAR)
        for number, width in enumerate(widths):
            self.setColumnWidth(number, width)
        self.columns.fold_extras(self.width() - SCROLL_BAR)
        self._crawlers.put_before(self._model.columns_before())
        self.updateGeometries()

    def _on_widened(self) -> None:
        self.updateGeometries()
        self._update_all()

    def _on_hid(self) -> None:
        self._lay_out_columns()
        self._go_to_column_of_cell()
        self.columns.leave_hidden()
        self._update_all()

    def _go_to_column_of_cell(self) -> None:
        """Move to the column that shows the crawler of the selected cell, which stays selected."""
        index = self._model.index_of(self.cell)
        if index.isValid() and index != self.currentIndex():
            self._restoring = True
            self.selectionModel().setCurrentIndex(index, _Flag.NoUpdate)
            self._restoring = False

    def _on_theme_changed(self) -> None:
        self._painter.art.forget()
        self._crawlers.setFixedHeight(SIZES.matrix_header)
        self._right_fill.setFixedHeight(SIZES.matrix_header)
        self._urls.setMinimumSectionSize(1)
        self._urls.setDefaultSectionSize(self._painter.art.height)
        self.verticalScrollBar().setSingleStep(self._painter.art.height)
        self.setMinimumHeight(SIZES.matrix_header + self._painter.art.height)
        self._lay_out_columns()
        self._update_all()

    def _update_all(self) -> None:
        self.frozen.update()
        for part in (self.viewport(), self._urls.viewport(), self._crawlers.viewport(), self.corner, self._right_fill):
            part.update()
