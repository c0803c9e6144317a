"""Requests of the chooser of crawlers to its controller."""

from collections.abc import Mapping
from typing import Protocol

from robotstudio.engine.crawlers import Crawler


class CrawlerActions(Protocol):
    """Implemented by the controller."""

    def show_crawlers(self, crawlers: tuple[Crawler, ...]) -> None:
        """Give these crawlers a column each in the matrix, in this order."""

    def keep_own_tokens(self) -> None:
        """Remember the tokens that the user added."""

    def change_crawler(self, token: str, fields: Mapping[str, object]) -> None:
        """Change a crawler in the user's file; the chooser gets a new catalogue."""

    def take_back_changes(self, token: str) -> None:
        """Take a crawler out of the user's file; the chooser gets a new catalogue."""

    def open_file(self) -> None:
        """Open the user's file in the default program of the system."""
