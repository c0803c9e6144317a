"""The language of the window: one catalogue for the engine's texts and Qt's."""

from collections.abc import Iterable, Mapping
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator
from PySide6.QtGui import QFontDatabase, QKeySequence

from robotstudio.text.language import ENGLISH, WORDS, Meant, Message, speak
from robotstudio.text.locale import nearest_language, words_of
from robotstudio.ui.theme.theme import SHIPPED_HAN, load_shipped_fonts

_SCRIPTS: Final = {"zh_CN": QFontDatabase.WritingSystem.SimplifiedChinese}
"""Writing systems with a font of their own."""

SO_MANY_OF: Final[Message] = Meant("{number} of {count}", "so many of all of them")
"""A share in numbers; without the note it would be a position in a sequence, which differs in Chinese."""


def together(between: str, *texts: str | None) -> str:
    """Join the texts that are not empty."""
    return between.join(filter(None, texts))


def side_by_side(texts: Iterable[str]) -> str:
    """Join texts of equal rank with the separators of the language: `a, b, c`."""
    return WORDS.side_by_side(texts)


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
"""The names on the keys that the program uses; Qt's translations spell them out, such as Control."""
_OF_KEYS = "QShortcut"


def key_sequence(keys: str | QKeySequence.StandardKey) -> QKeySequence:
    """Parse keys such as `Ctrl+Shift+D`, or return the system's keys for a standard action.

    Qt's default format, that of the window's language, would look up the names of all keys each time.
    """
    if isinstance(keys, str):
        return QKeySequence(keys, QKeySequence.SequenceFormat.PortableText)
    return QKeySequence(keys)


def native_keys(keys: str) -> str:
    """Format keys as the system and the language write them."""
    return key_sequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


class CatalogueTranslator(QTranslator):
    """Looks up `tr` and `translate` in the catalogue.

    The context does not distinguish texts, except for names of keys.
    """

    def isEmpty(self) -> bool:
        """Return False, because Qt skips empty translators."""
        return False

    def translate(self, context: str, text: str, note: str | None = None, _count: int = -1) -> str | None:
        """Return the translation; `note` distinguishes texts that are equal in English only."""
        if context == _OF_KEYS:
            return WORDS.message(_KEYS[text]) if text in _KEYS else None
        said = WORDS.message(Meant(text, note) if note else text)
        return said if said != text else None


def can_be_shown(code: str) -> bool:
    """Return True if a font has the letters of a language: the shipped one does, unless a packager removed it."""
    script = _SCRIPTS.get(code)
    return script is None or SHIPPED_HAN in load_shipped_fonts() or bool(QFontDatabase.families(script))


class WindowLanguage(QObject):
    """The language of the application: its own texts, and the buttons and messages of Qt.

    `choice` is the code that the user chose, or "" to follow the system. Another choice applies at the next start.
    """

    def __init__(self, application: QCoreApplication) -> None:
        """Use the present language, until `begin` or `speak`."""
        super().__init__(application)
        self.choice = ""
        self._begun_with = WORDS.code
        self._application = application
        self._own = CatalogueTranslator(self)
        self._of_qt = QTranslator(self)

    @property
    def of_system(self) -> str:
        """The code of the system's language; that of English if unsupported."""
        return nearest_language(QLocale.system().uiLanguages()) or ENGLISH.code

    @property
    def is_due(self) -> bool:
        """True if another language was chosen than the program began with."""
        return (self.choice or self.of_system) != self._begun_with

    def begin(self, choice: str) -> str:
        """Set the language chosen in an earlier run; if no font has its letters, use English and return its code."""
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
        """Switch to the language of this code; English if it has no catalogue."""
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
