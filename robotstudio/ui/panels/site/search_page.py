"""Search in the Site tab: type a word, and see who may find which page, and which line hides the others."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from robotstudio.crawl.index.index import IndexState
from robotstudio.crawl.insight.finder import MOST_FOUND, CrawlFinder, FoundPages
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.site.actions import PartActions
from robotstudio.ui.panels.site.crawl_part import CrawlPart
from robotstudio.ui.panels.site.crawl_words import hiding_notes
from robotstudio.ui.panels.site.found_list import FoundList
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.grounds import Bar, column_in
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.search import SearchField

_AT_ONCE = 8
"""Number of snippets made at a time: newer questions are answered before the next."""
_ROW, _HEAD, _FIELD = 50, 40, 388
_MATCH = Plural("{count} page matches", "{count} pages match")
_BEST = Plural("best {count} page", "best {count} pages")
_INDEXED = Plural("index of {count} page", "index of {count} pages")
_MAY_FIND = Plural("can find {count}, {hidden} hidden", "can find {count}, {hidden} hidden")


class SearchPage(CrawlPart):
    """Searches the crawled pages as two crawlers; the results follow the draft."""

    def __init__(self, actions: PartActions, parent: QWidget) -> None:
        super().__init__(actions, parent, thread="search")
        self.background.answered.connect(self._on_answered)
        self._path: Path | None = None
        self._draft = b""
        self._crawlers: tuple[Crawler, ...] = ()
        self._finder = CrawlFinder()
        self._last: FoundPages | None = None
        self.field = SearchField(tr("Search the crawled pages; “…” for an exact phrase"), self)
        self.said = ElidedLabel("", self, px=12, weight=600)
        self.choices = tuple(QComboBox(self) for _ in range(2))
        self.counts = tuple(ElidedLabel("", self, px=12, color="text2") for _ in range(2))
        self.found = FoundList(actions.show_line, self)
        self.footer = Footer(self, remark=tr("Results update as you edit the draft."), remark_from=600)
        self._lay_out()
        self.setFocusProxy(self.field)
        self.field.textChanged.connect(self._plan)
        self.field.left.connect(self.found.setFocus)
        for choice in self.choices:
            choice.setProperty("controlSize", "small")
            choice.setAccessibleName(tr("Crawler"))
            choice.currentIndexChanged.connect(self._plan)

    def show_crawl(self, path: Path | None, crawlers: tuple[Crawler, ...], draft: bytes) -> None:
        """Search a crawl as these crawlers."""
        if path != self._path:
            self._last = None
            self._show_notes(())
        self._path, self._draft = path, draft
        if crawlers != self._crawlers:
            self._offer(crawlers)
        self._is_due = True
        if self.isVisible():
            self._find(snippets=0)  # counts first, without snippets

    def _say_waiting(self, sentence: str) -> None:
        self.footer.say(sentence)

    @property
    def _chosen(self) -> tuple[Crawler, ...]:
        places = (choice.currentIndex() for choice in self.choices)
        return tuple(self._crawlers[place] for place in places if 0 <= place < len(self._crawlers))

    def _offer(self, crawlers: tuple[Crawler, ...]) -> None:
        """Offer these crawlers; keep the chosen ones, initially two different ones."""
        before = [crawler.token for crawler in self._chosen]
        self._crawlers = crawlers
        tokens = [crawler.token for crawler in crawlers]
        for place, choice in enumerate(self.choices):
            with QSignalBlocker(choice):
                choice.clear()
                choice.addItems([title_of(crawler) for crawler in crawlers])
                known = before[place] if place < len(before) else ""
                usual = min(place, len(crawlers) - 1) if known not in tokens else tokens.index(known)
                choice.setCurrentIndex(tokens.index("GPTBot") if place and not known and "GPTBot" in tokens else usual)

    def _ask(self) -> None:
        self._find(snippets=_AT_ONCE)

    def _find(self, *, snippets: int) -> None:
        text = self.field.text().strip()
        if self._path is None or not self._path.exists():
            self.footer.say(tr("Crawl the site first."))
        elif not text or not self._chosen:
            self.footer.say(tr("Type a word to search for."))
        else:
            self._is_due = False
            if self._last is None:
                self.footer.say(tr("Updating the index of the crawl…"))
            views = tuple(crawler.reader for crawler in self._chosen)
            work = partial(self._finder.find, self._path, text, views, self._draft, snippets=snippets)
            self.background.ask(work)

    def _on_answered(self, found: FoundPages | None) -> None:
        if found is not None:
            self._last = found
            self._show(found)
            if not found.is_whole:
                self._find(snippets=_AT_ONCE)

    def _show(self, found: FoundPages) -> None:
        self.said.setText(ntr(_BEST if len(found.pages) == MOST_FOUND else _MATCH, len(found.pages)))
        for place, label in enumerate(self.counts[: len(self._chosen)]):
            may_find = found.may_find(place)
            label.setText(ntr(_MAY_FIND, may_find, hidden=len(found.pages) - may_find))
        self.found.show_found(found, tuple(crawler.token for crawler in self._chosen))
        self.footer.say(_index_words(found.index))
        self._show_notes(hiding_notes(found.hiding))

    def _on_failed(self, error: RobotStudioError) -> None:
        self.footer.say(WORDS.tell(error.told))

    def _lay_out(self) -> None:
        row, heads = Bar(self), Bar(self)
        row.setFixedHeight(_ROW)
        heads.setFixedHeight(_HEAD)
        self.field.setFixedWidth(_FIELD)
        line = QHBoxLayout(row)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        line.addWidget(self.field)
        line.addWidget(self.said, 1)
        line = QHBoxLayout(heads)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        for choice, count in zip(self.choices, self.counts, strict=True):
            line.addWidget(choice)
            line.addWidget(count, 1)
        layout = column_in(self)
        layout.addWidget(row)
        layout.addWidget(heads)
        layout.addWidget(self.found, 1)
        layout.addWidget(self.footer)


def _index_words(index: IndexState) -> str:
    """Word the size of the index, or its progress while it is being filled."""
    if index.waiting:
        return tr("index {share} complete", share=WORDS.percent(index.share))
    return ntr(_INDEXED, index.indexed)
