"""The columns that sources bring, such as clicks, beside the URLs of the matrix: clicks at first, others on request."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject

from robotstudio.draft.listing.lister import SortKey
from robotstudio.text.language import ENGLISH, WORDS, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.simulation.extra_columns import DataColumn
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from robotstudio.ui.widgets.menus import MenuAction
from robotstudio.urls.set_columns import (
    CLICKS,
    SetColumn,
    columns_of,
    full_titles,
    period_words,
    title_of,
    tool_of,
    unlike_names,
)
from robotstudio.urls.url_set import UrlSet


class DataColumns(QObject):
    """The choice of columns."""

    def __init__(self, panel: SimulationPanel, on_chosen: Callable[[], None]) -> None:
        super().__init__(panel)
        self._on_chosen = on_chosen
        self._panel = panel
        self._urls = UrlSet()
        self._columns: Sequence[SetColumn] = ()
        self.shown: tuple[str, ...] = ()
        """Ids of columns that were chosen."""
        self.hidden: tuple[str, ...] = ()
        """Ids of columns of clicks that were hidden."""
        panel.column_menu.extend(self._column_actions)
        panel.extend_menu(self._cell_actions)
        panel.tool_row.extend_list(self._choices)

    def choose(self, shown: Sequence[str], hidden: Sequence[str]) -> None:
        """Show these columns besides those of clicks, without those that were hidden."""
        chosen = tuple(shown), tuple(hidden)
        if chosen != (self.shown, self.hidden):
            self.shown, self.hidden = chosen
            self._show(now=True)
            self._on_chosen()

    def follow(self, urls: UrlSet) -> None:
        """Show the columns of these test URLs."""
        if urls is not self._urls:
            self._urls, self._columns = urls, columns_of(urls)
            self._show(now=False)

    def _is_shown(self, column: SetColumn) -> bool:
        return column.id in self.shown or (column.info.role == CLICKS and column.id not in self.hidden)

    def _show(self, *, now: bool) -> None:
        shown = [each for each in self._columns if self._is_shown(each)]
        titles = dict(zip(self._columns, full_titles(self._columns, WORDS), strict=True))
        names = unlike_names([each.source for each in shown])
        short = [title_of(each.info, WORDS) for each in shown]
        told = [(title, tool_of(each.source), each.source.period) for each, title in zip(shown, short, strict=True)]
        columns = []
        for each, title, whole in zip(shown, short, told, strict=True):
            tool = tool_of(each.source) if told.count(whole) == 1 else names[each.source.id]
            subtitle = self._subtitle(each, tool, is_alone=short.count(title) == 1)
            column = DataColumn(self._urls, each, subtitle, titles[each], self._key(each))
            column.is_chosen = each.id in self.shown
            columns.append(column)
        self._panel.show_columns(columns, now=now)

    def _key(self, column: SetColumn) -> str:
        """Return the name of a column for programs, also in conditions: with its source if several have that name."""
        names = [each.info.role or each.info.name for each in self._columns]
        name = column.info.role or column.info.name
        return name if names.count(name) == 1 else full_titles(self._columns, ENGLISH)[self._columns.index(column)]

    @staticmethod
    def _subtitle(column: SetColumn, tool: str, *, is_alone: bool) -> str:
        """Return the period, or the source; both if another column has the same title."""
        period = period_words(column.source, WORDS)
        if period and is_alone:
            return period
        return side_by_side((tool, period)) if period else tool

    def _toggle(self, column: SetColumn) -> None:
        is_shown, others = self._is_shown(column), [each for each in self.shown if each != column.id]
        hidden = [each for each in self.hidden if each != column.id]
        if column.info.role == CLICKS:
            self.choose(others if is_shown else [*others, column.id], [*hidden, column.id] if is_shown else hidden)
        else:
            self.choose(others if is_shown else [*others, column.id], hidden)

    def _choices(self) -> Sequence[MenuAction]:
        """Return a menu with all columns, those that are shown checked."""
        titles = full_titles(self._columns, WORDS)
        rows = [
            MenuAction(title, partial(self._toggle, each), is_checked=self._is_shown(each), is_alone=False)
            for each, title in zip(self._columns, titles, strict=True)
        ]
        return [MenuAction(tr("Columns of the sources"), rows=rows)] if rows else []

    def _column_actions(self, place: int) -> Sequence[MenuAction]:
        """Return the actions added to the menu of a column; -1 is the column of the URLs."""
        extra = self._panel.view.matrix.extra_at(place)
        if not isinstance(extra, DataColumn):
            return self._choices()
        column = next(each for each in self._columns if each.id == extra.fact)
        hide = MenuAction(tr("Hide {fact}", fact=extra.title), partial(self._toggle, column))
        return [*self._of_column(extra), hide, *self._choices()]

    def _of_column(self, extra: DataColumn) -> Sequence[MenuAction]:
        key, start = SortKey(None, extra.is_number, extra.fact), _condition_on(extra)
        return [
            MenuAction(tr("Sort by {fact}", fact=extra.title), partial(self._panel.sort_by, key)),
            MenuAction(tr("Filter by {fact}…", fact=extra.title), partial(self._panel.type_condition, start)),
        ]

    def _cell_actions(self) -> Sequence[MenuAction]:
        view = self._panel.view
        column = view.matrix.extra_at(view.currentIndex().column())
        return self._of_column(column) if isinstance(column, DataColumn) else ()


def _condition_on(column: DataColumn) -> str:
    """Return the start of a condition on a column, to be completed."""
    name = f'"{column.key}"' if any(char in column.key for char in " ()<>=!'") else column.key
    return f"{name} {'>' if column.is_number else 'contains'} "
