"""The available crawlers: those of the program, and those of the user's own file."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from robotstudio.engine.crawlers import DEFAULT_TOKENS, Catalogue
from robotstudio.project.crawler_file import CrawlerFile, LoadedCatalogue
from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS
from robotstudio.ui.document.session import Session
from robotstudio.ui.shell.notices import Notices

_NOTICE = "crawlers"


class OwnCrawlers(QObject):
    """Reads and writes the user's crawler file, and updates the session's crawlers from it."""

    changed = Signal(object)  # LoadedCatalogue

    def __init__(self, session: Session, file: CrawlerFile, notices: Notices, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._notices = notices
        self.file = file
        self.usual: Sequence[str] = ()
        """The tokens of the user's default set; empty for that of the program."""
        self.loaded: LoadedCatalogue = file.load()
        self._show_complaints()

    @property
    def catalogue(self) -> Catalogue:
        """The crawlers of the program and the user's own."""
        return self.loaded.catalogue

    def take_tokens(self, tokens: Sequence[str]) -> None:
        """Test with the crawlers of these tokens; with the default set if there are none."""
        crawlers = tuple(dict.fromkeys(map(self.catalogue.crawler_for, tokens)))
        self._session.set_crawlers(crawlers or tuple(map(self.catalogue.crawler_for, self.usual or DEFAULT_TOKENS)))

    def set_usual(self, tokens: Sequence[str]) -> None:
        """Set the default set; none for that of the program."""
        self.usual = tokens

    def use_list(self, shipped: Catalogue) -> None:
        """Use another list in place of the program's, below the user's own file."""
        self.file = CrawlerFile(self.file.path, shipped)
        self.reload()

    def reload(self) -> None:
        """Read the file again and update the shown crawlers."""
        loaded = self.file.load()
        if loaded == self.loaded:
            return
        self.loaded = loaded
        self._show_complaints()
        self.changed.emit(loaded)
        now = tuple(loaded.catalogue.crawler_for(crawler.token) for crawler in self._session.crawlers)
        if now != self._session.crawlers:
            self._session.set_crawlers(now)

    def save(self, write: Callable[[], None]) -> bool:
        """Write with one of the file's functions; failures show a notice."""
        try:
            write()
        except FileError as error:
            self._notices.show_notice(_NOTICE, WORDS.tell(error.told))
            return False
        finally:
            self.reload()
        return True

    def _show_complaints(self) -> None:
        if self.loaded.complaints:
            self._notices.show_notice(_NOTICE, WORDS.sentences(map(WORDS.tell, self.loaded.complaints)))
