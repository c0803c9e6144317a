"""Requests of the Simulation tab to the rest of the window."""

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QPoint

from robotstudio.draft.analysis import Cell
from robotstudio.draft.listing.filters import Rows


class SimulationActions(Protocol):
    """Requests of the Simulation tab to the window."""

    def select(self, cell: Cell | None) -> None:
        """Select a cell in all views."""

    def read_as(self, token: str) -> None:
        """Show the file as a crawler reads it."""

    def show_line(self, line: int) -> None:
        """Put the caret on a line of the draft."""

    def leave(self) -> None:
        """Give the keyboard to the editor."""

    def load_urls(self) -> None:
        """Ask for files, and load their URLs."""

    def load_text(self, text: str) -> None:
        """Read a text that is not a short list as a source."""

    def count_sitemaps(self) -> int:
        """Return how many sitemaps the draft names."""

    def fetch_sitemaps(self) -> None:
        """Fetch the URLs of the sitemaps that the draft names."""

    def source_filtered(self, source_id: str) -> None:
        """Show that only the URLs of a source are listed, "" for any."""

    def show_sources(self) -> None:
        """Show the sources of the URLs."""

    def choose_crawlers(self) -> None:
        """Let the user choose crawlers."""

    def fetch(self, robots_url: str) -> None:
        """Fetch another robots.txt."""

    def check_page(self, url: str) -> None:
        """Check whether crawlers may fetch a page, and all that it loads."""

    def render_page(self, url: str) -> None:
        """Render a page in a browser."""

    def suggest_rules(self, positions: Rows) -> None:
        """Suggest rules for the URLs at some positions."""

    def show_patterns(self) -> None:
        """Group the URLs by path pattern."""

    def end_narrowing(self) -> None:
        """Return to where the list was narrowed from."""

    def export(self) -> None:
        """Ask for a file, and write the listed rows to it."""

    def show_export_error(self, sentence: str) -> None:
        """Show why an export failed."""

    def open_expectations(self, cells: Sequence[Cell], at: QPoint) -> None:
        """Offer to edit or remove the expectations of cells, at a position on the screen."""

    def say(self, sentence: str) -> None:
        """Show a sentence for a while."""

    def offer_undo(self, sentence: str, undo: Callable[[], object]) -> None:
        """Show a sentence, and offer to undo what it tells."""

    def copy_image(self) -> None:
        """Copy the matrix as an image."""
