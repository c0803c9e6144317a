"""The strip with a tab for each open document, between the menus and the document."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import QEvent, QPoint, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QTabBar, QWidget

from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.shell.tab_drag import TabDrag
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.notice_bar import Strip
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.tab_bar import have_drawn

_INSET, _GAP, _SIGN, _DOT = 12, 7, 16, 7
_WIDEST, _NARROWEST, _DETAIL_LEAST = 400, 104, 36


class DocumentLabel(Struct, frozen=True):
    """The label of a document in the strip."""

    name: str
    host: str = ""
    path: Path | None = None
    is_unsaved: bool = False


def told_apart(labels: Sequence[DocumentLabel]) -> list[str]:
    """Return the detail beside each name: the host, unless the name contains it; else the folder, or a number."""
    names = Counter(label.name for label in labels)
    details = ["" if label.host in label.name else label.host for label in labels]
    for place, label in enumerate(labels):
        if names[label.name] > 1 and not label.host:
            details[place] = _folder(labels, place)
    for place, count in enumerate(_counts(labels, details)):
        if count > 1:
            details[place] = _folder(labels, place) or details[place]
    counts, seen = _counts(labels, details), Counter[tuple[str, str]]()
    for place, (label, detail) in enumerate(zip(labels, tuple(details), strict=True)):
        if counts[place] > 1:
            seen[label.name, detail] += 1
            details[place] = f"{detail} {seen[label.name, detail]}".strip()
    return details


def _counts(labels: Sequence[DocumentLabel], details: Sequence[str]) -> list[int]:
    """Return the number of equal labels for each."""
    looks = [(label.name, detail) for label, detail in zip(labels, details, strict=True)]
    count = Counter(looks)
    return [count[look] for look in looks]


def _folder(labels: Sequence[DocumentLabel], place: int) -> str:
    """Return the shortest end of a folder's path that no other label of that name has."""
    path = labels[place].path
    if path is None:
        return ""
    parts = path.parent.parts
    others = [each.path.parent.parts for each in labels if each.path and each.name == path.name and each.path != path]
    for length in range(1, len(parts) + 1):
        if all(other[-length:] != parts[-length:] for other in others):
            return "/".join(part.strip("/\\") for part in parts[-length:])
    return str(path.parent)


class StripActions(Protocol):
    """Actions of a strip of tabs, which counts its documents from the left."""

    def choose(self, place: int) -> None:
        """Bring a document to the front."""

    def reorder(self, before: int, now: int) -> None:
        """Move a document among the tabs."""

    def close(self, place: int) -> None:
        """Close a document."""

    def open_menu(self, place: int, at: QPoint) -> None:
        """Open the menu of a tab at a position on the screen."""

    def drag_over(self, screen: QPoint) -> None:
        """Show where a tab that is dragged out of the strip would be inserted."""

    def drop(self, place: int, screen: QPoint) -> None:
        """Move a tab that was dropped outside the strip."""

    def end_drag(self) -> None:
        """Show no more where a tab would be inserted."""

    def begin(self) -> None:
        """Begin a new document."""


