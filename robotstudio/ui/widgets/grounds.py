"""The backgrounds of panels: pages, bars, and separate windows."""

from collections.abc import Sequence
from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QMetaMethod, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QHideEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLayout, QLineEdit, QSplitter, QVBoxLayout, QWidget

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES

_EDGE: Final = 48
"""How much smaller a panel window is than the window below it, at least."""


class Page(QWidget):
    """A widget painted in the colour of a token."""

    ground = "surface"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.color(self.ground))


class Bar(Page):
    """A page with a line below or above it."""

    ground = "window"
    is_lined_below = True

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        y = self.height() - 1 if self.is_lined_below else 0
        QPainter(self).fillRect(QRectF(0, y, self.width(), 1), theme.color("border"))


class TabPage(Page):
    """A page that can be as narrow as the right column, regardless of its content."""

    def minimumSizeHint(self) -> QSize:
        return QSize(SIZES.right_width_min, super().minimumSizeHint().height())


class Split(QSplitter):
    """Panes beside or above each other, none of which can be dragged away."""

    def __init__(
        self,
        orientation: Qt.Orientation,
        parent: QWidget,
        panes: Sequence[QWidget],
        sizes: Sequence[int] = (),
        stretch: Sequence[int] = (),
    ) -> None:
        """`sizes` are those at the start; `stretch` is the share of each pane in further space."""
        super().__init__(orientation, parent)
        self.setChildrenCollapsible(False)
        for pane in panes:
            self.addWidget(pane)
        for place, share in enumerate(stretch):
            self.setStretchFactor(place, share)
        if sizes:
            self.setSizes(list(sizes))


class DialogFooter(Bar):
    """The last row of a window: its actions, then, at the right, Close and the main button."""

    is_lined_below = False

    def __init__(
        self,
        parent: QWidget,
        right: Sequence[QWidget],
        left: Sequence[QWidget] = (),
        sentence: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setSpacing(SIZES.between_controls)
        for widget in left:
            self._row.addWidget(widget)
        if sentence is None:
            self._row.addStretch(1)
        else:
            self._row.addWidget(sentence, 1)
        for widget in right:
            self._row.addWidget(widget)
        self._row.setContentsMargins(SIZES.panel_inset, 1, SIZES.panel_inset, 0)
        self.setFixedHeight(SIZES.dialog_footer)


class PanelWindow(QDialog):
    """A non-modal window; most have their content in a frame above a footer."""

    size_key: ClassVar[str]
    """The key for its remembered size."""

    enter_presses: ClassVar[bool] = True
    """True if Enter presses its main button, as in a dialog, unless the focused part uses Enter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.over = parent
        """A part of the window over which it opens."""
        self._wanted = self._cut_to = QSize()
        self._put_at: QPoint | None = None
        self._moved_to: QPoint | None = None

    @property
    def is_cut(self) -> bool:
        """True if only the screen or the window below it limits its size."""
        return self._wanted != self._cut_to == self.size()

    def frame(self, content: QLayout, footer: DialogFooter) -> None:
        """Lay the content out with the standard insets, above its footer."""
        inset = SIZES.panel_inset
        content.setContentsMargins(inset, inset, inset, inset)
        rows = column_in(self)
        rows.addLayout(content, 1)
        rows.addWidget(footer)

    def bring_up(self) -> None:
        """Come to the front: within the window below it and in its centre, unless the user has moved it."""
        if not self.isVisible():
            self._take_place()
        self.show()
        self.raise_()
        self.activateWindow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Remember where the user has moved it."""
        if self.pos() != self._put_at:
            self._moved_to = self.pos()
        super().hideEvent(event)

    def _take_place(self) -> None:
        below = self.over.window() if self.over else None
        screen = self.screen().availableSize()
        room = QSize(screen.width() - 24, screen.height() - 60)
        if below is not None and below.isVisible():
            room = room.boundedTo(below.size() - QSize(_EDGE, _EDGE))
        if not self.is_cut:
            self._wanted = self.size()
        self._cut_to = self._wanted.boundedTo(room).expandedTo(self.minimumSizeHint())
        self.resize(self._cut_to)
        moved = self._moved_to
        if moved is not None and QGuiApplication.screenAt(moved + self.rect().center()) is not None:
            self.move(moved)
        elif below is not None:
            self._put_at = below.geometry().center() - self.rect().center()
            self.move(self._put_at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the help keys as in the main window; Enter acts on the focused field only."""
        if event.key() in _ENTER and (not self.enter_presses or _takes_enter(self.focusWidget())):
            return  # else Qt would press a button of the window, too
        action_id = _HELP_KEYS.get(event.modifiers()) if event.key() == Qt.Key.Key_F1 else None
        parent = self.parent()
        found = parent.findChild(QAction, action_id) if parent is not None and action_id else None
        if isinstance(found, QAction):
            found.trigger()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.color("window"))


class WindowSizes(QObject):
    """The last sizes of panel windows; `changed` is emitted if one has changed."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.kept: dict[str, tuple[int, ...]] = {}
        """Width and height, by the windows' keys."""

    def follow(self, window: PanelWindow) -> None:
        """Restore the last size of a window, and record later ones."""
        sizes = self.kept.get(window.size_key, ())
        if len(sizes) == 2:  # width and height
            window.resize(*sizes)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Record the size of a window when it is hidden."""
        if event.type() is QEvent.Type.Hide and isinstance(watched, PanelWindow):
            size = watched.width(), watched.height()
            if self.kept.get(watched.size_key) != size and not watched.is_cut:
                self.kept[watched.size_key] = size
                self.changed.emit()
        return False


def _takes_enter(widget: QWidget | None) -> bool:
    """Return True for a field in which Enter has an action."""
    return isinstance(widget, QLineEdit) and widget.isSignalConnected(QMetaMethod.fromSignal(widget.returnPressed))


_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_HELP_KEYS: Final = {
    Qt.KeyboardModifier.NoModifier: "help.guide",
    Qt.KeyboardModifier.ShiftModifier: "help.what_is_this",
}


def column_in(widget: QWidget) -> QVBoxLayout:
    """Return a vertical layout without margins and gaps."""
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout
