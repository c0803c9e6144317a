"""The bar that narrows the list to some URLs, until it is dismissed or other URLs are loaded."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from robotstudio.app.analysis import Analysis
from robotstudio.app.listing.filters import Rows
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel


class NarrowingBar(SectionHeader):
    """Names the URLs that are listed, how many of all they are, and leads back. Hidden while all are listed."""

    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", parent, height=SIZES.why_folded)
        self._positions: Rows | None = None
        self._urls: object = None
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

    @property
    def is_on(self) -> bool:
        """Whether only some URLs are listed."""
        return self._positions is not None

    def start(self, words: str, positions: Rows, analysis: Analysis) -> None:
        """List only the URLs of an analysis at some positions; `words` name them."""
        self._positions, self._urls = positions, analysis.urls
        count, total = format_count(len(positions)), format_count(len(analysis.urls))
        size = self.tr("{count} of {total}").format(count=count, total=total)
        self._words.setText(words)
        self._size.setText(size)
        self.setAccessibleName(f"{words}, {size}")
        self.show()

    def end(self) -> None:
        self._positions = self._urls = None
        self.hide()

    def within(self, analysis: Analysis) -> Rows | None:
        """The only positions to be listed; narrowing ends with the URLs that it was about."""
        if self.is_on and self._urls is not analysis.urls:
            self.end()
        return self._positions
