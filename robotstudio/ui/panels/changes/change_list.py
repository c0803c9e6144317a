"""The list of changes: foldable groups; the URL column stays in place while crawlers scroll sideways."""

from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QStyleOptionViewItem, QTreeView, QWidget

from robotstudio.draft.analysis import Cell
from robotstudio.draft.at_risk import Stake
from robotstudio.draft.changes.comparison import SITEMAP
from robotstudio.draft.changes.outline import GroupKey, Outline
from robotstudio.engine.changes import Change
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.changes import words
from robotstudio.ui.panels.changes.change_painter import FOUND_INSET, STAKE_INSET, URL_INSET, ChangePainter
from robotstudio.ui.panels.changes.model import ChangeActions, ChangeModel
from robotstudio.ui.theme.theme import qcolor, theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs
from robotstudio.urls.set_columns import short_sum_words, tool_of

_COLUMN = 108
_COLUMN_NARROW = 92
_FOUND, _STAKE, _NAMES, _URLS = 104, 76, 220, 156
_NARROW_BELOW, _FOUND_FROM = 760, 640
_TITLE_TOP, _BELOW_TOP, _LINE_HEIGHT, _TITLE_LEFT = 5, 23, 18, 8
_SQUARE, _UNDERLINE = 8, 3
_Enter = {int(Qt.Key.Key_Return), int(Qt.Key.Key_Enter)}
_STILL = Plural("1 crawler without changes hidden", "{count} crawlers without changes hidden")


