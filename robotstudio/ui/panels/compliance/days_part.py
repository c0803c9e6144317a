"""The days of a crawler, as a chart or as a table with the same numbers."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QWidget

from robotstudio.compliance.day_chart import ShownDay, drawing_of_days, shown_days
from robotstudio.compliance.model import Compliance
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.panels.compliance.rows import ComplianceRow
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.chart import DrawingView
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

CHART, TABLE = range(2)
OTHER_VIEW = QKeySequence("Alt+T")
"""The key that switches between chart and table, wherever the focus is in the logs."""


class DaysPart(Page):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.header = SectionHeader(tr("Requests a day"), self)
        self.view = SegmentedControl((tr("Chart"), tr("Table")), self)
        self.view.setAccessibleName(tr("Chart or table"))
        self.view.setToolTip(OTHER_VIEW.toString(QKeySequence.SequenceFormat.NativeText))
        self.chart = DrawingView(self)
        self.table = Table(tr("Requests a day"), _columns(), _day_of, self)
        self.table.set_nothing(tr("No requests while the file was known."))
        self._lay_out()
        self.view.current_changed.connect(self._on_view_chosen)

    def show_days(self, row: ComplianceRow, found: Compliance) -> None:
        """Show the days of a crawler."""
        self.chart.show_drawn(partial(drawing_of_days, row.title, row.days, found.versions))
        self.table.set_rows(shown_days(row.days, found.versions), reset=True)

    def _on_view_chosen(self, view: int) -> None:
        self._pages.setCurrentIndex(view)

    def switch_view(self) -> None:
        """Show the table in place of the chart, or the chart again."""
        had_keyboard = self.chart.hasFocus() or self.table.hasFocus()
        self.view.set_current(TABLE if self.view.current == CHART else CHART)
        if had_keyboard:
            (self.table if self.view.current == TABLE else self.chart).setFocus()

    def _lay_out(self) -> None:
        self.header.add_right(self.view)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(self.chart)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(scroll)
        self._pages.addWidget(self.table)
        column = column_in(self)
        column.addWidget(self.header)
        column.addWidget(self._pages, 1)


def _columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("day", tr("Day (UTC)"), _day, _day_of, least=120),
        TableColumn("day_open", tr("Allowed for it"), _open, _open_of, 110, is_number=True),
        TableColumn("day_closed", tr("Blocked for it"), _closed, _closed_of, 110, is_number=True),
        TableColumn("day_reads", tr("Reads"), _reads, _reads_of, 90, is_number=True),
    )


def _day_of(row: ShownDay) -> str:
    return row.day


def _open_of(row: ShownDay) -> int:
    return row.allowed


def _closed_of(row: ShownDay) -> int:
    return row.closed


def _reads_of(row: ShownDay) -> int:
    return row.reads


def _day(row: ShownDay) -> TableCell:
    if not row.has_change:
        return TableCell(row.named())
    said = WORDS.side_by_side((row.named(), tr("the file changed")))
    return TableCell(said, glyph=Glyph.CHANGED, glyph_color="accent")


def _number(number: int, color: str = "text") -> TableCell:
    return TableCell(WORDS.number(number), color if number else "text3")


def _open(row: ShownDay) -> TableCell:
    return _number(row.allowed)


def _closed(row: ShownDay) -> TableCell:
    return _number(row.closed, "blocked")


def _reads(row: ShownDay) -> TableCell:
    return _number(row.reads)
