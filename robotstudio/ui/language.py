"""The language of the window: what the engine says and what Qt asks for come from one catalogue."""

from collections.abc import Iterable, Mapping
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator
from PySide6.QtGui import QFontDatabase

from robotstudio.engine.crawlers import ANY_OTHER, Crawler
from robotstudio.engine.language import ENGLISH, PLAIN, Meant, Message, Plural, Words
from robotstudio.io.locale import words_of
from robotstudio.ui.theme.theme import SHIPPED_HAN, load_shipped_fonts


class SpokenWords(Words):
    """The words of whatever language the window speaks now, as Qt's own translators hold for the whole application."""

    def __init__(self) -> None:
        """English, until `speak` says otherwise."""
        super().__init__()
        self._spoken: Words = ENGLISH

    def speak(self, words: Words) -> None:
        """Take another language; what is on the screen already stays as it was said."""
        self._spoken = words
        self.code = words.code
        self.marks = words.marks

    def message(self, message: Message) -> str:
        """The message in this language, with its places still open."""
        return self._spoken.message(message)

    def form(self, plural: Plural, count: int) -> str:
        """The form that goes with a number, with its places still open."""
        return self._spoken.form(plural, count)


_SCRIPTS: Final = {"zh_CN": QFontDatabase.WritingSystem.SimplifiedChinese}
"""Letters that a font of their own has."""

WORDS: Final = SpokenWords()
"""What makes words in the window."""


def side_by_side(texts: Iterable[str]) -> str:
    """Texts of the same rank, parted as the language parts them: `a, b, c`."""
    return WORDS.say(PLAIN, before="", last="").join(texts)


_ANY_OTHER: Message = "any other"


def title_of(crawler: Crawler) -> str:
    """What a crawler is called; its name, but for the one that stands for all others."""
    return WORDS.say(_ANY_OTHER) if crawler.is_any_other else crawler.title


def called(token: str, titles: Mapping[str, str]) -> str:
    """What the crawler of a token is called, of which the titles are known."""
    return title_of(ANY_OTHER) if token == ANY_OTHER.token else titles.get(token, token)


class CatalogueTranslator(QTranslator):
    """Answers `tr` and `translate` from the catalogue; the class in which a text stands tells no two texts apart."""

    def isEmpty(self) -> bool:
        """Qt passes over an empty one."""
        return False

    def translate(self, _context: str, text: str, note: str | None = None, _count: int = -1) -> str | None:
        """The text in the language; `note` parts those that are alike in English and mean something else."""
        said = WORDS.message(Meant(text, note) if note else text)
        return said if said != text else None


def can_be_shown(code: str) -> bool:
    """Whether there is a font with the letters of a language: there is one of ours, unless a packager left it out."""
    script = _SCRIPTS.get(code)
    return script is None or SHIPPED_HAN in load_shipped_fonts() or bool(QFontDatabase.families(script))


class WindowLanguage(QObject):
    """Which language the application speaks: its own words, and the buttons and messages of Qt."""

    def __init__(self, application: QCoreApplication) -> None:
        """English, until `speak` says otherwise."""
        super().__init__(application)
        self._application = application
        self._own = CatalogueTranslator(self)
        self._of_qt = QTranslator(self)

    def speak(self, code: str) -> None:
        """Speak the language of this code from now on; English where it has no catalogue."""
        words = words_of(code)
        WORDS.speak(words)
        QLocale.setDefault(QLocale(words.code))
        for translator in (self._own, self._of_qt):
            self._application.removeTranslator(translator)
        if words.code == ENGLISH.code:
            return
        if self._of_qt.load(f"qtbase_{words.code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            self._application.installTranslator(self._of_qt)
        self._application.installTranslator(self._own)
