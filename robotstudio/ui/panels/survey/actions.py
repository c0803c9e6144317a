"""Actions of the survey's window."""

from typing import Protocol

from robotstudio.survey.clusters import HostCluster


class SurveyActions(Protocol):
    """Implemented by the controller."""

    def read_folder(self) -> None:
        """Ask for a folder, and survey it."""

    def read_files(self) -> None:
        """Ask for archives or tables, and survey them."""

    def read_older_folder(self) -> None:
        """Ask for the folder of an older survey to compare with."""

    def read_older_files(self) -> None:
        """Ask for the archives or tables of an older survey to compare with."""

    def cancel(self) -> None:
        """Stop the survey."""

    def resume(self) -> None:
        """Go on with the survey that was not finished."""

    def find_clusters(self) -> None:
        """Look for farms in the survey that was counted without them."""

    def compare_cluster(self, cluster: HostCluster) -> None:
        """Compare the files of a farm."""

    def open_file(self, host: str) -> None:
        """Open the file of a host."""

    def export(self) -> None:
        """Export the figure or the table that is shown."""
