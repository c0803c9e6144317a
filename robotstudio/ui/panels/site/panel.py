"""The Site tab: sources of test URLs, lines that were not read, requests of crawlers, and a crawl."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QWidget

from robotstudio.draft.log_report import Log
from robotstudio.draft.url_sources import SourceEntries, SourceEntry
from robotstudio.engine.crawlers import Catalogue
from robotstudio.text.language import WORDS, Meant, Plural, ntr, tr
from robotstudio.ui.panels.site import words
from robotstudio.ui.panels.site.actions import COMPARE, CRAWL, LOGS, NOT_INDEXED, SOURCES, TIMELINE, SiteActions
from robotstudio.ui.panels.site.log_view import LogView
from robotstudio.ui.panels.site.source_detail import SourceDetail
from robotstudio.ui.panels.site.source_table import SourceTable
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import Button, GhostButton, SecondaryButton, SelectorButton
from robotstudio.ui.widgets.grounds import TabPage, column_in
from robotstudio.ui.widgets.headers import SectionHeader, ToolRow
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint
from robotstudio.ui.widgets.menus import MenuAction, build_menu, fill_menu, give_menu, popup_at
from robotstudio.ui.widgets.progress import ProgressRow
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.urls.sources.reading import SourceReading
from robotstudio.urls.url_set import Source

_COLUMNS, _REJECTED, _LOG = range(3)
_SOURCES, _CRAWL, _LOGS, _NOT_INDEXED, _TIMELINE = range(5)
"""The segments."""
_PROGRESS_HEIGHT = 28
_NARROW, _CHOOSER = 720, 260
_MORE_LINES = Plural("{count} more line is not shown.", "{count} more lines are not shown.")


class SitePanel(TabPage):
    """The segments of the tab; the controller does what `actions` asks for."""

    def __init__(self, actions: SiteActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._entries = SourceEntries()
        self._only = ""
        self._is_running = self._has_crawls = False
        self._header = SectionHeader("", self, height=SIZES.tool_row)
        self.parts = SegmentedControl([tr("Sources"), tr(Meant("Crawl", "noun")), tr("Logs"), "", ""], self)
        self.parts.set_label(_NOT_INDEXED, "")
        self.parts.set_label(_TIMELINE, "")
        self.crawl_parts = SegmentedControl(
            [tr("URLs"), tr("Reachability"), tr("Findings"), tr(Meant("Search", "noun"))], self
        )
        self._crawl_row = ToolRow(self)
        self.modes = SegmentedControl([tr("One crawl"), tr("Compare")], self)
        self.crawl = SelectorButton(tr(Meant("Crawl", "noun")), parent=self)
        self._crawl_menu = give_menu(self.crawl)
        self.state = ElidedLabel("", self, px=12, color="text2")
        self.crawl_button = SecondaryButton(tr("Crawl…"), parent=self)
        self.pause_button = SecondaryButton(tr("Pause"), Glyph.PAUSE, self)
        self.stop_button = SecondaryButton(tr("Stop"), Glyph.CLOSE, self)
        self.pages = QStackedWidget(self)
        self._made: dict[int, QWidget] = {}
        self._page_of: Callable[[int], QWidget] | None = None
        self._counts = ElidedLabel("", self, px=12, color="text2")
        self.add_button = SecondaryButton(tr("Add files…"), Glyph.PLUS, self)
        self.add_button.setAccessibleName(tr("Add files…"))
        self.add_button.setToolTip(tr("Add files…"))
        self.newer_button = SecondaryButton(tr("Load a newer export…"), Glyph.REFRESH, self)
        self.newer_button.setAccessibleName(tr("Load a newer export…"))
        self.newer_button.setToolTip(tr("Load a newer export…"))
        self.sources = SourceTable(self._on_named, self)
        self.buttons = {name: self._make_button(*facts) for name, facts in self._button_rows().items()}
        self.progress = ProgressRow(self)
        self.views = SegmentedControl([tr("Columns"), tr("Lines not read"), tr("What crawlers requested")], self)
        self.detail = SourceDetail(actions.load_again, partial(self.views.set_current, _REJECTED), self)
        self.log = LogView(actions, self)
        self.rejected = Table(
            tr("Lines not read"),
            self._rejected_columns(),
            parent=self,
            is_multiple=True,
            nothing=tr("Every line of this source was read."),
        )
        self.copy_rejected = GhostButton(tr("Copy lines"), Glyph.COPY, self)
        self._stack = QStackedWidget(self)
        self._hint = EmptyHint(tr("No test URLs yet."), tr("Add files…"), self)
        self._lay_out()
        self._connect()
        self._update_buttons()

    @property
    def source(self) -> Source | None:
        entry = self._entry()
        return entry.source if entry else None

    def help_page(self) -> str:
        """Return the help page about the current part."""
        return {
            SOURCES: "guide/many-urls",
            LOGS: "reference/compliance",
            NOT_INDEXED: "guide/not-indexed",
            TIMELINE: "guide/not-indexed",
        }.get(self.part, "guide/crawl")

    @property
    def part(self) -> int:
        """The part that is shown."""
        segment = self.parts.current
        if segment == _CRAWL and self.modes.current:
            return COMPARE
        return (SOURCES, CRAWL + self.crawl_parts.current, LOGS, NOT_INDEXED, TIMELINE)[segment]

    def set_pages(self, page_of: Callable[[int], QWidget]) -> None:
        """Set the function that creates the other parts, each when it is first shown."""
        self._page_of = page_of

    def drop_pages(self) -> None:
        """Remove the parts of the crawl; each is created again when it is next shown."""
        self.show_part(SOURCES)
        for part in (*range(CRAWL, LOGS), COMPARE):
            page = self._made.pop(part, None)
            if page is not None:
                self.pages.removeWidget(page)
                page.deleteLater()

    def show_part(self, part: int) -> None:
        is_crawl = CRAWL <= part < LOGS or part == COMPARE
        if is_crawl:
            self.modes.set_current(int(part == COMPARE))
        if is_crawl and part != COMPARE:
            self.crawl_parts.set_current(part - CRAWL)
        segments = {SOURCES: _SOURCES, LOGS: _LOGS, TIMELINE: _TIMELINE}
        self.parts.set_current(_CRAWL if is_crawl else segments.get(part, _NOT_INDEXED))

    def show_not_indexed(self, count: int, *, has_timeline: bool = False) -> None:
        """Show the part about pages that are not indexed, with their number, and the timeline; at 0 it is hidden."""
        self.parts.set_label(_TIMELINE, tr("Timeline") if has_timeline else "")
        if not has_timeline and self.part == TIMELINE:
            self.show_part(SOURCES)
        self.parts.set_label(_NOT_INDEXED, tr("Not indexed") if count else "")
        self.parts.set_count(_NOT_INDEXED, WORDS.number(count) if count else "")
        if not count and self.part == NOT_INDEXED:
            self.show_part(SOURCES)

    def set_count(self, part: int, count: str) -> None:
        """Show a count beside the name of a part."""
        if part in {SOURCES, CRAWL}:
            self.parts.set_count(part, count)
        else:
            self.crawl_parts.set_count(part - CRAWL, count)

    def show_kept(self, title: str, rows: Sequence[MenuAction]) -> None:
        """Show which crawl is shown, and the menu to choose another."""
        self.crawl.set_value(title)
        self._has_crawls = bool(rows)
        fill_menu(self._crawl_menu, rows)
        self._show_buttons()

    def show_crawl(self, state: str, *, is_running: bool, is_paused: bool) -> None:
        """Show the state of the crawl, and the buttons that apply to it."""
        self.state.setText(state)
        self.pause_button.setText(tr("Resume") if is_paused else tr("Pause"))
        self.pause_button.set_glyph(Glyph.PLAY if is_paused else Glyph.PAUSE)
        self._is_running = is_running
        self._show_buttons()

    def show_entries(self, entries: SourceEntries) -> None:
        """Show the sources; the selected one stays selected."""
        before = self.source
        self._entries = entries
        self.sources.show_entries(entries.entries)
        loaded = sum(entry.is_loaded for entry in entries.entries)
        self._counts.setText(words.total_words(entries.urls, loaded, entries.shared) if loaded else "")
        self.set_count(SOURCES, WORDS.number(len(entries.entries)) if entries.entries else "")
        self._hint.setVisible(not entries.entries and self.part == SOURCES)
        self.select(before or None)
        if self.sources.current_row is None and entries.entries:
            self.select(entries.entries[0].source)
        self._on_row_changed()

    def select(self, source: Source | None) -> None:
        if source is not None:
            self.sources.select_row(source.id)

    def show_only(self, source_id: str) -> None:
        """Mark the only source that the matrix shows, "" for all."""
        self._only = source_id
        self._update_buttons()

    def show_log(self, log: Log | None, catalogue: Catalogue) -> None:
        """Show the requests of a log, or that there is none."""
        self.log.show_log(log, catalogue)
        self.views.set_segment_enabled(_LOG, log is not None, tr("No access log is loaded."))
        if log is None and self.views.current == _LOG:
            self.views.set_current(_COLUMNS)

    def show_reading(self, reading: SourceReading | None) -> None:
        """Show which lines of the selected source were not read."""
        rejected = reading.rejected if reading else ()
        count = reading.rejected_count if reading else 0
        rows = [
            (TableCell(WORDS.number(line.number)), TableCell(line.text), TableCell(WORDS.tell(line.why), "warning"))
            for line in rejected
        ]
        if count > len(rejected):
            more = ntr(_MORE_LINES, count - len(rejected))
            rows.append((TableCell("…"), TableCell(""), TableCell(more, "text2")))
        entry = self._entry()
        is_loaded = entry is None or entry.is_loaded
        self.rejected.set_nothing(
            tr("Every line of this source was read.") if is_loaded else tr("This source is not loaded.")
        )
        self.rejected.set_rows(rows)
        self.views.set_count(_REJECTED, WORDS.number(count) if count else "")
        self.copy_rejected.setEnabled(bool(rows))

    def show_rejected(self, source: Source) -> None:
        """Show the lines of a source that were not read."""
        self.select(source)
        self.views.set_current(_REJECTED)

    def show_columns(self, source: Source) -> None:
        """Show how the columns of a source are read."""
        self.show_part(SOURCES)
        self.select(source)
        self.views.set_current(_COLUMNS)

    def show_requests(self, source: Source) -> None:
        """Show the requests of the crawlers in a log."""
        self.select(source)
        self.views.set_current(_LOG)

    def close_threads(self) -> None:
        self.log.close_threads()

    def _on_menu_requested(self, _entry: SourceEntry, at: QPoint) -> None:
        rows = [
            MenuAction(button.accessibleName(), button.click, is_enabled=button.isEnabled())
            for button in self.buttons.values()
        ]
        popup_at(build_menu(self, rows), at, self)

    def _entry(self) -> SourceEntry | None:
        entry: SourceEntry | None = self.sources.current_row
        return entry

    def _on_row_changed(self, _row: object = None) -> None:
        self._update_buttons()
        self.detail.show_entry(self._entry())
        self._actions.show_source(self.source)

    def _update_buttons(self) -> None:
        entry, source = self._entry(), self.source
        is_loaded = entry is not None and entry.is_loaded
        is_alone = source is not None and self._only == source.id
        self.buttons["refresh"].setEnabled(source is not None and bool(source.locations))
        self.buttons["only"].setEnabled(is_loaded)
        self._name_button(self.buttons["only"], tr("Show all sources") if is_alone else tr("Show only this"))
        self.buttons["rename"].setEnabled(source is not None and source.kind != "typed")
        self.buttons["remove"].setEnabled(source is not None)

    def _on_only(self) -> None:
        source = self.source
        is_alone = source is not None and self._only == source.id
        self._actions.show_only(None if is_alone else source)

    def _on_refresh(self) -> None:
        if self.source is not None:
            self._actions.load_again(self.source)

    def _on_rename(self) -> None:
        self.sources.edit_name()

    def _on_remove(self) -> None:
        if self.source is not None:
            self._actions.remove_source(self.source)

    def _on_named(self, entry: SourceEntry, name: str) -> None:
        self._actions.rename_source(entry.source, name)

    def _button_rows(self) -> dict[str, tuple[str, Glyph]]:
        return {
            "refresh": (tr("Reload"), Glyph.REFRESH),
            "only": (tr("Show only this"), Glyph.FILTER),
            "rename": (tr("Rename"), Glyph.FILE),
            "remove": (tr("Remove"), Glyph.TRASH),
        }

    def _make_button(self, text: str, glyph: Glyph) -> Button:
        button = GhostButton("", glyph, self)
        self._name_button(button, text)
        return button

    @staticmethod
    def _name_button(button: Button, text: str) -> None:
        button.setAccessibleName(text)
        button.setToolTip(text)

    def _rejected_columns(self) -> Sequence[TableColumn]:
        return (
            TableColumn("line", tr("Line"), width=70, is_number=True),
            TableColumn("text", tr("Text"), width=210, is_code=True, weight=500),
            TableColumn("reason", tr("Why it was not read"), least=80),
        )

    def _on_part_changed(self, _segment: int) -> None:
        part = self.part
        if part != SOURCES and part not in self._made and self._page_of is not None:
            self._made[part] = page = self._page_of(part)
            self.pages.addWidget(page)
        page = self._made.get(part, self._sources_page)
        self.pages.setCurrentWidget(page)
        if page.focusProxy() is not None:  # the next keys go to its field
            page.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._hint.setVisible(part == SOURCES and not self._entries.entries)
        self._show_buttons()

    def _show_buttons(self) -> None:
        segment = self.parts.current
        for widget in (self._counts, self.add_button):
            widget.setVisible(segment == _SOURCES)
        self.newer_button.setVisible(segment == _NOT_INDEXED)
        is_crawl = segment == _CRAWL
        is_one = self.part != COMPARE
        has_crawl = bool(self.state.text()) or self._has_crawls
        self._crawl_row.setVisible(is_crawl and is_one and (has_crawl or self.part != CRAWL))
        self.crawl.setVisible(self._has_crawls and not self._is_running)
        self.modes.setVisible(is_crawl and has_crawl and not self._is_running)
        self.state.setVisible(is_crawl)
        self.crawl_button.setVisible(is_crawl and not self._is_running)
        for button in (self.pause_button, self.stop_button):
            button.setVisible(is_crawl and self._is_running)

    def _lay_out(self) -> None:
        self._header.title.hide()
        self._header.add_lead(self.parts)
        self._header.add_left(self._counts, 1)
        self._header.add_left(self.state, 1)
        buttons = (self.modes, self.crawl_button, self.pause_button, self.stop_button)
        for button in (self.add_button, self.newer_button, *buttons):
            self._header.add_right(button)
        top, bottom = QWidget(self), QWidget(self)
        above, below = column_in(top), column_in(bottom)
        above.addWidget(self.sources, 1)
        below.addWidget(self._bar([self.views], [*self.buttons.values()]))
        below.addWidget(self._stack, 1)
        self._stack.addWidget(self.detail)
        for page, left, right in (
            (self.rejected, (), (self.copy_rejected,)),
            (self.log, (self.log.counts,), (self.log.show_crawlers,)),
        ):
            whole = QWidget(self)
            rows = column_in(whole)
            rows.addWidget(self._bar(left, right))
            rows.addWidget(page, 1)
            self._stack.addWidget(whole)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(top)
        splitter.addWidget(bottom)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([self.sources.height_of(4), 600])
        self._sources_page = splitter
        self.pages.addWidget(splitter)
        layout = column_in(self)
        line = QHBoxLayout(self._crawl_row)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        line.addWidget(self.crawl_parts)
        line.addStretch(1)
        line.addWidget(self.crawl)
        self.crawl.setMaximumWidth(_CHOOSER)
        self.crawl.set_label_shown(False)
        for part, stretch in ((self._header, 0), (self._crawl_row, 0), (self.pages, 1)):
            layout.addWidget(part, stretch)
        self._hint.raise_()
        self._show_buttons()

    def _bar(self, left: Sequence[QWidget], right: Sequence[QWidget] = ()) -> QWidget:
        bar = QWidget(self)
        layout = QHBoxLayout(bar)
        layout.setContentsMargins(8, 4, 8, 4)
        layout.setSpacing(4)
        for part in left:
            layout.addWidget(part)
        layout.addStretch(1)
        for part in right:
            layout.addWidget(part)
        return bar

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        top = self._header.sizeHint().height()
        # The icon alone if there is no space for the text.
        is_narrow = self.width() < _NARROW
        self.add_button.setText("" if is_narrow else tr("Add files…"))
        self.newer_button.setText("" if is_narrow else tr("Load a newer export…"))
        self._hint.setGeometry(0, top, self.width(), self.height() - top)
        height = _PROGRESS_HEIGHT
        self.progress.setGeometry(0, self.height() - height, self.width(), height)

    def _connect(self) -> None:
        targets = {
            "refresh": self._on_refresh,
            "only": self._on_only,
            "rename": self._on_rename,
            "remove": self._on_remove,
        }
        for name, button in self.buttons.items():
            button.clicked.connect(targets[name])
        self.parts.current_changed.connect(self._on_part_changed)
        self.crawl_parts.current_changed.connect(self._on_part_changed)
        self.modes.current_changed.connect(self._on_part_changed)
        self.add_button.clicked.connect(self._actions.load_urls)
        self.newer_button.clicked.connect(self._actions.load_urls)
        self._hint.action_triggered.connect(self._actions.load_urls)
        self.sources.row_changed.connect(self._on_row_changed)
        self.sources.removal_requested.connect(self._on_remove)
        self.sources.menu_requested.connect(self._on_menu_requested)
        self.views.current_changed.connect(self._stack.setCurrentIndex)
        self.copy_rejected.clicked.connect(self.rejected.copy)
