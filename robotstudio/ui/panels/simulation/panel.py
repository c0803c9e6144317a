"""The Simulation tab: shows analyses, and requests changes of the test URLs."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.draft.columns import UrlFlag
from robotstudio.draft.listing.filters import FilterKind, Filters, Listing, Rows
from robotstudio.draft.listing.lister import ListingQuestion, Ranks, SortKey
from robotstudio.draft.listing.marks import Changes, ChangeSource, Expected, MatrixMarks
from robotstudio.draft.url_sources import name_of
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.text.language import WORDS
from robotstudio.ui.document.urls import DocumentUrls
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.simulation import words
from robotstudio.ui.panels.simulation.actions import SimulationActions
from robotstudio.ui.panels.simulation.extra_columns import DataColumn, ExtraColumn
from robotstudio.ui.panels.simulation.listing import MatrixHint, MatrixListing, NarrowingBar, StartingBar
from robotstudio.ui.panels.simulation.matrix_view import MatrixView
from robotstudio.ui.panels.simulation.menus import AddMenu, CellMenu, ColumnMenu
from robotstudio.ui.panels.simulation.tool_row import MatrixToolRow
from robotstudio.ui.panels.simulation.totals import TotalsRow, WholeRows
from robotstudio.ui.panels.simulation.transfers import Transfers
from robotstudio.ui.panels.simulation.url_entry import UrlEntry
from robotstudio.ui.widgets.grounds import TabPage
from robotstudio.ui.widgets.menus import MenuAction
from robotstudio.ui.widgets.progress import ProgressRow
from robotstudio.urls.url_set import Source, UrlSet

_MOST_UNDONE = 100

ExplainUnlisted = Callable[[Analysis], tuple[str, Sequence[tuple[str, Callable[[], object]]]]]
"""Describes the tests that no cell of an analysis shows, and offers what can be done."""


class SimulationPanel(TabPage):
    """Tool row, matrix and totals."""

    listed = Signal(int)

    def __init__(self, urls: DocumentUrls, actions: SimulationActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.only_source = ""
        """The id of the source whose URLs alone are listed, "" for any."""
        self._is_stale = False
        self._layout = QVBoxLayout(self)
        self.urls = urls
        self._actions = actions
        self.tool_row = MatrixToolRow(actions.show_patterns, self)
        self.view = MatrixView(self, self)
        self.narrowing = NarrowingBar(self)
        self.starting, self.expecting = StartingBar(self), StartingBar(self)
        self._explain_unlisted: ExplainUnlisted = _nothing_unlisted
        self._wanted: Cell | None = None
        self._undos: list[Callable[[], object]] = []
        self._listing = MatrixListing(self.narrowing, self._on_listed, self._on_delayed, self)
        self.totals = TotalsRow(self.view, self)
        self.hint = MatrixHint(self, self)
        self.progress, self.exporting = ProgressRow(self), ProgressRow(self)
        self.rows = WholeRows(self.view, self.totals, self.hint, (self.progress, self.exporting), self)
        self.entry = UrlEntry(self, self)
        self.add_menu = AddMenu(actions, self.open_url_entry, self.paste, self)
        self._transfers = Transfers(self.view, self.urls, self, self.exporting, self)
        self._menu = CellMenu(self.view, self._transfers, actions, self, self)
        self.column_menu = ColumnMenu(self.view, self.sort_by, self)
        self._lay_out()
        self._connect()
        self.hint.explain(None, 0)

    # For the window

    @property
    def selected_cell(self) -> Cell | None:
        """The selected cell; a filter may hide it."""
        return self.view.cell

    def position_of(self, url: str) -> int | None:
        """Return the position of a URL in the shown analysis, whether or not a filter hides it."""
        return self.view.matrix.position_of(url)

    def crawlers_beside(self, token: str) -> Sequence[Crawler]:
        """Return the crawlers of the column that shows a crawler, none if no column does."""
        return self.view.matrix.crawlers_beside(token)

    def select_once_listed(self, cell: Cell | None) -> None:
        """Select a cell as soon as an analysis with it is listed, unless another is selected before; None for none."""
        self._wanted = cell
        self._select_wanted()

    def _select_wanted(self) -> None:
        wanted, matrix = self._wanted, self.view.matrix
        if wanted and matrix.position_of(wanted.url) is not None and matrix.column_of(wanted.token) is not None:
            self.move_to(wanted)

    def selected_cells(self, most: int) -> tuple[Cell, ...]:
        """Return the cells of the selected rows in the current column; at most so many."""
        column = max(0, self.view.currentIndex().column())
        cells = (self.view.matrix.cell_at(row, column) for row in self.view.selected_rows()[:most].tolist())
        return tuple(filter(None, cells))

    @property
    def selected_count(self) -> int:
        """The number of selected rows."""
        return len(self.view.selected_rows())

    @property
    def search_text(self) -> str:
        """The text in the search field."""
        return self.tool_row.search.text()

    def extend_keys(self, key: Qt.Key, act: Callable[[], object]) -> None:
        """Call `act` for a key that is pressed in the rows."""
        shortcut = QShortcut(key, self.view)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(act)

    def extend_menu(self, actions: Callable[[], Sequence[MenuAction]]) -> None:
        """Add the actions that `actions` returns when the context menu is opened."""
        self._menu.extend(actions)

    def show_analysis(self, analysis: Analysis) -> None:
        """Show another analysis. Nothing moves, unless rows are added or removed."""
        self.urls.follow(analysis.urls)
        self._transfers.follow(analysis)
        found = self._listing.take(analysis)
        if found is not None:
            self._on_listed(*found)
        cell = self.view.cell
        if cell and (analysis.column_of(cell.token) is None or analysis.position(cell.url) is None):
            self.move_to(None)

    @property
    def marks(self) -> MatrixMarks:
        return self._listing.marks

    def set_marks(self, marks: MatrixMarks) -> None:
        """Mark cells that changed, and those that are not as expected."""
        if marks.is_same_as(self.marks):
            return  # called after each key
        self.view.set_marks(marks)
        self._listing.set_marks(marks)

    def mark_changes(self, changed: Mapping[str, Changes | ChangeSource]) -> None:
        """Mark cells whose verdict differs from that of the compared version; other marks stay."""
        if changed or self.marks.changed:
            self.set_marks(replace(self.marks, changed=changed))

    def mark_expectations(self, expectations: Mapping[Cell, Expected]) -> None:
        """Mark cells with an expectation; other marks stay."""
        self.set_marks(replace(self.marks, expectations=expectations))

    def show_facts(self, columns: Sequence[ExtraColumn], urls: UrlSet, ranks: Ranks) -> None:
        """Show extra columns after the crawlers, and set the ranks by which these URLs are sorted in them."""
        if columns or self.view.matrix.chosen_extras:
            self.view.matrix.chosen_extras = tuple(columns)
            self._listing.set_ranks(urls, ranks)

    def show_columns(self, columns: Sequence[DataColumn], *, now: bool) -> None:
        """Show columns that sources bring, left of the crawlers: at once, or with the next analysis."""
        if columns or self.view.matrix.data_extras:
            self.view.matrix.data_extras = tuple(columns)
            if now:
                self._listing.update()

    def type_condition(self, start: str) -> None:
        """Put the start of a condition into the filter field, to be completed."""
        self.tool_row.search.setText(start)
        self.tool_row.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_decided_by(self, line: int) -> None:
        """List the URLs about which a line decides for some crawler, 0 for all."""
        self._end_filters()
        self.tool_row.show_line(line)

    def show_source(self, source: Source | None) -> None:
        """List the URLs that a source brought, None for those of any."""
        if source:
            self._end_filters()
        self.tool_row.show_source(source.id if source else "", name_of(source) if source else "")

    def close_threads(self) -> None:
        """End the threads that list and export."""
        self._listing.close()
        self._transfers.close()

    def set_stale(self, stale: bool) -> None:
        """Dim the verdicts while newer ones are computed, or show them as they are."""
        if stale != self._is_stale:
            self._is_stale = stale
            self.view.set_stale(stale)
            self.totals.set_stale(stale)
            self._update_size()

    def select(self, cell: Cell | None) -> None:
        """Select a cell without a signal."""
        self._wanted = None
        self.view.select(cell)

    def show_reader(self, token: str | None) -> None:
        """Highlight the crawler as which the editor shows the file."""
        self.view.crawler_header().set_reader(token)

    def show_caret_line(self, line: int | None) -> None:
        """Mark the cells that the line at the caret decides."""
        self.view.mark_line(line or 0)

    def offer_start(self, words: str, offers: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """Describe URLs that the person did not give, and offer others."""
        self.starting.offer(words, offers)

    def end_start(self) -> None:
        self.starting.end()

    def set_base(self, base: str | None) -> None:
        """Set the site of paths without a host."""
        self.urls.set_base(base)
        self.view.set_base(base)

    def narrow(self, words: str, positions: Rows) -> None:
        """List only the URLs at some positions until that is dismissed or other URLs are loaded; `words` name them."""
        if self._listing.analysis is not None:
            self.tool_row.clear()
            self.narrowing.start(words, positions, self._listing.analysis)
            self._listing.update()
            self.view.setFocus()

    def widen(self) -> None:
        self.narrowing.end()
        self._listing.update()

    def suggest_rules(self, positions: Rows) -> None:
        """Suggest rules for the URLs at some positions."""
        self._actions.suggest_rules(positions)

    def suggest_rule(self) -> None:
        """Suggest rules for the selected URLs."""
        self.suggest_rules(self.view.selected_positions())

    def show_expected(self) -> None:
        """List only the URLs with a test, failing ones first."""
        self._end_filters()
        self.tool_row.show_kinds(frozenset({FilterKind.EXPECTED}))
        self.sort_by(None)
        self.view.setFocus()

    def explain_unlisted(self, explain: ExplainUnlisted) -> None:
        """Let `explain` describe the tests that no cell shows, with offers; called while tests are listed."""
        self._explain_unlisted = explain

    def show_unlisted(self) -> None:
        """Describe these tests, if tests are listed."""
        analysis = self.view.matrix.analysis
        is_asked = self.tool_row.filters.kinds & {FilterKind.EXPECTED, FilterKind.FAILING}
        words, offers = self._explain_unlisted(analysis) if analysis and is_asked else ("", ())
        if words:
            self.expecting.offer(words, offers)
        else:
            self.expecting.end()

    def add_form(self, form: QWidget) -> None:
        """Put a form between the tool row and the matrix."""
        self._layout.insertWidget(self._layout.indexOf(self.rows), form)

    def open_expectation(self, row: int, column: int, at: QPoint) -> None:
        self._actions.open_expectations(self.view.matrix.cells_expected(row, column), at)

    def focus_search(self) -> None:
        self.tool_row.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.tool_row.search.selectAll()

    def open_url_entry(self) -> None:
        self._place_over()
        self.entry.open_entry()

    # Listing

    def _on_delayed(self, analysis: Analysis) -> None:
        self.view.show_verdicts(analysis)
        self._update_size()

    def _on_listed(self, question: ListingQuestion, listing: Listing) -> None:
        analysis, filters = question.analysis, question.filters
        self.view.show_analysis(analysis, listing.rows, listing.occurring | filters.kinds)
        self.view.set_asked(filters.kinds)
        self.tool_row.show_counts(listing.counts)
        listed = len(listing.rows)
        titles = [title_of(column.crawler) for column in analysis.columns]
        is_filtered = filters.are_on or question.narrowed is not None
        sums = [extra.total(listing.rows) for extra in self.view.matrix.extras]
        self.totals.show_counts(listed, titles, listing.blocked, sums, filtered=is_filtered)
        self._show_fault(WORDS.tell(listing.fault) if listing.fault else "")
        self._update_size()
        expects = FilterKind.EXPECTED in filters.kinds and FilterKind.EXPECTED not in listing.occurring
        self.hint.explain(analysis, listed, expects=expects)
        self.show_unlisted()
        self._select_wanted()
        self.listed.emit(listed)

    def _show_fault(self, sentence: str) -> None:
        """Say why the condition in the filter field is not understood, "" if it is."""
        if sentence and sentence != self.tool_row.search.fault:
            self._actions.say(sentence)
        self.tool_row.search.show_fault(sentence)

    def sort_by(self, key: SortKey | None) -> None:
        """List in another order, None for the order in which the URLs were added."""
        self.view.show_sort(key)
        self._listing.sort_by(key)

    def _update_size(self) -> None:
        analysis = self._listing.analysis
        if analysis is None:
            return
        outside = analysis.flags.count(UrlFlag.OUTSIDE)
        size = words.size_words(self.view.matrix.rowCount(), len(analysis.urls), len(analysis.columns), outside)
        verdicts = len(analysis.urls) * len(analysis.columns)
        end = words.updating_words() if self._is_stale else words.time_words(verdicts, analysis.elapsed_ms)
        sums = [full for _, full in self.totals.sums if full]
        self.totals.setToolTip("\n".join([together(" · ", size, end), *sums]))

    def list_all(self) -> None:
        self._end_filters()
        self._listing.update()
        self.view.setFocus()

    def _end_filters(self) -> None:
        """Let the next listing begin with all URLs."""
        self.narrowing.end()
        self.tool_row.clear()

    # Keys and clicks

    def _on_cell_selected(self, cell: Cell | None) -> None:
        self._wanted = None
        self._actions.select(cell)

    def _on_crawler_clicked(self, column: int) -> None:
        if 0 <= column < len(self.view.matrix.columns):
            token = self.view.matrix.columns[column].crawler.token
            if self.view.columns.open_or_merge(column):
                return
            self.sort_by(self._listing.next_sort(token))
            self._actions.read_as(token)
        elif (extra := self.view.matrix.extra_at(column)) is not None and extra.fact:
            self.sort_by(self._listing.next_sort(None, extra.fact, descends_first=extra.is_before and extra.is_number))

    def _on_corner_clicked(self) -> None:
        self.sort_by(self._listing.next_sort(None))

    def _on_add_clicked(self) -> None:
        if not self.entry.isHidden():
            self.entry.close_entry()
            return
        self.add_menu.popup_under(self.tool_row.add_button)

    def _on_filters_changed(self, filters: Filters) -> None:
        self._listing.set_filters(filters)
        if filters.source != self.only_source:
            self.only_source = filters.source
            self._actions.source_filtered(filters.source)

    def leave_rows(self) -> None:
        """End a filter, or else the selection, or else give the keyboard to the editor."""
        if self.tool_row.filters.are_on:
            self.tool_row.clear()
        elif self.narrowing.is_on:
            self._leave_narrowing()
        elif self.view.cell is not None:
            self.move_to(None)
        else:
            self._actions.leave()

    def _leave_narrowing(self) -> None:
        self.widen()
        self.view.setFocus()
        self._actions.end_narrowing()

    def copy_as_markdown(self) -> None:
        """Copy the selected rows as a Markdown table; all listed rows if none is selected."""
        self._transfers.copy_as_markdown()

    def export(self, path: Path, format_id: str) -> None:
        """Write the listed rows, in their order, to a file."""
        self._transfers.export(path, format_id)

    # Requests of its parts

    def move_to(self, cell: Cell | None) -> None:
        """Select a cell, and tell the window."""
        self._wanted = None
        self.view.select(cell)
        self._actions.select(cell)

    def show_export_error(self, sentence: str) -> None:
        self._actions.show_export_error(sentence)

    def say(self, sentence: str) -> None:
        self._actions.say(sentence)

    def note_change(self, undo: Callable[[], object]) -> None:
        """Let the next Undo in the rows revert a change."""
        self._undos = [*self._undos[-_MOST_UNDONE:], undo]

    def offer_undo(self, sentence: str, undo: Callable[[], object]) -> None:
        self.note_change(undo)
        self._actions.offer_undo(sentence, undo)

    def choose_crawlers(self) -> None:
        """Let the user choose crawlers."""
        self._actions.choose_crawlers()

    def load_urls(self) -> None:
        """Load URLs from files."""
        self._actions.load_urls()

    def load_text(self, text: str) -> None:
        """Read a text that is not a short list as a source."""
        self.entry.close_entry()
        self._actions.load_text(text)

    def take_text(self, text: str) -> None:
        """Add the URLs of a text."""
        self._transfers.take_text(text)

    def show_line(self, line: int) -> None:
        """Put the caret on a line of the draft."""
        self._actions.show_line(line)

    def copy(self) -> None:
        """Copy the selected rows."""
        self._transfers.copy()

    def remove(self) -> None:
        """Remove the selected URLs."""
        self._transfers.remove()

    def undo(self) -> None:
        """Undo the last removal of URLs or change of tests."""
        if self._undos:
            self._undos.pop()()

    def paste(self) -> None:
        """Add the URLs in the clipboard."""
        self._transfers.paste()

    def remove_all(self) -> None:
        """Remove all URLs."""
        self.urls.remove_all()

    def focus_rows(self) -> None:
        self.view.setFocus()

    def _on_rejected_found(self, rejected: object) -> None:
        self.entry.show_rejected(rejected if isinstance(rejected, tuple) else ())
        if rejected:
            self.open_url_entry()
        elif self.entry.is_empty:
            self.entry.close_entry()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        header, by_key = self.view.crawler_header(), event.reason() == QContextMenuEvent.Reason.Keyboard
        at = self.view.mapFromGlobal(event.globalPos())
        if by_key and header.hasFocus():
            corner = QPoint(header.place_of(header.place), header.height())
            self.column_menu.open(header.place, header.viewport().mapToGlobal(corner))
        elif self.view.rect().contains(at) and at.y() < header.height() and not by_key:
            x = header.viewport().mapFromGlobal(event.globalPos()).x()
            self.column_menu.open(header.column_at(x) if x >= 0 else -1, event.globalPos())
        elif self.rows.rect().contains(self.rows.mapFromGlobal(event.globalPos())):
            self._menu.open(event, self._listing.governing(self.view.cell))

    # Qt's events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_over()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        # Dropped files are handled by the window, which distinguishes a list from a robots.txt.
        if data.hasText() and not any(url.isLocalFile() for url in data.urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self._transfers.take_text(event.mimeData().text())

    def _place_over(self) -> None:
        self._layout.activate()
        self.entry.place(self.rect(), self.tool_row.geometry().bottom() + 1)

    # Set up

    def _lay_out(self) -> None:
        layout = self._layout
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        layout.addWidget(self.tool_row)
        layout.addWidget(self.narrowing)
        layout.addWidget(self.starting)
        layout.addWidget(self.expecting)
        layout.addWidget(self.rows, 1)
        self.setAcceptDrops(True)

    def _connect(self) -> None:
        view = self.view
        view.cell_selected.connect(self._on_cell_selected)
        view.crawler_header().sectionClicked.connect(self._on_crawler_clicked)
        view.corner.clicked.connect(self._on_corner_clicked)
        self.urls.rejected_found.connect(self._on_rejected_found)
        self.tool_row.filters_changed.connect(self._on_filters_changed)
        self.tool_row.add_button.clicked.connect(self._on_add_clicked)
        self.tool_row.search.left.connect(view.setFocus)
        self.narrowing.all_button.clicked.connect(self._leave_narrowing)


def _nothing_unlisted(_analysis: Analysis) -> tuple[str, Sequence[tuple[str, Callable[[], object]]]]:
    return "", ()
