"""What it costs that texts are translated; a program of its own.

`python -m benchmarks.language_probe CODE FILE URLS KEYS quick|full` speaks the language of that code in the real window
and prints JSON: `translate`, `say` and `count` are the seconds of processor time that one text takes, as Qt and as the
engine ask for it; `opening` how many texts are asked for until the window shows the verdicts of the file, and `keys`
how many for each key that is then typed. What Qt is asked for in English asks nobody else, and is not counted.
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtTest import QTest

from benchmarks.real_window import real_window
from benchmarks.timing import FULL, QUICK, Effort, Task, compare
from benchmarks.typing_probe import PRESSES, Witness, editor_of, long_pause_ms, open_in, place_caret, turn_until
from robotstudio.explain.templates import RULES
from robotstudio.text.language import AND, WORDS, Message, Plural, Words, speak
from robotstudio.text.locale import words_of
from robotstudio.ui.app.app import make_application
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.shell.actions import ACTIONS

_CRAWLERS = 10


class CountedWords(Words):
    """The words of another, and how often it was asked for some."""

    def __init__(self, words: Words) -> None:
        """Nothing was asked for yet."""
        super().__init__(words.code, words.marks)
        self._words = words
        self.asked = 0

    def message(self, message: Message) -> str:
        """Return what the other catalogue says."""
        self.asked += 1
        return self._words.message(message)

    def form(self, plural: Plural, count: int) -> str:
        """Return what the other catalogue says."""
        self.asked += 1
        return self._words.form(plural, count)


def main(code: str, file: Path, urls: str, keys: int, effort: Effort) -> None:
    """Time texts by themselves, then count those that the window asks for."""
    application = make_application()
    WindowLanguage(application).speak(code)
    timed = compare(_tasks(), effort)
    counted = CountedWords(words_of(code))
    speak(counted)
    with real_window(application) as studio:
        open_in(studio, file, urls, _CRAWLERS)
        witness = Witness(studio)
        studio.session.evaluate()
        turn_until(partial(witness.has_painted_since, 0))
        place_caret(studio)
        QTest.qWait(long_pause_ms(keys))
        opening = counted.asked
        presses = PRESSES["letters"](editor_of(studio))
        asked = [_asked_by(press, counted, long_pause_ms(keys)) for press in islice(presses, keys)]
        print(json.dumps({**timed, "opening": [opening], "keys": asked}))


def _asked_by(press: Callable[[], None], counted: CountedWords, pause: int) -> int:
    """How many texts a key asks for, and all that is put off until the keys rest."""
    before = counted.asked
    press()
    QTest.qWait(pause)
    return counted.asked - before


def _tasks() -> dict[str, Task]:
    """Return the three ways to look texts up, each for as many texts."""
    texts = [row.text for row in ACTIONS]

    def translate() -> None:
        for text in texts:
            QCoreApplication.translate("MainWindow", text)

    def say() -> None:
        for text in texts:
            WORDS.say(AND, before=text, last="Googlebot")

    def count() -> None:
        for number in range(len(texts)):
            WORDS.count(RULES, number)

    return {each.__name__: Task(each, len(texts)) for each in (translate, say, count)}


if __name__ == "__main__":
    spoken, path, listed, pressed, effort_name = sys.argv[1:]
    main(spoken, Path(path), Path(listed).read_text("utf-8"), int(pressed), {"quick": QUICK, "full": FULL}[effort_name])
