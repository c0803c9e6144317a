"""Facts of a crawl about the test URLs that it brought, as columns after the crawlers; hidden until chosen."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import partial

from PySide6.QtCore import QObject, Signal

from robotstudio.crawl.insight.url_facts import FACTS, Fact, FactKind, UrlFacts, Value, crawls_of, read_facts
from robotstudio.crawl.model import ENDED_WORDS, INDEXABILITY_WORDS, EndedBy, Indexability
from robotstudio.draft.analysis import Analysis
from robotstudio.draft.listing.filters import FilterKind, Rows
from robotstudio.draft.listing.lister import SortKey
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.simulation.extra_columns import RowWords
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.widgets.menus import MenuAction
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import origin_in

_YES: Message = "yes"


class FactColumn:
    """A fact about the URLs of one set; empty for any other set."""

    is_before = False
    help_page = "guide/crawl"

    def __init__(self, fact: Fact, facts: UrlFacts) -> None:
        self._fact = fact
        self._facts = facts
        self._is_current = False
        self.width = fact.width
        self.fact = self.key = fact.id
        self.is_number = fact.kind in {FactKind.NUMBER, FactKind.SIZE}

    @property
    def title(self) -> str:
        return tr(self._fact.title)

    @property
    def subtitle(self) -> str:
        return tr("as crawled")

    @property
    def explanation(self) -> str:
        return tr("{fact}, as the crawl found it", fact=self.title)

    @staticmethod
    def is_wanted(_occurring: AbstractSet[FilterKind]) -> bool:
        """Return True: the column exists only if it was chosen."""
        return True

    def show(self, analysis: Analysis) -> None:
        self._is_current = analysis.urls is self._facts.urls

    def is_selectable(self, position: int) -> bool:
        return self._is_current and position >= 0

    def at(self, position: int) -> RowWords | None:
        value = self._value_at(position)
        said = self.words_of(value)
        whole = str(value) if self._fact.kind is FactKind.URL else said
        return RowWords(said, WORDS.about(self.title, whole)) if said else None

    now = at

    def words_of(self, value: Value) -> str:
        """Format a value for display."""
        if value is None or value == "":
            return ""
        match self._fact.kind:
            case FactKind.NUMBER:
                return WORDS.number(int(value))
            case FactKind.SIZE:
                return WORDS.size(int(value))
            case FactKind.FLAG:
                return tr(_YES) if value else ""
            case FactKind.INDEXABILITY:
                return tr(INDEXABILITY_WORDS[Indexability(str(value))])
            case FactKind.STATUS if isinstance(value, str):
                return tr(ENDED_WORDS[EndedBy(value)])
            case FactKind.URL:
                return str(value).removeprefix(origin_in(str(value))) or str(value)
            case _:
                return str(value)

    def values(self, urls: UrlSet) -> Sequence[Value]:
        """Return the values of these URLs in their order; empty for any other set."""
        return self._facts.values[self.fact] if urls is self._facts.urls else ()

    @staticmethod
    def total(_rows: Rows) -> tuple[str, str]:
        return "", ""

    def texts(self, urls: UrlSet) -> Sequence[str]:
        return [self.words_of(value) for value in self.values(urls)]

    def alike(self, position: int) -> Rows:
        """Return the positions of the URLs with the same value."""
        return self._facts.alike(self.fact, position)

    def _value_at(self, position: int) -> Value:
        values = self._facts.values[self.fact]
        return values[position] if self._is_current and 0 <= position < len(values) else None


class CrawlFacts(QObject):
    """The facts that are shown; they are read again when other URLs are loaded. `changed` is emitted after a choice."""

    changed = Signal()

    def __init__(self, panel: SimulationPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        self._urls = UrlSet()
        self._crawls = crawls_of(self._urls)
        self.chosen: tuple[str, ...] = ()
        """The ids of the facts that are shown if URLs come from a crawl."""
        self._wanted = ""  # the fact chosen last, to be scrolled into view
        self._background = Background("facts of a crawl", self)
        self._background.answered.connect(self._on_read)
        self._background.failed.connect(self._on_failed)
        panel.column_menu.extend(self._column_actions)
        panel.extend_menu(self._cell_actions)

    def choose(self, facts: Sequence[str]) -> None:
        """Show these facts and no others, in the order of the table of facts."""
        chosen = tuple(name for name in FACTS if name in facts)
        if chosen != self.chosen:
            self.chosen = chosen
            self._read()
            self.changed.emit()

    def follow(self, urls: UrlSet) -> None:
        """Read the facts of these test URLs."""
        if urls is not self._urls:
            self._urls, self._crawls = urls, crawls_of(urls)
            self._read()

    def close(self) -> None:
        self._background.close()

    def _read(self) -> None:
        if self.chosen and self._crawls:
            self._background.ask(partial(read_facts, self._crawls, self._urls, self.chosen))
        else:
            self._background.cancel()
            self._panel.show_facts((), UrlSet(), {})

    def _on_read(self, facts: UrlFacts | None) -> None:
        if facts is not None:
            columns = [FactColumn(FACTS[name], facts) for name in facts.values]
            self._panel.show_facts(columns, facts.urls, facts.ranks)
            self._panel.view.reveal_column(next((one for one in columns if one.fact == self._wanted), None))
            self._wanted = ""

    def _on_failed(self, _error: object) -> None:
        """Hide the facts: the file of the crawl is gone or damaged. Its URLs stay."""
        self._panel.show_facts((), UrlSet(), {})

    def _toggle(self, name: str) -> None:
        self._wanted = name
        self.choose([*self.chosen, name] if name not in self.chosen else [one for one in self.chosen if one != name])

    def _sort_by(self, column: FactColumn) -> MenuAction:
        text = tr("Sort by {fact}", fact=column.title)
        return MenuAction(text, partial(self._panel.sort_by, SortKey(None, fact=column.fact)))

    def _column_actions(self, place: int) -> Sequence[MenuAction]:
        """Return the actions added to the menu of a column; -1 is the column of the URLs."""
        if not self._crawls:
            return ()
        actions, column = [], self._panel.view.matrix.extra_at(place)
        if isinstance(column, FactColumn):
            hide = tr("Hide {fact}", fact=column.title)
            actions = [self._sort_by(column), MenuAction(hide, partial(self._toggle, column.fact))]
        rows = [
            MenuAction(tr(fact.title), partial(self._toggle, name), is_checked=name in self.chosen, is_alone=False)
            for name, fact in FACTS.items()
        ]
        return [*actions, MenuAction(tr("Facts of the crawl"), rows=rows)]

    def _cell_actions(self) -> Sequence[MenuAction]:
        view = self._panel.view
        index = view.currentIndex()
        column, position = view.matrix.extra_at(index.column()), view.matrix.position_at(index.row())
        said = column.now(position) if isinstance(column, FactColumn) else None
        if said is None or not isinstance(column, FactColumn):
            return ()
        text = tr("List only {fact}", fact=said.detail)
        return [MenuAction(text, partial(self._list_alike, said.detail, column, position)), self._sort_by(column)]

    def _list_alike(self, words: str, column: FactColumn, position: int) -> None:
        self._panel.narrow(words, column.alike(position))
