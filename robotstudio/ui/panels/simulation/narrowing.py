"""Narrows the list to some URLs until that is dismissed, or other URLs are loaded."""

from robotstudio.app.analysis import Analysis
from robotstudio.app.listing.filters import Rows
from robotstudio.ui.panels.simulation.narrowing_bar import NarrowingBar


class Narrowing:
    """The only positions to be listed; its bar names them."""

    def __init__(self, bar: NarrowingBar) -> None:
        """Nothing is narrowed."""
        self._bar = bar
        self._positions: Rows | None = None
        self._urls: object = None

    @property
    def is_on(self) -> bool:
        """Whether only some URLs are listed."""
        return self._positions is not None

    def start(self, words: str, positions: Rows, analysis: Analysis) -> None:
        """List only the URLs of an answer at some positions; `words` name them."""
        self._positions, self._urls = positions, analysis.urls
        self._bar.show_words(words, len(positions), len(analysis.urls))

    def end(self) -> None:
        """List all URLs again."""
        self._positions = self._urls = None
        self._bar.hide()

    def within(self, analysis: Analysis) -> Rows | None:
        """The only positions to be listed; narrowing ends with the URLs that it was about."""
        if self.is_on and self._urls is not analysis.urls:
            self.end()
        return self._positions
