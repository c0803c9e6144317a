"""Requests of the Site tab's parts to their controllers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from robotstudio.text.language import tr
from robotstudio.ui.editor.line_marks import LineNote
from robotstudio.ui.widgets.menus import MenuAction
from robotstudio.urls.url_set import Source

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from robotstudio.crawl.insight.findings import FindingGroup
    from robotstudio.crawl.model import NotFetched
    from robotstudio.crawl.plan import CrawlPlan
    from robotstudio.draft.analysis import Cell
    from robotstudio.fetch.evidence import AccessKind

SOURCES, CRAWL, REACHABILITY, FINDINGS, SEARCH, LOGS, NOT_INDEXED, COMPARE, TIMELINE = range(9)
"""The parts of the tab; those from the crawl to the search share a segment, and the comparison is in it, too."""


class SourceOffers(Protocol):
    """Requests of the notice about a source that was read."""

    def show_rejected(self, source: Source) -> None:
        """Show the lines of a source that were not read."""

    def show_requests(self, source: Source) -> None:
        """Show what crawlers requested in a log."""

    def show_columns(self, source: Source) -> None:
        """Show the columns of a source that have to be chosen."""

    def take_crawlers(self, tokens: Sequence[str]) -> None:
        """Give crawlers a column each in the matrix."""


class SiteActions(Protocol):
    """Requests of the Site tab to its controller."""

    def load_urls(self) -> None:
        """Ask for files and add their URLs."""

    def load_again(self, source: Source) -> None:
        """Read a source again."""

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

    def select_cell(self, cell: "Cell") -> None:
        """Select a verdict in the matrix if it is there."""


class PlanActions(Protocol):
    """Requests of the dialog for a crawl."""

    def file_of(self, host: str) -> "Path":
        """Return the file of the first crawl of a host."""

    def begin(self, path: "Path", plan: "CrawlPlan", *, is_new: bool) -> None:
        """Begin another crawl beside this file, or go on with the one in it."""

    def show_kept(self, path: "Path") -> None:
        """Show the crawl in a file."""

    def access_to(self, url: str) -> "AccessKind | None":
        """Return the kind of access that is kept for the site of a URL."""

    def ask_access(self, url: str) -> None:
        """Ask for the access to the site of a URL."""


class CrawlActions(Protocol):
    """Requests of the page of a crawl."""

    @property
    def path(self) -> "Path | None":
        """The file of the crawl."""

    def ask(self) -> None:
        """Open the dialog for a crawl."""

    def open_crawl(self) -> None:
        """Ask for the file of a crawl, and show it."""

    def list_urls(self) -> None:
        """List the wanted URLs of the crawl."""

    def use_urls(self) -> None:
        """Add the URLs of the crawl to the test URLs."""

    def export_urls(self) -> None:
        """Ask for a file, and write the wanted URLs there."""

    @property
    def render(self) -> "Callable[[str], None]":
        """Render a page in a browser."""

    def follow(self, trap: "NotFetched") -> None:
        """Resume the crawl without a trap."""


class PartActions(Protocol):
    """Requests of a part that computes something from a crawl."""

    def show_line(self, line: int) -> None:
        """Show a line of the draft."""

    def show_notes(self, part: "QWidget", notes: Sequence[LineNote]) -> None:
        """Show notes after lines in the editor; none while the part is hidden."""


class ReachActions(PartActions, Protocol):
    """Requests of Reachability."""

    def show_pattern(self, pattern: str, urls: Sequence[str]) -> None:
        """List the URLs of a path pattern in the matrix."""

    def export_map(self, write: "Callable[[Path], None]") -> None:
        """Ask for a file, and write the map there, as a picture or a table."""


class FindingActions(PartActions, Protocol):
    """Requests of Findings."""

    def take_findings(self, groups: "Sequence[FindingGroup]") -> None:
        """Count the findings."""

    def show_urls(self, group: "FindingGroup", urls: Sequence[str]) -> None:
        """List URLs of a finding in the matrix."""

    def suggest_rules(self, group: "FindingGroup") -> None:
        """List the URLs of a finding in the matrix, and offer rules for them."""

    def export_findings(self) -> None:
        """Ask for a file, and write the listed findings there."""


class VersionActions(Protocol):
    """Add older versions of the robots.txt."""

    def add_versions(self) -> None:
        """Ask for an older file."""

    def add_folder(self) -> None:
        """Ask for a folder of files with days in their names."""

    def add_git(self) -> None:
        """Ask for a file in a Git repository."""


def version_rows(actions: VersionActions) -> tuple[MenuAction, ...]:
    """Return the rows of a menu that adds versions."""
    return (
        MenuAction(tr("Older robots.txt…"), actions.add_versions),
        MenuAction(tr("Folder of dated files…"), actions.add_folder),
        MenuAction(tr("robots.txt in Git…"), actions.add_git),
    )
