"""Lower half of reachability: the orphaned pages with the broken path, and the site as a map or a list."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSplitter, QStackedWidget, QWidget

from robotstudio.crawl.insight.reach_report import PatternShare, ReachReport, ReachRow
from robotstudio.text.language import tr
from robotstudio.ui.panels.site.broken_path import BrokenPath
from robotstudio.ui.panels.site.map_words import map_columns
from robotstudio.ui.panels.site.site_map import SiteMap
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.headers import SectionTitle, ToolRow
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table

_ORPHANS, _SITE = 0, 1
_MAP, _LIST = 0, 1
_NARROW = 760


class ReachDetails(QWidget):
    """Both side by side, or one of them if there is no space for two."""

    def __init__(
        self, orphans: Table, path: BrokenPath, show_pattern: Callable[[str, Sequence[str]], None], parent: QWidget
    ) -> None:
        """Create it; `show_pattern` gets a path pattern and its URLs."""
        super().__init__(parent)
        self._show_pattern = show_pattern
        self._report: ReachReport | None = None
        self.parts = SegmentedControl([tr("Orphaned by the draft"), tr("Path patterns")], self)
        self.looks = SegmentedControl([tr("Map"), tr("List")], self)
        self.map = SiteMap(self._on_pattern_chosen, self)
        self.list = Table(tr("Path patterns"), map_columns(), _number_of, self)
        self._stack = QStackedWidget(self)
        self._switch = ToolRow(self)
        self._orphaned = self._titled_orphans(orphans, path)
        self._site = self._titled_site()
        self._lay_out()
        self.looks.current_changed.connect(self._stack.setCurrentIndex)
        self.parts.current_changed.connect(self._show_parts)
        self.list.row_activated.connect(self._on_pattern_chosen)

    def show_row(self, report: ReachReport, row: ReachRow) -> None:
        """Show the pages that the crawlers of a row can reach."""
        self._report = report
        shares = report.patterns(row)
        self.map.show_shares(shares)
        self.list.set_rows(shares)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_parts()

    def _on_pattern_chosen(self, share: PatternShare) -> None:
        if self._report is not None:
            self._show_pattern(share.text, self._report.urls_of(share.number))

    def _show_parts(self, _part: int = 0) -> None:
        is_narrow = self.width() < _NARROW
        self._switch.setVisible(is_narrow)
        self._orphaned.setVisible(not is_narrow or self.parts.current == _ORPHANS)
        self._orphans_title.setVisible(not is_narrow)
        self._site.setVisible(not is_narrow or self.parts.current == _SITE)

    def _titled_orphans(self, orphans: Table, path: BrokenPath) -> QWidget:
        way = QScrollArea(self)
        way.setFrameShape(QScrollArea.Shape.NoFrame)
        way.setWidgetResizable(True)
        way.setWidget(path)
        part = QSplitter(Qt.Orientation.Vertical, self)
        for title, widget in ((tr("Orphaned by the draft"), orphans), (tr("Where the path breaks"), way)):
            column = QWidget(part)
            rows = column_in(column)
            header = SectionTitle(title, column, height=32)
            rows.addWidget(header)
            rows.addWidget(widget, 1)
            part.addWidget(column)
            if widget is orphans:
                self._orphans_title = header
        part.setHandleWidth(1)
        part.setChildrenCollapsible(False)
        return part

    def _titled_site(self) -> QWidget:
        part, framed = QWidget(self), QWidget(self)
        title = SectionTitle(tr("Path patterns"), part, height=32)
        said = tr("Filled: blocked · hatched: not reachable · area: square root of the number of pages")
        title.add_left(ElidedLabel(said, part, px=11, color="text3"), 1)
        title.add_right(self.looks)
        around = QHBoxLayout(framed)
        around.setContentsMargins(SIZES.panel_inset, 2, SIZES.panel_inset, 6)
        around.addWidget(self.map)
        self._stack.addWidget(framed)
        self._stack.addWidget(self.list)
        rows = column_in(part)
        rows.addWidget(title)
        rows.addWidget(self._stack, 1)
        return part

    def _lay_out(self) -> None:
        line = QHBoxLayout(self._switch)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        line.addWidget(self.parts)
        line.addStretch(1)
        beside = QSplitter(Qt.Orientation.Horizontal, self)
        beside.addWidget(self._orphaned)
        beside.addWidget(self._site)
        beside.setHandleWidth(1)
        beside.setChildrenCollapsible(False)
        beside.setSizes([460, 460])
        rows = column_in(self)
        rows.addWidget(self._switch)
        rows.addWidget(beside, 1)


def _number_of(share: PatternShare) -> int:
    return share.number
