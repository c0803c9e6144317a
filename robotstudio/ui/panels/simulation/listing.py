"""The rows that the matrix lists and their order: short lists at once, long ones in a background thread.

A bar above them narrows the list to some URLs, until it is dismissed or other URLs are loaded. If nothing is listed, a
hint shows why.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.draft.listing.filters import Filters, Listing, Rows
from robotstudio.draft.listing.lister import NO_MARKS, Lister, ListingQuestion, Ranks, SortKey, next_key
from robotstudio.draft.listing.marks import MatrixMarks
from robotstudio.engine.cancelling import Cancelled, checkpoint_of
from robotstudio.engine.scope import governing_robots_url
from robotstudio.text.language import tr
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.language.language import SO_MANY_OF, side_by_side
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint
from robotstudio.urls.url_set import UrlSet

_MOST_AT_ONCE = 20_000


class NarrowingBar(SectionHeader):
    """Names the listed URLs and their share of all, with a button to list all. Hidden while all are listed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent, height=SIZES.why_folded)
        self._positions: Rows | None = None
        self._urls: object = None
        self._words = ElidedLabel("", self, px=12, weight=600)
        self._size = ElidedLabel("", self, px=12, color="text2")
        self.all_button = GhostButton(tr("Show all URLs"), Glyph.CLOSE, self)
        self.all_button.set_small()
        self.all_button.setToolTip(tr("Show all URLs (Esc)"))
        self.title.hide()
        self.add_left(self._words)
        self.add_left(self._size, 1)
        self.add_right(self.all_button)
        self.hide()

    @property
    def is_on(self) -> bool:
        """True if only some URLs are listed."""
        return self._positions is not None

    def start(self, words: str, positions: Rows, analysis: Analysis) -> None:
        """List only the URLs of an analysis at some positions; `words` name them."""
        self._positions, self._urls = positions, analysis.urls
        size = tr(SO_MANY_OF, number=len(positions), count=len(analysis.urls))
        self._words.setText(words)
        self._size.setText(size)
        self.setAccessibleName(side_by_side((words, size)))
        self.show()

    def end(self) -> None:
        self._positions = self._urls = None
        self.hide()

    def within(self, analysis: Analysis) -> Rows | None:
        """Return the positions to list, None for all. Narrowing ends if the URLs were replaced."""
        if self.is_on and self._urls is not analysis.urls:
            self.end()
        return self._positions