class DocumentTabBar(QTabBar):
    """A tab for each document: its name, its detail, a dot for unsaved text, and a close button."""

    def __init__(self, actions: StripActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._drag = TabDrag(self, self._give_up_drag)
        self._labels: list[DocumentLabel] = []
        self._details: list[str] = []
        self._natural: list[int] = []
        self._room = 0
        self._dragged = self._pressed_cross = self._drop_place = -1
        self._pressed_at = QPoint()
        self.setAccessibleName(tr("Documents"))
        self.hide()
        have_drawn(self)

    def show_labels(self, labels: Sequence[DocumentLabel], current: int) -> None:
        """Show these documents, one of them in front."""
        with QSignalBlocker(self):
            details = told_apart(labels)
            if len(labels) != self.count() or list(labels) != self._labels or details != self._details:
                # Qt queries sizes while tabs are added or removed: each remaining tab has a label until it is gone.
                self._labels = [*labels, *self._labels[len(labels) :]]
                self._details = [*details, *self._details[len(labels) :]]
                self._natural.clear()
                while self.count() < len(labels):
                    self.addTab("")
                while self.count() > len(labels):
                    self.removeTab(self.count() - 1)
                self._labels, self._details = list(labels), details
                for place, label in enumerate(labels):
                    self._show_label(place, label)
                self._relayout()
            self.setCurrentIndex(current)
        self.setVisible(bool(labels))  # the keyboard would stop at a strip without tabs
        self.update()

    def fit(self, room: int) -> None:
        """Shrink the tabs if they do not all fit."""
        if room != self._room:
            self._room = room
            self._relayout()

    def tabSizeHint(self, index: int) -> QSize:
        width = self.natural[index]
        if self._room and sum(self.natural) > self._room:
            width = max(_NARROWEST, min(width, self._room // self.count()))
        return QSize(width, SIZES.document_tab)

    @property
    def natural(self) -> list[int]:
        """The preferred width of each tab; Qt queries each of them again and again."""
        if len(self._natural) != self.count():
            self._natural = [min(self._natural_width(each), _WIDEST) for each in range(self.count())]
        return self._natural

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press a close button, or a tab that may be dragged."""
        place, at = self.tabAt(event.position().toPoint()), event.position().toPoint()
        is_left = event.button() is Qt.MouseButton.LeftButton
        self._pressed_cross = place if is_left and place >= 0 and self._cross(place).contains(at) else -1
        if self._pressed_cross >= 0:
            return
        self._dragged, self._pressed_at = (place if is_left else -1), at
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Swap a dragged tab with the one below it."""
        self.update()
        at = event.position().toPoint()
        far = (at - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
        place = self.tabAt(at)
        if self._dragged >= 0 and event.buttons() & Qt.MouseButton.LeftButton and far:
            if self._is_drawn_to(at, event.globalPosition().toPoint()):
                return
            if place not in {-1, self._dragged} and self._is_past_middle(place, at):
                before, self._dragged = self._dragged, place
                self._actions.reorder(before, place)
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Close a tab by its close button or the middle button."""
        at = event.position().toPoint()
        place, cross, dragged = self.tabAt(at), self._pressed_cross, self._dragged
        self._dragged = self._pressed_cross = -1
        if self._drag.is_under_way:
            self._end_drag()
            super().mouseReleaseEvent(event)
            self._actions.drop(dragged, event.globalPosition().toPoint())
        elif event.button() is Qt.MouseButton.MiddleButton and place >= 0:
            self._actions.close(place)
        elif cross >= 0:
            if place == cross and self._cross(place).contains(at):
                self._actions.close(place)
        else:
            super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu for the tab under the mouse; by keyboard, for the document in front."""
        is_by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        place = self.tabAt(event.pos()) if is_by_mouse else self.currentIndex()
        if place >= 0:
            at = event.globalPos() if is_by_mouse else self.mapToGlobal(self.tabRect(place).bottomLeft())
            self._actions.open_menu(place, at)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        for index in range(self.count()):
            self._paint_tab(painter, index)
        if self._drop_place >= 0:
            last = self.tabRect(self.count() - 1).right() - 2
            x = self.tabRect(self._drop_place).left() if self._drop_place < self.count() else last
            painter.fillRect(QRectF(x, 2, 3, self.height() - 4), theme.color("accent"))

    def show_drop(self, place: int) -> None:
        """Mark where a tab of another window would be inserted; -1 for no mark."""
        self._drop_place = place
        self.update()

    def place_at(self, x: int) -> int:
        """Return the index at which a dropped tab is inserted."""
        return sum(x > self.tabRect(place).center().x() for place in range(self.count()))

    def _is_drawn_to(self, at: QPoint, mouse: QPoint) -> bool:
        """Return True if the dragged tab is outside the strip; it is then shown under the mouse."""
        far, x = SIZES.document_bar, self.mapTo(self.window(), at).x()
        if -far < at.y() < self.height() + far and -far < x < self.window().width() + far:
            self._end_drag()
            return False
        if not self._drag.is_under_way:
            self._drag.begin(self._picture(self._dragged))
        self._drag.follow(mouse)
        self._actions.drag_over(mouse)
        return True

    def _picture(self, place: int) -> QPixmap:
        """Return a picture of a tab with an outline, because it is over other content."""
        picture = self.grab(self.tabRect(place))
        painter = QPainter(picture)
        painter.setPen(theme.color("border_strong"))
        painter.drawRect(0, 0, self.tabRect(place).width() - 1, self.tabRect(place).height() - 1)
        painter.end()
        return picture

    def _end_drag(self) -> None:
        if self._drag.is_under_way:
            self._drag.end()
            self._actions.end_drag()

    def _give_up_drag(self) -> None:
        self._dragged = -1
        self._end_drag()

    def _show_label(self, place: int, label: DocumentLabel) -> None:
        said = WORDS.with_fact(label.name, self._details[place])
        if label.is_unsaved:
            said = tr("{name}, unsaved changes", name=said)
        self.setTabText(place, label.name)
        self.setAccessibleTabName(place, said)
        self.setTabToolTip(place, str(label.path) if label.path else together("\n", said, label.host))

    def _is_past_middle(self, place: int, at: QPoint) -> bool:
        """Return True if a tab dragged there stays there: the two may have different widths."""
        middle = self.tabRect(place).center().x()
        return at.x() >= middle if place > self._dragged else at.x() <= middle

    def _natural_width(self, index: int) -> int:
        label = self._labels[index]
        width = 2 * _INSET + runs_width(self._runs(index, is_current=True)) + (_GAP + _SIGN)
        return round(width + (_DOT + _GAP if label.is_unsaved else 0))

    def _runs(self, index: int, *, is_current: bool) -> list[TextRun]:
        label, detail = self._labels[index], self._details[index]
        name = TextRun(label.name, theme.fonts.ui(13, 600 if is_current else 500), theme.color(self._ink(index)))
        aside = TextRun(detail, theme.fonts.ui(11), theme.color("text3"), _GAP)
        return [name, aside] if detail else [name]

    def _ink(self, index: int) -> str:
        return "text" if index == self.currentIndex() or self._is_under_mouse(index) else "text2"

    def _is_under_mouse(self, index: int) -> bool:
        return self.underMouse() and self.tabRect(index).contains(self.mapFromGlobal(self.cursor().pos()))

    def _cross(self, index: int) -> QRectF:
        rect = QRectF(self.tabRect(index))
        side = _SIGN
        return QRectF(rect.right() - _INSET + 3 - side, rect.center().y() - side / 2 + 1, side, side)

    def _paint_tab(self, painter: QPainter, index: int) -> None:
        rect = QRectF(self.tabRect(index))
        is_current = index == self.currentIndex()
        if is_current:
            self._paint_ground(painter, rect)
        elif index + 1 != self.currentIndex() and index + 1 < self.count():
            painter.fillRect(QRectF(rect.right(), rect.top() + 8, 1, 14), theme.color("border_strong"))
        room = rect.adjusted(_INSET, 1, 0, 0)
        if self._labels[index].is_unsaved:
            dot = QRectF(room.left(), room.center().y() - _DOT / 2, _DOT, _DOT)
            draw_box(painter, dot, _DOT / 2, theme.color("accent"))
            room.setLeft(dot.right() + _GAP)
        room.setRight(self._cross(index).left() - _GAP + 3)
        runs = self._runs(index, is_current=is_current)
        has_room = room.width() - runs[0].width >= min(runs_width(runs[1:]), _DETAIL_LEAST)
        draw_runs(painter, room, runs if has_room else runs[:1])
        if is_current or self._is_under_mouse(index):
            self._paint_cross(painter, index)
        if is_current and self.hasFocus():
            draw_focus_ring(painter, rect.adjusted(2, 3, -2, -2), RADII.cell, theme.color("accent"))

    def _paint_ground(self, painter: QPainter, rect: QRectF) -> None:
        """Paint a sheet that is open below, with an accent line on top."""
        painter.save()
        painter.setClipRect(rect)
        sheet = rect.adjusted(0, 0, 0, RADII.field)
        draw_box(painter, sheet, RADII.field, theme.color("window"), theme.color("border_strong"))
        accent = theme.color("accent" if theme.dark else "accent_fill")
        painter.setClipRect(QRectF(rect.left(), rect.top(), rect.width(), 2))
        draw_box(painter, sheet, RADII.field, accent)
        painter.restore()

    def _paint_cross(self, painter: QPainter, index: int) -> None:
        cross = self._cross(index)
        is_hot = self.underMouse() and cross.contains(self.mapFromGlobal(self.cursor().pos()).toPointF())
        if is_hot:
            draw_box(painter, cross, RADII.cell, theme.color("border"))
        inset = cross.width() / 5
        color: QColor = theme.color("text" if is_hot else "text2")
        paint_glyph(painter, Glyph.CLOSE, cross.adjusted(inset, inset, -inset, -inset), color, 1.3)

    def _relayout(self) -> None:
        self._natural.clear()
        # Qt queries the sizes of tabs again only when one of them changes.
        if self.count():
            self.setTabText(0, self.tabText(0))
        self.updateGeometry()
        self.update()


class DocumentBar(Strip):
    """The strip: the tabs, and a button for a new one."""

    def __init__(self, actions: StripActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = DocumentTabBar(actions, self)
        self.plus = GhostButton("", Glyph.PLUS, self)
        self.plus.set_small()
        self.plus.setAccessibleName(tr("New tab"))
        self.plus.setToolTip(tr("New tab"))
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(SIZES.between_controls, 0, SIZES.between_controls, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignBottom)
        self._layout.addWidget(self.plus, 0, Qt.AlignmentFlag.AlignBottom)
        self._layout.addStretch(1)
        self.tabs.currentChanged.connect(actions.choose)
        self.plus.clicked.connect(actions.begin)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def place_at(self, screen: QPoint) -> int:
        """Return the index at which a tab dropped at a screen position is inserted; -1 outside the strip."""
        at = self.mapFromGlobal(screen)
        return self.tabs.place_at(self.tabs.mapFrom(self, at).x()) if self.rect().contains(at) else -1

    def show_drop(self, place: int) -> None:
        """Mark where a tab would be inserted; -1 for no mark."""
        self.tabs.show_drop(place)

    @property
    def wanted_width(self) -> int:
        return SIZES.between_controls + sum(self.tabs.natural) + self._plus_width

    def leave_room(self, width: int) -> None:
        """Leave this width at the right end to a notice."""
        side = SIZES.between_controls
        self._layout.setContentsMargins(side, 0, max(side, width), 0)
        self._fit()

    def _fit(self) -> None:
        left, right = self._layout.contentsMargins().left(), self._layout.contentsMargins().right()
        self.tabs.fit(self.width() - left - self._plus_width - right)

    @property
    def _plus_width(self) -> int:
        return self._layout.spacing() + self.plus.sizeHint().width()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color(self.ground))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), theme.color("border_strong"))
