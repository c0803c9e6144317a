"""The person's choices about columns: width of the URLs, and which crawlers are hidden, moved or frozen."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QTableView

from robotstudio.draft.columns import equal_columns
from robotstudio.ui.panels.simulation.extra_columns import DataColumn, ExtraColumn
from robotstudio.ui.panels.simulation.matrix_model import MatrixModel
from robotstudio.ui.panels.simulation.matrix_painter import VisibleColumn
from robotstudio.ui.panels.simulation.url_header import UrlHeader
from robotstudio.ui.theme.tokens import SIZES

SCROLL_BAR = 10
"""Space reserved at the right with or without a scroll bar, so that a filter does not move the columns."""


class MatrixColumns(QObject):
    """Width, visibility and order of the columns.

    `changed` follows a choice of the person, `order_wanted` carries the tokens of the crawlers from left to right.
    """

    changed = Signal()
    order_wanted = Signal(object)

    def __init__(
        self,
        view: QTableView,
        model: MatrixModel,
        urls: UrlHeader,
        on_widened: Callable[[], None],
        on_hid: Callable[[], None],
    ) -> None:
        """`on_widened` is called for another width, `on_hid` for other columns."""
        super().__init__(view)
        self._on_widened = on_widened
        self._on_hid = on_hid
        self._view = view
        self._model = model
        self._urls = urls
        self._own_width = 0
        self._hidden: tuple[str, ...] = ()
        self._apart: tuple[str, ...] = ()
        self._merges = False
        self._groups: tuple[tuple[int, ...], ...] = ()
        self._frozen = ""

    @property
    def hidden_crawlers(self) -> tuple[str, ...]:
        return self._hidden

    def hide_crawlers(self, tokens: Sequence[str]) -> None:
        """Hide the columns of exactly these crawlers; the last visible one stays."""
        hidden = tuple(tokens)
        if hidden != self._hidden:
            self._hidden = hidden
            self.find_equal()
            self._on_hid()
            self.changed.emit()

    def hide(self, column: int) -> None:
        self.hide_crawlers((*self._hidden, self._model.columns[column].crawler.token))

    def show(self, token: str) -> None:
        """Show the column of this crawler again."""
        if token in self._hidden:
            self.hide_crawlers([hidden for hidden in self._hidden if hidden != token])

    def forget(self, tokens: AbstractSet[str]) -> None:
        """Forget crawlers that were removed: if one comes back, it is shown."""
        self._hidden = tuple(hidden for hidden in self._hidden if hidden not in tokens)

    @property
    def merges(self) -> bool:
        """True if crawlers with the same verdicts share a column."""
        return self._merges

    def set_merges(self, merges: bool) -> None:
        """Let crawlers with the same verdicts share a column, or give each its own."""
        if merges != self._merges:
            self._merges = merges
            self._apart = ()
            self.merge_again()
            self.changed.emit()

    @property
    def crawlers_apart(self) -> tuple[str, ...]:
        """The crawlers that keep columns of their own although others have the same verdicts."""
        return self._apart

    def keep_apart(self, tokens: Sequence[str]) -> None:
        """Give exactly these crawlers columns of their own."""
        apart = tuple(tokens)
        if apart != self._apart:
            self._apart = apart
            self.merge_again()
            self.changed.emit()

    def open_or_merge(self, column: int) -> bool:
        """Show the crawlers of a merged column apart, or merge those that were; False if there is nothing to do."""
        group = next((group for group in self._groups if column in group), ())
        tokens = [self._model.columns[number].crawler.token for number in group]
        if len(tokens) < 2 or not self._merges:  # one is not merged
            return False
        apart = set(self._apart)
        is_open = self._model.columns[column].crawler.token in apart
        self.keep_apart(sorted(apart.difference(tokens) if is_open else apart.union(tokens)))
        return True

    def merge_again(self) -> None:
        """Merge and part columns by their present verdicts."""
        if self.find_equal():
            self._on_hid()

    def find_equal(self) -> bool:
        """Find the columns with the same verdicts; return True if the layout has to follow."""
        columns = self._model.columns
        self._groups = equal_columns(columns) if self._merges else tuple((number,) for number in range(len(columns)))
        hidden, apart = set(self._hidden), set(self._apart)
        merged: dict[int, tuple[int, ...]] = {}
        for group in self._groups:
            tokens = {number: columns[number].crawler.token for number in group}
            shown = tuple(number for number in group if tokens[number] not in hidden and tokens[number] not in apart)
            if len(shown) > 1:
                merged[shown[0]] = shown
        before = self._model.merged
        self._model.set_merged(merged)
        return merged != before

    def narrow_titles(self) -> None:
        """Name in each merged column only the crawlers that still have its verdicts, and move nothing."""
        groups = {number: group for group in equal_columns(self._model.columns) for number in group}
        self._model.set_merged(
            {
                first: tuple(each for each in numbers if each in groups[first])
                for first, numbers in self._model.merged.items()
            }
        )

    @property
    def frozen_crawler(self) -> str:
        """The token of the last crawler whose column does not scroll, "" for none."""
        return self._frozen

    def freeze_crawler(self, token: str) -> None:
        """Freeze the columns up to this crawler's beside the URLs; "" lets all scroll."""
        if token != self._frozen:
            self._frozen = token
            self._on_widened()
            self.changed.emit()

    def freeze(self, column: int) -> None:
        self.freeze_crawler(self._model.columns[column].crawler.token)

    def may_freeze(self, column: int) -> bool:
        """Return True if the columns up to this one fit into half of the width beside the URLs."""
        up_to = [place for place in self._shown() if place <= column]
        return len(self._fitting(up_to)) == len(up_to) < len(self._shown())

    def frozen(self) -> Sequence[VisibleColumn]:
        """Return the columns that do not scroll, as many from the left as fit, with their positions."""
        tokens = [column.crawler.token for column in self._model.columns]
        if self._frozen not in tokens:
            return ()
        last, before = tokens.index(self._frozen), self._model.columns_before()
        return self._fitting([*before, *(place for place in self._shown() if place <= last)])

    def _fitting(self, columns: Sequence[int]) -> Sequence[VisibleColumn]:
        places, x = [], 0
        for column in columns:
            width = self._view.columnWidth(column)
            if x + width > (self._view.width() - self.url_width()) // 2:
                break
            places.append(VisibleColumn(column, x, width))
            x += width
        return places

    def may_hide(self) -> bool:
        """Return True if another column remains when one is hidden."""
        return len(self._shown()) > 1

    def beside(self, column: int) -> tuple[int, int]:
        """Return the visible columns left and right of one, or that one itself at the edges."""
        shown = self._shown()
        left = max((place for place in shown if place < column), default=column)
        return left, min((place for place in shown if place > column), default=column)

    def move(self, column: int, to: int) -> None:
        """Request the order of the crawlers in which a column is at another place."""
        tokens = [shown.crawler.token for shown in self._model.columns]
        if 0 <= to < len(tokens) and to != column:
            tokens.insert(to, tokens.pop(column))
            self.order_wanted.emit(tuple(tokens))

    def leave_hidden(self) -> None:
        """Select the nearest visible cell if the current one was hidden."""
        index = self._view.currentIndex()
        if index.isValid() and self._view.isColumnHidden(index.column()):
            nearest = min(self._shown(), key=lambda column: abs(column - index.column()))
            self._view.setCurrentIndex(self._model.index(index.row(), nearest))

    def lay_out(self) -> int:
        """Hide the columns to be hidden, unless that is all of them; return how many are hidden."""
        hidden = [column.crawler.token in self._hidden for column in self._model.columns]
        is_all = all(hidden)
        merged = {number for first, group in self._model.merged.items() for number in group if number != first}
        for number, is_hidden in enumerate(hidden):
            self._view.setColumnHidden(number, (is_hidden and not is_all) or number in merged)
        return 0 if is_all else sum(hidden)

    def fold_extras(self, room: int) -> None:
        """Hide the columns that nobody asked for if they would leave the URLs too little of the room."""
        model, first = self._model, len(self._model.columns)
        taken = sum(self._view.columnWidth(column) for column in range(first))
        for number, extra in enumerate(model.extras, first):
            self._view.showColumn(number)
            wanted = SIZES.url_column_readable if extra.is_before else SIZES.url_column_roomy
            is_narrow = room - taken - self._view.columnWidth(number) < wanted
            self._view.setColumnHidden(number, is_narrow and not self._is_asked(extra))
            taken += self._view.columnWidth(number)

    def _is_asked(self, extra: ExtraColumn) -> bool:
        if isinstance(extra, DataColumn):
            return extra.is_chosen
        return extra in self._model.chosen_extras or extra.is_wanted(self._model.asked)

    @property
    def own_url_width(self) -> int:
        """The URL width that the person set; 0 for the space that the crawlers leave."""
        return self._own_width

    def set_own_url_width(self, width: int) -> None:
        """Restore a width that `own_url_width` returned."""
        if width != self._own_width:
            self._own_width = width
            self._on_widened()

    def widen_urls(self, pixels: int) -> None:
        """Set the width of the URLs, as far as there is space; 0 for the space that the crawlers leave."""
        own = self._bounded(pixels) if pixels else 0
        if own != self._own_width:
            self.set_own_url_width(own)
            self.changed.emit()

    def fit_urls(self) -> None:
        """Fit the width to the visible URLs."""
        self.widen_urls(self._urls.fitting_width())

    def url_width(self) -> int:
        """Return the width of the URLs in pixels."""
        view = self._view
        if self._own_width:
            return self._bounded(self._own_width)
        taken = sum(view.columnWidth(column) for column in range(self._model.columnCount()))
        return max(SIZES.url_column_min, view.width() - taken - SCROLL_BAR)

    def _bounded(self, width: int) -> int:
        """Return a width that leaves space for a crawler beside the URLs."""
        most = self._view.width() - SCROLL_BAR - SIZES.crawler_column_max
        return max(SIZES.url_column_least, min(width, most))

    def _shown(self) -> Sequence[int]:
        return [place for place in range(len(self._model.columns)) if not self._view.isColumnHidden(place)]
