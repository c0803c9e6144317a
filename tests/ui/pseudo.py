"""A made-up language whose letters distinguish translated texts from untranslated ones."""

import re
import runpy
from functools import cache
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from robotstudio.text.language import ENGLISH, Marks, Words, speak
from robotstudio.ui.language.language import CatalogueTranslator

_ROOT = Path(__file__).parents[2]
_ASCII = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MARKED = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"
_LETTERS = str.maketrans(_ASCII, _MARKED)
_ENGLISH = re.compile(r"[A-Za-z]{2,}[\w’'.-]*")
_OPEN = re.compile(r"(\{\w+\}|</?b>)")


class Pseudo:
    """Translates every message in the code into non-English letters, between brackets."""

    def gettext(self, message: str, /) -> str:
        return marked(message) if message in _known() else message

    def pgettext(self, context: str, message: str, /) -> str:
        return marked(message) if (context, message) in _known() else message

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        message = one if count == 1 else many
        return marked(message) if (one, many) in _known() else message


def marked(message: str) -> str:
    """Return the message in other letters, except its placeholders and tags."""
    parts = _OPEN.split(message)
    return f"⟦{''.join(part if place % 2 else part.translate(_LETTERS) for place, part in enumerate(parts))}⟧"


def unmarked(text: str) -> str:
    """Return the words in English letters."""
    return " ".join(_ENGLISH.findall(text))


class PseudoLanguage:
    """Sets the made-up language, until `end`."""

    def __init__(self, application: QCoreApplication) -> None:
        self._application = application
        self._translator = CatalogueTranslator(application)
        speak(Words("en_XA", Marks(), Pseudo()))
        application.installTranslator(self._translator)

    def end(self) -> None:
        """Set English again."""
        self._application.removeTranslator(self._translator)
        self._translator.deleteLater()
        speak(ENGLISH)


@cache
def _known() -> frozenset[object]:
    """Return the ids of a catalogue of the code: messages, messages with a context, and plurals."""
    keeper = runpy.run_path(str(_ROOT / "packaging" / "catalogues.py"))
    found = keeper["template_of"](keeper["texts_of"](_ROOT / "robotstudio"))
    alone = {each.id[0] for each in found if isinstance(each.id, tuple)}  # one entry for a plural and its singular
    return frozenset((each.context, each.id) if each.context else each.id for each in found if each.id) | alone
