"""The Simulation tab. It shows analyses and asks for changes of its URLs; both are for the window to connect."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QVBoxLayout, QWidget

from robotstudio.engine.scope import governing_robots_url
from robotstudio.io.url_set import Source
from robotstudio.io.urls import UrlList
from robotstudio.ui.analysis import Analysis, Cell
from robotstudio.ui.simulation import words
from robotstudio.ui.simulation.add_menu import AddMenu
from robotstudio.ui.simulation.exporter import Exporter
from robotstudio.ui.simulation.filters import FilterKind, Listing, Rows
from robotstudio.ui.simulation.footer import Footer
from robotstudio.ui.simulation.lister import NO_MARKS, Question
from robotstudio.ui.simulation.listings import Listings
from robotstudio.ui.simulation.marks import Changes, ChangeSource, Expected, MatrixMarks
from robotstudio.ui.simulation.matrix_menu import MenuAction, build_menu
from robotstudio.ui.simulation.matrix_view import MatrixView
from robotstudio.ui.simulation.narrowing_bar import NarrowingBar
from robotstudio.ui.simulation.sorting import SortKey, next_key
from robotstudio.ui.simulation.tool_row import ToolRow
from robotstudio.ui.simulation.totals_row import TotalsRow
from robotstudio.ui.simulation.url_entry import UrlEntry
from robotstudio.ui.simulation.url_list import UrlListEditor, is_short_list
from robotstudio.ui.survey import Fact
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.empty_hint import EmptyHint
from robotstudio.ui.widgets.progress_row import ProgressRow

_COMPACT_BELOW = 760
_ROW_COMPACT_BELOW = 800
_LOW_BELOW = 400
_UPDATING_AFTER_MS = 100
_ENTRY_WIDTH = 500
_ENTRY_MARGIN = 8
_Key = QKeySequence.StandardKey


class SimulationPanel(QWidget):
    """Tool row, matrix, totals and footer."""

    cell_selected = Signal(object)
    crawler_selected = Signal(str)
    line_activated = Signal(int)
    urls_changed = Signal(object)
    load_urls_requested = Signal()
    text_offered = Signal(str)
    crawlers_requested = Signal()
    fetch_requested = Signal(str)
    check_requested = Signal(str)  # the full URL of a page
    listed = Signal(int)
    export_requested = Signal()
    export_failed = Signal(str)
    left = Signal()
    grouping_requested = Signal()
    suggestion_requested = Signal(object)
    narrowing_left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._analysis: Analysis | None = None
        self._sort: SortKey | None = None
        self._shows_updating = False
        self._more_actions: Callable[[], Sequence[MenuAction]] = tuple
        self._narrowed: Rows | None = None
        self._narrowed_of: object = None
        self._marks = NO_MARKS
        self._listings = Listings(self)
        self._exporter = Exporter(self)
        self._layout = QVBoxLayout(self)
        self.url_list = UrlListEditor(self)
        self.tool_row = ToolRow(theme, self)
        self.view = MatrixView(theme, self)
        self.narrowing = NarrowingBar(theme, self)
        self.totals = TotalsRow(theme, self.view, self)
        self.footer = Footer(theme, self)
        self.hint = EmptyHint(theme, "", parent=self)
        self.entry = UrlEntry(theme, self)
        self.progress = ProgressRow(theme, self)
        self.add_menu = AddMenu(self)
        self._updating = QTimer(self)
        self._updating.setSingleShot(True)
        self._updating.setInterval(_UPDATING_AFTER_MS)
        self._lay_out()
        self._connect()
        self._update_hint(listed=0)

    # What the window calls

    @property
    def selected_cell(self) -> Cell | None:
        """The selected cell; a filter may hide it."""
        return self.view.cell

    def selected_cells(self, most: int) -> tuple[Cell, ...]:
        """The cells of the selected rows in the column of the selected one; at most so many."""
        column = max(0, self.view.currentIndex().column())
        cells = (self.view.matrix.cell_at(row, column) for row in self.view.selected_rows()[:most].tolist())
        return tuple(filter(None, cells))

    def extend_menu(self, actions: Callable[[], Sequence[MenuAction]]) -> None:
        """Offer more in the context menu: what `actions` gives when it is opened."""
        self._more_actions = actions

    def show_analysis(self, analysis: Analysis) -> None:
        """Show the answer to a request. Nothing moves, unless rows come or go."""
        self._analysis = analysis
        self.url_list.follow(analysis.urls)
        self._end_updating()
        self._list()
        cell = self.view.cell
        if cell and (analysis.column_of(cell.token) is None or analysis.position(cell.url) is None):
            self._announce(None)

    def set_marks(self, marks: MatrixMarks) -> None:
        """Mark cells that changed, and those that are not as expected."""
        self._marks = marks
        self.view.set_marks(marks)
        self._list()

    def mark_changes(self, changed: Mapping[str, Changes | ChangeSource]) -> None:
        """Mark cells whose verdict is another than that of the version compared with; other marks stay."""
        if changed or self._marks.changed:
            self.set_marks(replace(self._marks, changed=changed))

    def mark_expectations(self, expectations: Mapping[Cell, Expected]) -> None:
        """Mark cells that are expected to say something; other marks stay."""
        self.set_marks(replace(self._marks, expectations=expectations))

    def show_decided_by(self, line: int) -> None:
        """List the URLs about which a line decides for some crawler, 0 for all."""
        self.tool_row.show_line(line)

    def show_source(self, source: Source | None) -> None:
        """List the URLs that a source brought, None for all."""
        self.tool_row.show_source(source.id if source else "", source.name if source else "")

    def close_threads(self) -> None:
        """End the threads that list and export."""
        self._listings.close()
        self._exporter.close()

    def set_stale(self, stale: bool) -> None:
        """Tell whether a newer analysis is on its way; that is shown where it takes long enough to be seen."""
        if not stale:
            self._end_updating()
        elif not self._shows_updating and not self._updating.isActive():
            self._updating.start()

    def select(self, cell: Cell | None) -> None:
        """Select a cell without announcing it."""
        self.view.select(cell)
        self._update_offer()

    def show_reader(self, token: str | None) -> None:
        """Show as which crawler the editor shows the file."""
        self.view.crawler_header().set_reader(token)

    def show_caret_line(self, line: int | None) -> None:
        """Mark the cells that the line at the caret decides."""
        self.view.mark_line(line or 0)

    def show_as_if(self, short: str) -> None:
        """Say that what is shown is supposed, and what; "" where it is not."""
        self.footer.show_as_if(words.as_if_words(short) if short else "")

    def set_base(self, base: str | None) -> None:
        """The site that paths without a host are of."""
        self.url_list.set_base(base)
        self.view.set_base(base)

    def add_list(self, found: UrlList) -> None:
        """Add what was read from a file, and show what could not be read."""
        self.url_list.add(found)

    def remove_all_urls(self) -> None:
        """Take all URLs out of the list; can be undone."""
        self.url_list.remove_all()

    def narrow(self, words: str, positions: Rows) -> None:
        """List only the URLs at some positions until that is dismissed or other URLs are loaded; `words` name them."""
        if self._analysis is not None:
            self.tool_row.clear()
            self._narrowed, self._narrowed_of = positions, self._analysis.urls
            self.narrowing.show_words(words, len(positions), len(self._analysis.urls))
            self._list()
            self.view.setFocus()

    def widen(self) -> None:
        """List all URLs again."""
        self._narrowed = self._narrowed_of = None
        self.narrowing.hide()
        self._list()

    def suggest_rule(self) -> None:
        """Ask for rules for the selected URLs."""
        self.suggestion_requested.emit(self.view.selected_positions())

    def focus_search(self) -> None:
        """Put the keyboard into the search field."""
        self.tool_row.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.tool_row.search.selectAll()

    def open_url_entry(self) -> None:
        """Open the place where URLs are typed."""
        self._place_over()
        self.entry.open_entry()

    # Listing

    def _list(self) -> None:
        analysis = self._analysis
        if analysis is None:
            return
        question = Question(analysis, self.tool_row.filters, self._sort, self._marks, self._narrowed_in(analysis))
        if not self._listings.ask(question):
            self.view.show_verdicts(analysis)
            self._update_footer()

    def _on_listed(self, question: Question, listing: Listing) -> None:
        analysis, filters = question.analysis, question.filters
        with_readings = FilterKind.READING in listing.occurring | filters.kinds
        self.view.show_analysis(analysis, listing.rows, with_readings=with_readings)
        self.tool_row.show_counts(listing.counts, len(analysis.urls), listing.occurring)
        listed = len(listing.rows)
        titles = [column.crawler.title for column in analysis.columns]
        is_filtered = filters.are_on or question.narrowed is not None
        self.totals.show_counts(words.totals_words(listed, filtered=is_filtered), titles, listing.blocked)
        self._update_footer()
        self._update_hint(listed)
        self._update_offer()
        self.listed.emit(listed)

    def _narrowed_in(self, analysis: Analysis) -> Rows | None:
        """The only positions to be listed; narrowing ends with the URLs that it was about."""
        if self._narrowed is not None and self._narrowed_of is not analysis.urls:
            self._narrowed = self._narrowed_of = None
            self.narrowing.hide()
        return self._narrowed

    def sort_by(self, key: SortKey | None) -> None:
        """List in another order, None for that in which the URLs were added."""
        self._sort = key
        self.view.show_sort(key)
        self._list()

    def _update_footer(self) -> None:
        analysis = self._analysis
        if analysis is None:
            return
        outside = analysis.survey.count(Fact.OUTSIDE)
        size = words.size_words(self.view.matrix.rowCount(), len(analysis.urls), len(analysis.columns), outside)
        verdicts = len(analysis.urls) * len(analysis.columns)
        end = words.updating_words() if self._shows_updating else words.time_words(verdicts, analysis.elapsed_ms)
        self.footer.show_size(f"{size} · {end}")

    def _governing(self) -> str:
        """The robots.txt that governs the selected URL, "" where it is the one in the editor or none."""
        cell, analysis = self.view.cell, self._analysis
        if cell is None or analysis is None or analysis.outside is None:
            return ""
        place = analysis.position(cell.url)
        is_outside = place is not None and bool(analysis.outside[place])
        return governing_robots_url(cell.url) or "" if is_outside else ""

    def _update_offer(self) -> None:
        self.footer.offer_fetch(self._governing())

    def _update_hint(self, listed: int) -> None:
        analysis = self._analysis
        if analysis is None or not analysis.urls:
            self.hint.set_content(self.tr("No test URLs yet."), self.tr("Add URLs"))
        elif not analysis.columns:
            self.hint.set_content(self.tr("No crawler is chosen."), self.tr("Choose crawlers"))
        elif not listed:
            self.hint.set_content(self.tr("No URL matches."), self.tr("Clear filters"))
        self.hint.setVisible(not listed or analysis is None or not analysis.columns)

    def _on_hint_action(self) -> None:
        if self._analysis is None or not self._analysis.urls:
            self.open_url_entry()
        elif not self._analysis.columns:
            self.crawlers_requested.emit()
        else:
            self.tool_row.clear()
            self.widen()
            self.view.setFocus()

    # Stale

    def _on_updating(self) -> None:
        self._show_updating(shown=True)

    def _end_updating(self) -> None:
        self._updating.stop()
        if self._shows_updating:
            self._show_updating(shown=False)

    def _show_updating(self, *, shown: bool) -> None:
        self._shows_updating = shown
        self.view.set_stale(shown)
        self.totals.set_stale(shown)
        self._update_footer()

    # Keys and clicks

    def _on_cell_selected(self, cell: Cell | None) -> None:
        self._update_offer()
        self.cell_selected.emit(cell)

    def _on_crawler_clicked(self, column: int) -> None:
        if 0 <= column < len(self.view.matrix.columns):
            token = self.view.matrix.columns[column].crawler.token
            self.sort_by(next_key(self._sort, token))
            self.crawler_selected.emit(token)

    def _on_corner_clicked(self) -> None:
        self.sort_by(next_key(self._sort, None))

    def _on_add_clicked(self) -> None:
        if not self.entry.isHidden():
            self.entry.close_entry()
            return
        self.add_menu.popup_under(self.tool_row.add_button)

    def _on_escape_pressed(self) -> None:
        if self.tool_row.filters.are_on:
            self.tool_row.clear()
        elif self._narrowed is not None:
            self._leave_narrowing()
        else:
            self.left.emit()

    def _leave_narrowing(self) -> None:
        self.widen()
        self.view.setFocus()
        self.narrowing_left.emit()

    def _on_copy_requested(self) -> None:
        positions = self.view.selected_positions()
        if self._analysis is not None and positions.size:
            self._exporter.copy(self._analysis, positions)

    def copy_as_markdown(self) -> None:
        """Put the selected rows into the clipboard as a table of Markdown; all that are listed where none is."""
        positions = self.view.selected_positions()
        if self._analysis is not None and len(self.view.matrix.rows):
            shown = positions if positions.size else self.view.matrix.rows
            self._exporter.copy(self._analysis, shown, "markdown")

    def export(self, path: Path, format_id: str) -> None:
        """Write the listed rows, in their order, to a file."""
        if self._analysis is not None:
            self._exporter.export(self._analysis, self.view.matrix.rows, path, format_id)

    def _on_paste_requested(self) -> None:
        self._take_text(QGuiApplication.clipboard().text())

    def _take_text(self, text: str) -> None:
        """A short list is as if typed; what is a table or a log, or long, is read as a source."""
        if is_short_list(text):
            self.url_list.add_text(text)
        else:
            self.entry.close_entry()
            self.text_offered.emit(text)

    def _on_removal_requested(self) -> None:
        analysis, positions = self._analysis, self.view.selected_positions()
        if analysis is None or not positions.size:
            return
        self._announce(self.view.cell_after_selection())
        self.url_list.remove_rows(analysis.urls, positions)

    def _announce(self, cell: Cell | None) -> None:
        self.view.select(cell)
        self._update_offer()
        self.cell_selected.emit(cell)

    def _on_rejected_found(self, rejected: object) -> None:
        self.entry.show_rejected(rejected if isinstance(rejected, tuple) else ())
        if rejected:
            self.open_url_entry()
        elif self.entry.is_empty:
            self.entry.close_entry()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if not self.view.geometry().contains(event.pos()):
            return
        index, by_key = self.view.currentIndex(), event.reason() == QContextMenuEvent.Reason.Keyboard
        corner = self.view.visualRect(index).bottomLeft()
        at = self.view.viewport().mapToGlobal(corner) if by_key and index.isValid() else event.globalPos()
        build_menu(self, self._menu_actions()).popup(at)

    def _menu_actions(self) -> list[MenuAction]:
        index = self.view.currentIndex()
        facts = self.view.matrix.facts(index.row(), index.column())
        actions = []
        if facts is not None and facts.line:
            text = self.tr("Show line {line}").format(line=facts.line)
            actions += [
                MenuAction(text, partial(self.line_activated.emit, facts.line), Qt.Key.Key_Return),
                MenuAction(),
            ]
        more = self._more_actions()
        if more:
            actions += [*more, MenuAction()]
        about = self._address_actions()
        if about:
            actions += [*about, MenuAction()]
        if facts is not None:
            crawler = facts.column.crawler
            text = self.tr("Sort by {crawler}").format(crawler=crawler.title)
            actions.append(MenuAction(text, partial(self.sort_by, SortKey(crawler.token))))
        return [
            *actions,
            MenuAction(self.tr("Suggest a rule…"), self.suggest_rule, QKeySequence("Ctrl+Shift+D")),
            MenuAction(self.tr("Sort by URL"), partial(self.sort_by, SortKey(None))),
            MenuAction(self.tr("Order as added"), partial(self.sort_by, None)),
            MenuAction(),
            MenuAction(self.tr("Copy rows"), self._on_copy_requested, _Key.Copy),
            MenuAction(self.tr("Copy as Markdown"), self.copy_as_markdown),
            MenuAction(self.tr("Export what is listed…"), self.export_requested.emit),
            MenuAction(),
            MenuAction(self.tr("Paste URLs"), self._on_paste_requested, _Key.Paste),
            MenuAction(self.tr("Remove URLs"), self._on_removal_requested, _Key.Delete),
        ]

    def _address_actions(self) -> list[MenuAction]:
        """What can be asked of the web about the selected URL; a mere path names no page."""
        actions, governing, cell = [], self._governing(), self.view.cell
        if governing:
            text = self.tr("Fetch {url}").format(url=governing)
            actions.append(MenuAction(text, partial(self.fetch_requested.emit, governing)))
        if cell is not None and cell.url.startswith(("http://", "https://")):
            actions.append(MenuAction(self.tr("Check this page"), partial(self.check_requested.emit, cell.url)))
        return actions

    # Qt's events

    def minimumSizeHint(self) -> QSize:
        # What the compact form needs, although it is not compact yet: it becomes so by being made narrower.
        px = self._theme.fonts.px
        return QSize(px(SIZES.right_width_min), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        px = self._theme.fonts.px
        narrow = self.width() < px(_COMPACT_BELOW)
        self.tool_row.set_compact(self.width() < px(_ROW_COMPACT_BELOW) + self.tool_row.lead_width)
        self.footer.set_legend_shown(not narrow and self.height() >= px(_LOW_BELOW))
        self._place_over()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface"))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        # A dropped file is the window's business, which sees whether it is a list or a robots.txt.
        if data.hasText() and not any(url.isLocalFile() for url in data.urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self._take_text(event.mimeData().text())

    def _place_over(self) -> None:
        """Put what lies over the matrix where it belongs: the hint below the headers, the entry below its button."""
        self._layout.activate()
        px, matrix = self._theme.fonts.px, self.view.geometry()
        self.hint.setGeometry(matrix.adjusted(0, px(SIZES.matrix_header), 0, 0))
        width = min(px(_ENTRY_WIDTH), self.width() - 2 * px(_ENTRY_MARGIN))
        top = self.tool_row.geometry().bottom() + 1
        height = min(self.entry.sizeHint().height(), self.height() - top - px(_ENTRY_MARGIN))
        self.progress.setGeometry(self.footer.geometry())
        self.entry.setGeometry(QRect(self.width() - px(_ENTRY_MARGIN) - width, top, width, height))

    # Set up

    def _lay_out(self) -> None:
        layout = self._layout
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        layout.addWidget(self.tool_row)
        layout.addWidget(self.narrowing)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.totals)
        layout.addWidget(self.footer)
        self.hint.raise_()
        self.entry.raise_()
        self.setAcceptDrops(True)

    def _connect(self) -> None:
        view, entry, urls = self.view, self.entry, self.url_list
        self.tool_row.filters_changed.connect(self._list)
        self.tool_row.add_clicked.connect(self._on_add_clicked)
        self.tool_row.left.connect(view.setFocus)
        self.narrowing.left.connect(self._leave_narrowing)
        self.tool_row.grouping_clicked.connect(self.grouping_requested)
        view.cell_selected.connect(self._on_cell_selected)
        view.line_activated.connect(self.line_activated)
        view.copy_requested.connect(self._on_copy_requested)
        view.paste_requested.connect(self._on_paste_requested)
        view.removal_requested.connect(self._on_removal_requested)
        view.undo_requested.connect(urls.undo)
        view.escape_pressed.connect(self._on_escape_pressed)
        view.crawler_header().sectionClicked.connect(self._on_crawler_clicked)
        view.corner.clicked.connect(self._on_corner_clicked)
        self.add_menu.typing_chosen.connect(self.open_url_entry)
        self.add_menu.files_chosen.connect(self.load_urls_requested)
        self.add_menu.clipboard_chosen.connect(self._on_paste_requested)
        entry.lines_entered.connect(self._take_text)
        entry.paste_requested.connect(self._on_paste_requested)
        entry.load_requested.connect(self.load_urls_requested)
        entry.removal_of_all_requested.connect(urls.remove_all)
        entry.closed.connect(view.setFocus)
        urls.urls_changed.connect(self.urls_changed)
        urls.rejected_found.connect(self._on_rejected_found)
        urls.changed.connect(self.footer.show_notice)
        urls.removed.connect(self.footer.show_removal)
        self.footer.undo_requested.connect(urls.undo)
        self.footer.fetch_requested.connect(self.fetch_requested)
        self.hint.action_triggered.connect(self._on_hint_action)
        self._updating.timeout.connect(self._on_updating)
        self._listings.listed.connect(self._on_listed)
        self._exporter.said.connect(self.footer.show_notice)
        self._exporter.progressed.connect(self.footer.show_progress)
        self._exporter.failed.connect(self.export_failed)
        self.footer.cancel_requested.connect(self._exporter.cancel)
