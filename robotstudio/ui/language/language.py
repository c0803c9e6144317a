"""The language of the window: what the engine says and what Qt asks for come from one catalogue."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date as day_of_time
from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Final, ParamSpec, Self, TypeVar

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator, Signal
from PySide6.QtGui import QFontDatabase, QKeySequence

from robotstudio.text.language import AND, ENGLISH, Fact, Meant, Message, Plural, Told, Words
from robotstudio.text.locale import nearest_language, words_of
from robotstudio.text.phrases import closed_up
from robotstudio.ui.theme.theme import SHIPPED_HAN, load_shipped_fonts

if TYPE_CHECKING:  # the first frame names none
    from robotstudio.engine.crawlers import Crawler

P = ParamSpec("P")
T = TypeVar("T")


class TranslatedText(str):
    """A text that knows how it was said, so that it can be said again in another language.

    It is a text like any other. What is made of one by `format`, by `+` and by a function that is `sayable` is one too;
    what is put together otherwise is not, and has to be made anew where the language changes.
    """

    __slots__ = ("_facts", "_how", "_what")

    def __new__(cls, text: str, how: Callable[..., str], what: tuple[object, ...], facts: Mapping[str, object]) -> Self:
        """What `how` answered about `what` and `facts`."""
        said = super().__new__(cls, text)
        said._how, said._what, said._facts = how, what, facts
        return said

    _how: Callable[..., str]
    _what: tuple[object, ...]
    _facts: Mapping[str, object]

    def again(self) -> str:
        """The same in the language that is spoken now."""
        return self._how(*map(again, self._what), **{name: again(fact) for name, fact in self._facts.items()})

    def format(self, *args: object, **facts: object) -> str:
        return TranslatedText(_formatted(self, *args, **facts), _formatted, (self, *args), facts)

    def __add__(self, other: str) -> str:
        return TranslatedText(super().__add__(other), _behind_one_another, (self, other), {})

    def __radd__(self, other: str) -> str:
        return TranslatedText(str.__add__(other, self), _behind_one_another, (other, self), {})

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Only the text goes to another process."""
        return str, (str(self),)


def again(thing: T) -> T:
    """A text as it is said now, where it knows how; anything else as it is."""
    if isinstance(thing, TranslatedText):
        return thing.again()  # type: ignore[return-value]  # one text for another
    return thing


def sayable(made: Callable[P, str]) -> Callable[P, str]:
    """What a function makes of texts that can be said again can be said again too."""

    @wraps(made)
    def making(*what: P.args, **facts: P.kwargs) -> str:
        return TranslatedText(made(*what, **facts), making, what, facts)

    return making


def _formatted(text: str, /, *args: object, **facts: object) -> str:
    written = {name: str(fact) for name, fact in facts.items()}
    return str.format(closed_up(text, written), *args, **facts)


@sayable
def put_together(pattern: str, **facts: object) -> str:
    """Texts beside one another where no language needs words between them, such as `{name}: {value}`."""
    return pattern.format(**facts)


@sayable
def together(between: str, *texts: str | None) -> str:
    """Those of the texts that say something, one behind the other."""
    return between.join(filter(None, texts))


def _behind_one_another(before: str, behind: str) -> str:
    return before + behind


