"""What a person makes of the columns: the width of the URLs, which crawlers are hidden, their order, which stay."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QTableView

from robotstudio.ui.panels.simulation.matrix_model import MatrixModel
from robotstudio.ui.panels.simulation.matrix_painter import VisibleColumn
from robotstudio.ui.panels.simulation.url_header import UrlHeader
from robotstudio.ui.theme.tokens import SIZES

SCROLL_BAR = 10
"""Kept free at the right whether or not there is a scroll bar, so that a filter moves no column."""


class MatrixColumns(QObject):
    """`widened` and `hid` tell the view to lay itself out anew, `changed` that the person chose something.

    `order_wanted` tells the tokens of the crawlers from left to right.
    """

    widened = Signal()
    hid = Signal()
    changed = Signal()
    order_wanted = Signal(object)

    def __init__(self, view: QTableView, model: MatrixModel, urls: UrlHeader) -> None:
        super().__init__(view)
        self._view = view
        self._model = model
        self._urls = urls
        self._own_width = 0
        self._hidden: tuple[str, ...] = ()
        self._frozen = ""

    @property
    def hidden_crawlers(self) -> tuple[str, ...]:
        """The tokens of the crawlers whose columns are hidden."""
        return self._hidden

    def hide_crawlers(self, tokens: Sequence[str]) -> None:
        """Hide the columns of these crawlers and no others; the last one that is shown stays."""
        hidden = tuple(tokens)
        if hidden != self._hidden:
            self._hidden = hidden
            self.hid.emit()
            self.changed.emit()

    def hide(self, column: int) -> None:
        self.hide_crawlers((*self._hidden, self._model.columns[column].crawler.token))

    def show(self, token: str) -> None:
        """Hide the column of this crawler no longer."""
        if token in self._hidden:
            self.hide_crawlers([hidden for hidden in self._hidden if hidden != token])

    def forget(self, tokens: AbstractSet[str]) -> None:
        """These crawlers are not asked any more: where one comes back it is shown."""
        self._hidden = tuple(hidden for hidden in self._hidden if hidden not in tokens)

    @property
    def frozen_crawler(self) -> str:
        """The token of the crawler up to whose column none scrolls, "" for none."""
        return self._frozen

    def freeze_crawler(self, token: str) -> None:
        """Let the columns up to that of this crawler stay beside the URLs; "" lets all scroll."""
        if token != self._frozen:
            self._frozen = token
            self.widened.emit()
            self.changed.emit()

    def freeze(self, column: int) -> None:
        self.freeze_crawler(self._model.columns[column].crawler.token)

    def may_freeze(self, column: int) -> bool:
        """Whether there is room for those up to this one: half of the width beside the URLs is left to the others."""
        up_to = [place for place in self._shown() if place <= column]
        return len(self._fitting(up_to)) == len(up_to) < len(self._shown())

    def frozen(self) -> Sequence[VisibleColumn]:
        """The columns that do not scroll, as many from the left as there is room for, and where they are."""
        tokens = [column.crawler.token for column in self._model.columns]
        if self._frozen not in tokens:
            return ()
        last = tokens.index(self._frozen)
        return self._fitting([place for place in self._shown() if place <= last])

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
        """Whether another column is left when one is hidden."""
        return len(self._shown()) > 1

    def beside(self, column: int) -> tuple[int, int]:
        """The columns left and right of one that can be seen, or that one itself at the edges."""
        shown = self._shown()
        left = max((place for place in shown if place < column), default=column)
        return left, min((place for place in shown if place > column), default=column)

    def move(self, column: int, to: int) -> None:
        """Ask for the order of the crawlers in which a column stands at another place."""
        tokens = [shown.crawler.token for shown in self._model.columns]
        if 0 <= to < len(tokens) and to != column:
            tokens.insert(to, tokens.pop(column))
            self.order_wanted.emit(tuple(tokens))

    def leave_hidden(self) -> None:
        """Select the cell beside one that is hidden now."""
        index = self._view.currentIndex()
        if index.isValid() and self._view.isColumnHidden(index.column()):
            nearest = min(self._shown(), key=lambda column: abs(column - index.column()))
            self._view.setCurrentIndex(self._model.index(index.row(), nearest))

    def lay_out(self) -> int:
        """Hide in the view what is to be hidden, unless that were all; how many columns that are."""
        hidden = [column.crawler.token in self._hidden for column in self._model.columns]
        is_all = all(hidden)
        for number, is_hidden in enumerate(hidden):
            self._view.setColumnHidden(number, is_hidden and not is_all)
        return 0 if is_all else sum(hidden)

    @property
    def own_url_width(self) -> int:
        """The width that the person gave the URLs; 0 for what the crawlers leave."""
        return self._own_width

    def set_own_url_width(self, width: int) -> None:
        """Take a width as `own_url_width` tells it."""
        if width != self._own_width:
            self._own_width = width
            self.widened.emit()

    def widen_urls(self, pixels: int) -> None:
        """Make the URLs so wide, as far as there is room; 0 for what the crawlers leave."""
        own = self._bounded(pixels) if pixels else 0
        if own != self._own_width:
            self.set_own_url_width(own)
            self.changed.emit()

    def fit_urls(self) -> None:
        """Make the URLs as wide as those need it that can be seen."""
        self.widen_urls(self._urls.fitting_width())

    def url_width(self) -> int:
        """How wide the URLs are to be, in pixels."""
        view = self._view
        if self._own_width:
            return self._bounded(self._own_width)
        taken = sum(view.columnWidth(column) for column in range(self._model.columnCount()))
        return max(SIZES.url_column_min, view.width() - taken - SCROLL_BAR)

    def _bounded(self, width: int) -> int:
        """A width that leaves room for a crawler beside the URLs."""
        most = self._view.width() - SCROLL_BAR - SIZES.crawler_column_max
        return max(SIZES.url_column_least, min(width, most))

    def _shown(self) -> Sequence[int]:
        return [place for place in range(len(self._model.columns)) if not self._view.isColumnHidden(place)]