class ChangeList(QTreeView):
    """The changes by the line that flips them; nothing moves if only verdicts change."""

    more_requested = Signal(object)
    left = Signal()

    def __init__(self, actions: ChangeActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._painter = ChangePainter()
        self._folded: set[GroupKey] = set()
        self._is_showing = False
        self.changes = ChangeModel(self)
        self.setHeader(_Header(self.changes, self))
        self.setModel(self.changes)
        self.setAccessibleName(tr("Changes by line"))
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.collapsed.connect(self._on_collapsed)
        self.expanded.connect(self._on_expanded)
        theme.changed.connect(self._on_theme_changed)

    def show_outline(self, outline: Outline) -> None:
        """Show another list; keep folding, selection and scroll position by row key."""
        kept, scrolled = self.selected_cell, self.verticalScrollBar().value()
        self._is_showing = True
        showed_sources = self.changes.shows_sources
        is_new = self.changes.show(outline)
        if is_new or self.changes.shows_sources != showed_sources:
            self._fit_columns()
        if is_new:
            for row, group in enumerate(outline.groups):
                self.setExpanded(self.changes.index(row, 0), group.key not in self._folded)
            if kept:
                self.select(kept)
            self.verticalScrollBar().setValue(scrolled)
        self._is_showing = False
        self.header().viewport().update()
        self.viewport().update()

    @property
    def selected_cell(self) -> Cell | None:
        return self.changes.cell_at(self.currentIndex())

    def select(self, cell: Cell | None) -> None:
        """Select a cell without emitting a signal; clear the selection if it is not listed."""
        if cell == self.selected_cell:
            return
        was, self._is_showing = self._is_showing, True
        found = self._index_of(cell) if cell else QModelIndex()
        self.selectionModel().setCurrentIndex(found, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._is_showing = was
        self.viewport().update()

    def go(self, step: int) -> bool:
        """Go to the next URL that changes, or with -1 to the previous one; return True if there is one."""
        index = self.currentIndex().siblingAtColumn(0)
        while True:
            index = self._after(index, step)
            if not index.isValid():
                return False
            if self.changes.url_at(index) is not None:
                column = self.changes.first_flipped(index)
                self.expand(index.parent())
                self.setCurrentIndex(index.siblingAtColumn(column))
                self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
                return True

    def _after(self, index: QModelIndex, step: int) -> QModelIndex:
        """Return the next or previous row, even if it is folded."""
        model = self.changes
        if not index.isValid():
            return model.index(0 if step > 0 else model.rowCount() - 1, 0)
        if step > 0:
            if model.is_group(index) and model.rowCount(index):
                return model.index(0, 0, index)
            parent = index.parent()
            if parent.isValid() and index.row() + 1 < model.rowCount(parent):
                return model.index(index.row() + 1, 0, parent)
            return model.index((parent if parent.isValid() else index).row() + 1, 0)
        if not model.is_group(index):
            return model.index(index.row() - 1, 0, index.parent()) if index.row() else index.parent()
        before = model.index(index.row() - 1, 0)
        return model.index(model.rowCount(before) - 1, 0, before) if before.isValid() else before

    def _index_of(self, cell: Cell) -> QModelIndex:
        outline = self.changes.outline
        column = self.changes.column_of(cell.token)
        for number, group in enumerate(outline.groups):
            for row, place in enumerate(group.rows):
                if outline.urls[place].url == cell.url:
                    return self.changes.index(row, column, self.changes.index(number, 0))
        return QModelIndex()

    # Painting

    def drawRow(
        self, painter: QPainter, options: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rect = QRectF(0, options.rect.top(), self.viewport().width(), options.rect.height())
        group = self.changes.group_at(index)
        if group is None:
            return
        current = self.currentIndex()
        is_current = current.isValid() and current.row() == index.row() and current.internalId() == index.internalId()
        ground = "selected" if is_current else "surface"
        painter.fillRect(rect, theme.color(ground))
        if self.changes.is_group(index):
            self._painter.paint_group(painter, rect, group, is_open=self.isExpanded(self.changes.index(index.row(), 0)))
        elif self.changes.is_more(index):
            self._painter.paint_more(painter, rect, group)
        else:
            self._paint_cells(painter, rect, index, ground)
        painter.fillRect(QRectF(0, rect.bottom() - 1, rect.width(), 1), theme.color("border"))
        if is_current:
            painter.fillRect(QRectF(0, rect.top(), rect.width(), 1), theme.color("selected_edge"))
            painter.fillRect(QRectF(0, rect.bottom() - 2, rect.width(), 1), theme.color("selected_edge"))
        if is_current and self.hasFocus():
            self._paint_focus(painter, rect, index)

    def _paint_cells(
        self, painter: QPainter, rect: QRectF, index: QModelIndex | QPersistentModelIndex, ground: str
    ) -> None:
        for column in range(1, self.changes.columnCount()):
            x, width = self.columnViewportPosition(column), self.columnWidth(column)
            if x + width <= self.columnWidth(0) or x >= rect.width():
                continue
            flip = self.changes.flip_at(index, column)
            if flip is not None:
                self._painter.paint_flip(painter, QRectF(x, rect.top(), width, rect.height()), flip)
        url = self.changes.url_at(index)
        place = QRectF(0, rect.top(), self.columnWidth(0), rect.height())
        painter.fillRect(place, theme.color(ground))
        if url is None:
            return
        place.setRight(place.right() - self.facts_width())
        self._painter.paint_url(painter, place, self.changes.shown_url(url))
        for left, number in zip(self.stake_places(), self.changes.stakes_at(index), strict=False):
            self._painter.paint_stake(painter, QRectF(left, rect.top(), _STAKE, rect.height()), number)
        if self.found_width():
            room = QRectF(self.columnWidth(0) - self.found_width(), place.top(), self.found_width(), place.height())
            kinds, group = self.changes.found_at(index), self.changes.group_at(index)
            is_blocked = group is not None and group.group.blame.change is Change.BLOCKED
            self._painter.paint_found(painter, room, kinds, is_warning=is_blocked and SITEMAP in kinds)

    def _paint_focus(self, painter: QPainter, rect: QRectF, index: QModelIndex | QPersistentModelIndex) -> None:
        frame, column = rect, self.currentIndex().column()
        if column and self.changes.url_at(index) is not None:
            frame = QRectF(self.columnViewportPosition(column), rect.top(), self.columnWidth(column), rect.height())
        frame = frame.adjusted(2, 1, -2, -2)
        draw_box(painter, frame, 5, None, theme.color("accent"), SIZES.focus_ring)

    def drawBranches(self, *_: object) -> None:
        """Do nothing: the rows paint their own arrows."""

    def visual_line_rect(self, index: QModelIndex) -> QRectF:
        """Return the rectangle of the link to a group's line."""
        group = self.changes.group_at(index)
        rect = QRectF(self.visualRect(index.siblingAtColumn(0)))
        rect.setLeft(0)
        return self._painter.line_rect(rect, group) if group and self.changes.is_group(index) else QRectF()

    # Keyboard and mouse

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        cell = self.changes.cell_at(current)
        if cell is not None and not self._is_showing:
            self._actions.select(cell)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._index_under(event.position().toPoint())
        if event.button() is not Qt.MouseButton.LeftButton or not index.isValid():
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        group = self.changes.group_at(index)
        self.setCurrentIndex(index)
        if self.changes.is_more(index):
            self._open_more(index)
        elif group and self.changes.is_group(index):
            if group.line and self.visual_line_rect(index).contains(event.position()):
                self._actions.go_to_line(group.line)
            else:
                self.setExpanded(index, not self.isExpanded(index))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the line of a group or of its URL."""
        is_by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if is_by_key else self._index_under(event.pos())
        listed = self.changes.group_at(index)
        if listed is None:
            return
        self.setCurrentIndex(index)
        group, actions = listed.group, self._actions
        said = words.put_back_words(self.changes.outline.compared, group) if self.changes.outline.compared else ""
        rows = [MenuAction(said, partial(actions.put_back, group))] if said else []
        if group.new_line:
            rows.append(MenuAction(tr("Go to the line"), partial(actions.go_to_line, group.new_line)))
        rows.append(MenuAction(tr("How long has it been live?"), partial(actions.tell_since, group)))
        at = self.viewport().mapToGlobal(self.visualRect(index).center()) if is_by_key else event.globalPos()
        popup_at(build_menu(self, rows), at, self)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self._index_under(event.position().toPoint())
        if self.changes.url_at(index) is not None:
            self._activate(index)
        else:
            self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in _Enter and index.isValid():
            self._activate(index)
        elif event.key() == Qt.Key.Key_Space and self.changes.is_group(index):
            self.setExpanded(index.siblingAtColumn(0), not self.isExpanded(index.siblingAtColumn(0)))
        else:
            super().keyPressEvent(event)

    def _activate(self, index: QModelIndex) -> None:
        """Open the line of a group or the line that decides a cell, or show more."""
        group = self.changes.group_at(index)
        if self.changes.is_more(index):
            self._open_more(index)
        elif self.changes.is_group(index):
            if group and group.line:
                self._actions.go_to_line(group.line)
        else:
            flip = self.changes.flip_at(index, index.column() or self.changes.first_flipped(index))
            line = (flip.after[1] if flip else 0) or (group.line if group else 0)
            if line:
                self._actions.go_to_line(line)

    def _open_more(self, index: QModelIndex) -> None:
        group = self.changes.group_at(index)
        if group is not None and len(group.rows) < len(group.group.rows):
            self.more_requested.emit(group.key)

    def _index_under(self, at: QPoint) -> QModelIndex:
        """Return the index at a position; left of the crawlers it is the URL column, however far that has scrolled."""
        index = self.indexAt(QPoint(max(0, self.columnViewportPosition(0)) + 1, at.y()))
        if not index.isValid() or at.x() < self.columnWidth(0) or self.changes.url_at(index) is None:
            return index.siblingAtColumn(0)
        column = self.columnAt(at.x())
        return index.siblingAtColumn(max(column, 0))

    def _on_collapsed(self, index: QModelIndex) -> None:
        group = self.changes.group_at(index)
        if group is not None:
            self._folded.add(group.key)

    def _on_expanded(self, index: QModelIndex) -> None:
        group = self.changes.group_at(index)
        if group is not None:
            self._folded.discard(group.key)

    # Sizes

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def found_width(self) -> int:
        """Width after the URLs for the sources that list them; 0 if the list is narrow."""
        has_room = self.viewport().width() >= _FOUND_FROM + _STAKE * len(self.changes.stakes)
        return _FOUND if has_room and self.changes.shows_sources else 0

    def stake_places(self) -> list[int]:
        """Return the left edges of the columns of what the URLs bring: as many as fit beside the crawlers, or one."""
        stakes = len(self.changes.stakes)
        room = self.viewport().width() - _URLS - self.found_width()
        fitting = (room - self._least * len(self.changes.columns)) // _STAKE
        count = min(stakes, max(fitting, room // (2 * _STAKE) > 0))
        right = self.columnWidth(0) - self.found_width()
        return [right - (count - number) * _STAKE for number in range(count)]

    def facts_width(self) -> int:
        """Width after the URLs for what they bring, and for their sources."""
        return self.found_width() + _STAKE * len(self.stake_places())

    @property
    def _least(self) -> int:
        return _COLUMN_NARROW if self.viewport().width() < _NARROW_BELOW else _COLUMN

    def _fit_columns(self) -> None:
        """Name all crawlers of a column, or the first of them, if there is room; else its name is cut."""
        urls = _URLS + self.facts_width()
        for names in (_NAMES, 0):
            widths = [max(self._least, each) for each in self._named_widths(names)]
            if sum(widths) + urls <= self.viewport().width():
                break
        else:
            widths = [self._least] * len(self.changes.columns)
        for column, width in enumerate(widths, 1):
            self.setColumnWidth(column, width)
        self.setColumnWidth(0, max(urls, self.viewport().width() - sum(widths)))

    def _named_widths(self, room: int) -> list[int]:
        """Return the widths of the titles of the columns; they name all crawlers of one if these fit into the room."""
        measure = QFontMetricsF(theme.fonts.ui(12, 600)).horizontalAdvance
        titles = (self.changes.title(number, room, measure) for number in range(len(self.changes.columns)))
        return [round(measure(title) + _TITLE_LEFT + 8) for title in titles]

    def _on_theme_changed(self) -> None:
        self._fit_columns()
        self.scheduleDelayedItemsLayout()
        self.viewport().update()


class _Header(QHeaderView):
    """The crawlers with changes, each with the group that it follows; the number of those left out at the left."""

    def __init__(self, model: ChangeModel, view: ChangeList) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._changes = model
        self._view = view
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setStretchLastSection(False)
        self.setMinimumSectionSize(20)

    def sizeHint(self) -> QSize:
        return QSize(0, SIZES.matrix_header)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        rect = QRectF(self.viewport().rect())
        painter.fillRect(rect, theme.color("window"))
        for section in range(1, self.count()):
            x, width = self.sectionViewportPosition(section), self.sectionSize(section)
            if x + width > 0 and x < rect.width():
                self._paint_crawler(painter, section - 1, QRectF(x, 0, width, rect.height()))
        first = QRectF(0, 0, self.sectionSize(0) if self.count() else rect.width(), rect.height())
        painter.fillRect(first, theme.color("window"))
        found = self._view.found_width()
        self._paint_lines(
            painter, first.adjusted(URL_INSET, 0, -self._view.facts_width() - FOUND_INSET, 0), *self._first_words()
        )
        for left, stake in zip(self._view.stake_places(), self._changes.stakes, strict=False):
            self._paint_stake(painter, QRectF(left, 0, _STAKE, rect.height()), stake)
        if found:
            room = QRectF(first.right() - found + FOUND_INSET, 0, found, rect.height())
            draw_runs(painter, room, [TextRun(tr("Found in"), theme.fonts.ui(12), theme.color("text2"))])
        painter.fillRect(QRectF(0, 0, rect.width(), 1), theme.color("border"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), theme.color("border"))

    def _first_words(self) -> tuple[str, str]:
        still = self._changes.outline.still
        hidden = ntr(_STILL, still) if still else ""
        return tr("URLs by changed line"), hidden

    def _paint_crawler(self, painter: QPainter, place: int, rect: QRectF) -> None:
        if place >= len(self._changes.columns) or self._changes.outline.compared is None:
            return
        column = self._changes.columns[place]
        color = self._changes.outline.compared.analysis.color_of(column.choice)
        room = rect.adjusted(_TITLE_LEFT, 0, -3, 0)
        group = column.choice.token or tr("no group")
        measure = QFontMetricsF(theme.fonts.ui(12, 600)).horizontalAdvance
        self._paint_lines(painter, room, self._changes.title(place, room.width(), measure), group, square=color)
        if color is not None:
            line = QRectF(rect.left() + 4, rect.bottom() - _UNDERLINE, rect.width() - 8, _UNDERLINE)
            painter.fillRect(line, qcolor(theme.tokens.group(color)))

    def _paint_stake(self, painter: QPainter, rect: QRectF, stake: Stake) -> None:
        """Paint what a column of numbers is, and where it comes from, at the right."""
        texts = (words.stake_title(stake), 600, "text"), (tool_of(stake.column.source), 400, "text3")
        for (text, weight, color), top in zip(texts, (_TITLE_TOP, _BELOW_TOP), strict=True):
            run = TextRun(text, theme.fonts.ui(12 if weight == 600 else 11, weight), theme.color(color))
            left = max(rect.left(), rect.right() - STAKE_INSET - run.width)
            draw_runs(painter, QRectF(left, top, rect.right() - STAKE_INSET - left + 1, _LINE_HEIGHT), [run])

    def _paint_lines(
        self, painter: QPainter, room: QRectF, title: str, below: str, *, square: int | None = None
    ) -> None:
        upper = QRectF(room.left(), _TITLE_TOP, room.width(), _LINE_HEIGHT)
        lower = QRectF(room.left(), _BELOW_TOP, room.width(), _LINE_HEIGHT)
        draw_runs(painter, upper, [TextRun(title, theme.fonts.ui(12, 600), theme.color("text"))])
        if square is not None:
            side = _SQUARE
            box = QRectF(lower.left(), lower.center().y() - side / 2, side, side)
            draw_box(painter, box, 2, qcolor(theme.tokens.group(square)))
            lower.adjust(side + 4, 0, 0, 0)
        draw_runs(painter, lower, [TextRun(below, theme.fonts.ui(11), theme.color("text3"))])


class RiskRow(Bar):
    """The sums of what the newly blocked URLs bring, below their columns in the list."""

    ground = "window"
    is_lined_below = False

    def __init__(self, view: ChangeList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.setFixedHeight(SIZES.matrix_row + 4)
        self.hide()

    def show_stakes(self) -> None:
        """Show the sums of the changes in the list."""
        stakes = self._view.changes.stakes
        said = words.at_risk_words(stakes)
        self.setVisible(bool(stakes))
        self.setAccessibleName(said)
        self.setToolTip(said)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, rect = QPainter(self), QRectF(self.rect())
        title = TextRun(tr("At risk"), theme.fonts.ui(12), theme.color("text2"))
        draw_runs(painter, rect.adjusted(URL_INSET, 0, 0, 0), [title])
        for left, stake in zip(self._view.stake_places(), self._view.changes.stakes, strict=False):
            number = "–" if stake.at_risk.is_unknown else short_sum_words(stake.at_risk, WORDS)
            run = TextRun(number, theme.fonts.ui(12, 600), theme.color("text"))
            right = left + _STAKE - STAKE_INSET
            draw_runs(painter, QRectF(right - run.width, 0, run.width + 1, rect.height()), [run])
