"""The line below the tests: how the run went, and where they are kept."""

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.labels import ElidedLabel, LinkLabel


class Foot(QWidget):
    """One line of constant height, with what can be done about the selected test."""

    undo_requested = Signal()
    show_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.summary = ElidedLabel(theme, "", self, px=11, weight=500, color="text2")
        self.undo = LinkLabel(theme, self.tr("Undo"), self, px=11)
        self.show_cell = LinkLabel(theme, self.tr("Add to the matrix"), self, px=11)
        self.show_cell.setToolTip(self.tr("Adds the URL and the crawler of the selected test to the simulation"))
        self.where = ElidedLabel(theme, "", self, px=11, color="text3")
        self.undo.hide()
        self.show_cell.hide()
        self.undo.activated.connect(self._on_undo)
        self.show_cell.activated.connect(self._on_show)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SIZES.panel_inset, 1, SIZES.panel_inset, 0)
        layout.setSpacing(12)
        for part in (self.summary, self.undo, self.show_cell):
            layout.addWidget(part)
        layout.addStretch(1)
        layout.addWidget(self.where)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._on_theme_changed)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.fonts.px(SIZES.footer))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        painter.fillRect(rect, self._theme.color("window"))
        painter.fillRect(QRectF(0, 0, rect.width(), 1), self._theme.color("border"))

    def _on_undo(self, _is_ctrl: bool) -> None:
        self.undo_requested.emit()

    def _on_show(self, _is_ctrl: bool) -> None:
        self.show_requested.emit()

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()
