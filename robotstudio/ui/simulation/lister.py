"""What is listed of an analysis; what depends on the URLs alone is kept while the draft changes."""

import numpy as np

from robotstudio.engine.bulk import Bools
from robotstudio.io.url_set import UrlSet
from robotstudio.ui.analysis import Analysis
from robotstudio.ui.simulation.filters import Filters, Listing, SearchTexts, kind_masks, list_rows
from robotstudio.ui.simulation.sorting import Sorter, SortKey
from robotstudio.ui.simulation.url_list import Urls


class Lister:
    """Lists the rows of analyses."""

    def __init__(self) -> None:
        self._take(())

    def rows(self, analysis: Analysis, filters: Filters, sort: SortKey | None) -> Listing:
        """The rows that pass the filters, in the order wanted, and the counts of all filters."""
        if self._urls is not analysis.urls:
            self._take(analysis.urls)
        order = self._sorter.order(sort, analysis)
        found, of_source = self._texts.matching(filters.text), _of_source(analysis.urls, filters.source)
        if of_source is not None:
            found = of_source if found is None else found & of_source
        return list_rows(filters, found, kind_masks(analysis.columns, len(analysis.urls), analysis.standard), order)

    def _take(self, urls: Urls) -> None:
        self._urls = urls
        self._texts = SearchTexts(urls)
        self._sorter = Sorter(urls)


def _of_source(urls: Urls, source_id: str) -> Bools | None:
    """The URLs that a source brought; all where there is no such source."""
    sources = urls.sources if isinstance(urls, UrlSet) else ()
    source = next((source for source in sources if source.id == source_id), None)
    if source is None or not isinstance(urls, UrlSet):
        return None
    found = np.zeros(len(urls), np.bool_)
    found[urls.rows_of(source)] = True
    return found
