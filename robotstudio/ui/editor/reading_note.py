"""In the editor's header: whose reading of the file is shown, with a button that ends it."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.labels import ElidedLabel

_GAP = 2


class ReadingNote(QWidget):
    """The words "as Googlebot reads it" and a button, hidden while no crawler is selected."""

    dismissed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._said = ("", "")
        self._label = ElidedLabel(theme, "", self, px=12, color="text3")
        self._close = GhostButton(theme, glyph=Glyph.CLOSE, parent=self)
        self._close.set_small()
        self._close.setAccessibleName(self.tr("Show the file as it is"))
        self._close.setToolTip(self.tr("Show the file as it is (Esc)"))
        self._close.clicked.connect(self.dismissed)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_GAP)
        self._layout.addWidget(self._label)
        self._layout.addWidget(self._close)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_reader(self, title: str, details: str) -> None:
        """Say whose reading is shown and what is surprising in it; an empty title for nobody's."""
        if (title, details) == self._said:
            return  # asked at every key; words that are set anew are laid out anew
        self._said = (title, details)
        words = self.tr("as {crawler} reads it").format(crawler=title) if title else ""
        self._label.setText(words)
        self.setToolTip(details)
        self.setAccessibleName(words)
        self.setAccessibleDescription(details)
        self.setVisible(bool(title))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.fonts.px(70), self._close.sizeHint().height())
