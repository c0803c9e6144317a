"""Requests of the Site tab's parts to their controllers."""

from collections.abc import Sequence
from typing import Protocol

from robotstudio.draft.analysis import Cell
from robotstudio.urls.url_set import Source


class SourceOffers(Protocol):
    """What the notice about a source that was read may ask for."""

    def show_rejected(self, source: Source) -> None:
        """Show the lines of a source that were not read."""

    def show_requests(self, source: Source) -> None:
        """Show what crawlers requested in a log."""

    def take_crawlers(self, tokens: Sequence[str]) -> None:
        """Give crawlers a column each in the matrix."""


class SiteActions(Protocol):
    """What the Site tab may ask for."""

    def load_urls(self) -> None:
        """Ask for files and add their URLs."""

    def load_again(self, source: Source) -> None:
        """Read a source again."""

    def choose_columns(self, source: Source) -> None:
        """Ask which columns of a table to read."""

    def remove_source(self, source: Source) -> None:
        """Remove a source and the URLs that only it has."""

    def rename_source(self, source: Source, name: str) -> None:
        """Give a source another name."""

    def show_only(self, source: Source | None) -> None:
        """List the URLs of one source alone in the matrix, None for all."""

    def show_source(self, source: Source | None) -> None:
        """Show the lines and requests of the selected source."""

    def take_crawlers(self, tokens: Sequence[str]) -> None:
        """Give crawlers a column each in the matrix."""

    def select_cell(self, cell: Cell) -> None:
        """Select a verdict in the matrix if it is there."""
