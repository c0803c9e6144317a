"""The bar that says to which URLs the list is narrowed, and leads back to all."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel


class NarrowingBar(SectionHeader):
    """Hidden while all URLs are listed."""

    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", parent, height=SIZES.why_folded)
        self._words = ElidedLabel(theme, "", self, px=12, weight=600)
        self._size = ElidedLabel(theme, "", self, px=12, color="text2")
        self.all_button = GhostButton(theme, self.tr("Show all URLs"), Glyph.CLOSE, self)
        self.all_button.set_small()
        self.all_button.setToolTip(self.tr("Show all URLs (Esc)"))
        self.title.hide()
        self.add_left(self._words)
        self.add_left(self._size, 1)
        self.add_right(self.all_button)
        self.all_button.clicked.connect(self.left)
        self.hide()

    def show_words(self, words: str, count: int, total: int) -> None:
        """Say which URLs are listed, and how many of all."""
        self._words.setText(words)
        size = self.tr("{count} of {total}").format(count=format_count(count), total=format_count(total))
        self._size.setText(size)
        self.setAccessibleName(f"{words}, {size}")
        self.show()
