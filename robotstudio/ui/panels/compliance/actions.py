"""Requests of the parts of compliance to the controller."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from robotstudio.compliance.budget import CrawlerBudget
    from robotstudio.compliance.model import DatedVersion
    from robotstudio.compliance.url_joins import JoinRow


class VersionActions(Protocol):
    """Requests of the list of versions to its controller."""

    def take_history(self) -> None:
        """Add the versions in the history for the site of the draft."""

    def add_file(self, since: str) -> None:
        """Ask for a file, and add it as the version since a day."""

    def remove_version(self, version: "DatedVersion") -> None:
        """Remove a version from the list."""

    def date_version(self, version: "DatedVersion", since: str) -> None:
        """Give a version another day."""


class ComplianceActions(VersionActions, Protocol):
    """Implemented by the controller."""

    def take_known(self) -> None:
        """Take the logs of the sources and the versions of the history, if there are none yet."""

    def replay(self) -> None:
        """Replay the logs against the draft, and join them with sitemaps and clicks."""

    def ask_logs(self) -> None:
        """Ask for access logs, and read them."""

    def cancel(self) -> None:
        """Stop what is running."""

    def choose_site(self, site: str) -> None:
        """Check one site of the logs, "" for all."""

    def refresh_ranges(self) -> None:
        """Fetch the addresses of these crawlers from their operators."""

    def look_up_names(self) -> None:
        """Look up the host names of addresses that are in no published range."""

    def export_verdicts(self) -> None:
        """Ask for a file, and write the verdicts there."""

    def export_budgets(self, budgets: "Sequence[CrawlerBudget]") -> None:
        """Ask for a file, and write there what the draft would avoid of each crawler's requests."""

    def export_joined(self, rows: "Sequence[JoinRow]") -> None:
        """Ask for a file, and write the URLs of a joined list there."""
