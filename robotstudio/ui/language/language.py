"""The language of the window: what the engine says and what Qt asks for come from one catalogue."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator
from PySide6.QtGui import QFontDatabase, QKeySequence

from robotstudio.text.language import ENGLISH, WORDS, Meant, Message, speak
from robotstudio.text.locale import nearest_language, words_of
from robotstudio.ui.theme.theme import SHIPPED_HAN, load_shipped_fonts

if TYPE_CHECKING:  # the first frame names none
    from robotstudio.engine.crawlers import Crawler

_SCRIPTS: Final = {"zh_CN": QFontDatabase.WritingSystem.SimplifiedChinese}
"""Letters that a font of their own has."""

SO_MANY_OF: Final[Message] = Meant("{number} of {count}", "so many of all of them")
"""A share in numbers; without the note it is a place in a row of things, which Chinese says otherwise."""


def together(between: str, *texts: str | None) -> str:
    """Join the texts that are not empty."""
    return between.join(filter(None, texts))


def side_by_side(texts: Iterable[str]) -> str:
    """Texts of the same rank, parted as the language parts them: `a, b, c`."""
    return WORDS.side_by_side(texts)


def title_of(crawler: "Crawler") -> str:
    """What a crawler is called; its name, but for the one that stands for all others."""
    from robotstudio.engine.crawlers import called_in  # noqa: PLC0415  # the first frame names none

    return called_in(WORDS, crawler)


def called(token: str, titles: Mapping[str, str]) -> str:
    """What the crawler of a token is called, of which the titles are known."""
    from robotstudio.engine.crawlers import ANY_OTHER  # noqa: PLC0415  # as above

    return title_of(ANY_OTHER) if token == ANY_OTHER.token else titles.get(token, token)


def names_of(tokens: Iterable[str], crawlers: "Iterable[Crawler]" = ()) -> tuple[str, ...]:
    """What the crawlers of these tokens are called; those that are not among `crawlers` as the catalogue knows them."""
    from robotstudio.engine.crawlers import names_of as named_in  # noqa: PLC0415  # as above

    return named_in(WORDS, tokens, crawlers)


_KEYS: Final[Mapping[str, Message]] = {
    "Ctrl": Meant("Ctrl", "key"),
    "Shift": Meant("Shift", "key"),
    "Alt": Meant("Alt", "key"),
    "Return": Meant("Enter", "key"),
    "Enter": Meant("Enter", "key"),
    "Esc": Meant("Esc", "key"),
    "Space": Meant("Space", "key"),
    "Del": Meant("Del", "key"),
    "Up": Meant("Up", "key"),
    "Down": Meant("Down", "key"),
}
"""What is written on the keys that the program uses; Qt's translators write whole words out, such as Control."""
_OF_KEYS = "QShortcut"


def key_sequence(keys: str | QKeySequence.StandardKey) -> QKeySequence:
    """What is written in the code as `Ctrl+Shift+D`, or the keys that the system has for something.

    As Qt reads keys unless told otherwise, in the language of the window, each would ask for the words of all keys.
    """
    if isinstance(keys, str):
        return QKeySequence(keys, QKeySequence.SequenceFormat.PortableText)
    return QKeySequence(keys)


def native_keys(keys: str) -> str:
    """Keys as the system and the language write them."""
    return key_sequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


class CatalogueTranslator(QTranslator):
    """Answers `tr` and `translate` from the catalogue.

    The class in which a text stands tells no two texts apart, but for the names of keys.
    """

    def isEmpty(self) -> bool:
        """Qt passes over an empty one."""
        return False

    def translate(self, context: str, text: str, note: str | None = None, _count: int = -1) -> str | None:
        """The text in the language; `note` parts those that are alike in English and mean something else."""
        if context == _OF_KEYS:
            return WORDS.message(_KEYS[text]) if text in _KEYS else None
        said = WORDS.message(Meant(text, note) if note else text)
        return said if said != text else None


def can_be_shown(code: str) -> bool:
    """Whether there is a font with the letters of a language: there is one of ours, unless a packager left it out."""
    script = _SCRIPTS.get(code)
    return script is None or SHIPPED_HAN in load_shipped_fonts() or bool(QFontDatabase.families(script))


class WindowLanguage(QObject):
    """The language of the application: its own words, and the buttons and messages of Qt.

    `choice` is what the user chose: the code of a language, or "" to follow the system. Another choice applies when the
    program starts again.
    """

    def __init__(self, application: QCoreApplication) -> None:
        """What is spoken already, until `begin` or `speak` say otherwise."""
        super().__init__(application)
        self.choice = ""
        self._begun_with = WORDS.code
        self._application = application
        self._own = CatalogueTranslator(self)
        self._of_qt = QTranslator(self)

    @property
    def of_system(self) -> str:
        """The code of the language of the system; that of English where it is none of ours."""
        return nearest_language(QLocale.system().uiLanguages()) or ENGLISH.code

    @property
    def is_due(self) -> bool:
        """True if another language was chosen than the program began with."""
        return (self.choice or self.of_system) != self._begun_with

    def begin(self, choice: str) -> str:
        """Speak what was chosen in an earlier run, or English where no font here has its letters: then its code."""
        self.choice = choice
        wanted = self._begun_with = choice or self.of_system
        can_speak = can_be_shown(wanted)
        self.speak(wanted if can_speak else ENGLISH.code)
        return "" if can_speak else wanted

    def choose(self, choice: str) -> str:
        """Choose a language for the next start; if it has no catalogue or no font here, return its code instead."""
        wanted = choice or self.of_system
        is_there = wanted == ENGLISH.code or words_of(wanted) is not ENGLISH
        if not (is_there and can_be_shown(wanted)):
            return wanted
        self.choice = choice
        return ""

    def speak(self, code: str) -> None:
        """Speak the language of this code from now on; English where it has no catalogue."""
        words = words_of(code)
        speak(words)
        QLocale.setDefault(QLocale(words.code))
        for translator in (self._own, self._of_qt):
            self._application.removeTranslator(translator)
        if words.code == ENGLISH.code:
            return
        if self._of_qt.load(f"qtbase_{words.code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            self._application.installTranslator(self._of_qt)
        self._application.installTranslator(self._own)
