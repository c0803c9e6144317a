"""Initial URLs of a document without test URLs: URLs made from its rules, and offers to get others."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.url_sources import MADE_OF_RULES, urls_of_rules
from robotstudio.text.language import Plural, ntr, tr
from robotstudio.ui.document.context import Context
from robotstudio.ui.document.origins import OriginKind
from robotstudio.ui.panels.site.crawling import Crawling
from robotstudio.ui.panels.site.loader import sitemaps_of
from robotstudio.ui.panels.site.url_sources import FETCH_SITEMAPS, UrlSources
from robotstudio.urls.url_set import UrlSet

_MADE = Plural(
    "{count} URL made from the rules. It is never fetched, and your own URLs replace it.",
    "{count} URLs made from the rules. They are never fetched, and your own URLs replace them.",
)
_USE_CRAWLED = Plural("Use the {count} URL of the crawl", "Use the {count} URLs of the crawl")


class StartingUrls(QObject):
    """Makes URLs for a file that is opened, and explains them above the matrix."""

    def __init__(self, context: Context, sources: UrlSources, crawling: Crawling) -> None:
        super().__init__(context.window)
        self._session = context.session
        self._urls = context.urls
        self._matrix = context.matrix
        self._document = context.document
        self._sources = sources
        self._crawling = crawling
        self._is_wanted = False
        context.document.opened.connect(self._on_opened)
        context.session.urls_changed.connect(self._on_urls_changed)
        context.session.analysis_settled.connect(self._on_analysis)
        sources.sources_changed.connect(self.show)
        crawling.moved.connect(self.show)

    def show(self) -> None:
        """Show the current offers, unless the person has URLs."""
        urls = self._urls.urls
        made = len(urls) if all(source.id == MADE_OF_RULES.id for source in urls.sources) else 0
        if len(urls) > made:
            self._matrix.end_start()
        else:
            said = ntr(_MADE, made) if made else ""
            self._matrix.offer_start(said, self._offers(has_made=bool(made)))

    def _on_opened(self) -> None:
        self._is_wanted = self._document.origin.source is OriginKind.FILE

    def _on_urls_changed(self, urls: UrlSet) -> None:
        if len(urls):
            self._is_wanted = False  # even if they are removed before the first answer

    def _on_analysis(self, analysis: Analysis) -> None:
        if self._is_wanted and self._session.is_answered:
            self._is_wanted = False
            if not (analysis.urls or self._sources.waiting or self._sources.loader.is_busy):
                self._make()
        self.show()

    def _make(self) -> None:
        analysis = self._session.analysis
        made = urls_of_rules(analysis.shown) if analysis else None
        if made:
            self._urls.change(made)

    def _offers(self, *, has_made: bool) -> list[tuple[str, Callable[[], object]]]:
        analysis = self._session.analysis
        if analysis is None:
            return []
        offers: list[tuple[str, Callable[[], object]]] = []
        sitemaps = len(sitemaps_of(analysis.shown))
        if sitemaps:
            offers.append((ntr(FETCH_SITEMAPS, sitemaps), self._sources.fetch_sitemaps))
        crawled = self._crawling.found
        if crawled:
            offers.append((ntr(_USE_CRAWLED, crawled), self._crawling.use_urls))
        if analysis.rule_count and not has_made:
            offers.append((tr("Make URLs from the rules"), self._make))
        return offers
