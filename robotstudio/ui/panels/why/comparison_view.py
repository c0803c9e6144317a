"""The comparison as a widget: scrolls, unfolds, and links to lines by pointer, keyboard and screen reader."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QLabel, QScrollBar, QSizePolicy, QToolTip, QWidget

from robotstudio.draft.rule_alignment import NO_ALIGNMENT, RuleAlignment
from robotstudio.engine.paths import path_text
from robotstudio.explain.words import bytes_words
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.text.phrases import Phrase, Piece, as_text
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.why.comparison_painter import ComparisonPainter, Titles
from robotstudio.ui.panels.why.geometry import ClickableSpot, Geometry, SpotKind, Tail
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import draw_focus_ring
from robotstudio.ui.widgets.rich_text import shortened

_SCROLL_BAR = 10
_ACTIVATE = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})
_LONGEST_TOOLTIP = 400
_LONGEST_READ = 400
_WHOLE_PATH = Plural("Show all {count} bytes of the URL", "Show all {count} bytes of the URL")


class ComparisonView(QWidget):
    """Rules aligned with a path. `more_requested` carries True for all rules, False for the nearest few."""

    accessible_role = QAccessible.Role.List

    more_requested = Signal(bool)

    def __init__(self, show_line: Callable[[int, bool], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._show_line = show_line
        self.comparison = NO_ALIGNMENT
        self.is_expanded = self._is_path_unfolded = False
        """True if all rules are shown, not only the nearest."""
        self._focused: int | None = None
        self._hovered: ClickableSpot | None = None
        self._readable = ReadableRows(self)
        self._bar = QScrollBar(Qt.Orientation.Horizontal, self)
        self._bar.valueChanged.connect(self._on_scrolled)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._titles = Titles(tr("Line"), tr("URL path"), tr("Bytes"), tr("Result"))
        self._name = tr("Rules compared with the URL path")
        self.setAccessibleName(self._name)
        self._geometry = self._lay_out(self.width())
        theme.changed.connect(self._arrange)

    @property
    def spots(self) -> list[ClickableSpot]:
        """The clickable spots, in reading order."""
        return self._geometry.spots()

    def fold(self) -> None:
        """Show few rules and the folded path again, scrolled to the start."""
        self.is_expanded = self._is_path_unfolded = False
        self._focused = None
        self._bar.setValue(0)

    def set_comparison(self, comparison: RuleAlignment) -> None:
        """Show another comparison; folding and scroll position stay."""
        if comparison == self.comparison:
            return
        self.comparison = comparison
        self.setAccessibleDescription(comparison.text())
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(560, self.heightForWidth(560))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(self.width()))

    def heightForWidth(self, width: int) -> int:
        # Independent of the scroll bar shown now: one that depends on the height and changes it would flicker for ever.
        geometry = self._geometry if width == self._geometry.width else self._lay_out(width)
        return geometry.height + (_SCROLL_BAR if self._overflow(geometry) else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        hovered = self._hovered.line if self._hovered else None
        offset = self._bar.value() if not self._bar.isHidden() else 0
        ComparisonPainter(self._geometry, self._titles, offset, hovered).paint(painter, QRectF(event.rect()))
        spot = self._focused_spot()
        if spot and self.hasFocus():
            draw_focus_ring(painter, spot.rect.adjusted(0, 1, 2, -1), 4, theme.color("accent"))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hovered(self._spot_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hovered(None)
        super().leaveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        spot = self._spot_at(event.position())
        if spot and event.button() is Qt.MouseButton.LeftButton:
            self._activate(spot, place_caret=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        spot = self._focused_spot()
        if event.key() in _ACTIVATE and spot:
            self._activate(spot, place_caret=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Up}:
            self._move_focus(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right} and not self._bar.isHidden():
            step = self._bar.singleStep() * (1 if event.key() == Qt.Key.Key_Right else -1)
            self._bar.setValue(self._bar.value() + step)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        sideways = event.angleDelta().x()
        if sideways and not self._bar.isHidden():
            self._bar.setValue(self._bar.value() - sideways)
            event.accept()
        else:
            event.ignore()

    def focusNextPrevChild(self, forward: bool) -> bool:
        return self._move_focus(1 if forward else -1) or super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() is Qt.FocusReason.BacktabFocusReason:
            self._focused = len(self.spots) - 1
        elif self._focused is None or event.reason() is Qt.FocusReason.TabFocusReason:
            self._focused = 0
        self._on_focus_moved()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.setAccessibleName(self._name)
        self.update()
        super().focusOutEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._tooltip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def _tooltip_at(self, position: QPointF) -> str:
        """Return the full rule or path, and the result, which may be cut."""
        if self._geometry.lane(0).contains(position):
            path = path_text(self.comparison.path[: 2 * _LONGEST_TOOLTIP])
            return shortened(path, _LONGEST_TOOLTIP)
        for place, row in enumerate(self.comparison.rows, 1):
            if self._geometry.lane(place).contains(position):
                return f"{shortened(row.words.text, _LONGEST_TOOLTIP)}\n{row.result}"
        return ""

    def _spot_at(self, position: QPointF) -> ClickableSpot | None:
        # The links in a row come after the row itself.
        found = [spot for spot in self.spots if spot.rect.contains(position)]
        if not found and self._geometry.can_fold_path and self._is_on_gap(position):
            return next((spot for spot in self.spots if spot.kind is SpotKind.PATH), None)
        return found[-1] if found else None

    def _is_on_gap(self, position: QPointF) -> bool:
        geometry = self._geometry
        cell = (position.x() - geometry.room.left()) / geometry.cell
        cells = (geometry.columns.cell_of(start) for start, _ in geometry.columns.gaps)
        return geometry.lane(0).contains(position) and any(at <= cell < at + 1 for at in cells)

    def _set_hovered(self, spot: ClickableSpot | None) -> None:
        if spot != self._hovered:
            self._hovered = spot
            self.setCursor(Qt.CursorShape.PointingHandCursor if spot else Qt.CursorShape.ArrowCursor)
            self.update()

    def _activate(self, spot: ClickableSpot, *, place_caret: bool) -> None:
        if spot.kind is SpotKind.LINE:
            self._show_line(spot.line, place_caret)
        elif spot.kind is SpotKind.OTHERS:
            self.is_expanded = not self.is_expanded
            self.more_requested.emit(self.is_expanded)
        elif spot.kind is SpotKind.PATH:
            self._is_path_unfolded = not self._is_path_unfolded
            self._arrange()

    def _focused_spot(self) -> ClickableSpot | None:
        spots = self.spots
        return spots[self._focused] if self._focused is not None and self._focused < len(spots) else None

    def _move_focus(self, step: int) -> bool:
        """Focus the next spot; return False if there is none."""
        wanted = (self._focused if self._focused is not None else -1) + step
        if not 0 <= wanted < len(self.spots):
            return False
        self._focused = wanted
        self._on_focus_moved()
        return True

    def _on_focus_moved(self) -> None:
        spot = self._focused_spot()
        self.setAccessibleName(spot.name if spot else self._name)
        self.update()

    def _tails(self) -> list[Tail]:
        tails = []
        others = self.comparison.others
        if self.is_expanded:
            tails.append(Tail(SpotKind.OTHERS, _plain(tr("Show fewer rules")), is_open=True))
            tails += [Tail(SpotKind.PLAIN, others)] if others else []
        elif others:
            tails.append(Tail(SpotKind.OTHERS, others))
        return tails

    def _lay_out(self, width: int) -> Geometry:
        tails = self._tails()
        geometry = Geometry(self.comparison, tails, width, self._is_path_unfolded)
        if geometry.can_fold_path:
            if self._is_path_unfolded:
                words = tr("Hide the middle of the URL")
            else:
                words = ntr(_WHOLE_PATH, len(self.comparison.path))
            tails.append(Tail(SpotKind.PATH, _plain(words), is_open=self._is_path_unfolded))
        return geometry

    def _arrange(self) -> None:
        self._geometry = geometry = self._lay_out(self.width())
        overflow = self._overflow(geometry)
        self._bar.setVisible(overflow > 0)
        self._bar.setRange(0, overflow)
        self._bar.setSingleStep(geometry.cell)
        self._bar.setPageStep(round(geometry.room.width()))
        room = geometry.room
        height = _SCROLL_BAR
        self._readable.arrange(geometry, self._titles.path)
        self._bar.setGeometry(round(room.left()), geometry.height, round(room.width()), height)
        self.updateGeometry()
        self.update()

    def _overflow(self, geometry: Geometry) -> int:
        """Return how many pixels an unfolded path can be scrolled; a folded one fits."""
        return geometry.overflow if self._is_path_unfolded else 0

    def _on_scrolled(self, _value: int) -> None:
        self.update()


def _plain(text: str) -> Phrase:
    return (Piece(text),)


class ReadableRow(QLabel):
    """A painted row as text for a screen reader, with the same geometry."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def tell(self, words: str, description: str, lane: QRectF) -> None:
        """Set text, description and geometry."""
        self.setText(words)
        self.setAccessibleDescription(description)
        self.setGeometry(lane.toAlignedRect())
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint nothing: the comparison paints the text."""


class ReadableRows:
    """A row for the path, one for each rule and each line below them."""

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent
        self._rows: list[ReadableRow] = []

    def arrange(self, geometry: Geometry, path_title: str) -> None:
        """Update the texts to match the painted rows."""
        comparison = geometry.comparison
        path = shortened(path_text(comparison.path), _LONGEST_READ)
        told = [(WORDS.about(path_title, side_by_side((path, bytes_words(len(comparison.path))))), "")]
        told += [(row.text(), row.alignment_text()) for row in comparison.rows]
        told += [(as_text(tail.phrase), "") for tail in geometry.tails]
        while len(self._rows) < len(told):
            self._rows.append(ReadableRow(self._parent))
        for place, (words, description) in enumerate(told):
            self._rows[place].tell(words, description, geometry.lane(place))
        for row in self._rows[len(told) :]:
            row.hide()
