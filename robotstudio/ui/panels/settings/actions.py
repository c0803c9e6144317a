"""Actions of the dialog of settings."""

from typing import Protocol


class SettingsActions(Protocol):
    """Implemented by the controller, which has the values and applies them."""

    def choose(self, name: str, value: object) -> None:
        """Set a value."""

    def switch_part(self, name: str, part: str, is_on: bool) -> None:
        """Switch one item of a list."""

    def reset(self, name: str, part: str = "") -> None:
        """Reset a setting to its default, or one item of a list."""

    def reset_all(self) -> None:
        """Reset all settings to their defaults."""

    def import_file(self) -> None:
        """Ask for a file of settings, and import it."""

    def export_file(self) -> None:
        """Save the settings in a file."""

    def forget(self) -> None:
        """Forget everything that is remembered."""

    def explain(self, code: str) -> None:
        """Open the help page about a check."""