class SpokenWords(Words):
    """The words of whatever language the window speaks now, as Qt's own translators hold for the whole application.

    What they say is `TranslatedText`.
    """

    def __init__(self) -> None:
        """English, until `speak` says otherwise."""
        super().__init__()
        self._spoken: Words = ENGLISH

    def speak(self, words: Words) -> None:
        """Take another language; what is on the screen already stays as it was said."""
        self._spoken = words
        self.code = words.code
        self.marks = words.marks

    @property
    def plain(self) -> Words:
        """The same language for what is no part of the window, such as a file: its texts are not said again."""
        return self._spoken

    def message(self, message: Message) -> str:
        """The message in this language, with its places still open."""
        return self._spoken.message(message)

    def form(self, plural: Plural, count: int) -> str:
        """The form that goes with a number, with its places still open."""
        return self._spoken.form(plural, count)

    def say(self, message: Message, /, **facts: Fact) -> str:
        return TranslatedText(super().say(message, **facts), self.say, (message,), facts)

    def count(self, plural: Plural, count: int, /, **facts: Fact) -> str:
        return TranslatedText(super().count(plural, count, **facts), self.count, (plural, count), facts)

    def tell(self, told: Told) -> str:
        facts = {name: again(fact) for name, fact in told.facts.items()}  # it may have been kept since another language
        return TranslatedText(super().tell(told._replace(facts=facts)), self.tell, (told,), {})

    def listed_text(self, items: Iterable[str], last: Message = AND, most: int = 4) -> str:
        what = tuple(items)
        return TranslatedText(
            super().listed_text(what, last, most), self._listed_again, what, {"last": last, "most": most}
        )

    def _parted(self, texts: Iterable[str], joint: Message) -> str:
        what = tuple(texts)
        return TranslatedText(super()._parted(what, joint), self._parted_again, what, {"joint": joint})

    def _parted_again(self, *texts: str, joint: Message) -> str:
        return self._parted(texts, joint)

    def number(self, number: float, decimals: int = 0) -> str:
        return TranslatedText(super().number(number, decimals), self.number, (number, decimals), {})

    def date(self, moment: day_of_time) -> str:
        return TranslatedText(super().date(moment), self.date, (moment,), {})

    def size(self, byte_count: int) -> str:
        return TranslatedText(super().size(byte_count), self.size, (byte_count,), {})

    def duration(self, milliseconds: float) -> str:
        return TranslatedText(super().duration(milliseconds), self.duration, (milliseconds,), {})

    def date_and_time(self, moment: datetime) -> str:
        return TranslatedText(super().date_and_time(moment), self.date_and_time, (moment,), {})

    def _listed_again(self, *items: str, last: Message, most: int) -> str:
        return self.listed_text(items, last, most)


_SCRIPTS: Final = {"zh_CN": QFontDatabase.WritingSystem.SimplifiedChinese}
"""Letters that a font of their own has."""

SO_MANY_OF: Final[Message] = Meant("{number} of {count}", "so many of all of them")
"""A share in numbers; without the note it is a place in a row of things, which Chinese says otherwise."""

WORDS: Final = SpokenWords()
"""What makes words in the window."""


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


def _tr(_self: QObject, text: Message, note: str | None = None) -> str:
    """In the place of Qt's own, which answers the same and forgets how."""
    return WORDS.say(Meant(text, note) if note else text)


QObject.tr = _tr  # type: ignore[assignment,method-assign]  # the stubs say bytes of what takes texts


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


@sayable
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
    """Which language the application speaks: its own words, and the buttons and messages of Qt.

    `choice` is what the user chose: the code of a language, or "" to follow the system. `changed` tells of another one
    once it is spoken; what is on the screen has to be said again then.
    """

    changed = Signal()

    def __init__(self, application: QCoreApplication) -> None:
        """What is spoken already, until `begin`, `choose` or `speak` say otherwise."""
        super().__init__(application)
        self.choice = ""
        self._application = application
        self._own = CatalogueTranslator(self)
        self._of_qt = QTranslator(self)

    @property
    def of_system(self) -> str:
        """The code of the language of the system; that of English where it is none of ours."""
        return nearest_language(QLocale.system().uiLanguages()) or ENGLISH.code

    def begin(self, choice: str) -> str:
        """Speak what was chosen in an earlier run, or English where no font here has its letters: then its code."""
        self.choice = choice
        wanted = choice or self.of_system
        can_speak = can_be_shown(wanted)
        self.speak(wanted if can_speak else ENGLISH.code)
        return "" if can_speak else wanted

    def choose(self, choice: str) -> str:
        """Speak another language; if it has no catalogue or no font here, nothing changes, and its code is returned."""
        wanted = choice or self.of_system
        is_there = wanted == ENGLISH.code or words_of(wanted) is not ENGLISH
        if not (is_there and can_be_shown(wanted)):
            return wanted
        self.choice = choice
        if wanted != WORDS.code:
            self.speak(wanted)
            self.changed.emit()
        return ""

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
