"""Menus of the Simulation tab: for adding URLs, for columns and for the selected cell."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QWidget

from robotstudio.draft.listing.lister import SortKey
from robotstudio.engine.crawlers import title_of
from robotstudio.text.language import Plural, ntr, tr
from robotstudio.ui.language.language import key_sequence
from robotstudio.ui.panels.simulation.actions import SimulationActions
from robotstudio.ui.panels.simulation.matrix_view import MatrixView
from robotstudio.ui.panels.simulation.transfers import Transfers
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at, popup_below


class AddMenu(QObject):
    """The ways to add URLs; `type_urls` and `paste` are those of the panel itself."""

    def __init__(
        self,
        actions: SimulationActions,
        type_urls: Callable[[], None],
        paste: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._actions = actions
        self._type_urls = type_urls
        self._paste = paste

    def popup_under(self, button: QWidget) -> None:
        popup_below(build_menu(button, self.actions()), button)

    def actions(self) -> list[MenuAction]:
        """Return the current rows of the menu."""
        sitemaps = self._actions.count_sitemaps()
        has_text = bool(QGuiApplication.clipboard().text().strip())
        return [
            MenuAction(tr("Type or paste…"), self._type_urls),
            MenuAction(tr("From files…"), self._actions.load_urls),
            MenuAction(tr("From the clipboard"), self._paste, is_enabled=has_text),
            MenuAction(self._sitemap_words(sitemaps), self._actions.fetch_sitemaps, is_enabled=bool(sitemaps)),
            MenuAction(),
            MenuAction(tr("Show the sources"), self._actions.show_sources),
        ]

    def _sitemap_words(self, count: int) -> str:
        if not count:
            return tr("From Sitemap lines: this file has none")
        words = Plural("From the Sitemap line of this file", "From the {count} Sitemap lines of this file")
        return ntr(words, count)


class ColumnMenu(QObject):
    """Actions on a column of the matrix, and actions to show hidden ones."""

    def __init__(self, view: MatrixView, sort_by: Callable[[SortKey | None], None], parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._sort_by = sort_by
        self._more: Callable[[int], Sequence[MenuAction]] | None = None

    def extend(self, actions: Callable[[int], Sequence[MenuAction]]) -> None:
        """Add the actions that `actions` returns for a column when its menu is opened."""
        self._more = actions

    def open(self, column: int, at: QPoint) -> None:
        """Open the menu of a column, -1 for the URLs."""
        popup_at(build_menu(self._view, self.actions(column)), at, self._view)

    def actions(self, column: int) -> list[MenuAction]:
        """Return the rows of the menu of a column, -1 for the URLs."""
        view = self._view
        actions = self._of_crawler(column) if 0 <= column < len(view.matrix.columns) else self._of_urls()
        more = self._more(column) if self._more else ()
        if more:
            actions += [MenuAction(), *more]
        hidden = [one.crawler for one in view.matrix.columns if one.crawler.token in view.columns.hidden_crawlers]
        if hidden:
            actions.append(MenuAction())
        for crawler in hidden:
            text = tr("Show {crawler}", crawler=title_of(crawler))
            others = tuple(one.token for one in hidden if one is not crawler)
            actions.append(MenuAction(text, partial(view.columns.hide_crawlers, others)))
        if len(hidden) > 1:
            actions.append(MenuAction(tr("Show all columns"), partial(view.columns.hide_crawlers, ())))
        if view.columns.frozen_crawler:
            actions += [
                MenuAction(),
                MenuAction(tr("Let all columns scroll"), partial(view.columns.freeze_crawler, "")),
            ]
        return actions

    def _of_urls(self) -> list[MenuAction]:
        view = self._view
        return [
            MenuAction(tr("Sort by URL"), partial(self._sort_by, SortKey(None))),
            MenuAction(tr("Order as added"), partial(self._sort_by, None)),
            MenuAction(),
            MenuAction(tr("Fit the width to the URLs"), view.columns.fit_urls),
            MenuAction(
                tr("Reset the width"), partial(view.columns.widen_urls, 0), is_enabled=bool(view.columns.own_url_width)
            ),
        ]

    def _of_crawler(self, column: int) -> list[MenuAction]:
        view, crawler = self._view, self._view.matrix.columns[column].crawler
        left, right = view.columns.beside(column)
        text = tr("Sort by {crawler}", crawler=title_of(crawler))
        merged = len(view.matrix.crawlers_of(column)) > 1
        apart = crawler.token in view.columns.crawlers_apart
        parting = tr("Merge equal columns") if apart else tr("Show each crawler in its own column")
        columns, freeze = view.columns, tr("Freeze up to this column")
        hide = tr("Hide {crawler}", crawler=title_of(crawler))
        return [
            MenuAction(text, partial(self._sort_by, SortKey(crawler.token))),
            MenuAction(parting, partial(view.columns.open_or_merge, column), is_enabled=merged or apart),
            MenuAction(),
            MenuAction(tr("Move left"), partial(view.columns.move, column, left), is_enabled=left != column),
            MenuAction(tr("Move right"), partial(view.columns.move, column, right), is_enabled=right != column),
            MenuAction(hide, partial(view.columns.hide, column), is_enabled=view.columns.may_hide()),
            MenuAction(freeze, partial(columns.freeze, column), is_enabled=columns.may_freeze(column)),
        ]


_Key = QKeySequence.StandardKey


class CellPanel(Protocol):
    """Requests of the context menu to the panel itself."""

    def sort_by(self, key: SortKey | None) -> None:
        """List in another order, None for the order in which the URLs were added."""

    def suggest_rule(self) -> None:
        """Suggest rules for the selected URLs."""


class CellMenu(QObject):
    """Built each time it is opened."""

    def __init__(
        self, view: MatrixView, transfers: Transfers, actions: SimulationActions, panel: CellPanel, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._actions = actions
        self._panel = panel
        self._transfers = transfers
        self._more: list[Callable[[], Sequence[MenuAction]]] = []

    def extend(self, actions: Callable[[], Sequence[MenuAction]]) -> None:
        """Add the actions that `actions` returns when the menu is opened."""
        self._more.append(actions)

    def open(self, event: QContextMenuEvent, governing: str) -> None:
        """Open at the pointer or the selected cell; `governing` is another robots.txt to fetch, "" for none."""
        view, index = self._view, self._view.currentIndex()
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        corner = view.visualRect(index).bottomLeft()
        at = view.viewport().mapToGlobal(corner) if by_key and index.isValid() else event.globalPos()
        popup_at(build_menu(view, self.actions(governing)), at, view)

    def actions(self, governing: str) -> list[MenuAction]:
        """Return the rows of the menu for the selected cell."""
        index, transfers = self._view.currentIndex(), self._transfers
        facts = self._view.matrix.facts(index.row(), index.column())
        actions = []
        if facts is not None and facts.line:
            text = tr("Show line {line}", line=str(facts.line))
            actions += [MenuAction(text, partial(self._actions.show_line, facts.line), Qt.Key.Key_Return), MenuAction()]
        more = [action for actions_of in self._more for action in actions_of()]
        if more:
            actions += [*more, MenuAction()]
        about = self._about_address(governing)
        if about:
            actions += [*about, MenuAction()]
        actions += [
            MenuAction(tr("Suggest a rule…"), self._panel.suggest_rule, key_sequence("Ctrl+Shift+D")),
            MenuAction(),
        ]
        if facts is not None:
            crawler = facts.column.crawler
            text = tr("Sort by {crawler}", crawler=title_of(crawler))
            actions.append(MenuAction(text, partial(self._panel.sort_by, SortKey(crawler.token))))
        return [
            *actions,
            MenuAction(tr("Sort by URL"), partial(self._panel.sort_by, SortKey(None))),
            MenuAction(tr("Order as added"), partial(self._panel.sort_by, None)),
            MenuAction(),
            MenuAction(tr("Copy rows"), transfers.copy, _Key.Copy),
            MenuAction(tr("Copy as Markdown"), transfers.copy_as_markdown),
            MenuAction(tr("Copy as an image"), self._actions.copy_image),
            MenuAction(tr("Export listed rows…"), self._actions.export),
            MenuAction(),
            MenuAction(tr("Paste URLs"), transfers.paste, _Key.Paste),
            MenuAction(tr("Remove URLs"), transfers.remove, Qt.Key.Key_Delete),
        ]

    def _about_address(self, governing: str) -> list[MenuAction]:
        """Return the actions that send requests about the selected URL; a bare path names no page."""
        actions, cell = [], self._view.cell
        if governing:
            text = tr("Fetch {url}", url=governing)
            actions.append(MenuAction(text, partial(self._actions.fetch, governing)))
        if cell is not None and cell.url.startswith(("http://", "https://")):
            actions.append(MenuAction(tr("Check this page"), partial(self._actions.check_page, cell.url)))
            actions.append(MenuAction(tr("Render this page"), partial(self._actions.render_page, cell.url)))
        return actions
