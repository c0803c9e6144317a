"""What panels lie on: pages, bars, and windows of their own."""

from collections.abc import Sequence
from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QMetaMethod, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLayout, QLineEdit, QVBoxLayout, QWidget

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES


class Page(QWidget):
    """Painted in the colour of a token."""

    ground = "surface"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.color(self.ground))


class Bar(Page):
    """A page with a line below it, or above."""

    ground = "window"
    is_lined_below = True

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        y = self.height() - 1 if self.is_lined_below else 0
        QPainter(self).fillRect(QRectF(0, y, self.width(), 1), theme.color("border"))


class TabPage(Page):
    """As narrow as the right side of the window may be, whatever its parts ask for."""

    def minimumSizeHint(self) -> QSize:
        return QSize(SIZES.right_width_min, super().minimumSizeHint().height())


class DialogFooter(Bar):
    """The last row of a window: what is done with all of it, then, at the right, the way out and the main button."""

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
    """A window beside the main one, which stays usable; most have their content in a frame above a footer."""

    kept_as: ClassVar[str]
    """By which its size is remembered."""

    enter_presses: ClassVar[bool] = True
    """Whether Enter presses its main button, as in a dialog, from a part that does nothing with it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cut_to: QSize | None = None
        self._left_at: QPoint | None = None

    @property
    def is_cut(self) -> bool:
        """Whether it is only as small as it is because the screen has no more room."""
        return self.size() == self._cut_to

    def frame(self, content: QLayout, footer: DialogFooter) -> None:
        """Lay the content out with the insets of every window, above its footer."""
        inset = SIZES.panel_inset
        content.setContentsMargins(inset, inset, inset, inset)
        rows = column_in(self)
        rows.addLayout(content, 1)
        rows.addWidget(footer)

    def bring_up(self) -> None:
        """Come to the front, no larger than the screen."""
        room = self.screen().availableSize()
        wanted = self.size()
        size = wanted.boundedTo(QSize(room.width() - 24, room.height() - 60))
        self._cut_to = None if size == wanted else size
        self.resize(size)
        if self._left_at is not None and not self.isVisible():
            self.move(self._left_at)  # else Qt forgets the frame on X11, and the window comes lower by its height
        self.show()
        self.raise_()
        self.activateWindow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Know where the frame was."""
        self._left_at = self.pos()
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that ask for help do what they do in the main window; Enter does what the field is for, and no more."""
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
    """How large windows beside the main one were when they were left; `changed` where one has changed."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.kept: dict[str, tuple[int, ...]] = {}
        """Width and height, by the names of the windows."""

    def follow(self, window: PanelWindow) -> None:
        """Give a window the size that it had last, and note the one in which it is left."""
        sizes = self.kept.get(window.kept_as, ())
        if len(sizes) == 2:  # width and height
            window.resize(*sizes)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A window that is hidden was left."""
        if event.type() is QEvent.Type.Hide and isinstance(watched, PanelWindow):
            size = watched.width(), watched.height()
            if self.kept.get(watched.kept_as) != size and not watched.is_cut:
                self.kept[watched.kept_as] = size
                self.changed.emit()
        return False


def _takes_enter(widget: QWidget | None) -> bool:
    """Whether it is a field in which Enter does something."""
    return isinstance(widget, QLineEdit) and widget.isSignalConnected(QMetaMethod.fromSignal(widget.returnPressed))


_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_HELP_KEYS: Final = {
    Qt.KeyboardModifier.NoModifier: "help.guide",
    Qt.KeyboardModifier.ShiftModifier: "help.what_is_this",
}


def column_in(widget: QWidget) -> QVBoxLayout:
    """A layout that stacks parts without margins and gaps."""
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout
