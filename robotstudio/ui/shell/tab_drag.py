"""A tab dragged out of its strip: its picture follows the mouse until it is dropped."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

_BELOW = QPoint(-24, 10)
_OPACITY = 0.85


def knows_places() -> bool:
    """Return True if the system reports and accepts window positions; Wayland does not."""
    return not QGuiApplication.platformName().startswith("wayland")


class TabDrag(QObject):
    """Shows the tab under the mouse; calls `give_up` on Escape."""

    def __init__(self, bar: QWidget, give_up: Callable[[], None]) -> None:
        super().__init__(bar)
        self._bar = bar
        self._give_up = give_up
        self._picture: _Picture | None = None
        self.is_under_way = False

    def begin(self, picture: QPixmap) -> None:
        """Start when the tab has left its strip."""
        self.is_under_way = True
        self._bar.setCursor(Qt.CursorShape.DragMoveCursor)
        application = QCoreApplication.instance()
        if application:
            application.installEventFilter(self)
        if knows_places():
            self._picture = _Picture(picture, self._bar)

    def follow(self, mouse: QPoint) -> None:
        """Move the picture with the mouse."""
        if self._picture is not None:
            self._picture.move(mouse + _BELOW)
            self._picture.show()

    def end(self) -> None:
        """End after a drop, or after the tab has returned to its strip."""
        if not self.is_under_way:
            return
        self.is_under_way = False
        self._bar.unsetCursor()
        application = QCoreApplication.instance()
        if application:
            application.removeEventFilter(self)
        if self._picture is not None:
            self._picture.hide()
            self._picture.deleteLater()
            self._picture = None

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Handle Escape, whatever has the focus."""
        is_key = event.type() in {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride}
        if not is_key or not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            self._give_up()
        return True


class _Picture(QWidget):
    """A picture over all windows, without mouse and keyboard input."""

    def __init__(self, picture: QPixmap, bar: QWidget) -> None:
        super().__init__(bar, Qt.WindowType.ToolTip | Qt.WindowType.WindowTransparentForInput)
        self._picture = picture
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setWindowOpacity(_OPACITY)
        self.resize(picture.deviceIndependentSize().toSize())

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).drawPixmap(0, 0, self._picture)
