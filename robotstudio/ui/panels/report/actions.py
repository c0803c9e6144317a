"""Requests of the report window to its controller."""

from typing import Protocol


class ReportActions(Protocol):
    """Implemented by the controller."""

    def plan(self) -> None:
        """Make the report again after a rest."""

    def choose_logo(self) -> None:
        """Choose a logo, or remove the current one."""

    def save(self, form: str) -> None:
        """Ask for a file, and save the report in a format, given by its id."""

    def open_file(self) -> None:
        """Open the saved report in the program for such files."""
