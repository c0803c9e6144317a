"""The language of the window changes while one works: all is said anew, and nothing else happens."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from robotstudio.engine.language import Marks, Words
from robotstudio.io.locale import words_of
from robotstudio.ui import language as ui_language
from robotstudio.ui.background import Background
from robotstudio.ui.language import WORDS, WindowLanguage
from robotstudio.ui.studio import Studio
from tests.ui.pseudo import Pseudo
from tests.ui.studios import Studios, act, settle
from tests.ui.test_pseudo_language import Heard, data_of_the_example, painted

TABS = ("simulation", "fetch", "summary", "problems", "tests", "site", "history")
WINDOWS = ("crawlers.choose", "simulate.as_if", "fetch.page", "fetch.hosts", "file.about", "help.commands")
PAGES = ("view.rules", "simulate.changes", "simulate.group", "find.replace", "simulate.add")

__all__ = ["painted"]


@pytest.fixture(autouse=True)
def _english_afterwards(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Spanish is what is marked as translated; the language of the application is English again behind the test."""
    before = QLocale()
    marked = Words("en_XA", Marks(), Pseudo())
    monkeypatch.setattr(ui_language, "words_of", lambda code: marked if code == "es" else words_of(code))
    yield
    language = WindowLanguage(qapp)
    language.speak("en")
    QLocale.setDefault(before)
    language.deleteLater()


class HeardWhereSeen(Heard):
    """What cannot be seen now is said again when it is shown."""

    def hear(self, text: str | None, where: object) -> None:
        if not isinstance(where, QWidget) or where.isVisible():
            super().hear(text, where)


def at_rest(studio: Studio) -> None:
    """Wait for whatever is worked out beside the window."""
    settle(studio)
    timers = [timer for timer in studio.window.findChildren(QTimer) if timer.isSingleShot() and timer.interval() < 1000]
    works = studio.window.findChildren(Background)
    while any(timer.isActive() for timer in timers) or any(work.is_busy for work in works):
        QTest.qWait(1)
    settle(studio)


@pytest.fixture
def studio(studios: Studios) -> Iterator[Studio]:
    """At work with the example, with every tab and every window opened before."""
    studio = studios.start()
    studio.show_example()
    settle(studio)
    for tab in TABS:
        studio.window.show_tab(tab)
        settle(studio)
    for action in (*WINDOWS, *PAGES):
        act(studio, action)
        settle(studio)
        for window in set(filter(QWidget.isVisible, QApplication.topLevelWidgets())) - {studio.window}:
            window.close()
    yield studio
    studios.end_all()


def test_nothing_stays_in_the_language_before(studio: Studio, painted: list[str]) -> None:
    act(studio, "language.es")
    at_rest(studio)
    assert WORDS.code == "en_XA"
    painted.clear()
    heard = HeardWhereSeen(data_of_the_example())
    heard.walk(studio.window)
    for tab in TABS:
        studio.window.show_tab(tab)
        at_rest(studio)
        heard.walk(studio.window)
    for action in (*PAGES, *WINDOWS):
        act(studio, action)
        at_rest(studio)
        for window in {studio.window, *filter(QWidget.isVisible, QApplication.topLevelWidgets())}:
            heard.walk(window)
            if window is not studio.window:
                window.close()
    for text in set(painted):
        heard.hear(text, "painted")
    said = "\n".join(f"{text!r}: {sorted(places)}" for text, places in sorted(heard.english.items()))
    assert not said, said