class StartingBar(SectionHeader):
    """Describes URLs that the person did not give, and offers others. Hidden otherwise."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent, height=SIZES.why_folded)
        self._words = ElidedLabel("", self, px=12, color="text2")
        self.buttons: list[GhostButton] = []
        self._shown: tuple[str, ...] = ()
        self.title.hide()
        self.add_left(self._words, 1)
        self.hide()

    def offer(self, words: str, offers: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """Show a text and a button for each action. Called after each key."""
        shown = (words, *(text for text, _ in offers))
        if shown == self._shown:
            return
        self._shown = shown
        self._words.setText(words or tr("Get test URLs:"))
        self.setAccessibleName(words)
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = [self._button(*offer) for offer in offers]
        self.setVisible(bool(words or offers))

    def end(self) -> None:
        self._shown = ()
        self.hide()

    def _button(self, text: str, chosen: Callable[[], object]) -> GhostButton:
        button = GhostButton(text, parent=self)
        button.set_small()
        button.clicked.connect(lambda _is_checked: chosen())
        self.add_right(button)
        return button


class HintActions(Protocol):
    """Requests of the hint, for the panel."""

    def open_url_entry(self) -> None:
        """Let the user type URLs."""

    def choose_crawlers(self) -> None:
        """Let the user choose crawlers."""

    def list_all(self) -> None:
        """End all filters."""


class MatrixHint(EmptyHint):
    """Shown if nothing is listed; its action leads to what is missing."""

    def __init__(self, actions: HintActions, parent: QWidget) -> None:
        super().__init__("", parent=parent)
        self._actions = actions
        self._supply: Callable[[], None] = actions.open_url_entry
        self.action_triggered.connect(self._on_action_triggered)

    def explain(self, analysis: Analysis | None, listed: int, *, expects: bool = False) -> None:
        """Show why nothing is listed, and if nothing is expected while that is asked for; hide if something is."""
        if analysis is None or not analysis.urls:
            self._supply = self._actions.open_url_entry
            self.set_content(tr("No test URLs yet."), tr("Add URLs"))
        elif not analysis.columns:
            self._supply = self._actions.choose_crawlers
            self.set_content(tr("No crawler is chosen."), tr("Choose crawlers"))
        elif not listed:
            self._supply = self._actions.list_all
            nothing = tr("No tests yet. Select a verdict and press Space.") if expects else tr("No URL matches.")
            self.set_content(nothing, tr("Clear filters"))
        self.setVisible(not listed or analysis is None or not analysis.columns)

    def _on_action_triggered(self) -> None:
        self._supply()


class MatrixListing(QObject):
    """Lists again when anything changes that the list depends on.

    It calls `show` with the last question and its `Listing`, `show_delayed` with an analysis whose list is still being
    computed.
    """

    def __init__(
        self,
        narrowing: NarrowingBar,
        show: Callable[[ListingQuestion, Listing], None],
        show_delayed: Callable[[Analysis], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._show = show
        self._show_delayed = show_delayed
        self._narrowing = narrowing
        self.analysis: Analysis | None = None
        """The analysis that is listed, None before the first one."""
        self._filters = Filters()
        self._sort: SortKey | None = None
        self.marks = NO_MARKS
        self._ranked = UrlSet()
        self._ranks: Ranks = {}
        self._here, self._there = Lister(), Lister()
        self._background = Background("listing", self)
        self._background.answered.connect(self._on_answered)

    def governing(self, cell: Cell | None) -> str:
        """Return the URL of the robots.txt that governs a cell's URL, "" if it is the one in the editor or none."""
        analysis = self.analysis
        if cell is None or analysis is None or analysis.outside is None:
            return ""
        place = analysis.position(cell.url)
        is_outside = place is not None and bool(analysis.outside[place])
        return governing_robots_url(cell.url) or "" if is_outside else ""

    def take(self, analysis: Analysis) -> tuple[ListingQuestion, Listing] | None:
        """List another analysis; None if the thread computes the rows and `show` is called."""
        self.analysis = analysis
        return self._found_or_asked(analysis)

    def set_filters(self, filters: Filters) -> None:
        self._filters = filters
        self.update()

    def sort_by(self, key: SortKey | None) -> None:
        """List in another order, None for the order in which the URLs were added."""
        self._sort = key
        self.update()

    def next_sort(self, token: str | None, fact: str = "", *, descends_first: bool = False) -> SortKey | None:
        """Return the order after a click on the header of a crawler or a fact, None for the order of the URLs."""
        return next_key(self._sort, token, fact, descends_first=descends_first)

    def set_ranks(self, urls: UrlSet, ranks: Ranks) -> None:
        """Set the ranks by which these URLs are sorted by a fact."""
        self._ranked, self._ranks = urls, ranks
        self.update()

    def set_marks(self, marks: MatrixMarks) -> None:
        self.marks = marks
        self.update()

    def close(self) -> None:
        self._background.close()

    def update(self) -> None:
        found = self._found_or_asked(self.analysis) if self.analysis is not None else None
        if found is not None:
            self._show(*found)

    def _found_or_asked(self, analysis: Analysis) -> tuple[ListingQuestion, Listing] | None:
        narrowed = self._narrowing.within(analysis)
        ranks = self._ranks if self._ranked is analysis.urls else {}
        question = ListingQuestion(analysis, self._filters, self._sort, self.marks, narrowed, ranks)
        if question.is_plain or len(analysis.urls) <= _MOST_AT_ONCE:
            self._background.cancel()
            return question, self._here.rows(question)
        self._background.ask(partial(_listed, self._there, question))
        self._show_delayed(analysis)
        return None

    def _on_answered(self, answer: tuple[ListingQuestion, Listing] | None) -> None:
        if answer:
            self._show(*answer)


def _listed(
    lister: Lister, question: ListingQuestion, is_cancelled: Callable[[], bool]
) -> tuple[ListingQuestion, Listing] | None:
    try:
        return question, lister.rows(question, checkpoint_of(is_cancelled))
    except Cancelled:
        return None
