"""Actions of the window of the environments."""

from datetime import timedelta
from typing import Protocol

from robotstudio.project.file.model import Environment


class EnvironmentActions(Protocol):
    """Implemented by the controller."""

    def enter(self, environments: tuple[Environment, ...], is_step: bool) -> None:
        """Apply all environments; `is_step` is True if the change is not of the same kind as the previous one."""

    def undo(self) -> None:
        """Undo the last change."""

    def choose_tests(self, name: str) -> None:
        """Ask for the test file of an environment."""

    def open_in_tab(self, name: str) -> object:
        """Show an environment in its tab."""

    def compare(self, name: str, other: str) -> None:
        """Show an environment compared with another."""

    def watch(self, every: timedelta | None) -> None:
        """Watch the hosts at an interval; None to stop."""


class ServedActions(Protocol):
    """Actions of the card below a text that is generated from a project."""

    def compare_with_base(self) -> None:
        """Show the difference to the text of the project."""

    def go_back(self) -> None:
        """Revert the edits."""

    def open_environments(self) -> None:
        """Open the window of the environments."""
