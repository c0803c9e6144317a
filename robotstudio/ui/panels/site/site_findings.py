"""The findings about a crawled site: shown, brought into the matrix and the editor, exported."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.editor.line_marks import LineNote
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.shell import dialogs

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from robotstudio.crawl.insight.findings import FindingGroup
    from robotstudio.ui.panels.site.crawling import Crawling
    from robotstudio.ui.panels.site.findings_page import FindingsPage
    from robotstudio.ui.panels.site.in_matrix import UrlsInMatrix
    from robotstudio.urls.url_set import UrlSet

_NOTICE = "findings"


class SiteFindings(Controller):
    """Connects the page of findings with the crawl, the matrix and the editor."""

    def __init__(
        self, context: Context, crawling: "Crawling", in_matrix: "UrlsInMatrix", show_count: "Callable[[int], None]"
    ) -> None:
        """Create it; `show_count` shows the number of findings."""
        super().__init__(context)
        self._show_count = show_count
        self._crawling = crawling
        self._in_matrix = in_matrix
        crawling.changed.connect(self._on_changed)
        crawling.followed.connect(self._on_followed)
        crawling.forgotten.connect(self._on_forgotten)

    @cached_property
    def page(self) -> "FindingsPage":
        from robotstudio.ui.panels.site.findings_page import FindingsPage  # when it is first shown

        page = FindingsPage(self, self._window)
        self._show(page)
        return page

    @cached_property
    def _exporting(self) -> Background:
        exporting = Background("finding export", self)
        exporting.answered.connect(self._on_exported)
        exporting.failed.connect(self._on_export_failed)
        return exporting

    def close(self) -> None:
        if "page" in vars(self):
            self.page.close_threads()
        if "_exporting" in vars(self):
            self._exporting.close()

    def _on_changed(self) -> None:
        """Show that a crawl is running, if one has started."""
        if "page" in vars(self) and self._crawling.is_running:
            self.page.wait_for_crawl()

    def _on_followed(self) -> None:
        """Update the page for another draft, or for more of the crawl."""
        if "page" in vars(self):
            self._show(self.page)

    def _show(self, page: "FindingsPage") -> None:
        page.show_crawl(self._crawling.path, self._session.crawlers, self._session.body)

    def _on_forgotten(self) -> None:
        page = vars(self).pop("page", None)
        if page is not None:
            page.close_threads()
        self._show_count(0)

    def take_findings(self, groups: "Sequence[FindingGroup]") -> None:
        self._show_count(sum(bool(len(group.places)) for group in groups))

    def show_line(self, line: int) -> None:
        self._editor.reveal_line(line)

    def show_notes(self, part: "QWidget", notes: Sequence[LineNote]) -> None:
        self._crawling.show_notes(part, notes)

    def suggest_rules(self, group: "FindingGroup") -> None:
        """List the URLs of a finding in the matrix, and offer rules for them."""
        self.show_urls(group, group.urls, wants_rules=True)

    def show_urls(self, group: "FindingGroup", urls: "Sequence[str]", *, wants_rules: bool = False) -> None:
        """List URLs of a finding in the matrix."""
        from robotstudio.ui.panels.site.finding_tables import group_words  # noqa: PLC0415  # as the page

        self._in_matrix.show(group_words(group), urls, self._crawling.path, wants_rules=wants_rules)

    def export_findings(self) -> None:
        """Ask for a file, and write the listed findings there."""
        from robotstudio.crawl.insight.export import write_findings  # noqa: PLC0415  # as the page

        path = dialogs.ask_export_findings_path(self._window)
        if path is not None:
            self._window.notices.withdraw(_NOTICE)
            self._exporting.ask(partial(_written, write_findings, path, self.page.listed, self._session.urls))

    def _on_exported(self, path: "Path") -> None:
        self._window.status_bar.show_message(tr("Findings saved to {path}.", path=str(path)))

    def _on_export_failed(self, error: object) -> None:
        if isinstance(error, FileError):
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))


def _written(
    write: "Callable[[Path, Sequence[FindingGroup], UrlSet], None]",
    path: "Path",
    groups: "Sequence[FindingGroup]",
    urls: "UrlSet",
    _is_cancelled: "Callable[[], bool]",
) -> "Path":
    """Write the findings and return the path. Not cancellable, so that no half-written table stays."""
    write(path, groups, urls)
    return path
