"""The versions that the draft can be compared with: the live file, kept ones by date, the saved file, other tabs."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from robotstudio.draft.changes.baseline import DISK, LIVE, Baseline
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import LinkLabel
from robotstudio.ui.widgets.painting import TextRun, draw_runs
from robotstudio.ui.widgets.row_delegate import RowState
from robotstudio.ui.widgets.row_list import RowList, RowWords

_WIDTH = 164
_ROW, _LINE, _TOP = 44, 18, 4


class VersionRow(Struct, frozen=True):
    """A version to compare with, in two lines."""

    id: str
    title: str
    below: str = ""


def version_row(version: Baseline) -> VersionRow:
    """Return the row of a version."""
    at = WORDS.date_and_time(version.at.astimezone()) if version.at else ""
    if version.id == LIVE:
        return VersionRow(version.id, tr("Live"), tr("fetched {time}", time=at) if at else "")
    if version.id == DISK:
        return VersionRow(version.id, tr("Saved file"), version.title)
    return VersionRow(version.id, at, version.title) if at else VersionRow(version.id, version.title)


class VersionList(RowList[VersionRow]):
    """The versions; `chosen` carries the id of the one that the person picked."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, _ROW, inset=SIZES.panel_inset)
        self.setAccessibleName(tr("Compare with"))
        self._is_showing = False
        self.current_changed.connect(self._on_current_changed)

    def show_versions(self, versions: Sequence[Baseline], current: Baseline | None) -> None:
        """Offer versions, and mark the one that is compared."""
        self._is_showing = True
        self.show_rows([version_row(version) for version in versions])
        self.choose(current.id if current else "")
        self._is_showing = False

    def key(self, row: VersionRow) -> str:
        return row.id

    def words(self, row: VersionRow) -> RowWords:
        said = WORDS.side_by_side((row.title, row.below)) if row.below else row.title
        return RowWords(row.title, said, said)

    def paint_row(self, painter: QPainter, rect: QRectF, row: VersionRow, _state: RowState) -> None:
        room = rect.adjusted(SIZES.panel_inset, 0, -6, 0)
        top = room.top() + _TOP if row.below else room.center().y() - _LINE / 2
        title = TextRun(row.title, theme.fonts.ui(12, 600), theme.color("text"))
        draw_runs(painter, QRectF(room.left(), top, room.width(), _LINE), [title])
        below = TextRun(row.below, theme.fonts.ui(11), theme.color("text2"))
        draw_runs(painter, QRectF(room.left(), top + _LINE, room.width(), _LINE), [below])

    def _on_current_changed(self, row: VersionRow | None) -> None:
        if row is not None and not self._is_showing:
            self.chosen.emit(row.id)


class VersionPane(Page):
    """The list below its title; any other file is a click away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_WIDTH)
        self.list = VersionList(self)
        self.file_link = LinkLabel(tr("Another file…"), self)
        below = SectionHeader("", self, height=SIZES.footer, inset=SIZES.panel_inset)
        below.title.hide()
        below.add_left(self.file_link)
        layout = column_in(self)
        layout.setContentsMargins(0, 0, 1, 0)
        layout.addWidget(SectionHeader(tr("Compare with"), self))
        layout.addWidget(self.list, 1)
        layout.addWidget(below)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        edge = QRectF(self.rect()).adjusted(self.width() - 1, 0, 0, 0)
        QPainter(self).fillRect(edge, theme.color("border"))
