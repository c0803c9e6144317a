"""Lower half of reachability: the orphaned pages with the broken path, and the site as a map or a list."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.crawl.insight.map_tiles import MAP, MapTile, map_rows
from robotstudio.crawl.insight.reach_report import PatternShare, ReachReport, ReachRow
from robotstudio.engine.sums import Sum
from robotstudio.store.files import write_atomic
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.ui.panels.site.actions import ReachActions
from robotstudio.ui.panels.site.broken_path import BrokenPath
from robotstudio.ui.panels.site.map_words import area_words, map_columns
from robotstudio.ui.panels.site.site_map import SiteMap
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.headers import SectionTitle, ToolRow
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.urls.set_columns import SetColumn, full_titles, title_of

_ORPHANS, _SITE = 0, 1
_MAP, _LIST = 0, 1
_NARROW, _LOW, _SIZE_BY = 760, 190, 158
_SIZE: Message = "Size: {column}"


class ReachDetails(QWidget):
    """Both side by side, or one of them if there is no space for two."""

    def __init__(self, orphans: Table, path: BrokenPath, actions: ReachActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._report: ReachReport | None = None
        self._row: ReachRow | None = None
        self.shares: tuple[PatternShare, ...] = ()
        """The path patterns of the crawlers that are shown, those with the most pages first."""
        self.sizes: tuple[Sum, ...] = ()
        """What the areas of the map are of, for each of them."""
        self.parts = SegmentedControl([tr("Orphaned by the draft"), tr("Path patterns")], self)
        self.looks = SegmentedControl([tr("Map"), tr("List")], self)
        self.map = SiteMap(self, self)
        self.size_by = QComboBox(self)
        self.size_by.setProperty("controlSize", "small")
        self.size_by.setAccessibleName(tr("Size by"))
        self.size_by.setFixedWidth(_SIZE_BY)
        self.size_by.addItem(tr(_SIZE, column=tr("Pages")), "")
        self.back = GhostButton("", Glyph.CHEVRON_LEFT, self)
        self.back.setToolTip(tr("Back to the level above (Backspace)"))
        self.back.hide()
        self.caption = Label("", self, px=11, color="text3")
        self.caption.setWordWrap(True)
        self.list = Table(tr("Path patterns"), map_columns(), _number_of, self)
        self._stack = QStackedWidget(self)
        self._switch = ToolRow(self)
        self._orphaned = self._titled_orphans(orphans, path)
        self._site = self._titled_site()
        self._lay_out()
        self.looks.current_changed.connect(self._stack.setCurrentIndex)
        self.parts.current_changed.connect(self._show_parts)
        self.list.row_activated.connect(self._on_pattern_chosen)
        self.list.menu_requested.connect(self._on_list_menu)
        self.size_by.currentIndexChanged.connect(self._show_sizes)
        self.back.clicked.connect(self.map.go_back)

    def show_row(self, report: ReachReport, row: ReachRow) -> None:
        """Show the pages that the crawlers of a row can reach."""
        self._report, self._row = report, row
        self._offer_sizes(report)
        self.shares = report.patterns(row)
        self._show_sizes()

    @property
    def column(self) -> SetColumn | None:
        """The column that the areas of the map are of, None for the pages."""
        columns = self._report.columns if self._report is not None else ()
        return next((each for each in columns if each.id == self.size_by.currentData()), None)

    @property
    def measure(self) -> str:
        """The column with its source and period, "" for the pages."""
        column = self.column
        if column is None or self._report is None:
            return ""
        columns = self._report.columns
        titles = full_titles(columns, WORDS)
        return next(title for each, title in zip(columns, titles, strict=True) if each.id == column.id)

    def write(self, path: Path) -> None:
        """Write the map as a picture, or all path patterns as a table, by the suffix. Raises FileError."""
        if path.suffix.lower() == ".png":
            write_atomic(path, self.map.picture())
        else:
            MAP.write(path, map_rows(self.shares, self.measure, self.sizes))

    def _offer_sizes(self, report: ReachReport) -> None:
        columns = report.columns
        titles = full_titles(columns, WORDS)
        short = [title_of(each.info, WORDS) for each in columns]
        named = [one if short.count(one) == 1 else full for one, full in zip(short, titles, strict=True)]
        offered = [("", tr("Pages")), *((each.id, name) for each, name in zip(columns, named, strict=True))]
        offered = [(column_id, tr(_SIZE, column=name)) for column_id, name in offered]
        places = range(self.size_by.count())
        if offered == [(self.size_by.itemData(place), self.size_by.itemText(place)) for place in places]:
            return
        chosen = self.size_by.currentData()
        with QSignalBlocker(self.size_by):
            self.size_by.clear()
            for (column_id, text), title in zip(offered, ("", *titles), strict=True):
                self.size_by.addItem(text, column_id)
                self.size_by.setItemData(self.size_by.count() - 1, title, Qt.ItemDataRole.ToolTipRole)
            self.size_by.setCurrentIndex(max(0, self.size_by.findData(chosen)))

    def _show_sizes(self, _index: int = 0) -> None:
        if self._report is None:
            return
        column, measure = self.column, self.measure
        pages = [Sum(float(share.pages), share.pages, share.pages) for share in self.shares]
        self.sizes = tuple(pages if column is None else self._report.sums(column))
        self.size_by.setToolTip(measure or self.size_by.currentText())
        self.map.show_shares(self.shares, self.sizes, measure)
        self.list.set_columns(map_columns(column, self.sizes, measure))
        self.list.set_rows(self.shares)

    def level_changed(self) -> None:
        """Show which folder is open, and what the areas are of."""
        title = self.map.title
        self.back.setVisible(bool(title))
        self.back.setText(title)
        self.back.setAccessibleName(WORDS.about(tr("Back to the level above (Backspace)"), title))
        total = Sum(0.0, 0, 0)
        for size in self.sizes:
            total = total.plus(size)
        short = title_of(column.info, WORDS) if (column := self.column) else ""
        self.caption.setText(area_words(short, total, len(self.map.level.without)))

    def open_menu(self, tile: MapTile | None, at: QPoint) -> None:
        """Open the menu of a tile, or that of the map."""
        rows = []
        if tile is not None and tile.opens:
            rows.append(MenuAction(tr("Open"), partial(self.map.open, tile)))
        if tile is not None:
            rows.append(MenuAction(tr("Show in the matrix"), partial(self.choose, tile)))
        self._pop_up(rows, at)

    def _on_list_menu(self, share: PatternShare, at: QPoint) -> None:
        self._pop_up([MenuAction(tr("Show in the matrix"), partial(self._on_pattern_chosen, share))], at)

    def _pop_up(self, rows: list[MenuAction], at: QPoint) -> None:
        rows += [MenuAction()] if rows else []
        export = partial(self._actions.export_map, self.write)
        rows.append(MenuAction(tr("Export the map…"), export, is_enabled=bool(self.shares)))
        popup_at(build_menu(self, rows), at, self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.caption.setVisible(self.height() >= _LOW)
        self._show_parts()

    def choose(self, tile: MapTile) -> None:
        """List the URLs of a tile in the matrix."""
        if self._report is not None:
            urls = [url for share in tile.shares for url in self._report.urls_of(share.number)]
            self._actions.show_pattern(tile.name or self.map.title or tr("Path patterns"), urls)

    def _on_pattern_chosen(self, share: PatternShare) -> None:
        if self._report is not None:
            self._actions.show_pattern(share.text, self._report.urls_of(share.number))

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
        title.add_left(self.back)
        title.add_right(self.size_by)
        title.add_right(self.looks)
        around = QVBoxLayout(framed)
        around.setContentsMargins(SIZES.panel_inset, 2, SIZES.panel_inset, 6)
        around.setSpacing(4)
        around.addWidget(self.map, 1)
        around.addWidget(self.caption)
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
