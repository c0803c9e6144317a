"""The help in the window: how to open it, its language, and that it is not read at a start."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence, QTextTable
from PySide6.QtWidgets import QApplication

from robotstudio import __version__
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.shell.actions import ACTIONS
from tests.ui.parts import button
from tests.ui.studios import Studios, act


@pytest.fixture(scope="module")
def shared(shared_studios: Studios) -> Studio:
    return shared_studios.start()


@pytest.fixture
def started(shared: Studio) -> Iterator[Studio]:
    """Return the shared window, and close its help after the test."""
    yield shared
    shared.help.panel.close()


def page_of(studio: Studio) -> str:
    assert studio.help.panel.place is not None
    return studio.help.panel.place.page


def text_of(studio: Studio) -> str:
    return studio.help.panel.browser.toPlainText()


@pytest.mark.parametrize(
    ("action", "page"),
    [
        ("help.rules", "rules/all"),
        ("help.glossary", "guide/glossary"),
        ("help.shortcuts", "program/shortcuts"),
        ("help.news", "program/news"),
        ("help.report", "program/report"),
        ("help.about", "program/about"),
    ],
)
def test_action_leads_to_its_page(started: Studio, action: str, page: str) -> None:
    act(started, action)
    assert started.help.panel.isVisible()
    assert page_of(started) == page


def test_there_is_one_window_of_the_help_for_all_documents(studios: Studios) -> None:
    studio = studios.start()
    act(studio, "help.rules")
    other = studio.tabs.begin()
    assert studio.help.panel.isVisible()
    act(other, "help.glossary")
    assert page_of(studio) == "guide/glossary"
    assert not other.help.has_panel


def test_window_of_the_help_is_its_own_and_leaves_the_work_usable(started: Studio) -> None:
    act(started, "help.guide")
    panel = started.help.panel
    assert panel.isWindow()
    assert not panel.isModal()
    assert panel.parent() is None


def test_help_ends_with_the_window(studios: Studios) -> None:
    studio = studios.start()
    act(studio, "help.guide")
    panel = studio.help.panel
    studios.end(studio)
    assert not panel.isVisible()


def test_page_of_a_finding_opens_in_the_help(started: Studio) -> None:
    started.problems.explain("RS204")
    assert page_of(started) == "rules/RS204"
    assert text_of(started).startswith("RS204")


def test_page_of_a_check_in_the_settings_opens_in_the_help(started: Studio) -> None:
    started.settings.explain("RS110")
    assert page_of(started) == "rules/RS110"


def test_every_key_of_an_action_is_on_the_page_of_keys(started: Studio) -> None:
    act(started, "help.shortcuts")
    cells = set()
    for table in started.help.panel.browser.document().rootFrame().childFrames():
        assert isinstance(table, QTextTable)
        cells |= {
            table.cellAt(row, column).firstCursorPosition().block().text()
            for row in range(table.rows())
            for column in range(table.columns())
        }
    said = {key.strip() for cell in cells for key in cell.split(", ")} | cells
    keys = {
        QKeySequence(keys.toString()).toString(QKeySequence.SequenceFormat.NativeText)
        for row in ACTIONS
        for keys in started.window.actions_by_id[row.id].shortcuts()
    }
    assert keys - said == set()


def test_about_names_the_versions_and_the_licences(started: Studio) -> None:
    act(started, "help.about")
    told = text_of(started)
    for fact in (f"Robot Studio {__version__}", "PySide6", "LGPL", "MIT"):
        assert fact in told
    started.help.panel.browser.anchorClicked.emit(QUrl("licences/qt-pyside6-lgpl-30"))
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text_of(started)


def test_report_tells_numbers_and_no_address(started: Studio) -> None:
    started.show_example()
    act(started, "help.report")
    told = text_of(started)
    assert f"test URLs: {len(started.session.table)}" in told
    assert "example.com" not in told
    assert "://" not in told


def test_address_in_the_web_is_opened_by_the_system(started: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    act(started, "help.news")
    panel = started.help.panel
    panel.browser.anchorClicked.emit(QUrl("https://example.com/x"))
    button(panel, "Open in the browser").click()
    assert opened == ["https://example.com/x"]


@pytest.fixture
def language(qapp: QApplication) -> Iterator[WindowLanguage]:
    spoken = WindowLanguage(qapp)
    yield spoken
    spoken.speak("en")


def test_help_is_in_the_language_of_the_window(studios: Studios, language: WindowLanguage) -> None:
    language.speak("ru")
    started = studios.start()
    act(started, "help.shortcuts")
    started.help.open("guide/why")
    panel = started.help.panel
    panel.search.setText("RS312")
    assert text_of(started).startswith("Почему")
    assert panel.windowTitle() == "Справка"
    assert panel.header.title.text() == "Почему"
    assert panel.contents.rows[0].title.startswith("RS312 На эту группу")
    panel.go(-1)
    assert "Сочетания клавиш" in text_of(started)
    panel.search.clear()
    assert panel.contents.rows[0].title == "Руководство"


def test_page_that_is_only_english_says_so(studios: Studios, language: WindowLanguage) -> None:
    language.speak("es")
    started = studios.start()
    act(started, "help.news")
    panel = started.help.panel
    assert panel.remark.text() == "Esta página solo está en inglés."
    started.help.open("guide/why")
    assert panel.remark.text() == ""


def test_window_is_made_when_it_is_first_wanted(studios: Studios) -> None:
    studio = studios.start()
    was_made = studio.help.has_panel
    act(studio, "help.guide")
    assert (was_made, studio.help.has_panel) == (False, True)
    assert page_of(studio) == "guide/README"
