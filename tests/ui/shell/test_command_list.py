"""Every action is found by a part of its name."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow
from pytestqt.qtbot import QtBot

from robotstudio.ui.panels.settings.rows import ROWS
from robotstudio.ui.shell.command_list import CommandList, matches, name_of
from robotstudio.ui.shell.document_window import Place
from tests.ui.studios import Studios

NONE = "Nothing found."


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(1024, 700)
    window.show()
    return window


@pytest.fixture
def actions(window: QMainWindow) -> list[QAction]:
    return [QAction(text, window) for text in ("&Open…", "Save &as…", "Go to &line…", "Toggle co&mment")]


@pytest.mark.parametrize(
    ("words", "found"), [("line go", True), ("GO", True), ("", True), ("goes", False), ("line  to", True)]
)
def test_words_match_in_any_order_and_case(words: str, *, found: bool) -> None:
    assert matches(words, "Go to line…") is found


def test_typing_and_enter_run_the_command(qtbot: QtBot, window: QMainWindow, actions: list[QAction]) -> None:
    commands = CommandList(actions, window)
    commands.popup()
    field = QApplication.focusWidget() or commands
    QTest.keyClicks(field, "lin")
    with qtbot.waitSignal(actions[2].triggered):
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert not commands.isVisible()


def test_arrows_choose_and_esc_closes(qtbot: QtBot, window: QMainWindow, actions: list[QAction]) -> None:
    commands = CommandList(actions, window)
    commands.popup()
    field = QApplication.focusWidget() or commands
    QTest.keyClick(field, Qt.Key.Key_Down)
    with qtbot.waitSignal(actions[1].triggered):
        QTest.keyClick(field, Qt.Key.Key_Return)
    commands.popup()
    QTest.keyClick(QApplication.focusWidget() or commands, Qt.Key.Key_Escape)
    assert not commands.isVisible()


def test_menu_of_a_command_can_be_typed_too(qtbot: QtBot, window: QMainWindow) -> None:
    fetches = [QAction("&Fetch", window) for _ in range(2)]
    for action, name in zip(fetches, ("fetch.fetch", "view.fetch"), strict=True):
        action.setObjectName(name)
    commands = CommandList(fetches, window)
    commands.popup()
    field = QApplication.focusWidget() or commands
    QTest.keyClicks(field, "view")
    commands.grab()
    with qtbot.waitSignal(fetches[1].triggered):
        QTest.keyClick(field, Qt.Key.Key_Return)


def test_what_the_list_shows_can_be_typed() -> None:
    assert matches("theme: dark", "Theme: Dark")
    assert matches("theme:dark", "Theme: Dark")


def test_what_no_command_has_is_answered_with_a_sentence(studios: Studios) -> None:
    studio = studios.start()
    studio.window.show_commands()
    QTest.keyClicks(QApplication.focusWidget() or studio.window, "theme: dark")
    commands = studio.window.findChild(CommandList)
    assert isinstance(commands, CommandList)
    assert [commands.list.words(row).text for row in commands.list.rows] == ["Dark"]
    assert not commands.none.isVisible()
    QTest.keyClicks(QApplication.focusWidget() or studio.window, " zzz")
    assert commands.none.isVisible()
    assert commands.none.text() == NONE
    assert not commands.list.isVisible()
    commands.close()


def test_letter_that_chooses_a_menu_is_not_shown_wherever_it_stands() -> None:
    assert [name_of(QAction(text)) for text in ("&Open…", "打开(&O)…", "Save")] == ["Open…", "打开…", "Save"]


def test_one_esc_closes_the_list_whatever_was_typed(window: QMainWindow, actions: list[QAction]) -> None:
    commands = CommandList(actions, window)
    commands.popup()
    field = QApplication.focusWidget() or commands
    QTest.keyClicks(field, "lin")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not commands.isVisible()


def test_command_that_can_do_nothing_is_not_listed(window: QMainWindow, actions: list[QAction]) -> None:
    commands = CommandList(actions, window, lambda action: action is actions[1])
    assert [*commands.entries("")] == [actions[1]]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("setting remember", "Setting: Remember my work"),
        ("crawler claudebot", "Crawler: ClaudeBot"),
        ("help your first", "Help: Your first file"),
    ],
)
def test_settings_crawlers_and_pages_are_found(studios: Studios, typed: str, name: str) -> None:
    studio = studios.start()
    studio.window.show_commands()
    commands = studio.window.findChild(CommandList)
    assert isinstance(commands, CommandList)
    assert name in [commands.list.words(entry).spoken for entry in commands.entries(typed)]
    commands.close()


def test_place_is_opened_and_comes_after_the_commands(window: QMainWindow, actions: list[QAction]) -> None:
    opened = []
    commands = CommandList(actions, window, places=lambda: [Place("Help", "Lines", lambda: opened.append("page"))])
    commands.popup()
    assert [*commands.entries("")] == actions
    field = QApplication.focusWidget() or commands
    QTest.keyClicks(field, "lin")
    assert [commands.list.words(row).text for row in commands.list.rows] == ["Go to line…", "Lines"]
    QTest.keyClick(field, Qt.Key.Key_Down)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert opened == ["page"]


def test_crawler_that_is_found_is_added_and_shown(studios: Studios) -> None:
    studio = studios.start()
    before = studio.session.crawlers
    assert "AhrefsBot" not in {each.token for each in before}
    studio.crawlers.show_crawler(studio.context.crawlers.catalogue.crawler_for("AhrefsBot"))
    assert [each.token for each in studio.session.crawlers[len(before) :]] == ["AhrefsBot"]
    assert studio.session.reader == "AhrefsBot"


def test_setting_that_is_found_has_the_focus_and_leaves_no_filter(studios: Studios) -> None:
    studio = studios.start()
    row = next(row for row in ROWS if row.name == "zoom")
    studio.settings.show_setting(row)
    panel = studio.settings.panel
    assert panel.search.text() == ""
    assert panel.lines[row.id].isVisible()
    focused = panel.focusWidget()
    assert focused is not None
    assert panel.lines[row.id].isAncestorOf(focused)
    panel.close()


@pytest.mark.parametrize(
    ("typed", "name", "tab"),
    [
        ("logs", "Site: Logs", "site"),
        ("upload", "Changes: Where to upload", "changes"),
        ("findings", "Site: Findings", "site"),
    ],
)
def test_part_of_a_tab_is_found_and_opened(studios: Studios, typed: str, name: str, tab: str) -> None:
    studio = studios.start()
    studio.window.show_commands()
    commands = studio.window.findChild(CommandList)
    assert isinstance(commands, CommandList)
    [place] = [row for row in commands.entries(typed) if commands.list.words(row).spoken == name]
    commands.close()
    assert isinstance(place, Place)
    place.show()
    assert studio.window.current_tab == tab
