"""The pages that link to a URL of a crawl, read in the background."""

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget

from robotstudio.crawl.insight.listing import leading_pages
from robotstudio.crawl.records import LeadingPage
from robotstudio.text.language import tr
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.site.finding_tables import leading_columns
from robotstudio.ui.widgets.table import Table


class LinkingPages(Table):
    """Shows the pages that link to the chosen URL, each with the text of its link."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(
            tr("Linking pages"), leading_columns(), _url_of, parent, is_multiple=True, nothing=tr("Select a URL.")
        )
        self._background = Background("leading pages", self)
        self._background.answered.connect(self._on_answered)

    def show_for(self, path: Path | None, url: str | None, *, by_hreflang: bool = False) -> None:
        """Show the pages of a crawl that link to a URL, or name it by `hreflang`; nothing without either."""
        self.set_rows(())
        if url is None or path is None:
            self._background.cancel()
            self.set_nothing(tr("Select a URL."))
        else:
            self.set_nothing("")
            self._background.ask(partial(leading_pages, path, url, by_hreflang=by_hreflang))

    def close_threads(self) -> None:
        self._background.close()

    def _on_answered(self, pages: tuple[LeadingPage, ...]) -> None:
        self.set_nothing(tr("No fetched page links to this URL."))
        self.set_rows(pages)


def _url_of(page: LeadingPage) -> str:
    return page.url
