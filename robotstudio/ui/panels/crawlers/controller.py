"""Which crawlers are asked about, and what the person's own file says of them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject

from robotstudio.engine.crawlers import DEFAULT_TOKENS, Catalogue, Crawler
from robotstudio.io.crawler_file import CrawlerFile
from robotstudio.io.errors import FileError
from robotstudio.ui import dialogs
from robotstudio.ui.main_window import MainWindow
from robotstudio.ui.panels.crawlers.chooser import CrawlerChooser
from robotstudio.ui.panels.crawlers.words import chosen_label
from robotstudio.ui.session import Session

_NOTICE = "crawlers"


class CrawlersController(QObject):
    """Connects the session's crawlers with the list to choose from and the file of the person's own."""

    def __init__(self, session: Session, window: MainWindow, chooser: CrawlerChooser, file: CrawlerFile) -> None:
        """Connect these parts; they belong to the window."""
        super().__init__(window)
        self._session = session
        self._window = window
        self._chooser = chooser
        self._file = file
        self._loaded = file.load()
        chooser.set_catalogue(self._loaded)
        self._tell_complaints()
        window.top_bar.crawlers_menu_requested.connect(self.choose)
        chooser.crawlers_changed.connect(session.set_crawlers)
        chooser.change_requested.connect(self._on_change_requested)
        chooser.take_back_requested.connect(self._on_take_back_requested)
        chooser.file_requested.connect(self.open_file)
        session.crawlers_changed.connect(self._on_crawlers_changed)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        """What its actions do."""
        return {
            "crawlers.choose": self.choose,
            "crawlers.default": self.reset,
            "crawlers.file": self.open_file,
        }

    @property
    def catalogue(self) -> Catalogue:
        """The crawlers of the program, with the person's own."""
        return self._loaded.catalogue

    def current_catalogue(self) -> Catalogue:
        """The catalogue as it is when asked for."""
        return self._loaded.catalogue

    def choose(self) -> None:
        """Open the list of crawlers under its button, with what the file says by now."""
        self.reload()
        self._chooser.popup_under(self._window.top_bar.crawlers_button)

    def reset(self) -> None:
        """Take the crawlers of a first run."""
        self.take_tokens(DEFAULT_TOKENS)

    def take_tokens(self, tokens: Sequence[str]) -> None:
        """Take crawlers by their tokens."""
        crawlers = tuple(dict.fromkeys(map(self.catalogue.crawler_for, tokens)))
        self._session.set_crawlers(crawlers or tuple(map(self.catalogue.crawler_for, DEFAULT_TOKENS)))

    def reload(self) -> None:
        """Read the file again; the crawlers that are shown follow it."""
        loaded = self._file.load()
        if loaded == self._loaded:
            return
        self._loaded = loaded
        self._chooser.set_catalogue(loaded)
        self._tell_complaints()
        now = tuple(loaded.catalogue.crawler_for(crawler.token) for crawler in self._session.crawlers)
        if now != self._session.crawlers:
            self._session.set_crawlers(now)
        else:
            self._on_crawlers_changed(now)

    def open_file(self) -> None:
        """Open the file in the program that the system has for it; an empty one is made where there is none."""
        self._chooser.close()
        self._save(self._file.make)
        if self._file.path.exists():
            dialogs.open_outside(self._file.path)

    def _on_change_requested(self, token: str, fields: Mapping[str, object]) -> None:
        self._save(partial(self._file.change, token, fields))

    def _on_take_back_requested(self, token: str) -> None:
        self._save(partial(self._file.take_back, token))

    def _save(self, write: Callable[[], None]) -> None:
        try:
            write()
        except FileError as error:
            self._chooser.close()
            self._window.notices.show_notice(_NOTICE, str(error))
        self.reload()

    def _tell_complaints(self) -> None:
        if self._loaded.complaints:
            self._window.notices.show_notice(_NOTICE, " ".join(self._loaded.complaints))

    def _on_crawlers_changed(self, crawlers: tuple[Crawler, ...]) -> None:
        self._chooser.set_chosen(crawlers)
        self._window.top_bar.set_crawlers_label(chosen_label(crawlers, self.catalogue))
