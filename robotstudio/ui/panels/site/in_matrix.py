"""Shows URLs of a crawl in the matrix, and adds those that are not test URLs yet."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct
from PySide6.QtCore import Qt

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.listing.filters import Rows
from robotstudio.ui.document.context import Context, Controller
from robotstudio.urls.urls import parse_list

MOST_TYPED = 5_000
"""How many URLs are added at most beside those of the crawl itself: URLs that it found and did not fetch."""


class _Wanted(Struct, frozen=True):
    """A list to show as soon as its URLs are loaded."""

    words: str
    urls: Sequence[str]
    wants_rules: bool
    is_crawl_added: bool = False
    is_rest_added: bool = False


class UrlsInMatrix(Controller):
    """Narrows the matrix to some URLs; if they are not loaded, loads the crawl, and then the URLs it did not fetch."""

    def __init__(self, context: Context, add_files: Callable[[Sequence[Path]], None]) -> None:
        """Create it; `add_files` adds the URLs of files to the test URLs."""
        super().__init__(context)
        self._add_files = add_files
        self._wanted: _Wanted | None = None
        self._crawl: Path | None = None
        context.session.analysis_settled.connect(self._on_analysis, Qt.ConnectionType.QueuedConnection)

    def show(self, words: str, urls: Sequence[str], crawl: Path | None, *, wants_rules: bool = False) -> None:
        """List these URLs, which `words` name, and offer rules for them if `wants_rules`."""
        self._crawl = crawl
        self._take(_Wanted(words, urls, wants_rules))

    def _on_analysis(self, _analysis: Analysis) -> None:
        if self._wanted is not None:
            self._take(self._wanted)

    def _take(self, wanted: _Wanted) -> None:
        analysis = self._session.analysis
        urls = self._urls.urls
        if analysis is None or analysis.urls is not urls:
            self._wanted = wanted  # its verdicts are being computed
            return
        places = [urls.position(url) for url in wanted.urls]
        missing = [url for url, place in zip(wanted.urls, places, strict=True) if place is None]
        if missing and not wanted.is_crawl_added and self._crawl is not None:
            self._wanted = _Wanted(wanted.words, wanted.urls, wanted.wants_rules, is_crawl_added=True)
            self._add_files([self._crawl])
        elif missing and not wanted.is_rest_added:
            rest = _Wanted(wanted.words, wanted.urls, wanted.wants_rules, is_crawl_added=True, is_rest_added=True)
            self._wanted = rest
            self._urls.add(parse_list("\n".join(missing[:MOST_TYPED])))
        else:
            self._wanted = None
            self._show(wanted, np.array(sorted(place for place in places if place is not None), np.intp))

    def _show(self, wanted: _Wanted, places: Rows) -> None:
        self._window.open_work()
        self._window.show_tab("simulation")
        self._pages.show_first()
        self._matrix.narrow(wanted.words, places)
        if wanted.wants_rules:
            self._matrix.suggest_rules(places)
