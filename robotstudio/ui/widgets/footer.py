"""The last line of a tab: a summary, and actions."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import ElidedLabel

_GAP = 12


class Footer(Bar):
    """A line of constant height: a sentence and widgets at the left, a muted remark and widgets at the right."""

    is_lined_below = False

    def __init__(self, parent: QWidget | None = None, *, remark: str = "", remark_from: int = 0) -> None:
        """Start empty; the remark is hidden if the tab is narrower than `remark_from`, in pixels at 100 %."""
        super().__init__(parent)
        self._remark_from = remark_from
        self._sentence = ElidedLabel("", self, px=11, weight=500, color="text2")
        self._remark = ElidedLabel(remark, self, px=11, color="text3", mode=Qt.TextElideMode.ElideMiddle)
        self._sentence.hide()
        self._remark.setVisible(bool(remark))
        self._left, self._right = QHBoxLayout(), QHBoxLayout()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SIZES.panel_inset, 1, SIZES.panel_inset, 0)
        layout.setSpacing(_GAP)
        for side in (self._left, self._right):
            side.setSpacing(_GAP)
            layout.addLayout(side)
            if side is self._left:
                layout.addStretch(1)
        self._left.addWidget(self._sentence)
        self._right.addWidget(self._remark)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFont(theme.fonts.ui(11, 500))
        self.setFixedHeight(SIZES.footer)

    @property
    def text(self) -> str:
        return self._sentence.text()

    @property
    def remark(self) -> str:
        """The text at the right."""
        return self._remark.text()

    def say(self, text: str, exactly: str = "") -> None:
        """Show a sentence; `exactly` is its tooltip."""
        self._sentence.setText(text)
        self._sentence.setVisible(bool(text))
        if exactly:
            self._sentence.setToolTip(exactly)
        self._show_remark()

    def set_remark(self, text: str) -> None:
        """Set the text at the right."""
        self._remark.setText(text)
        self._show_remark()

    def add_left(self, widget: QWidget) -> None:
        """Add a widget after the sentence."""
        self._left.addWidget(widget)

    def add_right(self, widget: QWidget) -> None:
        """Add a widget after the remark."""
        self._right.addWidget(widget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_remark()

    def _show_remark(self) -> None:
        self._remark.setVisible(bool(self.remark) and self._has_room_for_remark())

    def _has_room_for_remark(self) -> bool:
        """Return True if the remark fits whole, or is mandatory."""
        if not self._remark_from:
            return True
        self._left.invalidate()  # it would return the width of the previous text
        wanted = self._left.sizeHint().width() + self._remark.sizeHint().width() + 2 * (SIZES.panel_inset + _GAP)
        return self.width() >= max(self._remark_from, wanted)
