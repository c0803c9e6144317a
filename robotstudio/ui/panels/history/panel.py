"""The History tab: shows earlier fetches. The controller does the work."""

from collections.abc import Sequence
from datetime import timedelta

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from robotstudio.draft.changes.text_comparison import VersionChanges
from robotstudio.fetch.history.model import Entry, HostSummary
from robotstudio.text.language import tr
from robotstudio.ui.jobs.histories import NOTHING, Snapshot, VersionPair
from robotstudio.ui.jobs.watching import INTERVALS, NOT_WATCHED
from robotstudio.ui.panels.history import words
from robotstudio.ui.panels.history.compare_pane import ComparePane
from robotstudio.ui.panels.history.timeline_view import TimelineView
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import CheckBox, GhostButton
from robotstudio.ui.widgets.empty_hint import EmptyHint
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.headers import ToolRow

_COMPACT_BELOW = 780


class HistoryToolRow(ToolRow):
    """Emits the user's choices, but nothing for `show_hosts`."""

    host_chosen = Signal(str)
    interval_chosen = Signal(object)  # timedelta, None to stop
    export_clicked = Signal()
    forget_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._are_watched: list[bool] = []
        self.hosts = self._combo(tr("Host"))
        self.hosts.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.intervals = self._combo(tr("Watch this host"))
        self.intervals.setToolTip(tr("Fetch it again while the program runs, and tell when the answer changes"))
        self.intervals.addItem(tr(NOT_WATCHED), None)
        for every, title in INTERVALS.items():
            self.intervals.addItem(tr(title), every)
        self.export_button = GhostButton(tr("Export…"), Glyph.DOWNLOAD, self)
        self.forget_button = GhostButton(tr("Remove…"), Glyph.TRASH, self)
        self.export_button.setToolTip(tr("Write the fetches of this host and their files into a ZIP file"))
        self.forget_button.setToolTip(tr("Remove this host from the history and from the watch list"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset - 6, 1)
        layout.setSpacing(SIZES.between_controls)
        layout.addWidget(self.hosts, 1)
        for part in (self.intervals, self.export_button, self.forget_button):
            layout.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hosts.activated.connect(self._on_host_activated)
        self.intervals.activated.connect(self._on_interval_activated)
        self.export_button.clicked.connect(self.export_clicked)
        self.forget_button.clicked.connect(self.forget_clicked)
        theme.changed.connect(self._show_icons)

    def show_hosts(self, summaries: Sequence[HostSummary], current: HostSummary | None) -> None:
        """List the hosts and select `current`."""
        known = [self.hosts.itemData(row) for row in range(self.hosts.count())]
        if known != [summary.host for summary in summaries]:
            self.hosts.clear()
            for summary in summaries:
                self.hosts.addItem("", summary.host)
        for row, summary in enumerate(summaries):
            self.hosts.setItemText(row, words.host_text(summary))
        self._are_watched = [bool(summary.every) for summary in summaries]
        self._show_icons()
        if current is not None:
            self.hosts.setCurrentIndex(self.hosts.findData(current.host))
            self.intervals.setCurrentIndex(max(0, self._row_of(current.every)))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, SIZES.tool_row)

    def set_room(self, width: int) -> None:
        """Hide the texts of buttons if there is little room."""
        is_compact = width < _COMPACT_BELOW
        self.export_button.setText("" if is_compact else tr("Export…"))
        self.forget_button.setText("" if is_compact else tr("Remove…"))
        self.export_button.setAccessibleName(tr("Export…"))
        self.forget_button.setAccessibleName(tr("Remove…"))

    def _show_icons(self) -> None:
        """Update the icons of the hosts in the colours of the theme."""
        for row, is_watched in enumerate(self._are_watched):
            sign, color = (Glyph.CLOCK, "accent") if is_watched else (Glyph.GLOBE, "text3")
            self.hosts.setItemIcon(row, theme.icon(sign, color))

    def _combo(self, name: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setProperty("controlSize", "small")
        combo.setAccessibleName(name)
        combo.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        combo.setMaxVisibleItems(20)
        return combo

    def _row_of(self, every: timedelta | None) -> int:
        intervals = [self.intervals.itemData(row) for row in range(self.intervals.count())]
        return intervals.index(every) if every in intervals else 0

    def _on_host_activated(self, row: int) -> None:
        self.host_chosen.emit(self.hosts.itemData(row))

    def _on_interval_activated(self, row: int) -> None:
        self.interval_chosen.emit(self.intervals.itemData(row))


_SHARES = (2, 3)


class HistoryPanel(QWidget):
    """Call `show_snapshot` after each change of the history; `versions_wanted` requests a comparison."""

    shown = Signal()
    host_chosen = Signal(str)
    interval_chosen = Signal(str, object)  # a host; timedelta, None to stop
    export_requested = Signal(str)
    forget_requested = Signal(str, int)
    versions_wanted = Signal(object, object)  # the older Entry, None for the previous file; the newer one
    restore_requested = Signal(object)  # Entry
    baseline_requested = Signal(object)  # Entry
    rule_asked = Signal(str, str)  # a host, a line
    kept_changed = Signal(bool)
    address_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = NOTHING
        self._path = ""
        self._newer: Entry | None = None
        self.tools = HistoryToolRow(self)
        self.timeline = TimelineView(self)
        self.compare = ComparePane(self)
        self.footer = Footer(self)
        self.keeps = CheckBox(self.footer)
        self.keeps.setText(tr("Keep what is fetched"))
        self.keeps.setChecked(True)
        self.keeps.setToolTip(tr("Off: no fetch is kept and no host is watched. What was kept stays until removed."))
        self.footer.add_left(self.keeps)
        self.empty = EmptyHint("", tr("Fetch a robots.txt"), self)
        self._lay_out()
        self._connect()
        self.show_snapshot(NOTHING)

    @property
    def is_kept(self) -> bool:
        return self.keeps.isChecked()

    @property
    def selected(self) -> Entry | None:
        """Entry that can be restored."""
        return self._newer

    def set_kept(self, is_kept: bool) -> None:
        """Show if fetches are saved."""
        self.keeps.setChecked(is_kept)

    def set_path(self, path: str) -> None:
        """Set the path of the history."""
        self._path = path
        self._show_usage()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        has_hosts = bool(snapshot.hosts)
        self.tools.show_hosts(snapshot.hosts, snapshot.summary)
        for button in (self.tools.export_button, self.tools.forget_button):
            button.setEnabled(bool(snapshot.host))
        self.timeline.show_entries(snapshot.entries)
        self._pages.setCurrentIndex(1 if has_hosts else 0)
        self._show_usage()
        if not snapshot.entries:
            self._newer = None
            self.compare.show_nothing()

    def show_changes(self, pair: VersionPair, changes: VersionChanges) -> None:
        """Show the differences of two versions, unless the selection has changed."""
        if self._newer is not None and pair.newer.entry.id == self._newer.id:
            self.compare.show_changes(pair, changes)

    def show_since(self, rule: str, entry: Entry | None) -> None:
        """Show since when a rule exists."""
        self.compare.show_since(rule, words.since_text(rule, entry))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.tools.set_room(self.width())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    def _lay_out(self) -> None:
        self._splitter = QSplitter(Qt.Orientation.Vertical, self)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        for part, share in zip((self.timeline, self.compare), _SHARES, strict=True):
            self._splitter.addWidget(part)
            self._splitter.setStretchFactor(self._splitter.count() - 1, share)
        self._splitter.setSizes([share * 100 for share in _SHARES])
        work = QWidget(self)
        column = column_in(work)
        column.addWidget(self.tools)
        column.addWidget(self._splitter, 1)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(work)
        outer = column_in(self)
        outer.addWidget(self._pages, 1)
        outer.addWidget(self.footer)

    def _connect(self) -> None:
        self.tools.host_chosen.connect(self.host_chosen)
        self.tools.interval_chosen.connect(self._on_interval_chosen)
        self.tools.export_clicked.connect(self._on_export_clicked)
        self.tools.forget_clicked.connect(self._on_forget_clicked)
        self.timeline.chosen.connect(self._on_chosen)
        self.compare.restore_clicked.connect(self._on_restore_clicked)
        self.compare.baseline_clicked.connect(self._on_baseline_clicked)
        self.compare.rule_asked.connect(self._on_rule_asked)
        self.keeps.toggled.connect(self._on_kept_changed)
        self.empty.action_triggered.connect(self.address_requested)

    def _show_usage(self) -> None:
        self.footer.set_remark(words.usage_text(self._snapshot.usage, self._path) if self._path else "")
        self.empty.set_content(
            tr("Every robots.txt that you fetch is kept here, to be compared later.")
            if self.is_kept
            else tr("No history is kept. Tick “Keep what is fetched” to begin one."),
            tr("Fetch a robots.txt") if self.is_kept else "",
        )

    def _on_chosen(self) -> None:
        """Compare one entry with the file before it, several the newest with the oldest."""
        chosen = self.timeline.selected_entries()
        files = [entry for entry in chosen if entry.has_rules]
        self._newer = files[0] if files else None
        if not chosen:
            self.compare.show_nothing()
        elif not files:
            self.compare.show_failure(chosen[0])
        else:
            self.versions_wanted.emit(files[-1] if len(files) > 1 else None, files[0])

    def _on_interval_chosen(self, every: timedelta | None) -> None:
        self.interval_chosen.emit(self._snapshot.host, every)

    def _on_export_clicked(self) -> None:
        self.export_requested.emit(self._snapshot.host)

    def _on_forget_clicked(self) -> None:
        self.forget_requested.emit(self._snapshot.host, len(self._snapshot.entries))

    def _on_restore_clicked(self) -> None:
        self.restore_requested.emit(self._newer)

    def _on_baseline_clicked(self) -> None:
        self.baseline_requested.emit(self._newer)

    def _on_rule_asked(self, line: str) -> None:
        self.rule_asked.emit(self._snapshot.host, line)

    def _on_kept_changed(self, is_kept: bool) -> None:
        self._show_usage()
        self.kept_changed.emit(is_kept)
