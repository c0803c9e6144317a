"""The code of a rule: beside the title, and copied with a click."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import Run, draw_box, draw_focus_ring, draw_runs

_INSET, _HEIGHT = 7, 19


class CodeChip(QAbstractButton):
    """A few letters on a sunken ground."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._on_clicked)
        theme.changed.connect(self.update)

    def set_code(self, code: str) -> None:
        """Show another code."""
        self.setText(code)
        self.setAccessibleName(self.tr("Copy the code {code}").format(code=code))
        self.setToolTip(self.accessibleName())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        fonts = self._theme.fonts
        width = QFontMetricsF(fonts.mono(11)).horizontalAdvance(self.text()) + 2 * fonts.px(_INSET)
        return QSize(round(width + 0.5), fonts.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, rect = self._theme, QRectF(self.rect())
        painter = QPainter(self)
        edge = theme.color("border_strong") if self.underMouse() else None
        draw_box(painter, rect, RADII.cell, theme.color("accent_tint" if self.isDown() else "sunken"), edge)
        if self.hasFocus():
            draw_focus_ring(painter, rect, RADII.cell, theme.color("accent"))
        room = rect.adjusted(theme.fonts.px(_INSET), 0, 0, 0)
        draw_runs(painter, room, [Run(self.text(), theme.fonts.mono(11), theme.color("text2"))])

    def _on_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.text())
