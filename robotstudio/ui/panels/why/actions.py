"""Requests of the explanation to the rest of the window."""

from collections.abc import Sequence
from typing import Protocol

from robotstudio.engine.crawlers import Crawler


class WhyActions(Protocol):
    """Requests of the explanation to the window."""

    def show_line(self, line: int, place_caret: bool) -> None:
        """Show a line of the draft, and move the caret there if `place_caret`."""

    def open_page(self, address: str) -> None:
        """Open the page of a clause in the browser."""

    def test_paths(self, paths: Sequence[str]) -> None:
        """Add paths to the test URLs."""

    def column_title(self, token: str) -> str:
        """Return the title of the column that shows a crawler, empty if none does."""

    def column_crawlers(self, token: str) -> Sequence[Crawler]:
        """Return the crawlers of the column that shows a crawler, none if no column does."""

    def file_in_words(self, *, markdown: bool) -> str:
        """Return the whole file in plain words, for all crawlers."""

    def compare_crawlers(self) -> None:
        """Show which crawlers get other verdicts than the first, on every URL."""

    def is_tested(self) -> bool:
        """Return True if the selected cell shows a test."""

    def toggle_test(self) -> None:
        """Turn the selected cell into a test, or back."""

    def note_folded(self, is_folded: bool) -> None:
        """Remember whether the person folded the panel."""

    def note_one_line(self, is_one_line: bool) -> None:
        """Give the panel room for one line, or for the explanation."""
