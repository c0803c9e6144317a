"""Actions of the start page."""

from pathlib import Path
from typing import Protocol


class StartActions(Protocol):
    """Given to the page when the rest of the window is there: the page is drawn first."""

    def type_address(self) -> None:
        """Let the user type the address of a site."""

    def choose_file(self) -> None:
        """Ask for a file, and open it."""

    def choose_project(self) -> None:
        """Ask for a project, and open it."""

    def open(self, path: Path) -> None:
        """Open a file or a project."""

    def unlist(self, path: Path) -> None:
        """Remove a file or a project from the lists."""

    def open_template(self, template_id: str) -> None:
        """Open a template."""

    def show_example(self) -> None:
        """Open the example."""

    def show_examples(self) -> None:
        """Show the examples of mistakes."""

    def begin_tour(self) -> None:
        """Begin the tour."""

    def decline_tour(self) -> None:
        """Offer the tour no more."""
