"""Crawler selection and user overrides."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from robotstudio.engine.crawlers import Crawler
from robotstudio.project.crawler_file import LoadedCatalogue
from robotstudio.project.state import State
from robotstudio.store.files import exists
from robotstudio.text.language import tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.panels.crawlers.words import chosen_label
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.document_window import Place

if TYPE_CHECKING:
    from robotstudio.ui.panels.crawlers.panel import CrawlerChooser


class CrawlersController(PanelController["CrawlerChooser"]):
    """Connects the session's crawlers with the chooser and the user's own file."""

    panel_of = "crawlers.choose"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._remembered_tokens: tuple[str, ...] = ()
        context.window.add_places(self._places)
        context.crawlers.changed.connect(self._on_catalogue_changed)
        context.window.top_bar.crawlers_menu_requested.connect(self.choose)
        context.session.crawlers_changed.connect(self._on_crawlers_changed)

    def make_panel(self, kind: "Callable[..., CrawlerChooser]") -> "CrawlerChooser":
        return kind(self, self._window)

    def connect_panel(self, panel: "CrawlerChooser") -> None:
        panel.set_catalogue(self._crawlers.loaded)
        panel.set_own_tokens(self._remembered_tokens)
        panel.set_chosen(self._session.crawlers)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            "crawlers.choose": self.choose,
            "crawlers.default": self.reset,
            "crawlers.file": self.open_file,
        }

    def state(self) -> Mapping[str, object]:
        tokens = tuple(crawler.token for crawler in self._session.crawlers)
        return {"crawlers": tokens, "own_tokens": self.panel.own_tokens if self.has_panel else self._remembered_tokens}

    def restore(self, state: State) -> None:
        self.set_own_tokens(state.own_tokens)
        self._crawlers.take_tokens(state.crawlers)

    def set_own_tokens(self, tokens: tuple[str, ...]) -> None:
        """Offer these besides the known crawlers."""
        self._remembered_tokens = tokens
        if self.has_panel:
            self.panel.set_own_tokens(tokens)

    def _places(self) -> Iterator[Place]:
        for crawler in self._crawlers.catalogue.crawlers.values():
            yield Place(tr("Crawler"), crawler.title, partial(self.show_crawler, crawler))

    def show_crawler(self, crawler: Crawler) -> None:
        """Show the verdicts of a crawler, which is added to the chosen ones if it is not among them."""
        shown = self._session.crawlers
        if crawler.token not in {each.token for each in shown}:
            self._session.set_crawlers((*shown, crawler))
        self._session.read_as(crawler.token)
        self._window.open_work()
        self._window.show_tab("simulation")

    def choose(self) -> None:
        """Open the chooser under its button, with the current content of the user's file."""
        self._crawlers.reload()
        self.panel.training.setEnabled(self._window.actions_by_id["crawlers.keep_out_training"].isEnabled())
        self.panel.popup_under(self._window.top_bar.crawlers_button)

    def reset(self) -> None:
        """Choose the crawlers of a first run."""
        self._crawlers.take_tokens(())

    def open_file(self) -> None:
        """Open the user's file in the default program of the system; create an empty one if it is missing."""
        if self.has_panel:
            self.panel.close()
        self._crawlers.save(self._crawlers.file.make)
        if exists(self._crawlers.file.path):
            dialogs.open_outside(self._crawlers.file.path)

    def keep_out_training(self) -> None:
        self.panel.close()
        self._window.actions_by_id["crawlers.keep_out_training"].trigger()

    def show_crawlers(self, crawlers: tuple[Crawler, ...]) -> None:
        self._session.set_crawlers(crawlers)

    def keep_own_tokens(self) -> None:
        self.state_changed.emit()

    def change_crawler(self, token: str, fields: Mapping[str, object]) -> None:
        self._save(partial(self._crawlers.file.change, token, fields))

    def take_back_changes(self, token: str) -> None:
        self._save(partial(self._crawlers.file.take_back, token))

    def _save(self, write: Callable[[], None]) -> None:
        if not self._crawlers.save(write):
            self.panel.close()

    def _on_catalogue_changed(self, loaded: LoadedCatalogue) -> None:
        if self.has_panel:
            self.panel.set_catalogue(loaded)
        self._on_crawlers_changed(self._session.crawlers)

    def _on_crawlers_changed(self, crawlers: tuple[Crawler, ...]) -> None:
        if self.has_panel:
            self.panel.set_chosen(crawlers)
        self._window.top_bar.set_crawlers_label(chosen_label(crawlers, self._crawlers.catalogue))
        self.state_changed.emit()
