"""The last line of the History tab: whether fetches are kept, where, and how much room they take."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy, QWidget

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.labels import ElidedLabel


class Footer(QWidget):
    """`kept_changed` tells what the user ticked."""

    kept_changed = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.kept = QCheckBox(self.tr("Keep what is fetched"), self)
        self.kept.setChecked(True)
        self.kept.setToolTip(
            self.tr("Off: no fetch is kept and no host is watched. What was kept stays until removed.")
        )
        self._place = ElidedLabel(theme, "", self, px=11, color="text3", mode=Qt.TextElideMode.ElideMiddle)
        self._place.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SIZES.panel_inset - 4, 1, SIZES.panel_inset, 0)
        layout.setSpacing(16)
        layout.addWidget(self.kept)
        layout.addStretch(1)
        layout.addWidget(self._place)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.kept.toggled.connect(self.kept_changed)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def text(self) -> str:
        """What is said of the file."""
        return self._place.text()

    def say(self, text: str) -> None:
        """Say where the history is and how large."""
        self._place.setText(text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        painter.fillRect(rect, self._theme.color("window"))
        painter.fillRect(QRectF(0, 0, rect.width(), 1), self._theme.color("border"))

    def _on_theme_changed(self) -> None:
        self.kept.setFont(self._theme.fonts.ui(11, 500))
        self.setFixedHeight(self._theme.fonts.px(SIZES.footer + 3))
        self.update()
